"""Pictures of the ledger, to lay beside design/mock: `python -m tests.desktop.views.ledger.shots`."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication, QWidget

from core.base.errors import Refused
from core.base.messages import Messages
from core.services.trail.audit import Asked
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.shell.desk import Desk
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.ledger.export_sheet import ExportSheet
from desktop.views.ledger.page import LedgerPage
from desktop.views.ledger.paper_sheet import PaperSheet
from desktop.views.ledger.screen import LedgerScreen
from tests.desktop.shell.shots import OUT, fill, settle, shoot, until
from tests.fakes.clinic import Clinic, new_clinic

SMALL = (683, 384)


def main() -> None:
    """Both themes at 1366×768 and 683×384, then in English."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        clinic = new_clinic(Path(folder))
        fill(clinic)
        _lead(clinic)
        _shoot(app, clinic)
        _break(clinic)
        _shoot_broken(app, clinic)


def _lead(clinic: Clinic) -> None:
    """Something refused, something searched, something verified."""
    with clinic.open() as kernel:
        kernel.audit.verify()
        with suppress(Refused):
            kernel.intake.save("", "menzhen", "{}", "")


def _break(clinic: Clinic) -> None:
    clinic.execute("DROP TRIGGER audit_no_update")
    clinic.execute("UPDATE audit SET operator = '别人' WHERE seq IN (7, 8, 30)")


def _shoot(app: QApplication, clinic: Clinic) -> None:
    program, desk = _opened(app, clinic)
    page = trail_of(desk)
    window = program.window
    shoot(app, window, "ledger")
    page.filters.ask(Asked(record_no="P003", since="2026-01-01"), "P003 许静")
    until(app, lambda: page.model.rowCount() > 0)
    shoot(app, window, "ledger-filtered")
    page.filters.ask(Asked(action="visit.void"))
    until(app, lambda: page.model.rowCount() == 0)
    shoot(app, window, "ledger-nothing")
    page.filters.ask(Asked())
    page.verify.click()
    until(app, lambda: page.strip.isVisible() and not page.strip.is_running)
    shoot(app, window, "ledger-whole")
    page.strip.close_button.click()
    page.paper.click()
    until(app, lambda: page.jobs.sheet is not None)
    _shoot_paper(app, window, page)
    page.export.click()
    _shoot_export(app, window, page, clinic.home.folder.parent / "trail.jsonl")
    window.setMinimumSize(1, 1)
    window.resize(*SMALL)
    settle(app)
    shoot(app, window, "ledger-small")
    page.to_detail.click()
    shoot(app, window, "ledger-small-detail")
    page._on_left()
    window.resize(1366, 768)
    program._on_language("en")
    until(app, lambda: window.desk is not None)
    assert window.desk is not None
    window.desk.go(ActionId.LEDGER)
    settle(app)
    assert Messages("en").language == "en"
    shoot(app, window, "ledger-en")
    program.end()


def _shoot_paper(app: QApplication, window: QWidget, page: LedgerPage) -> None:
    sheet = page.jobs.sheet
    assert isinstance(sheet, PaperSheet)
    sheet.typed.setText(sheet.line.text().replace("A", "B"))
    sheet.check.click()
    until(app, lambda: bool(sheet.result.text()))
    shoot(app, window, "ledger-paper")
    sheet.dismiss()


def _shoot_export(app: QApplication, window: QWidget, page: LedgerPage, file: Path) -> None:
    sheet = page.jobs.sheet
    assert isinstance(sheet, ExportSheet)
    sheet.take_file(file)
    until(app, sheet.go_on.isHidden)
    shoot(app, window, "ledger-export")
    sheet.dismiss()


def _shoot_broken(app: QApplication, clinic: Clinic) -> None:
    program, desk = _opened(app, clinic)
    page = trail_of(desk)
    page.verify.click()
    until(app, lambda: page.strip.isVisible() and not page.strip.is_running)
    shoot(app, program.window, "ledger-broken")
    program.window.setMinimumSize(1, 1)
    program.window.resize(*SMALL)
    settle(app)
    shoot(app, program.window, "ledger-broken-small")
    program.end()


def trail_of(desk: Desk) -> LedgerPage:
    """The trail on the ledger in front."""
    screen = desk.page
    assert isinstance(screen, LedgerScreen)
    return screen.trail


def _opened(app: QApplication, clinic: Clinic) -> tuple[Program, Desk]:
    program = Program(app, clinic.home, clinic.vault, screens())
    program.begin(hooks=False)
    until(app, lambda: program.window.desk is not None)
    desk = program.window.desk
    assert desk is not None
    program.window.do(ActionId.LEDGER)
    page = trail_of(desk)
    until(app, lambda: page.model.rowCount() > 0)
    return program, desk


if __name__ == "__main__":
    main()
