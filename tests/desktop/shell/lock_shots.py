"""Pictures of the lock in both themes and two sizes: `python -m tests.desktop.shell.lock_shots`."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication

from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.bridge.clinic import ClinicState
from desktop.session.lock_clock import Cause
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.theme.scheme import Scheme
from desktop.theme.style import theme
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.shots import OUT, fill, settle, until
from tests.fakes.clinic import new_clinic

SIZES = ((1366, 768), (683, 384))


def main() -> None:
    """Take them."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        clinic = new_clinic(Path(folder))
        fill(clinic)
        program = Program(app, clinic.home, clinic.vault, screens())
        program.begin(hooks=False)
        window = program.window
        until(app, lambda: window.desk is not None)
        window.do(ActionId.SETTINGS)
        assert window.desk
        page = window.desk.page
        assert isinstance(page, SettingsPage)
        page.show_section("lock")
        window.status.show_left(27)
        each(app, program, "settings-lock")
        window.locking.lock(Cause.IDLE)
        settle(app)
        until(app, lambda: program.clinic.state is ClinicState.CLOSED)
        each(app, program, "lock-idle")
        program.end()


def each(app: QApplication, program: Program, name: str) -> None:
    """In both themes and sizes."""
    for size in SIZES:
        program.window.resize(*size)
        for scheme in (Scheme.LIGHT, Scheme.DARK):
            theme(app).set(scheme)
            settle(app)
            program.window.grab().save(str(OUT / f"{name}-{size[0]}-{scheme.value}.png"))


if __name__ == "__main__":
    main()
