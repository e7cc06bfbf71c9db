"""Pictures of the costs, in both themes and sizes: `python -m tests.desktop.views.ledger.costs_shots [en]`."""

import os
import sys
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from core.kernel import clock_of
from core.services.spending.facts import By
from core.settings.model import Settings
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.ledger.costs_asked import CostsAsked, Period
from desktop.views.ledger.costs_page import CHART, CostsPage
from desktop.views.ledger.screen import LedgerScreen
from tests.desktop.shell.programs import begun, take
from tests.desktop.shell.shots import OUT, settle, until
from tests.fakes.clinic import Clinic, new_clinic
from tests.fakes.spent import spent_for

PLACE = OUT / "costs"


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    PLACE.mkdir(parents=True, exist_ok=True)
    language = "en" if "en" in sys.argv else "zh_CN"
    with TemporaryDirectory() as folder:
        empty = new_clinic(Path(folder) / "empty")
        with begun(app, empty.home, empty.vault, language) as program:
            page = _page(app, program)
            take(app, program, PLACE, "none")
            assert page.read is not None
        clinic = new_clinic(Path(folder))
        spent_for(clinic, clock_of(Settings()).now() - timedelta(minutes=9))
        _shoot(app, clinic, language)


def _shoot(app: QApplication, clinic: Clinic, language: str) -> None:
    with begun(app, clinic.home, clinic.vault, language) as program:
        page = _page(app, program)
        _ask(app, page, CostsAsked(Period.ALL, By.PURPOSE))
        page.chart.setFocus(Qt.FocusReason.TabFocusReason)
        take(app, program, PLACE, "all-by-purpose")
        page.form.choose(CHART)
        take(app, program, PLACE, "all-chart")
        _ask(app, page, CostsAsked(Period.MONTH, By.DAY))
        page.table.setFocus()
        take(app, program, PLACE, "month-by-day")
        _ask(app, page, CostsAsked(Period.TODAY, By.MODEL))
        take(app, program, PLACE, "today-by-model")
        _ask(app, page, CostsAsked("2025-01", By.MODEL))
        take(app, program, PLACE, "nothing")


def _ask(app: QApplication, page: CostsPage, asked: CostsAsked) -> None:
    page.ask(asked)
    until(app, lambda: page.read is not None and page.read.asked == asked)


def _page(app: QApplication, program: Program) -> CostsPage:
    window = program.window
    until(app, lambda: window.desk is not None)
    window.go_to(ActionId.LEDGER, "cost")
    assert window.desk is not None
    screen = window.desk.page
    assert isinstance(screen, LedgerScreen)
    until(app, lambda: screen.costs.read is not None)
    settle(app)
    return screen.costs


if __name__ == "__main__":
    main()
