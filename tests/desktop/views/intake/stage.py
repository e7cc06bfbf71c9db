"""The intake page in the real window, on a real encrypted store, with somebody seen eleven days ago and somebody new."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.kernel import clock_of
from core.services.patients.patients import Given
from core.settings.model import Settings
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicState
from desktop.session.page import Safety
from desktop.shell.desk import Desk
from desktop.shell.program import Program
from desktop.shell.question import Question
from desktop.views.intake.page import IntakePage
from desktop.views.intake.question import QuestionView
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import MENZHEN, Clinic, content, prepared, symptom

SEEN, NEW = RecordNo("P001"), RecordNo("P002")
EARLIER = {**MENZHEN, "jiwangshi": "高血压五年"}
SAID = {"zhushu": "tou yun", "xianbingshi": "san tian"}
"""Typed by keys, as a Latin keyboard types them."""


@dataclass(frozen=True)
class Stage:
    """A page and what a person does on it."""

    bot: QtBot
    program: Program
    desk: Desk
    page: IntakePage

    def turn_to(self, number: RecordNo) -> None:
        """Choose somebody, and wait for what is shown of them."""
        self.desk.open_patient(number, ActionId.INTAKE)
        self.wait(number)

    def wait(self, number: RecordNo) -> None:
        page = self.page

        def arrived() -> None:
            assert page.context is not None
            assert page.context.record_no == number
            assert page.form.questionnaire is not None or page.card.record is not None

        self.bot.waitUntil(arrived, timeout=WAIT_MS)

    def until_saved(self) -> None:
        self.bot.waitUntil(lambda: self.page.card.record is not None, timeout=WAIT_MS)

    def until_writing(self, form: str = "") -> None:
        """Until a form, or the one with this name, can be written on."""

        def ready() -> None:
            shown = self.page.form.questionnaire
            assert shown is not None
            assert form in {"", shown.slug}
            assert self.page.outline.save.isEnabled()

        self.bot.waitUntil(ready, timeout=WAIT_MS)

    def view(self, link_id: str) -> QuestionView:
        found = self.page.form._view_of(link_id, ())
        assert isinstance(found, QuestionView)
        return found

    def field(self, link_id: str) -> QPlainTextEdit:
        found = self.view(link_id).fields[0].inputs()[0]
        assert isinstance(found, QPlainTextEdit)
        return found

    def type_in(self, link_id: str, keys: str) -> None:
        edit = self.field(link_id)
        edit.setFocus()
        QTest.keyClicks(edit, keys)

    def write(self, said: dict[str, str] = SAID) -> None:
        for link_id, keys in said.items():
            self.type_in(link_id, keys)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key where the focus is."""
        QTest.keyClick(self.focused(), key, modifiers)

    def focused(self) -> QWidget:
        found = QApplication.focusWidget()
        assert found is not None
        return found

    def question(self) -> Question:
        """The question that is asked, once it is."""
        self.bot.waitUntil(lambda: bool(self.desk.notices.questions), timeout=WAIT_MS)
        return self.desk.notices.questions[-1]


@contextmanager
def stage(bot: QtBot, clinic: Clinic, *, prepare: bool = True) -> Iterator[Stage]:
    """The program, open, with the intake page in front."""
    if prepare:
        prepared(clinic, one_seen_and_one_new)
    with running(bot, clinic.home, clinic.vault) as program:
        desk = desk_of(bot, program)
        program.window.do(ActionId.INTAKE)
        page = desk.page
        assert isinstance(page, IntakePage)
        yield Stage(bot, program, desk, page)
        if program.clinic.state is ClinicState.OPEN and program.window.desk is desk:
            page.flush()
            bot.waitUntil(lambda: page.work.safety in {Safety.NOTHING, Safety.KEPT}, timeout=WAIT_MS)


def one_seen_and_one_new(clinic: Clinic) -> None:
    """As the window tells the time."""
    clock = clock_of(Settings())
    with clinic.open(clock=clock) as kernel:
        for given in (Given("陈桂兰", "女", "1967-09-04"), Given("孙雅琴", "女", "1996-02-03")):
            kernel.patients.register(given)
        before = clock.now() - timedelta(days=11)
        said = content(EARLIER, [symptom("多梦", grade=2)])
        kernel.intake.save(SEEN, "menzhen", said, before.isoformat(timespec="seconds"))
