"""Carries constraints out: before a tool runs, after it ran, and before a text is seen. Synchronous, and it only tightens.

All constraints are looked at and the strictest that fits is carried out; none hides another by standing before it. One that raises
stops what it is about (kind `error`). What needs a person or a model is decided here and carried out in `confirming` and `releasing`.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from core.constraints.constraint import Constraint
from core.constraints.event import ERROR, Author, Event, Verdict, as_matched
from core.constraints.finding import fits, places
from core.constraints.folding import Folded, fold, fold_rendered
from core.constraints.kinds import Action, Stage
from core.constraints.patterns import LONGEST_TEXT, Pattern
from core.constraints.reach import is_about
from core.constraints.subjects import texts_in
from core.constraints.unless import Passage
from core.forms.completeness import is_answer

_LOG = logging.getLogger(__name__)
_MOST_HITS = 200
"""So many places where a rule fits are looked at for an excuse; one more counts as one without."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool returned, as far as constraints see it."""

    output: str
    data: object = None
    ok: bool = True

    def as_plain(self) -> dict[str, object]:
        return {"ok": self.ok, "output": self.output, "data": self.data}


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a wording rule fits in a text as it was written."""

    constraint: str
    start: int
    end: int
    excused_by: str = ""
    pack: str = ""


@dataclass(frozen=True, slots=True)
class TextVerdict:
    """What is to be done with a text, where rules fit in it, and which places were excused."""

    verdict: Verdict
    hits: tuple[Hit, ...] = ()
    excused: tuple[Hit, ...] = ()


class Engine:
    """The constraints of all mounted packs and of the settings. `today` is the clinic's day; without it no date is of another time."""

    def __init__(self, constraints: Iterable[Constraint], today: Callable[[], date] | None = None) -> None:
        self.constraints = tuple(constraints)
        self._today = today
        self._of_stage = {
            stage: tuple(one for one in self.constraints if one.rule.stage is stage) for stage in Stage
        }

    @property
    def checks_output(self) -> bool:
        """Whether any rule is for texts: then nothing of a text may be shown before all of it was looked at."""
        return bool(self._of_stage[Stage.PRE_OUTPUT])

    def before_tool(self, tool: str, arguments: object) -> Verdict:
        """Whether a call may run. `CONFIRM` only where nothing blocks it: nobody is asked about what is denied anyway."""
        about = self._about(Stage.PRE_TOOL, tool)
        found = [
            event
            for one in about
            if one.kind != "confirm" or one.spec_error
            for event in self._events(one, tool, arguments)
        ]
        if not found:
            found = [event for one in about for event in self._events(one, tool, arguments)]
        return Verdict(tuple(found))

    def after_tool(self, tool: str, arguments: object, result: Result) -> Verdict:
        """Whether a result may be handed on. What the tool did is done: it checks before it writes."""
        about = self._about(Stage.POST_TOOL, tool)
        return Verdict(tuple(event for one in about for event in self._events(one, tool, arguments, result)))

    def before_output(self, text: str | Iterable[str], author: Author) -> TextVerdict:
        """What is to be done with a whole text, its parts joined. A physician's own words are never changed: a notice at most."""
        rules = self._of_stage[Stage.PRE_OUTPUT]
        if not rules:
            return TextVerdict(Verdict())
        whole = text if isinstance(text, str) else "".join(text)
        events: list[Event] = []
        hits: list[Hit] = []
        excused: list[Hit] = []
        if len(whole) > LONGEST_TEXT:
            return TextVerdict(Verdict(tuple(_text_event(one, author, "text_too_long", "") for one in rules)))
        try:
            passage = Passage(fold(whole), self._today() if self._today else None)
            rendered = fold_rendered(whole)
        except Exception:  # noqa: BLE001 - a text nobody could look through is stopped
            return TextVerdict(Verdict(tuple(_failed(one, "", author) for one in rules)))
        for one in rules:
            try:
                found, fitted, let = _wording(one, passage, rendered, author)
            except Exception:  # noqa: BLE001 - see above
                found, fitted, let = [_failed(one, "", author)], [], []
            events += found
            hits += fitted
            excused += let
        return TextVerdict(Verdict(tuple(events)), tuple(hits), tuple(excused))

    def _about(self, stage: Stage, tool: str) -> list[Constraint]:
        return [one for one in self._of_stage[stage] if is_about(one, tool)]

    def _events(
        self, one: Constraint, tool: str, arguments: object, result: Result | None = None
    ) -> Iterator[Event]:
        try:
            if one.spec_error:
                yield _event(one, tool, "spec_broken", action=_strictest(one))
            else:
                yield from CHECKS[one.kind](one, tool, arguments, result)
        except Exception:  # noqa: BLE001 - a constraint that cannot be looked at stops the call
            yield _failed(one, tool)


