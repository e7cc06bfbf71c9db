"""How it stands with what the clinic's records rest on: the disk, the folder, the clock, and whether changes are being kept.

`look` also holds space back again once there is room, so that a full disk is got over without a new start.
"""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Connection

from core.base.clock import from_stored, to_stored
from core.base.errors import ClinicError
from core.base.ids import RecordNo, record_no_of
from core.base.messages import Messages
from core.base.paths import Home
from core.base.places import synced_by
from core.base.space import MIB, ROOM, free_space
from core.services.agreement import disagreeing
from core.services.at_work.desk import Desk
from core.services.staff_agreement import staff_disagreeing
from core.store import moments
from core.store.reserve import Reserve
from core.store.soundness import Soundness, examined

TOLERANCE = timedelta(minutes=2)
"""A clock that is set by the network moves by seconds; that is no concern."""


@dataclass(frozen=True, slots=True)
class Concern:
    """Something a person should see to. `code` names `health.<code>` of the message files; `error` is the failure behind it."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    error: ClinicError | None = None

    @property
    def is_loud(self) -> bool:
        """Whether what is written now may be lost: it is said until it is over."""
        return self.code in {"write_failed", "disk_full"}

    @property
    def cause(self) -> str:
        """What tells this concern from another of its kind."""
        return self.error.code if self.error else ""

    def words(self, messages: Messages) -> tuple[str, str]:
        """What is the matter, and what to do next."""
        why, hint = messages.error(self.error) if self.error else ("", "")
        params = {"why": why, **self.params}
        return (
            messages.text(f"health.{self.code}.message", **params),
            hint or messages.text(f"health.{self.code}.hint", **params),
        )


@dataclass(frozen=True, slots=True)
class Report:
    """What was found. `written_at` is when a change last became durable in this opening, None before the first."""

    concerns: tuple[Concern, ...]
    written_at: datetime | None


@dataclass(frozen=True, slots=True)
class Examined:
    """The file, and the records and operators that are not what the trail says; those are looked at in a sound file only."""

    file: Soundness
    records: tuple[RecordNo, ...] = ()
    operators: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        return self.file.is_sound and not self.records and not self.operators


class Health:
    """Of the open clinic."""

    def __init__(self, desk: Desk, home: Home, reserve: Reserve) -> None:
        self._desk, self._home, self._reserve = desk, home, reserve
        self._turn = threading.Lock()
        self._synced = synced_by(home.folder)
        # What the trail says of the time before this opening: its own rows have the clock of now.
        latest = desk.read(moments.latest_row)
        self._latest = from_stored(latest, desk.clock.zone) if latest else None

    def look(self) -> Report:
        """Look at everything; it takes a few milliseconds. Raises `ClinicError` when the store cannot be read."""
        with self._turn:
            now = self._desk.clock.now()
            written = self._desk.store.written
            at = None if written.at is None else now - timedelta(seconds=time.monotonic() - written.at)
            concerns = (*self._changes(written.failure), *self._disk(), *self._folder(), *self._clock(now))
            return Report(concerns, at)

    def examine(self) -> Examined:
        """Look at every page of the store, at its structure, and at whether the records say what the trail says. It takes long.

        Raises `ClinicError` when the store cannot be read.
        """
        file = examined(self._desk.store)
        if not file.is_sound:
            return Examined(file)
        keys, clock = self._desk.book.keys, self._desk.clock
        with self._desk.store.aside() as lane:
            staff = lane.run(lambda connection: staff_disagreeing(connection, keys, clock))
            return Examined(file, disagreeing(lane, keys, clock), staff)

    def _changes(self, failure: str) -> list[Concern]:
        if not failure:
            return []
        error = ClinicError(failure, file=self._home.store, folder=self._home.folder, needed=ROOM // MIB)
        return [Concern("write_failed", error=error)]

    def _disk(self) -> list[Concern]:
        held = self._reserve.make()
        try:
            free = free_space(self._home.folder)
        except OSError:
            return []
        room = {"free": free // MIB, "needed": ROOM // MIB}
        if not held:
            return [Concern("disk_full", room)]
        return [Concern("disk_low", room)] if free < ROOM else []

    def _folder(self) -> list[Concern]:
        return [Concern("folder_synced", {"service": self._synced})] if self._synced else []

    def _clock(self, now: datetime) -> list[Concern]:
        found: list[Concern] = []
        if self._latest and now < self._latest - TOLERANCE:
            found.append(Concern("clock_behind", {"now": _minute(now), "latest": _minute(self._latest)}))
        self._latest = max(now, self._latest or now)
        ahead = self._desk.read(lambda connection: self._visits_ahead(connection, now))
        return found + ahead

    def _visits_ahead(self, connection: Connection, now: datetime) -> list[Concern]:
        ahead = moments.visits_after(connection, to_stored(now + TOLERANCE))
        if ahead is None:
            return []
        told = {
            "count": ahead.count,
            "record_no": record_no_of(ahead.patient_id),
            "visit": ahead.visit,
            "at": _minute(from_stored(ahead.at, self._desk.clock.zone)),
        }
        return [Concern("visits_ahead", told)]


def _minute(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
