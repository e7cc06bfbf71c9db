"""Prices an admin sets: from a moment on, never for the past, on record for ever."""

from datetime import timedelta
from decimal import Decimal

import pytest

from core.base.errors import Refused, UserError
from core.cost.books import Ended
from core.cost.prices import PriceTable
from core.cost.usage import Usage
from core.cost.windows import Window
from core.services.spending.facts import By
from core.services.spending.prices import Given, Override
from tests.fakes.clinic import Clinic, rows, store_of, trail
from tests.fakes.clock import NOON
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.spending import FLASH, MILLION, reserve, spend

TWO = Given(miss=Decimal(2), output=Decimal(4), hit=Decimal("0.2"))


def test_a_price_counts_from_now_on_and_old_calls_stay_as_they_were(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        spend(kernel, "1")
        under_way = reserve(kernel).reservation
        done = kernel.prices.set("deepseek-v4-flash", TWO)
        assert (done.model, done.since, done.by) == (FLASH, NOON, "李大夫")
        assert spend(kernel, "1").cost == 2
        assert under_way is not None
        settled = kernel.spending.settle(under_way, Ended(Usage(MILLION, 0, 0, MILLION), "ok"))
        assert settled.cost == 1, "it was asked before"
        assert kernel.spending.report(By.PACK).total.cost == 4
        assert trail(store_of(kernel)) == [
            ("price.set", None, None, {"model": FLASH, "effective": "2026-11-29T04:00:00.000000+00:00"})
        ]
    with clinic.open() as kernel:
        assert spend(kernel, "1").cost == 2
        assert kernel.prices.history() == (done,)


def test_a_price_can_begin_later_and_end(clinic: Clinic) -> None:
    later = NOON + timedelta(hours=1)
    with clinic.open() as kernel:
        kernel.prices.set(FLASH, TWO, later)
        assert spend(kernel, "1").cost == 1
        assert kernel.spending.tariff(FLASH).until == later
        clinic.clock.advance(hours=1)
        assert spend(kernel, "1").cost == 2
        (one,) = [listed for listed in kernel.prices.every() if listed.model == FLASH]
        assert one.price is not None
        assert one.price.window is Window.FLAT
        assert one.override is not None
        kernel.prices.remove(FLASH)
        assert spend(kernel, "1").cost == 1
        with pytest.raises(UserError, match="price_not_set"):
            kernel.prices.remove(FLASH)
        assert [each.is_end for each in kernel.prices.history()] == [False, True]
        assert rows(store_of(kernel), "SELECT DISTINCT entered_by FROM price_overrides") == [("李大夫",)]


@pytest.mark.parametrize(
    ("model", "given", "code"),
    [
        ("gpt-5", Given(miss=Decimal(1)), "price_incomplete"),
        ("gpt-5", Given(output=Decimal(1)), "price_incomplete"),
        ("gpt-5", Given(), "price_incomplete"),
        (FLASH, Given(), "price_incomplete"),
        ("gpt-5", Given(miss=Decimal(0), output=Decimal(1)), "price_amount"),
        (FLASH, Given(miss=Decimal(-1)), "price_amount"),
        (FLASH, Given(miss=Decimal("NaN")), "price_amount"),
        (FLASH, Given(miss=Decimal("Infinity")), "price_amount"),
        (FLASH, Given(miss=Decimal("0.0000001")), "price_amount"),
        (FLASH, Given(miss=Decimal(1_000_001)), "price_amount"),
        (FLASH, Given(peak_miss=Decimal(1)), "price_incomplete"),
        (FLASH, Given(peak_hit=Decimal(1)), "price_incomplete"),
        (" ", TWO, "price_model"),
        ("x" * 200, TWO, "price_model"),
    ],
)
def test_what_is_no_price_is_refused_and_nothing_is_kept(
    clinic: Clinic, model: str, given: Given, code: str
) -> None:
    with clinic.open() as kernel:
        with pytest.raises(UserError, match=code):
            kernel.prices.set(model, given)
        assert kernel.prices.history() == ()


def test_no_price_is_set_for_the_past(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        with pytest.raises(UserError, match="price_past"):
            kernel.prices.set(FLASH, TWO, NOON - timedelta(seconds=1))
        with pytest.raises(UserError, match="price_past"):
            kernel.prices.remove(FLASH, NOON - timedelta(seconds=1))


def test_prices_are_an_admin_s_to_set_and_seen_by_those_who_see_costs(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        assert kernel.prices.every()
        with pytest.raises(Refused, match="not_allowed"):
            kernel.prices.set(FLASH, TWO)
        with pytest.raises(Refused, match="not_allowed"):
            kernel.prices.remove(FLASH)
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel, pytest.raises(Refused, match="not_allowed"):
        kernel.prices.history()


def test_a_price_that_is_set_while_prices_are_read_holds_for_the_next_call(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = PriceTable.with_overrides

    def late(table: PriceTable, overrides: tuple[Override, ...]) -> PriceTable:
        """Somebody sets a price between the reading and the keeping of what was read."""
        monkeypatch.setattr(PriceTable, "with_overrides", own)
        kernel.prices.set("own", Given(miss=Decimal(1), output=Decimal(2)))
        return own(table, overrides)

    with clinic.open() as kernel:
        monkeypatch.setattr(PriceTable, "with_overrides", late)
        assert kernel.prices.table().price_of("own", kernel.clock.now(), "x") is None
        assert kernel.prices.table().price_of("own", kernel.clock.now(), "x") is not None
