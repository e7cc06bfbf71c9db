"""Intake: a visit is saved whole or not at all, and what was typed is never lost."""

import json
from collections.abc import Callable, Iterator

import pytest

from core.base.errors import ClinicError, Refused, UserError
from core.events.model import DraftDiscarded, DraftSaved, Event, VisitSaved
from core.kernel import Kernel
from core.ledger.audit import Trail
from core.store import drafts, visits
from tests.fakes.clinic import MENZHEN, Clinic, chen_min, content, prepared, rows, store_of, symptom, trail
from tests.fakes.clock import FixedClock

FILLED = content(MENZHEN, [symptom("口干", grade=2)])
HALF = content({"zhushu": "头晕"})

TABLES = ("visits", "visit_answers", "findings", "comparisons", "form_definitions")


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with P001 registered."""
    prepared(clinic, chen_min)
    with clinic.open() as opened:
        yield opened


def kept(kernel: Kernel) -> dict[str, list[tuple[object, ...]]]:
    """Every row of a visit, wherever it stands."""
    return {table: rows(store_of(kernel), f"SELECT * FROM {table}") for table in TABLES}


def heard(kernel: Kernel) -> list[Event]:
    events: list[Event] = []
    kernel.bus.subscribe(Event, events.append)
    return events


def draft(kernel: Kernel) -> str | None:
    found = kernel.intake.drafts("P001")
    return found[0].content if found else None


def fail(*_: object, **__: object) -> None:
    raise RuntimeError("planted")


Plant = Callable[[pytest.MonkeyPatch], None]


def no_visit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(visits, "add", fail)


def no_comparison(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(visits, "keep_comparison", fail)


def no_definition(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(visits, "keep_definition", fail)


def no_draft_removed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(drafts, "remove", fail)


def no_audit_row(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Trail, "record", fail)


def forgotten_audit_row(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Trail, "record", lambda *_, **__: None)


@pytest.mark.parametrize(
    "plant",
    [no_visit, no_comparison, no_definition, no_draft_removed, no_audit_row, forgotten_audit_row],
)
def test_a_visit_is_one_transaction(kernel: Kernel, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel.intake.save("P001", "menzhen", FILLED)
    kernel.intake.save_draft("P001", "menzhen", HALF)
    before, log, events = kept(kernel), trail(store_of(kernel)), heard(kernel)
    with monkeypatch.context() as patch:
        plant(patch)
        with pytest.raises(RuntimeError):
            kernel.intake.save("P001", "menzhen", FILLED)
    assert kept(kernel) == before
    assert [row[0] for row in trail(store_of(kernel))[len(log) :]] in ([], ["intake.refused"])
    assert not any(isinstance(event, VisitSaved) for event in events)
    assert kernel.intake.save("P001", "menzhen", FILLED).number == 2


def test_what_was_typed_survives_a_fault_of_the_program(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel.intake.save_draft("P001", "menzhen", HALF)
    with monkeypatch.context() as patch:
        no_visit(patch)
        with pytest.raises(RuntimeError, match="planted"):
            kernel.intake.save("P001", "menzhen", FILLED)
    assert draft(kernel) == FILLED


def test_a_saved_visit_takes_its_draft_along(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "menzhen", HALF)
    kernel.intake.save("P001", "menzhen", FILLED)
    assert kernel.intake.drafts("P001") == ()


def test_the_draft_of_another_form_stays(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "shiwen", HALF)
    kernel.intake.save("P001", "menzhen", FILLED)
    assert [one.form for one in kernel.intake.drafts("P001")] == ["shiwen"]


REFUSED: list[tuple[str, str, str]] = [
    (HALF, "", "missing_required"),
    (content({**MENZHEN, "nothing": "x"}), "", "answers_invalid"),
    (content(MENZHEN, [symptom("口干", grade=9)]), "", "symptoms_invalid"),
    (FILLED, "2026-11-29T12:00:01", "visit_in_future"),
    (FILLED, "yesterday", "bad_time"),
    (FILLED, "1984-01-01", "visit_before_birth"),
]
refused = pytest.mark.parametrize(("typed", "at", "code"), REFUSED, ids=[entry[2] for entry in REFUSED])


@refused
def test_what_was_typed_for_a_refused_visit_stays_as_a_draft(
    kernel: Kernel, typed: str, at: str, code: str
) -> None:
    with pytest.raises(UserError) as refusal:
        kernel.intake.save("P001", "menzhen", typed, at)
    assert refusal.value.code == code
    assert draft(kernel) == typed
    assert rows(store_of(kernel), "SELECT 1 FROM visits") == []


@refused
def test_a_refusal_leaves_its_row_and_no_words_of_the_patient(
    kernel: Kernel, typed: str, at: str, code: str
) -> None:
    with pytest.raises(UserError):
        kernel.intake.save("P001", "menzhen", typed, at)
    assert trail(store_of(kernel))[-1] == ("intake.refused", "P001", None, {"form": "menzhen", "code": code})


@pytest.mark.parametrize("typed", ["", "{", "头晕", "[]", '{"else": 1}', '{"answers": {}, "answers": {}}'])
def test_a_file_that_cannot_be_read_replaces_no_draft(kernel: Kernel, typed: str) -> None:
    kernel.intake.save_draft("P001", "menzhen", HALF)
    with pytest.raises(UserError, match="answers_unreadable"):
        kernel.intake.save("P001", "menzhen", typed)
    with pytest.raises(UserError, match="answers_unreadable"):
        kernel.intake.save_draft("P001", "menzhen", typed)
    assert draft(kernel) == HALF


def test_a_form_changed_under_its_version_is_refused(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel.intake.save("P001", "menzhen", FILLED)
    form = kernel.intake._desk.packs.form("menzhen")
    monkeypatch.setattr(visits, "keep_definition", lambda *_: form.definition.replace("主诉", "所苦"))
    with pytest.raises(UserError, match="form_changed"):
        kernel.intake.save("P001", "menzhen", FILLED)
    assert draft(kernel) == FILLED


def test_without_a_number_nothing_is_looked_at(kernel: Kernel) -> None:
    with pytest.raises(Refused, match="record_no_required"):
        kernel.intake.save("  ", "no such form", "no answers", "no time")


def test_a_draft_is_kept_byte_for_byte(kernel: Kernel) -> None:
    typed = '{ "answers" : {"zhushu": " 头晕 \\n", "xianbingshi": null} ,\n "symptoms": []}\n'
    saved = kernel.intake.save_draft("p1", "MENZHEN", typed)
    assert (saved.content, saved.form, saved.record_no) == (typed, "menzhen", "P001")
    assert draft(kernel) == typed


def test_a_new_draft_replaces_the_one_before(kernel: Kernel, clinic: Clinic) -> None:
    kernel.intake.save_draft("P001", "menzhen", HALF)
    clinic.clock.advance(minutes=5)
    assert kernel.intake.save_draft("P001", "menzhen", FILLED).saved_at == clinic.clock.now()
    assert [one.content for one in kernel.intake.drafts("P001")] == [FILLED]


def test_the_draft_just_saved_is_the_one_returned(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "shiwen", HALF)
    assert kernel.intake.save_draft("P001", "menzhen", FILLED).form == "menzhen"
    assert kernel.intake.save_draft("P001", "shiwen", FILLED).form == "shiwen"


def test_a_discarded_draft_is_gone(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "menzhen", HALF)
    kernel.intake.discard_draft("P001", "menzhen")
    assert kernel.intake.drafts("P001") == ()
    with pytest.raises(UserError, match="no_draft"):
        kernel.intake.discard_draft("P001", "menzhen")


def test_each_change_leaves_one_row(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "menzhen", HALF)
    kernel.intake.save("P001", "menzhen", FILLED)
    kernel.intake.save_draft("P001", "shiwen", HALF)
    kernel.intake.discard_draft("P001", "shiwen")
    ref = kernel.forms.named("menzhen").ref
    assert trail(store_of(kernel))[1:] == [
        ("draft.save", "P001", None, {"form": "menzhen"}),
        ("intake.save", "P001", 1, {"form": ref}),
        ("draft.save", "P001", None, {"form": "shiwen"}),
        ("draft.discard", "P001", None, {"form": "shiwen"}),
    ]


def test_a_change_that_is_refused_leaves_no_row_of_a_change(kernel: Kernel) -> None:
    for change in (
        lambda: kernel.intake.discard_draft("P001", "menzhen"),
        lambda: kernel.intake.save_draft("P009", "menzhen", HALF),
        lambda: kernel.intake.save_draft("P001", "nothing", HALF),
        lambda: kernel.intake.save("P009", "menzhen", FILLED),
    ):
        with pytest.raises(ClinicError):
            change()
    assert [action for action, *_ in trail(store_of(kernel))] == ["patient.add"]


def test_events_come_after_the_commit(kernel: Kernel) -> None:
    seen: list[tuple[Event, int]] = []

    def hear(event: Event) -> None:
        seen.append((event, len(rows(store_of(kernel), "SELECT 1 FROM visits"))))

    kernel.bus.subscribe(Event, hear)
    with pytest.raises(UserError):
        kernel.intake.save("P001", "menzhen", HALF)
    saved = kernel.intake.save("P001", "menzhen", FILLED)
    kernel.intake.save_draft("P001", "shiwen", HALF)
    kernel.intake.discard_draft("P001", "shiwen")
    number = saved.record_no
    assert seen == [
        (DraftSaved(number, "menzhen"), 0),
        (VisitSaved(number, 1), 1),
        (DraftSaved(number, "shiwen"), 1),
        (DraftDiscarded(number, "shiwen"), 1),
    ]


def test_a_hearer_that_fails_does_not_undo_the_visit(kernel: Kernel) -> None:
    kernel.bus.subscribe(VisitSaved, fail)
    with pytest.raises(ExceptionGroup):
        kernel.intake.save("P001", "menzhen", FILLED)
    assert len(rows(store_of(kernel), "SELECT 1 FROM visits")) == 1


def test_a_time_without_an_offset_is_the_clinics(kernel: Kernel) -> None:
    saved = kernel.intake.save("P001", "menzhen", FILLED, "2026-03-01T09:30")
    assert saved.visited_at.isoformat() == "2026-03-01T09:30:00+08:00"


def test_this_very_moment_is_not_the_future(kernel: Kernel, clinic: Clinic) -> None:
    assert kernel.intake.save("P001", "menzhen", FILLED, "2026-11-29T12:00").visited_at == clinic.clock.now()


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00+14:00", "0001-01-01"])
def test_a_time_no_calendar_holds_is_refused(clinic: Clinic, at: str) -> None:
    clinic.add("陈敏")
    with clinic.open() as kernel, pytest.raises(UserError):
        kernel.intake.save("P001", "menzhen", FILLED, at)


def test_the_newest_draft_comes_first(kernel: Kernel, clinic: Clinic) -> None:
    kernel.intake.save_draft("P001", "shiwen", HALF)
    clinic.clock.advance(seconds=1)
    kernel.intake.save_draft("P001", "menzhen", HALF)
    assert [one.form for one in kernel.intake.drafts("P001")] == ["menzhen", "shiwen"]


def test_a_suggestion_changes_nothing(kernel: Kernel) -> None:
    assert kernel.intake.suggest("怕冷")
    kernel.intake.save("P001", "menzhen", content(MENZHEN, [symptom("怕冷")]))
    assert [finding.term for finding in kernel.records.of_patient("P001")[0].findings] == ["怕冷"]


def test_the_response_names_form_and_version(kernel: Kernel) -> None:
    kernel.intake.save("P001", "menzhen", FILLED)
    ((response,),) = rows(store_of(kernel), "SELECT response FROM visit_answers")
    document = json.loads(str(response))
    assert document["resourceType"] == "QuestionnaireResponse"
    assert document["questionnaire"] == kernel.forms.named("menzhen").ref


def test_the_clock_of_the_clinic_decides_what_is_future(clinic: Clinic) -> None:
    clinic.add("陈敏")
    early = FixedClock(clinic.clock.now().replace(year=2020))
    with clinic.open(clock=early) as kernel, pytest.raises(UserError, match="visit_in_future"):
        kernel.intake.save("P001", "menzhen", FILLED, "2021-01-01")
