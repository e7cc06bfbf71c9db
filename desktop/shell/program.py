"""The whole program but for its event loop: made once, run, and ended without a thread left."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QApplication

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.paths import Home
from core.settings.load import load_settings
from desktop.bridge.clinic import ClinicBridge, Vault
from desktop.bridge.notices import Action, Notices
from desktop.session.close_guard import CloseGuard
from desktop.shell.main_window import MainWindow
from desktop.shell.screens import Room, Screen
from desktop.start.early import Translations
from desktop.theme.scheme import Scheme
from desktop.theme.style import apply
from desktop.trouble.crash_report import CrashReport, of_exception
from desktop.trouble.excepthook import Hooks
from desktop.trouble.present import Trouble


class Program:
    """The window and what stands behind it. `end` must be called when the event loop has ended."""

    def __init__(self, app: QApplication, home: Home, vault: Vault, screens: Sequence[Screen]) -> None:
        self._app = app
        self.messages = _messages(home)
        self._translations = Translations(app)
        self._translations.use(self.messages.language)
        apply(app, Scheme.SYSTEM)
        self.clinic = ClinicBridge()
        self.notices = Notices()
        self.trouble = Trouble(self.notices, self.messages)
        self.guard = CloseGuard(self.notices, self.messages)
        self._hooks = Hooks(self.trouble.crash)
        self.clinic.unheard.connect(self._on_unheard)
        self.clinic.fault.connect(self._on_fault)
        self.trouble.crashed.connect(self._on_crashed)
        room = Room(self.clinic, self.notices, self.guard, self.trouble, self.messages)
        self.window = MainWindow(room, home, vault, screens)

    def begin(self, *, hooks: bool = True) -> None:
        """Show the window. With `hooks`, every fault of the process is reported from now on."""
        if hooks:
            self._hooks.install()
        self.window.begin()

    def end(self) -> None:
        """Finish what was begun, close the clinic, end the threads."""
        if self.window.desk:
            # The loop may have ended without the window being asked, as when the session ends.
            self.window.desk.flush()
        self.clinic.shut_down()
        self._hooks.remove()
        self._translations.end()
        self.window.close()

    def _on_unheard(self, error: ClinicError) -> None:
        self.trouble.present(error)

    def _on_fault(self, error: BaseException) -> None:
        self.trouble.crash(of_exception("work", error))

    def _on_crashed(self, report: CrashReport) -> None:
        say = self.messages.text
        copy = Action(say("crash.copy"), partial(self._copy, report))
        self.notices.error(say("crash.message"), say("crash.hint"), title=say("crash.title"), action=copy)

    def _copy(self, report: CrashReport) -> None:
        self._app.clipboard().setText(report.text)


def _messages(home: Home) -> Messages:
    """The words of the language that is set; when the settings cannot be read, the entry page says so in Chinese."""
    try:
        return Messages(load_settings(home.settings).language)
    except (ClinicError, OSError):
        return Messages()
