"""Where the window stood and how it looked: its place, the sizes of its splitters by name, scheme and density. A small JSON
file beside the clinic's data.

Nothing about patients stands in it. A file that is missing or cannot be read means the default, and a place that no screen
shows any more is brought back onto one. Without a clinic's folder nothing is written.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from core.base.atomic import write_atomically
from core.base.paths import Home
from desktop.theme.density import Density, density
from desktop.theme.scheme import Scheme
from desktop.theme.style import theme

FILE = "window.json"
SMALLEST = (640, 360)
"""A screen of 1366 × 768 at 200 % has 683 × 384 for all of it."""
GRIP = 80
"""Pixels of the title bar that must lie on a screen, so that the window can be taken hold of."""

Size = Annotated[int, Field(ge=0, le=100_000)]
Place = Annotated[int, Field(ge=-100_000, le=100_000)]


class WindowState(BaseModel):
    """What is remembered. `splitters` are keyed by object name."""

    model_config = ConfigDict(frozen=True)

    x: Place
    y: Place
    width: Size
    height: Size
    is_maximized: bool = False
    scheme: Scheme = Scheme.SYSTEM
    density: Density = Density.DENSE
    splitters: dict[str, tuple[Size, ...]] = Field(default_factory=dict)


def file_of(home: Home) -> Path:
    """The file in a clinic's folder."""
    return home.folder / FILE


def load(home: Home) -> WindowState | None:
    """What was remembered; None for a first start or an unreadable file."""
    try:
        return WindowState.model_validate(json.loads(file_of(home).read_bytes()))
    except (OSError, ValueError, RecursionError, ValidationError):
        return None


def store(home: Home, state: WindowState) -> None:
    """Remember. Without the folder, or when the disk refuses, it is forgotten: no work hangs on it."""
    if home.folder.is_dir():
        try:
            write_atomically(file_of(home), state.model_dump_json().encode())
        except OSError:
            return


def capture(window: QWidget) -> WindowState:
    """How the window stands now; of a maximized one, where it would go back to."""
    app = QApplication.instance()
    rect = window.normalGeometry()
    if rect.isEmpty():
        rect = window.geometry()
    return WindowState(
        x=rect.x(),
        y=rect.y(),
        width=rect.width(),
        height=rect.height(),
        is_maximized=window.isMaximized(),
        scheme=theme(app).scheme if isinstance(app, QApplication) else Scheme.SYSTEM,
        density=density(),
        splitters={
            splitter.objectName(): tuple(splitter.sizes())
            for splitter in window.findChildren(QSplitter)
            if splitter.objectName()
        },
    )


def apply(window: QWidget, state: WindowState) -> None:
    """Put the window where it stood, on a screen that is there."""
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    window.setGeometry(clamped(QRect(state.x, state.y, state.width, state.height), screens))
    for splitter in window.findChildren(QSplitter):
        sizes = state.splitters.get(splitter.objectName())
        if sizes and len(sizes) == splitter.count() and any(sizes):
            splitter.setSizes(list(sizes))
    if state.is_maximized:
        window.showMaximized()


def clamped(rect: QRect, screens: Sequence[QRect]) -> QRect:
    """The rectangle, no larger than its screen, with its title bar within reach.

    Its screen is the one it overlaps most, else the first. Without any screen it is returned as it is.
    """
    if not screens:
        return rect
    screen = max(screens, key=lambda candidate: _area(candidate.intersected(rect)))
    width = min(max(rect.width(), SMALLEST[0]), screen.width())
    height = min(max(rect.height(), SMALLEST[1]), screen.height())
    left = min(max(rect.x(), screen.left() - width + GRIP), screen.right() - GRIP)
    top = min(max(rect.y(), screen.top()), screen.bottom() - GRIP)
    if _area(screen.intersected(rect)) == 0:
        left, top = screen.left(), screen.top()
    return QRect(left, top, width, height)


def _area(rect: QRect) -> int:
    return max(rect.width(), 0) * max(rect.height(), 0)
