"""审计: the audit trail, for those who must answer who read or changed a record, and when."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QItemSelection, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.events.model import Event, RoleSwitched
from core.services.trail.audit import EVERYTHING, Asked, Entry
from core.services.trail.words import action_words, kinds_words
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicBridge
from desktop.session.page import Page
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.ledger.detail import WIDTH, EntryDetail
from desktop.views.ledger.filters import Filters
from desktop.views.ledger.jobs import Jobs
from desktop.views.ledger.looking import Standing, look, people
from desktop.views.ledger.model import TrailModel
from desktop.views.ledger.parts import Part, PartSwitch
from desktop.views.ledger.table import TrailTable
from desktop.widgets.button import link, plain_button, primary
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.skeleton import Skeleton

QWIDGETSIZE_MAX = 16_777_215


class LedgerPage(Page):
    """One part of the ledger."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, parent: QWidget | None = None) -> None:
        super().__init__(clinic, parent)
        self._messages = messages
        self._standing: Standing | None = None
        self._here: int | None = None
        self._is_narrow = self._is_aside = False
        self.parts = PartSwitch(Part.TRAIL)
        self.condition = ElidedLabel("", Type.SECONDARY, Tone.MUTED)
        self.to_detail = link(self.tr("详情"), trailing=Icon.FORTH)
        self.paper = plain_button(self.tr("链头抄写"), icon=Icon.EDIT)
        self.export = plain_button(self.tr("导出…"), icon=Icon.EXPORT)
        self.verify = primary(self.tr("核验"), icon=Icon.INTACT)
        self.jobs = Jobs(self, clinic, messages)
        self.strip = self.jobs.strip
        self.filters = Filters(messages)
        self.note = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self.model = TrailModel(clinic, messages, self)
        self.table = TrailTable(self.model)
        self.detail = EntryDetail(messages)
        self.nothing = EmptyState(" ", self.tr("清除筛选"), icon=Icon.CLOSE)
        self.closed = EmptyState(" ")
        self.failed = EmptyState(" ", self.tr("再试一次"), icon=Icon.RELOAD)
        self.busy = Skeleton(self.tr("正在读账本"))
        self._lay_out()
        self._connect()

    @property
    def place(self) -> str:
        """The number of the row that is current."""
        return str(self._here or "")

    def return_to(self, place: str) -> None:
        if place.isdigit():
            self._here = int(place)

    def go_to_find(self) -> None:
        """Go to the box of the patient."""
        self._show_aside(is_aside=False)
        self.filters.go_to_patient()

    @property
    def typed_name(self) -> str:
        """Nobody new is named here."""
        return ""

    def refresh(self) -> None:
        """Look again at what may be done and what is written, and keep the place."""
        self.clinic.ask(self, look, self._on_standing, self._on_failed, latest="standing")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.strip.is_running:
            self.jobs.cancel()
        elif self._is_aside:
            self._on_left()
        elif self.filters.is_set:
            self.filters.ask(self._least)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # On a small screen table and details share one place.
        self._is_narrow = self.width() < px(Frame.DRAWER_BELOW)
        self.table.spare(is_narrow=self._is_narrow)
        self.filters.spare(is_narrow=self._is_narrow)
        self.condition.setVisible(not self._is_narrow)
        self._show_aside(is_aside=self._is_aside and self._is_narrow)

    @property
    def _least(self) -> Asked:
        """What a role that may not see all of it is shown: its own."""
        standing = self._standing
        if standing is None or standing.may_all:
            return EVERYTHING
        return Asked(operator=standing.operator)

    def _connect(self) -> None:
        self.filters.changed.connect(self._on_asked)
        self.filters.looked_for.connect(self._on_looked_for)
        self.filters.cleared.connect(self._on_cleared)
        self.model.loaded.connect(self._on_loaded)
        self.model.failed.connect(self._on_failed)
        self.table.selectionModel().selectionChanged.connect(self._on_selected)
        self.table.meant.connect(self._on_meant)
        self.to_detail.clicked.connect(self._on_meant)
        self.nothing.acted.connect(self._on_cleared)
        self.failed.acted.connect(self.refresh)
        self.detail.left.connect(self._on_left)
        self.detail.patient_wanted.connect(self._on_patient_wanted)
        self.detail.only_patient.connect(self._on_only_patient)
        self.detail.only_operator.connect(self._on_only_operator)
        self.verify.clicked.connect(self.jobs.verify)
        self.strip.closed.connect(self._on_strip_closed)
        self.paper.clicked.connect(self.jobs.copy_head)
        self.jobs.changed.connect(self._on_jobs)
        self.export.clicked.connect(self._on_export)
        self.busy.due.connect(self._on_waiting)
        self.clinic.happened.connect(self._on_happened)

    def _on_standing(self, standing: Standing) -> None:
        self._standing = standing
        self.filters.offer_operators(standing.operators)
        for part in (self.verify, self.paper):
            part.setVisible(standing.may_all)
        self.export.setVisible(standing.may_export)
        self._show_condition(standing)
        may_see = standing.may_all or standing.may_own
        self._show_parts()
        if not may_see:
            self.model.clear()
            self.detail.show_entry(None)
            self._say(
                self.closed, self.tr("以现在的身份不能查看账本。请切换为管理员或审计员，或请他们来查。")
            )
            return
        if not standing.may_all:
            self.note.setText(
                self.tr("以现在的身份，能看自己的记录，和任一位患者“谁看过”。看全部须切换为管理员或审计员。")
            )
        self._on_asked(self.filters.asked)

    def _on_happened(self, event: Event) -> None:
        if isinstance(event, RoleSwitched):
            # What another role may see does not stand here a moment longer.
            self.model.clear()
            self.detail.show_entry(None)
            self.filters.ask(EVERYTHING)

    def _ask(self) -> None:
        if not self.model.rowCount():
            self.busy.wait()
        self.model.ask(self.filters.asked)

    def _on_asked(self, asked: Asked) -> None:
        standing = self._standing
        if standing is None:
            return
        if not standing.may_all and not asked.record_no and asked.operator != standing.operator:
            # Not asked for at all: a refusal would leave its row for a filter that was only taken away.
            self.filters.ask(replace(asked, operator=standing.operator))
            return
        self._ask()

    def _on_cleared(self) -> None:
        self.filters.ask(self._least)
        self.filters.go_to_patient()

    def _on_looked_for(self, name: str) -> None:
        self.clinic.ask(self, partial(people, name), self.filters.offer, self._on_not_found, latest="people")

    def _on_not_found(self, error: ClinicError) -> None:
        self.filters.offer(())
        self.clinic.unheard.emit(error)

    def _on_waiting(self) -> None:
        self._lists.setCurrentWidget(self.busy)

    def _on_loaded(self) -> None:
        self.busy.stop()
        if not self.model.rowCount():
            self.detail.show_entry(None)
            self._say(self.nothing, self._looked_for())
            return
        self._lists.setCurrentWidget(self.table)
        row = self.model.row_of(self._here) if self._here else None
        self.table.selectRow(row or 0)

    def _on_failed(self, error: ClinicError) -> None:
        self.busy.stop()
        self.detail.show_entry(None)
        self._say(self.failed, "\n".join(words(error, self._messages)))

    def _on_selected(self, _now: QItemSelection, _before: QItemSelection) -> None:
        entry = self.model.entry(self.table.currentIndex().row())
        standing = self._standing
        if entry and standing and self.table.selectionModel().hasSelection():
            self._here = entry.row.seq
            self.detail.show_entry(entry, standing.zone, may_open=standing.may_find)

    def _on_meant(self) -> None:
        if self.detail.entry:
            self._show_aside(is_aside=self._is_narrow)
            self.detail.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_left(self) -> None:
        self._show_aside(is_aside=False)
        self.table.setFocus()

    def _on_patient_wanted(self, record_no: str) -> None:
        self.wanted.emit(ActionId.PATIENTS.value, RecordNo(record_no))

    def _on_only_patient(self, entry: Entry) -> None:
        number = entry.row.record_no or ""
        self._show_aside(is_aside=False)
        self.filters.ask(Asked(record_no=number), f"{number} {entry.name}".strip())

    def _on_only_operator(self, operator: str) -> None:
        self._show_aside(is_aside=False)
        self.filters.ask(replace(self.filters.asked, operator=operator), self.filters.patient.text())

    def _looked_for(self) -> str:
        """What was asked for, where nothing fits."""
        asked = self.filters.asked
        if asked == EVERYTHING:
            return self.tr("账本里还没有记录。")
        return self.tr("没有符合的记录：{0}。").format(self._said(asked))

    def _said(self, asked: Asked) -> str:
        """A question in words."""
        parts = (
            asked.record_no,
            asked.operator,
            action_words(asked.action, self._messages) if asked.action else "",
            self.tr("从 {0}").format(asked.since) if asked.since else "",
            self.tr("到 {0}").format(asked.until) if asked.until else "",
            self.filters.refused.words if asked.refused else "",
            self.filters.reasoned.words if asked.reasoned else "",
        )
        return self.tr("·").join(part for part in parts if part)

    def _show_condition(self, standing: Standing) -> None:
        condition = standing.condition
        checked = condition.checked
        if checked is None:
            said = self.tr("还没有核验过")
        else:
            found = kinds_words(list(checked.kinds), self._messages) or self.tr("完整")
            said = self.tr("上次核验 {0} {1}：{2} 行，{3}", "", checked.rows).format(
                f"{checked.at:%Y-%m-%d %H:%M}", checked.by, f"{checked.rows:,}", found
            )
        self.condition.setText(said)
        self.condition.set_tone(Tone.MUTED if condition.is_whole else Tone.DANGER)

    def _on_jobs(self) -> None:
        self.verify.setEnabled(not self.jobs.is_busy)
        self.export.setEnabled(not self.jobs.is_busy)
        if not self.jobs.is_busy:
            self.refresh()

    def _on_strip_closed(self) -> None:
        self.strip.hide()
        self._show_parts()
        self.verify.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_export(self) -> None:
        asked = self.filters.asked
        self.jobs.export(asked, self.tr("筛选：{0}。").format(self._said(asked)))

    def _say(self, state: EmptyState, said: str) -> None:
        state.say(said)
        self._lists.setCurrentWidget(state)

    def _show_aside(self, *, is_aside: bool) -> None:
        """On a small screen show the row instead of the table; elsewhere both are there."""
        self._is_aside = is_aside
        self._left.setVisible(not is_aside)
        self.detail.setVisible(not self._is_narrow or is_aside)
        self._line.setVisible(not self._is_narrow)
        self.detail.back.setVisible(self._is_narrow)
        self.detail.setMaximumWidth(QWIDGETSIZE_MAX if self._is_narrow else px(WIDTH))
        self.detail.setMinimumWidth(0 if self._is_narrow else px(WIDTH))
        self._show_parts()

    def _show_parts(self) -> None:
        """On a small screen the filters give way to a row that is read, and to what a verification found."""
        standing = self._standing
        may_all = standing is not None and standing.may_all
        may_own = standing is not None and standing.may_own
        has_findings = self.strip.isVisible() and bool(self.strip.findings)
        gives_way = self._is_narrow and (self._is_aside or has_findings)
        self.filters.setVisible((may_all or may_own) and not gives_way)
        self.note.setVisible(may_own and not may_all and not gives_way)
        self.to_detail.setVisible(self._is_narrow and not self._is_aside)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Space.XL, 0, Space.XL, 0)
        head.setSpacing(Space.M)
        head.addWidget(Label(self.tr("账本"), Type.TITLE))
        head.addWidget(self.parts)
        head.addWidget(self.condition, 1)
        head.addStretch()
        for control in (self.to_detail, self.paper, self.export, self.verify):
            head.addWidget(control)
        top = QWidget()
        top.setFixedHeight(px(Frame.PAGE_HEAD))
        top.setLayout(head)
        strip = QHBoxLayout()
        strip.setContentsMargins(Space.XL, 0, Space.XL, 0)
        strip.addWidget(self.strip)
        self.note.setContentsMargins(Space.XL, 0, Space.XL, Space.M)
        self._lists = QStackedWidget()
        for state in (self.table, self.nothing, self.closed, self.failed, self.busy):
            self._lists.addWidget(state)
        self._left = QWidget()
        column = QVBoxLayout(self._left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Separator())
        column.addWidget(self._lists, 1)
        self._line = Separator()
        self._line.setFixedSize(1, QWIDGETSIZE_MAX)
        self._line.setMinimumHeight(0)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self._left, 1)
        row.addWidget(self._line)
        row.addWidget(self.detail)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(top)
        page.addLayout(strip)
        page.addWidget(self.filters)
        page.addWidget(self.note)
        page.addLayout(row, 1)
        self.note.hide()
