"""A sheet that can hold unsaved work: leaving it asks through the one guard, by the name of the record it is about."""

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from desktop.session.close_guard import CloseGuard, KeptSheet, Leaving, Then
from desktop.session.kept_fields import give_fields, take_fields
from desktop.theme.tokens import Frame
from desktop.widgets.sheet import Sheet


class GuardedSheet(Sheet):
    """Say what is at stake by `title` and `is_dirty`, and how it is kept by `save`. It keeps no draft: it asks."""

    keeps_draft = False

    def __init__(
        self, page: QWidget, guard: CloseGuard, heading: str, reason: str = "", *, width: int = Frame.SHEET
    ) -> None:
        super().__init__(page, heading, reason, width=width)
        self._guard = guard
        guard.register(self, self)

    @property
    def title(self) -> str:
        """The record it is about, as a person knows it."""
        raise NotImplementedError

    @property
    def is_dirty(self) -> bool:
        """Whether something typed is not saved."""
        raise NotImplementedError

    def save(self, then: Then) -> None:
        """Save it; `then` hears whether it is saved."""
        raise NotImplementedError

    @property
    def kept_as(self) -> str:
        """What tells this sheet from others, also when it is made anew: its kind and its head."""
        return f"{type(self).__name__} {self.accessibleName()} {self.accessibleDescription()}"

    def keep(self) -> KeptSheet:
        """What is typed and chosen here, for the time of a lock."""
        return KeptSheet(self.title, take_fields(self, choices=True))

    def open(self, first: QWidget | None = None) -> None:
        """Open it, with what was typed here when the window was locked."""
        super().open(first)
        kept = self._guard.kept.pop(self.kept_as, None)
        if kept:
            give_fields(self, kept.fields)

    def discard(self, then: Then) -> None:
        """What was typed is given up: the sheet goes."""
        self.leave()
        then(True)

    def dismiss(self) -> None:
        """Leave without an answer, once nothing typed can be lost."""
        if self.isVisible() and self.is_dirty:
            self._guard.leave(Leaving.PAGE, self.leave, within=self)
        else:
            self.leave()

    def leave(self) -> None:
        """Leave, whatever was typed."""
        if isValid(self):  # the guard goes on when the whole window went while it asked
            super().dismiss()
