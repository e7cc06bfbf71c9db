"""Where wording rules fit in a text as it was written, for the eyes of whoever wrote it or may read it. Nothing here is kept or told of."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.constraints.engine import Engine, Hit
from core.constraints.event import Author, Event


@dataclass(frozen=True, slots=True)
class Noted:
    """A rule that fits what a physician wrote in one item: the words as they stand there. None where the text could not be looked through."""

    event: Event
    item: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a text, and the rule that fits there, as `pack/id`."""

    rule: str
    start: int
    end: int


def noted(engine: Engine, written: Iterable[tuple[str, str]]) -> tuple[Noted, ...]:
    """What the rules say of a physician's texts, each given with its item: one for each rule and item, in the order of the record."""
    found: dict[tuple[str, str, str], Noted] = {}
    for item, text in written:
        looked = engine.before_output(text, Author.PHYSICIAN)
        for event in looked.verdict.events:
            words = [text[hit.start : hit.end] for hit in looked.hits if _is_of(hit, event)]
            key = (event.pack, event.id, item)
            one = found.get(key, Noted(event, item))
            found[key] = replace(one, words=tuple(dict.fromkeys((*one.words, *words))))
    return tuple(found.values())


def marks(engine: Engine, text: str, rules: Iterable[str]) -> tuple[Mark, ...]:
    """Where these rules fit, as they stand today: none of one that is gone or says otherwise by now. Places do not overlap."""
    wanted = set(rules)
    looked = engine.before_output(text, Author.MODEL)
    places: list[Mark] = []
    for hit in sorted(looked.hits, key=lambda hit: (hit.start, -hit.end)):
        rule = f"{hit.pack}/{hit.constraint}"
        if rule in wanted and (not places or hit.start >= places[-1].end):
            places.append(Mark(rule, hit.start, hit.end))
    return tuple(places)


def _is_of(hit: Hit, event: Event) -> bool:
    return (hit.pack, hit.constraint) == (event.pack, event.id)
