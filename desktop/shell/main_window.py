"""The window: what is before a clinic is open, the desk of an open one, and the status line under both.

It closes when the guard has seen to everything typed, and not before.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from core.base.paths import Home
from core.events.model import DraftSaved, Event
from desktop.actions.catalog import SCREENS, ActionId, Fact
from desktop.actions.registry import Registry
from desktop.bridge.clinic import ClinicState, Vault
from desktop.models.patient_context import PatientContext
from desktop.session import window_state
from desktop.session.close_guard import Leaving
from desktop.shell.desk import Desk
from desktop.shell.notice_area import NoticeArea
from desktop.shell.palette import Palette, Shortcuts
from desktop.shell.screens import Room, Screen
from desktop.shell.status_line import StatusLine
from desktop.theme.scheme import Scheme, shown
from desktop.theme.style import theme
from desktop.views.entry.page import EntryPage, Why

SIZE = (1366, 768)
SMALLEST = (640, 480)
UNBUILT = frozenset({ActionId.LANGUAGE})
"""Actions of the catalogue the window cannot do yet: nothing offers them."""


class MainWindow(QWidget):
    """The one window."""

    def __init__(self, room: Room, home: Home, vault: Vault, screens: Sequence[Screen]) -> None:
        super().__init__()
        self._room, self._home = room, home
        self._screens = [screen for place in SCREENS for screen in screens if screen.id is place]
        self._may_close = False
        self.desk: Desk | None = None
        self._sheets: list[QWidget] = []
        self.registry = Registry(room.messages, self)
        self.registry.install(self)
        for action in ActionId:
            self.registry.action(action).setVisible(action in self._offered)
        self.registry.triggered.connect(self.do)
        self.entry = EntryPage(room.clinic, home, vault, room.notices, room.messages)
        self.status = StatusLine(room.messages)
        before = QWidget()
        self._before = before
        over = QVBoxLayout(before)
        over.setContentsMargins(0, 0, 0, 0)
        over.setSpacing(0)
        self.notices = NoticeArea(room.notices)
        over.addWidget(self.notices)
        over.addWidget(self.entry, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(before)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addWidget(self.status)
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)
        state = window_state.load(home)
        if state:
            window_state.apply(self, state)
        room.clinic.state_changed.connect(self._on_state)
        room.clinic.happened.connect(self._on_happened)
        self._show_title(None)
        self._settle()

    @property
    def _offered(self) -> frozenset[ActionId]:
        """What can ever be done in this window."""
        made = {screen.id for screen in self._screens}
        return frozenset(
            action
            for action in ActionId
            if action not in UNBUILT and (action not in SCREENS or action in made)
        )

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
            case ActionId.PALETTE:
                self._open_palette()
            case ActionId.SHORTCUTS:
                self._open_shortcuts()
            case ActionId.LOCK:
                self.lock()
            case ActionId.THEME:
                self._turn_theme()
            case ActionId.QUIT:
                self.close()
            case _:
                pass

    def lock(self) -> None:
        """Close the clinic and ask for the passphrase, once everything typed is safe."""
        if self.desk:
            self.desk.flush()
            self._room.guard.leave(Leaving.WINDOW, self._room.clinic.close, within=self.desk)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            window_state.store(self._home, window_state.capture(self))
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
            self._open_desk()
        elif state is ClinicState.CLOSED and self.desk:
            self._leave_desk()
            self.entry.begin(Why.LOCKED)
        elif self.desk:
            self.desk.setEnabled(False)
        self.status.show_open(is_open=state is ClinicState.OPEN)
        self._settle()

    def _open_desk(self) -> None:
        desk = self.desk = Desk(self._room, self._screens, self.registry)
        desk.asked.connect(self.do)
        desk.turned.connect(self._show_title)
        desk.moved.connect(self._settle)
        self._stack.addWidget(desk)
        self._stack.setCurrentWidget(desk)
        desk.rail.item(self._screens[0].id).setFocus(Qt.FocusReason.MouseFocusReason)
        desk.go(self._screens[0].id)

    def _leave_desk(self) -> None:
        desk, self.desk = self.desk, None
        self._sheets = []
        self._stack.setCurrentWidget(self._before)
        if desk:
            desk.hide()
            self._stack.removeWidget(desk)
            desk.deleteLater()
        self._show_title(None)

    def _show_title(self, context: PatientContext | None) -> None:
        program = self.tr("明道诊所")
        who = f"{context.patient.details.name} {context.record_no} — " if context else ""
        self.setWindowTitle(f"{who}{program}")
        self._settle()

    def _settle(self, *_: object) -> None:
        self.registry.settle(self.desk.facts if self.desk and self.desk.isEnabled() else ())

    def _on_happened(self, event: Event) -> None:
        if isinstance(event, DraftSaved):
            opened = self._room.clinic.opened
            self.status.show_saved(opened.clock.now() if opened else datetime.now().astimezone())

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

    def _turn_theme(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme(app).set(Scheme.LIGHT if shown().dark else Scheme.DARK)
