"""The context a pack has in its worker: what is called on it is asked of the program, and answered there."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from core.packhost.api import Context
from core.packhost.worker.contract import Port, members, ports, unwire, wire
from core.packhost.worker.protocol import Json

Ask = Callable[[str, Mapping[str, Json]], Json]
"""Asks the program at a port. Raises the `ClinicError` it answers with."""


class Remote:
    """One member of the context. It has the methods of its contract, and takes no others."""

    __slots__ = ("_ask", "_ports")

    _ask: Ask
    _ports: Mapping[str, Port]

    def __init__(self, member: str, ask: Ask) -> None:
        object.__setattr__(self, "_ask", ask)
        object.__setattr__(
            self, "_ports", {port.method: port for port in ports().values() if port.member == member}
        )

    def __getattr__(self, name: str) -> Callable[..., Any]:
        port = self._ports.get(name)
        if port is None:
            raise AttributeError(name)
        return lambda *args, **kwargs: self._asked(port, args, kwargs)

    def __call__(self, *args: object, **kwargs: object) -> object:
        return self.__getattr__("__call__")(*args, **kwargs)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(name)

    def _asked(self, port: Port, args: tuple[object, ...], kwargs: dict[str, object]) -> Any:
        given = port.signature.bind(*args, **kwargs).arguments
        answer = self._ask(port.name, {name: wire(value) for name, value in given.items()})
        return unwire(answer, port.hints.get("return"))


def context_of(name: str, version: str, ask: Ask) -> Context:
    """The context of a pack."""
    remote = {member: Remote(member, ask) for member in members()}
    return Context(name=name, version=version, **cast("Any", remote))
