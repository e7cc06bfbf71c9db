"""In which role things are done in an open clinic.

Somebody with several roles has a present one. Where the role is switched by hand, nothing is done in another; elsewhere each thing
is done in a role they hold that may do it, the present one before the others. Either way the role is settled when a service is asked
and stays with what it does (a context, which the desk takes along to the store's threads), so that a row never names another.
"""

from contextvars import ContextVar
from dataclasses import replace

from core.base.rights import Right, Role, may
from core.ledger.audit import Actor
from core.services.at_work.roster import Roster

_SETTLED: ContextVar[tuple[object, Role] | None] = ContextVar("settled", default=None)
"""The role of what is under way, with a mark of the opening it belongs to: a mark, since a context outlives a clinic."""


class Acting:
    """Who is at work. `given` are the roles of somebody who stands in no roster: the recovery code, or the first operator."""

    def __init__(self, roster: Roster, actor: Actor, given: tuple[Role, ...] = (), *, by_hand: bool) -> None:
        self.roster = roster
        self._present = actor
        self.by_hand = by_hand
        self._given = given
        self._mark = object()

    @property
    def is_first(self) -> bool:
        """Whether this is whoever opens a store from before there were operators."""
        return bool(self._given) and self._given != (Role.ADMIN,) and not self.roster.everyone

    @property
    def held(self) -> tuple[Role, ...]:
        """The roles that can be switched to."""
        known = self.roster.named(self._present.operator)
        if known is None:
            return self._given
        return known.roles if known.is_active else ()

    @property
    def present(self) -> Actor:
        """Who is at work, in the present role: the first that is held when it was taken away."""
        held = self.held
        if self._present.role in held or not held:
            return self._present
        return replace(self._present, role=held[0])

    @property
    def actor(self) -> Actor:
        """Who does what is under way, in the role it was settled in."""
        settled = _SETTLED.get()
        if settled is None or settled[0] is not self._mark:
            return self.present
        return replace(self.present, role=settled[1])

    def settle(self, *rights: Right) -> bool:
        """Take the role that what comes now is done in; whether there is one with any of these rights. Without a right, the
        present one.
        """
        role = self._fitting(*rights)
        self._settle(role or self.present.role)
        return role is not None

    def could(self, right: Right) -> bool:
        """Whether there is a role with the right to do something in now."""
        return self._fitting(right) is not None

    def switch(self, role: Role) -> None:
        """Act as `role`, and from now on in no other until switched again."""
        self._present, self.by_hand = replace(self._present, role=role), True
        self._settle(role)

    def _fitting(self, *rights: Right) -> Role | None:
        present, held = self.present.role, self.held
        for role in (present, *(() if self.by_hand else held)):
            if role in held and any(may(role, right) for right in rights):
                return role
        return None

    def _settle(self, role: Role) -> None:
        _SETTLED.set((self._mark, role))
