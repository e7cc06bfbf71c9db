"""The program on a real screen and a real bus, for test_lock_on_x11: told by lines on stdout, asked by lines on stdin.

`ready` when a patient is shown; `covered` when nothing of them is on the screen any more; `locked` when the clinic is closed.
"""

import json
import sys
import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QClipboard, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QWidget

from core.base.ids import RecordNo
from core.base.paths import Home
from core.kernel import no_vault
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.bridge.clinic import ClinicState
from desktop.shell.program import Program

EVERY_MS = 5
STUCK_MS = 40_000


class Told(QObject):
    """Looks at the program and tells what has come to pass, each once."""

    def __init__(
        self, app: QApplication, program: Program, passphrase: str, record_no: str, name: str
    ) -> None:
        super().__init__()
        self._app, self._program, self._passphrase = app, program, passphrase
        self._record_no, self._name = RecordNo(record_no), name
        self._done: list[str] = []
        self._before = QImage()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()
        QTimer.singleShot(STUCK_MS, self, self._tell_stuck)

    def _tell_stuck(self) -> None:
        """Nobody waits for ever."""
        self._tell("stuck", done=self._done, words=words(self._program.window))
        self._app.quit()

    def _tell(self, what: str, **more: object) -> None:
        self._done.append(what)
        sys.stdout.write(
            json.dumps({"told": what, "at": time.monotonic(), "cpu": time.process_time(), **more}) + "\n"
        )
        sys.stdout.flush()

    def _look(self) -> None:
        window, clinic = self._program.window, self._program.clinic
        card = window.entry.unlock
        if "opening" not in self._done and card.isVisible() and card.passphrase.isEnabled():
            self._done.append("opening")
            card.passphrase.setText(self._passphrase)
            card.submit()
        elif "turned" not in self._done and clinic.state is ClinicState.OPEN and window.desk:
            self._done.append("turned")
            window.desk.open_patient(self._record_no, ActionId.INTAKE)
        elif "ready" not in self._done and window.desk and self._name in words(window):
            clipboard = QGuiApplication.clipboard()
            clipboard.setText(self._name, QClipboard.Mode.Clipboard)
            clipboard.setText(self._name, QClipboard.Mode.Selection)
            self._before = shot()
            self._tell("ready", listens=window.locking.watch.is_watching)
        elif "ready" in self._done and "covered" not in self._done and window.locking.is_locking:
            self._tell("covered", words=words(window))
        elif "covered" in self._done and "locked" not in self._done and clinic.state is ClinicState.CLOSED:
            self._done.append("locked")
            QTimer.singleShot(300, self, partial(self._tell_locked, time.monotonic()))

    def _tell_locked(self, at: float) -> None:
        window, clipboard = self._program.window, QGuiApplication.clipboard()
        QTimer.singleShot(0, self._app.quit)
        screen = shot()
        self._tell(
            "locked",
            closed_at=at,
            words=words(window),
            clipboard=clipboard.text(QClipboard.Mode.Clipboard),
            selection=clipboard.text(QClipboard.Mode.Selection),
            screen_changed=screen != self._before,
            differs=differing(screen, painted(window)),
        )


def words(window: QWidget) -> str:
    """All that is on the screen, or spoken."""
    found = [QGuiApplication.applicationDisplayName()]
    for top in QApplication.topLevelWidgets():
        for part in (top, *top.findChildren(QWidget)):
            if part.isVisible():
                text = getattr(part, "text", None) or getattr(part, "toPlainText", None)
                found += [part.accessibleName(), part.windowTitle(), str(text()) if callable(text) else ""]
    return "\n".join(found)


def shot() -> QImage:
    """The screen, as whoever sits before it sees it."""
    return QGuiApplication.primaryScreen().grabWindow(0).toImage().convertToFormat(QImage.Format.Format_RGB32)


def painted(window: QWidget) -> QImage:
    """The window alone, painted anew, where it is on an empty screen."""
    whole = shot()
    image = QImage(whole.size(), QImage.Format.Format_RGB32)
    image.fill(0)
    window.render(image, window.geometry().topLeft())
    return image


def differing(one: QImage, other: QImage) -> int:
    """How many pixels are not the same; a blinking caret is some dozen."""
    a, b = bytes(one.constBits()), bytes(other.constBits())
    return sum(a[place : place + 3] != b[place : place + 3] for place in range(0, len(a), 4))


def main() -> None:
    folder, passphrase, record_no, name = sys.argv[1:]
    app = QApplication(sys.argv[:1])
    program = Program(app, Home(Path(folder)), no_vault(), screens())
    told = Told(app, program, passphrase, record_no, name)
    program.begin()
    app.exec()
    told.deleteLater()
    program.end()


if __name__ == "__main__":
    main()
