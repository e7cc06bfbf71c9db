"""The policy of a clinic: none until an admin sets one, monotone, every revision kept, each decision told."""

import json
from typing import Any

import pytest

from core.base.errors import ClinicError
from core.events.model import EgressPolicyChanged
from core.kernel import Kernel
from core.services.egress import Asked, Boundary, PurposeRule
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.people import PASSPHRASES, staffed

ON_DEVICE = PurposeRule((Boundary.ON_DEVICE,), True, 1000, 100)
BOTH = PurposeRule(tuple(Boundary), True, 1000, 100)
ASKED = Asked("patient-extract", Boundary.EXTERNAL, "deepseek", "deepseek-flash", 10, 10, True)


def told(kernel: Kernel, action: str) -> list[dict[str, Any]]:
    found = rows(
        store_of(kernel),
        "SELECT outcome, reason, detail FROM audit WHERE action = :action ORDER BY seq",
        action=action,
    )
    return [
        {"outcome": outcome, "reason": reason, **json.loads(str(detail))} for outcome, reason, detail in found
    ]


def test_nothing_is_given_to_a_model_until_a_policy_is_set(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        assert kernel.egress.in_force() is None
        assert kernel.egress.decide(ASKED).code == "egress_no_policy"
        kernel.egress.replace({"patient-extract": BOTH})
        assert kernel.egress.decide(ASKED).allowed
        first, second = told(kernel, "model.egress")
    assert (first["outcome"], first["reason"], first["revision"]) == ("refused", "egress_no_policy", 0)
    assert (second["outcome"], second["reason"], second["revision"]) == ("ok", "", 1)
    assert (second["purpose"], second["input_bytes"], second["decision"]) == (
        "patient-extract",
        10,
        "allowed",
    )


def test_it_holds_from_the_next_question_on(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.egress.replace({"patient-extract": BOTH})
        assert kernel.egress.decide(ASKED).allowed
        kernel.egress.replace({"patient-extract": ON_DEVICE})
        assert kernel.egress.decide(ASKED).code == "egress_boundary"
        kernel.egress.replace({})
        assert kernel.egress.decide(ASKED).code == "egress_no_purpose"


def test_what_somebody_set_meanwhile_is_not_written_over(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.egress.replace({"patient-extract": ON_DEVICE}, seen=0)
        for seen in (0, 2):
            with pytest.raises(ClinicError, match="egress_policy_changed"):
                kernel.egress.replace({"patient-extract": BOTH}, seen=seen)
        assert kernel.egress.decide(ASKED).code == "egress_boundary"
        kernel.egress.replace({"patient-extract": BOTH}, seen=1)
        assert kernel.egress.decide(ASKED).allowed


def test_the_revision_only_goes_up_and_all_of_them_stay(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        heard: list[int] = []
        kernel.bus.subscribe(EgressPolicyChanged, lambda event: heard.append(event.revision))
        shown = kernel.egress.replace({"patient-extract": ON_DEVICE})
        one = kernel.egress.exported()
        assert (shown.added, shown.changed, shown.removed, shown.outside) == (
            ("patient-extract",),
            (),
            (),
            (),
        )
        shown = kernel.egress.replace({"patient-extract": BOTH, "of-a-pack": ON_DEVICE})
        assert (shown.added, shown.changed) == (("of-a-pack",), ("patient-extract",))
        assert (shown.unknown, shown.outside) == (("of-a-pack",), ("patient-extract",))
        for revision in (b'"revision":1', b'"revision":2'):
            with pytest.raises(ClinicError, match="egress_policy_older"):
                kernel.egress.set_file(one.replace(b'"revision":1', revision))
        kernel.egress.set_file(one.replace(b'"revision":1', b'"revision":9'))
        kernel.egress.set_file(kernel.egress.exported())
        every = kernel.egress.history()
        assert [(kept.revision, kept.by) for kept in every] == [(9, "李大夫"), (2, "李大夫"), (1, "李大夫")]
        assert heard == [1, 2, 9]
        entered = told(kernel, "egress.policy")
    assert [(row["revision"], row["policy"], row["outside"]) for row in entered] == [
        (kept.revision, kept.digest, ["patient-extract"] if kept.revision == 2 else [])
        for kept in reversed(every)
    ]


def test_the_same_file_is_the_same_policy_in_another_clinic(clinic: Clinic, tmp_path_factory: Any) -> None:
    from tests.fakes.clinic import new_clinic

    with clinic.open() as kernel:
        kernel.egress.replace({"patient-extract": BOTH})
        file, here = kernel.egress.exported(), kernel.egress.in_force()
    with new_clinic(tmp_path_factory.mktemp("other")).open() as kernel:
        kernel.egress.set_file(file)
        there = kernel.egress.in_force()
    assert here is not None
    assert there is not None
    assert (here.digest, here.policy) == (there.digest, there.policy)


@pytest.mark.parametrize(
    "change",
    [
        "content = replace(content, '\"on_device\"', '\"external\"')",
        "content = replace(content, '}}}', '}}} ')",
        "content = '{}'",
        "content = ''",
        "digest = 'x'",
        "revision = 5",
    ],
)
def test_one_that_was_altered_in_the_store_counts_as_none(clinic: Clinic, change: str) -> None:
    with clinic.open() as kernel:
        kernel.egress.replace({"patient-extract": ON_DEVICE})
    clinic.execute(f"UPDATE egress_policies SET {change}")
    with clinic.open() as kernel:
        found = kernel.egress.in_force()
        assert found is not None
        assert found.policy is None
        for boundary in Boundary:
            asked = Asked("patient-extract", boundary, "p", "m", 10, 10, True)
            assert kernel.egress.decide(asked).code == "egress_no_policy"
        with pytest.raises(ClinicError, match="egress_policy_damaged"):
            kernel.egress.exported()
        kernel.egress.replace({"patient-extract": ON_DEVICE})
        assert kernel.egress.in_force() != found


def test_to_begin_with_there_is_one_to_read_and_set_that_lets_nothing_leave(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        first = kernel.egress.first()
        with pytest.raises(ClinicError, match="egress_no_policy_yet"):
            kernel.egress.exported()
        assert kernel.egress.preview(first).outside == ()
        kernel.egress.set_file(first)
        assert kernel.egress.decide(ASKED).code == "egress_boundary"


def test_only_an_admin_sets_it_and_an_auditor_may_read_it(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        for ask in (
            lambda: kernel.egress.replace({}),
            lambda: kernel.egress.set_file(b"{}"),
            kernel.egress.history,
        ):
            with pytest.raises(ClinicError, match="not_allowed"):
                ask()
        assert kernel.egress.decide(ASKED).code == "egress_no_policy"
    with clinic.open(passphrase=PASSPHRASES["孙审计"]) as kernel:
        assert kernel.egress.history() == ()
