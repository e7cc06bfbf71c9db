"""What a pack may ask of the program, read off `core.packhost.api.Context`: one port for each method of each of its members.

So the contract is written once, and a method that is not in it cannot be asked for. On the pipe every port takes its parameters by
name; bytes are base64, moments and days ISO 8601, exact numbers their digits as text, a dataclass is an object of its fields.
"""

import base64
import dataclasses
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from core.packhost.api import Context
from core.packhost.worker.protocol import Json, plain


@dataclass(frozen=True, slots=True)
class Port:
    """One thing that can be asked for."""

    member: str
    method: str
    signature: inspect.Signature
    hints: Mapping[str, Any]
    """The type of each parameter, and of the answer at `return`."""

    @property
    def name(self) -> str:
        return self.member if self.method == "__call__" else f"{self.member}.{self.method}"


@cache
def ports() -> Mapping[str, Port]:
    """Every port by its name on the pipe."""
    members = {
        name: hint for name, hint in get_type_hints(Context).items() if getattr(hint, "_is_protocol", False)
    }
    made = (
        _port(member, name, function)
        for member, protocol in members.items()
        for name, function in inspect.getmembers(protocol, inspect.isfunction)
        if not name.startswith("_") or (name == "__call__" and name in vars(protocol))
    )
    return {port.name: port for port in made}


def members() -> tuple[str, ...]:
    """The members of the context that are answered by the program."""
    hints = get_type_hints(Context)
    return tuple(name for name, hint in hints.items() if getattr(hint, "_is_protocol", False))


def wire(value: object) -> Json:
    """A value as it goes over the pipe. Raises `NotPlain`."""
    return plain(_flat(value))


def unwire(value: Any, hint: Any) -> Any:
    """A value as its type has it, of what the program sent. What is of no special type stays as it is."""
    if value is None:
        return None
    read = _READ.get(hint) if isinstance(hint, type) else None
    if read is not None:
        return read(value)
    origin, parts = get_origin(hint), get_args(hint)
    if origin in {Union, UnionType}:
        (first, *_) = [part for part in parts if part is not type(None)]
        return unwire(value, first)
    if isinstance(value, list) and parts:
        made = (unwire(entry, parts[0]) for entry in value)
        return tuple(made) if origin in {tuple, Sequence} else list(made)
    if isinstance(value, dict) and origin is not None and parts:
        return {key: unwire(entry, parts[1]) for key, entry in value.items()}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        hints = get_type_hints(hint)
        return hint(**{name: unwire(entry, hints[name]) for name, entry in value.items()})
    return value


_READ: Mapping[type, Callable[[Any], object]] = {
    bytes: base64.b64decode,
    datetime: datetime.fromisoformat,
    date: date.fromisoformat,
    Decimal: Decimal,
}


def _flat(value: object) -> object:
    match value:
        case bytes():
            return base64.b64encode(value).decode("ascii")
        case date():
            return value.isoformat()
        case Decimal():
            return format(value, "f")
        case Enum():
            return _flat(value.value)
        case Mapping():
            return {key: _flat(entry) for key, entry in value.items()}
        case list() | tuple():
            return [_flat(entry) for entry in value]
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return {
                field.name: _flat(getattr(value, field.name))
                for field in dataclasses.fields(value)
                if field.init
            }
        case _:
            return value


def _port(member: str, method: str, function: Callable[..., object]) -> Port:
    signature = inspect.signature(function)
    (_, *parameters) = signature.parameters.values()
    return Port(member, method, signature.replace(parameters=parameters), get_type_hints(function))
