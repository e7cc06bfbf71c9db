"""The lock, in the real window on a real encrypted store: what is covered, what is kept, and where unlocking leads back to."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, QTimer
from PySide6.QtGui import QDrag, QInputMethodEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from core.base.errors import ClinicError
from core.base.rights import Role
from core.services.visits.intake import Intake
from core.store.unlocking import Credential
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import Control, Kernel
from desktop.bridge.notices import Choice, Weight
from desktop.session.close_guard import CloseGuard
from desktop.session.lock_clock import Cause
from desktop.shell import lock as lock_module
from desktop.shell.desk import Desk
from desktop.shell.palette import Palette
from desktop.views.intake.page import IntakePage
from desktop.views.patients.page import PatientsPage
from tests.desktop.shell.locking import NAME, NEW, back, unlock, until_locked, words, writing
from tests.desktop.shell.program import WAIT_MS
from tests.desktop.views.intake.stage import Stage, stage
from tests.fakes.clinic import PASSPHRASE, Clinic, clinic

__all__ = ["clinic"]

LATE_MS = 1500
"""By then the place that was left would long be there."""


@pytest.fixture
def at(qtbot: QtBot, clinic: Clinic) -> Iterator[Stage]:
    with stage(qtbot, clinic) as made:
        yield made


# ── What is covered ─────────────────────────────────────────────────────────────────────────────


class _Paints(QObject):
    """What is painted of a widget."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__()
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_while_it_locks_the_focus_is_nowhere_and_then_at_the_passphrase(at: Stage) -> None:
    entry = at.program.window.entry
    at.program.window.locking.lock()
    assert QApplication.focusWidget() is not entry.language
    assert at.program.window.status.boundary.words == "已锁定"
    until_locked(at)
    at.bot.waitUntil(entry.unlock.passphrase.hasFocus, timeout=WAIT_MS)
    assert entry.language.isEnabled()
    assert at.program.window.status.boundary.words == "已锁定"


def test_R33_the_window_is_covered_before_the_call_returns(at: Stage) -> None:
    writing(at)
    window = at.program.window
    at.bot.waitUntil(lambda: NAME in words(window), timeout=WAIT_MS)
    before = window.grab().toImage()
    painted = _Paints(window.entry)
    window.locking.lock(Cause.SLEPT)
    assert painted.count >= 1  # it is on the screen already, and not at the next turn of the loop
    assert window.desk is None or not window.desk.isVisible()
    shown = words(window)
    assert NAME not in shown
    assert str(NEW) not in shown
    assert "tou yun" not in shown
    assert window.grab().toImage() != before
    until_locked(at)


def a_dialog(at: Stage) -> QWidget:
    dialog = QFileDialog(at.program.window, "save", f"{NAME}.pdf")
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.open()
    return dialog


def a_menu(at: Stage) -> QWidget:
    at.program.window.do(ActionId.MENU)
    menu = at.program.window.findChildren(QMenu)[-1]
    inner = QMenu(NAME, menu)
    inner.addAction(NAME)
    inner.popup(menu.pos())
    return inner


def a_palette(at: Stage) -> QWidget:
    at.program.window.do(ActionId.PALETTE)
    return at.program.window.findChildren(Palette)[-1]


def a_question(at: Stage) -> QWidget:
    at.program.notices.ask(
        at.program.window,
        f"{NAME}?",
        (Choice("back", "back", Weight.BACK),),
        lambda _answer: None,
    )
    return at.question()


def a_tip(at: Stage) -> QWidget:
    QToolTip.showText(at.program.window.mapToGlobal(at.program.window.rect().center()), NAME)
    return next(top for top in QApplication.topLevelWidgets() if top.inherits("QTipLabel"))


def a_window(at: Stage) -> QWidget:
    other = QWidget(at.program.window, Qt.WindowType.Window)
    other.setWindowTitle(NAME)
    other.show()
    return other


