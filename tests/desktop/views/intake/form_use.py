"""What tests of the form share."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QWidget

from desktop.views.intake.form import FormView


def written_in(view: FormView) -> list[str]:
    """Every text that stands in a widget for typing."""
    QTest.qWait(1)  # what was removed goes when the event loop is reached
    found = []
    for one in view.findChildren(QWidget):
        if isinstance(one, QLineEdit):
            found.append(one.text())
        elif isinstance(one, QPlainTextEdit):
            found.append(one.toPlainText())
        elif isinstance(one, QComboBox):
            found.append(one.currentText() if one.isEditable() else str(one.currentData() or ""))
    return [text for text in found if text]
