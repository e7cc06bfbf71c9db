"""The example pack from end to end, as anybody's: named in the settings, trusted, its code in a process of its own."""

import asyncio
import json
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from core.base.paths import Home
from core.constraints.event import Author
from core.kernel import Kernel
from core.packhost.host import SHIPPED, mount_for
from core.packhost.verify import load_code, verify
from tests.fakes.calls import ask, stopped_by
from tests.fakes.clinic import Clinic, clinic, rows, store_of
from tests.fakes.pack_folder import trusted

__all__ = ["clinic"]

HELLO = SHIPPED / "example_hello"
GREET = "pack__example-hello__greet"

pytestmark = pytest.mark.slow


@pytest.fixture
def at_work(clinic: Clinic) -> Clinic:
    """A clinic that names the example and trusts it."""
    clinic.json("settings", "set", "packs", str(HELLO))
    trusted(clinic.home, HELLO)
    return clinic


def opened(clinic: Clinic) -> AbstractContextManager[Kernel]:
    return clinic.open(packs=mount_for(clinic.home, (str(HELLO),)))


def test_it_is_in_order(tmp_path: Path) -> None:
    verified = verify(HELLO, Home(tmp_path), load_code)
    assert (verified.problems, verified.advice) == ((), ())
    assert verified.surface is not None
    assert verified.surface.tools == ("greet",)


def test_no_clinic_has_it_unasked(clinic: Clinic) -> None:
    assert GREET not in [one["name"] for one in clinic.json("tool", "list")["tools"]]
    assert "example-hello" not in [one["name"] for one in clinic.json("pack", "list")["packs"]]


def test_its_tool_runs_and_keeps_its_count(at_work: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXAMPLE_HELLO_WORD", "早上好")
    with opened(at_work) as kernel:
        for count in (1, 2):
            answer = ask(kernel, GREET, {"name": "陈大夫"})
            assert answer.result is not None
            assert answer.result.output.startswith("早上好，陈大夫。")
            assert answer.result.data == {"greeted": count}


def test_a_call_without_a_name_is_blocked_and_nothing_is_counted(at_work: Clinic) -> None:
    with opened(at_work) as kernel:
        assert stopped_by(ask(kernel, GREET, {})) == ["greet-needs-a-name"]
        answer = ask(kernel, GREET, {"name": "陈大夫"})
        assert answer.result is not None
        assert answer.result.data == {"greeted": 1}


def test_its_wording_rule_and_its_section_arrive(at_work: Clinic) -> None:
    with opened(at_work) as kernel:
        assert asyncio.run(kernel.tools.released("这个方子包治百病。", Author.MODEL)).text is None
        assert '<pack_section pack="example-hello" id="hello">' in kernel.tools.rules
        assert '<pack_section pack="tcm" id="domain">' in kernel.tools.rules
        (hit,) = _hits(kernel)
    assert (hit["pack"], hit["id"]) == ("example-hello", "no-promise")


def test_all_of_it_is_to_be_seen_on_the_command_line(at_work: Clinic, tmp_path: Path) -> None:
    given = tmp_path / "given.json"
    given.write_text(json.dumps({"name": "陈大夫"}), encoding="utf-8")
    assert at_work.json("tool", "call", GREET, "--args", str(given), "--yes")["ok"] is True
    assert at_work.refused("tool", "call", GREET, "--yes")["code"] == "tool_constrained"
    shown = at_work.json("pack", "info", "example-hello")["pack"]
    assert shown["permissions"]["env"] == ["EXAMPLE_HELLO_WORD"]
    tried = at_work.json("constraint", "test", "example-hello")["constraints"]
    assert [one["ok"] for one in tried] == [True, True]


def _hits(kernel: Kernel) -> list[dict[str, object]]:
    found = rows(store_of(kernel), "SELECT detail FROM audit WHERE action = 'constraint.hit'")
    return [json.loads(str(row[0]))["constraint"] for row in found]
