"""The window of a process that is searched for what a lock leaves in its memory: told `open` and `locked` by lines on stdout.

The passphrase comes by its letters, one a line, masked, so that the probe itself puts no copy of it anywhere.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.base.ids import RecordNo
from core.base.paths import Home
from core.kernel import no_vault
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.intake.page import IntakePage

STEP_MS = 60


class Probe(QObject):
    """Does one thing after another, each as soon as it can be done."""

    def __init__(self, app: QApplication, program: Program, numbers: list[RecordNo], mask: int) -> None:
        super().__init__()
        self._app, self._program, self._numbers, self._mask = app, program, numbers, mask
        self._steps = self._work()
        self._timer = QTimer(self)
        self._timer.setInterval(STEP_MS)
        self._timer.timeout.connect(self._step)
        self._timer.start()

    def _step(self) -> None:
        if next(self._steps, True):
            self._timer.stop()
            self._app.quit()

    def _work(self) -> Iterator[bool]:
        window = self._program.window
        card = window.entry.unlock
        while not (card.isVisible() and card.passphrase.isEnabled()):
            yield False
        for line in sys.stdin:
            if not line.strip():
                break
            QTest.keyClicks(card.passphrase, chr(int(line) ^ self._mask))
        QTest.keyClick(card.passphrase, Qt.Key.Key_Return)
        while window.desk is None:
            yield False
        window.do(ActionId.PATIENTS)
        yield False
        for number in self._numbers:
            window.desk.open_patient(number, ActionId.INTAKE)
            while not (window.desk.context and window.desk.context.record_no == number):
                yield False
            while not self._is_shown():
                yield False
            yield False
        yield from self._tell("open")
        window.lock()
        while self._program.window.desk:
            yield False
        for _ in range(20):  # what goes with the next turns of the loop has gone
            yield False
        yield from self._tell("locked")

    def _is_shown(self) -> bool:
        """Whether the patient's form or record is. Nothing here holds on to a page: that would keep what it shows."""
        desk = self._program.window.desk
        page = desk.page_of(ActionId.INTAKE) if desk else None
        return isinstance(page, IntakePage) and bool(page.form.questionnaire or page.card.record)

    def _tell(self, what: str) -> Iterator[bool]:
        """Tell, and wait until the memory was looked at."""
        sys.stdout.write(f"{what}\n")
        sys.stdout.flush()
        sys.stdin.readline()
        yield False


def main() -> None:
    folder, count, mask = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    settle_environment({})
    settle_qt()
    app = QApplication(sys.argv[:1])
    program = Program(app, Home(folder), no_vault(), screens())
    probe = Probe(app, program, [RecordNo(f"P{number:03}") for number in range(1, count + 1)], mask)
    program.begin()
    app.exec()
    probe.deleteLater()
    program.end()


if __name__ == "__main__":
    main()
