"""The filters over the table: all, the four states, the six markers, each with its count, in the order of the rows."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QWidget

from desktop.theme.fonts import px
from desktop.theme.tokens import Height, Space, Tone
from desktop.widgets.change import Change
from desktop.widgets.filter_chip import FilterChip
from desktop.widgets.separator import Separator
from desktop.widgets.tip import set_tip

_DIGITS = "1234567890"


class ChangeBar(QScrollArea):
    """Several filters may be on; with none, all rows are shown. `changed` tells the words that are left.

    Where they do not fit beside each other the wheel and the arrows bring the others.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(px(Height.FILTER_CHIP))
        content = QWidget()
        content.setProperty("plain", True)
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.S)
        self.every = FilterChip(self.tr("全部"), 0, tone=Tone.ACCENT)
        self.every.setChecked(True)
        self.every.clicked.connect(self.clear)
        set_tip(self.every, "Esc")
        row.addWidget(self.every)
        row.addWidget(Separator(upright=True))
        self.chips: dict[Change, FilterChip] = {}
        for digit, change in zip(_DIGITS, Change, strict=True):
            chip = FilterChip.of(change, 0)
            chip.clicked.connect(self._on_clicked)
            set_tip(chip, digit)
            if change is Change.NEW:
                row.addWidget(Separator(upright=True))
            self.chips[change] = chip
            row.addWidget(chip)
        row.addStretch()
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    @property
    def only(self) -> frozenset[str]:
        """The states and markers that are on."""
        return frozenset(change.value for change, chip in self.chips.items() if chip.isChecked())

    def set_counts(self, counts: Mapping[Change, int], total: int) -> None:
        """Say how many rows there are of each; a filter that would leave nothing is off and cannot be chosen."""
        before = self.only
        self.every.set_count(total)
        for change, chip in self.chips.items():
            chip.set_count(counts[change])
            chip.setEnabled(counts[change] > 0)
            chip.setChecked(chip.isChecked() and counts[change] > 0)
        self._settle(before)

    def clear(self) -> None:
        """Show all rows."""
        before = self.only
        for chip in self.chips.values():
            chip.setChecked(False)
        self._settle(before)

    def take_digit(self, text: str) -> bool:
        """Switch the filter of a digit, 1 to 9 and 0 for the last; the result says whether there is one."""
        if len(text) != 1 or text not in _DIGITS:
            return False
        chip = self.chips[tuple(Change)[_DIGITS.index(text)]]
        if chip.isEnabled():
            chip.click()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from chip to chip that can be chosen."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        stops = [chip for chip in (self.every, *self.chips.values()) if chip.isEnabled()]
        at = next((place for place, chip in enumerate(stops) if chip.hasFocus()), None)
        if event.key() not in steps or at is None:
            super().keyPressEvent(event)
            return
        to = min(max(at + steps[Qt.Key(event.key())], 0), len(stops) - 1)
        stops[to].setFocus(Qt.FocusReason.TabFocusReason)
        self.ensureWidgetVisible(stops[to])

    def wheelEvent(self, event: QWheelEvent) -> None:
        bar, turned = self.horizontalScrollBar(), event.angleDelta()
        bar.setValue(bar.value() - (turned.x() or turned.y()))

    def _on_clicked(self) -> None:
        self._settle(None)

    def _settle(self, before: frozenset[str] | None) -> None:
        only = self.only
        self.every.setChecked(not only)
        if only != before:
            self.changed.emit(only)
