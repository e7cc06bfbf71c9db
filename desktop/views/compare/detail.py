"""What an open row shows: both quotes in full under their own columns, the rule in words, and the way to choose otherwise."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.services.visits.compare import Side
from desktop.delegates.comparison import HANG
from desktop.models.comparison import (
    Comparison,
    ComparisonModel,
    Entry,
    moved_words,
    value_words,
    visit_words,
)
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import link, small
from desktop.widgets.data_words import shown
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.grade import GradeDots, grade_word
from desktop.widgets.label import Label
from desktop.widgets.tip import set_tip


class Detail(QWidget):
    """The open part of one row. `widths` are those of the columns symptom, last and this."""

    override_wanted = Signal()

    trend_wanted = Signal()
    """Somebody wants to see the symptom at every visit."""

    def __init__(self, model: ComparisonModel, entry: Entry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.entry = entry
        self._shown = comparison = model.comparison or _none()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, Space.L, Space.M)
        column.setSpacing(Space.S)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._gap = QWidget()
        self._before = self._side(comparison, entry.row.previous)
        self._now = self._side(comparison, entry.row.current)
        row.addWidget(self._gap)
        row.addWidget(self._before)
        row.addWidget(self._now)
        row.addWidget(self._basis(entry), 1)
        column.addLayout(row)
        self._foot = QHBoxLayout()
        self._foot.setSpacing(Space.M)
        self.override_button = small(self.tr("医师改判…"), icon=Icon.EDIT, key="O")
        self.override_button.clicked.connect(self._on_override)
        self._foot.addWidget(self.override_button)
        self._foot.addWidget(Label(self.tr("须写理由；原判和依据保留"), Type.META, Tone.MUTED))
        self._foot.addStretch()
        self.trend_button = link(self.tr("{0} 历次变化").format(entry.row.symptom), trailing=Icon.FORTH)
        set_tip(self.trend_button, "T")
        self.trend_button.clicked.connect(self._on_trend)
        self._foot.addWidget(self.trend_button)
        column.addLayout(self._foot)

    def set_widths(self, symptom: int, previous: int, current: int) -> None:
        """Stand under the columns."""
        self._gap.setFixedWidth(symptom)
        self._before.setFixedWidth(previous)
        self._now.setFixedWidth(current)
        self._foot.setContentsMargins(symptom + Space.L, 0, 0, 0)

    def wanted_height(self, width: int) -> int:
        """The height at which every word is seen."""
        layout = self.layout()
        if layout is None:
            return 0
        return layout.heightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()

    def _side(self, comparison: Comparison, side: Side | None) -> QWidget:
        place, column = _column(hang=px(HANG))
        if side is None:
            column.addWidget(_inset(Label(self.tr("没有记录"), Type.META, Tone.MUTED)))
            column.addStretch()
            return place
        visit = comparison.visit(side.visit)
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.setContentsMargins(px(HANG), 0, 0, 0)
        named = f"{visit_words(visit.place)} {side.day.isoformat()}" if visit else side.day.isoformat()
        head.addWidget(ElidedLabel(named, Type.META, Tone.MUTED))
        value = value_words(side)
        if side.grade:
            word = grade_word(side.grade)
            head.addWidget(GradeDots(side.grade, word, tone=Tone.MUTED, size=Type.META))
            value = value.removeprefix(word).strip()
        if value:
            head.addWidget(Label(value, Type.META, Tone.MUTED))
        head.addStretch()
        column.addLayout(head)
        if side.words:
            column.addWidget(Label(f"“{side.words}”", Type.SECONDARY, wrap=True))
        by = visit.by if visit else ""
        source = self.tr("患者原话·{by} 记") if side.words else self.tr("{by} 记")
        if by:
            column.addWidget(_inset(Label(source.format(by=by), Type.META, Tone.MUTED, wrap=True)))
        column.addStretch()
        return place

    def _basis(self, entry: Entry) -> QWidget:
        place, column = _column()
        column.addWidget(
            Label(self.tr("规则 {rule}").format(rule=entry.row.rule or ""), Type.META, Tone.MUTED)
        )
        column.addWidget(Label(self._model.rule_words(entry), Type.SECONDARY, wrap=True))
        moved = moved_words(entry, is_long=True)
        if moved:
            column.addWidget(Label(moved, Type.META, Tone.MUTED, wrap=True))
        chosen = entry.chosen
        if chosen is not None:
            said = self.tr("医师改判为 {verdict}（原判 {computed}）：{reason}").format(
                verdict=shown(entry.verdict), computed=shown(entry.computed), reason=chosen.reason
            )
            column.addWidget(Label(said, Type.SECONDARY, wrap=True))
            who = self.tr("{by}，{at}").format(by=chosen.by, at=chosen.at.strftime("%Y-%m-%d %H:%M"))
            column.addWidget(Label(who, Type.META, Tone.MUTED, wrap=True))
            if chosen.outdated:
                column.addWidget(
                    Label(self.tr("改判之后计算结果已变，请复核"), Type.META, Tone.WARN, wrap=True)
                )
        column.addStretch()
        return place

    def _on_trend(self) -> None:
        self.trend_wanted.emit()

    def _on_override(self) -> None:
        self.override_wanted.emit()


def _column(hang: int = 0) -> tuple[QWidget, QVBoxLayout]:
    """A column under one of the table's; an opening quotation mark hangs out of it."""
    place = QWidget()
    column = QVBoxLayout(place)
    column.setContentsMargins(Space.L - hang, 0, 0, 0)
    column.setSpacing(2)
    return place, column


def _inset(label: Label) -> Label:
    label.setContentsMargins(px(HANG), 0, 0, 0)
    return label


def _none() -> Comparison:
    raise RuntimeError("a row without a comparison")
