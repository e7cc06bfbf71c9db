"""The wording rules of packs on what enters a record. A physician's own words are never changed and never held up: a notice, and its row.

What a model wrote is another matter: wording that is not allowed does not enter, and the text is put aside for a physician to look at.
"""

from collections.abc import Callable, Iterable

from core.base.errors import Refused
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.constraints import words as constraint_words
from core.constraints.engine import Engine
from core.constraints.event import Author, Event, Verdict
from core.constraints.kinds import Action
from core.services.at_work.desk import Change, Desk
from core.services.red_lines.hits import tell_of
from core.services.red_lines.places import Mark, Noted, marks, noted
from core.services.red_lines.quarantine import put_aside

PEOPLE = frozenset({"cli", "panel"})
"""Who asks for a tool with arguments a person wrote (`core.tools.call.Caller`). Of anybody else's they may be a model's."""


class Wording:
    """Looks texts through by the rules of all packs. Their code is loaded for it, as some of the rules may stand there."""

    def __init__(self, desk: Desk, engine: Callable[[], Engine]) -> None:
        self._desk, self._engine = desk, engine

    def begin(self) -> None:
        """Load the rules, which takes its time the first time: before a change is begun that others wait for."""
        self._engine()

    def looked_through(
        self, texts: Iterable[str], author: Author, record_no: RecordNo, tool: str = ""
    ) -> tuple[Event, ...]:
        """The rules that fit, each once, for whoever saves to tell of (`tell_of`); within a change only after `begin`, and of a physician.

        Raises `Refused` wording_refused for what may not enter as it is: it is in the quarantine then, and the trail tells of it.
        """
        found: dict[tuple[str, str], Event] = {}
        held: list[str] = []
        engine = self._engine()
        for text in texts:
            events = engine.before_output(text, author).verdict.events
            if events and Verdict(events).action.weight >= Action.REWRITE.weight:
                held.append(text)
            for event in events:
                found.setdefault((event.pack, event.id), event)
        if not held:
            return tuple(found.values())
        events = tuple(_blocked(event) for event in found.values())

        def work(change: Change) -> int:
            source = self._desk.actor.source
            kept = put_aside(change, "\n".join(held), events, source=source, record_no=record_no, tool=tool)
            tell_of(change.trail, events, record_no, quarantined=kept)
            return kept

        kept = self._desk.change(work)
        raise Refused(
            "wording_refused",
            details={"constraints": tuple(event.as_plain() for event in events)},
            number=kept,
            names="、".join(event.id for event in events),
        )

    def noted(self, written: Iterable[tuple[str, str]]) -> tuple[Noted, ...]:
        """In which items of what a physician wrote rules fit, and on which words (`places.noted`)."""
        return noted(self._engine(), written)

    def marks(self, text: str, rules: Iterable[str]) -> tuple[Mark, ...]:
        """Where rules fit in a text that was put aside (`places.marks`)."""
        return marks(self._engine(), text, rules)


def author_of(source: str) -> Author:
    """Who wrote the arguments of a call."""
    return Author.PHYSICIAN if source in PEOPLE else Author.MODEL


def noticed_words(events: Iterable[Event], words: Messages) -> str:
    """What stands beside a text that was kept although a rule fits it; empty when none does."""
    return constraint_words.noticed(words, events)


def _blocked(event: Event) -> Event:
    return event.doing(Action.BLOCK) if event.action is Action.REWRITE else event
