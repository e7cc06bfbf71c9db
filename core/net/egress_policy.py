"""The clinic's policy of what may be given to a model: `mingdao/model-egress-policy@v1`.

A closed document: for each purpose the boundaries texts may go to, whether those that leave must be de-identified, and how long question
and answer may be. It is never repaired: what is not exactly this is refused, and there is no policy that holds where none was set. The
names of its fields are those of the failure diagnosis (spec/diagnosis.md §3); its revision is a number, so that of two the later is known.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.base.errors import UserError
from core.base.messages import Phrase
from core.forms.exact_json import UnreadableJson, dump_json, load_json
from core.net.boundary import Boundary
from core.net.purposes import can_be_of_patients, is_purpose

SCHEMA = "mingdao/model-egress-policy@v1"
MOST_BYTES = 4 << 20
MOST_TOKENS = 384_000
MOST_PURPOSES = 64
MOST_REVISION = 2**31 - 1
LARGEST = 1 << 16
"""Bytes of a file with a policy."""

_FIELDS = ("schema", "revision", "purposes")
_OF_PURPOSE = (
    "potentiallySensitiveDataBoundaries",
    "deidentificationRequired",
    "maxInputBytes",
    "maxOutputTokens",
)


@dataclass(frozen=True, slots=True)
class PurposeRule:
    """What is allowed for one purpose. `boundaries` from near to far; none of them turns the purpose off.

    `deidentification`: what crosses to an external model has been de-identified. Nothing else leaves where texts can be of patients.
    """

    boundaries: tuple[Boundary, ...]
    deidentification: bool
    max_input_bytes: int
    max_output_tokens: int


@dataclass(frozen=True, slots=True)
class EgressPolicy:
    """A policy that was read and found whole."""

    revision: int
    purposes: Mapping[str, PurposeRule]

    @property
    def canonical(self) -> bytes:
        """The one form in bytes: fields in their order, purposes by name, no blanks."""
        return dump_json(
            {
                "schema": SCHEMA,
                "revision": self.revision,
                "purposes": {
                    name: dict(
                        zip(
                            _OF_PURPOSE,
                            (
                                [one.value for one in rule.boundaries],
                                rule.deidentification,
                                rule.max_input_bytes,
                                rule.max_output_tokens,
                            ),
                            strict=True,
                        )
                    )
                    for name, rule in sorted(self.purposes.items())
                },
            }
        ).encode()

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical form, in hex: two clinics with the same policy have the same."""
        return hashlib.sha256(self.canonical).hexdigest()


def policy(revision: int, purposes: Mapping[str, PurposeRule]) -> EgressPolicy:
    """A policy put together, by the check every other one goes through. Raises as `read_policy` does."""
    return read_policy(EgressPolicy(revision, dict(purposes)).canonical)


def read_policy(raw: bytes) -> EgressPolicy:
    """A policy from a file. Blanks and the order of fields make no difference; everything else must be exact.

    Raises `UserError` egress_policy_unfit, saying where and why.
    """
    if len(raw) > LARGEST:
        raise _unfit("", "too_long", limit=LARGEST >> 10)
    try:
        found = load_json(raw.decode("utf-8-sig"))
    except (UnicodeDecodeError, UnreadableJson) as error:
        raise _unfit("", "not_json") from error
    document = _exact(found, _FIELDS, "")
    if document["schema"] != SCHEMA:
        raise _unfit("schema", "schema", schema=SCHEMA)
    purposes = document["purposes"]
    if not isinstance(purposes, dict) or len(purposes) > MOST_PURPOSES:
        raise _unfit("purposes", "purposes", limit=MOST_PURPOSES)
    rules = {name: _rule(name, purposes[name]) for name in sorted(purposes)}
    return EgressPolicy(_whole(document["revision"], "revision", MOST_REVISION), MappingProxyType(rules))


def _rule(name: str, found: object) -> PurposeRule:
    where = f"purposes.{name[:40]}"
    if not is_purpose(name):
        raise _unfit(where, "purpose")
    values = _exact(found, _OF_PURPOSE, where)
    listed, identified, most_bytes, most_tokens = (values[field] for field in _OF_PURPOSE)
    boundaries = tuple(one for one in Boundary if isinstance(listed, list) and one.value in listed)
    if not isinstance(listed, list) or [one.value for one in boundaries] != listed:
        raise _unfit(f"{where}.{_OF_PURPOSE[0]}", "boundaries")
    if not isinstance(identified, bool):
        raise _unfit(f"{where}.{_OF_PURPOSE[1]}", "yes_or_no")
    if Boundary.EXTERNAL in boundaries and not identified and can_be_of_patients(name):
        raise _unfit(f"{where}.{_OF_PURPOSE[1]}", "identified")
    return PurposeRule(
        boundaries,
        identified,
        _whole(most_bytes, f"{where}.{_OF_PURPOSE[2]}", MOST_BYTES),
        _whole(most_tokens, f"{where}.{_OF_PURPOSE[3]}", MOST_TOKENS),
    )


def _exact(found: object, fields: tuple[str, ...], where: str) -> dict[str, object]:
    """An object with these fields and no others."""
    if not isinstance(found, dict):
        raise _unfit(where, "fields", fields="、".join(fields))
    if missing := [name for name in fields if name not in found]:
        raise _unfit(where, "missing", field=missing[0])
    if set(found) != set(fields):
        raise _unfit(where, "fields", fields="、".join(fields))
    return found


def _whole(value: object, where: str, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise _unfit(where, "number", most=most)
    return value


def _unfit(where: str, why: str, **params: object) -> UserError:
    return UserError("egress_policy_unfit", where=where or "—", why=Phrase(f"egress.unfit.{why}", **params))
