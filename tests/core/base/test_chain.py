"""The one form of a row, and its seal."""

import hmac
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chain import START, AuditKeys, row_bytes, sealer
from core.base.ports import AUDIT_FIELDS, AuditRow

ROW = AuditRow(
    seq=7,
    at="2026-11-29T04:00:00.000000+00:00",
    utc_offset=480,
    session="ab",
    tick=12,
    operator="李大夫",
    role="physician",
    workstation="front",
    source="cli",
    tool="records.timeline",
    action="record.read",
    record_no="P001",
    visit=None,
    reason="",
    outcome="ok",
    program="0.1.0",
    packs="tcm 1.0.0",
    digest_before="",
    digest_after="",
    brought_in="",
    detail='{"a":"\t"}',
)


def test_the_form_is_the_documented_one() -> None:
    assert row_bytes(ROW).decode() == (
        '[7,"2026-11-29T04:00:00.000000+00:00",480,"ab",12,"李大夫","physician","front","cli","records.timeline",'
        '"record.read","P001",null,"","ok","0.1.0","tcm 1.0.0","","","","{\\"a\\":\\"\\t\\"}"]'
    )


@pytest.mark.parametrize("name", AUDIT_FIELDS)
def test_every_field_is_in_it(name: str) -> None:
    before = getattr(ROW, name)
    other = before + 1 if isinstance(before, int) else f"{before or ''}x"
    assert row_bytes(replace(ROW, **{name: other})) != row_bytes(ROW)  # type: ignore[arg-type]


def test_what_lies_between_two_fields_cannot_move() -> None:
    assert row_bytes(replace(ROW, source="a", tool="b")) != row_bytes(replace(ROW, source='a","b', tool=""))


@given(st.binary(min_size=1, max_size=64), st.binary(max_size=300))
def test_the_seal_is_hmac_sha256(key: bytes, content: bytes) -> None:
    assert sealer(key)(content) == hmac.digest(key, content, "sha256")


def test_the_keys_are_three_and_known() -> None:
    keys = AuditKeys.of(bytes(range(32)))
    assert len({keys.rows, keys.digests, keys.anchors, bytes(range(32))}) == 4
    # HKDF-SHA256 without salt, by the book: extract, then one block of expand.
    pseudorandom = hmac.digest(bytes(32), bytes(range(32)), "sha256")
    assert keys.rows == hmac.digest(pseudorandom, b"audit-hmac\x01", "sha256")
    assert len(START) == 32
