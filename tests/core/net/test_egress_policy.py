"""A policy is exactly what it is, in one form of bytes; anything else is none."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import UserError
from core.base.messages import LANGUAGES, Messages
from core.net.boundary import Boundary
from core.net.egress_policy import (
    MOST_BYTES,
    MOST_TOKENS,
    EgressPolicy,
    PurposeRule,
    policy,
    read_policy,
)

RULE = {
    "potentiallySensitiveDataBoundaries": ["on_device", "external"],
    "deidentificationRequired": True,
    "maxInputBytes": 65536,
    "maxOutputTokens": 512,
}
POLICY = {
    "schema": "mingdao/model-egress-policy@v1",
    "revision": 7,
    "purposes": {"patient-extract": RULE, "assistant": {**RULE, "potentiallySensitiveDataBoundaries": []}},
}


def raw(document: object) -> bytes:
    return json.dumps(document).encode()


def changed(change: Callable[[Any], object]) -> bytes:
    document = json.loads(raw(POLICY))
    change(document)
    return raw(document)


def test_its_form_is_one_whatever_the_file_looks_like() -> None:
    found = read_policy(raw(POLICY))
    reordered = {
        "purposes": {
            name: dict(reversed(list(RULE.items())))
            if name == "patient-extract"
            else POLICY["purposes"][name]  # type: ignore[index]
            for name in ("assistant", "patient-extract")
        },
        "revision": 7,
        "schema": POLICY["schema"],
    }
    other = read_policy("\ufeff".encode() + json.dumps(reordered, indent=4).encode())
    assert found.canonical == other.canonical
    assert found.digest == other.digest
    assert found.canonical == (
        b'{"schema":"mingdao/model-egress-policy@v1","revision":7,"purposes":{'
        b'"assistant":{"potentiallySensitiveDataBoundaries":[],"deidentificationRequired":true,"maxInputBytes":65536,"maxOutputTokens":512},'
        b'"patient-extract":{"potentiallySensitiveDataBoundaries":["on_device","external"],"deidentificationRequired":true,'
        b'"maxInputBytes":65536,"maxOutputTokens":512}}}'
    )
    assert read_policy(found.canonical).canonical == found.canonical
    assert found.purposes["patient-extract"] == PurposeRule(tuple(Boundary), True, 65536, 512)


def test_no_purpose_at_all_is_a_policy_that_refuses_everything() -> None:
    assert read_policy(raw({**POLICY, "purposes": {}})).purposes == {}


def _of(document: Any) -> Any:
    return document["purposes"]["patient-extract"]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda d: d.update(schema="mingdao/model-egress-policy@v2"),
        lambda d: d.update(allowAll=True),
        lambda d: d.pop("revision"),
        lambda d: d.pop("purposes"),
        lambda d: d.update(revision=0),
        lambda d: d.update(revision=True),
        lambda d: d.update(revision="7"),
        lambda d: d.update(revision=7.0),
        lambda d: d.update(revision=2**31),
        lambda d: d.update(purposes=[]),
        lambda d: d["purposes"].update({"Patient": RULE}),
        lambda d: d["purposes"].update({"patient extract": RULE}),
        lambda d: d["purposes"].update({"x\n": RULE}),
        lambda d: d["purposes"].update(
            {f"p{'x' * n}": RULE for n in range(1, 20)}
            | dict.fromkeys((f"a-{'b' * n}-{'c' * m}" for n in range(1, 9) for m in range(1, 9)), RULE)
        ),
        lambda d: d["purposes"].update(assistant=None),
        lambda d: _of(d).update(extra=1),
        lambda d: _of(d).pop("maxInputBytes"),
        lambda d: _of(d).update(potentiallySensitiveDataBoundaries=["external", "on_device"]),
        lambda d: _of(d).update(potentiallySensitiveDataBoundaries=["on_device", "on_device"]),
        lambda d: _of(d).update(potentiallySensitiveDataBoundaries=["on_device", "lan"]),
        lambda d: _of(d).update(potentiallySensitiveDataBoundaries="on_device"),
        lambda d: _of(d).update(potentiallySensitiveDataBoundaries=None),
        lambda d: _of(d).update(deidentificationRequired=False),
        lambda d: _of(d).update(deidentificationRequired=1),
        lambda d: _of(d).update(maxInputBytes=0),
        lambda d: _of(d).update(maxInputBytes=MOST_BYTES + 1),
        lambda d: _of(d).update(maxOutputTokens=MOST_TOKENS + 1),
        lambda d: _of(d).update(maxOutputTokens=-1),
        lambda d: _of(d).update(maxOutputTokens=True),
        lambda d: _of(d).update(maxOutputTokens=1.5),
    ],
)
def test_nothing_is_repaired(wrong: Callable[[Any], object]) -> None:
    with pytest.raises(UserError, match="egress_policy_unfit") as refused:
        read_policy(changed(wrong))
    for language in LANGUAGES:
        assert all(Messages(language).error(refused.value))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff\xfe{}",
        raw(POLICY)[:-1] + b',"revision":8}',
        raw(POLICY) + b" x",
        b" " * (1 << 16) + raw(POLICY),
        b'{"schema":NaN}',
    ],
)
def test_what_is_no_document_is_no_policy(text: bytes) -> None:
    with pytest.raises(UserError, match="egress_policy_unfit"):
        read_policy(text)


def test_only_texts_without_patients_may_leave_as_they_are() -> None:
    def identified(purpose: str) -> bytes:
        return raw({**POLICY, "purposes": {purpose: {**RULE, "deidentificationRequired": False}}})

    assert not read_policy(identified("regulation-web")).purposes["regulation-web"].deidentification
    for purpose in ("visit-compare", "of-some-pack", "assistant"):
        with pytest.raises(UserError, match="egress_policy_unfit"):
            read_policy(identified(purpose))


rules = st.builds(
    PurposeRule,
    st.sampled_from([(), (Boundary.ON_DEVICE,), (Boundary.EXTERNAL,), tuple(Boundary)]),
    st.just(True),
    st.integers(1, MOST_BYTES),
    st.integers(1, MOST_TOKENS),
)


@given(
    st.integers(1, 2**31 - 1),
    st.dictionaries(st.from_regex(r"[a-z]{1,9}(-[a-z]{1,9}){0,2}", fullmatch=True), rules, max_size=9),
)
def test_what_is_written_is_read_back_and_two_are_one_only_where_they_are_the_same(
    revision: int, purposes: dict[str, PurposeRule]
) -> None:
    made = policy(revision, purposes)
    assert read_policy(made.canonical) == made
    other = EgressPolicy(revision % (2**31 - 1) + 1, made.purposes)
    assert other.digest != made.digest
