"""Every rule of the window (R1–R57 of the shared study of what goes wrong in such programs) is tested by number, or is later work."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
LATER = {
    20: "patients are not merged yet",
    21: "half A4, and choosing what prints, come with the printing of prescriptions",
    22: "no amounts of money are printed yet",
    32: "the frozen program is smoked with a keyring when the installer comes",
    48: "there is no model yet",
    49: "there is no model yet",
    53: "there is no warning that could be passed over yet",
    54: "findings of packs come with the constraints",
    56: "a rule of the layers, held by the import contracts",
    57: "the installer comes last",
}


def test_every_rule_is_tested_by_number_or_later_work() -> None:
    tested = {
        int(number)
        for file in TESTS.rglob("test_*.py")
        for number in re.findall(r"^ *def test_R(\d+)_", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert sorted(set(range(1, 58)) - tested - set(LATER)) == []
