"""The whole program but for its event loop: made once, run, and ended without a thread left."""

from collections.abc import Sequence

from PySide6.QtWidgets import QApplication

from core.base.clock import Clock
from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.paths import Home
from core.settings.load import load_settings
from desktop.bridge.clinic import ClinicBridge, Vault
from desktop.bridge.notices import Notices
from desktop.session.backup_work import BackupWork
from desktop.session.close_guard import CloseGuard
from desktop.session.demo_clinic import DemoClinic
from desktop.session.lock_listening import signals_of
from desktop.session.options import Options
from desktop.shell.main_window import MainWindow
from desktop.shell.screens import Room, Screen
from desktop.start.early import Translations
from desktop.theme.style import theme
from desktop.trouble.crash_report import of_exception
from desktop.trouble.excepthook import Hooks
from desktop.trouble.health_watch import HealthWatch
from desktop.trouble.present import Trouble
from desktop.widgets.last_input import LastInput
from desktop.widgets.wheel_guard import WheelGuard


class Program:
    """The window and what stands behind it. `end` must be called when the event loop has ended."""

    def __init__(
        self,
        app: QApplication,
        home: Home,
        vault: Vault,
        screens: Sequence[Screen],
        clock: Clock | None = None,
    ) -> None:
        self._app = app
        self.messages = words_of(home)
        self._translations = Translations(app)
        self._translations.use(self.messages.language)
        theme(app).speak(self.messages.language)
        self.clinic = ClinicBridge(clock=clock)
        self.notices = Notices()
        self.trouble = Trouble(self.notices, self.messages)
        self.guard = CloseGuard(self.notices, self.messages)
        self.options = Options(self.clinic, home, self.messages.language)
        self.options.remember()
        if app.findChild(WheelGuard) is None:
            WheelGuard(app)
        self._hooks = Hooks(self.trouble.crash)
        self.clinic.unheard.connect(self._on_unheard)
        self.clinic.fault.connect(self._on_fault)
        self.options.language_changed.connect(self._on_language)
        self.options.refused.connect(self._on_unheard)
        self.backups = BackupWork(self.clinic)
        room = Room(
            *(self.clinic, self.notices, self.guard, self.trouble, self.messages, self.options),
            backups=self.backups,
        )
        self._demo = DemoClinic(self.clinic, self.options)
        self.health = HealthWatch(self.clinic, self.notices, self.messages)
        self.window = MainWindow(room, home, vault, screens, self._demo)
        self.health.looked.connect(self.window.show_health)

    def begin(self, *, hooks: bool = True) -> None:
        """Show the window. With `hooks`, every fault of the process is reported, and the desktop's signals are heard, from now on."""
        if hooks:
            self._hooks.install()
        self.window.begin()
        LastInput(self.window.windowHandle())
        self.window.touch.watch(self.window.windowHandle())
        signals = signals_of(self.window) if hooks else None
        if signals:
            self.window.locking.watch.hear(signals)
        self._demo.remove_stale()

    def end(self) -> None:
        """Finish what was begun, close the clinic, end the threads."""
        if self.window.desk:
            # The loop may have ended without the window being asked, as when the session ends.
            self.window.desk.flush()
        self.clinic.shut_down()
        self._demo.remove()
        self._hooks.remove()
        self._translations.end()
        self.guard.end()
        self.window.close()

    def _on_unheard(self, error: ClinicError) -> None:
        self.trouble.present(error)

    def _on_fault(self, error: BaseException) -> None:
        self.trouble.crash(of_exception("work", error))

    def _on_language(self, language: str) -> None:
        """Speak another language from now on, everywhere."""
        self.messages = Messages(language)
        self._translations.use(language)
        theme(self._app).speak(language)
        self.trouble.speak(self.messages)
        self.health.speak(self.messages)
        self.guard.speak(self.messages)
        self.window.speak(self.messages)


def words_of(home: Home) -> Messages:
    """The words of the language that is set; when the settings cannot be read, the entry page says so in Chinese."""
    try:
        return Messages(load_settings(home.settings).language)
    except (ClinicError, OSError):
        return Messages()
