"""The clinic's people for de-identification: an index in memory, made at its first use and brought up to date before each.

In memory, since a text has many more places where a name could stand than a store answers questions in the time of a call. It holds what
the open store holds, in this process alone.
"""

from collections.abc import Iterable, Iterator
from threading import Lock

from sqlalchemy import Connection

from core.base.ids import RecordNo
from core.net.deid.deidentifier import Deidentifier
from core.net.deid.known import Identity, Index
from core.net.deid.span import Kind
from core.services.at_work.desk import Desk
from core.store import identities
from core.store.identities import Known, Mark


class ClinicIdentities:
    """Implements `core.net.deid.known.KnownIdentities`. May be used from any thread."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lock = Lock()
        self._index = Index()
        self._mark = Mark()

    def everybody(self) -> Index:
        """Raises what reading the store raises."""
        with self._lock:
            self._desk.store.read(self._catch_up)
            return self._index

    def around(self, record_no: RecordNo) -> Iterable[Identity]:
        """The patient, by every name, number and birth there was. Raises `LookupError` when there is no such patient: then a text is about
        somebody we do not know, and must not leave as if we did.
        """
        known = self._desk.store.read(lambda connection: identities.of(connection, record_no))
        if not known:
            raise LookupError
        return [_identity(one, Kind.PATIENT) for one in known]

    def _catch_up(self, connection: Connection) -> None:
        if not identities.continues(connection, self._mark):
            self._index, self._mark = Index(), Mark()
        newest = identities.newest(connection)
        # Whoever works here first: a physician who is a patient too is named as a physician.
        self._index.add(Identity(Kind.STAFF, (one.name,)) for one in self._desk.roster.everyone)
        if newest != self._mark:
            self._index.add(self._added(connection))
            self._mark = newest

    def _added(self, connection: Connection) -> Iterator[Identity]:
        return (_identity(one, Kind.PERSON) for one in identities.since(connection, self._mark))


def deidentifier(desk: Desk) -> Deidentifier:
    """De-identification in an open clinic, with its people and with what its packs know by name."""
    return Deidentifier(ClinicIdentities(desk), lambda: desk.clock.now().date(), desk.packs.no_persons)


def _identity(known: Known, kind: Kind) -> Identity:
    numbers = [(Kind.PHONE, known.phone), (Kind.ID_CARD, known.id_card)]
    return Identity(
        kind,
        (known.name,),
        tuple((of, number) for of, number in numbers if number),
        known.record_no,
        births=(known.birth,) if known.birth else (),
    )
