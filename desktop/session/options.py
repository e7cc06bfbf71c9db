"""What a person can choose about the program, and who hears of it. Each kind has one place:

`settings.toml` holds what belongs to the clinic (its name, the language), written by `core.services.preferences`;
`window.json` holds what belongs to this window (scheme and density), beside its place on the screen.
"""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from core.base.errors import ClinicError
from core.base.messages import LANGUAGES
from core.base.paths import Home
from core.services.preferences import Preferences, Seen, Value
from desktop.bridge.clinic import ClinicBridge, ClinicState, Kernel
from desktop.bridge.failures import what_the_world_did
from desktop.session import window_state
from desktop.theme import density
from desktop.theme.density import Density
from desktop.theme.scheme import Scheme
from desktop.theme.style import theme


class Options(QObject):
    """Made once, with the window's program."""

    language_wanted = Signal(str)
    """A language to speak, once nothing that is typed can be lost."""

    language_changed = Signal(str)
    """The language that is kept and to be spoken from now on."""

    density_wanted = Signal(object)
    """A `Density`, once nothing that is typed can be lost."""

    look_changed = Signal()
    """Scheme or density is another; it is to be remembered."""

    refused = Signal(object)
    """The `ClinicError` for which a language could not be kept. It is as it was."""

    def __init__(
        self, clinic: ClinicBridge, home: Home, language: str, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clinic, self._home = clinic, home
        self.language = language
        self._before: tuple[Home, Scheme, Density, str] | None = None

    @property
    def home(self) -> Home:
        """Where the clinic lies, and what is chosen is kept."""
        return self._home

    def move_to(self, home: Home) -> None:
        """Keep what is chosen in another home, until `move_back`."""
        self._before = self._before or (self._home, self.scheme, self.density, self.language)
        self._home = home

    def move_back(self) -> None:
        """Back to the home before, and to what was chosen there."""
        if self._before is None:
            return
        (self._home, scheme, chosen, language), self._before = self._before, None
        theme(_app()).set(scheme)
        density.settle(chosen)
        if language != self.language:
            self._speak(language)

    @property
    def other_language(self) -> str:
        """The language that is not spoken now."""
        return next(language for language in LANGUAGES if language != self.language)

    @property
    def scheme(self) -> Scheme:
        """The scheme that is chosen."""
        return theme(_app()).scheme

    @property
    def density(self) -> Density:
        """The density that is chosen."""
        return density.density()

    def remember(self) -> None:
        """Take up what was chosen when the window was last open, before it is made."""
        state = window_state.load(self._home)
        theme(_app()).set(state.scheme if state else Scheme.SYSTEM)
        density.settle(state.density if state else Density.DENSE)

    def choose_scheme(self, scheme: Scheme) -> None:
        """Show this scheme from now on."""
        theme(_app()).set(scheme)
        self.look_changed.emit()

    def choose_density(self, chosen: Density) -> None:
        """Ask for rows of this height."""
        if chosen is not self.density:
            self.density_wanted.emit(chosen)

    def settle_density(self, chosen: Density) -> None:
        """Use it for what is laid out from now on."""
        density.settle(chosen)
        self.look_changed.emit()

    def choose_language(self, language: str) -> None:
        """Ask for another language."""
        if language != self.language:
            self.language_wanted.emit(language)

    def keep_language(self, language: str) -> None:
        """Keep the language where the clinic has its settings, and tell when it is kept.

        Before there is a clinic it is only spoken; setting one up keeps it.
        """
        if self._clinic.state is ClinicState.OPEN:
            self.change(
                self, None, {"language": language}, partial(self._on_kept, language), self.refused.emit
            )
            return
        try:
            if self._home.settings.exists():
                preferences = Preferences(self._home)
                preferences.change(preferences.read(), {"language": language})
        except (ClinicError, OSError) as error:
            meaning = what_the_world_did(error)
            if meaning is None:
                raise
            self.refused.emit(meaning)
            return
        self._speak(language)

    def change(
        self,
        owner: QObject,
        seen: Seen | None,
        values: Mapping[str, Value],
        done: Callable[[Seen], None],
        failed: Callable[[ClinicError], None],
    ) -> None:
        """Set options of the open clinic; `seen` is what they were when the person looked, None for just now."""

        def work(kernel: Kernel) -> Seen:
            return kernel.preferences.change(seen or kernel.preferences.read(), values)

        def keep(now: Seen) -> None:
            self._clinic.use_settings(now.settings)
            done(now)

        self._clinic.ask(owner, work, keep, failed)

    def _on_kept(self, language: str, _seen: Seen) -> None:
        self._speak(language)

    def _speak(self, language: str) -> None:
        self.language = language
        self.language_changed.emit(language)


def _app() -> QApplication:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise TypeError("No application")
    return app
