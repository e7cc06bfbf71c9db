"""The heading of the section that is being read, kept at the top of the form while its body is scrolled past.

The next section's heading pushes it out, so that two never stand over each other.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from desktop.theme.fonts import px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.views.intake.column_names import ColumnNames
from desktop.views.intake.item_view import ItemView
from desktop.views.intake.symptom_row import OUT
from desktop.views.intake.symptoms import SymptomTable
from desktop.widgets.label import Label


class StickyHead(QWidget):
    """Lies over the viewport of a scrolling form. It takes no focus and no click: those belong to what lies under it."""

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(area.viewport())
        self._area = area
        self._sections: Sequence[ItemView] = ()
        self.title = Label("", Type.SECTION)
        self.title.setFixedHeight(px(Height.BUTTON))
        self.title.setContentsMargins(OUT, 0, OUT, 0)
        self._names = ColumnNames()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.title)
        column.addWidget(self._names)
        # What it says is said by the section itself.
        self.setAccessibleName(" ")
        self.hide()
        area.verticalScrollBar().valueChanged.connect(self._place)
        area.viewport().installEventFilter(self)

    def follow(self, sections: Sequence[ItemView]) -> None:
        """Keep the heading of these sections in sight."""
        self._sections = tuple(sections)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._place()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(Tone.SURFACE))
        if self._names.isHidden():
            painter.fillRect(OUT, self.height() - 1, self.width() - 2 * OUT, 1, colour(Tone.LINE))

    def _place(self, _value: int = 0) -> None:
        """Show the heading of the section the top edge cuts, if it cuts one below its own heading."""
        viewport = self._area.viewport()
        shown = [view for view in self._sections if view.isVisibleTo(self._area)]
        tops = [view.mapTo(viewport, QPoint(0, 0)) for view in shown]
        cut = [place for place, top in enumerate(tops) if top.y() < 0 < top.y() + shown[place].height()]
        if not cut:
            self.hide()
            return
        section = shown[cut[0]]
        self._names.setVisible(isinstance(section, SymptomTable) and bool(section.rows))
        self.title.setText(section.title)
        height = self.title.height() + (self._names.height() if self._names.isVisibleTo(self) else 0)
        bottom = tops[cut[0]].y() + section.height() + int(Space.S)
        self.setGeometry(tops[cut[0]].x(), min(0, bottom - height), section.width(), height)
        self.show()
        self.raise_()
