"""The key of a model: from where, in which order, and to whom it may be sent. Pure. Source: spec/kernel.md §6.5.

The variable of its provider, then MINGDAO_API_KEY for a provider that ships, then the system's keyring. A key that the keyring keeps is
bound to the scheme, host and port it was entered for and is sent to no other: whoever changes the address is asked for the key again.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.base.errors import KeyTrouble, Refused, UserError
from core.base.secret import Secret
from core.llm.model import Model
from core.llm.registration import GENERIC_KEY
from core.net.base_url import read_base_url
from core.net.boundary import is_in_own_network

SHORTEST, LONGEST = 6, 512
_KEY = re.compile(r"[!-~]+", re.ASCII)
_FORM = 1


class Source(StrEnum):
    """Where a key was found."""

    VARIABLE = "variable"
    GENERIC = "generic"
    KEYRING = "keyring"
    NONE = "none"
    """There is none, and none is needed: no header is sent."""


@dataclass(frozen=True, slots=True)
class KeptKey:
    """A key as the keyring keeps it: together with what it was entered for."""

    key: Secret
    origin: str

    def written(self) -> str:
        """As it stands in the entry: short, ASCII."""
        return json.dumps(
            {"v": _FORM, "origin": self.origin, "key": self.key.reveal()}, separators=(",", ":")
        )

    @classmethod
    def read(cls, entry: str) -> "KeptKey":
        """Raises `KeyTrouble` model_key_unreadable for what `written` did not make."""
        try:
            raw = json.loads(entry)
            if raw["v"] == _FORM and isinstance(raw["key"], str) and isinstance(raw["origin"], str):
                return cls(fit_key(raw["key"]), raw["origin"])
        except (ValueError, KeyError, TypeError, UserError):
            pass
        # Without the cause: a reader's complaint quotes what it could not read.
        raise KeyTrouble("model_key_unreadable") from None


Kept = Callable[[str], KeptKey | None]
"""What the keyring keeps for a provider. May raise `KeyTrouble`."""


@dataclass(frozen=True, slots=True)
class FoundKey:
    """The key of a model. `shadowed`: MINGDAO_API_KEY came before another key that the keyring keeps for the provider."""

    key: Secret | None
    source: Source
    variable: str = ""
    shadowed: bool = False


def fit_key(text: str) -> Secret:
    """A key as somebody typed it. Raises `UserError` model_key_unfit for one with a blank in it, too short or too long to be one."""
    if not SHORTEST <= len(text) <= LONGEST or not _KEY.fullmatch(text):
        raise UserError("model_key_unfit", shortest=SHORTEST, longest=LONGEST)
    return Secret(text)


def key_is_optional(model: Model) -> bool:
    """Whether a server can do without: one on this machine, or in the clinic's own network and named by its address."""
    return is_in_own_network(read_base_url(model.base_url).host)


def key_of(model: Model, environment: Mapping[str, str], kept: Kept) -> FoundKey:
    """The key to send to a model.

    Raises `Refused` model_key_missing where one is needed and there is none, model_key_of_endpoint where the only one was entered for
    another address; `KeyTrouble` as the keyring does, where nothing came before it and the server needs a key; `UserError`
    model_key_unfit_variable for a variable with something in it that cannot be a key.
    """
    names = [(model.key_name, Source.VARIABLE)] if model.key_name else []
    if not model.registered:
        names.append((GENERIC_KEY, Source.GENERIC))
    for name, source in names:
        key = _of_variable(environment, name)
        if key is not None:
            shadowed = source is Source.GENERIC and _is_other(model, kept, key)
            return FoundKey(key, source, name, shadowed)
    return _of_keyring(model, kept)


def _of_variable(environment: Mapping[str, str], name: str) -> Secret | None:
    value = environment.get(name, "").strip()
    if not value:
        return None
    try:
        return fit_key(value)
    except UserError:
        raise UserError(
            "model_key_unfit_variable", variable=name, shortest=SHORTEST, longest=LONGEST
        ) from None


def _of_keyring(model: Model, kept: Kept) -> FoundKey:
    optional = key_is_optional(model)
    try:
        found = kept(model.provider)
    except KeyTrouble:
        if optional:
            return FoundKey(None, Source.NONE)
        raise
    if found is not None:
        if found.origin == read_base_url(model.base_url).origin:
            return FoundKey(found.key, Source.KEYRING)
        if not optional:
            raise Refused("model_key_of_endpoint", model=model.name, provider=model.provider)
    if optional:
        return FoundKey(None, Source.NONE)
    raise Refused("model_key_missing", model=model.name, provider=model.provider)


def _is_other(model: Model, kept: Kept, key: Secret) -> bool:
    try:
        found = kept(model.provider)
    except KeyTrouble:
        return False
    return found is not None and found.key != key
