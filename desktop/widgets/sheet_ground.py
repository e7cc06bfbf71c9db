"""What sheets cover: the page they are about. In a low window that is too little for a head, a few lines and the buttons, so there they
cover everything beside the rail: the banner and the bars over the page, too.
"""

from PySide6.QtWidgets import QWidget

LOW = 480
"""A window less high than this is low."""

_MARK = "sheetGround"


def stand_sheets_on(whole: QWidget) -> None:
    """In a low window the sheets of every page inside stand on this."""
    whole.setProperty(_MARK, True)


def is_low(page: QWidget) -> bool:
    """Whether the window of this page is low."""
    return page.window().height() < LOW


def ground_of(page: QWidget) -> QWidget:
    """What a sheet of this page covers now. A page that is not in front keeps its sheets to itself."""
    if not page.isVisible() or not is_low(page):
        return page
    around = page.parentWidget()
    while around is not None:
        if around.property(_MARK):
            return around
        around = around.parentWidget()
    return page
