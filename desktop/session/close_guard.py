"""The one guard of leaving: a page, a patient, a window, the program. Nothing typed is lost by a way out.

Whoever can hold unsaved work registers. On leaving, a holder that keeps drafts saves quietly and is let go of; one that keeps
none, or could not save, is asked about by its name: save and close, discard, or go back. One leave is handled at a time; a
further one waits for it, and going back calls off those that wait.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol
from weakref import WeakSet, ref

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

from core.base.messages import Messages
from desktop.bridge.gone import when_gone
from desktop.bridge.notices import Answer, Choice, Notice, Notices, Weight
from desktop.session.kept_fields import Kept

PATIENCE_MS = 10_000
"""How long a holder may take to save before the person is asked."""

SAVE, DISCARD, BACK = "save_and_close", "discard", "back"

ROUNDS = 3
"""A holder that is dirty again, because something was typed while another was asked about, is seen to again, so often."""

Then = Callable[[bool], None]


@dataclass(frozen=True, slots=True)
class KeptSheet:
    """What was typed in a sheet that was shut by the lock. `title` is the record it is about."""

    title: str
    fields: Kept


class Leaving(Enum):
    """What is being left."""

    PAGE = "page"
    PATIENT = "patient"
    WINDOW = "window"
    QUIT = "quit"


class DirtyHolder(Protocol):
    """Something that can hold unsaved work."""

    @property
    def title(self) -> str:
        """The record it is about, as a person knows it: 王芳 P001 · 门诊病历."""
        ...

    @property
    def is_dirty(self) -> bool: ...

    @property
    def keeps_draft(self) -> bool:
        """Whether what it saves is a draft that will be found again, so that nobody need be asked."""
        ...

    def save(self, then: Then) -> None:
        """Save what there is; `then` hears whether it is saved."""
        ...

    def discard(self, then: Then) -> None:
        """Throw it away; `then` hears whether it is gone."""
        ...


@dataclass
class _Leave:
    what: Leaving
    within: QObject | None
    let_go: Callable[[], None]
    stay: Callable[[], None] | None
    rounds: dict[int, int] = field(default_factory=dict)
    """How often each holder, by its identity, was seen to."""


@dataclass
class _Step:
    """One holder on the way out. An answer to an earlier attempt is not heard."""

    holder: DirtyHolder
    attempt: int = 0
    is_discarding: bool = False
    question: Notice | None = None


class CloseGuard(QObject):
    """Made once; asked before anything closes."""

    asking = Signal(bool)
    """Whether a leave is being handled."""

    def __init__(
        self,
        notices: Notices,
        messages: Messages,
        parent: QObject | None = None,
        *,
        patience_ms: int = PATIENCE_MS,
    ) -> None:
        super().__init__(parent)
        self._notices = notices
        self._messages = messages
        self._holders: list[tuple[ref[QObject], DirtyHolder]] = []
        self.kept: dict[str, KeptSheet] = {}
        """What was typed in sheets that were open when the window was locked, until they are opened again."""
        self._watched: WeakSet[QObject] = WeakSet()
        self._waiting: deque[_Leave] = deque()
        self._now: _Leave | None = None
        self._step: _Step | None = None
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(patience_ms)
        self._patience.timeout.connect(self._on_impatient)

    def speak(self, messages: Messages) -> None:
        """Use the words of another language from now on."""
        self._messages = messages

    def register(self, owner: QObject, holder: DirtyHolder) -> None:
        """From now on this holder is seen to, as long as its owner lives."""
        self._holders.append((ref(owner), holder))
        if owner not in self._watched:
            self._watched.add(owner)
            when_gone(owner, self._on_owner_destroyed)

    def unregister(self, holder: DirtyHolder) -> None:
        """This holder has nothing to lose any more."""
        self._holders = [entry for entry in self._holders if entry[1] is not holder]

    @property
    def is_busy(self) -> bool:
        """Whether a leave is being handled."""
        return self._now is not None

    def dirty(self, within: QObject | None = None) -> tuple[DirtyHolder, ...]:
        """Who holds unsaved work: among the owners inside an object, or all."""
        self._forget_the_gone()
        return tuple(
            holder for owner, holder in self._holders if holder.is_dirty and _is_inside(owner(), within)
        )

    def leave(
        self,
        what: Leaving,
        let_go: Callable[[], None],
        *,
        within: QObject | None = None,
        stay: Callable[[], None] | None = None,
    ) -> None:
        """Leave: `let_go` is called, maybe at once, when nothing unsaved is left, `stay` when the person goes back.

        `within` narrows it to the holders inside one page or window. Asking again for the same while it waits changes nothing.
        """
        leave = _Leave(what, within, let_go, stay)
        known = [*self._waiting, *([self._now] if self._now else [])]
        if any((other.what, other.within) == (what, within) for other in known):
            return
        self._waiting.append(leave)
        if self._now is None:
            self._next()

    def call_off(self) -> None:
        """Nobody is there to answer: it is as if the person had gone back."""
        question = self._step.question if self._step else None
        self._patience.stop()
        if self._now or self._waiting:
            self._go_back()
        if question:
            self._notices.withdraw(question)

    def end(self) -> None:
        """The program is over, and nobody is asked any more: what keeps a draft was flushed before."""
        self._holders = []
        self._waiting.clear()
        self._now = self._step = None
        self._patience.stop()

    def _next(self) -> None:
        if not self._waiting:
            return
        self._now = self._waiting.popleft()
        self.asking.emit(True)
        self._go_on()

    def _go_on(self) -> None:
        """See to the next holder; when there is none, let go."""
        if self._now is None:
            return
        for holder in self.dirty(self._now.within):
            if self._now.rounds.get(id(holder), 0) < ROUNDS:
                self._begin(holder)
                return
        leave, self._now = self._now, None
        self.asking.emit(False)
        leave.let_go()
        self._next()

    def _begin(self, holder: DirtyHolder) -> None:
        self._step = _Step(holder)
        if holder.keeps_draft:
            self._try(holder.save)
        else:
            self._ask("unsaved")

    def _try(self, what: Callable[[Then], None]) -> None:
        """Save or discard, and wait for the answer, but not for ever."""
        step = self._step
        if step is None:
            return
        step.attempt += 1
        attempt = step.attempt

        def then(is_done: bool) -> None:
            if step is self._step and attempt == step.attempt:
                self._on_tried(step, is_done)

        self._patience.start()
        what(then)

    def _on_tried(self, step: _Step, is_done: bool) -> None:
        step.attempt += 1
        self._patience.stop()
        if not is_done:
            step.is_discarding = False
            self._ask("failed")
        elif self._now:
            rounds = self._now.rounds
            rounds[id(step.holder)] = ROUNDS if step.is_discarding else rounds.get(id(step.holder), 0) + 1
            self._step = None
            self._go_on()

    def _on_impatient(self) -> None:
        if self._step:
            self._on_tried(self._step, False)

    def _ask(self, what: str) -> None:
        """Ask what to do with a holder's work, by the name of its record."""
        step = self._step
        if step is None:
            return
        say = self._messages.text
        title = step.holder.title
        step.question = self._notices.ask(
            self,
            say(f"close_guard.{what}", title=title),
            (
                Choice(SAVE, say("close_guard.save_and_close"), Weight.PRIMARY),
                Choice(DISCARD, say("close_guard.discard"), Weight.DANGER),
                Choice(BACK, say("close_guard.back"), Weight.BACK),
            ),
            self._on_answer,
            say(f"close_guard.{what}_next"),
            title=title,
        )

    def _on_answer(self, answer: Answer) -> None:
        step = self._step
        if step is None:
            return
        step.question = None
        if answer.choice == SAVE:
            self._try(step.holder.save)
        elif answer.choice == DISCARD:
            step.is_discarding = True
            self._try(step.holder.discard)
        else:
            self._go_back()

    def _go_back(self) -> None:
        """The person stays: this leave and those that wait are off."""
        off = [*([self._now] if self._now else []), *self._waiting]
        self._now = self._step = None
        self._waiting.clear()
        self.asking.emit(False)
        for leave in off:
            if leave.stay:
                leave.stay()

    def _on_owner_destroyed(self) -> None:
        """A holder that goes while it is asked about is asked about no more."""
        self._forget_the_gone()
        step = self._step
        if step and not any(holder is step.holder for _, holder in self._holders):
            self._step = None
            self._patience.stop()
            if step.question:
                self._notices.withdraw(step.question)
            self._go_on()

    def _forget_the_gone(self) -> None:
        self._holders = [entry for entry in self._holders if _is_there(entry[0]())]


def _is_there(owner: QObject | None) -> bool:
    return owner is not None and isValid(owner)


def _is_inside(owner: QObject | None, within: QObject | None) -> bool:
    """Whether an owner is an object or one of its descendants."""
    here = owner
    while within is not None and here is not None:
        if here is within:
            return True
        here = here.parent()
    return within is None
