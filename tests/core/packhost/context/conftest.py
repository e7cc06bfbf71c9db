"""Packs with a real context in a throw-away clinic, and their tools on the road."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from core.constraints.engine import Engine
from core.constraints.reading import read_constraints
from core.kernel import Kernel
from core.packhost.api import Context
from core.packhost.context.make import context_in_clinic
from core.packhost.current_call import CurrentCall, under
from core.packhost.manifest import Manifest, checked
from core.tools.call import Answer, Call, Caller
from core.tools.permissions import Mode, Permissions
from core.tools.registry import Registry
from core.tools.road import Road, Unit
from core.tools.tool import Tool, ToolResult
from tests.core.tools.test_road import Trail
from tests.fakes.clinic import Clinic, clinic
from tests.fakes.pack_folder import MANIFEST

__all__ = ["clinic"]

Body = Callable[[Context], object]


def manifest_of(name: str = "demo", **permissions: Sequence[str]) -> Manifest:
    lists = {key: list(entries) for key, entries in permissions.items()}
    manifest, problems = checked({**MANIFEST, "name": name, "permissions": lists})
    assert manifest is not None, problems
    return manifest


@dataclass
class Stand:
    """An open clinic with packs in it."""

    clinic: Clinic
    kernel: Kernel
    asked: Trail = field(default_factory=Trail)

    def context(self, name: str = "demo", **permissions: Sequence[str]) -> Context:
        records = cast("Any", object())
        return context_in_clinic(
            *(manifest_of(name, **permissions), self.kernel._desk, self.clinic.home, records),
            way_out=lambda: self.kernel.gateway,
        )

    def call(
        self,
        context: Context,
        body: Body,
        *,
        read_only: bool = False,
        constraints: Sequence[Mapping[str, object]] = (),
        deny: Sequence[str] = (),
    ) -> Answer:
        """A tool whose work is `body`, asked for on the road."""
        registry = Registry()
        name = f"pack__{context.name}__t"

        def run(_arguments: Mapping[str, object], unit: object) -> ToolResult:
            with under(CurrentCall(context.name, "t", cast("Any", unit))):
                done = body(context)
            return done if isinstance(done, ToolResult) else ToolResult(str(done))

        registry.add(Tool(name, "t", "d", {"type": "object"}, run, pack=context.name, read_only=read_only))
        engine = Engine(read_constraints(list(constraints), "test", context.name))
        road = Road(registry, lambda: Permissions(Mode.AUTO, deny=deny, strict=True), engine, self.asked)
        return asyncio.run(road.call(name, "{}", Caller("test")))

    def code(self, context: Context, body: Body, **options: Any) -> str:
        """The error a call of it ends with."""
        stopped = self.call(context, body, **options).stopped
        assert stopped is not None
        assert stopped.error is not None
        return stopped.error.code

    def done(self, context: Context, body: Body, **options: Any) -> str:
        """What a call of it says, which must succeed."""
        answer = self.call(context, body, **options)
        assert answer.stopped is None, answer
        assert answer.result is not None
        return answer.result.output

    @contextmanager
    def calling(self, context: Context, *, read_only: bool = False) -> Iterator[Unit]:
        """Within a call of that pack, by hand."""
        tool = Tool("pack__x__t", "t", "d", {}, cast("Any", None), read_only=read_only)
        unit = Unit(Call(tool, {}, Caller("test", "s1")))
        with under(CurrentCall(context.name, "t", unit)):
            yield unit

    def rows(self, action: str) -> list[tuple[Any, ...]]:
        from tests.fakes.clinic import rows, store_of

        return rows(
            store_of(self.kernel),
            "SELECT tool, outcome, reason, detail FROM audit WHERE action = :action ORDER BY seq",
            action=action,
        )


@pytest.fixture
def stand(clinic: Clinic) -> Iterator[Stand]:
    with clinic.open() as kernel:
        yield Stand(clinic, kernel)
