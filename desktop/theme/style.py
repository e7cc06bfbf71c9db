"""Put the look on the application, and change it while it runs.

Style, palette and style sheet are all set by us, so that a dark system never mixes its colours into ours. The scheme
`system` follows the system while the program runs.
"""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from desktop.theme import fonts
from desktop.theme.qss import style_sheet
from desktop.theme.scheme import Scheme, show
from desktop.theme.tokens import DARK, LIGHT, Colours

STYLE = "Fusion"
_NAME = "theme"


class Theme(QObject):
    """The look of one application; it lives as long as that. Widgets hear a change as StyleChange, all else as `changed`."""

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.setObjectName(_NAME)
        self.scheme = Scheme.SYSTEM
        self._app = app
        fonts.load()
        app.setStyle(STYLE)
        app.styleHints().colorSchemeChanged.connect(self._on_system_changed)

    def set(self, scheme: Scheme, scale: float | None = None) -> None:
        """Show a scheme, and text of that scale (None: as it is)."""
        self.scheme = scheme
        if scale is not None:
            fonts.rescale(scale)
        hints = self._app.styleHints()
        if scheme is Scheme.SYSTEM:
            hints.unsetColorScheme()
        else:
            # The title bar is the system's; this asks it to go along.
            hints.setColorScheme(Qt.ColorScheme.Dark if scheme is Scheme.DARK else Qt.ColorScheme.Light)
        self._show()

    def speak(self, language: str) -> None:
        """Set text in the way of this language."""
        fonts.speak(language)
        self._show()

    def _on_system_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self.scheme is Scheme.SYSTEM:
            self._show()

    def _show(self) -> None:
        system = self.scheme is Scheme.SYSTEM
        dark = system_is_dark(self._app) if system else self.scheme is Scheme.DARK
        colours = DARK if dark else LIGHT
        show(colours)
        self._app.setFont(fonts.font())
        self._app.setPalette(palette(colours))
        self._app.setStyleSheet(style_sheet(colours))
        self.changed.emit()


def system_is_dark(app: QApplication) -> bool:
    """Whether the system shows dark windows; one that does not say shows light ones."""
    return app.styleHints().colorScheme() is Qt.ColorScheme.Dark


def theme(app: QApplication) -> Theme:
    """The theme of the application, made at the first call."""
    found = app.findChild(Theme, _NAME)
    return found if isinstance(found, Theme) else Theme(app)


def apply(app: QApplication, scheme: Scheme, scale: float | None = None) -> Theme:
    """Show a scheme in the whole application, before or after its windows."""
    result = theme(app)
    result.set(scheme, scale)
    return result


def palette(c: Colours) -> QPalette:
    """The palette of a scheme: what Qt and Fusion draw where the style sheet is silent."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    result = QPalette()
    for place, hex_colour in {
        role.Window: c.bg,
        role.WindowText: c.text,
        role.Base: c.surface,
        role.AlternateBase: c.sunken,
        role.ToolTipBase: c.surface,
        role.ToolTipText: c.text,
        role.PlaceholderText: c.muted,
        role.Text: c.text,
        role.Button: c.surface,
        role.ButtonText: c.text,
        role.BrightText: c.danger,
        role.Light: c.surface,
        role.Midlight: c.sunken,
        role.Mid: c.line,
        role.Dark: c.control,
        role.Shadow: c.control,
        role.Highlight: c.accent,
        role.HighlightedText: c.on_accent,
        role.Accent: c.accent,
        role.Link: c.accent,
        role.LinkVisited: c.accent,
    }.items():
        result.setColor(place, QColor(hex_colour))
    for place in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        result.setColor(group.Disabled, place, QColor(c.muted))
    result.setColor(group.Disabled, role.Highlight, QColor(c.sunken))
    result.setColor(group.Disabled, role.Base, QColor(c.sunken))
    return result
