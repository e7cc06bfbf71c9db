"""A model that an admin registers: a server of the clinic's own, or one of a vendor the program does not know.

Checked as a whole, and refused rather than put right. What is kept is its plain form, read back by the same check.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.base.errors import Refused, UserError
from core.llm.catalog import Catalog
from core.llm.model import Boundary, Model
from core.net.base_url import read_base_url, written
from core.net.boundary import can_be_on_device
from core.net.tls import tls

EFFORTS = ("low", "high", "max")
MOST_TOKENS = 10_000_000
GENERIC_KEY = "MINGDAO_API_KEY"
"""The variable for providers that ship. A registration never gets it."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}", re.ASCII)
_PROVIDER = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}", re.ASCII)
_KEY_NAME = re.compile(r"[A-Z][A-Z0-9_]{2,63}", re.ASCII)
_KEY_ENDS = ("_API_KEY", "_KEY")
_NO_KEY = ("SECRET", "TOKEN", "PASSWORD", "CREDENTIAL", "PRIVATE", "PASSWD")
"""Words in the name of a variable that is there for something else."""


@dataclass(frozen=True, slots=True)
class Registration:
    """What an admin says of a model. An empty text and None stand for what was not said."""

    name: str
    provider: str
    kind: str
    base_url: str
    boundary: Boundary = Boundary.EXTERNAL
    context: int | None = None
    max_output: int | None = None
    efforts: tuple[str, ...] = ()
    takes_thinking: bool = False
    include_usage: bool = True
    """Whether it is asked to count its tokens at the end of a stream; a server that does not know the question refuses the call."""
    key_name: str = ""
    certificate: str = ""
    """PEM. The one to trust, where the server has none that the system knows."""

    def plain(self) -> dict[str, object]:
        """As it is kept."""
        return {
            "name": self.name,
            "provider": self.provider,
            "kind": self.kind,
            "base_url": self.base_url,
            "boundary": self.boundary.value,
            "context": self.context,
            "max_output": self.max_output,
            "efforts": list(self.efforts),
            "takes_thinking": self.takes_thinking,
            "include_usage": self.include_usage,
            "key_name": self.key_name,
            "certificate": self.certificate,
        }

    @classmethod
    def of_plain(cls, raw: Mapping[str, object]) -> "Registration":
        """What `plain` made. Raises KeyError, TypeError, ValueError for anything else."""
        efforts = raw["efforts"]
        if not isinstance(efforts, list):
            raise TypeError("efforts")
        return cls(
            name=str(raw["name"]),
            provider=str(raw["provider"]),
            kind=str(raw["kind"]),
            base_url=str(raw["base_url"]),
            boundary=Boundary(str(raw["boundary"])),
            context=_whole(raw["context"]),
            max_output=_whole(raw["max_output"]),
            efforts=tuple(map(str, efforts)),
            takes_thinking=raw["takes_thinking"] is True,
            include_usage=raw["include_usage"] is True,
            key_name=str(raw["key_name"]),
            certificate=str(raw["certificate"]),
        )


@dataclass(frozen=True, slots=True)
class Registered:
    """A registration that was found fit, in its one spelling, and the model it makes."""

    registration: Registration
    model: Model


def checked(one: Registration, known: Catalog) -> Registered:
    """Whether it can be: alone, apart from what else is registered.

    Raises `UserError` model_name, model_provider, model_kind, base_url, model_tokens, model_efforts, model_key_name, endpoint_certificate; `Refused`
    model_certificate_plain, base_url_not_https, model_provider_ships for the name of a provider that ships, model_name_ships for that of a model that does,
    model_key_of_another for the variable of one, model_not_on_device.
    """
    if not _NAME.fullmatch(one.name):
        raise UserError("model_name", limit=128)
    if any(one.name in (model.name, *model.aliases) for model in known.models):
        raise Refused("model_name_ships", model=one.name)
    if not _PROVIDER.fullmatch(one.provider):
        raise UserError("model_provider", limit=64)
    if one.provider in known.providers:
        raise Refused("model_provider_ships", provider=one.provider)
    kind = known.kinds.get(one.kind)
    if kind is None:
        raise UserError("model_kind", kind=one.kind, known=tuple(known.kinds))
    target = read_base_url(one.base_url)
    for tokens in (one.context, one.max_output):
        if tokens is not None and not 0 < tokens <= MOST_TOKENS:
            raise UserError("model_tokens", limit=MOST_TOKENS)
    if [effort for effort in EFFORTS if effort in one.efforts] != list(one.efforts):
        raise UserError("model_efforts", known=tuple(EFFORTS))
    _check_key_name(one.key_name, known)
    if one.certificate:
        if target.scheme != "https":
            raise Refused("model_certificate_plain", host=target.host)
        tls(one.certificate)
    if one.boundary is Boundary.ON_DEVICE and not (
        can_be_on_device(target.host) and kind.answers_here(one.name)
    ):
        raise Refused("model_not_on_device", model=one.name, host=target.host, kind=kind.name)
    url = written(target)
    return Registered(
        replace(one, kind=kind.name, base_url=url),
        Model(
            name=one.name,
            provider=one.provider,
            base_url=url,
            wire=kind.wire,
            boundary=one.boundary,
            context=one.context,
            max_output=one.max_output,
            efforts=one.efforts,
            takes_thinking=one.takes_thinking,
            include_usage=one.include_usage,
            key_name=one.key_name or None,
            certificate=one.certificate,
            registered=True,
        ),
    )


def _check_key_name(name: str, known: Catalog) -> None:
    if not name:
        return
    if any(name == provider.key_name for provider in known.providers.values()) or name == GENERIC_KEY:
        raise Refused("model_key_of_another", variable=name)
    if not _KEY_NAME.fullmatch(name) or not name.endswith(_KEY_ENDS) or any(word in name for word in _NO_KEY):
        raise UserError("model_key_name")


def _whole(value: object) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise TypeError("a number of tokens")
