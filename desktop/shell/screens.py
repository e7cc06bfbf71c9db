"""What the shell knows of screens: which there are, how each is made, and what one may offer beyond being shown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from core.base.messages import Messages
from desktop.actions.catalog import ActionId, Fact
from desktop.bridge.clinic import ClinicBridge
from desktop.bridge.notices import Notices
from desktop.session.backup_work import BackupWork
from desktop.session.close_guard import CloseGuard
from desktop.session.options import Options
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
    options: Options
    backups: BackupWork


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen of the rail. It is made when it is first wanted, and goes with the open clinic."""

    id: ActionId
    make: Callable[[Room], Page]


@runtime_checkable
class Finds(Protocol):
    """A page with a find box."""

    def go_to_find(self) -> None: ...

    @property
    def typed_name(self) -> str:
        """What is typed there, as the name of somebody new."""
        ...


@runtime_checkable
class Registers(Protocol):
    """A page that can register somebody new."""

    def register_new(self, name: str) -> None: ...


@runtime_checkable
class Returns(Protocol):
    """A page that can be made anew and come back to where it was: in another language, with rows of another height."""

    @property
    def place(self) -> str: ...

    def return_to(self, place: str) -> None: ...


@runtime_checkable
class Keeps(Protocol):
    """A page that keeps drafts. `unsaved` is what of them could not be saved, "" for nothing; a page made anew takes it back."""

    @property
    def unsaved(self) -> str: ...

    def take_back(self, unsaved: str) -> None: ...


@runtime_checkable
class Acts(Protocol):
    """A page that does actions of the catalogue itself: save, sign, print. `facts` is what holds on it now."""

    @property
    def facts(self) -> frozenset[Fact]: ...

    def act(self, action: ActionId) -> None: ...
