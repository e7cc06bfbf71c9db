"""Who may be at work in the clinic that a key has just opened: what opens the store is one thing, who works here another."""

from sqlalchemy import Connection

from core.base.clock import Clock
from core.base.errors import Refused
from core.base.messages import Words
from core.base.rights import FIRST_OPERATOR, Role
from core.ledger.audit import REFUSED, Action, Actor, Book, Trail
from core.services.at_work.acting import Acting
from core.services.at_work.desk import role_words
from core.services.at_work.roster import Roster
from core.store.audit_rows import StoredAuditRows
from core.store.store import Store
from core.store.unlocking import Road


def admitted(
    store: Store,
    book: Book,
    clock: Clock,
    opener: Actor,
    road: Road,
    *,
    role: Role | None = None,
    by_hand: bool = False,
) -> Acting:
    """Whoever opened the clinic, in the first role they hold, or in the one that is named.

    The recovery code is the clinic's and acts as admin: it lets people in, it reads no record. In a store from before there were
    operators whoever opens it has every role of the first one (`Operators.enter_first`).
    Raises `Refused` operator_unknown, operator_gone, which leave a row; role_not_held.
    """
    roster = Roster(store.read, clock)
    known = roster.named(opener.operator)
    given: tuple[Role, ...] = ()
    if road is Road.RECOVERY:
        given, known = (Role.ADMIN,), None
    elif not roster.everyone:
        given = FIRST_OPERATOR
    elif known is None or not known.is_active:
        code = "operator_unknown" if known is None else "operator_gone"
        _tell(store, book, clock, opener, code)
        raise Refused(code, operator=opener.operator)
    held = known.roles if known else given
    if role is not None and role not in held:
        raise Refused("role_not_held", role=Words(f"roles.{role}"), held=role_words(held))
    name = known.name if known else opener.operator
    actor = Actor(name, opener.source, role or held[0])
    return Acting(roster, actor, given, by_hand=by_hand or role is not None)


def _tell(store: Store, book: Book, clock: Clock, actor: Actor, reason: str) -> None:
    def work(connection: Connection) -> None:
        trail = Trail(StoredAuditRows(connection), book, actor, clock.now())
        trail.record(Action.OPERATOR_REFUSED, reason=reason, outcome=REFUSED)

    store.write(work)
