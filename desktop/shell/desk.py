"""The frame around an open clinic: rail, banner, notices and the screens. It is made when a clinic opens and goes with it,

so that nothing of a patient stays on screen or in a widget of a locked clinic.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.events.model import (
    Event,
    KeysChanged,
    PatientEdited,
    RecordEvent,
    VisitAmended,
    VisitSaved,
    VisitVoided,
)
from desktop.actions.catalog import ActionId, Fact
from desktop.actions.registry import Registry
from desktop.bridge.clinic import ClinicState
from desktop.bridge.withheld import REASON_NEEDED
from desktop.models.patient_context import PatientContext, context_of
from desktop.session.close_guard import Leaving
from desktop.session.page import Page
from desktop.shell.banner import Banner
from desktop.shell.findings_sheet import FindingsSheet
from desktop.shell.notice_area import NoticeArea
from desktop.shell.rail import Rail
from desktop.shell.screens import Acts, Finds, Registers, Returns, Room, Screen
from desktop.shell.standing import Leads, StandingBar
from desktop.widgets.sheet_ground import stand_sheets_on

REFRESH_MS = 200
"""After something happened. Several things at once are looked at once."""

PLACES = {Leads.KEYS: "keys+", Leads.BACKUP: "backup+"}
"""Of the settings: the section a bar leads to, at the first thing to do there."""


ON_PAGE = frozenset({ActionId.SAVE, ActionId.SIGN, ActionId.AMEND, ActionId.VOID, ActionId.PRINT})
"""Done by the page in front, if it does such things."""


class Desk(QWidget):
    """What a physician works at."""

    turned = Signal(object)
    """The `PatientContext` that is shown everywhere now, or None."""

    moved = Signal(object)
    """The `ActionId` of the screen in front."""

    asked = Signal(object)
    """An `ActionId` that is not the desk's to do."""

    worked = Signal()
    """How it stands with what is typed on the screen in front is another."""

    def __init__(self, room: Room, screens: Sequence[Screen], registry: Registry) -> None:
        super().__init__()
        self._room = room
        self._screens = {screen.id: screen for screen in screens}
        self._pages: dict[ActionId, Page] = {}
        self._here = screens[0].id
        self.context: PatientContext | None = None
        self.rail = Rail([screen.id for screen in screens], registry)
        self.banner = Banner(self._screens)
        self.stack = QStackedWidget()
        body = QWidget()
        self.standing = StandingBar(room.clinic, room.messages)
        self.standing.wanted.connect(self._on_standing)
        self.notices = NoticeArea(room.notices, body)
        inside = QVBoxLayout(body)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.standing)
        inside.addWidget(self.notices)
        inside.addWidget(self.stack, 1)
        self.body = body
        beside = QWidget()
        stand_sheets_on(beside)
        right = QVBoxLayout(beside)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.banner)
        right.addWidget(body, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(beside, 1)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(REFRESH_MS)
        self._soon.timeout.connect(self._refresh)
        self.rail.wanted.connect(self.asked)
        self.banner.screen_wanted.connect(self.asked)
        self.banner.palette_wanted.connect(partial(self.asked.emit, ActionId.PALETTE))
        room.clinic.happened.connect(self._on_happened)

    @property
    def page(self) -> Page:
        """The screen in front."""
        return self.page_of(self._here)

    @property
    def pages(self) -> Mapping[ActionId, Page]:
        """The screens that were made."""
        return self._pages

    @property
    def facts(self) -> frozenset[Fact]:
        """What is the case here."""
        chosen = {Fact.PATIENT_CHOSEN} if self.context else set()
        page = self.page
        return frozenset({Fact.CLINIC_OPEN, *chosen, *(page.facts if isinstance(page, Acts) else ())})

    @property
    def here(self) -> ActionId:
        """Which screen is in front."""
        return self._here

    def go(self, screen: ActionId) -> None:
        """Bring a screen to the front, once the one in front has let go."""
        if screen not in self._screens:
            return
        self._here, before = screen, self._here
        if before is not screen and before in self._pages:
            self._pages[before].flush()
        page = self.page_of(screen)
        self.stack.setCurrentWidget(page)
        self.rail.show_place(screen)
        if self.rail.isAncestorOf(QApplication.focusWidget() or self):
            # As by a click: where one is, is said by the bar, and the ring comes with the next Tab.
            self.rail.go_to(screen)
        page.refresh()
        self.banner.show_screen(screen)
        self.moved.emit(screen)

    def do(self, action: ActionId) -> bool:
        """Do what is the desk's to do; the result says whether it was."""
        if action in self._screens:
            self.go(action)
        elif action is ActionId.FIND:
            self._on_page_that(Finds)
        elif action is ActionId.NEW_PATIENT:
            self._on_page_that(Registers)
        elif isinstance(self.page, Acts) and action in ON_PAGE:
            self.page.act(action)
        else:
            return False
        return True

    def flush(self) -> None:
        """Put what was typed in safety, on every screen."""
        for page in self._pages.values():
            page.flush()

    def open_patient(
        self, record_no: RecordNo, then: ActionId, unless: Callable[[], bool] = lambda: False
    ) -> None:
        """Turn to somebody by number, and show them on a screen; not if by the time they are known `unless` says so."""
        work = partial(context_of, record_no)
        done = partial(self._on_opened, then, unless)
        self._room.clinic.ask(self, work, done, self._on_failed, latest="context")

    def turn_to(self, context: PatientContext | None) -> None:
        """Turn to somebody, once nothing of the one before can be lost."""
        self._room.guard.leave(Leaving.PATIENT, partial(self._turn_to, context), within=self)

    def _turn_to(self, context: PatientContext | None) -> None:
        self.context = context
        self._show_context()
        for page in self._pages.values():
            page.turn_to(context)
        self.turned.emit(context)

    def _show_context(self) -> None:
        self.banner.turn_to(self.context, self._today())

    def _today(self) -> date | None:
        opened = self._room.clinic.opened
        return opened.clock.now().date() if opened else None

    def _on_opened(self, then: ActionId, unless: Callable[[], bool], context: PatientContext) -> None:
        if unless():
            return
        self.turn_to(context)
        self.go(then if then in self._screens else ActionId.PATIENTS)

    def _on_failed(self, error: ClinicError) -> None:
        if error.code != REASON_NEEDED:  # whoever left the sheet knows
            self._room.trouble.present(error)

    def _on_wanted(self, screen: str, record_no: RecordNo | None) -> None:
        action = ActionId(screen)
        if record_no is not None:
            self.open_patient(record_no, action)
        elif not self.do(action):
            self.asked.emit(action)

    def _on_place_wanted(self, screen: ActionId, place: str) -> None:
        if screen in self._screens:
            self.go(screen)
            self.show_place(place)

    def _on_happened(self, event: Event) -> None:
        self._soon.start()
        if not isinstance(event, RecordEvent):
            return
        about_shown = self.context is not None and event.record_no == self.context.record_no
        if about_shown and isinstance(event, (PatientEdited, VisitSaved, VisitAmended, VisitVoided)):
            work = partial(context_of, event.record_no)
            self._room.clinic.ask(self, work, self._on_changed, latest="changed")

    def _on_changed(self, context: PatientContext) -> None:
        """The same person, known better. Screens look for themselves, so that nothing being written is touched."""
        if self.context and self.context.record_no == context.record_no:
            self.context = context
            self._show_context()
            self.turned.emit(context)

    def show_standing(self) -> None:
        """Say over every page what stays wrong until it is mended, from now on."""
        self._room.clinic.happened.connect(self._on_keys_changed)
        self._room.backups.ended.connect(self._on_backed_up)
        self.standing.refresh()

    def _on_keys_changed(self, event: Event) -> None:
        if isinstance(event, KeysChanged):
            self.standing.refresh()

    def _on_backed_up(self) -> None:
        if self._room.clinic.state is ClinicState.OPEN:
            self.standing.refresh()
            self._soon.start()

    def _on_standing(self, leads: Leads) -> None:
        if leads is Leads.FINDINGS:
            FindingsSheet(self.body, self.standing.state.findings, self._room.messages).open()
        elif ActionId.SETTINGS in self._screens:
            self.go(ActionId.SETTINGS)
            self.show_place(PLACES[leads])

    def show_place(self, place: str) -> None:
        """Show a place of the screen in front, if it has such places."""
        page = self.page
        if isinstance(page, Returns):
            page.return_to(place)

    def _on_facts_changed(self) -> None:
        self.moved.emit(self._here)

    def _refresh(self) -> None:
        # The last draft is saved on the way out: by the time it is looked at, there may be nobody to ask.
        if self._room.clinic.state is ClinicState.OPEN:
            self.page.refresh()

    def _on_page_that(self, offers: type[Finds] | type[Registers]) -> None:
        """Do it on the screen in front if it can, else on the first that can."""
        order = (self._here, ActionId.INTAKE, ActionId.PATIENTS)
        able = (
            screen for screen in order if screen in self._screens and isinstance(self.page_of(screen), offers)
        )
        screen = next(able, None)
        if screen is None:
            return
        front = self.page
        name = front.typed_name if isinstance(front, Finds) else ""
        self.go(screen)
        page = self.page
        if offers is Finds and isinstance(page, Finds):
            page.go_to_find()
        elif isinstance(page, Registers):
            page.register_new(name)

    def page_of(self, screen: ActionId) -> Page:
        """A screen, made when it is first wanted."""
        page = self._pages.get(screen)
        if page is None:
            page = self._pages[screen] = self._screens[screen].make(self._room)
            page.chosen.connect(self.turn_to)
            page.wanted.connect(self._on_wanted)
            page.place_wanted.connect(self._on_place_wanted)
            page.work_changed.connect(self.worked)
            page.facts_changed.connect(self._on_facts_changed)
            self.stack.addWidget(page)
            page.turn_to(self.context)
        return page
