"""A clinic's people for de-identification, without a clinic."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from core.base.ids import RecordNo
from core.net.deid.deidentifier import Deidentifier
from core.net.deid.known import Identity, Index
from core.packhost.host import mount

TODAY = date(2026, 11, 30)
OPEN = RecordNo("P001")
"""Whose record is open."""


class People:
    """`core.net.deid.known.KnownIdentities`."""

    def __init__(
        self, everybody: Iterable[Identity] = (), around: Mapping[RecordNo, Sequence[Identity]] | None = None
    ) -> None:
        self._everybody = Index(everybody)
        self._around = around or {}

    def everybody(self) -> Index:
        return self._everybody

    def around(self, record_no: RecordNo) -> Iterable[Identity]:
        return self._around[record_no]


def deidentifier(people: People) -> Deidentifier:
    """With what the packs that ship know by name."""
    return Deidentifier(people, lambda: TODAY, mount().no_persons)
