"""What is said after the question was put: a message, a verdict, how far it is. Where it stands in what scrolls, it is kept in sight."""

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

_MARK = "keptInSight"


def keep_in_sight(part: QWidget) -> None:
    """From now on this is in sight whenever it says something: shown it speaks, hidden it is silent."""
    part.setProperty(_MARK, True)


def kept_in_sight(whole: QWidget) -> Iterator[QWidget]:
    """What speaks in `whole` just now."""
    return (part for part in whole.findChildren(QWidget) if part.property(_MARK) and part.isVisible())
