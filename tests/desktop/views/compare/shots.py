"""Pictures of the compare screen and of its paper, to lay beside design/mock: `python -m tests.desktop.views.compare.shots`."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication

from core.base.messages import Messages
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.bridge.notices import Notices
from desktop.models.comparison import load
from desktop.printing.compose import comparison_paper, record_paper
from desktop.printing.pages import PaperSize
from desktop.printing.pdf import write_pdf
from desktop.session.close_guard import CloseGuard
from desktop.theme.scheme import Scheme
from desktop.theme.style import apply
from desktop.views.compare.page import ComparePage
from tests.desktop.views.compare.stage import demo_patient, write_settings
from tests.fakes.clinic import Clinic, new_clinic

OUT = Path(__file__).resolve().parents[4] / "build" / "shots"


def main() -> None:
    """Both themes at 1366×768 less the frame, then the paper in both sizes."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    OUT.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    folder = tempfile.mkdtemp(prefix="mingdao-shots-")
    try:
        clinic = new_clinic(Path(folder))
        write_settings(clinic)
        _screens(app, clinic)
        _papers(clinic)
    finally:
        shutil.rmtree(folder)


def _screens(app: QApplication, clinic: Clinic) -> None:
    context = demo_patient(clinic)
    alone = demo_patient(clinic, 1, name="李小明")
    bridge = ClinicBridge()
    bridge.open(clinic.home, clinic.vault, None, clock=clinic.clock)
    _wait(app, lambda: bridge.state is ClinicState.OPEN)
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        apply(app, scheme)
        notices = Notices()
        page = ComparePage(bridge, Messages(), guard=CloseGuard(notices, Messages(), notices))
        notices.setParent(page)
        page.setAutoFillBackground(True)
        page.resize(1294, 684)
        page.show()
        page.turn_to(context)
        _wait(app, lambda page=page: page.model.comparison is not None)  # type: ignore[misc]
        page.table.setFocus()
        page.table.selectRow(1)
        page.table.toggle(1)
        _grab(app, page, f"compare-{scheme.value}")
        page.bar.take_digit("2")
        _grab(app, page, f"compare-filter-{scheme.value}")
        page.bar.clear()
        page.table.override_wanted.emit(page.model.entry(1))
        _grab(app, page, f"compare-override-{scheme.value}")
        if page.sheet is not None:
            page.sheet.dismiss()
        page.open_print()
        _wait(app, lambda page=page: page.sheet is not None)  # type: ignore[misc]
        _grab(app, page, f"compare-print-{scheme.value}")
        page.turn_to(alone)
        _wait(app, lambda page=page: page.model.comparison is not None)  # type: ignore[misc]
        _grab(app, page, f"compare-too-few-{scheme.value}")
        page.close()
        page.deleteLater()
    bridge.shut_down()


def _papers(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        comparison = load(kernel, "P001")
        record = kernel.records.of_patient("P001")[1]
        name = kernel.settings.clinic_name
    for paper_name, paper in (
        ("record", record_paper(record, name, Messages())),
        ("comparison", comparison_paper(comparison, record, name, Messages())),
    ):
        for size in PaperSize:
            file = OUT / f"{paper_name}-{size.name}.pdf"
            write_pdf(paper, size, file)
            if shutil.which("pdftoppm"):
                subprocess.run(["pdftoppm", "-r", "100", "-png", file, file.with_suffix("")], check=True)


def _grab(app: QApplication, page: ComparePage, name: str) -> None:
    for _ in range(20):
        app.processEvents()
    page.grab().save(str(OUT / f"{name}.png"))


def _wait(app: QApplication, ready: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError
        app.processEvents()
        time.sleep(0.005)


if __name__ == "__main__":
    main()
