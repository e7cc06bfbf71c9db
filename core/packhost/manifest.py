"""`pack.json`: what a pack is called, what it wants and what it contributes. A closed object, read with everything wrong with it at once.

The rules stand in spec/kernel.md §1. Where that leaves a choice, this is it: what this kernel does not do is refused by name rather than
taken and left undone, and a truth value is no number.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, StrictBool, StrictStr, ValidationError
from pydantic_core import ErrorDetails

from core.forms.problems import Problem, shown
from core.packhost import declared
from core.packhost.files import name_problem
from core.packhost.module import API_VERSION
from core.packhost.providers import key_of
from core.packhost.ranges import COMPAT, UnreadableRange, includes, is_version

FILE = "pack.json"
CODE = "pack.py"

SUPPORTED = (API_VERSION,)
"""Versions of the contract."""

RESERVED = ("builtin", "core", "mcp", "mingdao", "pack")
"""No pack is called so."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]{1,31}")

REFUSED = ("commands", "memorySchema", "presets", "skills")
"""Contributions of the contract's origin that nothing here reads."""

PROSE = {"displayName": 40, "description": 500, "author": 100, "license": 100}
"""Free text, and how much of it."""

MOST = 64
"""Entries of one list."""


def _exact(value: object) -> object:
    """`int` as pydantic has it takes `true` for 1."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(value)  # noqa: TRY004 - pydantic passes a TypeError on
    return value


def _number(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise ValueError(value)  # noqa: TRY004 - as above
    return Decimal(value)


Texts = tuple[StrictStr, ...]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Engines(_Closed):
    """`mingdao`: the range of kernels a pack was made for."""

    mingdao: StrictStr


class Permissions(_Closed):
    """What the pack's code may reach, each by name; what is not here it has not (`core.packhost.declared`)."""

    fs: Texts = ()
    net: Texts = ()
    env: Texts = ()


class Budget(_Closed):
    """What calls of models in the pack's name may cost a day, in yuan, and what happens beyond it."""

    dailyYuan: Annotated[Decimal, BeforeValidator(_number)] | None = None  # noqa: N815 - the names are the contract's
    action: StrictStr = "block"


class Contributes(_Closed):
    """What a pack brings: files by name or pattern, relative to its folder, or `true` for what its code brings."""

    tools: StrictBool = False
    constraints: tuple[Any, ...] = ()
    """Objects, and names of JSON files that hold them."""
    promptSections: Texts = ()  # noqa: N815
    provider: StrictStr | None = None
    """A provider of the kernel that the pack wants its calls to go to."""
    forms: Texts = ()
    vocabulary: Texts = ()
    comparison: StrictBool = False


class Manifest(_Closed):
    """One pack's `pack.json`."""

    apiVersion: Annotated[int, BeforeValidator(_exact)]  # noqa: N815
    name: StrictStr
    displayName: StrictStr = ""  # noqa: N815
    version: StrictStr
    engines: Engines
    description: StrictStr = ""
    author: StrictStr = ""
    license: StrictStr = ""
    permissions: Permissions = Permissions()
    budget: Budget | None = None
    contributes: Contributes = Contributes()

    @property
    def title(self) -> str:
        """What people are shown."""
        return self.displayName or self.name

    @property
    def needs_code(self) -> bool:
        """Whether `pack.py` has to be there."""
        return self.contributes.tools or self.contributes.comparison


def checked(raw: object) -> tuple[Manifest | None, list[Problem]]:
    """The manifest of what JSON held, or everything that is wrong with it."""
    problems: list[Problem] = []
    manifest = None
    try:
        manifest = Manifest.model_validate(raw)
    except ValidationError as error:
        problems += [_of_shape(one) for one in error.errors(include_url=False, include_input=False)]
    if isinstance(raw, Mapping):
        problems += _of_rules(raw)
    return (None if problems else manifest), problems


def problems_of_name(name: str) -> Iterator[Problem]:
    """Why no pack can be called so."""
    if name in RESERVED:
        yield Problem("name", "pack_name_reserved", {"value": name, "reserved": "、".join(RESERVED)})
    elif not NAME.fullmatch(name):
        yield Problem("name", "pack_name_illegal", {"value": shown(name)})


def name_of(raw: object) -> str:
    """The name of a pack whose manifest may be wrong elsewhere; "" when it has none that can be one."""
    name = raw.get("name") if isinstance(raw, Mapping) else None
    return name if isinstance(name, str) and NAME.fullmatch(name) else ""


_KNOWN: Mapping[tuple[str, ...], type[_Closed]] = {
    (): Manifest,
    ("engines",): Engines,
    ("permissions",): Permissions,
    ("budget",): Budget,
    ("contributes",): Contributes,
}
"""The closed objects by their place."""


