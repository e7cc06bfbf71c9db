"""Servers of models on this machine, looked for where each kind usually listens: only when an admin says so, and only on this machine.

Nothing is told them but the question which models they have; each question stands in the log of the network.
"""

import asyncio
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from core.base.errors import ClinicError, Refused, UserError
from core.base.rights import Right
from core.llm.catalog import Kind, catalog
from core.llm.model import Boundary, Model
from core.llm.registration import Registration, checked
from core.llm.wire.listing import listed
from core.services.at_work.desk import Desk
from core.services.model_exit import ToldOfModels
from core.services.model_test.looking import Looking
from core.services.models import Models

SECONDS = 3.0
"""For a server on this machine to say what it has."""

MOST = 20
"""Models of one server that are offered."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A model of a server that was found, ready to be registered. `is_registered`: there is one of that name at that address already."""

    registration: Registration
    is_registered: bool


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that listens where servers of its kind usually do. What it is called by others nobody has checked."""

    kind: str
    base_url: str
    offered: tuple[Offered, ...]


class LocalServers:
    """Of the machine the clinic is open on."""

    def __init__(self, desk: Desk, models: Models, kinds: tuple[Kind, ...] = ()) -> None:
        """`kinds` stand in for those of the program in tests."""
        self._desk, self._models = desk, models
        self._kinds = kinds or tuple(catalog().kinds.values())
        self._looking = Looking(ToldOfModels(desk))

    def look(self) -> tuple[LocalServer, ...]:
        """Those that answered. From a thread that may wait. Raises `Refused` not_allowed."""
        self._desk.require(Right.SETTINGS)
        usual = [one for one in self._kinds if one.base_url and not one.passes_on]
        return asyncio.run(self._found(usual))

    async def _found(self, kinds: list[Kind]) -> tuple[LocalServer, ...]:
        found = await asyncio.gather(*map(self._server, kinds))
        return tuple(one for one in found if one is not None)

    async def _server(self, kind: Kind) -> LocalServer | None:
        here = Model("local", kind.name, kind.base_url, kind.wire, Boundary.ON_DEVICE)
        try:
            names = await self._looking.look(here, None, partial(listed, seconds=SECONDS))
        except ClinicError:
            return None
        offers = [one for one in (self._offered(kind, name) for name in names[:MOST]) if one is not None]
        return LocalServer(kind.name, kind.base_url, tuple(offers))

    def _offered(self, kind: Kind, name: str) -> Offered | None:
        """None for a name that nothing can be registered by."""
        fit = (
            PurePosixPath(name.replace("\\", "/")).name
            if name.startswith(("/", ".")) or "\\" in name
            else name
        )
        boundary = Boundary.ON_DEVICE if kind.answers_here(fit) else Boundary.EXTERNAL
        one = Registration(fit, kind.name, kind.name, kind.base_url, boundary)
        try:
            checked(one, catalog())
        except (UserError, Refused):
            return None
        return Offered(one, any(entry.name == fit for entry in self._models.every()))