def _deny(one: Constraint, tool: str, _arguments: object, _result: Result | None) -> Iterator[Event]:
    yield _event(one, tool, "denied")


def _confirm(one: Constraint, tool: str, _arguments: object, _result: Result | None) -> Iterator[Event]:
    yield _event(one, tool, "confirm")


def _require(one: Constraint, tool: str, arguments: object, _result: Result | None) -> Iterator[Event]:
    given = arguments.get(one.require_arg) if isinstance(arguments, Mapping) else None
    if not is_answer(given):
        yield _event(one, tool, "arg_missing", missing_arg=one.require_arg)


def _forbid_arg(one: Constraint, tool: str, arguments: object, _result: Result | None) -> Iterator[Event]:
    given = arguments.get(one.arg) if isinstance(arguments, Mapping) else None
    if _fits(one, given):
        yield _event(one, tool, "arg_forbidden", arg=one.arg)


def _complete(one: Constraint, tool: str, arguments: object, result: Result | None) -> Iterator[Event]:
    if result is None or not result.ok or (one.when and not one.when.holds(arguments)):
        return
    if not isinstance(result.data, Mapping):
        yield _event(one, tool, "no_data", missing=one.fields)
        return
    data = result.data
    missing = tuple(name for name in one.fields if not is_answer(data.get(name), one.missing_values))
    if missing:
        yield _event(one, tool, "incomplete", missing=missing)


def _forbid_result(one: Constraint, tool: str, _arguments: object, result: Result | None) -> Iterator[Event]:
    if result is not None and _fits(one, result.as_plain()):
        yield _event(one, tool, "result_forbidden")


CHECKS: Mapping[str, Callable[[Constraint, str, object, Result | None], Iterator[Event]]] = {
    "tool-deny": _deny,
    "tool-arg-require": _require,
    "arg-forbid": _forbid_arg,
    "confirm": _confirm,
    "completeness": _complete,
    "result-forbid": _forbid_result,
}
"""What each kind about a tool does. Kinds about texts go through `Engine.before_output`."""


def _fits(one: Constraint, value: object) -> bool:
    """Whether the pattern fits anywhere in a value. A text too long to be looked through counts as one that fits."""
    pattern = _pattern_of(one)
    return any(len(text) > LONGEST_TEXT or fits(pattern, text) for text in texts_in(value))


def _wording(
    one: Constraint, passage: Passage, rendered: Folded | None, author: Author
) -> tuple[list[Event], list[Hit], list[Hit]]:
    """The event of a wording rule, if there is any, with the places where it fits and those that are excused."""
    hits: list[Hit] = []
    excused: list[Hit] = []
    matched = ""
    for count, place in enumerate(places(_pattern_of(one), passage.folded, rendered)):
        if count >= _MOST_HITS:
            break
        reason = None if place.plain is None else passage.excuse(*place.plain, one.unless)
        hit = Hit(one.id, *place.written, reason or "", one.pack)
        if reason is not None:
            excused.append(hit)
            continue
        matched = matched or "".join(place.text.split())
        hits.append(hit)
    if len(hits) + len(excused) >= _MOST_HITS or hits:
        return [_text_event(one, author, "wording", as_matched(matched))], hits, excused
    return [], [], excused


def _pattern_of(one: Constraint) -> Pattern:
    if one.pattern is None:
        raise ValueError(one.id)
    return one.pattern


def _strictest(one: Constraint) -> Action:
    return Action.REJECT if one.rule.stage is Stage.POST_TOOL else Action.BLOCK


def _event(
    one: Constraint,
    tool: str,
    reason: str,
    *,
    action: Action | None = None,
    missing_arg: str = "",
    arg: str = "",
    missing: tuple[str, ...] = (),
) -> Event:
    return Event(
        *(one.id, one.pack, one.kind, one.rule.stage, action or one.action, tool, reason),
        missing_arg=missing_arg,
        arg=arg,
        spec_error=one.spec_error,
        missing=missing,
        explain=one.explain,
    )


def _text_event(one: Constraint, author: Author, reason: str, matched: str) -> Event:
    if author is Author.PHYSICIAN:
        action = Action.NOTICE
    else:
        action = one.action if reason == "wording" else Action.BLOCK
    return Event(
        *(one.id, one.pack, one.kind, one.rule.stage, action, "", reason),
        matched=matched,
        author=author,
        explain=one.explain,
    )


def _failed(one: Constraint, tool: str, author: Author | None = None) -> Event:
    """The event of a constraint that raised. What raised goes to the log, as a type and a place."""
    _LOG.warning("constraint %s could not be carried out", one.id, exc_info=True)
    action = Action.NOTICE if author is Author.PHYSICIAN else Action.BLOCK
    return Event(one.id, one.pack, ERROR, one.rule.stage, action, tool, "error", author=author)