def _of_shape(error: ErrorDetails) -> Problem:
    """What is wrong by its type: a key that is not known or not there, or a value of another kind."""
    *outer, last = error["loc"] or ("",)
    where = _place(error["loc"])
    match error["type"]:
        case "extra_forbidden" if outer == ["contributes"] and last in REFUSED:
            return Problem(where, "pack_contribution_refused", {"key": str(last)})
        case "extra_forbidden":
            known = "、".join(_KNOWN[tuple(map(str, outer))].model_fields)
            return Problem(where, "pack_key_unknown", {"key": shown(last), "known": known})
        case "missing":
            return Problem(where, "pack_key_missing", {"key": str(last)})
        case "string_type":
            return Problem(where, "pack_not_text")
        case "bool_type":
            return Problem(where, "pack_not_bool")
        case "tuple_type":
            return Problem(where, "pack_not_list")
        case "value_error" if where == "apiVersion":
            return Problem(where, "pack_not_integer")
        case "value_error":
            return Problem(where, "pack_not_number")
        case _:
            return Problem(where, "pack_not_object")


def _place(loc: Sequence[int | str]) -> str:
    """`contributes.forms[0]`; a key that is not ours, cut short."""
    place = ""
    for part in loc:
        place += f"[{part}]" if isinstance(part, int) else f".{shown(part)}"
    return place.removeprefix(".") or FILE


def _of_rules(raw: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with values of the right kind."""
    yield from _of_identity(raw)
    yield from _of_engines(raw.get("engines"))
    for key, limit in PROSE.items():
        text = raw.get(key)
        if isinstance(text, str) and len(text) > limit:
            yield Problem(key, "pack_text_long", {"limit": limit})
    permissions = raw.get("permissions")
    if isinstance(permissions, Mapping):
        yield from _too_many("permissions", permissions, declared.MOST)
        yield from declared.problems_of(permissions, name_of(raw))
    if isinstance(raw.get("budget"), Mapping):
        yield from _of_budget(raw["budget"])
    contributes = raw.get("contributes")
    if isinstance(contributes, Mapping):
        yield from _too_many("contributes", contributes, MOST)
        yield from _of_contributions(contributes)


def _of_identity(raw: Mapping[str, Any]) -> Iterator[Problem]:
    api, name, version = raw.get("apiVersion"), raw.get("name"), raw.get("version")
    if type(api) is int and api not in SUPPORTED:
        supported = "、".join(map(str, SUPPORTED))
        yield Problem("apiVersion", "pack_api_unsupported", {"value": shown(api), "supported": supported})
    if isinstance(name, str):
        yield from problems_of_name(name)
    if isinstance(version, str) and not is_version(version):
        yield Problem("version", "pack_version_illegal", {"value": shown(version)})


def _of_engines(engines: object) -> Iterator[Problem]:
    wanted = engines.get("mingdao") if isinstance(engines, Mapping) else None
    if not isinstance(wanted, str):
        return
    said = {"range": shown(wanted), "version": COMPAT}
    try:
        fits = includes(wanted)
    except UnreadableRange:
        yield Problem("engines.mingdao", "pack_range_unreadable", said)
        return
    if not fits:
        yield Problem("engines.mingdao", "pack_engine_unmet", said)


def _of_budget(budget: Mapping[str, Any]) -> Iterator[Problem]:
    amount, action = budget.get("dailyYuan"), budget.get("action")
    if isinstance(amount, int | Decimal) and not isinstance(amount, bool) and amount <= 0:
        yield Problem("budget.dailyYuan", "pack_budget_amount", {"value": shown(amount)})
    if isinstance(action, str) and action not in {"block", "warn"}:
        yield Problem("budget.action", "pack_budget_action", {"value": shown(action)})


def _too_many(where: str, lists: Mapping[str, Any], limit: int) -> Iterator[Problem]:
    for key, entries in lists.items():
        if isinstance(entries, list) and len(entries) > limit:
            yield Problem(f"{where}.{shown(key)}", "pack_list_long", {"limit": limit})


def _of_contributions(contributes: Mapping[str, Any]) -> Iterator[Problem]:
    for key, ending, stars in (
        ("promptSections", ".md", False),
        ("forms", ".json", True),
        ("vocabulary", ".json", True),
    ):
        for where, name in _listed(contributes, key):
            if isinstance(name, str) and (problem := name_problem(where, name, ending, stars=stars)):
                yield problem
    for where, entry in _listed(contributes, "constraints"):
        if isinstance(entry, str):
            if problem := name_problem(where, entry, ".json"):
                yield problem
        elif not isinstance(entry, Mapping):
            yield Problem(where, "pack_constraint_entry")
    provider = contributes.get("provider")
    if isinstance(provider, str) and provider not in key_of():
        said = {"value": shown(provider), "known": "、".join(key_of())}
        yield Problem("contributes.provider", "pack_provider_unknown", said)


def _listed(contributes: Mapping[str, Any], key: str) -> Iterator[tuple[str, object]]:
    entries = contributes.get(key)
    if isinstance(entries, list):
        for number, entry in enumerate(entries[:MOST]):
            yield f"contributes.{key}[{number}]", entry
