"""Calls of tools in a throw-away clinic, made as an assistant, a panel or the command line would; and packs to call."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from core.constraints.event import Event
from core.kernel import Kernel
from core.packhost.host import SHIPPED, Packs, mount
from core.services.tools.tools import Answer, Call, Caller, Decision, People
from tests.fakes.pack_folder import pack_at

TEN = ["zhushu", "zhenduan", "hanre", "han", "toushen", "erbian", "yinshi", "xiongfu", "kouke", "jiubing"]
FULL: Mapping[str, object] = {**dict.fromkeys(TEN, "无"), "zhushu": "头痛三日", "zhenduan": "待查"}
"""The ten questions, answered."""

COLLECT, COMPARE, BOARD = (
    f"pack__tcm__{name}" for name in ("intake_collect", "visit_compare", "followup_board")
)


async def _yes(_call: Call, _decision: Decision, /) -> bool:
    return True


async def confirms(_events: tuple[Event, ...], /) -> bool:
    return True


WILLING = People(permission=_yes)
"""Says yes to every call, and is not there to confirm what a constraint wants confirmed."""


def ask(
    kernel: Kernel,
    tool: str,
    given: str | Mapping[str, object],
    source: str = "assistant",
    *,
    patient: str = "",
    people: People = WILLING,
) -> Answer:
    """One call down the road."""
    return asyncio.run(kernel.tools.call(tool, given, Caller(source, patient=patient), people))


def stopped_by(answer: Answer) -> list[str]:
    """The constraints that stopped it, by id."""
    assert answer.stopped is not None
    assert answer.result is None
    return [event.id for event in answer.stopped.events]


def code_of(answer: Answer) -> str:
    """Why it was stopped."""
    assert answer.stopped is not None
    assert answer.stopped.error is not None
    return answer.stopped.error.code


def with_demo(folder: Path, files: Mapping[str, str], **changes: object) -> Packs:
    """The packs that ship and one more, `demo`, as if it shipped, too."""
    pack_at(folder / "shipped" / "demo", files, **changes)
    return mount(SHIPPED, folder / "shipped")
