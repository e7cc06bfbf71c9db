"""Pictures of the program's own page, from source and installed, in both themes and sizes: `python -m tests.desktop.views.settings.about_shots`."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from PySide6.QtWidgets import QApplication

from core.store.schema import REVISION
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program as Shell
from desktop.start.early import settle_environment, settle_qt
from desktop.views.settings.about import AboutSection
from desktop.views.settings.about_sheets import UpdateSheet
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.programs import begun, take
from tests.desktop.shell.shots import OUT, settle, until
from tests.fakes.brought import run_at
from tests.fakes.clinic import Clinic, new_clinic
from tests.fakes.installed import HERE, LATER, Stick, stick_at
from tests.fakes.release import ReleaseKey

ABOUT = OUT / "about"


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    ABOUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as outer:
        for language in sys.argv[1:] or ("zh_CN", "en"):
            folder = Path(outer) / language
            clinic = new_clinic(folder)
            from_source(app, clinic, language)
            for name, key in (("signed", ReleaseKey()), ("unsigned", None)):
                (folder / name).mkdir()
                stick = stick_at(folder / name, key)
                folder_here = stick.place.folder(HERE)
                with patch("core.services.program.program_folder", lambda folder=folder_here: folder):
                    installed(app, clinic, stick, language, name)


def from_source(app: QApplication, clinic: Clinic, language: str) -> None:
    with begun(app, clinic.home, clinic.vault, language) as program:
        about = shown(app, program)
        settle(app)
        assert not about.program.verify.isEnabled()
        take(app, program, ABOUT, "source")


def installed(app: QApplication, clinic: Clinic, stick: Stick, language: str, name: str) -> None:
    with begun(app, clinic.home, clinic.vault, language) as program:
        about = shown(app, program)
        until(app, about.program.verify.isEnabled)
        about.program.verify.click()
        until(app, lambda: bool(about.program.said.words.text()))
        stick.from_before("0001" if name == "unsigned" else REVISION)
        about.refresh()
        until(app, lambda: "0.0.1" in about.update_.before.text())
        take(app, program, ABOUT, f"{name}-section")
        file = run_at(stick.folder, LATER, stick.key, "0099" if name == "unsigned" else REVISION)
        about.update_.take_file(str(file))
        until(app, lambda: isinstance(about.update_.sheet, UpdateSheet))
        take(app, program, ABOUT, f"{name}-offer")
        sheet = about.update_.sheet
        assert isinstance(sheet, UpdateSheet)
        sheet.sure.setChecked(True)
        sheet.submit()
        until(app, lambda: stick.place.current == LATER)
        until(app, lambda: bool(about.update_.said.words.text()))
        take(app, program, ABOUT, f"{name}-done")


def shown(app: QApplication, program: Shell) -> AboutSection:
    window = program.window
    until(app, lambda: window.desk is not None)
    assert window.desk is not None
    window.desk.go(ActionId.SETTINGS)
    page = window.desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("about")
    settle(app)
    return page.about


if __name__ == "__main__":
    main()
