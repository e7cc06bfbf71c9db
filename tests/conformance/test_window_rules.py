"""Every rule of the window (R1–R57 of the shared study of what goes wrong in such programs) is tested by number, or is on the list here."""

import pytest

from tests.conformance.numbers import numbers_tested

LATER = {
    20: "patients are not merged yet",
    21: "half A4, and choosing what prints, come with the printing of prescriptions",
    32: "a frozen program beside a real keyring is tried when the installer comes. That the way to the keyring is in it is a check of the "
    "self-test, that without one there is the passphrase are rows S16, S21 and S24",
    48: "there is no model yet",
    49: "there is no model yet",
    53: "there is no warning that could be passed over yet",
    54: "findings of packs come with the constraints",
    56: "a rule of the layers, held by the import contracts",
    57: "the installer comes last",
}


@pytest.mark.parametrize("number", range(1, 58))
def test_a_rule_is_tested_by_number_or_listed(number: int) -> None:
    assert (f"R{number}" in numbers_tested("R")) != (number in LATER)


def test_no_rule_is_made_up() -> None:
    assert numbers_tested("R") <= {f"R{number}" for number in range(1, 58)}
