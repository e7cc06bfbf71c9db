"""The checks in their order, over one folder and one application. Importing this loads every part of the program."""

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from core.base.paths import Home
from core.installation.contents import Contents
from core.installation.versions import program_folder
from core.kernel import system_vault
from desktop.app import screens
from desktop.self_test import drawn, installed, window
from desktop.self_test.work import Work, keyring
from desktop.start.early import settle_environment, settle_qt

Check = tuple[str, Callable[[], str]]


def every_check(folder: Path) -> Iterator[Check]:
    """One after the other; the caller carries each out before it asks for the next."""
    place = program_folder()
    yield "versions", lambda: installed.versions(Contents.read(place) if place else None, installed.glibc())
    yield "program", lambda: installed.program_files(installed.looked_at(place))
    yield "resources", installed.resource_files
    yield "messages", installed.messages
    yield "help", installed.help_texts
    yield "names", installed.names
    yield "argon2", installed.stretching
    yield "keyring", lambda: keyring(system_vault())
    yield "qt_plugins", installed.plugins
    settle_environment(os.environ)
    settle_qt()
    application = QApplication(sys.argv[:1])
    yield "translations", partial(drawn.translations, application)
    yield "font", drawn.font
    yield "icons", drawn.icons
    for name in ("work", "tour"):
        (folder / name).mkdir()
    work = Work(folder / "work")
    yield "store", work.store
    yield "packs", work.packs
    yield "journey", work.journey
    yield "paper", work.paper
    yield "window", lambda: window.first_paint(application, Home(folder / "empty"), screens())
    yield "tour", lambda: window.tour(application, folder / "tour", screens())
