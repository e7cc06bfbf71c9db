"""The table itself: its head sorts by mouse and by keyboard, its rows are walked by arrows, and letters go on in the find box."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from desktop.delegates.table_row import TableRow, lead
from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.views.patients.model import COLUMNS, COMPLAINT, PatientsModel
from desktop.widgets import paint
from desktop.widgets.ringed import by_keyboard
from desktop.widgets.row_table import RowTable

WIDTHS = {"name": 120, "sex": 56, "age": 80, "record_no": 88, "phone": 88, "last_visit": 112, "visits": 56}
CONTROL = Qt.KeyboardModifier.ControlModifier
SPARED = frozenset({"phone", "visits"})
"""Columns that go where there is no room."""


class SortHeader(QHeaderView):
    """The head of the table. Tab comes to it, left and right move, Enter or a click sorts."""

    sorted = Signal(int)
    """The section that was chosen; it can be sorted by."""

    def __init__(self, model: PatientsModel, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._patients = model
        self._here = 0
        self._ring = False
        self.setAccessibleName(self.tr("排序"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setStretchLastSection(True)
        self.setMinimumSectionSize(px(Height.SMALL))
        self.setFixedHeight(px(Height.TABLE_HEAD))
        self.setMouseTracking(True)
        self._tell()

    def title(self, section: int) -> str:
        """The words over a column."""
        return str(self._patients.headerData(section, Qt.Orientation.Horizontal))

    def wanted_width(self, section: int) -> int:
        """The width at which the words and the arrow are not cut."""
        words = metrics(Type.META).horizontalAdvance(self.title(section))
        arrow = px(IconSize.CHIP) + Space.XS if COLUMNS[section][1] else 0
        return lead(section) + words + arrow + Space.S

    def keyPressEvent(self, event: QKeyEvent) -> None:
        stops = [
            section
            for section, (_, sort) in enumerate(COLUMNS)
            if sort is not None and not self.isSectionHidden(section)
        ]
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps:
            at = stops.index(self._here) if self._here in stops else 0
            self._here = stops[min(max(at + steps[Qt.Key(event.key())], 0), len(stops) - 1)]
            self._tell()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.sorted.emit(self._here)
            self._tell()
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        section = self.logicalIndexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and section >= 0 and COLUMNS[section][1]:
            self._here = section
            self.sorted.emit(section)
            self._tell()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = by_keyboard(event)
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintSection(self, painter: QPainter, place: QRect, section: int) -> None:
        if not place.isValid():
            return
        painter.save()
        painter.fillRect(place, colour(Tone.SUNKEN))
        painter.fillRect(place.x(), place.bottom(), place.width(), 1, colour(Tone.LINE))
        sort = COLUMNS[section][1]
        order = self._patients.order
        is_sorted = sort is not None and order.sort is sort
        painter.setFont(font(Type.META))
        lane = place.adjusted(lead(section), 0, 0, 0)
        paint.text(painter, lane, self.title(section), Tone.TEXT if is_sorted else Tone.MUTED)
        if is_sorted:
            side = px(IconSize.CHIP)
            left = lane.x() + metrics(Type.META).horizontalAdvance(self.title(section)) + Space.XS
            arrow = Icon.OPEN if order.descending else Icon.SHUT
            icons.draw(painter, arrow, Tone.TEXT, QRect(left, place.y(), side, place.height()), side)
        if self._ring and self.hasFocus() and section == self._here:
            paint.box(painter, place.adjusted(Space.XS, 2, -2, -3), border=Tone.ACCENT, width=2)
        painter.restore()

    def _tell(self) -> None:
        """Say by which column it is sorted, and which one Enter sorts by."""
        order = self._patients.order
        by = next(section for section, (_, sort) in enumerate(COLUMNS) if sort is order.sort)
        way = self.tr("降序") if order.descending else self.tr("升序")
        now = self.tr("按{0}{1}").format(self.title(by), way)
        self.setAccessibleDescription(self.tr("{0}，{1}").format(self.title(self._here), now))
        self.viewport().update()


class Table(RowTable):
    """Enter means the row, right goes to its visits, and Tab goes on to what follows the table."""

    meant = Signal(int)
    """The row that was chosen."""

    visits_wanted = Signal()
    typed = Signal(str)
    """Letters that belong into the find box."""

    def __init__(self, model: PatientsModel) -> None:
        super().__init__()
        self._patients = model
        self.head = SortHeader(model, self)
        self.setHorizontalHeader(self.head)
        self.setModel(model)
        self.setAccessibleName(self.tr("患者列表"))
        self.setItemDelegate(TableRow(self))
        for section, (name, _) in enumerate(COLUMNS[:-1]):
            self.setColumnWidth(section, max(px(WIDTHS[name]), self.head.wanted_width(section)))

    def spare(self, *, is_narrow: bool) -> None:
        """On a small screen some columns go."""
        for section, (name, _) in enumerate(COLUMNS):
            is_secret = name == COMPLAINT and not self._patients.shows_complaints
            self.setColumnHidden(section, is_secret or (is_narrow and name in SPARED))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        key, text = event.key(), event.text()
        plain = not event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and event.modifiers() & CONTROL:
            event.ignore()  # the page begins a visit
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.meant.emit(row)
        elif key == Qt.Key.Key_Right:
            self.visits_wanted.emit()
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End} and self._patients.rowCount():
            # The first and the last that are read; the end brings what comes after it.
            self.selectRow(0 if key == Qt.Key.Key_Home else self._patients.rowCount() - 1)
        elif plain and text.isprintable() and text.strip():
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, typed: str) -> None:
        """Looking for somebody is the find box's: only it knows everyone, and pinyin."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._patients.rowCount():
            self.selectRow(0)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
