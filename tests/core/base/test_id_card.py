"""Identity numbers. All numbers are synthetic."""

from datetime import date

import pytest

from core.base.id_card import Reason, Status, check, masked

TODAY = date(2026, 11, 29)


@pytest.mark.parametrize(
    ("number", "status", "reason"),
    [
        ("440308199901101512", Status.VALID, Reason.CHECKSUM_FITS),
        ("440308199901101513", Status.INVALID, Reason.CHECKSUM),
        ("440308199901101000", Status.SUSPECT, Reason.DIGITS_LOST),
        ("4.40308E+17", Status.INVALID, Reason.SCIENTIFIC),
        ("4.40308199901101e17", Status.INVALID, Reason.SCIENTIFIC),
        ("310101201902290031", Status.INVALID, Reason.DATE),
        ("510104210001010013", Status.INVALID, Reason.FUTURE),
        ("320500188001010016", Status.SUSPECT, Reason.TOO_OLD),
        ("610104620927690", Status.LEGACY, Reason.FIFTEEN_DIGITS),
        ("610104621327690", Status.INVALID, Reason.DATE),
        ("911840199001010018", Status.NEEDS_RULE, Reason.FOREIGN_RESIDENT),
        ("911840199013010018", Status.INVALID, Reason.DATE),
        ("44030819990110151", Status.INVALID, Reason.SHAPE),
        ("44030819990110151A", Status.INVALID, Reason.SHAPE),
        ("X40308199901101512", Status.INVALID, Reason.SHAPE),
        ("", Status.INVALID, Reason.SHAPE),
    ],
)
def test_a_number_and_its_reason(number: str, status: Status, reason: Reason) -> None:
    card = check(number, TODAY)
    assert (card.status, card.reason) == (status, reason)


def test_noughts_at_the_end_of_a_right_number_are_no_damage() -> None:
    cards = [check(f"{region}199001010000", TODAY) for region in range(110101, 110131)]
    assert {card.status for card in cards} == {Status.VALID, Status.SUSPECT}


@pytest.mark.parametrize(
    ("today", "status"), [(date(2001, 12, 30), Status.VALID), (date(2001, 12, 31), Status.SUSPECT)]
)
def test_the_age_limit_is_a_birthday(today: date, status: Status) -> None:
    assert check("320500188012310014", today).status is status


def test_what_a_wrong_number_says_is_not_used() -> None:
    wrong = check("440308199901101513", TODAY)
    assert (wrong.sex, wrong.birth) == (None, None)


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("11010519491231002X", "110105********002X"),
        (" 110105 19491231 002x ", "110105********002X"),
        ("610104620927690", "610104******690"),
        ("12345", "*****"),
        ("", ""),
    ],
)
def test_masked(number: str, shown: str) -> None:
    assert masked(number) == shown
