"""A panel that lies over the form where the window is too narrow to stand beside it. Esc, the scrim or going on elsewhere
puts it away.
"""

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop.theme.scheme import colour
from desktop.theme.tokens import Tone


class Drawer(QWidget):
    """The drawer of one panel over one page, at its left edge or its right one."""

    closed = Signal()

    def __init__(self, page: QWidget, *, at_right: bool) -> None:
        super().__init__(page)
        self._page, self._at_right = page, at_right
        self._panel: QWidget | None = None
        self._before: QWidget | None = None
        self.hide()

    @property
    def is_open(self) -> bool:
        return not self.isHidden()

    def take(self, panel: QWidget) -> None:
        """Hold a panel; it shows when the drawer is opened."""
        self._panel = panel
        panel.setParent(self)
        panel.show()

    def open(self, first: QWidget) -> None:
        """Lay the panel over the page, with the focus on one of its parts."""
        app = QApplication.instance()
        if not self.is_open and isinstance(app, QApplication):
            self._before = app.focusWidget()
            self._page.installEventFilter(self)
            app.focusChanged.connect(self._on_focus)
        self.show()
        self.raise_()
        self._lay_out()
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_up(self, *, give_back: bool = True) -> None:
        """Put the panel away; the focus goes back to where it was, unless it has gone on already."""
        app = QApplication.instance()
        if not self.is_open or not isinstance(app, QApplication):
            return
        app.focusChanged.disconnect(self._on_focus)
        self._page.removeEventFilter(self)
        before, self._before = self._before, None
        self.hide()
        if give_back and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._page and event.type() == QEvent.Type.Resize:
            self._lay_out()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_up()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.close_up()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(Tone.SCRIM))
        if self._panel:
            place = self._panel.geometry()
            painter.fillRect(place, colour(Tone.BG))
            edge = place.left() - 1 if self._at_right else place.right() + 1
            painter.fillRect(QRect(edge, 0, 1, self.height()), colour(Tone.LINE))

    def _lay_out(self) -> None:
        self.setGeometry(self._page.rect())
        if self._panel:
            width = min(self._panel.sizeHint().width(), self.width())
            width = max(width, self._panel.minimumWidth())
            left = self.width() - width if self._at_right else 0
            self._panel.setGeometry(left, 0, width, self.height())

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._page.isAncestorOf(now) and not self.isAncestorOf(now):
            self.close_up(give_back=False)
