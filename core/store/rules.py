"""Which things the clinic wants two people for. It stands with the records, under their key: no text editor changes it without a row."""

from collections.abc import Iterable

from sqlalchemy import Connection, select, text, update

from core.base.rights import TwoPersonRule
from core.store.schema import clinic


def rules_of(connection: Connection) -> frozenset[TwoPersonRule]:
    """Those that are on. None in a store from before there were any, as a backup can be."""
    column = text("SELECT count(*) FROM pragma_table_info('clinic') WHERE name = 'two_person_rules'")
    if not connection.scalar(column):
        return frozenset()
    return frozenset(map(TwoPersonRule, str(connection.scalar(select(clinic.c.two_person_rules))).split()))


def keep_rules(connection: Connection, rules: Iterable[TwoPersonRule]) -> None:
    """These are on from now on, and no others."""
    connection.execute(update(clinic).values(two_person_rules=" ".join(sorted(rules))))
