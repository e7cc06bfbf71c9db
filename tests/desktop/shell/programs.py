"""Whole programs for pictures: one that has begun, in a language, and its window in both themes and sizes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication

from core.base.paths import Home
from desktop.app import screens
from desktop.shell.program import Program
from desktop.theme.scheme import Scheme
from desktop.theme.style import theme
from tests.desktop.shell.shots import settle, until
from tests.fakes.vault import InMemoryVault

SIZES = {"": (1366, 768), "-small": (683, 384)}


@contextmanager
def begun(app: QApplication, home: Home, vault: InMemoryVault, language: str) -> Iterator[Program]:
    """A program at its entry, ended at the end. A recovery code that stands there then is let go of without a word."""
    program = Program(app, home, vault, screens())
    try:
        program.begin(hooks=False)
        if program.messages.language != language:
            until(app, program.window.entry.language.isEnabled)
            program.options.keep_language(language)
            settle(app)
        yield program
    finally:
        program.window.entry.first_run.forget()
        program.end()


def take(app: QApplication, program: Program, folder: Path, name: str) -> None:
    """The window in both themes and sizes, as `<name><size>-<language>-<theme>.png`."""
    for size, (wide, high) in SIZES.items():
        program.window.setMinimumSize(0, 0)
        program.window.resize(wide, high)
        settle(app)
        program.window.resize(wide, high)  # what stood there before it became narrow may have needed more
        for scheme in (Scheme.LIGHT, Scheme.DARK):
            theme(app).set(scheme)
            settle(app)
            language = program.messages.language
            program.window.grab().save(str(folder / f"{name}{size}-{language}-{scheme.value}.png"))
