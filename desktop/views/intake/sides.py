"""The panels at the sides of the form: beside it, or, where that would leave the form too little, in drawers over it.

What saves stands at the foot of the right panel; without room for that it lies under the form, so that it is never out of sight.
"""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.theme.fonts import px
from desktop.theme.tokens import Frame
from desktop.views.intake.drawer import Drawer
from desktop.views.intake.outline import OutlinePanel
from desktop.views.intake.writing_area import WritingArea

FORM_LEAST = 600
"""What the form must have: less cuts the rows of its symptoms."""


class Sides(QObject):
    """Lays out a page: find panel, form, outline. The page tells when its width is another."""

    def __init__(self, page: QWidget, finder: QWidget, area: WritingArea, outline: OutlinePanel) -> None:
        super().__init__(page)
        self._page, self._finder, self._area, self._outline = page, finder, area, outline
        self.are_drawers = False
        self._row = QHBoxLayout(page)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        for part in (finder, area, outline):
            self._row.addWidget(part, int(part is area))
        self.find_drawer = Drawer(page, at_right=False)
        self.outline_drawer = Drawer(page, at_right=True)

    def settle(self) -> None:
        """Stand side by side or be drawers, as the width of the page allows."""
        are_drawers = self._page.width() < px(Frame.FIND + FORM_LEAST + Frame.OUTLINE)
        if are_drawers == self.are_drawers:
            return
        self.are_drawers = are_drawers
        self.close_up()
        if are_drawers:
            self.find_drawer.take(self._finder)
            self.outline_drawer.take(self._outline)
            self._area.narrow(self._outline.foot)
        else:
            self._row.insertWidget(0, self._finder)
            self._row.addWidget(self._outline)
            self._outline.take_foot()
            self._area.narrow(None)

    def open_find(self, first: QWidget) -> None:
        """Bring the find panel into sight."""
        if self.are_drawers:
            self.find_drawer.open(first)

    def open_outline(self) -> None:
        """Bring the outline into sight, with the focus on the section the caret is in."""
        if self.are_drawers and self._outline.current_row:
            self.outline_drawer.open(self._outline.current_row)

    def close_up(self, *, give_back: bool = True) -> None:
        """Put what lies over the form away."""
        self.find_drawer.close_up(give_back=give_back)
        self.outline_drawer.close_up(give_back=give_back)
