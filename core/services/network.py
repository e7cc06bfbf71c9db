"""Which hosts were asked for, by whom and for what, and what became of it: told from the audit trail, where every request stands.

There is no other log of the network. It holds hosts, sizes and codes: no path, no query, no body.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial

from sqlalchemy import Connection

from core.base.clock import from_stored, to_stored
from core.base.errors import UserError
from core.base.ports import AuditRow
from core.base.rights import Right
from core.ledger.audit import REFUSED, Action
from core.services.at_work.desk import Desk
from core.services.trail.words import detail_of
from core.settings.model import Settings
from core.store import audit_rows
from core.store.audit_rows import Wanted

MOST_ROWS = 100_000
"""Of the newest. A report that reached further says so."""

_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
LONGEST_DAYS = 36_500


class By(StrEnum):
    """What a report counts by."""

    HOST = "host"
    PACK = "pack"


@dataclass(frozen=True, slots=True)
class NetRow:
    """A request, or the `requests` of one call of a model: more where it was tried again, none where nothing left. `reason` is the code of why it was refused or failed; `kind` and `rule` are empty where the list was not asked."""

    at: datetime
    host: str
    port: int
    kind: str
    rule: str
    mode: str
    allowed: bool
    outcome: str
    reason: str
    pack: str
    purpose: str
    bytes_out: int
    bytes_in: int
    requests: int


@dataclass(frozen=True, slots=True)
class NetCount:
    """Requests that have the same in common. `cut_off` of them left and never came to an end that could be told."""

    host: str
    pack: str
    rule: str
    allowed: int
    refused: int
    cut_off: int
    bytes_out: int
    bytes_in: int

    @property
    def count(self) -> int:
        return self.allowed + self.refused + self.cut_off


@dataclass(frozen=True, slots=True)
class NetReport:
    """`since` is None for all there is; `is_cut` where there was more than fits in a report. Rows come newest first."""

    since: datetime | None
    counts: tuple[NetCount, ...]
    rows: tuple[NetRow, ...]
    is_cut: bool


class Network:
    """Of the open clinic."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def policy(self) -> Settings:
        """The settings with what packs may reach, `net_allow` and `net_mode`. Raises `UserError` settings_invalid."""
        return self._desk.settings()

    def report(self, since: str = "", by: By = By.HOST) -> NetReport:
        """What was asked of the network since `7d`, `24h`, `90m`, or a number of days. Looking leaves a row.

        Raises `Refused` not_allowed; `UserError` net_since.
        """
        self._desk.require(Right.TRAIL)
        start = self._desk.clock.now() - _span(since) if since.strip() else None
        wanted = to_stored(start) if start else ""
        filters = ["action", *(["since"] if start else [])]
        found = self._desk.read_told(partial(_rows, since=wanted), Action.AUDIT_READ, filters=filters)
        ended = [one for one in found if one.action == Action.NET_REQUEST]
        begun = [one for one in found if one.action == Action.NET_BEGIN]
        rows = [self._row(one) for one in ended[:MOST_ROWS]]
        counts = _counted(rows, map(self._row, begun), by)
        return NetReport(start, tuple(counts), tuple(rows), max(len(ended), len(begun)) > MOST_ROWS)

    def _row(self, row: AuditRow) -> NetRow:
        detail = detail_of(row)
        bytes_out = _number(detail, "bytes_out")
        # Rows of earlier versions tell of one request each, and not how many.
        requests = _number(detail, "requests") if "requests" in detail else int(bytes_out > 0)
        return NetRow(
            from_stored(row.at, self._desk.clock.zone),
            host=_text(detail, "host"),
            port=_number(detail, "port"),
            kind=_text(detail, "kind"),
            rule=_text(detail, "rule"),
            mode=_text(detail, "mode"),
            allowed=row.outcome != REFUSED,
            outcome=row.outcome,
            reason=row.reason,
            pack=_text(detail, "pack"),
            purpose=_text(detail, "purpose"),
            bytes_out=bytes_out,
            bytes_in=_number(detail, "bytes_in"),
            requests=requests,
        )


def _rows(connection: Connection, since: str) -> list[AuditRow]:
    """Of both kinds, the newest first, one more than a report takes at most."""
    found = [
        row
        for action in (Action.NET_REQUEST, Action.NET_BEGIN)
        for row in audit_rows.listed(connection, Wanted(since=since, action=action), MOST_ROWS + 1)
    ]
    return sorted(found, key=lambda row: -row.seq)


def _counted(rows: Sequence[NetRow], begun: Iterable[NetRow], by: By) -> list[NetCount]:
    """The most often asked first."""

    def key(one: NetRow) -> tuple[str, str, str]:
        return (one.host, one.pack if by is By.PACK else "", one.rule)

    groups: dict[tuple[str, str, str], list[NetRow]] = {}
    for one in rows:
        groups.setdefault(key(one), []).append(one)
    left: dict[tuple[str, str, str], int] = {}
    for one in begun:
        left[key(one)] = left.get(key(one), 0) + 1
    counts = []
    for at in {**groups, **left}:
        those = groups.get(at, [])
        host, pack, rule = at
        counts.append(
            NetCount(
                host,
                pack,
                rule,
                allowed=sum(max(1, one.requests) for one in those if one.allowed),
                refused=sum(not one.allowed for one in those),
                cut_off=max(0, left.get(at, 0) - sum(one.requests for one in those)),
                bytes_out=sum(one.bytes_out for one in those),
                bytes_in=sum(one.bytes_in for one in those),
            )
        )
    return sorted(counts, key=lambda one: (-one.count, one.pack, one.host, one.rule))


def _span(text: str) -> timedelta:
    number, unit = text.strip().lower(), "d"
    if number[-1] in _UNITS:
        number, unit = number[:-1], number[-1]
    if not (number.isascii() and number.isdigit() and len(number) <= 9):  # noqa: PLR2004 - what an int of any use has
        raise UserError("net_since", value=text)
    span = int(number) * _UNITS[unit]
    if not timedelta() < span <= timedelta(days=LONGEST_DAYS):
        raise UserError("net_since", value=text)
    return span


def _text(detail: Mapping[str, object], name: str) -> str:
    value = detail.get(name, "")
    return value if isinstance(value, str) else ""


def _number(detail: Mapping[str, object], name: str) -> int:
    value = detail.get(name, 0)
    return value if isinstance(value, int) else 0
