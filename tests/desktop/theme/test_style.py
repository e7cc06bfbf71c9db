"""R44: style, palette and style sheet are ours in both schemes, and change while the program runs."""

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.theme import fonts, style
from desktop.theme.scheme import Scheme, colour, shown
from desktop.theme.tokens import DARK, LIGHT, Tone


class Ear(QObject):
    """Hears what a widget is told."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[QEvent.Type] = []

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.heard.append(event.type())
        return False


@pytest.mark.parametrize(("scheme", "colours"), [(Scheme.LIGHT, LIGHT), (Scheme.DARK, DARK)])
def test_R44_a_scheme_sets_style_palette_and_sheet(
    qapp: QApplication, scheme: Scheme, colours: object
) -> None:
    style.apply(qapp, scheme)
    assert shown() is colours
    palette = qapp.palette()
    for role, tone in {
        QPalette.ColorRole.Window: Tone.BG,
        QPalette.ColorRole.Base: Tone.SURFACE,
        QPalette.ColorRole.Text: Tone.TEXT,
        QPalette.ColorRole.Highlight: Tone.ACCENT,
        QPalette.ColorRole.PlaceholderText: Tone.MUTED,
    }.items():
        assert palette.color(role) == colour(tone)
    assert colour(Tone.ACCENT).name().upper() in qapp.styleSheet()
    qapp.setStyleSheet("")  # under it stands the style
    assert qapp.style().name() == "fusion"


def test_R44_the_system_scheme_follows_the_system(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = style.apply(qapp, Scheme.SYSTEM)
    assert shown() is LIGHT
    monkeypatch.setattr(style, "system_is_dark", lambda _app: True)
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert shown() is DARK
    theme.set(Scheme.LIGHT)
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert shown() is LIGHT


def test_a_change_reaches_widgets_and_listeners(qapp: QApplication, qtbot: QtBot) -> None:
    widget, ear = QWidget(), Ear()
    qtbot.addWidget(widget)
    widget.show()
    widget.installEventFilter(ear)
    with qtbot.waitSignal(style.theme(qapp).changed):
        style.apply(qapp, Scheme.DARK)
    assert QEvent.Type.StyleChange in ear.heard


def test_there_is_one_theme(qapp: QApplication, look: style.Theme) -> None:
    assert style.theme(qapp) is look


def test_the_focus_ring_moves_nothing(qapp: QApplication, qtbot: QtBot) -> None:
    for widget in (QLineEdit(), QPushButton("x")):
        qtbot.addWidget(widget)
        widget.show()
        before = widget.sizeHint()
        widget.setFocus()
        qtbot.waitUntil(widget.hasFocus)
        assert widget.sizeHint() == before


def test_text_can_be_larger(qapp: QApplication) -> None:
    style.apply(qapp, Scheme.LIGHT, 2.0)
    assert fonts.font().pixelSize() == 28
    assert qapp.font().pixelSize() == 28
    assert fonts.px(36) == 72


def test_quotes_are_as_wide_as_their_language_has_them(look: style.Theme, qtbot: QtBot) -> None:
    label = QLabel("“qwen3”")
    qtbot.addWidget(label)
    label.setProperty("type", "meta")
    chinese = label.sizeHint().width()
    try:
        look.speak("en")
        english = label.sizeHint().width()
    finally:
        look.speak("zh_CN")
    assert chinese - english > label.font().pixelSize() // 2
    assert label.sizeHint().width() == chinese
