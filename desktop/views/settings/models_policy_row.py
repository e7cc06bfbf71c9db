"""One purpose in the table of the policy: two switches, what becomes of its texts before they leave, how long they may be."""

from functools import partial

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.services.egress import Boundary, PurposeRule, purposes_to_decide
from desktop.theme.fonts import px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.views.settings.models_parts import boundary_words
from desktop.views.settings.models_words import ModelWords
from desktop.widgets.button import link
from desktop.widgets.check_box import Switch
from desktop.widgets.elided_label import ElidedLabel

PURPOSE, HERE, OUTSIDE, LIMITS = 156, 48, 48, 128
"""Widths of columns."""

HEIGHT = 44


class PurposeRow(QWidget):
    """A row. `toggled` brings a boundary and whether it is allowed."""

    toggled = Signal(object, bool)

    def __init__(self, name: str, words: ModelWords) -> None:
        super().__init__()
        self._name, self._words = name, words
        self._is_changed = self._is_showing = False
        self.title = words.purpose(name)
        self._label = ElidedLabel(self.title)
        self.switches = {
            one: Switch("", name=self.tr("{0}：{1}").format(self.title, boundary_words(one)))
            for one in Boundary
        }
        for boundary, switch in self.switches.items():
            switch.toggled.connect(partial(self._on_toggled, boundary))
        self.before = ElidedLabel("", Type.SECONDARY, Tone.MUTED)
        self.changed = ElidedLabel(self.tr("未保存"), Type.META, Tone.WARN)
        self.changed.hide()
        self.limits = link("")
        self._line = QHBoxLayout(self)
        self._name_column = QVBoxLayout()
        self._name_column.setSpacing(0)
        self._name_column.addWidget(self._label)
        if name not in purposes_to_decide():
            self._name_column.addWidget(
                ElidedLabel(words.messages.text("purposes.pack"), Type.META, Tone.MUTED)
            )
        self._holder = QWidget()
        self._holder.setLayout(self._name_column)
        self._name_column.setContentsMargins(0, 0, 0, 0)
        self._choices = QHBoxLayout()
        self._choices.setSpacing(Space.M)
        for switch in self.switches.values():
            self._choices.addWidget(switch)
        rest = QHBoxLayout()
        rest.setSpacing(Space.S)
        rest.addWidget(self.before, 1)
        rest.addWidget(self.changed)
        rest.addWidget(self.limits)
        self._line.addWidget(self._holder)
        self._line.addLayout(self._choices)
        self._line.addLayout(rest, 1)
        self.lay_out(narrow=False)

    def show_rule(self, rule: PurposeRule) -> None:
        """Show what is chosen."""
        self._is_showing = True
        for boundary, switch in self.switches.items():
            switch.setChecked(boundary in rule.boundaries)
        self._is_showing = False
        self.before.setText(self._words.before_leaving(self._name, rule))
        self.limits.set_words(self._words.limits(rule))
        self.limits.setAccessibleName(
            self.tr("{0}的长度上限：{1}").format(self.title, self._words.limits(rule))
        )
        self.setAccessibleName(f"{self.title} {self._words.rule(rule)}")

    def limit(self, *, may: bool) -> None:
        """Whether anything can be changed here."""
        for switch in self.switches.values():
            switch.setEnabled(may)
        self.limits.setEnabled(may)

    def mark(self, *, is_changed: bool) -> None:
        """Say that it is not saved."""
        self._is_changed = is_changed
        self.changed.setVisible(is_changed)
        self.update()

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page the switches stand under the name, with words of their own."""
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else beside)
        self._line.setSpacing(Space.XS if narrow else Space.M)
        air = Space.S if narrow else 0
        self._line.setContentsMargins(Space.L, air, Space.L, air)
        self.setMinimumHeight(0 if narrow else px(HEIGHT))
        self._holder.setMinimumWidth(0 if narrow else px(PURPOSE))
        self._holder.setMaximumWidth(px(PURPOSE) * (4 if narrow else 1))
        for boundary, switch in self.switches.items():
            switch.setText(boundary_words(boundary) if narrow else "")
            switch.setMinimumWidth(0 if narrow else px(HERE if boundary is Boundary.ON_DEVICE else OUTSIDE))
            switch.updateGeometry()
        self.limits.setMinimumWidth(0 if narrow else px(LIMITS))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_changed:
            painter = QPainter(self)
            painter.fillRect(self.rect(), colour(Tone.SELECTED))
            painter.fillRect(QRect(0, 0, Frame.BAR, self.height()), colour(Tone.ACCENT))
        super().paintEvent(event)

    def _on_toggled(self, boundary: Boundary, is_on: bool) -> None:
        if not self._is_showing:
            self.toggled.emit(boundary, is_on)
