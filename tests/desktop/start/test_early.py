"""What is settled before the first window: nothing a person set is overridden, and the input method is left alone."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale
from PySide6.QtWidgets import QApplication

from desktop.start.early import QUIET, Translations, settle_environment


@pytest.mark.parametrize(
    ("before", "locale"),
    [
        ({}, "C.UTF-8"),
        ({"LANG": "C"}, "C.UTF-8"),
        ({"LC_ALL": "POSIX", "LANG": "zh_CN.UTF-8"}, "C.UTF-8"),
        ({"LANG": "zh_CN.UTF-8"}, None),
        ({"LC_CTYPE": "zh_CN.GB18030", "LANG": "C"}, None),
    ],
)
def test_the_bare_locale_learns_utf8(before: dict[str, str], locale: str | None) -> None:
    environ = dict(before)
    settle_environment(environ, "linux")
    assert environ.get("LC_ALL") == (locale or before.get("LC_ALL"))


def test_elsewhere_the_locale_is_left_alone() -> None:
    environ: dict[str, str] = {}
    settle_environment(environ, "win32")
    assert environ == {"QT_LOGGING_RULES": QUIET}


def test_what_a_person_set_stays() -> None:
    set_by_hand = {
        "QT_LOGGING_RULES": "*=true",
        "QT_IM_MODULE": "xim",
        "LANG": "zh_CN.UTF-8",
        "QT_SCALE_FACTOR": "2",
    }
    environ = dict(set_by_hand)
    settle_environment(environ, "linux")
    assert environ == set_by_hand


@pytest.mark.parametrize(
    ("before", "modules"),
    [
        ({"QT_IM_MODULE": "fcitx"}, "fcitx;ibus"),
        ({"QT_IM_MODULE": "fcitx5"}, "fcitx5;ibus"),
        ({"QT_IM_MODULE": "ibus"}, None),
        ({"QT_IM_MODULE": "fcitx", "QT_IM_MODULES": "wayland;fcitx"}, "wayland;fcitx"),
        ({}, None),
    ],
)
def test_R37_fcitx_is_reached_through_its_ibus_side(before: dict[str, str], modules: str | None) -> None:
    environ = dict(before)
    settle_environment(environ, "linux")
    assert environ.get("QT_IM_MODULES") == modules
    assert environ.get("QT_IM_MODULE") == before.get("QT_IM_MODULE")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="input methods of Linux")
def test_R37_the_plugin_for_ibus_comes_with_qt() -> None:
    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforminputcontexts"
    assert (plugins / "libibusplatforminputcontextplugin.so").is_file()
    assert list(plugins.glob("*fcitx*")) == []


def test_qt_speaks_the_language(qapp: QApplication) -> None:
    before = QLocale()
    translations = Translations(qapp)
    try:
        translations.use("zh_CN")
        assert QLocale().name() == "zh_CN"
        assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"
        translations.use("en")
        assert QLocale().language() == QLocale.Language.English
        assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
    finally:
        translations.use("none")
        QLocale.setDefault(before)
        translations.deleteLater()
    assert translations.files == 0


def test_names_for_the_desktop() -> None:
    program = (
        "from PySide6.QtGui import QGuiApplication\nfrom PySide6.QtWidgets import QApplication\n"
        "from desktop.start.early import settle_qt\nsettle_qt()\napp = QApplication([])\n"
        "print(app.applicationName(), QGuiApplication.highDpiScaleFactorRoundingPolicy().name)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("mingdao-clinic PassThrough\n", "")