@pytest.mark.parametrize(
    "over", [a_dialog, a_menu, a_palette, a_question, a_tip, a_window], ids=lambda made: made.__name__
)
def test_R33_whatever_is_over_the_window_goes(at: Stage, over: Callable[[Stage], QWidget]) -> None:
    at.turn_to(NEW)
    at.until_writing()
    made = over(at)
    assert made.isVisible()
    at.program.window.locking.lock(Cause.IDLE)
    others = [
        top for top in QApplication.topLevelWidgets() if top.isVisible() and top is not at.program.window
    ]
    assert others == []
    assert NAME not in words(at.program.window)
    until_locked(at)
    assert not at.program.guard.is_busy


def test_S68_a_question_of_the_guard_does_not_hold_up_the_lock(at: Stage) -> None:
    at.program.window.do(ActionId.PATIENTS)
    page = at.desk.page
    assert isinstance(page, PatientsPage)
    page.register_new("")
    QTest.keyClicks(page.sheet.form.name, "Lin Xiao")
    page.sheet.dismiss()
    at.question()
    busy = [at.program.guard.is_busy]
    at.program.window.locking.lock(Cause.IDLE)
    busy.append(at.program.guard.is_busy)
    assert busy == [True, False]
    until_locked(at)


def test_S68_a_drag_under_way_ends(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    drag = QDrag(at.program.window)
    data = QMimeData()
    data.setText(NAME)
    drag.setMimeData(data)
    drag.setPixmap(QPixmap(8, 8))
    QTimer.singleShot(100, at.program.window, lambda: at.program.window.locking.lock(Cause.IDLE))
    drag.exec()  # its own loop, which the lock ends
    until_locked(at)


def test_S68_text_in_the_find_box_does_not_hold_up_the_lock_and_is_kept(at: Stage) -> None:
    QTest.keyClicks(at.page.finder.box, "sun ya")
    at.page.finder.box.setFocus()
    at.program.window.lock()
    until_locked(at)
    again = unlock(at)
    at.bot.waitUntil(lambda: again.desk.here is ActionId.INTAKE, timeout=WAIT_MS)
    page = again.desk.page
    assert isinstance(page, IntakePage)
    at.bot.waitUntil(lambda: page.finder.box.text() == "sun ya", timeout=WAIT_MS)
    at.bot.waitUntil(page.finder.box.hasFocus, timeout=WAIT_MS)
    assert page.finder.box.cursorPosition() == 6


# ── What is kept ────────────────────────────────────────────────────────────────────────────────


def test_R33_unlocking_leads_back_to_the_caret_and_the_scroll(at: Stage) -> None:
    field = writing(at)
    at.program.window.resize(1000, 420)
    at.bot.waitUntil(lambda: at.page.form.area.verticalScrollBar().maximum() > 0, timeout=WAIT_MS)
    bar = at.page.form.area.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    scrolled, inside = bar.value(), field.verticalScrollBar().value()
    text = field.toPlainText()
    at.program.window.lock()
    until_locked(at)
    again = back(at)
    new = again.field("xianbingshi")
    assert new is not field
    assert again.desk.here is ActionId.INTAKE
    assert again.desk.context is not None
    assert again.desk.context.record_no == NEW
    assert again.field("zhushu").toPlainText() == "tou yun san tian"
    assert new.toPlainText() == text
    assert new.hasFocus()
    assert (new.textCursor().anchor(), new.textCursor().position()) == (17, 23)
    assert again.page.form.area.verticalScrollBar().value() == scrolled
    assert new.verticalScrollBar().value() == inside
    QTest.keyClicks(new, "here")
    assert new.toPlainText() == text[:17] + "here" + text[23:]


def test_S68_what_is_being_composed_is_typed_and_not_lost(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.type_in("zhushu", "tou ")
    field = at.field("zhushu")
    QApplication.sendEvent(field, QInputMethodEvent("yun", []))
    assert field.toPlainText() == "tou "
    at.program.window.locking.lock(Cause.IDLE)
    until_locked(at)
    assert back(at).field("zhushu").toPlainText() == "tou yun"


def test_S68_what_is_typed_in_a_sheet_stands_there_when_it_is_opened_again(at: Stage) -> None:
    at.program.window.do(ActionId.PATIENTS)
    page = at.desk.page
    assert isinstance(page, PatientsPage)
    page.register_new("")
    QTest.keyClicks(page.sheet.form.name, "Lin Xiao")
    QTest.keyClicks(page.sheet.form.phone, "13800138000")
    at.program.window.locking.lock(Cause.SCREEN_LOCKED)
    until_locked(at)
    again = unlock(at)
    at.bot.waitUntil(lambda: again.desk.here is ActionId.PATIENTS, timeout=WAIT_MS)
    at.bot.waitUntil(lambda: again.desk.notices.bar is not None, timeout=WAIT_MS)
    page = again.desk.page
    assert isinstance(page, PatientsPage)
    assert not page.sheet.isVisible()
    page.register_new("")
    assert page.sheet.form.name.text() == "Lin Xiao"
    assert page.sheet.form.phone.text() == "13800138000"
    assert page.sheet.is_dirty


def test_S68_what_no_disk_takes_outlives_the_lock(at: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    at.turn_to(NEW)
    at.until_writing()

    def full(*_: object) -> None:
        raise ClinicError("disk_full", file=Path("clinic.db"))

    monkeypatch.setattr(Intake, "save_draft", full)
    at.type_in("zhushu", "tou yun")
    at.program.window.lock()
    until_locked(at)
    assert b"tou yun" not in b"".join(at.program.window.locking._left.values())
    monkeypatch.undo()
    again = back(at)
    assert again.field("zhushu").toPlainText() == "tou yun"
    at.bot.waitUntil(lambda: not at.program.guard.dirty(), timeout=WAIT_MS)


def test_S49_a_save_that_was_begun_is_durable(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.write()
    at.page.save()
    at.program.window.locking.lock(Cause.SLEPT)
    until_locked(at)
    unlock(at)
    at.bot.waitUntil(lambda: visits(at) == 1, timeout=WAIT_MS)


def visits(at: Stage) -> int:
    desk = at.program.window.desk
    return desk.context.patient.visits if desk and desk.context else 0


def test_S49_a_job_that_listens_is_stopped_behind_the_cover(at: Stage) -> None:
    heard: list[str] = []

    def job(_kernel: Kernel, control: Control) -> None:
        try:
            while True:
                control.progress(1, 2)
                time.sleep(0.01)
        finally:
            heard.append("rolled back")

    at.program.clinic.run(at.program.window, job)
    assert at.program.clinic.has_jobs
    at.program.window.locking.lock(Cause.SLEPT)
    assert not at.desk.isVisible()
    until_locked(at)
    assert heard == ["rolled back"]


def test_S49_a_job_that_does_not_listen_is_finished_behind_the_cover(at: Stage) -> None:
    heard: list[str] = []

    def job(_kernel: Kernel, _control: Control) -> None:
        time.sleep(0.5)
        heard.append("finished")

    at.program.clinic.run(at.program.window, job)
    at.program.window.locking.lock(Cause.SLEPT)
    assert not at.desk.isVisible()
    assert heard == []
    until_locked(at)
    assert heard == ["finished"]


@pytest.mark.parametrize("fails", ["flush", "dirty"])
def test_whatever_fails_while_it_saves_it_is_locked(
    at: Stage, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """It is reported, and what was typed comes back."""
    text = writing(at).toPlainText()
    faults: list[Exception] = []
    at.program.clinic.fault.disconnect()
    at.program.clinic.fault.connect(faults.append)

    def failing(*_: object, **_named: object) -> None:
        raise RuntimeError("no such screen")

    with monkeypatch.context() as patch:
        patch.setattr(*{"flush": (Desk, "flush"), "dirty": (CloseGuard, "dirty")}[fails], failing)
        at.program.window.locking.lock(Cause.IDLE)
        until_locked(at)
    assert [type(fault) for fault in faults] == [RuntimeError]
    at.bot.waitUntil(at.program.window.entry.unlock.passphrase.isEnabled, timeout=WAIT_MS)
    assert back(at).field("xianbingshi").toPlainText() == text


def test_whatever_fails_before_it_saves_it_is_locked(at: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is set to the lock before anything else is done."""
    writing(at)

    def failing() -> None:
        raise RuntimeError("no such clipboard")

    monkeypatch.setattr(lock_module, "empty_clipboard", failing)
    with pytest.raises(RuntimeError, match="no such clipboard"):
        at.program.window.locking.lock(Cause.IDLE)
    until_locked(at)


def test_whoever_does_not_wait_for_the_place_is_not_torn_away_from_where_they_went(at: Stage) -> None:
    """The place comes late. What was typed is kept all the same."""
    field = writing(at)
    text = field.toPlainText()
    at.program.window.lock()
    until_locked(at)
    again = unlock(at)
    at.program.window.do(ActionId.LEDGER)
    at.bot.wait(LATE_MS)
    assert again.desk.here is ActionId.LEDGER
    assert again.desk.context is None
    again.desk.open_patient(NEW, ActionId.INTAKE)
    at.bot.waitUntil(lambda: again.desk.here is ActionId.INTAKE, timeout=WAIT_MS)
    assert isinstance(again.desk.page, IntakePage)
    again = Stage(at.bot, at.program, again.desk, again.desk.page)
    again.wait(NEW)
    again.until_writing()
    assert again.field("xianbingshi").toPlainText() == text


@pytest.mark.parametrize("action", [ActionId.PALETTE, ActionId.FIND])
def test_nothing_that_was_opened_meanwhile_is_covered_by_the_place(at: Stage, action: ActionId) -> None:
    writing(at)
    at.program.window.lock()
    until_locked(at)
    again = unlock(at)
    at.program.window.do(action)
    before = again.desk.here
    at.bot.wait(LATE_MS)
    assert again.desk.here is before
    assert again.desk.context is None


# ── Somebody else ───────────────────────────────────────────────────────────────────────────────


def test_R33_another_operator_begins_on_the_first_screen_and_the_first_finds_everything_again(
    qtbot: QtBot, clinic: Clinic
) -> None:
    """Each opens with their own passphrase, and each finds their own place."""
    other = "另一个人的口令 long enough"
    with stage(qtbot, clinic) as at:
        added = clinic_operator(at, other)
        field = writing(at)
        QTest.keyClicks(at.page.finder.box, "sun")
        text = field.toPlainText()
        at.program.window.lock()
        until_locked(at)
        began = time.monotonic()
        second = unlock(at, other)
        assert time.monotonic() - began < 3 * 5  # an idle machine needs one second; this one may be busy
        assert at.program.clinic.opened is not None
        assert at.program.clinic.opened.operator == added
        qtbot.wait(200)
        assert second.desk.here is ActionId.TODAY
        assert second.desk.context is None
        at.program.window.lock()
        until_locked(at)
        again = back(at)
        assert again.field("xianbingshi").toPlainText() == text


def clinic_operator(at: Stage, passphrase: str) -> str:
    """Add somebody who opens the clinic with a passphrase of their own; their name."""
    name: str = "王大夫"
    done: list[object] = []

    def add(kernel: Kernel) -> None:
        kernel.operators.add(Credential(PASSPHRASE), name, (Role.PHYSICIAN,), passphrase)

    at.program.clinic.ask(at.program.window, add, done.append)
    at.bot.waitUntil(lambda: bool(done), timeout=WAIT_MS)
    return name
