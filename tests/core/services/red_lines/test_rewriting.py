"""A text that a wording rule holds up is rewritten once, by the real exit, in the name and at the cost of the pack whose rule it is."""

import asyncio
from collections.abc import Iterator
from decimal import Decimal

import pytest

from core.constraints.event import Author
from core.constraints.releasing import Released
from core.kernel import Kernel
from core.services.egress import Boundary, PurposeRule
from core.services.models import Registration
from core.services.spending.facts import By
from core.services.spending.prices import Given
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.model_server import DONE, ModelServer, Script, data, model_server, said

pytestmark = pytest.mark.loopback

HELD = "患者已好转，夜醒减少。"
USAGE = {"prompt_tokens": 1000, "completion_tokens": 500, "prompt_cache_hit_tokens": 0}
ANYWHERE = PurposeRule(tuple(Boundary), True, 100_000, 8192)


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open() as opened:
        yield opened


def answering(text: str, status: int = 200) -> Script:
    return Script((data(said(text, "stop", usage=USAGE)), DONE), status=status)


def ready(kernel: Kernel, server: ModelServer) -> None:
    kernel.models.add(Registration("far", "ours", "oneapi", f"{server.url}/v1", max_output=4096))
    kernel.models.choose_default("far")
    kernel.prices.set("far", Given(miss=Decimal(2), output=Decimal(8)))
    kernel.egress.replace({"constraint-rewrite": ANYWHERE})


def released(kernel: Kernel, text: str = HELD) -> Released:
    return asyncio.run(kernel.tools.released(text, Author.MODEL))


def test_K33_a_rewrite_is_one_call_without_tools_billed_to_the_pack(kernel: Kernel) -> None:
    with model_server(answering("夜醒减少。")) as server:
        ready(kernel, server)
        done = released(kernel)
        (asked,) = (one.json for one in server.asked)
    assert (done.text, done.was_rewritten) == ("夜醒减少。", True)
    assert "tools" not in asked
    assert "好转" not in str(asked["messages"])
    columns = "pack, purpose, model, outcome, prompt, completion"
    assert rows(store_of(kernel), f"SELECT {columns} FROM calls") == [
        ("tcm", "constraint-rewrite", "far", "ok", 1000, 500)
    ]
    (line,) = kernel.spending.report(By.PACK).lines
    assert (line.key, line.cost) == ("tcm", Decimal("0.006"))
    (kept,) = kernel.quarantine.every()
    assert kernel.quarantine.show(kept.number).text == HELD


@pytest.mark.parametrize("again", ["头痛已治愈。", "", "  ", "〔…〕夜醒减少。"])
def test_K33_an_answer_that_will_not_do_is_not_asked_for_again(kernel: Kernel, again: str) -> None:
    with model_server(answering(again)) as server:
        ready(kernel, server)
        done = released(kernel)
        assert len(server.asked) == 1
    assert done.text is None
    assert kernel.spending.report(By.PACK).total.calls == 1


def test_K33_a_call_that_fails_ends_in_the_notice(kernel: Kernel) -> None:
    with model_server(Script((b"{}",), status=402, type="application/json")) as server:
        ready(kernel, server)
        assert released(kernel).text is None
        assert len(server.asked) == 1


def test_without_a_policy_for_it_nothing_leaves_and_the_notice_stands(kernel: Kernel) -> None:
    with model_server(answering("夜醒减少。")) as server:
        ready(kernel, server)
        kernel.egress.replace({"assistant": ANYWHERE})
        assert released(kernel).text is None
        assert server.asked == []


def test_where_the_budget_is_spent_the_notice_stands(kernel: Kernel) -> None:
    with model_server(answering("夜醒减少。")) as server:
        ready(kernel, server)
        limits = {"cost_day_limit": "0.001", "cost_day_action": "block"}
        kernel.preferences.change(kernel.preferences.read(), limits)
        assert released(kernel).text is None
        assert server.asked == []
