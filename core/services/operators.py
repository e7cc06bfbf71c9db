"""The operators of the clinic: who may open it, and in which roles. Their keys, their row and the audit row go together.

Each change asks again for the passphrase of the operator at work, or for the recovery code (`Keys.asked_again`): an unlocked window that
was left alone lets nobody in. Nobody is removed: who left is ended, and what they did keeps their name.
"""

from collections.abc import Iterable
from dataclasses import replace

from core.base.clock import to_stored
from core.base.errors import Refused, UserError
from core.base.messages import Words
from core.base.passphrase import refuse_weak
from core.base.rights import FIRST_OPERATOR, Right, Role
from core.base.text import is_missing, is_visible
from core.events.model import OperatorsChanged
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.services.at_work.roster import can_be_two
from core.services.keys.keys import Keys
from core.store import operators as store
from core.store.envelope import BY_RECOVERY, Envelope
from core.store.operators import Operator, identity
from core.store.rules import rules_of
from core.store.unlocking import Credential, Unlocked
from core.store.wraps import passphrase_wrap

__all__ = ["Operator", "Operators"]

NAME_LIMIT = 60
"""Characters."""


class Operators:
    """Who works in the open clinic."""

    def __init__(self, desk: Desk, keys: Keys) -> None:
        self._desk, self._keys = desk, keys
        desk.bus.subscribe(OperatorsChanged, lambda _: desk.roster.refresh())

    def every(self) -> tuple[Operator, ...]:
        """All there ever were, in the order they came; who left has an end."""
        self._desk.require(Right.OPERATORS)
        return self._desk.roster.everyone

    def add(self, by: Credential, name: str, roles: Iterable[Role], passphrase: str) -> Operator:
        """Somebody new, with a passphrase of their own.

        Raises `UserError` name_required, name_too_long, operator_exists (also for somebody who left: rows of the past have that
        name), roles_required, passphrase_taken, empty_passphrase, passphrase_…; `Refused` passphrase_first while somebody here has none:
        the keyring knows only whose account it is; and as `Keys.asked_again` does.
        """
        self._desk.require(Right.OPERATORS)
        name, given = name.strip(), _roles(roles)
        if is_missing(name) or not is_visible(name):
            raise UserError("name_required")
        if len(name) > NAME_LIMIT:
            raise UserError("name_too_long", limit=NAME_LIMIT)
        if self._desk.roster.named(name) or identity(name) == identity(BY_RECOVERY):
            raise UserError("operator_exists", operator=name)
        refuse_weak(passphrase, (name, self._desk.settings().clinic_name))

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            bare = set(unlocked.envelope.people) - set(unlocked.envelope.operators)
            if bare:
                raise Refused("passphrase_first", operators="、".join(sorted(bare)))
            self._keys.refuse_taken(unlocked.envelope, passphrase, name)
            wrap = passphrase_wrap(unlocked.envelope.store, unlocked.key, passphrase, name)
            return unlocked.envelope.with_wrap(wrap), None

        def enter(made: Change) -> dict[str, object]:
            number = store.add(made.connection, name, given, at=to_stored(made.at), by=made.by)
            made.announce(OperatorsChanged())
            return {"operator": number, "roles": given, "after": name}

        self._keys.changed(by, Action.OPERATOR_ADD, change, also=enter)
        return self._now(name)

    def change_roles(
        self, by: Credential, name: str, roles: Iterable[Role], *, last_physician: bool = False
    ) -> Operator:
        """These roles and no others from now on. What opens the store stays as it is.

        Raises `UserError` unknown_operator, operator_ended, roles_required, nothing_to_change_roles; `Refused` last_admin,
        rule_needs_two, last_physician unless it was said that nobody will be one; and as `Keys.asked_again` does.
        """
        self._desk.require(Right.OPERATORS)
        one, given = self._active(name), _roles(roles)
        if given == one.roles:
            raise UserError("nothing_to_change_roles", operator=one.name)
        self._refuse_unmanned(one, given, last_physician=last_physician)
        self._keys.asked_again(by)

        def work(made: Change) -> None:
            store.give_roles(made.connection, one.id, given)
            made.trail.record(
                Action.OPERATOR_ROLES, by=by.road, operator=one.id, roles=given, roles_before=one.roles
            )
            made.announce(OperatorsChanged())

        self._desk.change(work)
        return self._now(name)

    def end(self, by: Credential, name: str, *, last_physician: bool = False) -> Operator:
        """Somebody leaves: their passphrase, and a key that the keyring keeps for them, open nothing any more. Their patients are
        everybody's to take over: for a reason while there are two physicians or more, for none where one is left.

        Raises `UserError` unknown_operator, operator_ended; `Refused` own_end for the operator at work, last_admin,
        rule_needs_two, too_few_keys, last_physician unless it was said that nobody will be one; and as `Keys.asked_again` does.
        """
        self._desk.require(Right.OPERATORS)
        one = self._active(name)
        if one.name == self._desk.actor.operator:
            raise Refused("own_end")
        self._refuse_unmanned(one, (), last_physician=last_physician)

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            left, kept = unlocked.envelope, unlocked.envelope.keyring_wrap
            if kept is not None and kept.operator == one.name:
                left = left.without_keyring()
            if one.name in left.operators:
                left = left.without_passphrase_of(one.name)
            return left, None

        def leave(made: Change) -> dict[str, object]:
            store.end(made.connection, one.id, at=to_stored(made.at))
            made.announce(OperatorsChanged())
            return {"operator": one.id}

        self._keys.changed(by, Action.OPERATOR_END, change, also=leave, revokes=True)
        return self._now(name)

    def enter_first(self, operator: str) -> None:
        """Enter whoever opens a store from before there were operators. Part of the opening: nobody else is there to allow it."""
        self._desk.in_present_role()

        def work(made: Change) -> None:
            number = store.add(made.connection, operator, FIRST_OPERATOR, at=to_stored(made.at), by=operator)
            made.trail.record(Action.OPERATOR_ADD, operator=number, roles=FIRST_OPERATOR, after=operator)
            made.announce(OperatorsChanged())

        self._desk.change(work)

    def _active(self, name: str) -> Operator:
        one = self._desk.roster.named(name)
        if one is None:
            raise UserError("unknown_operator", operator=name)
        if not one.is_active:
            raise UserError("operator_ended", operator=one.name)
        return one

    def _refuse_unmanned(self, one: Operator, roles: tuple[Role, ...], *, last_physician: bool) -> None:
        """Refuse what would leave the clinic without an admin, a rule of two people without two, or, unsaid, without a physician."""
        others = [other for other in self._desk.roster.active if other.id != one.id]

        def is_last(role: Role) -> bool:
            return (
                role in one.roles and role not in roles and not any(role in other.roles for other in others)
            )

        if is_last(Role.ADMIN):
            raise Refused("last_admin", operator=one.name)
        if is_last(Role.PHYSICIAN) and not last_physician:
            raise Refused("last_physician", operator=one.name)
        after = [*others, replace(one, roles=roles)]
        for rule in sorted(self._desk.read(rules_of)):
            if not can_be_two(rule, after):
                raise Refused("rule_needs_two", rule=Words(f"rules.{rule}.title"))

    def _now(self, name: str) -> Operator:
        one = self._desk.roster.named(name)
        if one is None:
            raise RuntimeError("An operator that was just entered is there")
        return one


def _roles(roles: Iterable[Role]) -> tuple[Role, ...]:
    """In their order, once each. Raises `UserError` roles_required."""
    given = set(roles)
    if not given:
        raise UserError("roles_required")
    return tuple(role for role in Role if role in given)
