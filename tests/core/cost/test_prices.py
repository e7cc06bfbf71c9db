"""Prices by moment: the table that ships against the facts, windows to the second, holidays, and what an admin sets over it."""

import json
import os
import time as clock_time
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cost.holidays import DayKind, kind_of
from core.cost.meter import cost
from core.cost.prices import Override, PriceTable, Rates
from core.cost.usage import Usage
from core.cost.windows import Window
from tests.fakes.clock import ZONE

FLASH, PRO = "deepseek-flash", "deepseek-v4-pro"
TABLE = PriceTable.shipped()


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZONE)


def window(text: str, model: str = FLASH) -> Window | None:
    price = TABLE.price_of(model, at(text))
    return price.window if price else None


def override(
    number: int = 1,
    since: str = "2026-11-01",
    *,
    miss: Decimal | None = None,
    output: Decimal | None = None,
    peak: Rates | None = None,
) -> Override:
    return Override(number, "m", at(since), miss, output, None, peak, "李大夫", at(since))


def test_every_point_of_the_facts_is_right_to_the_cent(shared: Path) -> None:
    facts = json.loads(
        (shared / "data/llm/deepseek_prices.json").read_text(encoding="utf-8"), parse_float=Decimal
    )
    assert len(facts["tests"]) >= 9
    for one in facts["tests"]:
        usage = Usage(one["hit"] + one["miss"], one["out"], one["hit"], one["miss"])
        price = TABLE.price_of(one["model"], datetime.fromisoformat(one["at"]))
        assert cost(usage, price) == one["expect_cny"], one["why"]


def test_every_price_in_yuan_of_the_facts_stands_in_the_table(shared: Path) -> None:
    facts = json.loads(
        (shared / "data/llm/deepseek_prices.json").read_text(encoding="utf-8"), parse_float=Decimal
    )
    found = 0
    for period in facts["periods"]:
        for kind, hour in (("peak", 10), ("offpeak", 13)):
            if kind in period:
                since = datetime.fromisoformat(period["from"])
                day = since.date() + timedelta(days=1)
                price = TABLE.price_of(
                    period["model"].split(" ")[0], datetime(day.year, day.month, day.day, hour, tzinfo=ZONE)
                )
                assert price is not None
                assert [price.hit, price.miss, price.output] == [
                    period[kind][name] for name in ("hit", "miss", "out")
                ]
                found += 1
    assert found == 6


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2026-11-27T08:59:59.999999", Window.OFF_PEAK),
        ("2026-11-27T09:00", Window.PEAK),
        ("2026-11-27T11:59:59.999999", Window.PEAK),
        ("2026-11-27T12:00", Window.OFF_PEAK),
        ("2026-11-27T13:59:59.999999", Window.OFF_PEAK),
        ("2026-11-27T14:00", Window.PEAK),
        ("2026-11-27T17:59:59.999999", Window.PEAK),
        ("2026-11-27T18:00", Window.OFF_PEAK),
        ("2026-11-29T10:00", Window.OFF_PEAK),
        ("2026-10-01T10:00", Window.OFF_PEAK),
        ("2026-10-10T10:00", Window.OFF_PEAK),
        ("2026-08-22T10:00", Window.PEAK),
        ("2026-08-22T18:00", Window.OFF_PEAK),
        ("2026-08-23T10:00", Window.OFF_PEAK),
        ("2026-08-29T10:00", Window.OFF_PEAK),
    ],
)
def test_a_window_begins_with_its_first_instant_and_ends_before_its_last(
    moment: str, expected: Window
) -> None:
    assert window(moment) is expected


def test_the_provider_s_clock_counts_wherever_the_machine_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "TZ", "America/New_York")
    clock_time.tzset()
    try:
        price = TABLE.price_of(FLASH, datetime.fromisoformat("2026-11-27T02:00:00+00:00"))
    finally:
        monkeypatch.undo()
        clock_time.tzset()
    assert price is not None
    assert price.window is Window.PEAK


def test_the_price_changes_at_the_instant_it_is_dated() -> None:
    before, after = (
        TABLE.price_of(FLASH, at(text)) for text in ("2026-09-10T11:59:59.999999", "2026-09-10T12:00")
    )
    assert before is not None
    assert after is not None
    assert (before.miss, after.miss) == (Decimal(3), Decimal(1))


@pytest.mark.parametrize("alias", ["deepseek-v4-flash", "deepseek-v4-flash-vision-exp"])
def test_an_alias_costs_what_its_model_does(alias: str) -> None:
    assert TABLE.price_of(alias, at("2026-11-27T10:00")) == TABLE.price_of(FLASH, at("2026-11-27T10:00"))


def test_where_nobody_knows_there_is_no_price() -> None:
    assert TABLE.price_of("gpt-5", at("2026-11-27T10:00")) is None
    assert TABLE.price_of(FLASH, at("2026-08-16T23:59:59")) is None, "prices in dollars are not converted"
    assert TABLE.price_of(PRO, at("2026-11-27T10:00"), "somebody-else") is None
    assert TABLE.price_of(PRO, at("2026-11-27T10:00"), "deepseek") is not None
    with pytest.raises(ValueError, match="zone"):
        TABLE.price_of(FLASH, datetime(2026, 11, 27, 10))  # noqa: DTZ001 - refused for it


