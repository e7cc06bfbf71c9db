"""A test of a model against a server on this machine: what is found step by step, what is sent, booked and told, and what it may not do."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import pytest

from core.base.errors import ClinicError
from core.base.rights import Role
from core.kernel import Kernel
from core.net.egress import Asked
from core.services.egress import Boundary, PurposeRule
from core.services.model_test.allowance import MOST_BYTES, MOST_TOKENS
from core.services.model_test.model_test import Finding, State, Step, Trial
from core.services.models import Registration
from core.services.spending.prices import Given
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.model_answers import all_well, counting, json_answer, listing, told, tool_call, window
from tests.fakes.model_server import DONE, ModelServer, Script, data, model_server, said
from tests.fakes.people import PASSPHRASES, staffed

pytestmark = pytest.mark.loopback


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open() as opened:
        yield opened


def registered(
    kernel: Kernel, server: ModelServer, kind: str = "llama.cpp", near: Boundary = Boundary.ON_DEVICE
) -> None:
    kernel.models.add(Registration("local", "lab", kind, f"{server.url}/v1", near))


def states(tested: Trial) -> dict[Step, State]:
    return {one.step: one.state for one in tested.findings}


def codes(tested: Trial) -> dict[Step, str]:
    return {one.step: one.code for one in tested.findings}


def audit(kernel: Kernel, action: str) -> list[str]:
    query = "SELECT outcome FROM audit WHERE action = :action ORDER BY seq"
    return [str(outcome) for (outcome,) in rows(store_of(kernel), query, action=action)]


def test_a_model_that_can_all_is_found_to_step_by_step_without_any_policy(kernel: Kernel) -> None:
    heard: list[Finding] = []
    with model_server(*all_well()) as server:
        registered(kernel, server)
        assert kernel.egress.in_force() is None
        tested = kernel.model_test.run("local", heard.append)
    assert tuple(heard) == tested.findings
    assert [one.step for one in heard] == list(Step)
    assert set(states(tested).values()) == {State.OK}
    assert codes(tested)[Step.BOUNDARY] == "boundary_here"
    assert (tested.passed, tested.failure, tested.stopped) == (True, None, False)
    assert (tested.calls, tested.cost) == (3, Decimal(0))
    assert tested.ms is not None
    assert kernel.model_test.last() == (tested,)
    methods = [(one.method, one.path) for one in server.asked]
    asked = ("POST", "/v1/chat/completions")
    assert methods == [("GET", "/v1/models"), asked, asked, asked, ("GET", "/props")]


def test_it_is_booked_and_told_as_any_call(kernel: Kernel) -> None:
    with model_server(*all_well()) as server:
        registered(kernel, server)
        kernel.model_test.run("local")
    query = "SELECT purpose, pack, outcome, prompt FROM calls ORDER BY id"
    assert rows(store_of(kernel), query) == [("model-test", "", "ok", 40)] * 3
    assert audit(kernel, "net.begin") == ["ok"] * 5
    assert audit(kernel, "net.request") == ["ok"] * 5
    assert audit(kernel, "model.call") == ["ok"] * 3
    assert audit(kernel, "model.egress") == ["ok"] * 4
    report = kernel.network.report()
    assert {one.purpose for one in report.rows} == {"model-test"}


def test_what_is_sent_is_the_programs_own(clinic: Clinic) -> None:
    """Whatever the clinic holds, its requests are the same."""

    def sent() -> list[bytes]:
        with clinic.open() as kernel, model_server(*all_well()) as server:
            kernel.models.add(Registration("local", "lab", "llama.cpp", server.url, Boundary.ON_DEVICE))
            kernel.model_test.run("local")
            kernel.models.remove("local")
            return [one.body for one in server.asked]

    before = sent()
    clinic.save(clinic.add("数到", birth="1985"))
    assert sent() == before
    assert all(len(body) < MOST_BYTES for body in before)


def test_the_allowance_is_for_the_test_alone_and_small(kernel: Kernel) -> None:
    allowance = kernel.model_test._allowance
    fits = Asked("model-test", Boundary.EXTERNAL, "p", "m", MOST_BYTES, MOST_TOKENS, True)
    assert allowance.weighed(fits).allowed
    for other in (
        replace(fits, purpose="assistant"),
        replace(fits, input_bytes=MOST_BYTES + 1),
        replace(fits, output_tokens=MOST_TOKENS + 1),
    ):
        assert not allowance.weighed(other).allowed
    # The exit of everybody else knows no such allowance.
    assert kernel.egress.weighed(fits).code == "egress_no_policy"


def test_a_policy_that_names_the_purpose_decides_itself(kernel: Kernel) -> None:
    with model_server(*all_well()) as server:
        registered(kernel, server)
        kernel.egress.replace({"model-test": PurposeRule((), True, 1000, 1000)})
        tested = kernel.model_test.run("local")
        assert codes(tested) == {Step.BOUNDARY: "egress_boundary"}
        assert not tested.passed
        assert server.asked == []
        here = PurposeRule((Boundary.ON_DEVICE,), True, 4096, 4096)
        kernel.egress.replace({"model-test": here})
        assert kernel.model_test.run("local").passed


def test_another_policy_neither_allows_nor_forbids_it(kernel: Kernel) -> None:
    with model_server(*all_well()) as server:
        registered(kernel, server)
        kernel.egress.set_file(kernel.egress.first())
        in_force = kernel.egress.in_force()
        assert in_force is not None
        assert in_force.policy is not None
        assert "model-test" not in in_force.policy.purposes
        assert kernel.model_test.run("local").passed


def test_with_a_damaged_policy_nothing_is_sent(kernel: Kernel) -> None:
    with model_server(*all_well()) as server:
        registered(kernel, server)
        kernel.egress.set_file(kernel.egress.first())
        store_of(kernel).write(
            lambda connection: connection.exec_driver_sql("UPDATE egress_policies SET content = '{}'")
        )
        tested = kernel.model_test.run("local")
        assert codes(tested) == {Step.BOUNDARY: "egress_no_policy"}
        assert server.asked == []


def test_only_an_admin_tests(clinic: Clinic) -> None:
    with clinic.open() as kernel, model_server(*all_well()) as server:
        registered(kernel, server)
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        for ask in (lambda: kernel.model_test.run("local"), kernel.local_servers.look):
            with pytest.raises(ClinicError, match="not_allowed"):
                ask()
    assert server.asked == []


def test_what_a_model_cannot_do_stands_in_the_way_of_nothing(kernel: Kernel) -> None:
    whole = Script((data(said("1 2 3", "stop", model="other")), DONE))
    scripts = (told({}, 404), whole, told({"error": {}}, 400), json_answer("好"), window(2048))
    with model_server(*scripts) as server:
        registered(kernel, server)
        kernel.models.change(kernel.models.with_changes("local", {"context": 8192}))
        tested = kernel.model_test.run("local")
    assert tested.passed
    assert codes(tested) == {
        Step.BOUNDARY: "boundary_here",
        Step.KEY: "no_key_needed",
        Step.REACH: "reached",
        Step.MODELS: "not_listed",
        Step.ANSWER: "answered",
        Step.STREAM: "in_one_piece",
        Step.NAME: "other_name",
        Step.USAGE: "no_usage",
        Step.JSON: "model_request_refused",
        Step.TOOLS: "no_call",
        Step.WINDOW: "window_less",
    }
    assert {step for step, state in states(tested).items() if state is State.LACKS} == {
        *(Step.STREAM, Step.USAGE, Step.JSON, Step.TOOLS, Step.WINDOW)
    }
    assert tested.cost == 0


@pytest.mark.parametrize(
    ("status", "step", "code"),
    [
        (401, Step.REACH, "model_key_refused"),
        (402, Step.REACH, "model_balance"),
        (503, Step.REACH, "model_server"),
    ],
)
def test_a_refusal_ends_it_with_its_own_sentence(kernel: Kernel, status: int, step: Step, code: str) -> None:
    with model_server(told({}, status)) as server:
        registered(kernel, server)
        tested = kernel.model_test.run("local")
        assert len(server.asked) == 1
    assert tested.failure is not None
    assert (tested.failure.step, tested.failure.code) == (step, code)
    assert not tested.passed
    assert tested.calls == 0


def test_an_answer_that_failed_costs_what_is_known_of_it(kernel: Kernel) -> None:
    """It answered and was paid for, and then it broke off with an error."""
    usage = {"prompt_tokens": 1000, "completion_tokens": 0}
    broken = Script((data(said("1 2", usage=usage)), data({"error": {"message": "x"}})))
    with model_server(listing("local"), broken) as server:
        registered(kernel, server, "oneapi", Boundary.EXTERNAL)
        kernel.prices.set("local", Given(miss=Decimal(2), output=Decimal(2)))
        tested = kernel.model_test.run("local")
    assert not tested.passed
    assert (tested.calls, tested.cost) == (1, Decimal("0.002"))


def test_nobody_there(kernel: Kernel) -> None:
    with model_server() as server:
        registered(kernel, server)
    tested = kernel.model_test.run("local")
    assert tested.failure is not None
    assert tested.failure.code == "net_not_connected"
    assert tested.failure.next_step is not None


def test_a_lack_of_a_key_is_told_before_even_a_name_is_asked_for(kernel: Kernel) -> None:
    tested = kernel.model_test.run("deepseek-flash")
    assert codes(tested) == {Step.KEY: "model_key_missing"}
    assert audit(kernel, "net.begin") == []


def test_a_server_here_that_passes_on_is_told_of(kernel: Kernel) -> None:
    with model_server(*all_well()) as server:
        registered(kernel, server, "oneapi", Boundary.EXTERNAL)
        assert codes(kernel.model_test.run("local"))[Step.BOUNDARY] == "boundary_passes_on"


def test_a_stop_ends_it_within_a_second_and_keeps_what_was_found(kernel: Kernel) -> None:
    stopping = threading.Event()
    scripts = (listing("local"), counting(pause=30.0))
    with model_server(*scripts) as server:
        registered(kernel, server)
        threading.Timer(0.5, stopping.set).start()
        began = time.monotonic()
        tested = kernel.model_test.run("local", is_stopped=stopping.is_set)
        assert time.monotonic() - began < 0.5 + 1.5
    assert tested.stopped
    assert [one.step for one in tested.findings] == [Step.KEY, Step.BOUNDARY, Step.REACH, Step.MODELS]
    assert not tested.passed


def test_a_stop_while_the_list_is_waited_for(kernel: Kernel) -> None:
    stopping = threading.Event()
    with model_server(Script((30.0,))) as server:
        registered(kernel, server)
        threading.Timer(0.3, stopping.set).start()
        began = time.monotonic()
        tested = kernel.model_test.run("local", is_stopped=stopping.is_set)
        assert time.monotonic() - began < 0.3 + 1.5
    assert tested.stopped
    assert audit(kernel, "net.request") == ["failed"]


def test_a_stop_while_the_keyring_is_waited_for(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that asks somebody for a password answers when they do, and nobody waits for that."""
    is_over, stop = threading.Event(), threading.Event()

    def asking(*_: object) -> None:
        stop.set()
        is_over.wait(10)

    monkeypatch.setattr("core.services.model_keys.ModelKeys.key_for", asking)
    with model_server(listing("local")) as server:
        registered(kernel, server)
        began = time.monotonic()
        try:
            tested = kernel.model_test.run("local", is_stopped=stop.is_set)
            assert time.monotonic() - began < 5
        finally:
            is_over.set()
        assert server.asked == []
    assert (tested.stopped, tested.findings) == (True, ())


