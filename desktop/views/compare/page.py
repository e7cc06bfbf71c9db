"""复诊对比: two visits of one patient, row by row, filtered by state, each with its basis and the physician's own choice.

Nothing is computed or concluded here. What is shown is of the patient the page was turned to; a late reply about another
one never arrives.
"""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.visits.compare import PAIR, Compared
from core.services.visits.timeline import Series, Timeline
from desktop.actions.catalog import ActionId, Fact
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.comparison import Comparison, ComparisonModel, Entry, astray_words, load
from desktop.models.patient_context import PatientContext
from desktop.models.trend import load_series
from desktop.printing.order import PrintOrder, Wanted
from desktop.printing.preview import PrintSheet
from desktop.session.close_guard import CloseGuard
from desktop.session.page import Page
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space
from desktop.trouble.present import sentences, words
from desktop.views.compare.bar import ChangeBar
from desktop.views.compare.head import CompareHead
from desktop.views.compare.override import OverrideSheet
from desktop.views.compare.table import CompareTable
from desktop.views.compare.trend_sheet import TrendSheet
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.notice_bar import NoticeBar, Weight
from desktop.widgets.sheet import Sheet
from desktop.widgets.skeleton import Skeleton
from desktop.widgets.surface import Surface

RULES = (
    *("A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3", "C4", "C5", "C6"),
    *("D1", "D2", "D3", "D4", "D5"),
)


@dataclass(frozen=True, slots=True)
class _Judged:
    """The row the sheet is about. It stays the same whatever the page shows by the time of the answer."""

    record_no: RecordNo
    base: int | None
    to: int
    symptom: str


