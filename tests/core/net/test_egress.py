"""What may be given to a model: for each way to be refused, the same question without it is allowed."""

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import Refused
from core.base.messages import LANGUAGES, Messages
from core.net.boundary import Boundary
from core.net.egress import Asked, decide
from core.net.egress_policy import EgressPolicy, PurposeRule, policy

BOTH = tuple(Boundary)
POLICY = policy(
    3,
    {
        "patient-extract": PurposeRule(BOTH, True, 1000, 100),
        "assistant": PurposeRule((Boundary.ON_DEVICE,), True, 1000, 100),
        "visit-compare": PurposeRule((Boundary.EXTERNAL,), True, 1000, 100),
        "log-diagnosis": PurposeRule((), True, 1000, 100),
        "regulation-web": PurposeRule(BOTH, False, 1000, 100),
    },
)
ASKED = Asked("patient-extract", Boundary.EXTERNAL, "deepseek", "deepseek-flash", 1000, 100, True)


def code(policy: EgressPolicy | None = POLICY, **changes: Any) -> str:
    return decide(policy, replace(ASKED, **changes)).code


def test_without_a_policy_nothing_is_given_to_any_model() -> None:
    for boundary in Boundary:
        assert code(None, boundary=boundary) == "egress_no_policy"
        assert code(policy(1, {}), boundary=boundary) == "egress_no_purpose"


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, "allowed"),
        ({"boundary": Boundary.ON_DEVICE}, "allowed"),
        ({"boundary": Boundary.ON_DEVICE, "deidentified": False}, "allowed"),
        ({"deidentified": False}, "egress_identified"),
        ({"purpose": "regulation-web", "deidentified": False}, "allowed"),
        ({"purpose": "intake-extract"}, "egress_no_purpose"),
        ({"purpose": "Patient-Extract"}, "egress_no_purpose"),
        ({"purpose": ""}, "egress_no_purpose"),
        ({"purpose": "assistant"}, "egress_boundary"),
        ({"purpose": "assistant", "boundary": Boundary.ON_DEVICE}, "allowed"),
        ({"purpose": "visit-compare", "boundary": Boundary.ON_DEVICE}, "egress_boundary"),
        ({"purpose": "visit-compare"}, "allowed"),
        ({"purpose": "log-diagnosis"}, "egress_boundary"),
        ({"purpose": "log-diagnosis", "boundary": Boundary.ON_DEVICE}, "egress_boundary"),
        ({"input_bytes": 1001}, "egress_input_long"),
        ({"input_bytes": -1}, "egress_input_long"),
        ({"output_tokens": 101}, "egress_output_long"),
        ({"output_tokens": 0}, "egress_output_long"),
        ({"purpose": "assistant", "output_tokens": 101, "deidentified": False}, "egress_boundary"),
    ],
)
def test_the_first_that_holds_is_said(changes: dict[str, Any], wanted: str) -> None:
    decision = decide(POLICY, replace(ASKED, **changes))
    assert (decision.code, decision.allowed) == (wanted, wanted == "allowed")
    if decision.refusal is None:
        decision.require()
        return
    with pytest.raises(Refused, match=wanted):
        decision.require()
    for language in LANGUAGES:
        assert all(Messages(language).error(decision.refusal))


def test_the_evidence_says_what_was_decided_and_nothing_of_the_text() -> None:
    told = decide(POLICY, ASKED).evidence()
    assert told == {
        "schema": "mingdao/model-egress-evidence@v1",
        "purpose": "patient-extract",
        "boundary": "external",
        "provider": "deepseek",
        "model": "deepseek-flash",
        "input_bytes": 1000,
        "output_tokens": 100,
        "deidentified": True,
        "revision": 3,
        "policy": POLICY.digest,
        "decision": "allowed",
    }
    none = decide(None, replace(ASKED, purpose="张三 13800138000")).evidence()
    assert (none["purpose"], none["revision"], none["policy"], none["decision"]) == (
        "",
        0,
        "",
        "egress_no_policy",
    )


asked = st.builds(
    Asked,
    st.sampled_from([*POLICY.purposes, "of-some-pack"]),
    st.sampled_from(Boundary),
    st.just("p"),
    st.just("m"),
    st.integers(-10, 2000),
    st.integers(-10, 200),
    st.booleans(),
)


@given(asked)
def test_nothing_about_a_patient_leaves_identified_or_over_a_boundary_that_is_not_listed(one: Asked) -> None:
    decision = decide(POLICY, one)
    if not decision.allowed:
        return
    rule = POLICY.purposes[one.purpose]
    assert one.boundary in rule.boundaries
    assert one.deidentified or one.boundary is Boundary.ON_DEVICE or one.purpose == "regulation-web"
    assert 0 <= one.input_bytes <= rule.max_input_bytes
    assert 1 <= one.output_tokens <= rule.max_output_tokens


def test_a_question_has_no_place_for_a_text() -> None:
    assert {one.name for one in fields(Asked)} == {
        "purpose",
        "boundary",
        "provider",
        "model",
        "input_bytes",
        "output_tokens",
        "deidentified",
    }
