"""Pictures of the help in both themes, wide and small: `python -m tests.desktop.views.help.shots`."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication

from core.base.paths import Home
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.help.book import Book
from desktop.views.help.sheet import HelpSheet
from tests.desktop.shell.shots import OUT, settle, shoot
from tests.fakes.clinic import new_clinic

SMALL = (683, 384)


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        clinic = new_clinic(Path(folder))
        program = Program(app, clinic.home, clinic.vault, screens())
        program.begin(hooks=False)
        while program.window.desk is None:
            settle(app)
        show(app, program, "help")
        program.window.setMinimumSize(0, 0)
        program.window.resize(*SMALL)
        show(app, program, "help-small")
        program.end()
        program = Program(app, Home(Path(folder) / "none"), clinic.vault, screens())
        program.begin(hooks=False)
        settle(app)
        program.window.do(ActionId.HELP)
        shoot(app, program.window, "help-before")
        program.end()


def show(app: QApplication, program: Program, name: str) -> None:
    program.window.do(ActionId.HELP)
    (sheet,) = [one for one in program.window.findChildren(HelpSheet) if one.isVisible()]
    shoot(app, program.window, f"{name}-physician")
    sheet.box.setText("口令")
    shoot(app, program.window, f"{name}-found")
    sheet.box.clear()
    sheet.show_book(Book.ADMIN)
    sheet.contents.setCurrentRow(7)
    shoot(app, program.window, f"{name}-admin")
    sheet.contents.setCurrentRow(17)
    shoot(app, program.window, f"{name}-table")
    sheet.dismiss()


if __name__ == "__main__":
    main()
