"""What the window itself lays over its desk, or over what is before it: menu, palette, help, keys, roles, and the report of a fault.

One of them at a time; the report lies over everything and stays.
"""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from desktop.actions.catalog import ActionId
from desktop.actions.palette import warm
from desktop.bridge.clinic import ClinicState, Kernel
from desktop.shell.crash_sheet import CrashSheet
from desktop.shell.menu import Menu
from desktop.shell.palette import Palette, Shortcuts
from desktop.shell.role_sheet import RoleSheet
from desktop.trouble.crash_report import CrashReport
from desktop.views.help.sheet import HelpSheet
from desktop.widgets.sheet import Sheet

if TYPE_CHECKING:
    from desktop.shell.main_window import MainWindow

WARM_MS = 1500
"""After a clinic has opened: the dictionary of pinyin is loaded for the palette when nobody waits for anything."""


class WindowSheets(QObject):
    """Made once, with the window."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.shown: list[Sheet] = []
        """The one that lies there, while the desk under it stands."""
        self._crash: CrashSheet | None = None
        window.room.trouble.crashed.connect(self._on_crashed)
        window.room.trouble.met_again.connect(self._on_crashed_again)

    @property
    def ground(self) -> QWidget:
        """What a sheet of the window covers."""
        window = self._window
        return window.desk.body if window.desk else window.before

    def open(self, action: ActionId) -> bool:
        """Open what an action stands for. False for one that opens none of these."""
        match action:
            case ActionId.MENU:
                self._open_menu()
            case ActionId.PALETTE:
                self._open_palette()
            case ActionId.HELP:
                self._open_help()
            case ActionId.SHORTCUTS:
                self._open_shortcuts()
            case ActionId.ROLE:
                self._open_roles()
            case _:
                return False
        return True

    def opened(self) -> None:
        """A clinic is open."""
        QTimer.singleShot(WARM_MS, self, self._warm)

    def forget(self) -> None:
        """The desk goes, and with it what lay over it."""
        self.shown = []

    def show_safe(self) -> None:
        """Say in the report of a fault, where one is shown, whether everything typed is in safety."""
        if self._crash and self._crash.isVisible():
            self._crash.show_safe(safe=not self._window.room.guard.dirty())

    def _open_menu(self) -> None:
        window = self._window
        menu = Menu(window.registry, window.room.messages, window.offered, window)
        menu.open_under(window.desk.rail.menu if window.desk else window.entry.language)

    def _open_palette(self) -> None:
        window = self._window
        palette = Palette(self.ground, window.registry, window.room.messages, window.offered)
        palette.chosen.connect(window.do)
        self._show(palette, partial(palette.begin, window.desk.facts if window.desk else frozenset()))

    def _open_help(self) -> None:
        sheet = HelpSheet(self.ground, self._window.room.messages)
        self._show(sheet, partial(sheet.begin))

    def _open_shortcuts(self) -> None:
        window = self._window
        sheet = Shortcuts(self.ground, window.registry, window.room.messages, window.offered)
        self._show(sheet, partial(sheet.open, sheet.leave))

    def _open_roles(self) -> None:
        sheet = self._window.roles.choose()
        if sheet:
            self._show(sheet, partial(sheet.begin))

    def _show(self, sheet: Palette | Shortcuts | RoleSheet | HelpSheet, begin: partial[None]) -> None:
        """The one before goes."""
        for before in self.shown:
            if isValid(before):
                before.shut()
                before.deleteLater()
        self.shown = [sheet]
        begin()

    def _warm(self) -> None:
        clinic = self._window.room.clinic
        if clinic.state is ClinicState.OPEN:
            clinic.ask(self, _warm, latest="warm")

    def _on_crashed(self, report: CrashReport) -> None:
        """Tell of a fault, and put what is typed in safety."""
        window, sheet = self._window, self._crash
        if sheet is None or not sheet.isVisible():
            if sheet:
                sheet.deleteLater()
            sheet = self._crash = CrashSheet(window, window.room.messages)
            sheet.quit_wanted.connect(window.close)
        sheet.show_safe(safe=not window.room.guard.dirty())
        sheet.tell(report)
        if window.desk:
            window.desk.flush()

    def _on_crashed_again(self, report: CrashReport) -> None:
        if self._crash and self._crash.isVisible():
            self._crash.tell(report)


def _warm(_kernel: Kernel) -> None:
    warm()
