"""The exit of a real clinic to a server on this machine: what leaves, what is booked, what is told, and what is refused before."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.cost.books import Cause
from core.kernel import Kernel
from core.llm.failure import ModelFailed
from core.llm.question import Answered, Question
from core.llm.request import Finish, Kind, Piece, Request
from core.llm.turn import Turn, under_turn
from core.net.deid.placeholders import Placeholders
from core.services.egress import Boundary, PurposeRule
from core.services.models import Registration
from core.services.spending.prices import Given
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.model_server import DONE, ModelServer, Script, data, model_server, said

pytestmark = pytest.mark.loopback

USAGE = {"prompt_tokens": 500, "completion_tokens": 50, "prompt_cache_hit_tokens": 100}
OK = Script((data(said("好", "stop", usage=USAGE)), DONE))
PURPOSE = "intake-extract"
HERE = PurposeRule((Boundary.ON_DEVICE,), True, 100_000, 8192)
ANYWHERE = PurposeRule(tuple(Boundary), True, 100_000, 8192)


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open() as opened:
        yield opened


def answering(*parts: str, **usage: int) -> Script:
    frames = [data(said(part)) for part in parts[:-1]]
    return Script((*frames, data(said(parts[-1], "stop", usage=usage or USAGE)), DONE))


def registered(kernel: Kernel, server: ModelServer, name: str = "local", kind: str = "llama.cpp") -> None:
    near = Boundary.ON_DEVICE if kind == "llama.cpp" else Boundary.EXTERNAL
    url = f"{server.url}/v1"
    kernel.models.add(Registration(name, f"{name}-server", kind, url, near, context=8192, max_output=1024))


def asked(kernel: Kernel, user: str = "头痛三天。", model: str = "local", **more: Any) -> Answered:
    cause = more.pop("cause", Cause(purpose=more.pop("purpose", PURPOSE)))
    listening = {name: more.pop(name) for name in ("heard", "stop") if name in more}
    question = Question(
        Request(user, **{name: more.pop(name) for name in ("system", "json", "max_tokens") if name in more}),
        cause,
        model,
        **more,
    )
    return asyncio.run(kernel.gateway.ask(question, **listening))


def calls(kernel: Kernel) -> list[tuple[object, ...]]:
    return rows(
        store_of(kernel),
        "SELECT pack, purpose, model, outcome, prompt, completion, cost FROM calls ORDER BY id",
    )


def told(kernel: Kernel) -> list[tuple[str, str, str]]:
    return [
        (str(action), str(outcome), str(reason))
        for action, outcome, reason in rows(
            store_of(kernel),
            "SELECT action, outcome, reason FROM audit WHERE action LIKE 'net.%' OR action IN ('model.egress', 'model.call') ORDER BY seq",
        )
    ]


def test_an_answer_is_asked_for_booked_and_told(kernel: Kernel) -> None:
    with model_server(OK) as server:
        registered(kernel, server)
        kernel.egress.replace({PURPOSE: HERE})
        answer = asked(kernel, cause=Cause(pack="tcm", tool="intake_collect", purpose=PURPOSE, session="s1"))
    assert (answer.reply.text, answer.model, answer.reply.finish) == ("好", "local", Finish.STOP)
    assert answer.settled.cost == 0
    assert calls(kernel) == [("tcm", PURPOSE, "local", "ok", 500, 50, 0)]
    assert told(kernel) == [
        ("model.egress", "ok", ""),
        ("net.begin", "ok", ""),
        ("net.request", "ok", ""),
        ("model.call", "ok", ""),
    ]
    (body,) = (one.json for one in server.asked)
    assert body["messages"] == [{"role": "user", "content": "头痛三天。"}]
    assert body["max_tokens"] == 1024


def test_without_a_policy_nothing_leaves(kernel: Kernel) -> None:
    with model_server(OK) as server:
        registered(kernel, server)
        with pytest.raises(ClinicError, match="egress_no_policy"):
            asked(kernel)
        kernel.egress.replace({"assistant": HERE})
        with pytest.raises(ClinicError, match="egress_no_purpose"):
            asked(kernel)
        assert server.asked == []
    assert calls(kernel) == []
    assert [row[:2] for row in told(kernel)] == [("model.egress", "refused")] * 2


def test_what_is_allowed_here_is_not_allowed_outside_and_nothing_else_is_asked(kernel: Kernel) -> None:
    with model_server(OK) as near, model_server(OK) as far:
        registered(kernel, near)
        registered(kernel, far, "far", "oneapi")
        kernel.egress.replace({PURPOSE: HERE})
        with pytest.raises(ClinicError, match="egress_boundary"):
            asked(kernel, model="far")
        assert near.asked == far.asked == []


def test_a_model_outside_never_learns_who_somebody_is_and_the_answer_names_them(clinic: Clinic) -> None:
    clinic.add("欧阳晓岚", "女", "1985-03-04")
    with clinic.open() as kernel, model_server(answering("[患者", "1]头痛", "减轻。")) as server:
        registered(kernel, server, "far", "oneapi")
        kernel.egress.replace({PURPOSE: ANYWHERE})
        heard: list[Piece] = []
        (record,) = kernel.patients.page().rows
        answer = asked(
            kernel,
            "欧阳晓岚，电话13812345678，头痛减轻。",
            "far",
            system="记录 欧阳晓岚 所说。",
            about=record.record_no,
            heard=heard.append,
        )
        text = json.dumps(server.asked[0].json, ensure_ascii=False)
    assert "欧阳" not in text
    assert "13812345678" not in text
    assert "[患者1]" in text
    assert answer.reply.text == "欧阳晓岚头痛减轻。"
    assert "".join(piece.text for piece in heard if piece.kind is Kind.TEXT) == "欧阳晓岚头痛减轻。"


def test_where_nobody_can_be_taken_out_nothing_leaves(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError

    with model_server(OK) as server:
        registered(kernel, server, "far", "oneapi")
        kernel.egress.replace({PURPOSE: ANYWHERE})
        monkeypatch.setattr("core.services.identities.ClinicIdentities.everybody", broken)
        with pytest.raises(ClinicError, match="deid_unavailable"):
            asked(kernel, model="far")
        assert server.asked == []
    assert calls(kernel) == []
    assert told(kernel) == [("model.egress", "refused", "deid_unavailable")]


def test_data_is_the_object_in_the_answer_with_names_put_back(clinic: Clinic) -> None:
    clinic.add("欧阳晓岚", "女", "1985-03-04")
    with clinic.open() as kernel, model_server(answering('{"name": "[患者1]"}')) as server:
        registered(kernel, server, "far", "oneapi")
        kernel.egress.replace({PURPOSE: ANYWHERE})
        (record,) = kernel.patients.page().rows
        answer = asked(kernel, "欧阳晓岚头痛", "far", json=True, about=record.record_no)
    assert answer.data == {"name": "欧阳晓岚"}
    assert json.loads(answer.reply.text) == answer.data


def test_a_conversation_calls_the_same_person_the_same(clinic: Clinic) -> None:
    clinic.add("欧阳晓岚", "女", "1985-03-04")
    clinic.add("慕容海棠", "女", "1985-03-05")
    with clinic.open() as kernel, model_server(OK) as server:
        registered(kernel, server, "far", "oneapi")
        kernel.egress.replace({PURPOSE: ANYWHERE})
        table = Placeholders()
        asked(kernel, "欧阳晓岚来了。", "far", placeholders=table)
        asked(kernel, "慕容海棠是欧阳晓岚的同事。", "far", placeholders=table)
        first, second = (one.json["messages"][-1]["content"] for one in server.asked)
    name = first.removesuffix("来了。")
    assert name.startswith("[")
    assert second.endswith(f"是{name}的同事。")


def test_P34_unknown_usage_is_unknown_and_its_worst_stays_booked(kernel: Kernel) -> None:
    with model_server(Script((data(said("好", "stop")), DONE))) as server:
        registered(kernel, server, "far", "oneapi")
        kernel.prices.set("far", Given(miss=Decimal(100), output=Decimal(200)))
        kernel.egress.replace({PURPOSE: ANYWHERE})
        answer = asked(kernel, model="far")
    assert answer.settled.cost is None
    assert answer.settled.booked
    assert calls(kernel)[0][4:] == (None, None, None)
    today = kernel.spending.today()
    assert today.spent == answer.settled.booked


def test_a_failed_answer_is_paid_for_as_far_as_is_known(kernel: Kernel) -> None:
    broken = Script(
        (data(said("好", usage=USAGE)), data({"error": {"message": "x", "code": "server_error"}}))
    )
    with model_server(broken) as server:
        registered(kernel, server)
        kernel.egress.replace({PURPOSE: HERE})
        with pytest.raises(ModelFailed) as failed:
            asked(kernel)
    assert failed.value.partial is not None
    assert failed.value.partial.text == "好"
    assert calls(kernel) == [("", PURPOSE, "local", failed.value.code, 500, 50, 0)]
    assert told(kernel)[-1] == ("model.call", "failed", failed.value.code)


def test_S73_an_answer_of_nothing_is_a_failure_that_is_paid_for_and_not_asked_for_again(
    kernel: Kernel,
) -> None:
    with model_server(Script((data(said("", "stop", usage=USAGE)), DONE))) as server:
        registered(kernel, server)
        kernel.egress.replace({PURPOSE: HERE})
        with pytest.raises(ModelFailed) as failed:
            asked(kernel)
        assert len(server.asked) == 1
    assert calls(kernel) == [("", PURPOSE, "local", failed.value.code, 500, 50, 0)]
    assert all(Messages().error(failed.value))


def test_a_server_that_is_not_there_costs_nothing(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    with model_server(OK) as server:
        registered(kernel, server, "far", "oneapi")
    kernel.prices.set("far", Given(miss=Decimal(1), output=Decimal(2)))
    kernel.egress.replace({PURPOSE: ANYWHERE})
    with pytest.raises(ModelFailed, match="net_not_connected"):
        asked(kernel, model="far")
    assert calls(kernel)[0][3:] == ("not_sent", None, None, 0)
    assert kernel.spending.today().spent == 0


def test_a_budget_that_is_spent_stops_a_call_before_it(kernel: Kernel) -> None:
    with model_server(OK) as server:
        registered(kernel, server, "far", "oneapi")
        kernel.prices.set("far", Given(miss=Decimal(1000), output=Decimal(2000)))
        kernel.egress.replace({PURPOSE: ANYWHERE})
        kernel.preferences.change(
            kernel.preferences.read(), {"cost_day_limit": "0.01", "cost_day_action": "block"}
        )
        with pytest.raises(ClinicError, match="day_budget_reached"):
            asked(kernel, model="far")
        assert server.asked == []


def test_of_a_model_here_the_cost_is_known_though_nobody_says_what_it_used(kernel: Kernel) -> None:
    """By a price of nothing it is nothing; how much was used stays unknown."""
    with model_server(Script((data(said("好", "stop")), DONE))) as server:
        registered(kernel, server)
        kernel.egress.replace({PURPOSE: HERE})
        answer = asked(kernel)
    assert answer.reply.usage is None
    assert answer.settled.cost == 0
    assert calls(kernel)[0][4:] == (None, None, 0)
    line = kernel.spending.today().line
    assert line is not None
    assert line.cost == 0
    assert (line.unknown, line.unmeasured) == (0, 1)


def test_every_request_stands_in_the_log_and_none_is_told_as_cut_off_that_was_not(kernel: Kernel) -> None:
    """Attempts, one that told a server to stop, and one to nobody."""
    stop = asyncio.Event()
    started = {"event": "message", "answer": "半", "task_id": "t-1", "conversation_id": "c-1"}
    ended = Script([b'{"result":"success"}'], type="application/json")
    slow = Script([data(started)], close="hold")
    with model_server(Script(status=503), OK, slow, ended) as server:
        registered(kernel, server)
        registered(kernel, server, "app", "dify")
        kernel.egress.replace({PURPOSE: ANYWHERE})
        own = kernel.gateway.line

        def impatient(*given: Any, **more: Any) -> Any:
            line = own(*given, **more)
            return replace(line, limits=replace(line.limits, waits_s=(0.01, 0.01)))

        exit_ = replace(kernel.gateway, line=impatient)
        asyncio.run(exit_.ask(Question(Request("头痛"), Cause(purpose=PURPOSE), "local")))
        asking = exit_.ask(
            Question(Request("头痛"), Cause(purpose=PURPOSE), "app"), heard=lambda _: stop.set(), stop=stop
        )
        assert asyncio.run(asking).reply.text == "半"
        assert [one.path for one in server.asked][2:] == ["/v1/chat-messages", "/v1/chat-messages/t-1/stop"]
    with pytest.raises(ModelFailed, match="net_not_connected"):
        asyncio.run(exit_.ask(Question(Request("头痛"), Cause(purpose=PURPOSE), "local")))
    begun = [one for one in told(kernel) if one[0] == "net.begin"]
    report = kernel.network.report()
    assert [one.requests for one in report.rows] == [3, 2, 2]
    (count,) = report.counts
    assert (count.count, count.allowed, count.cut_off) == (len(begun), 7, 0)


def test_a_stop_keeps_what_had_come_and_books_it(kernel: Kernel) -> None:
    slow = Script((data(said("头痛")), 30.0))
    with model_server(slow) as server:
        registered(kernel, server)
        kernel.egress.replace({PURPOSE: HERE})

        async def stopped() -> Answered:
            stop = asyncio.Event()
            question = Question(Request("头痛"), Cause(purpose=PURPOSE), "local")
            return await kernel.gateway.ask(question, heard=lambda _: stop.set(), stop=stop)

        answer = asyncio.run(stopped())
    assert (answer.reply.text, answer.reply.truncated, answer.reply.finish) == ("头痛", True, Finish.STOPPED)
    assert calls(kernel)[0][3] == "stopped"


def test_a_call_nobody_waits_for_any_more_is_booked_as_unknown(kernel: Kernel) -> None:
    with model_server(Script((data(said("头痛")), 30.0))) as server:
        registered(kernel, server, "far", "oneapi")
        kernel.prices.set("far", Given(miss=Decimal(1), output=Decimal(2)))
        kernel.egress.replace({PURPOSE: ANYWHERE})

        async def left() -> None:
            came = asyncio.Event()
            question = Question(Request("头痛"), Cause(purpose=PURPOSE), "far")
            task = asyncio.ensure_future(kernel.gateway.ask(question, heard=lambda _: came.set()))
            await came.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        asyncio.run(left())
    assert calls(kernel)[0][3:] == ("cut_off", None, None, None)
    assert kernel.spending.today().spent


def test_K44_a_turn_counts_its_own_rounds_and_the_calls_of_its_tools(kernel: Kernel) -> None:
    main = answering("好", prompt_tokens=1000, completion_tokens=200)
    tool = answering("好", prompt_tokens=500, completion_tokens=50)
    with model_server(main, tool, main) as server, under_turn(Turn()) as turn:
        registered(kernel, server)
        kernel.egress.replace({PURPOSE: HERE, "assistant": HERE})
        asked(kernel, purpose="assistant")
        asked(kernel, cause=Cause(pack="tcm", purpose=PURPOSE))
        asked(kernel, purpose="assistant")
    assert (turn.usage.prompt, turn.usage.completion, turn.calls, turn.unknown) == (2500, 450, 3, 0)
    assert [row[0] for row in calls(kernel)] == ["", "tcm", ""]


def test_P35_a_call_outside_of_a_turn_is_recorded_all_the_same(kernel: Kernel) -> None:
    with model_server(OK) as server:
        registered(kernel, server)
        kernel.egress.replace({PURPOSE: HERE})
        asked(kernel)
    assert len(calls(kernel)) == 1


def test_T96_a_turn_of_a_decision_and_an_answer(kernel: Kernel) -> None:
    decision = answering("好", prompt_tokens=20, completion_tokens=2)
    answer = answering("好", prompt_tokens=10, completion_tokens=5)
    with model_server(decision, answer) as server, under_turn(Turn()) as turn:
        registered(kernel, server)
        kernel.egress.replace({PURPOSE: HERE})
        asked(kernel)
        asked(kernel)
    assert (turn.usage.prompt, turn.usage.completion) == (30, 7)


def test_a_purpose_that_is_none_is_refused(kernel: Kernel) -> None:
    with pytest.raises(ClinicError, match="llm_purpose"):
        asked(kernel, purpose="王小明的处方")


def test_the_trail_and_the_book_hold_no_word_of_it(clinic: Clinic) -> None:
    with clinic.open() as kernel, model_server(answering("回答里的话")) as server:
        registered(kernel, server)
        kernel.egress.replace({PURPOSE: HERE})
        asked(kernel, "问题里的话", system="系统里的话")
        kept = str(rows(store_of(kernel), "SELECT * FROM calls")) + str(
            rows(store_of(kernel), "SELECT * FROM audit")
        )
    assert not [word for word in ("回答里", "问题里", "系统里") if word in kept]


def test_what_never_left_is_no_request_of_the_network(kernel: Kernel) -> None:
    """Refused at the door, after money was put aside for it: the trail tells of the call, and of no request."""
    with model_server(OK) as server:
        registered(kernel, server)
        kernel.egress.replace({PURPOSE: HERE})
        own = kernel.gateway.line

        def leads_elsewhere(*given: Any, **more: Any) -> Any:
            return replace(own(*given, **more), resolve=lambda *_: ["192.0.2.1"])

        with pytest.raises(ClinicError, match="endpoint_address"):
            asyncio.run(
                replace(kernel.gateway, line=leads_elsewhere).ask(
                    Question(Request("头痛"), Cause(purpose=PURPOSE), "local")
                )
            )
        assert server.asked == []
    assert told(kernel) == [("model.egress", "ok", ""), ("model.call", "failed", "endpoint_address")]


def test_P32_calls_at_the_same_time_do_not_go_beyond_a_limit(kernel: Kernel) -> None:
    """From eight threads, through the whole exit and a real store: at a price by which three of them fit."""
    with model_server(OK) as server:
        registered(kernel, server, "far", "oneapi")
        kernel.prices.set("far", Given(miss=Decimal(1000), output=Decimal(1000)))
        kernel.egress.replace({PURPOSE: ANYWHERE})
        kernel.preferences.change(
            kernel.preferences.read(), {"cost_day_limit": "4", "cost_day_action": "block"}
        )

        def one(_: int) -> str:
            try:
                return asked(kernel, "头痛", "far", max_tokens=700).settled.cost and "made"  # type: ignore[return-value]
            except ClinicError as error:
                return error.code

        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(one, range(16)))
        count = len(server.asked)
    assert set(found) == {"made", "day_budget_reached"}
    assert found.count("made") == count
    spent = kernel.spending.today().spent
    assert spent is not None
    assert spent == count * Decimal("0.55") <= 4


def test_what_a_server_says_was_used_neither_overflows_the_book_nor_is_believed_beyond_measure(
    kernel: Kernel,
) -> None:
    """At the dearest price there is: five such calls are more than a 64-bit number of the smallest units."""
    most = answering("好", prompt_tokens=10**7, completion_tokens=10**7)
    with model_server(*[most] * 5, answering("好", prompt_tokens=10**7 + 1, completion_tokens=1)) as server:
        registered(kernel, server, "far", "oneapi")
        kernel.prices.set("far", Given(miss=Decimal(100_000), output=Decimal(100_000)))
        kernel.egress.replace({PURPOSE: ANYWHERE})
        for _ in range(5):
            assert asked(kernel, model="far").settled.cost == 2_000_000
        assert kernel.spending.today().spent == 10_000_000
        beyond = asked(kernel, model="far").settled
    assert beyond.cost is None
    assert beyond.booked
