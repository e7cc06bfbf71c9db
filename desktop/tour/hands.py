"""What a person does to the program: keys, an input method, a press of a button. Nothing goes past the window's own ways.

Keys go to the window in front, as the system would send them, so shortcuts and focus are the program's. Words are written as
an input method writes them: letters in a composition first, then the text.
"""

from PySide6.QtCore import QKeyCombination, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeySequence, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from desktop.actions.catalog import ActionId, spec_of
from desktop.tour import eyes
from desktop.tour.walk import Astray

NONE = Qt.KeyboardModifier.NoModifier


def key(code: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press a key and let it go."""
    QTest.keyClick(_front(), code, modifiers)


def keys(letters: str) -> None:
    """Press the keys of plain letters, digits and marks, one after the other."""
    for letter in letters:
        QTest.keyClick(_front(), ord(letter), NONE)


def do(action: ActionId) -> None:
    """Press the shortcut of an action."""
    sequence = QKeySequence.fromString(spec_of(action).shortcut, QKeySequence.SequenceFormat.PortableText)
    combination: QKeyCombination = sequence[0]  # type: ignore[index]  # its type hints leave out __getitem__
    key(combination.key(), combination.keyboardModifiers())


def compose(letters: str) -> None:
    """Open a composition with these letters, or change it; they are shown in the field and not yet written."""
    QApplication.sendEvent(_focus(), QInputMethodEvent(letters, []))


def commit(text: str) -> None:
    """End the composition with a text."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(_focus(), event)


def write(text: str) -> None:
    """Write a text into the field that has the focus, as an input method does."""
    compose("a")
    commit(text)


def to(name: str, root: QWidget | None = None) -> QWidget:
    """Go to the control of this name."""
    control = eyes.control(name, root)
    control.setFocus(Qt.FocusReason.TabFocusReason)
    return control


def to_field(root: QWidget) -> QLineEdit:
    """Go to the first field for one line in a window."""
    field = next((one for one in eyes.widgets(root) if isinstance(one, QLineEdit)), None)
    if field is None:
        raise Astray("There is no field for one line in this window")
    field.setFocus(Qt.FocusReason.TabFocusReason)
    return field


def fill(name: str, text: str, root: QWidget | None = None) -> None:
    """Write a text into the field of this name."""
    eyes.control(name, root, eyes.Use.WRITE).setFocus(Qt.FocusReason.TabFocusReason)
    write(text)


def press(name: str, root: QWidget | None = None) -> None:
    """Press the button of this name."""
    button = eyes.control(name, root, eyes.Use.PRESS)
    middle = QPoint(button.width() // 2, button.height() // 2)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, NONE, middle)


def _front() -> QWindow:
    window = QGuiApplication.focusWindow()
    if window is None:
        raise Astray("No window of the program is in front")
    return window


def _focus() -> QWidget:
    widget = QApplication.focusWidget()
    if widget is None:
        raise Astray("Nothing has the focus")
    return widget