def test_a_working_saturday_is_a_weekend_and_a_holiday_given_for_it_is_off() -> None:
    assert kind_of(date(2026, 10, 10)) is DayKind.WEEKEND
    assert kind_of(date(2026, 10, 1)) is DayKind.HOLIDAY
    assert kind_of(date(2026, 11, 27)) is DayKind.WORKDAY


def test_a_year_without_known_holidays_goes_by_weekdays_and_says_so() -> None:
    year = next(
        year
        for year in range(2026, 2100)
        if kind_of(date(year, 1, 5)) is DayKind.UNLISTED or kind_of(date(year, 1, 7)) is DayKind.UNLISTED
    )
    days = [date(year, 6, 1) + timedelta(days=number) for number in range(7)]
    for day in days:
        price = TABLE.price_of(FLASH, datetime(day.year, day.month, day.day, 10, tzinfo=ZONE))
        assert price is not None
        weekend = day.weekday() >= 5
        assert price.window is (Window.OFF_PEAK if weekend else Window.PEAK)
        assert price.day is (DayKind.WEEKEND if weekend else DayKind.UNLISTED)


@given(st.integers(0, 500 * 24 * 3600))
def test_until_the_next_change_the_price_is_one_and_then_another(seconds: int) -> None:
    now = at("2026-08-17T00:00") + timedelta(seconds=seconds)
    price, change = TABLE.price_of(FLASH, now), TABLE.next_change(FLASH, now)
    assert price is not None
    assert change is not None
    last = TABLE.price_of(FLASH, change.at - timedelta(microseconds=1))
    between = TABLE.price_of(FLASH, now + (change.at - now) / 2)
    assert last is not None
    assert between is not None
    assert last.rates == between.rates == price.rates
    assert change.at > now
    assert change.price is not None
    assert (change.price.window, change.price.rates) != (price.window, price.rates)


@pytest.mark.parametrize(
    ("moment", "change"),
    [
        ("2026-11-27T10:20", "2026-11-27T12:00"),
        ("2026-11-27T12:00", "2026-11-27T14:00"),
        ("2026-11-27T18:00", "2026-11-30T09:00"),
        ("2026-09-30T18:00", "2026-10-08T09:00"),
        ("2026-09-10T11:00", "2026-09-10T12:00"),
    ],
)
def test_the_next_change_lies_behind_nights_weekends_and_holidays(moment: str, change: str) -> None:
    found = TABLE.next_change(FLASH, at(moment))
    assert found is not None
    assert found.at == at(change)


def test_of_an_unpriced_model_no_change_is_near() -> None:
    assert TABLE.next_change("gpt-5", at("2026-11-27T10:00")) is None


def test_the_table_is_written_without_a_binary_fraction() -> None:
    assert all(
        isinstance(amount, Decimal)
        for periods in TABLE.models.values()
        for period in periods
        for rates in (period.peak, period.off_peak)
        for amount in (rates.hit, rates.miss, rates.output)
    )


# ── What an admin sets ──


def test_an_override_without_peak_holds_all_day() -> None:
    table = TABLE.with_overrides((override(miss=Decimal(1), output=Decimal(2)),))
    for moment in ("2026-11-27T10:00", "2026-11-27T13:00"):
        price = table.price_of("m", at(moment))
        assert price is not None
        assert (price.window, price.rates) == (Window.FLAT, Rates(Decimal(1), Decimal(1), Decimal(2)))
        assert price.version == f"{TABLE.version}+1"


def test_an_override_with_peak_has_two_windows() -> None:
    peak = Rates(Decimal("0.2"), Decimal(4), Decimal(8))
    table = TABLE.with_overrides((override(miss=Decimal(1), output=Decimal(2), peak=peak),))
    dear, cheap = (table.price_of("m", at(text)) for text in ("2026-11-27T10:00", "2026-11-27T13:00"))
    assert dear is not None
    assert cheap is not None
    assert (dear.window, dear.rates) == (Window.PEAK, peak)
    assert (cheap.window, cheap.miss) == (Window.OFF_PEAK, Decimal(1))


def test_what_an_override_leaves_out_is_the_table_s() -> None:
    one = Override(1, FLASH, at("2026-11-01"), Decimal(5), None, None, None, "李大夫", at("2026-11-01"))
    price = TABLE.with_overrides((one,)).price_of("deepseek-v4-flash", at("2026-11-27T10:00"))
    assert price is not None
    assert (price.window, price.rates) == (Window.PEAK, Rates(Decimal("0.04"), Decimal(5), Decimal(8)))


def test_overrides_count_from_their_moment_on_and_end_where_one_says_so() -> None:
    table = TABLE.with_overrides(
        (
            override(1, "2026-11-01", miss=Decimal(1), output=Decimal(1)),
            override(2, "2026-11-20", miss=Decimal(2), output=Decimal(2)),
            override(3, "2026-11-10", miss=Decimal(3), output=Decimal(3)),
            override(4, "2026-11-25"),
        )
    )
    found = [
        table.price_of("m", at(f"2026-{day}"))
        for day in ("10-31", "11-01", "11-10", "11-20", "11-24T23:59", "11-25")
    ]
    assert [one and one.miss for one in found] == [None, 1, 3, 2, 2, None]
    change = table.next_change("m", at("2026-11-21T00:00"))
    assert change is not None
    assert (change.at, change.price) == (at("2026-11-25"), None)
