"""今日: what a physician comes back to. Drafts to go on with, who came, and what needs a person; each row leads to its place."""

from datetime import date, datetime
from functools import partial

from PySide6.QtCore import QDate, QLocale, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.base.rights import Right
from core.services.backup.facts import BackupState
from core.services.patients.patients import Patient
from core.services.today import Overview, Recent, Resumable, SeenToday
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.age import age_words
from desktop.models.comparison import visit_words
from desktop.session.backup_words import moment_words
from desktop.session.page import Page
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Height, Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.today.block import Block
from desktop.views.today.figures import Figures
from desktop.views.today.row import Cell, Row, Status
from desktop.views.today.two_lines import TwoLines
from desktop.widgets.button import plain_button
from desktop.widgets.data_words import shown
from desktop.widgets.label import Label
from desktop.widgets.notice_bar import NoticeBar, Weight

LEFT, RIGHT = 800, 422
WAITING = 60
PATIENCE_MS = 300
"""How long nothing is said while the day is read."""
SHOWN_DRAFTS = 4
SHOWN_VISITS = 7
SHOWN_RECENT = 5


class TodayPage(Page):
    """The first screen."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, parent: QWidget | None = None) -> None:
        super().__init__(clinic, parent)
        self._shown: Overview | None = None
        self._messages = messages
        self._date = Label("", tone=Tone.MUTED)
        self.busy = Label(self.tr("正在读取…"), tone=Tone.MUTED)
        self.busy.hide()
        self.trouble = NoticeBar(Weight.DANGER, "", step=self.tr("再试一次"), closable=False)
        self.trouble.hide()
        self.trouble.acted.connect(self.refresh)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self.busy.show)
        self.new_patient = plain_button(self.tr("新建患者"), icon=Icon.NEW_PATIENT, key="Ctrl N")
        self.visits = Block(
            self.tr("今日就诊"), self.tr("今天还没有就诊。"), self.tr("查找患者"), onward=self.tr("打开问诊")
        )
        self.recent = Block(
            self.tr("最近患者"),
            self.tr("还没有患者。"),
            self.tr("登记第一位患者"),
            onward=self.tr("全部患者"),
        )
        self.waiting = Block(self.tr("需要处理"), self.tr("没有要处理的事。"))
        self.drafts = Block(self.tr("未写完的草稿"), self.tr("没有写了一半的病历。"))
        self._writes, self._reads = clinic.may(Right.CLINICAL_WRITE), clinic.may(Right.CLINICAL_READ)
        written = (self.tr("草稿"), self.tr("未签")) if self._writes else ()
        self.figures = Figures(self.tr("今日门诊"), (self.tr("已看"), self.tr("初诊"), *written))
        self.backed_up = Label("", Type.META, Tone.MUTED)
        self.backed_up.hide()
        self._lay_out()
        self.new_patient.clicked.connect(partial(self._go, ActionId.NEW_PATIENT))
        self.recent.stepped.connect(partial(self._go, ActionId.NEW_PATIENT))
        self.visits.stepped.connect(partial(self._go, ActionId.FIND))
        for block in (self.waiting, self.drafts):
            block.setVisible(self._writes)
        if self.visits.onward:
            self.visits.onward.setVisible(self._writes)
        for block, to in ((self.visits, ActionId.INTAKE), (self.recent, ActionId.PATIENTS)):
            if block.onward:
                block.onward.clicked.connect(partial(self._go, to))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """On a small screen the columns stand under each other, what needs a person first."""
        super().resizeEvent(event)
        small = self.width() < px(Frame.DRAWER_BELOW - Frame.RAIL)
        beside, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.BottomToTop
        self._columns.setDirection(down if small else beside)
        self._columns.setSpacing(Space.L if small else Space.XL)

    def refresh(self) -> None:
        """Look again."""
        if self._shown is None:
            self._patience.start()
        self.clinic.ask(self, _overview, self.show_overview, self._on_failed, latest="overview")
        self.clinic.ask(self, _backups, self._show_backups, latest="backups")

    def show_overview(self, overview: Overview) -> None:
        """Show the day; what has not changed is left alone."""
        self._patience.stop()
        self.busy.hide()
        self.trouble.hide()
        opened = self.clinic.opened
        now = opened.clock.now() if opened else datetime.now().astimezone()
        weekday = QLocale().toString(QDate(now.year, now.month, now.day), "dddd")
        self._date.setText(f"{overview.day}   {weekday}   {now:%H:%M}")
        if overview == self._shown:
            return
        self._shown = overview
        day = overview.day
        latest = overview.visits[-SHOWN_VISITS:]
        self.visits.fill([self._visit_row(visit, day) for visit in latest], _count(len(overview.visits)))
        lately = overview.recent[: SHOWN_RECENT if latest else None]
        self.recent.fill([self._recent_row(recent, day) for recent in lately])
        drafts = overview.resumable[:SHOWN_DRAFTS]
        self.drafts.fill([self._draft_row(draft, day) for draft in drafts], _count(overview.drafts))
        unsigned = [visit for visit in overview.visits if not visit.signed]
        waiting = self._waiting_rows(overview)
        self.waiting.fill(waiting, _count(len(waiting)))
        written = (overview.drafts, len(unsigned)) if self._writes else ()
        self.figures.show_numbers(overview.seen, overview.first_visits, *written)

    def _show_backups(self, state: BackupState) -> None:
        """One quiet line while there is a backup; what is wrong with them is said over every page."""
        opened, at = self.clinic.opened, state.verified
        if opened and at:
            when = moment_words(at, opened.clock.now())
            self.backed_up.setText(self.tr("上次核验过的备份：{0}").format(when))
        self.backed_up.setVisible(at is not None)

    def _on_failed(self, error: ClinicError) -> None:
        """The day cannot be read: what stands here may be old, and says so."""
        self._patience.stop()
        self.busy.hide()
        message, hint = words(error, self._messages)
        self.trouble.say(Weight.DANGER, message, hint)

    def _visit_row(self, visit: SeenToday, day: date) -> Row:
        patient = visit.patient
        row = Row(
            (
                Cell(f"{visit.visited_at:%H:%M}", 56, Type.META),
                Cell(patient.details.name, 88, Type.BODY, Tone.TEXT),
                Cell(_who(patient, day), 88),
                Cell(self._label(visit.place), 64),
                Cell(visit.chief_complaint, 0, Type.BODY, Tone.TEXT),
            ),
            self._signed(visit.signed) if self._reads else None,
            height=Height.ROW_COMFORTABLE,
        )
        row.clicked.connect(partial(self._go, ActionId.INTAKE, patient.record_no))
        return row

    def _recent_row(self, recent: Recent, day: date) -> Row:
        patient = recent.patient
        label = self._label(patient.visits) if patient.visits else self.tr("未就诊")
        row = Row(
            (
                Cell(_moment(recent.at, day), 56, Type.META),
                Cell(patient.details.name, 88, Type.BODY, Tone.TEXT),
                Cell(_who(patient, day), 88),
                Cell(patient.record_no, 68),
                Cell(label, 64),
                Cell(patient.chief_complaint or "", 0, Type.BODY, Tone.TEXT),
            ),
            None if recent.signed is None or not self._reads else self._signed(recent.signed),
        )
        row.clicked.connect(partial(self._go, ActionId.INTAKE, patient.record_no))
        return row

    def _draft_row(self, draft: Resumable, day: date) -> TwoLines:
        patient = draft.patient
        about = f"{_who(patient, day)}·{self._label(patient.visits + 1)}·{draft.title}"
        saved = self.tr("存于 {0}").format(_moment(draft.saved_at, day))
        lacks = self.tr("，缺 {0} 项必填").format(draft.missing) if draft.missing else ""
        row = TwoLines(
            Icon.DRAFT, Tone.MUTED, (patient.details.name, about), f"{saved}{lacks}", self.tr("继续")
        )
        if row.button:
            row.button.clicked.connect(partial(self._go, ActionId.INTAKE, patient.record_no))
        return row

    def _waiting_rows(self, overview: Overview) -> list[TwoLines]:
        """What needs a person: what nobody signed, today's and that of earlier days."""
        rows: list[TwoLines] = []
        today = [visit for visit in overview.visits if not visit.signed]
        between = self.tr("、")
        if today:
            title = self.tr("今天有 {0} 份病历未签名").format(len(today))
            names = between.join(dict.fromkeys(visit.patient.details.name for visit in today))
            rows.append(self._waiting_row(title, names, today[0].patient))
        if overview.unsigned:
            title = self.tr("之前有 {0} 份病历未签名").format(overview.unsigned_before)
            names = between.join(
                f"{visit.patient.details.name} {visit.visited_at:%m-%d}" for visit in overview.unsigned
            )
            rows.append(self._waiting_row(title, names, overview.unsigned[0].patient))
        return rows

    def _waiting_row(self, title: str, names: str, first: Patient) -> TwoLines:
        row = TwoLines(Icon.EDIT, Tone.WARN, (title, ""), names, self.tr("查看"), height=WAITING)
        if row.button:
            row.button.clicked.connect(partial(self._go, ActionId.PATIENTS, first.record_no))
        return row

    def _label(self, place: int) -> str:
        return visit_words(place)

    def _signed(self, signed: bool) -> Status:
        if signed:
            return Status(self.tr("已签"), Icon.RESOLVED)
        return Status(self.tr("未签"), Icon.EDIT, Tone.WARN)

    def _go(self, to: ActionId, record_no: RecordNo | None = None, *_: object) -> None:
        self.wanted.emit(to.value, record_no if isinstance(record_no, str) else None)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(Space.L)
        head.addWidget(Label(self.tr("今日"), Type.TITLE))
        head.addWidget(self._date)
        head.addWidget(self.busy)
        head.addStretch()
        head.addWidget(self.new_patient)
        left, right = QVBoxLayout(), QVBoxLayout()
        _stack(left, self.visits, self.recent)
        _stack(right, self.waiting, self.drafts, self.figures, self.backed_up)
        columns = self._columns = QHBoxLayout()
        columns.setSpacing(Space.XL)
        columns.addLayout(left, LEFT)
        columns.addLayout(right, RIGHT)
        ground = QWidget()
        ground.setProperty("plain", True)
        column = QVBoxLayout(ground)
        column.setContentsMargins(Space.XL, Space.M, Space.XL, Space.XL)
        column.setSpacing(Space.M)
        column.addLayout(head)
        column.addWidget(self.trouble)
        column.addLayout(columns)
        column.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(ground)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)


def _stack(column: QVBoxLayout, *blocks: QWidget) -> None:
    column.setSpacing(Space.L)
    for block in blocks:
        column.addWidget(block)
    column.addStretch()


def _overview(kernel: Kernel) -> Overview:
    return kernel.today.overview()


def _backups(kernel: Kernel) -> BackupState:
    return kernel.backups.look()


def _who(patient: Patient, day: date) -> str:
    birth = patient.details.birth
    sex = shown(patient.details.sex)
    return f"{sex} {age_words(birth, day)}" if birth else sex


def _moment(at: datetime, day: date) -> str:
    """The time of a moment of this day, the date of any other."""
    return f"{at:%H:%M}" if at.date() == day else f"{at:%m-%d}"


def _count(number: int) -> str:
    return str(int(number)) if number else ""
