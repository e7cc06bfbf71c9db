"""Surroundings of the program: environment and attributes before QApplication, language and translations after it.

The input method is the person's own (QT_IM_MODULE, XMODIFIERS), and so is the platform: nothing that the person set is
overridden. Qt comes without a plug-in for fcitx, which also speaks ibus: where fcitx is asked for, ibus stands behind it.
"""

import sys
from collections.abc import MutableMapping
from importlib import resources
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, Qt, QTranslator
from PySide6.QtGui import QGuiApplication

QUIET = "*.debug=false;qt.qpa.*.info=false"
"""Qt's own chatter. Warnings are heard."""

C_LOCALES = {"", "C", "POSIX"}
FCITX = {"fcitx", "fcitx5"}


def settle_environment(environ: MutableMapping[str, str], platform: str = sys.platform) -> None:
    """Before QApplication: Qt's logging rules, a locale that knows UTF-8 where the system's is the bare C locale, a way to fcitx."""
    environ.setdefault("QT_LOGGING_RULES", QUIET)
    if platform.startswith("linux"):
        effective = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
        if effective in C_LOCALES:
            environ["LC_ALL"] = "C.UTF-8"
        asked = environ.get("QT_IM_MODULE", "")
        if asked in FCITX:
            environ.setdefault("QT_IM_MODULES", f"{asked};ibus")


def settle_qt() -> None:
    """Before QApplication: the scale of the screen is taken as it is, 125 % is not rounded; names for the desktop."""
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    QCoreApplication.setApplicationName("mingdao-clinic")
    QGuiApplication.setDesktopFileName("mingdao-clinic")


class Translations(QObject):
    """Keeps the translators of one language installed. Every widget hears of a change by LanguageChange."""

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        self._application = application
        self._installed: list[QTranslator] = []

    def use(self, language: str) -> None:
        """Speak `zh_CN` or `en`: Qt's own words and those of our widgets. A language that the widgets are written in has no file."""
        locale = QLocale(language)
        QLocale.setDefault(locale)
        self._fall_silent()
        ours = resources.files("resources") / "translations"
        for folder, name in (
            (Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)), "qtbase"),
            (Path(str(ours)), "desktop"),
        ):
            self._install(folder / f"{name}_{language}.qm")

    def end(self) -> None:
        """Take the words away with the program that spoke them."""
        self._fall_silent()
        self.deleteLater()

    def _fall_silent(self) -> None:
        for translator in self._installed:
            self._application.removeTranslator(translator)
            translator.deleteLater()
        self._installed = []

    @property
    def files(self) -> int:
        """How many files of words are in use."""
        return len(self._installed)

    def _install(self, file: Path) -> None:
        translator = QTranslator(self)
        if file.is_file() and translator.load(str(file)):
            self._application.installTranslator(translator)
            self._installed.append(translator)
        else:
            translator.deleteLater()
