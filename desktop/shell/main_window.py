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
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.paths import Home
from core.events.model import DraftSaved, Event, TrailBroken, TrailVerified
from desktop.actions.catalog import SCREENS, ActionId
from desktop.actions.registry import Registry
from desktop.bridge.clinic import ClinicState, Kernel, Vault
from desktop.session import window_state
from desktop.session.close_guard import Leaving
from desktop.session.demo_clinic import DemoClinic
from desktop.session.last_touch import LastTouch
from desktop.session.lock_watch import LockWatch
from desktop.session.page import Safety, Work
from desktop.session.reason import ReasonDesk
from desktop.shell.backup_desk import BackupDesk
from desktop.shell.demo_bar import DemoBar
from desktop.shell.first_wish import fulfil
from desktop.shell.lock import Lock
from desktop.shell.model_watch import ModelWatch
from desktop.shell.notice_area import NoticeArea
from desktop.shell.role import RoleDesk, begins_at, offered
from desktop.shell.screens import Returns, Room, Screen
from desktop.shell.status_line import StatusLine
from desktop.shell.window_sheets import WindowSheets
from desktop.theme.density import Density
from desktop.theme.scheme import Scheme, shown
from desktop.views.entry.page import EntryPage, Why

if TYPE_CHECKING:
    from core.services.health import Report
    from core.services.trail.audit import Condition
    from desktop.models.patient_context import PatientContext
    from desktop.shell.desk import Desk

