"""The window: what is before a clinic is open, the desk of an open one, and the status line under both.

It closes when the guard has seen to everything typed, and not before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.base.paths import Home
from core.events.model import DraftSaved, Event
from desktop.actions.catalog import SCREENS, ActionId, Fact
from desktop.actions.palette import warm
from desktop.actions.registry import Registry
from desktop.bridge.clinic import ClinicState, Kernel, Vault
from desktop.session import window_state
from desktop.session.close_guard import Leaving
from desktop.session.demo_clinic import DemoClinic
from desktop.session.page import Safety, Work
from desktop.shell.crash_sheet import CrashSheet
from desktop.shell.demo_bar import DemoBar
from desktop.shell.menu import Menu
from desktop.shell.notice_area import NoticeArea
from desktop.shell.palette import Palette, Shortcuts
from desktop.shell.screens import Returns, Room, Screen
from desktop.shell.status_line import StatusLine
from desktop.theme.density import Density
from desktop.theme.scheme import Scheme, shown
from desktop.trouble.crash_report import CrashReport
from desktop.views.entry.page import EntryPage, Why

if TYPE_CHECKING:
    from desktop.models.patient_context import PatientContext
    from desktop.shell.desk import Desk

SIZE = (1366, 768)
WARM_MS = 1500
"""After a clinic has opened: the dictionary of pinyin is loaded for the palette when nobody waits for anything."""


@dataclass(frozen=True, slots=True)
class _Stand:
    """Where a desk stood: its screen, the patient, and the place on that screen."""

    screen: ActionId
    context: "PatientContext | None"
    place: str


class MainWindow(QWidget):
    """The one window."""

    def __init__(
        self, room: Room, home: Home, vault: Vault, screens: Sequence[Screen], demo: DemoClinic
    ) -> None:
        super().__init__()
        self._room, self._home, self._demo = room, home, demo
        self._screens = [screen for place in SCREENS for screen in screens if screen.id is place]
        self._may_close = False
        self._locked_at: tuple[ActionId, RecordNo | None] | None = None
        self.desk: Desk | None = None
        self._sheets: list[QWidget] = []
        self.registry = Registry(room.messages, self)
        self.registry.install(self)
        for action in ActionId:
            self.registry.action(action).setVisible(action in self._offered)
        self.registry.triggered.connect(self.do)
        self._vault = vault
        self._crash: CrashSheet | None = None
        self._stack = QStackedWidget()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self._stack, 1)
        self._make_frame()
        self.setMinimumSize(*window_state.SMALLEST)
        self.resize(*SIZE)
        state = window_state.load(home)
        if state:
            window_state.apply(self, state)
        room.clinic.state_changed.connect(self._on_state)
        room.clinic.happened.connect(self._on_happened)
        demo.prepared.connect(self._on_demo_prepared)
        demo.failed.connect(self._on_demo_failed)
        room.trouble.crashed.connect(self._on_crashed)
        room.trouble.met_again.connect(self._on_crashed_again)
        room.options.language_wanted.connect(self._on_language_wanted)
        room.options.density_wanted.connect(self._on_density_wanted)
        room.options.look_changed.connect(self._remember)
        self._show_title(None)
        self._settle()

    def _make_frame(self) -> None:
        """What stands round every desk: what is before it, and the status line."""
        room = self._room
        self.entry = EntryPage(room.clinic, self._home, self._vault, room.notices, room.messages)
        self.entry.language_wanted.connect(partial(self.do, ActionId.LANGUAGE))
        self.entry.demo_wanted.connect(self._on_demo_wanted)
        self.demo_bar = DemoBar()
        self.demo_bar.left.connect(self.lock)
        self.status = StatusLine(room.messages)
        self.status.wanted.connect(self.do)
        self._before = QWidget()
        over = QVBoxLayout(self._before)
        over.setContentsMargins(0, 0, 0, 0)
        over.setSpacing(0)
        self.notices = NoticeArea(room.notices, parent=self._before)
        over.addWidget(self.notices)
        over.addWidget(self.entry, 1)
        self._stack.addWidget(self._before)
        self._column.insertWidget(0, self.demo_bar)
        self.demo_bar.setVisible(self._is_in_demo)
        self._column.addWidget(self.status)

    def speak(self, messages: Messages) -> None:
        """Use the words of another language from now on: everything with words is made anew, and stands where it stood."""
        self._room = replace(self._room, messages=messages)
        self.registry.speak(messages)
        old = (self.entry, self.status, self._before, self.demo_bar)
        stand = self._stand()
        self._drop_desk()
        self._stack.removeWidget(self._before)
        self._column.removeWidget(self.status)
        self._column.removeWidget(self.demo_bar)
        self._make_frame()
        self.entry.take(old[0])
        self.status.show_open(is_open=self._room.clinic.state is ClinicState.OPEN)
        for part in old[1:]:
            part.hide()
            part.deleteLater()
        self._stack.setCurrentWidget(self._before)
        if stand:
            self._open_desk(stand)
        self._show_title(stand.context if stand else None)

    @property
    def _offered(self) -> frozenset[ActionId]:
        """What can ever be done in this window."""
        made = {screen.id for screen in self._screens}
        return frozenset(action for action in ActionId if action not in SCREENS or action in made)

    def begin(self) -> None:
        """Show it, and find out whether a clinic is there."""
        self.show()
        self.entry.begin()

    def do(self, action: ActionId) -> None:
        """Do an action of the catalogue."""
        if action not in self._offered or self._room.guard.is_busy:
            return
        if self.desk and self.desk.do(action):
            return
        match action:
            case ActionId.MENU:
                self._open_menu()
            case ActionId.PALETTE:
                self._open_palette()
            case ActionId.SHORTCUTS:
                self._open_shortcuts()
            case ActionId.LOCK:
                self.lock()
            case ActionId.THEME:
                self._room.options.choose_scheme(Scheme.LIGHT if shown().dark else Scheme.DARK)
            case ActionId.LANGUAGE:
                self._room.options.choose_language(self._room.options.other_language)
            case ActionId.QUIT:
                self.close()
            case _:
                pass

    def lock(self) -> None:
        """Close the clinic and ask for the passphrase, once everything typed is safe. A demonstration is gone then."""
        if self.desk:
            self.desk.flush()
            self._room.guard.leave(Leaving.WINDOW, self._room.clinic.close, within=self.desk)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            self._remember()
            event.accept()
            return
        event.ignore()
        if self.desk:
            self.desk.flush()
        self._room.guard.leave(Leaving.QUIT, self._on_may_close)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "registry"):
            self.registry.repaint_icons()

    def _on_may_close(self) -> None:
        self._may_close = True
        # Not from within the event that asked.
        QTimer.singleShot(0, self, self.close)

    def _on_state(self, state: ClinicState) -> None:
        if state is ClinicState.OPEN:
            self._show_title(None)
            self._open_desk()
            self._go_back()
            QTimer.singleShot(WARM_MS, self, self._warm)
        elif state is ClinicState.CLOSED and self.desk and self._demo.is_there:
            self._leave_desk()
            self._demo.end()
            self.entry.begin()
        elif state is ClinicState.CLOSED and self.desk:
            context = self.desk.context
            self._locked_at = (self.desk.here, context.record_no if context else None)
            self._leave_desk()
            self.entry.begin(Why.LOCKED)
        elif self.desk:
            self.desk.setEnabled(False)
        self.demo_bar.setVisible(self._is_in_demo)
        self.status.show_open(is_open=state is ClinicState.OPEN)
        self._settle()

    @property
    def _is_in_demo(self) -> bool:
        """Whether the open clinic is the demonstration."""
        return self._demo.is_there and self._room.clinic.state is ClinicState.OPEN

    def _on_demo_wanted(self) -> None:
        self._demo.begin(self._room.messages)

    def _on_demo_prepared(self, done: int, total: int) -> None:
        self.entry.first_run.prepare_demo(done, total)

    def _on_demo_failed(self, error: ClinicError) -> None:
        self.entry.refuse_demo(error)

    def _open_desk(self, stand: _Stand | None = None) -> None:
        # The services take longer to load than the window to be painted: it does not wait for them.
        from desktop.shell import desk as frame

        desk = self.desk = frame.Desk(self._room, self._screens, self.registry)
        desk.asked.connect(self.do)
        desk.turned.connect(self._show_title)
        desk.moved.connect(self._settle)
        desk.moved.connect(self._show_work)
        desk.worked.connect(self._show_work)
        self._stack.addWidget(desk)
        self._stack.setCurrentWidget(desk)
        first = stand.screen if stand else self._screens[0].id
        desk.rail.item(first).setFocus(Qt.FocusReason.MouseFocusReason)
        desk.go(first)
        if stand and stand.context:
            desk.turn_to(stand.context)
        page = desk.page
        if stand and isinstance(page, Returns):
            page.return_to(stand.place)

    def _go_back(self) -> None:
        """After a lock, to the screen and the patient that were in front. Only their number was kept meanwhile."""
        left, self._locked_at = self._locked_at, None
        if left and self.desk:
            screen, record_no = left
            if record_no is None:
                self.desk.go(screen)
            else:
                self.desk.open_patient(record_no, screen)

    def _stand(self) -> _Stand | None:
        if self.desk is None:
            return None
        page = self.desk.page
        return _Stand(self.desk.here, self.desk.context, page.place if isinstance(page, Returns) else "")

    def _leave_desk(self) -> None:
        for notice in self._room.notices.standing:
            self._room.notices.withdraw(notice)  # it may name a patient
        self._stack.setCurrentWidget(self._before)
        self._drop_desk()
        self._show_title(None)

    def _drop_desk(self) -> None:
        desk, self.desk = self.desk, None
        self._sheets = []
        if desk:
            desk.hide()
            self._stack.removeWidget(desk)
            desk.deleteLater()

    def _renew_desk(self) -> None:
        """Make the desk anew, where it stands."""
        stand = self._stand()
        self._drop_desk()
        if stand:
            self._open_desk(stand)

    def _once_safe(self, then: partial[None]) -> None:
        """Do something that makes the desk anew, once everything typed is safe."""
        if self.desk:
            self.desk.flush()
            self._room.guard.leave(Leaving.WINDOW, then, within=self.desk)
        elif self._room.clinic.state is ClinicState.CLOSED:
            then()

    def _on_language_wanted(self, language: str) -> None:
        self._once_safe(partial(self._room.options.keep_language, language))

    def _on_density_wanted(self, density: Density) -> None:
        self._once_safe(partial(self._on_density, density))

    def _on_density(self, density: Density) -> None:
        self._room.options.settle_density(density)
        self._renew_desk()

    def _remember(self) -> None:
        window_state.store(self._room.options.home, window_state.capture(self))

    def _warm(self) -> None:
        self._room.clinic.ask(self, _warm, latest="warm")

    def _show_title(self, context: "PatientContext | None") -> None:
        program = self.tr("演示诊所 — 明道诊所") if self._is_in_demo else self.tr("明道诊所")
        who = f"{context.patient.details.name} {context.record_no} — " if context else ""
        self.setWindowTitle(f"{who}{program}")
        self._settle()

    def _settle(self, *_: object) -> None:
        self.registry.settle(self.desk.facts if self.desk and self.desk.isEnabled() else ())

    def _on_happened(self, event: Event) -> None:
        # A page that keeps its own drafts says itself when what is typed there is safe.
        if isinstance(event, DraftSaved) and self.desk and self.desk.page.work.safety is Safety.NOTHING:
            opened = self._room.clinic.opened
            self.status.show_saved(opened.clock.now() if opened else datetime.now().astimezone())

    def _open_menu(self) -> None:
        menu = Menu(self.registry, self._room.messages, self._offered, self)
        menu.open_under(self.desk.rail.menu if self.desk else self.entry.language)

    def _open_palette(self) -> None:
        facts = self.desk.facts if self.desk else frozenset[Fact]()
        palette = Palette(self._ground, self.registry, self._room.messages, self._offered)
        palette.chosen.connect(self.do)
        self._show_sheet(palette, partial(palette.begin, facts))

    def _open_shortcuts(self) -> None:
        sheet = Shortcuts(self._ground, self.registry, self._room.messages, self._offered)
        self._show_sheet(sheet, partial(sheet.open, sheet.leave))

    def _show_sheet(self, sheet: Palette | Shortcuts, begin: partial[None]) -> None:
        """One sheet of the window at a time; the one before goes."""
        for before in self._sheets:
            if isinstance(before, (Palette, Shortcuts)):
                before.shut()
            before.deleteLater()
        self._sheets = [sheet]
        begin()

    @property
    def _ground(self) -> QWidget:
        """What a sheet of the window covers."""
        return self.desk.body if self.desk else self._before

    def _show_work(self, *_: object) -> None:
        desk = self.desk
        work = desk.page.work if desk else Work()
        if desk:
            self.status.show_work(work, desk.here)
        if self._crash and self._crash.isVisible():
            self._crash.show_safe(safe=not self._room.guard.dirty())

    def _on_crashed(self, report: CrashReport) -> None:
        """Tell of a fault, and put what is typed in safety."""
        sheet = self._crash
        if sheet is None or not sheet.isVisible():
            if sheet:
                sheet.deleteLater()
            sheet = self._crash = CrashSheet(self, self._room.messages)
            sheet.quit_wanted.connect(self.close)
        sheet.show_safe(safe=not self._room.guard.dirty())
        sheet.tell(report)
        if self.desk:
            self.desk.flush()

    def _on_crashed_again(self, report: CrashReport) -> None:
        if self._crash and self._crash.isVisible():
            self._crash.tell(report)


def _warm(_kernel: Kernel) -> None:
    warm()