def test_a_model_that_was_changed_or_has_another_key_counts_as_untested(kernel: Kernel) -> None:
    with model_server(*all_well()) as server:
        registered(kernel, server)
        kernel.model_test.run("local")
        kernel.model_keys.enter("lab", "sk-0123456789")
        assert kernel.model_test.last() == ()
    with model_server(*all_well()) as server:
        kernel.models.change(kernel.models.with_changes("local", {"base_url": f"{server.url}/v1"}))
        kernel.model_test.run("local")
        assert len(kernel.model_test.last()) == 1
        kernel.models.change(kernel.models.with_changes("local", {"context": 4096}))
        assert kernel.model_test.last() == ()


def test_one_that_only_thinks_answered(kernel: Kernel) -> None:
    thinking = {"choices": [{"index": 0, "delta": {"reasoning_content": "想"}, "finish_reason": "length"}]}
    scripts = (listing("local"), Script((data(thinking), DONE)), json_answer(), tool_call(), window(8192))
    with model_server(*scripts) as server:
        registered(kernel, server)
        tested = kernel.model_test.run("local")
    assert codes(tested)[Step.ANSWER] == "thought_only"
    assert tested.passed


def test_the_role_of_an_admin_by_hand(clinic: Clinic) -> None:
    with (
        clinic.open(by_hand=True, role=Role.PHYSICIAN) as kernel,
        pytest.raises(ClinicError, match="not_allowed"),
    ):
        kernel.model_test.run("deepseek-flash")
