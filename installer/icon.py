"""The icon of the program for what a desktop keeps of it: `desktop.theme.program_icon`, written to files."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QGuiApplication

from desktop.theme import program_icon

SIZES = (16, 22, 24, 32, 48, 64, 128, 256)
"""Of the hicolor theme."""


def svg() -> bytes:
    """The icon as a drawing."""
    _application()
    return program_icon.svg()


def png(size: int) -> bytes:
    """The icon as a picture of this many pixels."""
    _application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    program_icon.picture(size).save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know bytes, which it refuses
    return bytes(buffer.data().data())


def _application() -> None:
    """Fonts need one, and there may be one already."""
    if QGuiApplication.instance() is None:
        _KEPT.append(QGuiApplication(["icon"]))


_KEPT: list[QGuiApplication] = []
