"""患者: a table of everyone, one of them beside it. Who is chosen here is who is looked after everywhere."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.base.ids import RecordNo, parse_record_no
from core.base.messages import Messages
from core.services.patients.patients import Patient, Registered, read_typed
from desktop.actions.catalog import ActionId, Fact
from desktop.bridge.clinic import ClinicBridge
from desktop.bridge.notices import Notices
from desktop.models.chosen_visit import ChosenVisit
from desktop.models.patient_context import PatientContext, context_of
from desktop.session.amending import MakesAmending
from desktop.session.close_guard import CloseGuard
from desktop.session.page import Page
from desktop.theme.fonts import px
from desktop.theme.tokens import Frame
from desktop.views.patients.detail import WIDTH, Detail
from desktop.views.patients.edit import EditSheet
from desktop.views.patients.people import People
from desktop.views.patients.reader import Reader
from desktop.views.patients.register import RegisterSheet
from desktop.widgets.notice_bar import Weight
from desktop.widgets.separator import Separator

QWIDGETSIZE_MAX = 16_777_215


class PatientsPage(Page):
    """The screen."""

    def __init__(
        self,
        clinic: ClinicBridge,
        messages: Messages,
        *,
        notices: Notices,
        guard: CloseGuard,
        amending: MakesAmending,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(clinic, parent)
        self._messages, self._guard = messages, guard
        self.people = People(clinic, messages)
        self.detail = Detail(clinic, messages)
        self.sheet = RegisterSheet(self, clinic, messages, guard)
        self.edit_sheet: EditSheet | None = None
        self.reader = Reader(self, clinic, messages, notices, guard=guard, amending=amending)
        self._is_narrow, self._is_aside = False, False
        self._told_about: RecordNo | None = None
        self._lay_out()
        self._connect()

    @property
    def facts(self) -> frozenset[Fact]:
        """A visit that is read, or that stands chosen beside the table, can be printed; one that is not void can be amended, made
        void, and signed once in each version.
        """
        chosen = self._chosen()
        if chosen is None:
            return frozenset()
        found = {Fact.RECORD_SHOWN}
        if not chosen.is_void:
            found.add(Fact.RECORD_STANDS)
            if not chosen.is_signed:
                found.add(Fact.RECORD_UNSIGNED)
        return frozenset(found)

    def act(self, action: ActionId) -> None:
        chosen = self._chosen()
        deeds = {
            ActionId.PRINT: self.reader.print,
            ActionId.SIGN: self.reader.sign,
            ActionId.AMEND: self.reader.amend,
            ActionId.VOID: self.reader.void,
        }
        if chosen and action in deeds:
            deeds[action](chosen)

    def go_to_find(self) -> None:
        """Go to the find box."""
        self._show_aside(is_aside=False)
        self.people.go_to_find()

    @property
    def typed_name(self) -> str:
        """What is in the find box, if it can be a name."""
        opened = self.clinic.opened
        return read_typed(self.people.find_box.text(), opened.clock.now().date()).new_name if opened else ""

    def register_new(self, name: str) -> None:
        """Open the sheet with a name that was typed. What lies over the page already stays."""
        if not self._has_sheet():
            self.sheet.begin(name)

    @property
    def place(self) -> str:
        """Who is shown, by number."""
        return self.detail.patient.record_no if self.detail.patient else ""

    def return_to(self, place: str) -> None:
        if place:
            self.show_patient(parse_record_no(place))

    def refresh(self) -> None:
        """Look again, and keep the place."""
        self.people.refresh()
        shown_now = self.detail.patient
        if shown_now:
            self.detail.look_up(shown_now.record_no)
        self.reader.refresh()

    def turn_to(self, context: PatientContext | None) -> None:
        super().turn_to(context)
        self.reader.leave()
        if context:
            self.show_patient(context.record_no)

    def show_patient(self, record_no: RecordNo) -> None:
        """Show somebody beside the table, and in it when they are among the rows read."""
        self.people.go_to(record_no)
        self.detail.look_up(record_no)

    def choose(self, patient: Patient) -> None:
        """Choose somebody: the shell hears of it once what the banner says is read."""
        work = partial(context_of, patient.record_no)
        self.clinic.ask(self, work, self.chosen.emit, latest="choose")

    def begin_visit(self, patient: Patient) -> None:
        """Choose somebody, and go on to the form of their visit to come. What lies over the page stays."""
        if not self._has_sheet():
            self.wanted.emit(ActionId.INTAKE.value, patient.record_no)

    def edit(self, patient: Patient) -> None:
        """Open the registration of somebody to change it."""
        if self._has_sheet():
            return
        if self.edit_sheet is not None:
            self.edit_sheet.deleteLater()
        sheet = self.edit_sheet = EditSheet(self, self.clinic, self._messages, self._guard, patient)
        sheet.registered.connect(self._on_edited)
        sheet.open(sheet.form.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and _is_control(event):
            self.detail.begin_visit()
        elif event.key() == Qt.Key.Key_F2 and self.detail.patient:
            self.edit(self.detail.patient)
        elif event.key() == Qt.Key.Key_Escape and self._is_aside:
            self._show_aside(is_aside=False)
        elif event.key() == Qt.Key.Key_Escape and self.people.is_filtered:
            self.people.clear_filters()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # On a small screen table and details share one place; who is looked after is read in the banner.
        self._is_narrow = self.width() < px(Frame.DRAWER_BELOW)
        self.people.spare(is_narrow=self._is_narrow)
        self._show_aside(is_aside=self._is_aside and self._is_narrow)

    def _connect(self) -> None:
        self.people.looked_at.connect(self._on_looked_at)
        self.people.meant.connect(self.choose)
        self.people.visits_wanted.connect(self._on_visits_wanted)
        self.people.registering.connect(self._on_registering)
        self.detail.chosen.connect(self.choose)
        self.detail.visit_wanted.connect(self.begin_visit)
        self.detail.edit_wanted.connect(self.edit)
        self.detail.read_wanted.connect(self._on_read_wanted)
        self.detail.turned.connect(self.facts_changed)
        self.detail.turned.connect(self._on_turned)
        self.detail.left.connect(self._on_left)
        self.reader.changed.connect(self.facts_changed)
        self.reader.failed.connect(self.clinic.unheard)
        self.reader.compare_wanted.connect(self._on_compare_wanted)
        self.sheet.registered.connect(self._on_registered)
        self.sheet.picked.connect(self.choose)

    def _chosen(self) -> ChosenVisit | None:
        """The visit that print, sign, amend and void are about; none while something else lies over the page."""
        if self.reader.sheet is not None:
            return self.reader.shown
        patient, visit = self.detail.patient, self.detail.visit
        if self._has_sheet() or patient is None or visit is None:
            return None
        return ChosenVisit.of_timeline(patient.record_no, patient.details.name, visit)

    def _has_sheet(self) -> bool:
        is_editing = self.edit_sheet is not None and self.edit_sheet.isVisible()
        return is_editing or self.sheet.isVisible() or self.reader.sheet is not None

    def _on_read_wanted(self, number: int) -> None:
        if self.detail.patient and not self._has_sheet():
            self.reader.read(self.detail.patient, number)

    def _on_compare_wanted(self, record_no: RecordNo) -> None:
        self.reader.leave()
        self.wanted.emit(ActionId.COMPARE.value, record_no)

    def _on_visits_wanted(self) -> None:
        if self.detail.patient:
            self._show_aside(is_aside=self._is_narrow)
            self.detail.go_to_visits()

    def _on_left(self) -> None:
        self._show_aside(is_aside=False)
        self.people.table.setFocus()

    def _on_looked_at(self, patient: Patient) -> None:
        shown_now = self.detail.patient
        if shown_now is None or shown_now.record_no != patient.record_no:
            self.reader.leave()
        self.detail.look_up(patient.record_no, patient)

    def _on_registering(self) -> None:
        self.register_new(self.typed_name)

    def _show_aside(self, *, is_aside: bool) -> None:
        """On a small screen show the details instead of the table; elsewhere both are there."""
        self._is_aside = is_aside
        self.people.setVisible(not is_aside)
        self.detail.setVisible(not self._is_narrow or is_aside)
        self._line.setVisible(not self._is_narrow)
        self.detail.back.setVisible(self._is_narrow)
        self.detail.setMaximumWidth(QWIDGETSIZE_MAX if self._is_narrow else px(WIDTH))
        self.detail.setMinimumWidth(0 if self._is_narrow else px(WIDTH))

    def _on_registered(self, registered: Registered) -> None:
        self._tell(registered)
        self.choose(registered.patient)

    def _on_edited(self, registered: Registered) -> None:
        self._tell(registered)
        self.detail.look_up(registered.patient.record_no)

    def _tell(self, registered: Registered) -> None:
        """Say what a person should look at about somebody who was just saved."""
        said = [self._messages.text(f"warnings.{code}") for code in registered.warnings]
        if registered.alike:
            alike = self.tr("、").join(one.patient.record_no for one in registered.alike)
            said.append(self.tr("有相近的患者：{0}").format(alike))
        self._told_about = registered.patient.record_no if said else None
        self.people.notice.setVisible(bool(said))
        if said:
            self.people.notice.say(Weight.WARN, self.tr("；").join(said))

    def _on_turned(self) -> None:
        """What was said of one person is not said beside another."""
        shown_now = self.detail.patient
        if self._told_about and shown_now and shown_now.record_no != self._told_about:
            self._told_about = None
            self.people.notice.hide()

    def _lay_out(self) -> None:
        self._line = Separator()
        self._line.setFixedSize(1, QWIDGETSIZE_MAX)
        self._line.setMinimumHeight(0)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.people, 1)
        whole.addWidget(self._line)
        whole.addWidget(self.detail)


def _is_control(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
