"""One symptom of a visit by keyboard: Y 有 N 无 U 未问 B 不详, 1–3 the grade, R 又起, and on a return visit C J W Z.

Nothing is invented: a key sets what it names and no more. A trend sets the status that goes with it; choosing another
status by hand takes the trend back. 无 hides grade, number, since and frequency; what was typed stays until the save.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from core.services.forms import Status, Trend
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.views.intake.last_time import LastTime
from desktop.views.intake.numbers import number_from, number_text
from desktop.views.intake.symptom_cells import STATUS_KEYS, SymptomCells
from desktop.views.intake.trend_keys import TREND_KEYS, TrendKeys
from desktop.widgets.label import Label

if TYPE_CHECKING:
    from core.services.visits.carried import Carried

OUT = int(Space.M)
"""How far the ground of the focused row runs past the form, at both sides."""

_ABOVE = 6
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_GRADES = ("1", "2", "3")
_SILENT = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


def status_of(trend: Trend) -> Status:
    """The status a quick key records (design/comparison.md): 消失 is 无, every other 有."""
    return Status.ABSENT if trend is Trend.GONE else Status.PRESENT


class SymptomRow(QWidget):
    """A row. `carried` is what was said last time; without it the row was added today and can be removed."""

    changed = Signal()
    removed = Signal()
    stepped = Signal(int)
    """Up or down was pressed: -1 or 1."""

    def __init__(
        self, term: str, *, group: str = "", carried: "Carried | None" = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.term, self.carried = term, carried
        self.setAccessibleName(term)
        self.active = False
        self.trend: Trend | None = None
        self.group = group
        self._given: Mapping[str, object] | None = None
        self._counts = False
        column = QVBoxLayout(self)
        column.setContentsMargins(OUT, _ABOVE if carried else Space.XS, OUT, Space.XS)
        column.setSpacing(Space.XS)
        self.cells = SymptomCells(term, removable=carried is None)
        self.cells.status.chosen.connect(self._on_status)
        self.cells.grade.chosen.connect(self._on_grade)
        self.cells.edited.connect(self._touch)
        self.cells.remove.clicked.connect(self._on_remove)
        column.addWidget(self.cells)
        self.trend_keys: TrendKeys | None = None
        if carried:
            if carried.finding.count:
                self._counts = True
                self.cells.fix_unit(carried.finding.count.unit)
            below = QHBoxLayout()
            below.setSpacing(Space.S)
            below.addWidget(LastTime(carried), 1)
            self.trend_keys = TrendKeys(term)
            self.trend_keys.chosen.connect(self.say_trend)
            below.addWidget(self.trend_keys)
            column.addLayout(below)
        self.problem = Label("", Type.META, Tone.DANGER, wrap=True)
        self.problem.hide()
        column.addWidget(self.problem)
        self._blank = self._read()
        self._show()

    @property
    def status(self) -> Status:
        """What asking brought."""
        return Status(self.cells.status.value or Status.NOT_ASKED)

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was said about it today."""
        return self._given is None and self._read() == self._blank

    def plain(self) -> Mapping[str, object]:
        """The finding in the nine keys of the answers file; just as it came while nobody touched it."""
        return self._read() if self._given is None else self._given

    def fill(self, plain: Mapping[str, object]) -> None:
        """Show a finding of a draft."""
        cells = self.cells
        status = str(plain.get("status"))
        cells.status.set_value(status if status in frozenset(Status) else Status.NOT_ASKED.value)
        grade, count, trend = str(plain.get("grade")), plain.get("count"), plain.get("trend")
        cells.grade.set_value(grade if grade in _GRADES else None)
        if isinstance(count, Mapping):
            self._counts = True
            cells.number.setText(number_text(count.get("value")))
            if str(count.get("unit") or "") != cells.unit_word.text():
                cells.unit_word.setText("")
                cells.unit.setText(str(count.get("unit") or ""))
        self.trend = Trend(str(trend)) if trend in frozenset(Trend) else None
        cells.since.setText(str(plain.get("since") or ""))
        cells.frequency.setText(str(plain.get("frequency") or ""))
        cells.words.setText(str(plain.get("words") or ""))
        self.group = str(plain.get("field") or "")
        self._given = dict(plain)
        self._show()

    def forget(self) -> None:
        """Nothing was said about it in the draft either: it counts as untouched."""
        self._counts = bool(self.carried and self.carried.finding.count)
        self.cells.number.clear()
        self._given = None
        self._blank = self._read()
        self._show()

    def choose_status(self, status: Status) -> None:
        """Set the status as a person does; a trend that said otherwise is taken back."""
        if self.trend and status is not status_of(self.trend):
            self.trend = None
        self.cells.status.set_value(status.value)
        self._touch()

    def choose_grade(self, grade: str) -> None:
        """Set 有 and a grade."""
        self.cells.grade.set_value(grade)
        self._counts = self._counts and bool(self.cells.number.text())
        self.choose_status(Status.PRESENT)

    def say_trend(self, trend: Trend) -> None:
        """Record what was said about the change, with the status that goes with it; said again, it is taken back."""
        if self.trend is trend:
            self.trend = None
        else:
            self.trend = trend
            self.cells.status.set_value(status_of(trend).value)
        self._touch()

    def count_instead(self) -> None:
        """Record a number with its unit, which is said of a symptom that is there."""
        self._counts = True
        self.choose_status(Status.PRESENT)
        self.cells.number.setFocus()

    def set_active(self, active: bool) -> None:
        """Show that the focus is in this row, or no longer."""
        if active == self.active:
            return
        self.active = active
        self.cells.set_raised(active)
        if self.trend_keys:
            self.trend_keys.set_boxed(active)
        self._show()
        self.update()

    def take_focus(self) -> None:
        """Put the focus on the status."""
        self.cells.status.setFocus(Qt.FocusReason.TabFocusReason)

    def show_problem(self, words: str) -> None:
        """Say under the row what is wrong with it; "" is nothing."""
        self.problem.setText(words)
        self.problem.setVisible(bool(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bare = not event.modifiers() & ~_SILENT
        step = _STEPS.get(Qt.Key(event.key())) if bare else None
        if step:
            self.stepped.emit(step)
        elif not bare or self._types_text() or not self._take(event):
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("记数目 #")).triggered.connect(self.count_instead)
        menu.addAction(self.tr("又起 R")).triggered.connect(self._on_again)
        if not self.carried:
            menu.addAction(self.tr("移除")).triggered.connect(self._on_remove)
        menu.popup(event.globalPos())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.active:
            painter.fillRect(self.rect(), colour(Tone.SELECTED))
            painter.fillRect(QRect(0, 0, int(Frame.BAR), self.height()), colour(Tone.ACCENT))
        painter.fillRect(QRect(OUT, self.height() - 1, self.width() - 2 * OUT, 1), colour(Tone.LINE))

    def _types_text(self) -> bool:
        return any(edit.hasFocus() for edit in self.cells.edits())

    def _take(self, event: QKeyEvent) -> bool:
        letter = event.text().upper()
        if letter in STATUS_KEYS:
            self.choose_status(STATUS_KEYS[letter])
        elif letter in _GRADES:
            self.choose_grade(letter)
        elif letter == "R" or (self.carried and letter in TREND_KEYS):
            self.say_trend(TREND_KEYS[letter])
        elif letter == "#":
            self.count_instead()
        elif event.key() == Qt.Key.Key_Delete and not self.carried:
            self.removed.emit()
        else:
            return False
        return True

    def _read(self) -> dict[str, object]:
        """The finding as it stands in the widgets: grade and number only with 有, since and frequency not with 无."""
        cells, status = self.cells, self.status
        grade = cells.grade.value if status is Status.PRESENT else None
        number = number_from(cells.number.text()) if status is Status.PRESENT and self._counts else None
        told = status is not Status.ABSENT
        return {
            "term": self.term,
            "field": self.group,
            "status": status.value,
            "grade": int(grade) if grade else None,
            "count": None if number is None else {"value": number, "unit": cells.unit.text()},
            "trend": self.trend.value if self.trend else None,
            "since": cells.since.text() if told else "",
            "frequency": cells.frequency.text() if told else "",
            "words": cells.words.text(),
        }

    def _show(self) -> None:
        self.cells.show_for(self.status, active=self.active, counts=self._counts)
        if self.trend_keys:
            self.trend_keys.show_trend(self.trend)

    def _touch(self) -> None:
        self._given = None
        self.show_problem("")
        self._show()
        self.changed.emit()

    def _on_status(self, value: object) -> None:
        self.choose_status(Status(str(value)))

    def _on_grade(self, value: object) -> None:
        if value is None:
            self._touch()
        else:
            self.choose_grade(str(value))

    def _on_again(self) -> None:
        self.say_trend(Trend.AGAIN)

    def _on_remove(self) -> None:
        self.removed.emit()
