"""Where the window is put together: which screens there are, the keyring, the one event loop.

Qt is loaded only when there is a display to draw on; without one this says so and ends.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.clock import Clock
from core.base.errors import ClinicError, UserError
from core.base.log import keep_in, logged
from core.base.paths import Home
from core.base.process import leave_no_core
from core.base.unreadable import be_unreadable
from core.installation.start_check import start_check
from desktop.start.words import words_here

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from desktop.session.page import Page
    from desktop.shell.screens import Room, Screen


def start(*, keyring: bool = True) -> int:
    """Run the window until it is closed; the result is the exit code. A portable clinic is opened without the keyring."""
    if not has_display(os.environ, sys.platform):
        sys.stderr.write(words_here().text("desktop.no_display") + "\n")
        return 1
    try:
        home = Home.chosen()
    except UserError as error:
        sys.stderr.write("\n".join(words_here().error(error)) + "\n")
        return 1
    return run(home, keyring=keyring)


def run(home: Home, *, keyring: bool = True) -> int:
    """Run the window on the clinic of a home. Where there is one already, that one comes to the front instead."""
    start_check()  # in a thread of its own, while Qt is loaded
    from desktop.start.early import settle_environment, settle_qt

    settle_environment(os.environ)
    settle_qt()

    from desktop.start.first_window import FirstWindow, call_first

    leave_no_core()
    be_unreadable()
    first = FirstWindow(home)
    if not first.take():
        if not call_first(home) and sys.stderr is not None:
            sys.stderr.write(words_here().text("desktop.starting_already") + "\n")
        return 0
    try:
        with logged():
            keep_in(home)
            return _shown(home, keyring=keyring)
    finally:
        first.let_go()


def _shown(home: Home, *, keyring: bool) -> int:
    from PySide6.QtWidgets import QApplication

    from core.kernel import no_vault, system_vault
    from desktop.shell.program import Program
    from desktop.start.first_window import Summons
    from desktop.start.whole import Whole
    from desktop.theme.program_icon import show_icon

    app = QApplication(sys.argv[:1])
    show_icon(app)
    whole = Whole(start_check(), app)
    refusals = [refusal] if (refusal := whole.at_once()) else []
    if refusals:
        return _refused(app, home, refusals[0])

    def refuse(error: ClinicError) -> None:
        refusals.append(error)
        app.exit(1)

    whole.refused.connect(refuse)
    summons = Summons(home, app)
    program = Program(app, home, system_vault() if keyring else no_vault(), screens())
    summons.called.connect(program.window.come_forward)
    program.begin()
    try:
        return app.exec()
    finally:
        summons.close()
        program.end()
        if refusals:
            _refused(app, home, refusals[0])


def _refused(app: "QApplication", home: Home, error: ClinicError) -> int:
    """In place of the window: the program is not what was built. The result is an exit code."""
    from desktop.shell.not_whole import NotWhole
    from desktop.shell.program import words_of
    from desktop.start.early import Translations
    from desktop.theme.style import theme

    messages = words_of(home)
    spoken = Translations(app)
    spoken.use(messages.language)
    theme(app).speak(messages.language)
    shown = NotWhole(error, messages)
    shown.left.connect(app.quit)
    shown.show()
    app.exec()
    shown.deleteLater()
    spoken.end()
    return 1


def show_tour(out: Path) -> int:
    """Walk through the demonstration, and leave its pictures and papers in a folder. Nobody sees its window, unless a Qt platform is chosen.

    The result is an exit code: 0 when everything on screen was as it should be.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from desktop.start.early import settle_environment, settle_qt

    settle_environment(os.environ)
    settle_qt()

    from PySide6.QtWidgets import QApplication

    from core.kernel import no_vault
    from desktop.shell.program import Program
    from desktop.tour.run import show_demo

    app = QApplication(sys.argv[:1])

    def make(home: Home, clock: Clock) -> Program:
        return Program(app, home, no_vault(), screens(), clock)

    return show_demo(app, make, out)


def has_display(environ: Mapping[str, str], platform: str) -> bool:
    """Whether there is something to draw on. Only Linux may have none; a chosen Qt platform is believed."""
    if not platform.startswith("linux"):
        return True
    return any(environ.get(name) for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"))


def screens() -> "tuple[Screen, ...]":
    """The screens of the program, in any order: the rail has its own."""
    from desktop.actions.catalog import ActionId
    from desktop.shell.screens import Screen

    return (
        Screen(ActionId.TODAY, _today),
        Screen(ActionId.INTAKE, _intake),
        Screen(ActionId.PATIENTS, _patients),
        Screen(ActionId.COMPARE, _compare),
        Screen(ActionId.LEDGER, _ledger),
        Screen(ActionId.SETTINGS, _settings),
    )


def _today(room: "Room") -> "Page":
    from desktop.views.today.page import TodayPage

    return TodayPage(room.clinic, room.messages)


def _patients(room: "Room") -> "Page":
    from desktop.models.chosen_visit import ChosenVisit
    from desktop.session.amending import AmendingSheet
    from desktop.views.intake.amend_sheet import AmendSheet
    from desktop.views.patients.page import PatientsPage

    def amending(page: "QWidget", visit: ChosenVisit) -> AmendingSheet:
        return AmendSheet(page, room.clinic, room.messages, room.guard, visit)

    return PatientsPage(room.clinic, room.messages, notices=room.notices, guard=room.guard, amending=amending)


def _intake(room: "Room") -> "Page":
    from desktop.views.intake.page import IntakePage

    return IntakePage(
        room.clinic, notices=room.notices, guard=room.guard, trouble=room.trouble, messages=room.messages
    )


def _compare(room: "Room") -> "Page":
    from desktop.views.compare.page import ComparePage

    return ComparePage(room.clinic, room.messages, guard=room.guard)


def _ledger(room: "Room") -> "Page":
    from desktop.views.ledger.screen import LedgerScreen

    return LedgerScreen(room.clinic, room.messages)


def _settings(room: "Room") -> "Page":
    from desktop.views.settings.page import SettingsPage

    return SettingsPage(room.clinic, room.options, room.messages, backups=room.backups)
