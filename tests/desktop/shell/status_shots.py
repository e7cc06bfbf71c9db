"""Pictures of the status line in every state, in both themes and sizes: `python -m tests.desktop.shell.status_shots [en]`."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.theme.scheme import Scheme
from desktop.theme.style import theme
from tests.desktop.shell.programs import SIZES, begun
from tests.desktop.shell.shots import OUT, fill, settle, until
from tests.fakes.clinic import new_clinic
from tests.fakes.costs_now import AT, STATES

PLACE = OUT / "status"


def main() -> None:
    """Take them all, and of each theme and size a sheet of the lines alone."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    PLACE.mkdir(parents=True, exist_ok=True)
    language = "en" if "en" in sys.argv else "zh_CN"
    with TemporaryDirectory() as folder:
        clinic = new_clinic(Path(folder))
        fill(clinic)
        with begun(app, clinic.home, clinic.vault, language) as program:
            until(app, lambda: program.window.desk is not None)
            settle(app)
            for size, scheme in ((size, scheme) for size in SIZES for scheme in (Scheme.LIGHT, Scheme.DARK)):
                _take(app, program, size, scheme)


def _take(app: QApplication, program: Program, size: str, scheme: Scheme) -> None:
    window = program.window
    window.setMinimumSize(0, 0)
    window.resize(*SIZES[size])
    theme(app).set(scheme)
    settle(app)
    lines: list[QImage] = []
    tail = f"{size}-{program.messages.language}-{scheme.value}.png"
    for name, now in STATES.items():
        window.status.costs.show_now(now, AT)
        app.processEvents()
        app.processEvents()
        shot = window.grab()
        shot.save(str(PLACE / f"{name}{tail}"))
        lines.append(shot.copy(window.status.geometry()).toImage())
    sheet = QImage(lines[0].width(), sum(line.height() + 4 for line in lines), QImage.Format.Format_RGB32)
    sheet.fill(0xFF808080)
    painter = QPainter(sheet)
    for place, line in enumerate(lines):
        painter.drawImage(0, place * (line.height() + 4), line)
    painter.end()
    sheet.save(str(PLACE / f"sheet{tail}"))


if __name__ == "__main__":
    main()
