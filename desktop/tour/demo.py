"""The demonstration: from an empty computer to a printed comparison, in pictures and papers.

Two people of one name, the picker, a first visit, another day's return, the comparison, the print. What is on screen is held
against what the clinic's services answer; the first difference ends it.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import Qt

from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.demonstration import APART, FORM, Demonstration
from core.services.forms import load_json
from core.services.visits.compare import Compared
from core.services.visits.records import Record
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import Kernel
from desktop.shell.program import Program
from desktop.tour import eyes, hands
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.walk import Astray, Steps, StepsTo

COMPARISON = "复诊对比"
RECORD_PDF, COMPARISON_PDF = "门诊病历.pdf", "复诊对比表.pdf"
CONSULTATION = timedelta(minutes=12)


@dataclass(frozen=True, slots=True)
class Shown:
    """A visit of the demonstration as an answers file has it."""

    answers: Mapping[str, object]
    symptoms: Sequence[Mapping[str, object]]


class Demo:
    """One round. `compared` is what the clinic answers at its end."""

    def __init__(self, program: Program, clock: TourClock, shown: Demonstration, out: Path) -> None:
        self.guide = Guide(program)
        self.compared: Compared | None = None
        self.pictures: list[Path] = []
        self._program, self._clock, self._shown, self._out = program, clock, shown, out
        self._passphrase = secrets.token_urlsafe(16)
        self._words = Messages()

    def steps(self) -> Steps:
        """The whole round."""
        guide, people = self.guide, self._shown.people
        name = people[0].name or ""
        yield from self._first_run()
        for person in people:
            yield from guide.begin_registering(person)
            if person is people[-1]:
                yield from self._picture("register")
            yield from guide.register(person)
        meant = yield from self._number_of(name)
        guide.look_for(name)
        yield from guide.pick(name, meant)
        yield from self._picture("picker")
        yield from guide.choose(meant)
        yield from self._visit(meant, 0, "first-visit")
        yield from guide.sign()
        yield from self._other_day(name, meant)
        guide.look_for(name)
        yield from guide.pick(name, meant)
        yield from guide.choose(meant)
        yield from self._visit(meant, 1, "return-visit")
        yield from self._compare(meant)
        yield from self._print()
        hands.do(ActionId.PATIENTS)
        yield from self._picture("patients")
        hands.do(ActionId.TODAY)
        yield from self._picture("today")
        yield from guide.leave()

    def _first_run(self) -> Steps:
        yield from self.guide.set_up(
            self._words.text("demo.clinic"), self._words.text("demo.operator"), self._passphrase
        )
        yield from self._picture("first-run")
        hands.key(Qt.Key.Key_Return)
        yield from self.guide.keep_code()

    def _number_of(self, name: str) -> StepsTo[RecordNo]:
        """The record number of who was registered first under a name."""
        (page,) = yield self.guide.asked("everyone", lambda kernel: kernel.patients.page())
        numbers: list[RecordNo] = [one.record_no for one in page.rows if one.details.name == name]
        return min(numbers)

    def _visit(self, record_no: RecordNo, place: int, picture: str) -> Steps:
        """Write a visit by keys, save it, and read it again."""
        shown = _read(self._shown.visits[place])
        (form,) = yield self.guide.asked("the form", lambda kernel: kernel.intake.form_for(FORM))
        (carried,) = yield self.guide.asked("last time", lambda kernel: kernel.intake.carried(record_no))
        self.guide.answer({item.link_id: item.label for item in form.walk()}, shown.answers)
        yield from self.guide.symptoms(shown.symptoms, [one.finding.term for one in carried])
        yield from self._picture(picture)
        yield from self.guide.save()

        def read(kernel: Kernel) -> tuple[Record, ...]:
            return kernel.records.of_patient(record_no)

        (records,) = yield self.guide.asked("the saved visits", read)
        if len(records) != place + 1:
            raise Astray(f"{len(records)} visits are in the store, not {place + 1}")
        _hold_against(shown, records[-1])

    def _other_day(self, name: str, record_no: RecordNo) -> Steps:
        """Lock, and go on some days later. While it is locked, nothing on screen tells who was there."""
        yield from self.guide.lock()
        yield from self._picture("locked")
        if seen := [word for word in (name, record_no) if eyes.says(word)]:
            raise Astray(f"A locked clinic shows {seen}")
        self._clock.advance(APART)
        yield from self.guide.unlock(self._passphrase)
        yield from self.guide.returned(record_no)

    def _compare(self, record_no: RecordNo) -> Steps:
        hands.do(ActionId.COMPARE)
        (self.compared,) = yield self.guide.asked("compare", lambda kernel: kernel.compare.visits(record_no))
        yield self.guide.until("the comparison on screen is the clinic's own", self._is_on_screen)
        hands.to(COMPARISON)
        hands.key(Qt.Key.Key_Return)
        yield from self._picture("compare")
        hands.do(ActionId.THEME)
        yield from self._picture("compare-dark")
        hands.do(ActionId.THEME)

    def _is_on_screen(self) -> bool:
        """Whether the table says of every row what the services say."""
        table, compared = eyes.view(COMPARISON), self.compared
        if table is None or compared is None:
            return False
        heads = eyes.heads(table)
        places = [
            heads.index(self._words.text(f"compare.columns.{name}"))
            for name in ("symptom", "state", "marker")
        ]
        on_screen = [[row[place] for place in places] for row in eyes.cells(table)]
        return on_screen == [[row.symptom, row.state or "", row.marker or ""] for row in compared.rows]

    def _print(self) -> Steps:
        guide = self.guide
        yield from guide.begin_printing()
        yield from self._picture("print")
        yield from guide.write_pdf(self._out / COMPARISON_PDF)
        yield from guide.begin_printing()
        hands.press("打印什么 门诊病历")
        yield from guide.write_pdf(self._out / RECORD_PDF)

    def _picture(self, name: str) -> Steps:
        """Keep the window as it stands, under the next number."""
        image = yield self.guide.until("the window stands still", eyes.Still(self._program.window))
        if eyes.is_blank(image):
            raise Astray(f"The window is blank where {name} should be")
        file = self._out / f"{len(self.pictures) + 1:02d}-{name}.png"
        if not image.save(str(file)):
            raise Astray(f"{file} cannot be written")
        self.pictures.append(file)
        self._clock.advance(CONSULTATION / 12)


def _read(text: str) -> Shown:
    content = load_json(text)
    if not isinstance(content, Mapping):
        raise TypeError("An answers file is an object")
    answers, symptoms = content["answers"], content["symptoms"]
    if not (isinstance(answers, Mapping) and isinstance(symptoms, list)):
        raise TypeError("An answers file holds answers and symptoms")
    return Shown(answers, symptoms)


def _hold_against(shown: Shown, record: Record) -> None:
    """What was typed is what was saved, every answer and every symptom."""
    if dict(record.answers) != dict(shown.answers):
        raise Astray("The saved answers are not those that were typed")
    saved = [
        (one.term, one.status.value, one.grade, one.trend, one.since, one.frequency, one.words)
        for one in record.findings
    ]
    parts = ("term", "status", "grade", "trend", "since", "frequency", "words")
    typed = [tuple(one[part] for part in parts) for one in shown.symptoms]
    if wrong := set(saved) ^ set(typed):
        raise Astray(f"The saved symptoms are not those that were typed: {sorted(map(str, wrong))}")
