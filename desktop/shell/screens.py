"""What the shell knows of screens: which there are, how each is made, and what one may offer beyond being shown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from core.base.messages import Messages
from desktop.actions.catalog import ActionId, Fact
from desktop.bridge.clinic import ClinicBridge
from desktop.bridge.notices import Notices
from desktop.session.close_guard import CloseGuard
from desktop.session.page import Page
from desktop.trouble.present import Trouble


@dataclass(frozen=True, slots=True)
class Room:
    """What a screen is made with."""

    clinic: ClinicBridge
    notices: Notices
    guard: CloseGuard
    trouble: Trouble
    messages: Messages


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen of the rail. It is made when it is first wanted, and goes with the open clinic."""

    id: ActionId
    make: Callable[[Room], Page]


@runtime_checkable
class Finds(Protocol):
    """A page with a find box."""

    def go_to_find(self) -> None: ...


@runtime_checkable
class Registers(Protocol):
    """A page that can register somebody new."""

    def register_new(self) -> None: ...


@runtime_checkable
class Acts(Protocol):
    """A page that does actions of the catalogue itself: save, sign, print. `facts` is what holds on it now."""

    @property
    def facts(self) -> frozenset[Fact]: ...

    def act(self, action: ActionId) -> None: ...
