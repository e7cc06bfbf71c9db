"""患者: a table of everyone, a find box over it, one of them beside it. Who is chosen here is who is looked after everywhere."""

from functools import partial

from PySide6.QtCore import QItemSelection, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.patients import Filters, Patient, Registered
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.patient_context import PatientContext, context_of
from desktop.session.page import Page
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Height, Space, Tone, Type
from desktop.views.patients.detail import Detail
from desktop.views.patients.model import COLUMNS, Order, PatientsModel
from desktop.views.patients.register import RegisterSheet
from desktop.widgets.button import plain_button
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.filter_chip import FilterChip
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.notice_bar import NoticeBar, Weight
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.separator import Separator

QWIDGETSIZE_MAX = 16_777_215

TYPING_MS = 150
"""After the last letter before anything is asked."""

WIDTHS = {"name": 112, "sex": 56, "age": 88, "record_no": 88, "phone": 88, "last_visit": 112, "visits": 56}
ANY = "any"


class Table(QTableView):
    """The table. Enter means the row, and Tab goes on to what follows the table."""

    def __init__(self, page: "PatientsPage") -> None:
        super().__init__()
        self._page = page
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(px(Height.ROW_DENSE))
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setSectionsClickable(True)
        header.setMinimumSectionSize(px(Height.ROW_DENSE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._page.choose_row(self.currentIndex().row())
        else:
            super().keyPressEvent(event)


class PatientsPage(Page):
    """The screen."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, parent: QWidget | None = None) -> None:
        super().__init__(clinic, parent)
        self._messages = messages
        self.find_box = LineEdit(
            self.tr("查找患者"),
            hint=self.tr("姓名・拼音首字母・电话・病历号"),
            leading=Icon.SEARCH,
            clearable=True,
            key="Ctrl F",
        )
        self.sex = Segmented(
            self.tr("性别"), (Option(ANY, self.tr("全部")), Option("女", "女"), Option("男", "男")), value=ANY
        )
        self.with_draft = FilterChip(self.tr("有草稿"), 0, icon=Icon.DRAFT)
        self.total = Label("", Type.SECONDARY, Tone.MUTED)
        self.new_patient = plain_button(self.tr("新建患者"), icon=Icon.NEW_PATIENT, key="Ctrl N")
        self.model = PatientsModel(clinic, self)
        self.table = Table(self)
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.tr("患者列表"))
        self.empty = EmptyState(self.tr("还没有患者。"), self.tr("登记第一位患者"), icon=Icon.NEW_PATIENT)
        self.detail = Detail(clinic)
        self.notice = NoticeBar(Weight.WARN, "")
        self.notice.hide()
        self.sheet = RegisterSheet(self, clinic, self._messages)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._wanted: RecordNo | None = None
        self._lay_out()
        self._connect()

    def go_to_find(self) -> None:
        """Go to the find box."""
        self.find_box.setFocus()
        self.find_box.selectAll()

    def register_new(self) -> None:
        """Open the sheet; what is in the find box is taken for the name."""
        typed = self.find_box.text().strip()
        self.sheet.begin("" if typed.isascii() else typed)

    def refresh(self) -> None:
        """Look again, and keep the place."""
        row = self.table.currentIndex().row()
        patient = self.model.patient(row)
        if patient and self._wanted is None:
            self._wanted = patient.record_no
        self.model.show_list()
        self.clinic.ask(self, _with_draft, self.with_draft.set_count, latest="drafts")
        shown = self.detail.patient
        if shown:
            self.detail.look_up(shown.record_no)

    def turn_to(self, context: PatientContext | None) -> None:
        super().turn_to(context)
        if context:
            self.show_patient(context.record_no)

    def show_patient(self, record_no: RecordNo) -> None:
        """Show somebody beside the table, and in it when they are among the rows read."""
        self._wanted = record_no
        self._select_wanted()
        self.detail.look_up(record_no)

    def choose_row(self, row: int) -> None:
        """Choose who stands in a row."""
        patient = self.model.patient(row)
        if patient:
            self.choose(patient)

    def choose(self, patient: Patient) -> None:
        """Choose somebody: the shell hears of it once what the banner says is read."""
        work = partial(context_of, patient.record_no)
        self.clinic.ask(self, work, self.chosen.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # On a small screen the table has the room; who is meant is read in the banner.
        narrow = self.width() < px(Frame.DRAWER_BELOW)
        self.detail.setVisible(not narrow)
        self._line.setVisible(not narrow)

    def _connect(self) -> None:
        self.find_box.textChanged.connect(self._typing.start)
        self.find_box.returnPressed.connect(self._on_enter)
        self._typing.timeout.connect(self._on_filter)
        self.sex.value_changed.connect(self._on_filter)
        self.with_draft.toggled.connect(self._on_filter)
        self.new_patient.clicked.connect(self.register_new)
        self.empty.acted.connect(self.register_new)
        self.table.doubleClicked.connect(self._on_double_click)
        self.table.selectionModel().selectionChanged.connect(self._on_selected)
        self.table.horizontalHeader().sectionClicked.connect(self._on_head)
        self.model.loaded.connect(self._on_count)
        self.model.modelReset.connect(self._select_wanted)
        self.detail.chosen.connect(self.choose)
        self.sheet.registered.connect(self._on_registered)
        self.sheet.picked.connect(self.choose)
        self.notice.closed.connect(self.notice.hide)

    def _on_enter(self) -> None:
        """From the find box into the table; who is meant is still chosen there."""
        if self.model.rowCount():
            self.table.setFocus()
            self.table.selectRow(0)

    def _on_filter(self, *_: object) -> None:
        self._typing.stop()
        sex = self.sex.value
        self.model.show_list(
            Filters(
                text=self.find_box.text().strip(),
                sex=sex if sex and sex != ANY else "",
                has_draft=self.with_draft.isChecked(),
            )
        )

    def _on_head(self, section: int) -> None:
        sort = COLUMNS[section][1]
        if sort is None:
            return
        order = self.model.order
        self.model.show_list(order=Order(sort, not order.descending if order.sort is sort else False))
        self._show_order()

    def _show_order(self) -> None:
        order = self.model.order
        section = next(place for place, (_, sort) in enumerate(COLUMNS) if sort is order.sort)
        header = self.table.horizontalHeader()
        header.setSortIndicatorShown(True)
        down = Qt.SortOrder.DescendingOrder if order.descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(section, down)

    def _on_count(self, count: int) -> None:
        self.total.setText(self.tr("%1 位").replace("%1", f"{count:,}"))
        is_filtered = (
            bool(self.find_box.text().strip()) or self.with_draft.isChecked() or self.sex.value != ANY
        )
        self.empty.sentence.setText(self.tr("没有符合的患者。") if is_filtered else self.tr("还没有患者。"))
        if self.empty.step:
            self.empty.step.set_words(self.tr("登记新患者") if is_filtered else self.tr("登记第一位患者"))
        self._lists.setCurrentWidget(self.table if count else self.empty)

    def _on_selected(self, _now: QItemSelection, _before: QItemSelection) -> None:
        patient = self.model.patient(self.table.currentIndex().row())
        if patient and self.table.selectionModel().hasSelection():
            self.detail.look_up(patient.record_no)

    def _on_double_click(self, index: object) -> None:
        self.choose_row(self.table.currentIndex().row())

    def _select_wanted(self) -> None:
        row = self.model.row_of(self._wanted) if self._wanted else None
        if row is not None:
            self.table.selectRow(row)
            self._wanted = None

    def _on_registered(self, registered: Registered) -> None:
        said = [self._messages.text(f"warnings.{code}") for code in registered.warnings]
        if registered.alike:
            said.append(
                self.tr("有相近的患者：") + "、".join(one.patient.record_no for one in registered.alike)
            )
        if said:
            self.notice.say(Weight.WARN, "；".join(said))
        self.choose(registered.patient)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Space.XL, 0, Space.XL, 0)
        head.setSpacing(Space.M)
        head.addWidget(Label(self.tr("患者"), Type.TITLE))
        head.addWidget(self.total)
        head.addStretch()
        head.addWidget(self.new_patient)
        bar = QHBoxLayout()
        bar.setContentsMargins(Space.XL, 0, Space.XL, Space.M)
        bar.setSpacing(Space.M)
        bar.addWidget(self.find_box, 1)
        bar.addWidget(self.sex)
        bar.addWidget(self.with_draft)
        for column, (name, _) in enumerate(COLUMNS[:-1]):
            self.table.setColumnWidth(column, px(WIDTHS[name]))
        self._show_order()
        self._lists = QStackedWidget()
        self._lists.addWidget(self.table)
        self._lists.addWidget(self.empty)
        top = QWidget()
        top.setFixedHeight(px(Frame.PAGE_HEAD))
        top.setLayout(head)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(top)
        left.addLayout(bar)
        notice = QHBoxLayout()
        notice.setContentsMargins(Space.XL, 0, Space.XL, 0)
        notice.addWidget(self.notice)
        left.addLayout(notice)
        left.addWidget(Separator())
        left.addWidget(self._lists, 1)
        self._line = Separator()
        self._line.setFixedSize(1, QWIDGETSIZE_MAX)
        self._line.setMinimumHeight(0)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(left, 1)
        whole.addWidget(self._line)
        whole.addWidget(self.detail)


def _with_draft(kernel: Kernel) -> int:
    return kernel.patients.count(Filters(has_draft=True))
