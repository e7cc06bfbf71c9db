"""Whatever is no plain yes is a no."""

import asyncio
from collections.abc import Awaitable

import pytest

from core.constraints.confirming import Reply, confirmed
from core.constraints.event import Event
from core.constraints.kinds import Action
from tests.fakes.constraints import T, engine, spec

VERDICT = engine(spec("confirm", tool="t"), spec("confirm", tool="t")).before_tool(T, {})


@pytest.mark.parametrize("answer", [False, None, "yes", 1])
def test_no_plain_yes(answer: object) -> None:
    async def ask(_: tuple[Event, ...]) -> bool:
        return answer  # type: ignore[return-value]

    confirmation = asyncio.run(confirmed(VERDICT, ask))
    assert confirmation.answer is Reply.REFUSED
    assert {event.action for event in confirmation.events} == {Action.BLOCK}
    assert "decision" not in confirmation.as_plain()


@pytest.mark.expect_log("could not be asked for")
@pytest.mark.parametrize("late", [False, True])
def test_a_question_that_fails(late: bool) -> None:
    async def broken() -> bool:
        raise OSError

    def ask(_: tuple[Event, ...]) -> Awaitable[bool]:
        if late:
            return broken()
        raise OSError

    assert asyncio.run(confirmed(VERDICT, ask)).answer is Reply.FAILED


def test_one_question_for_all() -> None:
    asked: list[int] = []

    async def ask(events: tuple[Event, ...]) -> bool:
        asked.append(len(events))
        return True

    assert asyncio.run(confirmed(VERDICT, ask)).granted
    assert asked == [2]


def test_a_stop_before_asking_asks_nobody() -> None:
    asked: list[int] = []

    async def stopped() -> Reply:
        stop = asyncio.Event()
        stop.set()

        async def ask(events: tuple[Event, ...]) -> bool:
            asked.append(len(events))
            return True

        return (await confirmed(VERDICT, ask, stop)).answer

    assert asyncio.run(stopped()) is Reply.STOPPED
    assert asked == []


def test_a_stop_wins_over_a_yes_of_the_same_moment() -> None:
    async def both() -> Reply:
        stop = asyncio.Event()

        async def ask(_: tuple[Event, ...]) -> bool:
            stop.set()
            await asyncio.sleep(0)
            return True

        return (await confirmed(VERDICT, ask, stop)).answer

    assert asyncio.run(both()) is Reply.STOPPED
