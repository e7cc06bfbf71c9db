"""Who is meant? One answer for every front-end, with its reason; among several, nobody is ever chosen.

Pure: the store hands in any superset of the persons that could matter. A record number is believed only while nothing typed
beside it disagrees; a telephone number narrows and hints but never identifies, for families share one. Persons whose name
only sounds the same are shown beside the answer and never change it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.base.birth import Agreement, Birth, agree
from core.base.ids import RecordNo, ordinal_of
from core.base.names import is_homophone, name_key
from core.base.phone import main_number

SHORTEST_TAIL = 4
"""Digits. The end of a telephone number, of at least this length, stands for the number."""


class Outcome(StrEnum):
    EXACT = "exact"
    AMBIGUOUS = "ambiguous"
    NEAR = "near"
    NEW = "new"
    CONTRADICTION = "contradiction"
    UNKNOWN_RECORD_NO = "unknown_record_no"
    INSUFFICIENT = "insufficient"


class Reason(StrEnum):
    """Why the outcome is what it is."""

    BY_RECORD_NO = "by_record_no"
    BY_NAME = "by_name"
    BY_NAME_AND_BIRTH = "by_name_and_birth"
    SEVERAL_SHARE_NAME = "several_share_name"
    NAMESAKE_WITHOUT_BIRTH = "namesake_without_birth"
    NAMESAKE_OF_CLOSE_BIRTH = "namesake_of_close_birth"
    BIRTH_MISSING_ON_FILE = "birth_missing_on_file"
    BIRTH_ESTIMATED = "birth_estimated"
    PHONE_DIFFERS = "phone_differs"
    PHONE_ONLY = "phone_only"
    SOUNDS_ALIKE = "sounds_alike"
    NONE_FIT = "none_fit"
    NOBODY_OF_THAT_NAME = "nobody_of_that_name"
    RECORD_NO_DISAGREES_NAME = "record_no_disagrees_name"
    RECORD_NO_DISAGREES_SEX = "record_no_disagrees_sex"
    RECORD_NO_DISAGREES_BIRTH = "record_no_disagrees_birth"
    NO_SUCH_RECORD_NO = "no_such_record_no"
    NOTHING_TO_GO_BY = "nothing_to_go_by"


class Why(StrEnum):
    """Why a person is listed."""

    RECORD_NO = "record_no"
    RECORD_NO_DISAGREES = "record_no_disagrees"
    SAME_NAME = "same_name"
    BIRTH_MISSING = "birth_missing"
    BIRTH_CLOSE = "birth_close"
    PHONE_DIFFERS = "phone_differs"
    PHONE = "phone"
    HOMOPHONE = "homophone"


@dataclass(frozen=True)
class Person:
    """What the store knows of a patient and matching looks at. `phone` is in its normal form."""

    record_no: RecordNo
    name: str
    sex: str | None = None
    birth: Birth | None = None
    phone: str | None = None


@dataclass(frozen=True)
class Query:
    """What is known of the person meant. `phone` is in its normal form, or the last four or more digits of it."""

    record_no: RecordNo | None = None
    name: str | None = None
    birth: Birth | None = None
    sex: str | None = None
    phone: str | None = None


@dataclass(frozen=True)
class Hit:
    person: Person
    why: Why


@dataclass(frozen=True)
class Match:
    """`person` is set for an exact outcome only; `hits` are what a picker shows, in this order."""

    outcome: Outcome
    reason: Reason
    person: Person | None = None
    hits: tuple[Hit, ...] = ()


def match(query: Query, people: Iterable[Person]) -> Match:
    """Find who is meant among `people`. Rules: cases T01-T14; a record number is looked at before anything else."""
    ordered = sorted(people, key=lambda person: ordinal_of(person.record_no))
    if query.record_no is not None:
        return _by_record_no(query, query.record_no, ordered)
    if not _key(query):
        sharing = tuple(Hit(person, Why.PHONE) for person in ordered if _has_phone(query, person))
        if sharing:
            return Match(Outcome.NEAR, Reason.PHONE_ONLY, hits=sharing)
        return Match(Outcome.INSUFFICIENT, Reason.NOTHING_TO_GO_BY)
    return _by_name(query, ordered)


def may_be(query: Query, person: Person) -> bool:
    """Whether neither sex nor birth speaks against a person found in another way than by name."""
    return not _sex_differs(query, person) and _births(query, person) is not Agreement.DIFFERENT


def namesakes(query: Query, people: Iterable[Person]) -> tuple[Hit, ...]:
    """Persons already on file who may be the one about to be registered: same name, nothing that tells them apart.

    While there is one, registering needs an override with a reason (T17-T19). The query's own record number is left out.
    """
    ordered = sorted(people, key=lambda person: ordinal_of(person.record_no))
    return tuple(hit for hit in _fitting(query, ordered) if hit.person.record_no != query.record_no)


def _by_record_no(query: Query, record_no: RecordNo, people: Sequence[Person]) -> Match:
    named = tuple(
        Hit(person, _fit(query, person) or Why.SAME_NAME)
        for person in _same_name(query, people)
        if person.record_no != record_no
    )
    holder = next((person for person in people if person.record_no == record_no), None)
    if holder is None:
        return Match(Outcome.UNKNOWN_RECORD_NO, Reason.NO_SUCH_RECORD_NO, hits=named)
    objection = _objection(query, holder)
    if objection is not None:
        return Match(Outcome.CONTRADICTION, objection, hits=(Hit(holder, Why.RECORD_NO_DISAGREES), *named))
    hits = (Hit(holder, Why.RECORD_NO), *_sounding_alike(query, people, but=holder))
    return Match(Outcome.EXACT, Reason.BY_RECORD_NO, holder, hits)


def _objection(query: Query, holder: Person) -> Reason | None:
    """What typed beside a record number speaks against its holder. What is missing does not."""
    if _key(query) and _key(query) != name_key(holder.name):
        return Reason.RECORD_NO_DISAGREES_NAME
    if _sex_differs(query, holder):
        return Reason.RECORD_NO_DISAGREES_SEX
    if _births(query, holder) is Agreement.DIFFERENT:
        return Reason.RECORD_NO_DISAGREES_BIRTH
    return None


def _by_name(query: Query, people: Sequence[Person]) -> Match:
    fitting = _fitting(query, people)
    agreeing = _narrowed_by_phone(query, [hit.person for hit in fitting if hit.why is Why.SAME_NAME])
    doubtful = [hit for hit in fitting if hit.why is not Why.SAME_NAME]
    alike = _sounding_alike(query, people)
    hits = (*agreeing, *doubtful, *alike)
    match agreeing, doubtful:
        case [only], [] if only.why is Why.SAME_NAME:
            reason = Reason.BY_NAME if query.birth is None else Reason.BY_NAME_AND_BIRTH
            return Match(Outcome.EXACT, reason, only.person, hits)
        case [only], _ if only.why is Why.PHONE_DIFFERS:
            return Match(Outcome.NEAR, Reason.PHONE_DIFFERS, hits=hits)
        case [_], _:
            missing = any(hit.why is Why.BIRTH_MISSING for hit in doubtful)
            reason = Reason.NAMESAKE_WITHOUT_BIRTH if missing else Reason.NAMESAKE_OF_CLOSE_BIRTH
            return Match(Outcome.AMBIGUOUS, reason, hits=hits)
        case [], []:
            return _by_sound(query, people, tuple(alike))
        case [], _:
            missing = any(hit.why is Why.BIRTH_MISSING for hit in doubtful)
            reason = Reason.BIRTH_MISSING_ON_FILE if missing else Reason.BIRTH_ESTIMATED
            return Match(Outcome.NEAR, reason, hits=hits)
        case _:
            return Match(Outcome.AMBIGUOUS, Reason.SEVERAL_SHARE_NAME, hits=hits)


def _by_sound(query: Query, people: Sequence[Person], alike: tuple[Hit, ...]) -> Match:
    if alike:
        return Match(Outcome.NEAR, Reason.SOUNDS_ALIKE, hits=alike)
    reason = Reason.NONE_FIT if _same_name(query, people) else Reason.NOBODY_OF_THAT_NAME
    return Match(Outcome.NEW, reason)


def _fitting(query: Query, people: Iterable[Person]) -> list[Hit]:
    """Persons of the name whom neither sex nor birth rules out."""
    judged = ((person, _fit(query, person)) for person in _same_name(query, people))
    return [Hit(person, why) for person, why in judged if why is not None]


def _fit(query: Query, person: Person) -> Why | None:
    """How well sex and birth fit a person of the name; None when they rule the person out."""
    if _sex_differs(query, person):
        return None
    if query.birth is not None and person.birth is None:
        return Why.BIRTH_MISSING
    match _births(query, person):
        case Agreement.DIFFERENT:
            return None
        case Agreement.CLOSE:
            return Why.BIRTH_CLOSE
        case Agreement.SAME | None:
            return Why.SAME_NAME


def _narrowed_by_phone(query: Query, agreeing: Sequence[Person]) -> list[Hit]:
    """When somebody has the telephone, those with another one are out. Alone with another one, a person is doubtful."""
    if any(_has_phone(query, person) for person in agreeing):
        agreeing = [person for person in agreeing if not _has_other_phone(query, person)]
    return [
        Hit(person, Why.PHONE_DIFFERS if _has_other_phone(query, person) else Why.SAME_NAME)
        for person in agreeing
    ]


def _sounding_alike(query: Query, people: Iterable[Person], but: Person | None = None) -> list[Hit]:
    """Persons of another name that sounds the same, whom neither sex nor birth rules out."""
    name = query.name
    if name is None or not _key(query):
        return []
    return [
        Hit(person, Why.HOMOPHONE)
        for person in people
        if person is not but
        and name_key(person.name) != _key(query)
        and _fit(query, person) is not None
        and is_homophone(name, person.name)
    ]


def _same_name(query: Query, people: Iterable[Person]) -> list[Person]:
    key = _key(query)
    return [person for person in people if key and name_key(person.name) == key]


def _key(query: Query) -> str:
    return name_key(query.name or "")


def _sex_differs(query: Query, person: Person) -> bool:
    return query.sex is not None and person.sex is not None and query.sex != person.sex


def _births(query: Query, person: Person) -> Agreement | None:
    return agree(query.birth, person.birth) if query.birth and person.birth else None


def _has_phone(query: Query, person: Person) -> bool:
    wanted = main_number(query.phone or "")
    return (
        len(wanted) >= SHORTEST_TAIL
        and person.phone is not None
        and main_number(person.phone).endswith(wanted)
    )


def _has_other_phone(query: Query, person: Person) -> bool:
    told = query.phone is not None and len(main_number(query.phone)) >= SHORTEST_TAIL
    return told and bool(person.phone) and not _has_phone(query, person)
