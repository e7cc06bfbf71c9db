"""`context.llm` through the real exit: whose call it is, what comes back, what stops it."""

import threading
import time
from collections.abc import Mapping
from decimal import Decimal

import pytest

from core.base.errors import ClinicError
from core.packhost.api import Context
from core.packhost.current_call import CurrentCall, under
from core.packhost.worker.ports import ContextPorts
from core.services.egress import Boundary, PurposeRule
from core.services.models import Registration
from core.services.patients.patients import Given as Person
from core.services.spending.prices import Given
from tests.core.packhost.context.conftest import Stand
from tests.fakes.clinic import rows, store_of
from tests.fakes.model_server import DONE, ModelServer, Script, data, model_server, said

pytestmark = pytest.mark.loopback

USAGE = {"prompt_tokens": 500, "completion_tokens": 50, "prompt_cache_hit_tokens": 100}
ANYWHERE = PurposeRule(tuple(Boundary), True, 100_000, 8192)


def answering(text: str) -> Script:
    return Script((data(said(text, "stop", usage=USAGE)), DONE))


def ready(stand: Stand, server: ModelServer, name: str = "far") -> None:
    kernel = stand.kernel
    kernel.models.add(Registration(name, f"{name}-ours", "oneapi", f"{server.url}/v1", max_output=4096))
    kernel.models.choose_default(name)
    kernel.prices.set(name, Given(miss=Decimal(2), output=Decimal(8)))
    kernel.egress.replace({"intake-extract": ANYWHERE})


def booked(stand: Stand) -> list[tuple[object, ...]]:
    return rows(store_of(stand.kernel), "SELECT pack, tool, purpose, session FROM calls ORDER BY id")


def test_a_call_is_its_packs_and_its_tools_whatever_the_pack_says(stand: Stand) -> None:
    context = stand.context()
    with model_server(answering('好 {"a": 1} 了')) as server, stand.calling(context):
        ready(stand, server)
        answer = context.llm.ask("头痛", purpose="intake-extract", json=True, temperature=0)
        with pytest.raises(TypeError):
            context.llm.ask("头痛", purpose="intake-extract", pack="tcm")  # type: ignore[call-arg]
        (asked,) = (one.json for one in server.asked)
    assert (answer.text, answer.data, answer.purpose) == ('好 {"a": 1} 了', {"a": 1}, "intake-extract")
    assert answer.usage == {"prompt": 500, "completion": 50, "hit": 100, "miss": 400, "reasoning": 0}
    assert asked["temperature"] == 0
    assert asked["response_format"] == {"type": "json_object"}
    assert "tools" not in asked
    assert booked(stand) == [("demo", "pack__demo__t", "intake-extract", "s1")]


def test_what_a_provider_does_not_say_of_its_cache_is_not_told_as_nothing(stand: Stand) -> None:
    context = stand.context()
    usage = {"prompt_tokens": 500, "completion_tokens": 50}
    untold = Script((data(said("好", "stop", usage=usage)), DONE))
    with model_server(untold) as server, stand.calling(context):
        ready(stand, server)
        answer = context.llm.ask("头痛", purpose="intake-extract")
    assert answer.usage == {"prompt": 500, "completion": 50, "reasoning": 0}


def test_K45_what_is_no_object_is_no_data_and_nothing_is_asked_again(stand: Stand) -> None:
    context = stand.context()
    with model_server(answering("[1]")) as server, stand.calling(context):
        ready(stand, server)
        answer = context.llm.ask("头痛", purpose="intake-extract", json=True)
        assert len(server.asked) == 1
    assert (answer.text, answer.data) == ("[1]", None)


def test_P36_what_a_thread_of_a_pack_asks_is_that_packs(stand: Stand) -> None:
    context = stand.context()
    with model_server(answering("好")) as server:
        ready(stand, server)
        thread = threading.Thread(
            target=context.llm.ask, args=("头痛",), kwargs={"purpose": "intake-extract"}
        )
        thread.start()
        thread.join()
    assert booked(stand) == [("demo", "", "intake-extract", "")]


def test_calls_at_the_same_time_are_each_their_own_packs(stand: Stand) -> None:
    with model_server(Script((data(said("好")), 0.2, data(said("", "stop", usage=USAGE)), DONE))) as server:
        ready(stand, server)

        def ask(name: str) -> None:
            context = stand.context(name)
            with stand.calling(context):
                context.llm.ask("头痛", purpose="intake-extract")

        threads = [threading.Thread(target=ask, args=(name,)) for name in ("one", "two") * 4]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(str(row[0]) for row in booked(stand)) == ["one"] * 4 + ["two"] * 4


