"""The patients' page before an open clinic, with the real notices and the real guard."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.patients.patients import Patient
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.bridge.notices import Notice, Notices
from desktop.models.chosen_visit import ChosenVisit
from desktop.models.patient_context import PatientContext, context_of
from desktop.session.close_guard import CloseGuard
from desktop.views.intake.amend_sheet import AmendSheet
from desktop.views.patients.page import PatientsPage
from tests.fakes.clinic import MENZHEN, Clinic, content, symptom

WAIT_MS = 20_000
DAYS = ("2026-03-01T09:00", "2026-03-15T10:30", "2026-03-29T08:15")


@dataclass
class Stage:
    """One page and what it is made with."""

    page: PatientsPage
    bridge: ClinicBridge
    notices: Notices
    guard: CloseGuard
    qtbot: QtBot

    @property
    def question(self) -> Notice:
        """The question that stands."""
        return next(notice for notice in self.notices.standing if notice.choices)

    @property
    def asks(self) -> bool:
        """Whether a question stands."""
        return any(notice.choices for notice in self.notices.standing)

    def until(self, *facts: Callable[[], object]) -> None:
        """Wait until each of these is true."""
        for fact in facts:
            self.qtbot.waitUntil(partial(_is_true, fact), timeout=WAIT_MS)

    def context(self, record_no: str) -> PatientContext:
        """Somebody, as the shell hands them to the page."""
        found: list[PatientContext] = []
        self.bridge.ask(self.page, partial(context_of, RecordNo(record_no)), found.append)
        self.until(lambda: found)
        return found[0]

    def select(self, name: str) -> Patient:
        """Go to the row of somebody by keyboard, and wait until all of them is shown."""
        table, model = self.page.people.table, self.page.people.model
        self.until(lambda: model.rowCount() > 0)
        table.setFocus()
        press(table, Qt.Key.Key_Home)
        for _ in range(model.rowCount()):
            patient = model.patient(table.currentIndex().row())
            if patient and patient.details.name == name:
                self.until(lambda: not self.page.detail.is_busy)
                assert self.page.detail.patient is not None
                return self.page.detail.patient
            press(table, Qt.Key.Key_Down)
        raise AssertionError(name)


@contextmanager
def staged(clinic: Clinic, qtbot: QtBot) -> Iterator[Stage]:
    """The page, shown, with the list asked for."""
    messages, notices = Messages(), Notices()
    bridge = ClinicBridge()
    try:
        bridge.open(clinic.home, clinic.vault, None, clock=clinic.clock)
        qtbot.waitUntil(lambda: bridge.state is ClinicState.OPEN, timeout=WAIT_MS)
        guard = CloseGuard(notices, messages)
        page = PatientsPage(
            bridge,
            messages,
            notices=notices,
            guard=guard,
            amending=partial(_amending, bridge, messages, guard),
        )
        page.resize(1294, 656)
        with qtbot.waitActive(page):
            page.show()
        page.refresh()
        try:
            yield Stage(page, bridge, notices, guard, qtbot)
        finally:
            # As in the program, the guard outlives what it guards.
            page.close()
            delete(page)
    finally:
        bridge.shut_down()


def visited(clinic: Clinic, name: str = "陈桂兰", grades: Sequence[int | None] = (3, None, 2)) -> str:
    """Somebody with a visit for each grade of 入睡困难, None where it was not asked; the first two are signed."""
    number = clinic.add(name, birth="1967-09-04", phone="13800007723")
    with clinic.open() as kernel:
        for place, grade in enumerate(grades):
            found = [symptom("入睡困难", grade=grade, words=f"{name}睡不着{place}")] if grade else []
            answers = {**MENZHEN, "zhushu": f"{name}失眠{place}"}
            day = DAYS[place] if place < len(DAYS) else f"2026-05-{place:02}T09:00"
            kernel.intake.save(number, "menzhen", content(answers, found), day)
            if place < len(grades) - 1:
                kernel.intake.sign(number, place + 1)
    return number


def press(
    widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """A key, as a person presses it."""
    QTest.keyClick(widget, key, modifier)


def write(widget: QWidget, text: str) -> None:
    """Letters as keys, Chinese as an input method hands it over."""
    if text.isascii():
        QTest.keyClicks(widget, text)
        return
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(widget, event)


def _amending(
    bridge: ClinicBridge, messages: Messages, guard: CloseGuard, page: QWidget, visit: ChosenVisit
) -> AmendSheet:
    return AmendSheet(page, bridge, messages, guard, visit)


def _is_true(fact: Callable[[], object]) -> bool:
    return bool(fact())
