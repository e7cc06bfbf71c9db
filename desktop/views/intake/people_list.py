"""The list under the find box: a click or Enter takes a line, Up from the first goes back to the box, and so does Esc."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from desktop.views.intake.line import Kind, Line, Lines
from desktop.views.intake.line_delegate import LineDelegate

_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select})


class PeopleList(QListView):
    """Lines of people, with nobody chosen beforehand."""

    taken = Signal(object)
    """The `Line` a person chose."""

    left = Signal()
    """Back to the box."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = Lines(self)
        self.setModel(self.lines)
        self.setItemDelegate(LineDelegate(self, self.lines))
        self.setAccessibleName(name)
        self.setProperty("kind", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.clicked.connect(self._take)

    def show_lines(self, lines: list[Line]) -> None:
        """Show these instead. Who has the focus keeps it, if still listed."""
        held = self.lines.line(self.currentIndex().row())
        place = self.verticalScrollBar().value()
        if not self.lines.show(lines):
            return
        row = self.lines.row_of(held) if held else None
        if row is None and self.hasFocus():
            row = self._next(-1, 1)
        if row is not None:
            self._go(row)
        self.verticalScrollBar().setValue(place)
        if row is not None and self.hasFocus():
            self.scrollTo(self.currentIndex())

    def enter(self, kind: Kind | None = None) -> bool:
        """Go to the first line that can be chosen, or the first of a kind. False when there is none."""
        rows = range(self.lines.rowCount())
        found = (row for row in rows if self._can_be_taken(row) and kind in {None, self.lines.all[row].kind})
        row = next(found, None)
        if row is None:
            return False
        self._go(row)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self._can_be_taken(self.currentIndex().row()):
            first = self._next(-1, 1)
            if first is not None:
                self._go(first)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.currentIndex().row()
        if key in _ENTER:
            self._take(self.currentIndex())
        elif key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and self._next(row, -1) is None):
            self.left.emit()
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            following = self._next(row, 1 if key == Qt.Key.Key_Down else -1)
            if following is not None:
                self._go(following)
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _typed: str) -> None:
        """Letters belong to the box."""

    def _take(self, index: QModelIndex) -> None:
        line = self.lines.line(index.row())
        if line is not None and self._can_be_taken(index.row()):
            self.taken.emit(line)

    def _go(self, row: int) -> None:
        index = self.lines.index(row)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.scrollTo(index)
        self.viewport().update()

    def _next(self, row: int, step: int) -> int | None:
        """The next line in a direction that can be chosen."""
        row += step
        while 0 <= row < self.lines.rowCount():
            if self._can_be_taken(row):
                return row
            row += step
        return None

    def _can_be_taken(self, row: int) -> bool:
        line = self.lines.line(row)
        return line is not None and line.kind in {Kind.PERSON, Kind.NEW}
