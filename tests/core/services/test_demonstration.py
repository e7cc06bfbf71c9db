"""The demonstration clinic: the two of one name as every front-end shows them, and enough others for every screen."""

from core.services.demonstration import APART, FORM, demonstration, fill, more_people
from core.services.patients.patients import Asked
from tests.fakes.clinic import Clinic


def test_it_fills_every_screen_and_begins_with_the_two_of_one_name(clinic: Clinic) -> None:
    told: list[tuple[int, int]] = []
    with clinic.open() as kernel:
        fill(kernel.patients, kernel.intake, kernel.clock, lambda done, total: told.append((done, total)))
        shown = demonstration()
        found = kernel.patients.find(Asked(text=shown.people[0].name or ""))
        assert [one.patient.record_no for one in found.candidates] == ["P001", "P002"]
        first, second = kernel.records.of_patient("P001")
        assert second.visited_at - first.visited_at == APART
        assert second.visited_at == kernel.clock.now()
        assert {first.form.slug, second.form.slug} == {FORM}
        assert kernel.records.of_patient("P002") == ()
        people = 2 + len(more_people())
        assert kernel.patients.count() == people
        assert told == [(place, people) for place in range(people + 1)]
        today = kernel.today.overview()
        assert (today.seen, today.drafts, today.unsigned_before) == (3, 1, 1)
        assert kernel.compare.visits("P003").visits == 3
        states = {row.state or row.marker for row in kernel.compare.visits("P003").rows}
        assert {"减轻", "消失", "首次记录"} <= states


def test_every_symptom_is_a_word_of_the_vocabulary(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        fill(kernel.patients, kernel.intake, kernel.clock, lambda _done, _total: None)
        numbers = [f"P{place:03}" for place in range(3, 3 + len(more_people()))]
        terms = {
            finding.term
            for number in numbers
            for record in kernel.records.of_patient(number)
            for finding in record.findings
        }
        assert len(terms) > 12
        assert {
            term for term in terms if term not in {one.term for one in kernel.intake.suggest(term)}
        } == set()
