"""The contract over the pipe: every method of the context is a port, its values come back as what they were, nothing else is let in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from core.base.errors import UserError
from core.packhost.api import Context, HttpAnswer
from core.packhost.worker.context import context_of
from core.packhost.worker.contract import ports
from core.packhost.worker.ports import ContextPorts

NOW = datetime(2026, 3, 1, 8, 30, tzinfo=UTC)


@dataclass
class Real:
    """Stands for every member of the program's own context."""

    seen: list[object] = field(default_factory=list)

    def read(self, path: str) -> bytes:
        return b"\x00\xff" + path.encode()

    def write(self, path: str, content: bytes) -> None:
        self.seen.append((path, content))

    def names(self, folder: str) -> tuple[str, ...]:
        return (folder, "b")

    def get(self, name: str) -> str | None:
        return None

    def now(self) -> datetime:
        return NOW

    def request(
        self,
        method: str,
        url: str,
        *,
        purpose: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> HttpAnswer:
        self.seen.append((method, url, purpose, headers, body))
        return HttpAnswer(200, {"a": "b"}, b"\xfe")


@pytest.fixture
def real() -> Real:
    return Real()


@pytest.fixture
def near(real: Real) -> ContextPorts:
    members = dict.fromkeys(("llm", "storage", "fs", "http", "env", "records", "log", "clock"), real)
    return ContextPorts(Context(name="p", version="1", **cast("Any", members)))


@pytest.fixture
def far(near: ContextPorts) -> Context:
    return context_of("p", "1", near.answer)


def test_values_come_back_as_what_they_were(far: Context, real: Real) -> None:
    assert far.clock.now() == NOW
    assert far.fs.read("甲") == b"\x00\xff" + "甲".encode()
    assert far.fs.names("a") == ("a", "b")
    assert far.env.get("X") is None
    far.fs.write("a", b"\x80")
    answer = far.http.request("POST", "https://h/", purpose="lookup", body=b"\x81")
    assert answer == HttpAnswer(200, {"a": "b"}, b"\xfe")
    assert real.seen == [("a", b"\x80"), ("POST", "https://h/", "lookup", None, b"\x81")]


@pytest.mark.parametrize(
    ("port", "params"),
    [
        ("fs.read", {}),
        ("fs.read", {"path": 3}),
        ("fs.read", {"path": None}),
        ("fs.read", {"path": "a", "more": 1}),
        ("fs.read", {"return": "a"}),
        ("fs.write", {"path": "a", "content": "not base64"}),
        ("http.request", {"method": "GET", "url": "u"}),
        ("http.request", {"method": "GET", "url": "u", "purpose": "p", "headers": {"a": 1}}),
    ],
)
def test_what_does_not_fit_is_refused(
    near: ContextPorts, real: Real, port: str, params: dict[str, Any]
) -> None:
    with pytest.raises(UserError) as caught:
        near.answer(port, params)
    assert caught.value.code == "port_unfit"
    assert real.seen == []


def test_the_ports_are_the_methods_of_the_context() -> None:
    assert {
        "storage.get",
        "storage.put",
        "fs.read",
        "http.request",
        "env.get",
        "clock.now",
        "llm.ask",
    } <= set(ports())
    assert not any("__" in name or name.startswith(("name", "version")) for name in ports())
