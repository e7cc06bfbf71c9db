"""The costs as a table: whose calls, how many, what they read and wrote, and the amount. All of them together stand under it, and stay."""

from collections.abc import Mapping

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QSizePolicy, QWidget

from core.base.messages import Messages
from core.services.spending.facts import By, Line
from core.services.spending.words import cost_words, key_words
from desktop.delegates.table_row import NUMBER, TONE, TableRow, lead, number_lane
from desktop.theme.density import row_height
from desktop.theme.fonts import font, metrics, px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.ledger.costs_asked import CostsRead
from desktop.views.ledger.table import Head
from desktop.widgets import paint
from desktop.widgets.row_table import RowTable

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROLE = Qt.ItemDataRole

COLUMNS = ("key", "calls", "prompt", "completion", "hit", "cost")
WIDTHS = {"calls": 96, "prompt": 136, "completion": 136, "hit": 96, "cost": 264}
NARROW = {"calls": 60, "prompt": 96, "completion": 88, "hit": 0, "cost": 244}


class CostsModel(QAbstractTableModel):
    """The lines of one answer."""

    def __init__(self, messages: Messages, by_words: Mapping[By, str], parent: QObject) -> None:
        super().__init__(parent)
        self._messages, self._by_words = messages, by_words
        self._read: CostsRead | None = None
        self._heads = {
            "calls": self.tr("调用"),
            "prompt": self.tr("↑ 提示"),
            "completion": self.tr("↓ 回答"),
            "hit": self.tr("命中"),
            "cost": self.tr("≈ 费用"),
        }

    @property
    def total(self) -> Line | None:
        """All lines as one."""
        return self._read.report.total if self._read else None

    def show_read(self, read: CostsRead | None) -> None:
        """Show these lines, or none."""
        self.beginResetModel()
        self._read = read
        self.endResetModel()

    def line(self, row: int) -> Line | None:
        """What stands in a row."""
        lines = self._read.report.lines if self._read else ()
        return lines[row] if 0 <= row < len(lines) else None

    def words(self, line: Line, column: str) -> str:
        """What stands in a column."""
        match column:
            case "key":
                return self.name_of(line)
            case "calls":
                return f"{line.calls:,}"
            case "prompt":
                return _tokens(line.prompt, line)
            case "completion":
                return _tokens(line.completion, line)
            case "hit":
                return "–" if line.hit_percent is None else f"{line.hit_percent:.0f}%"
            case _:
                return cost_words(line, self._messages)

    def name_of(self, line: Line) -> str:
        """Whose line it is."""
        if line.is_total or self._read is None:
            return self._messages.text("spending.total")
        return key_words(self._read.asked.by, line.key, self._read.titles, self._messages)

    def tone(self, line: Line, column: str) -> Tone:
        """In which tone it is said: what is not known stands out."""
        if column == "cost":
            return Tone.WARN if line.not_estimated else Tone.TEXT
        return Tone.TEXT if column == "key" else Tone.MUTED

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() or self._read is None else len(self._read.report.lines)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role in {ROLE.DisplayRole, ROLE.AccessibleTextRole}:
            if section:
                return self._heads[COLUMNS[section]]
            return self._by_words[self._read.asked.by if self._read else By.PACK]
        return bool(section) if role == NUMBER else None

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> object:
        line = self.line(index.row())
        if line is None:
            return None
        column = COLUMNS[index.column()]
        if role == ROLE.DisplayRole:
            return self.words(line, column)
        if role == NUMBER:
            return column != "key"
        if role == TONE:
            return self.tone(line, column)
        if role == ROLE.AccessibleTextRole:
            head = self.headerData(index.column(), Qt.Orientation.Horizontal)
            return f"{head} {self.words(line, column)}"
        return None


def _tokens(count: int, line: Line) -> str:
    """How many are known; + where there are more, – where nobody knows of any."""
    if line.unmeasured == line.calls:
        return "–"
    return f"{count:,}+" if line.unmeasured else f"{count:,}"


class NumberHead(Head):
    """Words over the columns, those of numbers at the right as the numbers are."""

    def paintSection(self, painter: QPainter, place: QRect, section: int) -> None:
        if not self.model().headerData(section, Qt.Orientation.Horizontal, NUMBER):
            super().paintSection(painter, place, section)
            return
        painter.save()
        self.paint_ground(painter, place)
        words = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        lane = number_lane(place, is_last=section == len(COLUMNS) - 1)
        paint.text(painter, lane, words, Tone.MUTED, paint.RIGHT)
        painter.restore()


class CostsTable(RowTable):
    """The lines; the first column takes the room that is left."""

    def __init__(self, model: CostsModel) -> None:
        super().__init__()
        self.head = NumberHead(self)
        self.head.setStretchLastSection(False)
        self.setHorizontalHeader(self.head)
        self.setModel(model)
        self.setAccessibleName(self.tr("费用"))
        self.setItemDelegate(TableRow(self))
        self.head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.spare(is_narrow=False)

    def spare(self, *, is_narrow: bool) -> None:
        """On a small screen the numbers stand closer, and the hits go: amounts are not cut."""
        for section, column in enumerate(COLUMNS[1:], start=1):
            width = px((NARROW if is_narrow else WIDTHS)[column])
            self.setColumnHidden(section, not width)
            if width:
                self.setColumnWidth(section, width)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.selectRow(0)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def keyboardSearch(self, typed: str) -> None:
        """Letters find nothing here."""


class TotalRow(QWidget):
    """All lines together, under the columns of the table."""

    def __init__(self, table: CostsTable, model: CostsModel) -> None:
        super().__init__()
        self._table, self._model = table, model
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        model.modelReset.connect(self._on_reset)
        table.head.sectionResized.connect(lambda *_: self.update())

    @property
    def words(self) -> list[str]:
        """What stands in its columns."""
        total = self._model.total
        return [self._model.words(total, column) for column in COLUMNS] if total else []

    def sizeHint(self) -> QSize:
        return QSize(px(160), row_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, total = QPainter(self), self._model.total
        painter.fillRect(self.rect(), colour(Tone.SUNKEN))
        painter.fillRect(0, 0, self.width(), 1, colour(Tone.LINE))
        if total is None:
            return
        painter.setFont(font(Type.BODY))
        for section, column in enumerate(COLUMNS):
            if self._table.isColumnHidden(section):
                continue
            place = QRect(
                self._table.columnViewportPosition(section),
                1,
                self._table.columnWidth(section),
                self.height() - 1,
            )
            lane = (
                number_lane(place, is_last=column == COLUMNS[-1])
                if section
                else place.adjusted(lead(0), 0, -Space.XS, 0)
            )
            words = self._model.words(total, column)
            shown = metrics(Type.BODY).elidedText(words, Qt.TextElideMode.ElideRight, lane.width())
            align = paint.RIGHT if section else paint.LEFT
            paint.text(painter, lane, shown, self._model.tone(total, column), align, level=True)

    def _on_reset(self) -> None:
        heads = [
            str(self._model.headerData(section, Qt.Orientation.Horizontal))
            for section in range(1, len(COLUMNS))
        ]
        words = self.words
        said = [f"{head} {word}" for head, word in zip(heads, words[1:], strict=True)] if words else []
        self.setAccessibleName(" ".join([*words[:1], *said]))
        self.update()
