"""The head of the trail on paper: short, read back however it is typed, and a slip of the hand told from another chain."""

import pytest

from core.base.clock import zone_named
from core.base.errors import UserError
from core.base.ports import Head
from core.ledger.paper_line import Agreement, line_of, read_line

MAC = bytes.fromhex("0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9")
HEAD = Head(1284, MAC, "2026-11-30T01:12:59.000000+00:00")
LINE = "#1284 2026-11-30 09:12 0A1B-2C3D-4E5F-6071"


def test_it_has_number_time_of_the_clinic_and_sixteen_digits() -> None:
    assert line_of(HEAD, zone_named("Asia/Shanghai")) == LINE


@pytest.mark.parametrize(
    "typed",
    [
        LINE,
        LINE.lower(),
        "  ＃1284　2026-11-30　09:12　0a1b－2c3d－4e5f－6071",
        "1284 0a1b2c3d4e5f6071",
        "1284 0A1B 2C3D 4E5F 6071",
        "#1284 OA1B-2C3D-4E5F-6O71",
    ],
)
def test_it_is_read_however_it_is_typed(typed: str) -> None:
    line = read_line(typed)
    assert (line.seq, line.seal) == (1284, "0A1B2C3D4E5F6071")
    assert line.agreement(MAC) is Agreement.HOLDS


@pytest.mark.parametrize(
    "typed",
    [
        *("", "12", "0A1B-2C3D-4E5F-6071", "1284 2026-11-30 09:12", "0 0A1B-2C3D-4E5F-6071"),
        *("#1284 2026-11-30 09:12 A1B-2C3D-4E5F-6071", "#1284 2026-11-30 09:12 0A1B-2C3D-4E5F-60715"),
    ],
)
def test_what_is_no_line_is_refused(typed: str) -> None:
    with pytest.raises(UserError, match="bad_paper_line"):
        read_line(typed)


def test_a_slip_is_told_from_another_chain_and_from_a_row_that_is_gone() -> None:
    assert read_line(LINE.replace("6071", "6017")).agreement(MAC) is Agreement.SLIP
    assert read_line(LINE).agreement(bytes(reversed(MAC))) is Agreement.DIFFERS
    assert read_line(LINE).agreement(None) is Agreement.GONE
