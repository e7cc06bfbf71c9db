"""The demonstration: two invented people of one name, and two visits of the first. Every front-end shows the same ones.

A demonstration clinic holds a few more, so that every screen has something to show.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import resources

from core.base.clock import Clock
from core.forms.exact_json import dump_json, load_json
from core.services.patients.patients import Given, Patients
from core.services.visits.intake import Intake

FORM = "menzhen"
"""The form every visit is written in."""

APART = timedelta(days=14)
"""From the first visit to the return."""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What is registered and what is written. `visits` are answers files, in order of time."""

    people: tuple[Given, ...]
    visits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownVisit:
    """A visit of somebody else of the clinic: an answers file, and how long before now it was."""

    ago: timedelta
    content: str
    signed: bool


@dataclass(frozen=True, slots=True)
class ShownPerson:
    """Somebody else of the clinic. `draft` is an answers file that was begun, "" for none."""

    person: Given
    visits: tuple[ShownVisit, ...]
    draft: str


def demonstration() -> Demonstration:
    """Read it from `resources/demo`."""
    people = load_json(_text("people"))
    if not isinstance(people, list):
        raise TypeError("people.json is a list")
    return Demonstration(
        tuple(Given(**person) for person in people),
        (_text("first_visit"), _text("return_visit")),
    )


def more_people() -> tuple[ShownPerson, ...]:
    """The other people of a demonstration clinic, from `resources/demo/more.json`."""
    people = load_json(_text("more"))
    if not isinstance(people, list):
        raise TypeError("more.json is a list")
    return tuple(map(_shown, people))


def fill(patients: Patients, intake: Intake, clock: Clock, told: Callable[[int, int], None]) -> None:
    """Write the whole demonstration into an empty clinic as it stands now; `told` hears how many people of how many are in.

    The two of one name come first, with the visits every front-end shows.
    """
    now, shown = clock.now(), demonstration()
    first, *rest = shown.people
    ago = (APART, timedelta())
    visits = tuple(
        ShownVisit(before, content, signed=before is APART)
        for before, content in zip(ago, shown.visits, strict=True)
    )
    everyone = (
        ShownPerson(first, visits, ""),
        *(ShownPerson(person, (), "") for person in rest),
        *more_people(),
    )
    for place, one in enumerate(everyone):
        told(place, len(everyone))
        number = patients.register(one.person).patient.record_no
        for visit in one.visits:
            saved = intake.save(number, FORM, visit.content, written(now - visit.ago, clock))
            if visit.signed:
                intake.sign(number, saved.number)
        if one.draft:
            intake.save_draft(number, FORM, one.draft)
    told(len(everyone), len(everyone))


def written(moment: datetime, clock: Clock) -> str:
    """When a visit was, as a person writes it."""
    return moment.astimezone(clock.zone).isoformat(timespec="seconds")


def _shown(person: Mapping[str, object]) -> ShownPerson:
    match person:
        case {"person": dict() as given, "visits": list() as visits}:
            draft = person.get("draft")
            return ShownPerson(
                Given(**given), tuple(map(_visit, visits)), dump_json(draft) if draft is not None else ""
            )
        case _:
            raise TypeError("more.json holds people with visits")


def _visit(visit: Mapping[str, object]) -> ShownVisit:
    match visit:
        case {"days": int(days), "minutes": int(minutes), "signed": bool(signed), "answers_file": content}:
            return ShownVisit(timedelta(days=days, minutes=minutes), dump_json(content), signed)
        case _:
            raise TypeError(
                "a visit of more.json says when it was, whether it is signed, and its answers file"
            )


def _text(name: str) -> str:
    return (resources.files("resources") / "demo" / f"{name}.json").read_text(encoding="utf-8")