def ask_often(context: Context, times: int) -> None:
    for _ in range(times):
        context.llm.ask("头痛", purpose="intake-extract")


def test_all_that_is_asked_for_one_call_of_a_tool_is_one_task(stand: Stand) -> None:
    context = stand.context()
    stand.kernel.preferences.change(stand.kernel.preferences.read(), {"cost_task_limit": "0.05"})
    with model_server(answering("好")) as server:
        ready(stand, server)
        for _ in range(2):
            # At the worst 0.017 yuan each, 0.0014 once settled: forty of them fit into no task.
            with stand.calling(context), pytest.raises(ClinicError, match="task_budget_reached"):
                ask_often(context, 40)
        tasks = rows(store_of(stand.kernel), "SELECT run, task, count(*) FROM calls GROUP BY task")
    assert len(tasks) == 2
    assert all(run == task != "" and 1 < int(str(count)) < 40 for run, task, count in tasks)


def test_a_context_in_another_packs_hands_asks_nothing(stand: Stand) -> None:
    mine, theirs = stand.context("mine"), stand.context("theirs")
    with stand.calling(theirs), pytest.raises(ClinicError, match="tool_outside_call"):
        mine.llm.ask("头痛", purpose="intake-extract")
    assert booked(stand) == []


def test_after_its_call_a_pack_asks_nothing(stand: Stand) -> None:
    context = stand.context()
    with stand.calling(context) as unit:
        unit.close()
        with pytest.raises(ClinicError, match="tool_over"):
            context.llm.ask("头痛", purpose="intake-extract")


def test_what_nobody_waits_for_any_more_is_stopped_and_booked(stand: Stand) -> None:
    context = stand.context()
    with model_server(Script((data(said("头")), 30.0))) as server, stand.calling(context) as unit:
        ready(stand, server)
        threading.Timer(0.3, unit.close).start()
        began = time.monotonic()
        with pytest.raises(ClinicError, match="tool_stopped"):
            context.llm.ask("头痛", purpose="intake-extract")
        assert time.monotonic() - began < 5
    (outcome,) = rows(store_of(stand.kernel), "SELECT outcome FROM calls")
    assert outcome == ("stopped",)


@pytest.mark.parametrize(("user", "most"), [("", 10), ("  ", 10), ("头痛", 0), ("头痛", -1)])
def test_a_question_that_is_none_is_refused(stand: Stand, user: str, most: int) -> None:
    context = stand.context()
    with stand.calling(context), pytest.raises(ClinicError, match="llm_question"):
        context.llm.ask(user, purpose="intake-extract", max_tokens=most)


def test_a_worker_asks_by_the_same_port(stand: Stand) -> None:
    context = stand.context()
    with model_server(answering("好")) as server, stand.calling(context):
        ready(stand, server)
        done = ContextPorts(context).answer("llm.ask", {"user": "头痛", "purpose": "intake-extract"})
    assert isinstance(done, Mapping)
    assert done["text"] == "好"
    assert booked(stand) == [("demo", "pack__demo__t", "intake-extract", "s1")]


def test_the_patient_of_the_call_is_taken_out_and_put_back(stand: Stand) -> None:
    record_no = stand.kernel.patients.register(Person("王一", "女"), "测试").patient.record_no
    context: Context = stand.context()
    with model_server(answering("[患者1]好些了")) as server, stand.calling(context) as unit:
        ready(stand, server)
        with under(CurrentCall(context.name, "t", unit, record_no)):
            answer = context.llm.ask("王一头痛减轻。", purpose="intake-extract")
        (asked,) = (one.json for one in server.asked)
    assert "王一" not in str(asked)
    assert answer.text == "王一好些了"


def test_K49_without_a_key_the_refusal_names_the_model_and_nothing_leaves(stand: Stand) -> None:
    context = stand.context()
    stand.kernel.egress.replace({"intake-extract": ANYWHERE})
    with stand.calling(context), pytest.raises(ClinicError) as refused:
        context.llm.ask("头痛", purpose="intake-extract")
    assert refused.value.code in {"model_key_missing", "model_keyring_unavailable"}
    assert booked(stand) == []


@pytest.mark.parametrize(
    ("script", "truncated"),
    [
        (answering("好"), False),
        (Script((data(said("好")),)), True),
        (Script((data(said("好", "length")), DONE)), True),
    ],
)
def test_an_answer_that_is_not_whole_says_so(stand: Stand, script: Script, truncated: bool) -> None:
    context = stand.context()
    with model_server(script) as server, stand.calling(context):
        ready(stand, server)
        assert context.llm.ask("头痛", purpose="intake-extract").truncated is truncated
