"""The model of a form: a FHIR R4 Questionnaire reduced to what is filled, checked and printed here.

Built only by `core.forms.definition`, so whatever stands in it has been checked. It knows nothing of answers.

A group holds its children; the children of a *question* are asked under its answer and stand beside it in the answers file.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property


class ItemType(StrEnum):
    """The item types of FHIR R4 that can be filled here."""

    GROUP = "group"
    DISPLAY = "display"
    BOOLEAN = "boolean"
    DECIMAL = "decimal"
    INTEGER = "integer"
    DATE = "date"
    DATE_TIME = "dateTime"
    TIME = "time"
    STRING = "string"
    TEXT = "text"
    URL = "url"
    CHOICE = "choice"
    OPEN_CHOICE = "open-choice"
    QUANTITY = "quantity"


class Role(StrEnum):
    """What an item is for, said by the form with the extension `urn:mingdao:role`."""

    CHIEF_COMPLAINT = "chief-complaint"
    PRESENT_ILLNESS = "present-illness"
    ALLERGY = "allergy"
    TONGUE = "tongue"
    PULSE = "pulse"
    SYMPTOM_LIST = "symptom-list"
    FOLLOW_UP_PLAN = "follow-up-plan"


class OptionKind(StrEnum):
    """How an option is written in FHIR. In the answers file every one of them is its code, a string."""

    CODING = "valueCoding"
    STRING = "valueString"
    INTEGER = "valueInteger"


class Operator(StrEnum):
    """The comparisons of enableWhen."""

    EXISTS = "exists"
    EQUAL = "="
    NOT_EQUAL = "!="
    GREATER = ">"
    LESS = "<"
    AT_LEAST = ">="
    AT_MOST = "<="


class Behavior(StrEnum):
    """Whether one condition is enough or all must hold."""

    ANY = "any"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Option:
    """One offered answer of a choice. `code` is unique within its item; two options may show the same words."""

    code: str
    display: str
    kind: OptionKind = OptionKind.CODING
    system: str | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """One enableWhen clause. `kind` is the answer[x] it was written with, `expected` its value in the answers file's form."""

    question: str
    operator: Operator
    kind: str
    expected: object


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a form. `path` names the groups it stands in, outermost first; `parent` is the item right above it."""

    link_id: str
    text: str
    type: ItemType
    required: bool = False
    repeats: bool = False
    options: tuple[Option, ...] = ()
    enable_when: tuple[Condition, ...] = ()
    enable_behavior: Behavior = Behavior.ALL
    role: Role | None = None
    unit: str | None = None
    help: str | None = None
    max_length: int | None = None
    items: tuple["Item", ...] = ()
    path: tuple[str, ...] = ()
    parent: str | None = None

    @property
    def label(self) -> str:
        """What a person reads beside the answer."""
        return self.text or self.link_id

    @property
    def is_group(self) -> bool:
        return self.type is ItemType.GROUP

    @property
    def is_question(self) -> bool:
        """Whether it takes an answer of its own."""
        return self.type not in {ItemType.GROUP, ItemType.DISPLAY}

    @property
    def takes_text(self) -> bool:
        """Whether a person may choose 无 or 不详 instead of typing."""
        return self.type in {ItemType.STRING, ItemType.TEXT}

    def option(self, code: object) -> Option | None:
        """The offered option with this code."""
        return next((option for option in self.options if option.code == code), None)


def beside(items: Iterable[Item]) -> Iterator[Item]:
    """The items whose answers stand in one object of the answers file: these, and the children of questions among them."""
    for item in items:
        yield item
        if not item.is_group:
            yield from beside(item.items)


def _walk(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        yield from _walk(item.items)


@dataclass(frozen=True)
class Questionnaire:
    """A form. Two versions of one form are two questionnaires; a saved visit names the one it was taken with."""

    url: str
    version: str
    name: str
    title: str
    items: tuple[Item, ...]

    @property
    def ref(self) -> str:
        """`url|version`, the canonical reference a QuestionnaireResponse carries."""
        return f"{self.url}|{self.version}"

    @property
    def slug(self) -> str:
        """What people and files call the form: its name in small letters, or the end of its url when it has no name.

        FHIR (que-0) wants the name to begin with a capital; nobody types one.
        """
        return (self.name or re.split(r"[:/]", self.url)[-1]).lower()

    def walk(self) -> Iterator[Item]:
        """Every item, in form order."""
        return _walk(self.items)

    def by_role(self, role: Role) -> tuple[Item, ...]:
        """The items with a role, in form order."""
        return self._roles.get(role, ())

    def by_link_id(self, link_id: str) -> Item | None:
        """The item with this linkId, compared case by case."""
        return self._index.get(link_id)

    @cached_property
    def symptom_list(self) -> Item | None:
        """The repeating group whose entries are the findings of a visit."""
        return next(iter(self.by_role(Role.SYMPTOM_LIST)), None)

    @cached_property
    def _index(self) -> Mapping[str, Item]:
        return {item.link_id: item for item in self.walk()}

    @cached_property
    def _roles(self) -> Mapping[Role, tuple[Item, ...]]:
        roles: dict[Role, tuple[Item, ...]] = defaultdict(tuple)
        for item in self.walk():
            if item.role is not None:
                roles[item.role] += (item,)
        return roles
