"""The visits of a patient beside the table. Enter reads one; left goes back to the table."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView

from core.services.visits.timeline import TimedVisit
from desktop.delegates.visit_row import HEIGHT, Mark, VisitLook, VisitRow
from desktop.models.comparison import visit_words
from desktop.models.visits import Index, VisitsModel, moment
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone


class VisitList(QListView):
    """As tall as all its rows: what is around it scrolls, and only what is seen is painted."""

    read = Signal(int)
    """The number of a visit that is to be read."""

    left = Signal()
    """Back to the table."""

    moved = Signal()
    """Another visit is the current one."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.visits = VisitsModel(self)
        self.setModel(self.visits)
        self.setItemDelegate(VisitRow(self, self._look))
        self.setAccessibleName(name)
        self.setProperty("kind", "bare")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setUniformItemSizes(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(self._on_double_click)

    @property
    def visit(self) -> TimedVisit | None:
        """The current visit."""
        return self.visits.visit(self.currentIndex().row())

    def show_visits(self, visits: tuple[TimedVisit, ...], keep: int | None = None) -> None:
        """Show these, with the newest or, if it is there, the one to `keep` as the current one."""
        self.visits.show_visits(visits)
        row = self.visits.row_of(keep) if keep is not None else None
        self.setFixedHeight(px(HEIGHT) * len(visits))
        self.setVisible(bool(visits))
        if visits:
            self.setCurrentIndex(self.visits.index(row or 0))
        self.moved.emit()

    def sizeHint(self) -> QSize:
        return QSize(px(HEIGHT), px(HEIGHT) * self.visits.rowCount())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        visit = self.visit
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()  # the page begins a visit
        elif is_enter and visit:
            self.read.emit(visit.number)
        elif event.key() == Qt.Key.Key_Left:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, typed: str) -> None:
        """Letters find nothing here."""

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        self.moved.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()
        self.moved.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _look(self, row: int) -> VisitLook:
        visits, visit = self.visits, self.visits.visits[row]
        is_signed = visit.signed is not None
        signed = Mark(
            Icon.RESOLVED if is_signed else Icon.EDIT,
            visits.signed(visit),
            Tone.MUTED if is_signed else Tone.WARN,
        )
        void = visits.void(visit)
        marks = [Mark(Icon.NOT_COMPARABLE, void, Tone.DANGER) if void else signed]
        if changed := visits.changed(visit):
            marks.append(Mark(Icon.RELOAD, changed, Tone.WARN))
        return VisitLook(
            self.tr("就诊 {0}").format(visit.number) if visit.void else visit_words(visit.place),
            moment(visit),
            visits.complaint(visit),
            visits.meta(visit),
            tuple(marks),
            is_struck=visit.void is not None,
        )

    def _on_double_click(self, _index: object) -> None:
        if self.visit:
            self.read.emit(self.visit.number)
