"""Everyone of the clinic: a find box and filters over the table, and what stands there when nobody is listed."""

from datetime import timedelta

from PySide6.QtCore import QItemSelection, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.base.rights import Right
from core.services.patients.patients import Filters
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.patients.model import COLUMNS, Order, PatientsModel
from desktop.views.patients.table import Table
from desktop.widgets.button import link, plain_button
from desktop.widgets.data_words import shown
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.filter_chip import FilterChip
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.notice_bar import NoticeBar, Weight
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.separator import Separator
from desktop.widgets.skeleton import Skeleton

TYPING_MS = 150
"""After the last letter before anything is asked."""

SHORTEST = 2
"""Letters before anything is asked: one that many names hold costs more than it finds."""

RECENT_DAYS = 30
ANY = "any"


class People(QWidget):
    """The left of the screen."""

    looked_at = Signal(object)
    """The `Patient` whose row is the current one."""

    meant = Signal(object)
    """The `Patient` that was chosen."""

    visits_wanted = Signal()
    """On to the visits of who is looked at."""

    registering = Signal()
    """Somebody new is to be registered."""

    def __init__(self, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__()
        self._clinic, self._messages = clinic, messages
        self.find_box = LineEdit(
            self.tr("查找患者"),
            hint=self.tr("姓名・拼音首字母・电话・病历号"),
            leading=Icon.SEARCH,
            clearable=True,
            key="Ctrl F",
        )
        self.sex = Segmented(
            self.tr("性别"),
            (Option(ANY, self.tr("全部")), Option("女", shown("女")), Option("男", shown("男"))),
            value=ANY,
        )
        self.with_draft = FilterChip(self.tr("有草稿"), 0, icon=Icon.DRAFT)
        self.recent = FilterChip(self.tr("近 {0} 天来过").format(RECENT_DAYS), 0, icon=Icon.CALENDAR)
        self.total = Label("", Type.SECONDARY, Tone.MUTED)
        self.new_patient = plain_button(self.tr("新建患者"), icon=Icon.NEW_PATIENT, key="Ctrl N")
        self.to_detail = link(self.tr("详情"), trailing=Icon.FORTH)
        self.model = PatientsModel(clinic, self)
        self.table = Table(self.model)
        self.empty = EmptyState(self.tr("还没有患者。"), self.tr("登记第一位患者"), icon=Icon.NEW_PATIENT)
        self.nothing = EmptyState(" ", self.tr("清除筛选"), icon=Icon.CLOSE)
        self.failed = EmptyState(" ", self.tr("再试一次"), icon=Icon.RELOAD)
        self.busy = Skeleton(self.tr("正在读患者列表"))
        self.notice = NoticeBar(Weight.WARN, "")
        self.notice.hide()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._here: RecordNo | None = None
        self._lay_out()
        self._connect()

    @property
    def is_filtered(self) -> bool:
        """Whether somebody may be left out."""
        return self.model.filters != Filters()

    def go_to_find(self) -> None:
        """Go to the find box."""
        self.find_box.setFocus()
        self.find_box.selectAll()

    def refresh(self) -> None:
        """Read the list again, and keep the place."""
        self.read()

    def go_to(self, record_no: RecordNo) -> None:
        """Select somebody, now or once they are read; until then nobody is."""
        self._here = record_no
        if self.model.row_of(record_no) is None:
            self.table.clearSelection()
        self._select_here()

    def spare(self, *, is_narrow: bool) -> None:
        """On a small screen the details are a step away."""
        self.table.spare(is_narrow=is_narrow)
        self.to_detail.setVisible(is_narrow)

    def clear_filters(self) -> None:
        """List everyone again."""
        self.find_box.clear()
        self.sex.set_value(ANY)
        self.with_draft.setChecked(False)
        self.recent.setChecked(False)
        self._on_filter()
        self.find_box.setFocus()

    def _connect(self) -> None:
        self.find_box.textChanged.connect(self._typing.start)
        self.find_box.returnPressed.connect(self._on_enter)
        self._typing.timeout.connect(self._on_filter)
        self.busy.due.connect(self._on_waiting)
        self.sex.chosen.connect(self._on_filter)
        self.with_draft.clicked.connect(self._on_filter)
        self.recent.clicked.connect(self._on_filter)
        self.new_patient.clicked.connect(self.registering)
        self.empty.acted.connect(self.registering)
        self.to_detail.clicked.connect(self.visits_wanted)
        self.nothing.acted.connect(self.clear_filters)
        self.failed.acted.connect(self.refresh)
        self.table.meant.connect(self._on_meant)
        self.table.visits_wanted.connect(self.visits_wanted)
        self.table.typed.connect(self._on_letter)
        self.table.doubleClicked.connect(self._on_double_click)
        self.table.selectionModel().selectionChanged.connect(self._on_selected)
        self.table.head.sorted.connect(self._on_head)
        self.model.loaded.connect(self._on_count)
        self.model.failed.connect(self._on_list_failed)
        self.model.modelReset.connect(self._on_rows)
        self.notice.closed.connect(self.notice.hide)

    def read(self, filters: Filters | None = None, order: Order | None = None) -> None:
        """Ask for the list, and for what the filters would leave of it."""
        self.busy.wait()
        self.model.show_list(filters, order)
        self._clinic.ask(self, _counts, self._on_counts, latest="counts")

    def _on_letter(self, letter: str) -> None:
        self.find_box.setFocus()
        self.find_box.setText(letter)
        self.find_box.setCursorPosition(len(letter))

    def _on_enter(self) -> None:
        """From the find box into the table; who is meant is still chosen there."""
        if self.model.rowCount():
            self.table.setFocus()
            self.table.selectRow(0)

    def _on_filter(self, *_: object) -> None:
        self._typing.stop()
        text = self.find_box.text().strip()
        sex, opened = self.sex.value, self._clinic.opened
        since = opened.clock.now().date() - timedelta(days=RECENT_DAYS) if opened else None
        filters = Filters(
            text=text if len(text) >= SHORTEST else "",
            sex=sex if sex and sex != ANY else "",
            seen_since=since if self.recent.isChecked() else None,
            has_draft=self.with_draft.isChecked(),
        )
        if filters != self.model.filters or self._lists.currentWidget() is self.failed:
            self.read(filters)

    def _on_head(self, section: int) -> None:
        sort = COLUMNS[section][1]
        if sort is not None:
            order = self.model.order
            is_down = not order.descending if order.sort is sort else False
            self.read(order=Order(sort, is_down))

    def _on_waiting(self) -> None:
        self._lists.setCurrentWidget(self.busy)

    def _on_rows(self) -> None:
        self.busy.stop()
        if self.model.rowCount():
            self._lists.setCurrentWidget(self.table)
        self._select_here()

    def _on_count(self, count: int) -> None:
        self.busy.stop()
        self.total.setText(self.tr("{0} 位", "", count).format(f"{count:,}"))
        if count:
            self._lists.setCurrentWidget(self.table)
        elif self.is_filtered:
            self.nothing.say(self._looked_for())
            self._lists.setCurrentWidget(self.nothing)
        else:
            self._lists.setCurrentWidget(self.empty)

    def _on_counts(self, counts: tuple[int, int]) -> None:
        self.with_draft.set_count(counts[0])
        self.recent.set_count(counts[1])

    def _on_list_failed(self, error: ClinicError) -> None:
        self.busy.stop()
        self.failed.say("\n".join(words(error, self._messages)))
        self._lists.setCurrentWidget(self.failed)

    def _looked_for(self) -> str:
        """What the filters ask for, where nobody fits."""
        filters = self.model.filters
        parts = (
            self.tr("“{0}”").format(filters.text) if filters.text else "",
            shown(filters.sex) if filters.sex else "",
            self.recent.words if filters.seen_since else "",
            self.with_draft.words if filters.has_draft else "",
        )
        return self.tr("没有找到符合的患者：{0}。").format("·".join(part for part in parts if part))

    def _on_selected(self, _now: QItemSelection, _before: QItemSelection) -> None:
        patient = self.model.patient(self.table.currentIndex().row())
        if patient and self.table.selectionModel().hasSelection():
            self._here = patient.record_no
            self.looked_at.emit(patient)

    def _on_double_click(self, _index: object) -> None:
        self._on_meant(self.table.currentIndex().row())

    def _on_meant(self, row: int) -> None:
        patient = self.model.patient(row)
        if patient:
            self.meant.emit(patient)

    def _select_here(self) -> None:
        row = self.model.row_of(self._here) if self._here else None
        if row is not None and row != self.table.currentIndex().row():
            self.table.selectRow(row)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Space.XL, 0, Space.XL, 0)
        head.setSpacing(Space.M)
        head.addWidget(Label(self.tr("患者"), Type.TITLE))
        head.addWidget(self.total)
        head.addStretch()
        head.addWidget(self.to_detail)
        head.addWidget(self.new_patient)
        bar = QHBoxLayout()
        bar.setContentsMargins(Space.XL, 0, Space.XL, Space.M)
        bar.setSpacing(Space.M)
        bar.addWidget(self.find_box, 1)
        for control in (self.sex, self.recent, self.with_draft):
            bar.addWidget(control)
        self._lists = QStackedWidget()
        for state in (self.table, self.empty, self.nothing, self.failed, self.busy):
            self._lists.addWidget(state)
        top = QWidget()
        top.setFixedHeight(px(Frame.PAGE_HEAD))
        top.setLayout(head)
        notice = QHBoxLayout()
        notice.setContentsMargins(Space.XL, 0, Space.XL, 0)
        notice.addWidget(self.notice)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(top)
        column.addLayout(bar)
        column.addLayout(notice)
        column.addWidget(Separator())
        column.addWidget(self._lists, 1)
        self.with_draft.setVisible(self._clinic.may(Right.CLINICAL_WRITE))


def _counts(kernel: Kernel) -> tuple[int, int]:
    """How many have a draft, and how many came lately."""
    since = kernel.clock.now().date() - timedelta(days=RECENT_DAYS)
    count = kernel.patients.count
    return count(Filters(has_draft=True)), count(Filters(seen_since=since))
