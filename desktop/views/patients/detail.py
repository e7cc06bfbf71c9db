"""One patient beside the table: how they are registered, how each symptom went, and their visits, the newest first."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.id_card import masked
from core.base.messages import Messages
from core.base.rights import Right
from core.services.patients.patients import Patient
from core.services.visits.timeline import TimedVisit, Timeline
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.withheld import REASON_NEEDED
from desktop.models.age import age_words
from desktop.models.trend import chart_of
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.patients.changes import Changes
from desktop.views.patients.seen_by import SeenBy
from desktop.views.patients.visit_list import VisitList
from desktop.widgets.button import link, plain_button, primary, small
from desktop.widgets.data_words import shown
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Ground, Surface
from desktop.widgets.trend_chart import TrendChart

WIDTH = 380
FEW = 6
"""Symptoms whose course is shown before somebody asks for all."""


@dataclass(frozen=True, slots=True)
class Found:
    """A patient and their visits, read together; without visits when their record stays shut."""

    patient: Patient
    timeline: Timeline | None


class Detail(Surface):
    """The side of the page. What is shown belongs to one patient: it is emptied before another one comes."""

    chosen = Signal(object)
    """The `Patient` to look after."""

    visit_wanted = Signal(object)
    """The `Patient` to look after, whose next visit is to be written."""

    edit_wanted = Signal(object)
    """The `Patient` whose registration is to be changed."""

    read_wanted = Signal(int)
    """The number of a visit."""

    turned = Signal()
    """Somebody else is shown, or another of their visits is the current one."""

    left = Signal()
    """Back to the table."""

    def __init__(self, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(Ground.PAGE)
        self._clinic, self._messages = clinic, messages
        self._wanted = ""
        self._patient: Patient | None = None
        self._timeline: Timeline | None = None
        self.column.setSpacing(0)
        self.setAccessibleName(self.tr("患者详情"))
        self._empty = EmptyState(self.tr("在左边选一位患者，这里显示登记与各次就诊。"))
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.back = link(self.tr("回到列表"), icon=Icon.PREVIOUS)
        self.back.hide()
        self.name = ElidedLabel("", Type.TITLE)
        self.who = Label("", Type.SECONDARY, Tone.MUTED)
        self.edit = small(self.tr("编辑"), icon=Icon.EDIT, key="F2")
        self._facts = QGridLayout()
        self.trend = TrendChart(self.tr("症状变化"))
        self.reading = Label("", Type.META, Tone.MUTED, wrap=True)
        self.every_symptom = link("", trailing=Icon.OPEN)
        self.visits_head = Label("", Type.SECTION)
        self.hint = link(self.tr("查阅"), key="→", tone=Tone.MUTED)
        self.visits = VisitList(self.tr("各次就诊"))
        self.note = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self.give_reason = small(self.tr("写明事由并查阅"), icon=Icon.FORTH)
        self.give_reason.hide()
        self._is_shut = False
        self.changes = Changes(clinic, messages)
        self.seen_by = SeenBy(clinic, messages)
        self.visit_now = plain_button("", key="Ctrl Enter")
        self.choose = primary(self.tr("选定此患者"), key="Enter")
        self._foot = QWidget()
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(Space.XL, Space.M, Space.XL, Space.M)
        foot.setSpacing(Space.S)
        foot.addWidget(self.visit_now, 1)
        foot.addWidget(self.choose, 1)
        self._rule = Separator()
        self._build()
        for part, stretch in ((self._empty, 1), (self._scroll, 1), (self._rule, 0), (self._foot, 0)):
            self.column.addWidget(part, stretch)
        self._connect()
        self.clear()

    @property
    def patient(self) -> Patient | None:
        """Who is shown."""
        return self._patient

    @property
    def visit(self) -> TimedVisit | None:
        """The visit that stands chosen."""
        return self.visits.visit if self._timeline else None

    @property
    def is_busy(self) -> bool:
        """Whether something of who is shown is still being read."""
        return bool(self._wanted) and self._timeline is None and not self._is_shut

    def clear(self) -> None:
        """Show nobody."""
        self._wanted, self._patient = "", None
        self._show_timeline(None)
        self._show_patient()

    def look_up(self, record_no: str, known: Patient | None = None) -> None:
        """Show somebody. What is `known` of them stands at once, the rest when it is read; nothing of another one stays."""
        if record_no != self._wanted:
            self._wanted, self._patient = record_no, known
            self._show_timeline(None)
            self._show_patient()
        # Looking along the table asks nobody for a reason: the record stays shut until somebody wants it.
        work = partial(_found, record_no, False)
        self._clinic.ask(self, work, self._on_found, partial(self._on_failed, record_no), latest="detail")

    def begin_visit(self) -> None:
        """Ask for the form of who is shown: a return visit, or a first one."""
        if self._patient:
            self.visit_wanted.emit(self._patient)

    def go_to_visits(self) -> None:
        """Put the keyboard on the visits."""
        if self.visits.isVisible():
            self.visits.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_found(self, found: Found) -> None:
        if found.patient.record_no != self._wanted:
            return
        if found.patient != self._patient:
            self._patient = found.patient
            self._show_patient()
        self.changes.watch(self._wanted)
        self.seen_by.watch(self._wanted)
        if found.timeline is None:
            self._show_timeline(None)
            self._show_shut()
        elif found.timeline != self._timeline:
            self._show_timeline(found.timeline)
            work = partial(_outdated, self._wanted)
            done = partial(self._on_outdated, self._wanted)
            self._clinic.ask(self, work, done, latest="outdated")

    def _show_shut(self) -> None:
        """Say why the record stays shut, and how it opens."""
        self._is_shut = True
        reads = self._clinic.may(Right.CLINICAL_READ)
        others = self.tr("由其他医师接诊，病历要写明事由才能查阅。")
        self.note.setText(others if reads else self._messages.text("patient.withheld.not_allowed"))
        self.note.show()
        self.give_reason.setVisible(reads)

    def _on_give_reason(self) -> None:
        work, record_no = partial(_found, self._wanted, True), self._wanted
        self._clinic.ask(self, work, self._on_found, partial(self._on_left_shut, record_no), latest="opened")

    def _on_left_shut(self, record_no: str, error: ClinicError) -> None:
        if error.code != REASON_NEEDED:  # whoever left the sheet knows
            self._on_failed(record_no, error)

    def _on_outdated(self, record_no: str, numbers: frozenset[int]) -> None:
        if record_no == self._wanted:
            self.visits.visits.mark_outdated(numbers)

    def _on_failed(self, record_no: str, error: ClinicError) -> None:
        if record_no == self._wanted:
            self.note.setText("\n".join(words(error, self._messages)))
            self.note.set_tone(Tone.DANGER)
            self.note.show()

    def _on_choose(self) -> None:
        if self._patient:
            self.chosen.emit(self._patient)

    def _on_edit(self) -> None:
        if self._patient:
            self.edit_wanted.emit(self._patient)

    def _on_told(self, said: str) -> None:
        self.reading.setText(said or self.tr("未问留空，不连线"))

    def _on_every_symptom(self) -> None:
        if self._timeline:
            self.trend.show_series(chart_of(self._timeline))
            self.every_symptom.hide()
            self.trend.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_moved(self) -> None:
        """The visit that is gone to is in sight."""
        row = self.visits.visualRect(self.visits.currentIndex())
        content = self._scroll.widget()
        if self.visits.hasFocus() and row.isValid() and content is not None:
            place = self.visits.mapTo(content, QPoint(0, row.center().y()))
            self._scroll.ensureVisible(0, place.y(), 0, row.height())
        self.turned.emit()

    def _show_patient(self) -> None:
        patient = self._patient
        self._empty.setVisible(not self._wanted)
        for part in (self._scroll, self._rule, self._foot):
            part.setVisible(bool(self._wanted))
        self.choose.setEnabled(patient is not None)
        self.visit_now.setEnabled(patient is not None)
        self.visit_now.setVisible(self._clinic.may(Right.CLINICAL_WRITE))
        self.seen_by.setVisible(self._clinic.may(Right.OWN_TRAIL, Right.TRAIL))
        is_return = patient is not None and patient.visits > 0
        self.visit_now.set_words(self.tr("开始复诊") if is_return else self.tr("开始问诊"))
        self.edit.setEnabled(patient is not None)
        self.name.setText(patient.details.name if patient else self._wanted)
        self.who.setText(self._who(patient) if patient else "")
        while self._facts.count():
            widget = self._facts.takeAt(0).widget()
            widget.hide()
            widget.deleteLater()
        for row, (name, value) in enumerate(self._registration(patient) if patient else ()):
            self._facts.addWidget(Label(name, Type.SECONDARY, Tone.MUTED), row, 0)
            self._facts.addWidget(Label(value, Type.SECONDARY), row, 1)

    def _who(self, patient: Patient) -> str:
        birth, opened = patient.details.birth, self._clinic.opened
        age = age_words(birth, opened.clock.now().date()) if birth and opened else self.tr("年龄未录")
        return f"{shown(patient.details.sex)} {age}·{patient.record_no}"

    def _registration(self, patient: Patient) -> tuple[tuple[str, str], ...]:
        details, none = patient.details, self.tr("未录")
        return (
            (self.tr("出生"), details.birth.text if details.birth else none),
            (self.tr("电话"), details.phone or none),
            (self.tr("身份证号"), masked(details.id_card) if details.id_card else none),
        )

    def _show_timeline(self, timeline: Timeline | None) -> None:
        kept = self.visit.number if self._timeline and timeline and self.visit else None
        self._timeline, self._is_shut = timeline, False
        self.give_reason.hide()
        visits = timeline.visits if timeline else ()
        series = chart_of(timeline) if timeline else ()
        self.trend.show_series(series[:FEW])
        for part in (self._trend_head, self.trend, self.reading):
            part.setVisible(bool(series))
        self.every_symptom.setVisible(len(series) > FEW)
        self.every_symptom.set_words(self.tr("全部 {0} 项").format(len(series)))
        self.visits_head.setText(self.tr("就诊 {0} 次", "", len(visits)).format(len(visits)))
        self._visits_bar.setVisible(timeline is not None)
        self.hint.setVisible(bool(timeline and timeline.everything))
        self.note.set_tone(Tone.MUTED)
        self.note.setText(self.tr("还没有就诊记录。"))
        self.note.setVisible(timeline is not None and not timeline.everything)
        self.visits.show_visits(timeline.everything if timeline else (), kept)

    def _connect(self) -> None:
        self.choose.clicked.connect(self._on_choose)
        self.visit_now.clicked.connect(self.begin_visit)
        self.edit.clicked.connect(self._on_edit)
        self.back.clicked.connect(self.left)
        self.trend.told.connect(self._on_told)
        self.every_symptom.clicked.connect(self._on_every_symptom)
        self.give_reason.clicked.connect(self._on_give_reason)
        self.hint.clicked.connect(self.go_to_visits)
        self.visits.read.connect(self.read_wanted)
        self.visits.left.connect(self.left)
        self.visits.moved.connect(self._on_moved)

    def _build(self) -> None:
        self.setMinimumWidth(px(280))
        content = QWidget()
        content.setProperty("plain", True)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, Space.L, 0, Space.L)
        column.setSpacing(Space.XS)
        head = QHBoxLayout()
        head.addWidget(self.name, 1)
        head.addWidget(self.edit)
        back = QHBoxLayout()
        back.addWidget(self.back)
        back.addStretch()
        self._facts.setVerticalSpacing(Space.XS)
        self._facts.setHorizontalSpacing(Space.L)
        self._facts.setColumnStretch(1, 1)
        self._trend_head = Label(self.tr("症状变化"), Type.SECTION)
        more = QHBoxLayout()
        more.addWidget(self.reading, 1)
        more.addWidget(self.every_symptom, 0, Qt.AlignmentFlag.AlignTop)
        upper = QVBoxLayout()
        upper.setContentsMargins(Space.XL, 0, Space.XL, 0)
        upper.setSpacing(Space.XS)
        upper.addLayout(back)
        upper.addLayout(head)
        upper.addWidget(self.who)
        upper.addSpacing(Space.XS)
        upper.addLayout(self._facts)
        upper.addSpacing(Space.M)
        upper.addWidget(self._trend_head)
        upper.addWidget(self.trend)
        upper.addLayout(more)
        self._visits_bar = QWidget()
        bar = QHBoxLayout(self._visits_bar)
        bar.setContentsMargins(Space.XL, Space.M, Space.XL, Space.XS)
        bar.addWidget(self.visits_head)
        bar.addStretch()
        bar.addWidget(self.hint)
        lower = QVBoxLayout()
        lower.setContentsMargins(Space.XL, Space.S, Space.XL, 0)
        lower.addWidget(self.note)
        lower.addWidget(self.give_reason, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(upper)
        column.addWidget(self._visits_bar)
        column.addWidget(self.visits)
        column.addLayout(lower)
        column.addWidget(self.changes)
        column.addWidget(self.seen_by)
        column.addStretch()
        self._scroll.setWidget(content)
        self._on_told("")


def _found(record_no: str, insists: bool, kernel: Kernel) -> Found:
    """Who insists has the record opened, for a reason if it takes one."""
    patient = kernel.patients.show(record_no)
    is_shut = not kernel.could(Right.CLINICAL_READ) or (
        not insists and kernel.records.needs_reason(record_no)
    )
    return Found(patient, None if is_shut else kernel.records.timeline(record_no))


def _outdated(record_no: str, kernel: Kernel) -> frozenset[int]:
    return kernel.compare.outdated(record_no)
