"""Dates in a text: how long ago at the least."""

from datetime import date

import pytest

from core.constraints.dates import dates_in

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2021 年", [(TODAY - date(2021, 12, 31)).days]),
        ("2026年", [(TODAY - date(2026, 12, 31)).days]),
        ("2026年2月", [(TODAY - date(2026, 2, 28)).days]),
        ("2026年11月23日", [7]),
        ("2026-11-23", [7]),
        ("2026.11.23", [7]),
        ("2026/10", [30]),
        ("2026年13月", [0]),
        ("11月30日", [0]),
        ("二〇二六年", [0]),
        ("十年前", [3650]),
        ("二十余年前", [7300]),
        ("几天前", [2]),
        ("半年前", [182.5]),
        ("3 个月前", [90]),
        ("3天以前", [3]),
        ("12021年", []),
        ("2026-11-30-2", [0]),
        ("2021年3月4日5月6日", [(TODAY - date(2021, 3, 4)).days, 0]),
        ("前天", []),
    ],
)
def test_days_ago(text: str, days: list[float]) -> None:
    assert [dated.days_ago for dated in dates_in(text, TODAY)] == days
