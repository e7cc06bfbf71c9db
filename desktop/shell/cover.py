"""Clearing the screen for a lock: whatever has a window of its own goes, and what an input method still holds is handed over first.

Menus, lists of choices, completions, tips, dialogs of the system, sheets and a drag under way: nothing of them is asked, all of them
are answered as if the person had gone back.
"""

from PySide6.QtGui import QClipboard, QDrag, QGuiApplication, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QDialog, QToolTip, QWidget

from desktop.widgets.sheet import Sheet

MOST_POPUPS = 32
"""Menus that open from one another. A popup that will not close must not hold up the lock."""


def hand_over_composition() -> None:
    """What is being composed is typed: no word is lost, and letters not yet turned into characters stay as letters."""
    QGuiApplication.inputMethod().commit()
    field = QApplication.focusWidget()
    composed = getattr(field, "composed", "")
    if field is not None and composed:
        event = QInputMethodEvent("", [])
        event.setCommitString(composed)
        QApplication.sendEvent(field, event)
    QGuiApplication.inputMethod().reset()


def clear_away(window: QWidget) -> None:
    """Close what lies over a window or stands beside it."""
    if (
        QGuiApplication.mouseButtons()
    ):  # without one there is no drag, and some platforms complain of being asked to end it
        QDrag.cancel()
    for _ in range(MOST_POPUPS):
        popup = QApplication.activePopupWidget()
        if popup is None:
            break
        popup.close()
    QToolTip.hideText()
    for other in QApplication.topLevelWidgets():
        if other is window or not other.isVisible():
            continue
        if isinstance(other, QDialog):
            other.reject()
        other.hide()
    for sheet in window.findChildren(Sheet):
        sheet.shut()


def empty_clipboard() -> None:
    """Take back what was copied here, if nobody has copied something else since."""
    clipboard = QGuiApplication.clipboard()
    if clipboard.ownsClipboard():
        clipboard.clear(QClipboard.Mode.Clipboard)
    if clipboard.supportsSelection() and clipboard.ownsSelection():
        clipboard.clear(QClipboard.Mode.Selection)