class ComparePage(Page):
    """The comparison screen."""

    def __init__(
        self,
        clinic: ClinicBridge,
        messages: Messages,
        *,
        guard: CloseGuard,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(clinic, parent)
        self._messages, self._guard = messages, guard
        self._base: int | None = None
        self._to: int | None = None
        self._judged: _Judged | None = None
        self.sheet: Sheet | None = None
        self.model = ComparisonModel(self._heads(), self._rules(), self)
        self.head = CompareHead()
        self.bar = ChangeBar()
        self.notice = NoticeBar(Weight.WARN, "")
        self.notice.hide()
        self.table = CompareTable(self.model, self.tr("复诊对比"))
        self.nobody = EmptyState(self.tr("还没有选定患者，选定之后在这里对比两次就诊。"), self.tr("查找患者"))
        self.too_few = EmptyState(" ", self.tr("去问诊"))
        self.failed = EmptyState(" ", self.tr("再试一次"), icon=Icon.RELOAD)
        self.busy = Skeleton(self.tr("正在对比"))
        self.busy.due.connect(self._on_waiting)
        self._order = PrintOrder(self, clinic, messages)
        self._order.ready.connect(self._on_paper)
        self._order.not_read.connect(self._on_failed)
        self._build()
        self.head.visits_chosen.connect(self._on_visits_chosen)
        self.head.print_wanted.connect(self.open_print)
        self.bar.changed.connect(self._on_filter)
        self.table.override_wanted.connect(self._on_override_wanted)
        self.table.trend_wanted.connect(self._on_trend_wanted)
        self.table.height_changed.connect(self._fit)
        self.nobody.acted.connect(self._on_find)
        self.too_few.acted.connect(self._on_intake)
        self.failed.acted.connect(self._ask)
        self._show(None)

    @property
    def facts(self) -> frozenset[Fact]:
        """A comparison can be printed while it is shown, and nothing lies over it."""
        return frozenset({Fact.RECORD_SHOWN}) if self.is_ready and self.sheet is None else frozenset()

    @property
    def is_ready(self) -> bool:
        """Whether two visits stand side by side."""
        comparison = self.model.comparison
        return comparison is not None and comparison.compared.to is not None

    @property
    def place(self) -> str:
        """Which visits stand side by side, by number."""
        compared = self.model.comparison.compared if self.model.comparison else None
        return f"{compared.base} {compared.to}" if compared and compared.to is not None else ""

    def return_to(self, place: str) -> None:
        if place and self.context is not None:
            self._base, self._to = map(int, place.split())
            self._ask()

    def act(self, action: ActionId) -> None:
        if action is ActionId.PRINT:
            self.open_print()

    def turn_to(self, context: PatientContext | None) -> None:
        """Show the last two visits of this patient."""
        super().turn_to(context)
        self._order.turn_to(context.record_no if context else None)
        self._base = self._to = None
        self._close_sheet()
        self.notice.hide()
        self.bar.clear()
        self._show(None)
        self._ask()

    def refresh(self) -> None:
        """Compare again, as the records stand now."""
        self._ask()

    def open_print(self) -> None:
        """Show what would be printed: the comparison, and the record of the compared visit."""
        comparison, context = self.model.comparison, self.context
        if comparison is None or context is None or comparison.compared.to is None:
            return
        wanted = Wanted(
            context.record_no, comparison.compared.to, comparison.compared.base, comparison_first=True
        )
        self._order.place(wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier}
        if event.key() == Qt.Key.Key_Escape and self.bar.only:
            self.bar.clear()
        elif not (plain and self.stack.currentWidget() is self.content and self.bar.take_digit(event.text())):
            super().keyPressEvent(event)

    def _build(self) -> None:
        self.content = QWidget()
        column = QVBoxLayout(self.content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        self._card = Surface(padding=0)
        self._card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._card.column.addWidget(self.table)
        column.addWidget(self.bar)
        column.addWidget(self._card, 1)
        column.addStretch()
        states = QWidget()
        self.stack = QStackedLayout(states)
        for widget in (self.content, self.nobody, self.too_few, self.busy, self.failed):
            self.stack.addWidget(widget)
        page = QVBoxLayout(self)
        page.setContentsMargins(Space.XL, 0, Space.XL, Space.XL)
        page.setSpacing(0)
        page.addWidget(self.head)
        page.addWidget(self.notice)
        page.addSpacing(2)
        page.addWidget(states, 1)

    def _ask(self) -> None:
        if self.context is None:
            return
        record_no, base, to = self.context.record_no, self._base, self._to
        if self.model.comparison is None:
            self.busy.wait()

        def work(kernel: Kernel) -> Comparison:
            return load(kernel, record_no, base, to)

        self.clinic.ask(self, work, self._on_loaded, self._on_failed, latest="compare", about=record_no)

    def _on_waiting(self) -> None:
        self.stack.setCurrentWidget(self.busy)

    def _on_loaded(self, comparison: Comparison) -> None:
        self.notice.hide()
        self._show(comparison)
        self.facts_changed.emit()

    def _show(self, comparison: Comparison | None) -> None:
        self.busy.stop()
        key = self.table.open_key
        current = self.table.currentIndex().row()
        self.model.show(comparison)
        self.head.show_comparison(comparison)
        self.bar.set_counts(self.model.counts, self.model.total)
        self.model.show_only(self.bar.only)
        if self.context is None:
            self.stack.setCurrentWidget(self.nobody)
        elif comparison is not None and comparison.compared.visits < PAIR:
            self.too_few.say(self._messages.text("compare.too_few", visits=comparison.compared.visits))
            self.stack.setCurrentWidget(self.too_few)
        else:
            self.stack.setCurrentWidget(self.content)
        if comparison is not None:
            self._say_what_became(comparison.compared)
        row = self.model.place_of(key) if key else None
        row = current if row is None else row
        if 0 <= row < self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(row, 0))
        self._fit()

    def _say_what_became(self, compared: Compared) -> None:
        """That it is another than when the visit was saved, and which choices of a physician have no row any more."""
        said = [self._messages.text("compare.differs")] if compared.differs else []
        said += [astray_words(symptom, one, self._messages) for symptom, one in compared.astray.items()]
        if said:
            self.notice.say(Weight.WARN, said[0], "\n".join(said[1:]))

    def _fit(self) -> None:
        """The card ends with its last row where the page is taller."""
        self._card.setMaximumHeight(self.table.wanted_height + 2)

    def _heads(self) -> tuple[str, ...]:
        text = self._messages.text
        return (
            text("compare.columns.symptom"),
            self.tr("上次"),
            self.tr("本次"),
            *(text(f"compare.columns.{name}") for name in ("state", "marker", "rule")),
        )

    def _rules(self) -> dict[str, str]:
        return {rule: self._messages.text(f"rules.{rule}") for rule in RULES}

    def _on_filter(self, only: frozenset[str]) -> None:
        self.model.show_only(only)
        if self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(0, 0))
        self._fit()

    def _on_visits_chosen(self, base: int | None, to: int | None) -> None:
        self._base, self._to = base, to
        self._ask()

    def _on_override_wanted(self, entry: Entry) -> None:
        comparison, context = self.model.comparison, self.context
        if comparison is None or context is None or comparison.compared.to is None:
            return
        compared = comparison.compared
        self._judged = _Judged(context.record_no, compared.base, comparison.compared.to, entry.row.symptom)
        sheet = OverrideSheet(self, self._guard, entry, self.model.rule_words(entry), self._about(context))
        sheet.answered.connect(self._on_answered)
        self._open(sheet)

    def _on_answered(self, state: str, marker: str, reason: str) -> None:
        judged = self._judged
        if judged is None:
            return
        no, base, to = judged.record_no, judged.base, judged.to

        def work(kernel: Kernel) -> Comparison:
            kernel.compare.override(
                no, to, judged.symptom, state=state, marker=marker, reason=reason, base=base
            )
            return load(kernel, no, base, to)

        self.clinic.ask(self, work, self._on_overridden, self._on_failed, about=no)

    def _on_overridden(self, comparison: Comparison) -> None:
        if isinstance(self.sheet, OverrideSheet):
            self.sheet.decided()
        self._close_sheet()
        self._on_loaded(comparison)
        self.table.setFocus()

    def _on_trend_wanted(self, entry: Entry) -> None:
        if self.context is not None:
            record_no = self.context.record_no
            work = partial(load_series, record_no=record_no, key=entry.row.key)
            self.clinic.ask(self, work, self._on_trend, self._on_failed, latest="trend", about=record_no)

    def _on_trend(self, found: tuple[Timeline, Series | None]) -> None:
        timeline, series = found
        if self.context is not None and series is not None:
            sheet = TrendSheet(self, timeline, series, self._about(self.context))
            self._open(sheet, sheet.chart)

    def _about(self, context: PatientContext) -> str:
        return f"{context.patient.details.name} {context.record_no}"

    def _on_paper(self, sheet: PrintSheet, wanted: Wanted) -> None:
        if self.context is None or self.context.record_no != wanted.record_no:
            sheet.deleteLater()
            return
        sheet.written.connect(self._on_written)
        sheet.failed.connect(self._on_print_failed)
        self._open(sheet, sheet.print_button)

    def _on_written(self, said: str, file: str) -> None:
        self._close_sheet()
        self.notice.say(Weight.INFO, said, file)

    def _on_print_failed(self, said: str, reason: str) -> None:
        self._close_sheet()
        self.notice.say(Weight.DANGER, said, reason)

    def _on_failed(self, error: ClinicError) -> None:
        sentence, step = words(error, self._messages)
        if isinstance(self.sheet, OverrideSheet) and self.sheet.isVisible():
            self.sheet.say(sentences(error, self._messages))
            return
        if self.model.comparison is not None:
            self.notice.say(Weight.DANGER, sentence, step)
            return
        self.busy.stop()
        self.failed.say(f"{sentence}\n{step}".strip())
        self.stack.setCurrentWidget(self.failed)

    def _on_find(self) -> None:
        self.wanted.emit(ActionId.PATIENTS.value, None)

    def _on_intake(self) -> None:
        self.wanted.emit(ActionId.INTAKE.value, self.context.record_no if self.context else None)

    def _open(self, sheet: Sheet, first: QWidget | None = None) -> None:
        """One sheet at a time: a question that stands is not pushed away by another."""
        if self.sheet is not None:
            sheet.deleteLater()
            return
        self.sheet = sheet
        sheet.dismissed.connect(self._close_sheet)
        sheet.open(first)
        self.facts_changed.emit()

    def _close_sheet(self) -> None:
        """Let go of the sheet; the focus goes back to where it was."""
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            sheet.shut()
            sheet.deleteLater()
            self.facts_changed.emit()
