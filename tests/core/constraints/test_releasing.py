"""Letting a text out: one rewrite at most, the words cut out of what the model is told, nothing let out by a fault."""

import asyncio

import pytest

from core.base.messages import LANGUAGES, Messages
from core.constraints.event import Author
from core.constraints.kinds import Action
from core.constraints.releasing import CUT, Released, RewriteRequest, release
from core.constraints.words import asked, noticed, rewrite_order, said
from tests.fakes.constraints import T, engine, shipped, spec, wording

REWRITE = spec("output-forbid", pattern="好转|有效", action="block-and-rewrite")


def released(
    checked: object, text: str, answer: str, author: Author = Author.MODEL
) -> tuple[Released, list[RewriteRequest]]:
    asked_for: list[RewriteRequest] = []

    async def rewrite(request: RewriteRequest) -> str:
        asked_for.append(request)
        return answer

    return asyncio.run(release(checked, text, author, rewrite)), asked_for  # type: ignore[arg-type]


def test_the_words_are_cut_out_of_what_the_model_is_told() -> None:
    out, asked_for = released(engine(REWRITE), "头痛好\u200b转，方药有效。眠可。", "头痛由每日三次减为一次。")
    assert asked_for[0].text == f"头痛{CUT}，方药{CUT}。眠可。"
    assert asked_for[0].most_tokens <= 2048
    assert out.was_rewritten
    assert out.withheld == "头痛好\u200b转，方药有效。眠可。"


def test_hits_that_share_signs_are_cut_out_together() -> None:
    overlapping = spec("output-forbid", pattern="转有|好转", action="block-and-rewrite")
    _, asked_for = released(engine(overlapping), "好转有", "x")
    assert asked_for[0].text == CUT
    within = spec("output-forbid", pattern="好转有效|转|有", action="block-and-rewrite")
    _, asked_for = released(engine(within), "好转有效。", "x")
    assert asked_for[0].text == f"{CUT}。"


def test_a_block_beside_a_rewrite_asks_no_model() -> None:
    out, asked_for = released(engine(REWRITE, spec("output-forbid", pattern="好转")), "好转", "x")
    assert (out.text, asked_for) == (None, [])


def test_two_rewrites_are_one_call_for_the_first_pack() -> None:
    out, asked_for = released(engine(REWRITE, {**REWRITE, "id": "d"}), "好转", "减为一次")
    assert len(asked_for) == 1
    assert [event.id for event in out.events] == ["c", "d"]


def test_a_rewrite_is_looked_at_by_every_rule() -> None:
    out, _ = released(engine(REWRITE, spec("output-forbid", pattern="痊愈")), "好转", "已痊愈")
    assert out.text is None
    assert {event.action for event in out.events} == {Action.BLOCK}
    out, _ = released(engine(REWRITE, spec("output-forbid", pattern="佳", action="warn")), "好转", "眠佳")
    assert out.text == "眠佳"
    assert [event.action for event in out.events] == [Action.REWRITE, Action.WARN]


def test_without_a_way_to_rewrite_it_is_blocked() -> None:
    out = asyncio.run(release(engine(REWRITE), "好转", Author.TEMPLATE))
    assert out.text is None
    assert [event.action for event in out.events] == [Action.BLOCK]


def test_a_text_of_a_template_is_rewritten_too() -> None:
    out, asked_for = released(engine(REWRITE), "好转", "减为一次", Author.TEMPLATE)
    assert (out.text, len(asked_for)) == ("减为一次", 1)


def test_a_physicians_text_is_never_sent() -> None:
    out, asked_for = released(engine(REWRITE), "好转", "x", Author.PHYSICIAN)
    assert (out.text, asked_for, out.withheld) == ("好转", [], None)
    assert "原文未改" in noticed(Messages(), out.events)


def test_cancelling_lets_nothing_out() -> None:
    async def cancelled() -> None:
        async def never(_: RewriteRequest) -> str:
            await asyncio.sleep(60)
            return "x"

        task = asyncio.ensure_future(release(engine(REWRITE), "好转", Author.MODEL, never))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())


def test_what_is_released_does_not_show_in_a_log() -> None:
    out, _ = released(engine(REWRITE), "病人张某好转", "张某减为一次")
    assert "张某" not in repr(out)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_names_the_rule_and_never_the_words(language: str) -> None:
    messages = Messages(language)
    checked = engine(
        spec("tool-deny", tool="t", explain="请改用问诊。"),
        spec("tool-arg-require", tool="t", requireArg="p"),
        spec("arg-forbid", tool="t", arg="a", pattern="秘密"),
    )
    told = said(messages, checked.before_tool(T, {"a": "秘密"}).events)
    assert told.startswith("【领域约束】")
    assert "tcm/c" in told
    assert "请改用问诊。" in told
    assert "秘密" not in told
    confirm = engine(spec("confirm", tool="t")).before_tool(T, {}).events
    assert "tcm/c" in asked(messages, confirm)
    assert said(messages, confirm).strip() == "【领域约束】"
    assert CUT in rewrite_order(messages, CUT)
    assert noticed(messages, confirm) == ""
    shipped_notice = said(messages, asyncio.run(release(shipped(), "已治愈", Author.MODEL)).events)
    assert "治愈" not in shipped_notice
    assert "no-diagnosis" in shipped_notice


def test_nothing_is_looked_at_where_there_is_no_rule() -> None:
    parts = ["已", "治愈"]
    assert asyncio.run(release(engine(), parts, Author.MODEL)).text == "已治愈"
    assert asyncio.run(release(wording(), parts, Author.MODEL)).text is None
