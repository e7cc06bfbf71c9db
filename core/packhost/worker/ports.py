"""Answers a worker: what the pack asks for is carried out on the program's own context for that pack, by the thread that waits for
the call, so that whoever is at work and the patient of the call are those of the call.

What is asked for comes from the pack and is read strictly: another type, a parameter too many or too few is refused.
"""

import inspect
import json
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Protocol

from core.base.errors import UserError
from core.packhost.api import Context
from core.packhost.worker.contract import Port, ports, wire
from core.packhost.worker.protocol import Json


class Ports(Protocol):
    """What answers."""

    def answer(self, port: str, params: Mapping[str, Json]) -> Json:
        """The answer to one question. `port` is one of the contract's.

        Raises `ClinicError` for what the pack may not have or cannot mean; that is told to the pack. Anything else ends the call.
        """
        ...


class ContextPorts:
    """Ports of a context that is carried out in this process."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def answer(self, port: str, params: Mapping[str, Json]) -> Json:
        """Raises `UserError` port_unfit for parameters that do not fit, and whatever the context raises."""
        asked = ports()[port]
        bound = _read(asked, params)
        done = getattr(getattr(self._context, asked.member), asked.method)(*bound.args, **bound.kwargs)
        return wire(done)


def _read(port: Port, params: Mapping[str, Json]) -> inspect.BoundArguments:
    try:
        bound = port.signature.bind(
            **{
                name: _adapter(port.name, name).validate_json(json.dumps(value), strict=True)
                for name, value in params.items()
            }
        )
    except (TypeError, ValueError, KeyError) as error:
        raise UserError("port_unfit", port=port.name) from error
    return bound


@cache
def _adapter(port: str, name: str) -> Any:
    from pydantic import ConfigDict, TypeAdapter

    hint = ports()[port].hints[name]
    # A dataclass brings its own configuration and takes no other.
    return TypeAdapter(hint, config=None if is_dataclass(hint) else ConfigDict(val_json_bytes="base64"))