SIZE = (1366, 768)


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
        self.desk: Desk | None = None
        self.registry = Registry(room.messages, self)
        self.registry.install(self)
        self.registry.triggered.connect(self.do)
        self._vault = vault
        self.touch = LastTouch(self)
        self.locking = Lock(self, LockWatch(room.clinic, self.touch, self))
        self.locking.watch.left_changed.connect(self._on_left)
        self.backups = BackupDesk(self)
        self.roles = RoleDesk(self, self._renew_for_role)
        self.models = ModelWatch(self)
        self.sheets = WindowSheets(self)
        self.reasons = ReasonDesk(room.clinic, room.messages, lambda: self.sheets.ground, self)
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
        room.options.language_wanted.connect(self._on_language_wanted)
        room.options.density_wanted.connect(self._on_density_wanted)
        room.options.look_changed.connect(self._remember)
        self._show_title(None)
        self.show_who()

    def show_who(self) -> None:
        """Say who is at work, and offer what they may do."""
        offered, opened = self.offered, self._room.clinic.opened
        for action in ActionId:
            self.registry.action(action).setVisible(action in offered)
        if opened:
            self.status.show_who(opened, offered)
        self.models.look()
        self._settle()

    def _make_frame(self) -> None:
        """What stands round every desk: what is before it, and the status line."""
        room = self._room
        self.entry = EntryPage(room.clinic, self._home, self._vault, room.notices, room.messages)
        self.entry.language_wanted.connect(partial(self.do, ActionId.LANGUAGE))
        self.entry.demo_wanted.connect(partial(self._demo.begin, room.messages))
        self.demo_bar = DemoBar()
        self.demo_bar.left.connect(self.lock)
        self.status = StatusLine(room.messages)
        self.status.wanted.connect(self.go_to)
        self.before = QWidget()
        over = QVBoxLayout(self.before)
        over.setContentsMargins(0, 0, 0, 0)
        over.setSpacing(0)
        self.notices = NoticeArea(room.notices, parent=self.before)
        over.addWidget(self.notices)
        over.addWidget(self.entry, 1)
        self._stack.addWidget(self.before)
        self._column.insertWidget(0, self.demo_bar)
        self.demo_bar.setVisible(self._is_in_demo)
        self._column.addWidget(self.status)

    def speak(self, messages: Messages) -> None:
        """Use the words of another language from now on: everything with words is made anew, and stands where it stood."""
        self._room = replace(self._room, messages=messages)
        self.registry.speak(messages)
        old = (self.entry, self.status, self.before, self.demo_bar)
        stand = self._stand()
        self._drop_desk()
        self._stack.removeWidget(self.before)
        self._column.removeWidget(self.status)
        self._column.removeWidget(self.demo_bar)
        self._make_frame()
        self.entry.take(old[0])
        self.entry.say_why(self.locking.sentence)
        self._show_open()
        self.reasons.speak(messages)
        self.show_who()
        if stand:
            self._look_at_trail()
        for part in old[1:]:
            part.hide()
            part.deleteLater()
        self._stack.setCurrentWidget(self.before)
        if stand:
            self._open_desk(stand)
        self._show_title(stand.context if stand else None)

    @property
    def room(self) -> Room:
        """What everything here is made with."""
        return self._room

    @property
    def offered(self) -> frozenset[ActionId]:
        """What can ever be done in this window by whoever is at work."""
        return offered(self._room.clinic.opened, {screen.id for screen in self._screens})

    def begin(self) -> None:
        """Show it, and find out whether a clinic is there."""
        self.show()
        self.entry.begin()

    def come_forward(self) -> None:
        """Show the window to somebody who started the program again."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        QApplication.alert(self)  # where a program may not put itself in front

    def show_health(self, report: "Report") -> None:
        """What the records rest on was looked at."""
        self.status.show_health(report)

    def do(self, action: ActionId) -> None:
        """Do an action of the catalogue."""
        if action not in self.offered or self._room.guard.is_busy or self.locking.is_locking:
            return
        if self.desk and self.desk.do(action):
            return
        if self.sheets.open(action):
            return
        match action:
            case ActionId.LOCK | ActionId.OPERATOR:
                self.lock()
            case ActionId.THEME:
                self._room.options.choose_scheme(Scheme.LIGHT if shown().dark else Scheme.DARK)
            case ActionId.LANGUAGE:
                self._room.options.choose_language(self._room.options.other_language)
            case ActionId.QUIT:
                self.close()
            case _:
                pass

    def go_to(self, action: ActionId, place: str) -> None:
        """Do an action; where it brings a screen to the front, at a place of it."""
        self.do(action)
        if self.desk and place and self.desk.here is action:
            self.desk.show_place(place)

    def lock(self) -> None:
        """Lock the clinic and ask for the passphrase. A demonstration is left, and gone then."""
        if not self._is_in_demo:
            self.locking.lock()
        elif self.desk:
            self.desk.flush()
            self._room.guard.leave(Leaving.WINDOW, self._room.clinic.close, within=self.desk)

    def cover(self, said: str) -> None:
        """Show nothing of the clinic from now on, and say why. It is painted before this returns: the machine may sleep next."""
        if self.desk:
            self.desk.setEnabled(False)
        self.entry.cover(said)
        self._stack.setCurrentWidget(self.before)
        self._show_open(is_covered=True)
        self._show_title(None)
        self.repaint()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            self._remember()
            event.accept()
            return
        event.ignore()
        if self.desk:
            self.desk.flush()
        close = partial(self.backups.close, self._on_may_close)
        self._room.guard.leave(Leaving.QUIT, partial(self.entry.leave, close))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "registry"):
            self.registry.repaint_icons()

    def _on_left(self, seconds: int) -> None:
        self.status.show_left(seconds)

    def _on_may_close(self) -> None:
        self._may_close = True
        # Not from within the event that asked.
        QTimer.singleShot(0, self, self.close)

    def _on_state(self, state: ClinicState) -> None:
        if state is ClinicState.OPEN:
            self._show_title(None)
            self._open_desk()
            self._look_at_trail()
            if not self._demo.is_there:
                self.locking.opened()
                self.backups.opened()
                fulfil(self.entry.first_run.take_wish(), self.desk)
            self.sheets.opened()
        elif state is ClinicState.CLOSED and self.desk and self._demo.is_there:
            self._leave_desk()
            self._demo.end()
            self.entry.begin()
        elif state is ClinicState.CLOSED and self.desk:
            self._leave_desk()
            if not self.backups.closed():
                self.entry.begin(Why.LOCKED, self.locking.sentence)
            self.locking.closed()
        elif self.desk:
            self.desk.setEnabled(False)
        self.demo_bar.setVisible(self._is_in_demo)
        self._show_open()
        self.show_who()

    def _show_open(self, *, is_covered: bool = False) -> None:
        """Say at the foot whether a clinic is open, or was locked. Under a cover it is as good as closed."""
        is_open = self._room.clinic.state is ClinicState.OPEN and not is_covered
        self.status.show_open(is_open=is_open, is_locked=self.entry.why is Why.LOCKED)

    @property
    def _is_in_demo(self) -> bool:
        """Whether the open clinic is the demonstration."""
        return self._demo.is_there and self._room.clinic.state is ClinicState.OPEN

    def _on_demo_prepared(self, done: int, total: int) -> None:
        self.entry.first_run.prepare_demo(done, total)

    def _on_demo_failed(self, error: ClinicError) -> None:
        self.entry.refuse_demo(error)

    def _open_desk(self, stand: _Stand | None = None) -> None:
        # The services take longer to load than the window to be painted: it does not wait for them.
        from desktop.shell import desk as frame

        allowed = [screen for screen in self._screens if screen.id in self.offered]
        desk = self.desk = frame.Desk(self._room, allowed, self.registry)
        desk.asked.connect(self.do)
        desk.turned.connect(self._show_title)
        desk.moved.connect(self._settle)
        desk.moved.connect(self._show_work)
        desk.worked.connect(self._show_work)
        self._stack.addWidget(desk)
        self._stack.setCurrentWidget(desk)
        if not self._is_in_demo:
            desk.show_standing()
        there = {screen.id for screen in allowed}
        is_back = stand is not None and stand.screen in there
        first = stand.screen if stand and is_back else begins_at(self._room.clinic.opened, there)
        desk.rail.item(first).setFocus(Qt.FocusReason.MouseFocusReason)
        desk.go(first)
        if stand and stand.context:
            desk.turn_to(stand.context)
        page = desk.page
        if stand and is_back and isinstance(page, Returns):
            page.return_to(stand.place)

    def _stand(self) -> _Stand | None:
        if self.desk is None:
            return None
        page = self.desk.page
        return _Stand(self.desk.here, self.desk.context, page.place if isinstance(page, Returns) else "")

    def _leave_desk(self) -> None:
        for notice in self._room.notices.standing:
            self._room.notices.withdraw(notice)  # it may name a patient
        self._stack.setCurrentWidget(self.before)
        self._drop_desk()
        self._show_title(None)

    def _drop_desk(self) -> None:
        desk, self.desk = self.desk, None
        self.sheets.forget()
        self.reasons.leave()
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

    def _renew_for_role(self, is_switched: bool) -> None:
        """Make the desk anew for what the role may see; a role that was switched to begins at its own place, with nobody chosen."""
        stand, told = None if is_switched else self._stand(), self.models.standing
        self._leave_desk()
        self.show_who()
        self._open_desk(stand)
        self.models.tell_shadowed(*told)

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

    def _show_title(self, context: "PatientContext | None") -> None:
        program = self.tr("演示诊所 — 明道诊所") if self._is_in_demo else self.tr("明道诊所")
        # The number alone: other programs, the taskbar and a shared screen see the title.
        who = f"{context.record_no} — " if context else ""
        self.setWindowTitle(f"{who}{program}")
        self._settle()

    def _settle(self, *_: object) -> None:
        self.registry.settle(self.desk.facts if self.desk and self.desk.isEnabled() else ())

    def _on_happened(self, event: Event) -> None:
        if isinstance(event, (TrailBroken, TrailVerified)):
            self._look_at_trail()
        # A page that keeps its own drafts says itself when what is typed there is safe.
        if isinstance(event, DraftSaved) and self.desk and self.desk.page.work.safety is Safety.NOTHING:
            opened = self._room.clinic.opened
            self.status.show_saved(opened.clock.now() if opened else datetime.now().astimezone())

    def _look_at_trail(self) -> None:
        self._room.clinic.ask(self, _trail, self.status.show_trail, latest="trail")

    def _show_work(self, *_: object) -> None:
        desk = self.desk
        work = desk.page.work if desk else Work()
        if desk:
            self.status.show_work(work, desk.here)
        self.sheets.show_safe()


def _trail(kernel: Kernel) -> "Condition":
    return kernel.audit.condition
