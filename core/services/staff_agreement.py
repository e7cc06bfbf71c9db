"""Whether the operators and their roles are what the trail says was given to them.

Whoever has the data key can write a role into the store with another program. Each thing the program does to an operator leaves a row,
and the rows, one after the other, say who there is and in which roles.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, select

from core.base.chain import AuditKeys
from core.base.clock import Clock
from core.base.rights import FIRST_OPERATOR
from core.ledger.audit import OK, Action
from core.store import operators, schema


@dataclass(frozen=True, slots=True)
class _Told:
    """What the newest rows say of an operator. `name` is a keyed digest, empty in a row of an older program."""

    roles: frozenset[str]
    is_active: bool
    name: str


def staff_disagreeing(connection: Connection, keys: AuditKeys, clock: Clock) -> tuple[str, ...]:
    """The names of the operators who are not what the trail says; a number for one who is not there any more."""
    told = _told(connection)
    found = {one.id: one for one in operators.every(connection, clock.zone)}
    differs = [
        one.name
        for number, one in found.items()
        if number not in told
        or told[number].is_active != one.is_active
        or told[number].roles != frozenset(one.roles)
        or told[number].name not in {"", keys.digest(one.name)}
    ]
    return (*differs, *(f"#{number}" for number in sorted(told.keys() - found.keys())))


def _told(connection: Connection) -> Mapping[int, _Told]:
    audit = schema.audit
    rows = connection.execute(
        select(audit.c.action, audit.c.detail, audit.c.digest_after)
        .where(
            audit.c.action.in_((Action.OPERATOR_ADD, Action.OPERATOR_ROLES, Action.OPERATOR_END)),
            audit.c.outcome == OK,
        )
        .order_by(audit.c.seq)
    )
    # Whoever set the clinic up was there before the first row.
    told = {operators.FIRST: _Told(frozenset(FIRST_OPERATOR), is_active=True, name="")}
    for action, written, digest in rows:
        detail = json.loads(written)
        number = detail["operator"]
        before = told.get(number, _Told(frozenset(), is_active=True, name=""))
        roles = frozenset(detail["roles"]) if "roles" in detail else before.roles
        told[number] = _Told(roles, action != Action.OPERATOR_END, digest or before.name)
    return told
