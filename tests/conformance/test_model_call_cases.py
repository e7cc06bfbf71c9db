"""Cases K44, T101 and pitfalls P38, P41: what calls of models come to, from the question of a pack to the view of costs."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest

from core.cost.books import Cause
from core.cost.windows import Window
from core.kernel import Kernel
from core.llm.question import Question
from core.llm.request import Request
from core.llm.turn import Turn, under_turn
from core.services.egress import Boundary, PurposeRule
from core.services.models import Registration
from core.services.spending.prices import Given
from core.services.spending.spending import By
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.model_server import DONE, ModelServer, Script, data, model_server, said
from tests.fakes.pack_folder import pack_at, trusted

pytestmark = pytest.mark.loopback

INTAKE, ASSISTANT = "intake-extract", "assistant"
MILLION = Decimal(1_000_000)
ASKING = """
from core.packhost.api import Pack, Result, Tool


def ask(arguments, context):
    return Result(context.llm.ask("头痛三天。", purpose="intake-extract").text)


def create_pack(context):
    return Pack(tools=[Tool("ask", "问", "问一句", {"type": "object"}, ask, read_only=True)])
"""


def answering(prompt: int, completion: int) -> Script:
    usage = {"prompt_tokens": prompt, "completion_tokens": completion}
    return Script((data(said("好", "stop", usage=usage)), DONE))


def ready(kernel: Kernel, server: ModelServer) -> None:
    """A model outside at ¥2 and ¥8 for a million tokens."""
    kernel.models.add(Registration("far", "far-ours", "oneapi", f"{server.url}/v1", max_output=4096))
    kernel.models.choose_default("far")
    kernel.prices.set("far", Given(miss=Decimal(2), output=Decimal(8)))
    rule = PurposeRule(tuple(Boundary), True, 100_000, 8192)
    kernel.egress.replace({INTAKE: rule, ASSISTANT: rule})


def ask(kernel: Kernel, cause: Cause) -> Any:
    return asyncio.run(kernel.gateway.ask(Question(Request("头痛三天。"), cause)))


def cost(prompt: int, completion: int) -> Decimal:
    return (2 * prompt + 8 * completion) / MILLION


def test_K44_usage_of_a_pack_joins_the_turn_and_its_cost_is_the_packs(clinic: Clinic) -> None:
    main = answering(1000, 200)
    with clinic.open() as kernel, model_server(main, answering(500, 50), main) as server:
        ready(kernel, server)
        with under_turn(Turn()) as turn:
            for cause in (Cause(purpose=ASSISTANT), Cause("tcm", purpose=INTAKE), Cause(purpose=ASSISTANT)):
                ask(kernel, cause)
        assert (turn.usage.prompt, turn.usage.completion) == (2500, 450)
        assert rows(store_of(kernel), "SELECT purpose FROM calls WHERE pack = 'tcm'") == [(INTAKE,)]
        by_pack = {one.key: one.cost for one in kernel.spending.report(By.PACK).lines}
        assert by_pack == {"tcm": cost(500, 50), "": 2 * cost(1000, 200)}
        assert kernel.spending.today().spent == cost(500, 50) + 2 * cost(1000, 200)


def test_T101_what_a_pack_asks_during_intake_is_seen_and_counted_once(clinic: Clinic) -> None:
    trusted(clinic.home, pack_at(clinic.home.folder / "packs" / "asking", {"pack.py": ASKING}, name="asking"))
    with model_server(answering(500_000, 50_000)) as server:
        with clinic.open() as kernel:
            ready(kernel, server)
        assert clinic.json("tool", "call", "pack__asking__ask")["output"] == "好"
        assert len(server.asked) == 1
    expected = cost(500_000, 50_000)
    for by, key in (("purpose", INTAKE), ("pack", "asking"), ("tool", "pack__asking__ask")):
        (line,) = clinic.json("cost", "--by", by)["lines"]
        assert (line["key"], line["calls"], Decimal(str(line["cost"]))) == (key, 1, expected)
    assert INTAKE in clinic.run("cost", "--by", "purpose").out
    with clinic.open() as kernel:
        assert kernel.spending.today().spent == expected > 0


def test_P41_calls_at_the_same_time_are_all_in_the_book(clinic: Clinic) -> None:
    with clinic.open() as kernel, model_server(answering(1000, 100)) as server:
        ready(kernel, server)
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(lambda _: ask(kernel, Cause("tcm", purpose=INTAKE)), range(24)))
    with clinic.open() as kernel:
        assert rows(store_of(kernel), "SELECT count(*), sum(outcome = 'ok') FROM calls") == [(24, 24)]
        assert kernel.spending.today().spent == 24 * cost(1000, 100)


def test_P38_a_zone_that_is_none_changes_neither_the_day_nor_the_peak(clinic: Clinic) -> None:
    assert clinic.refused("settings", "set", "zone", "Mars/Olympus")["code"] == "setting_unfit"
    with clinic.open() as kernel, model_server(answering(1, 1)) as server:
        ready(kernel, server)
        # Half past nine of a Friday in Shanghai, still Thursday where the universal day is kept.
        now = datetime.fromisoformat("2026-11-27T01:30:00+00:00")
        clinic.clock.advance(seconds=(now - clinic.clock.now()).total_seconds())
        tariff = kernel.spending.tariff("deepseek-flash")
        assert tariff.price is not None
        assert tariff.price.window is Window.PEAK
        ask(kernel, Cause(purpose=INTAKE))
        assert rows(store_of(kernel), "SELECT day FROM calls") == [("2026-11-27",)]
