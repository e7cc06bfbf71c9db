"""What whoever is at work is offered in their role, and switching to another role or another person.

Each action says in the catalogue which rights it takes; what none of them allows is not there. Where a role begins stands here.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.base.errors import ClinicError
from core.base.rights import Role
from core.events.model import Event, OperatorsChanged
from desktop.actions.catalog import SCREENS, ActionId, spec_of
from desktop.bridge.clinic import Opened
from desktop.session.close_guard import Leaving
from desktop.shell.role_sheet import RoleSheet

if TYPE_CHECKING:
    from desktop.shell.main_window import MainWindow

BEGINS_AT: Mapping[str, ActionId] = MappingProxyType(
    {
        Role.PHYSICIAN: ActionId.TODAY,
        Role.RECEPTION: ActionId.TODAY,
        Role.ADMIN: ActionId.SETTINGS,
        Role.AUDITOR: ActionId.LEDGER,
    }
)


def offered(opened: Opened | None, made: Collection[ActionId]) -> frozenset[ActionId]:
    """The actions that are there for whoever is at work, before a clinic is open for anybody. `made` are the screens there are."""
    return frozenset(
        action for action in ActionId if (action not in SCREENS or action in made) and _allows(opened, action)
    )


def begins_at(opened: Opened | None, allowed: Collection[ActionId]) -> ActionId:
    """The screen a role begins on, else the first that is there."""
    wanted = BEGINS_AT.get(opened.role, ActionId.TODAY) if opened else ActionId.TODAY
    return wanted if wanted in allowed else next(screen for screen in SCREENS if screen in allowed)


def _allows(opened: Opened | None, action: ActionId) -> bool:
    if opened is None:
        return True
    if action is ActionId.ROLE:
        return len(opened.roles) > 1
    if action is ActionId.OPERATOR:
        return opened.is_shared
    rights = spec_of(action).rights
    return not rights or opened.may(*rights)


class RoleDesk(QObject):
    """Switches the role of the window. `renew` makes the desk anew: at the place of the role, or, without a switch, where it stands."""

    def __init__(self, window: "MainWindow", renew: Callable[[bool], None]) -> None:
        super().__init__(window)
        self._window, self._renew = window, renew
        window.room.clinic.happened.connect(self._on_happened)

    def choose(self) -> RoleSheet | None:
        """Ask for a role; None where there is no choice."""
        opened, desk = self._window.room.clinic.opened, self._window.desk
        if opened is None or desk is None or not _allows(opened, ActionId.ROLE):
            return None
        sheet = RoleSheet(desk.body, self._window.room.messages, opened)
        sheet.switched.connect(self.switch)
        sheet.operator_wanted.connect(self._window.lock)
        return sheet

    def switch(self, role: Role) -> None:
        """Act in another role, once everything typed is safe."""
        desk, room = self._window.desk, self._window.room
        if desk is not None:
            desk.flush()
            room.guard.leave(Leaving.WINDOW, partial(self._switch, role), within=desk)

    def _switch(self, role: Role) -> None:
        room = self._window.room
        room.clinic.switch_role(self, role, partial(self._renew, True), self._on_refused)

    def _on_refused(self, error: ClinicError) -> None:
        self._window.room.trouble.present(error)

    def _on_happened(self, event: Event) -> None:
        if isinstance(event, OperatorsChanged):
            before = self._window.room.clinic.opened
            self._window.room.clinic.look_who(self, partial(self._on_seen, before))

    def _on_seen(self, before: Opened | None) -> None:
        """Whoever is at work may be allowed less or more than before."""
        now = self._window.room.clinic.opened
        if before and now and (before.rights, before.role) != (now.rights, now.role):
            desk = self._window.desk
            if desk is not None:
                desk.flush()
                leave = partial(self._renew, False)
                self._window.room.guard.leave(Leaving.WINDOW, leave, within=desk)
        else:
            self._window.show_who()
