"""From a clinic that was just set up to its first opening: its recovery code is shown, brought to paper and typed back.

While this lasts the passphrase is kept, to open the clinic with at the end. Both are let go of then, whichever way it ends.
"""

from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QObject, Qt, Signal

from core.base.recovery_code import RecoveryCode
from desktop.printing.hand_over import Handed
from desktop.views.entry.first_run import NewClinic
from desktop.views.entry.recovery_card import RecoveryCard, TypedBackCard


@dataclass(frozen=True, slots=True)
class Fresh:
    """A clinic that was just set up, and its code."""

    wanted: NewClinic
    code: RecoveryCode


class FreshCode(QObject):
    """Leads through both cards. `front` names the card to show; `ended` says what to open and whether the code is confirmed."""

    front = Signal(object)

    ended = Signal(object, bool)
    """A `Fresh`, and whether its groups were typed back."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.shown, self.typed = RecoveryCard(), TypedBackCard()
        self._fresh: Fresh | None = None
        self._day = date.min
        self.shown.onward.connect(self._on_onward)
        self.typed.back.connect(self._on_back)
        self.typed.right.connect(self._on_right)
        for card in (self.shown, self.typed):
            card.later.connect(self._on_later)

    @property
    def is_pending(self) -> bool:
        """Whether a code is shown or being typed back."""
        return self._fresh is not None

    def begin(self, fresh: Fresh, day: date) -> None:
        """Show the code."""
        self._fresh, self._day = fresh, day
        self._on_back()

    def take(self, other: "FreshCode") -> None:
        """Go on where the page of another language stood."""
        fresh, day = other._fresh, other._day  # noqa: SLF001 - the same class
        other.forget()
        if fresh:
            self.begin(fresh, day)

    def forget(self) -> None:
        """Let go of the code and the passphrase, in every part."""
        self._fresh = None
        self.shown.hand_over.forget()
        self.typed.forget()

    def _on_back(self) -> None:
        if self._fresh:
            self.typed.forget()
            self.shown.hand_over.show_code(Handed(self._fresh.code, self._fresh.wanted.clinic, self._day))
            self.front.emit(self.shown)
            self.shown.hand_over.print_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_onward(self) -> None:
        if self._fresh:
            # What is asked back is not to be read off the card behind.
            self.shown.hand_over.forget()
            self.typed.ask(self._fresh.code)
            self.front.emit(self.typed)
            self.typed.fields.go_to_first()

    def _on_right(self) -> None:
        self._end(confirmed=True)

    def _on_later(self) -> None:
        self._end(confirmed=False)

    def _end(self, *, confirmed: bool) -> None:
        fresh = self._fresh
        self.forget()
        if fresh:
            self.ended.emit(fresh, confirmed)
