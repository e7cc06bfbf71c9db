"""What the program says to a person, as data: four verbs and nothing else. The shell draws it; no screen makes a message box.

A notice of `info`, `warn` or `error` stands until it is withdrawn or the shell lets it go. A question stands until it is
answered, once, by one of its choices, or withdrawn with its owner.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from weakref import WeakSet, ref

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from desktop.bridge.gone import when_gone


class Verb(Enum):
    INFO = "info"
    WARN = "warn"
    ERROR = "error"
    ASK = "ask"


class Weight(Enum):
    """How a choice is drawn: one may be the thing to do, one may destroy, one leads back and is what Esc means."""

    PLAIN = "plain"
    PRIMARY = "primary"
    DANGER = "danger"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question: its id for the program, its verb for the person."""

    id: str
    text: str
    weight: Weight = Weight.PLAIN
    needs_reason: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    choice: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done about a notice."""

    text: str
    do: Callable[[], None]


@dataclass(frozen=True, slots=True, eq=False)
class Notice:
    """What happened, what to do next, and, where there is one, the way to do it. `title` names the record it is about."""

    verb: Verb
    text: str
    next_step: str = ""
    title: str = ""
    action: Action | None = None
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class _Question:
    owner: ref[QObject]
    answered: Callable[[Answer], None]


class Notices(QObject):
    """Says and asks."""

    raised = Signal(object)
    """A `Notice` to be shown."""

    withdrawn = Signal(object)
    """A `Notice` that is over: answered, settled by itself, or its owner has gone."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open: dict[Notice, _Question | None] = {}
        self._watched: WeakSet[QObject] = WeakSet()

    @property
    def standing(self) -> tuple[Notice, ...]:
        """The notices that are not over, the oldest first."""
        return tuple(self._open)

    def info(
        self, text: str, next_step: str = "", *, title: str = "", action: Action | None = None
    ) -> Notice:
        """Something went well, or is worth knowing."""
        return self._raise(Notice(Verb.INFO, text, next_step, title, action))

    def warn(
        self, text: str, next_step: str = "", *, title: str = "", action: Action | None = None
    ) -> Notice:
        """Something should be looked at; nothing was refused."""
        return self._raise(Notice(Verb.WARN, text, next_step, title, action))

    def error(
        self, text: str, next_step: str = "", *, title: str = "", action: Action | None = None
    ) -> Notice:
        """Something could not be done."""
        return self._raise(Notice(Verb.ERROR, text, next_step, title, action))

    def ask(
        self,
        owner: QObject,
        text: str,
        choices: tuple[Choice, ...],
        answered: Callable[[Answer], None],
        next_step: str = "",
        *,
        title: str = "",
    ) -> Notice:
        """Ask a person to choose. `answered` is called once, unless the owner goes first.

        Raises ValueError for a question without a way back: exactly one choice has `Weight.BACK`.
        """
        if [choice.weight for choice in choices].count(Weight.BACK) != 1 or len(
            {c.id for c in choices}
        ) != len(choices):
            raise ValueError("A question needs choices of their own names and exactly one way back")
        notice = Notice(Verb.ASK, text, next_step, title, None, choices)
        if owner not in self._watched:
            self._watched.add(owner)
            when_gone(owner, self._on_owner_destroyed)
        return self._raise(notice, _Question(ref(owner), answered))

    def answer(self, notice: Notice, choice: str, reason: str = "") -> None:
        """The person's choice; called by what draws the question. A question that is over is left alone.

        Raises ValueError for a choice that was not offered, or that needs a reason and has none.
        """
        chosen = next((offered for offered in notice.choices if offered.id == choice), None)
        if chosen is None or (chosen.needs_reason and not reason.strip()):
            raise ValueError("Not an answer to this question")
        question = self._open.get(notice)
        if question:
            self.withdraw(notice)
            question.answered(Answer(choice, reason.strip()))

    def withdraw(self, notice: Notice) -> None:
        """The notice is over. Its question, if it is one, goes unanswered."""
        if notice in self._open:
            del self._open[notice]
            self.withdrawn.emit(notice)

    def _raise(self, notice: Notice, question: _Question | None = None) -> Notice:
        self._open[notice] = question
        self.raised.emit(notice)
        return notice

    def _on_owner_destroyed(self) -> None:
        for notice, question in tuple(self._open.items()):
            owner = question.owner() if question else self
            if owner is None or not isValid(owner):
                self.withdraw(notice)
