"""When a ticket lapses."""

import pytest

from core.base.ids import RecordNo
from desktop.bridge.tickets import Tickets

ONE, OTHER = RecordNo("P001"), RecordNo("P002")


def test_a_slot_holds_the_newest_only() -> None:
    tickets = Tickets()
    first, elsewhere, second = tickets.issue("find"), tickets.issue("today"), tickets.issue("find")
    assert [tickets.is_current(ticket) for ticket in (first, elsewhere, second)] == [False, True, True]


def test_without_a_slot_nothing_lapses_by_asking_again() -> None:
    tickets = Tickets()
    first = tickets.issue()
    tickets.issue()
    tickets.lapse()
    assert tickets.is_current(first)


def test_turning_to_somebody_else_drops_what_was_about_the_one_before() -> None:
    tickets = Tickets()
    tickets.turn_to(ONE)
    about, general = tickets.issue(about=ONE), tickets.issue("find")
    tickets.turn_to(ONE)
    assert tickets.is_current(about)
    tickets.turn_to(OTHER)
    assert not tickets.is_current(about)
    assert tickets.is_current(general)
    tickets.turn_to(ONE)
    assert not tickets.is_current(about), "an answer from before the turn is late, whoever is shown again"


def test_nothing_is_asked_about_somebody_who_is_not_shown() -> None:
    tickets = Tickets()
    tickets.issue(about=ONE)
    tickets.turn_to(OTHER)
    with pytest.raises(ValueError, match="not shown"):
        tickets.issue(about=ONE)
    tickets.turn_to(None)
    with pytest.raises(ValueError, match="not shown"):
        tickets.issue(about=OTHER)


def test_lapse_drops_every_question() -> None:
    tickets = Tickets()
    ticket = tickets.issue("find")
    tickets.lapse()
    assert not tickets.is_current(ticket)
