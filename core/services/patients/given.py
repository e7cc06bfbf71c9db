"""Details of a person as typed, and what they become: checked, in normal form, and with what a person should look at."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from core.base.birth import Agreement, Birth, agree, parse_birth
from core.base.errors import UserError
from core.base.id_card import IdCard, Status, check, masked
from core.base.names import name_key
from core.base.phone import normal_phone
from core.base.text import compact, is_missing, is_visible
from core.store.patients import Details

SEXES = ("男", "女")

NAME_LIMIT = 500
"""Characters. No name is longer; a text pasted by mistake would be."""


@dataclass(frozen=True, slots=True)
class Given:
    """Details of a person as typed. None means not given; in an edit, an empty optional field clears it."""

    name: str | None = None
    sex: str | None = None
    birth: str | None = None
    phone: str | None = None
    id_card: str | None = None


def details_of(before: Details, given: Given, today: date) -> tuple[Details, IdCard | None]:
    """The details before with what is given in their place, and the card: the one given, or the one on file that it may contradict.

    Raises `UserError` for a field that cannot be used: name_required, name_too_long, bad_sex, birth_…, bad_phone, id_card_…
    """
    details = before
    if given.name is not None or not before.name:
        details = replace(details, name=_name(given.name or ""))
    if given.sex is not None or not before.sex:
        details = replace(details, sex=known_sex(given.sex or ""))
    if given.birth is not None:
        details = replace(details, birth=_birth(given.birth, today))
    if given.phone is not None:
        details = replace(details, phone=normal_phone(given.phone) if given.phone.strip() else None)
    card = None
    if given.id_card is not None:
        card = check(given.id_card, today) if given.id_card.strip() else None
        if card is not None and card.status is Status.INVALID:
            raise UserError(f"id_card_{card.reason}", value=masked(card.number))
        details = replace(details, id_card=card.number if card else None)
    elif details.id_card and (given.sex is not None or given.birth is not None):
        card = check(details.id_card, today)
    return details, card


def known_sex(typed: str) -> str:
    """男 or 女. Raises `UserError` bad_sex."""
    if compact(typed) not in SEXES:
        raise UserError("bad_sex", value=typed)
    return compact(typed)


def card_warnings(card: IdCard | None, details: Details) -> tuple[str, ...]:
    """Codes of what a person should look at; the number is kept all the same."""
    return tuple(_warnings(card, details)) if card else ()


def _warnings(card: IdCard, details: Details) -> Iterator[str]:
    if card.status is not Status.VALID:
        yield f"id_card_{card.reason}"
    if card.sex is not None and card.sex != details.sex:
        yield "id_card_other_sex"
    if card.birth and details.birth and agree(card.birth, details.birth) is not Agreement.SAME:
        yield "id_card_other_birth"


def _name(typed: str) -> str:
    if is_missing(typed) or not name_key(typed) or not is_visible(typed):
        raise UserError("name_required")
    if len(typed) > NAME_LIMIT:
        raise UserError("name_too_long", limit=NAME_LIMIT)
    return typed


def _birth(typed: str, today: date) -> Birth | None:
    return parse_birth(typed, today) if typed.strip() else None
