"""What the tests of the lock do and look for."""

from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from core.base.ids import RecordNo
from desktop.bridge.clinic import ClinicState
from desktop.views.intake.page import IntakePage
from tests.desktop.shell.program import WAIT_MS, desk_of, wait_state
from tests.desktop.views.intake.stage import Stage
from tests.fakes.clinic import PASSPHRASE

NEW = RecordNo("P002")
NAME = "孙雅琴"


def writing(at: Stage) -> QPlainTextEdit:
    """A long complaint is being written, in the middle of it, on a form that is scrolled."""
    at.turn_to(NEW)
    at.until_writing()
    at.type_in("zhushu", "tou yun san tian")
    field = at.field("xianbingshi")
    field.setFocus()
    field.insertPlainText("\n".join(f"line {number}" for number in range(12)))
    cursor = field.textCursor()
    cursor.setPosition(17)
    cursor.setPosition(23, cursor.MoveMode.KeepAnchor)
    field.setTextCursor(cursor)
    return field


def until_locked(at: Stage) -> None:
    wait_state(at.bot, at.program, ClinicState.CLOSED)
    assert at.program.window.desk is None


def unlock(at: Stage, passphrase: str = PASSPHRASE) -> Stage:
    """Open it again; the new page."""
    card = at.program.window.entry.unlock
    at.bot.waitUntil(card.passphrase.isEnabled, timeout=WAIT_MS)
    card.passphrase.setText(passphrase)
    card.submit()
    desk = desk_of(at.bot, at.program)
    return Stage(at.bot, at.program, desk, desk.page)  # type: ignore[arg-type]


def back(at: Stage) -> Stage:
    """Open it again, and wait for the place that was left."""
    again = unlock(at)
    at.bot.waitUntil(lambda: isinstance(again.desk.page, IntakePage), timeout=WAIT_MS)
    assert isinstance(again.desk.page, IntakePage)
    again = Stage(at.bot, at.program, again.desk, again.desk.page)
    again.wait(NEW)
    again.until_writing()
    at.bot.waitUntil(lambda: at.program.window.locking._return is None, timeout=WAIT_MS)
    return again


def words(window: QWidget) -> str:
    """All that is shown, or spoken, of a window and whatever else is on screen."""
    shown = []
    for top in {window, *QApplication.topLevelWidgets()}:
        if not top.isVisible():
            continue
        for part in (top, *top.findChildren(QWidget)):
            if part.isVisible():
                text = getattr(part, "text", None) or getattr(part, "toPlainText", None)
                shown += [part.accessibleName(), part.windowTitle(), str(text()) if callable(text) else ""]
    return "\n".join(shown)
