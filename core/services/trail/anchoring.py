"""Keeping the head of the audit trail outside the store, and comparing the two when a clinic is opened.

What stands beside the store is compared before the clinic is open. What the keyring keeps is too when the keyring opened it; else it is
asked once the clinic is open, as it may not answer for ten seconds, and what that finds is added to `findings` and published.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from core.base.errors import ClinicError
from core.base.ports import Head
from core.events.model import AnchoringChanged, TrailBroken
from core.ledger.anchor import Anchors, Found
from core.ledger.audit import Action
from core.ledger.findings import Finding, Kind
from core.ledger.verify import GONE, against_anchors
from core.services.at_work.desk import Change, Desk
from core.store import audit_rows
from core.store.audit_rows import StoredChain

EVERY_S = 300.0
"""So often an open clinic is anchored: what happens to the file can hide no more than this."""

TOLD_AFTER = 3
"""Failures in a row after which it is said that the head cannot be kept outside."""

PATIENCE_S = 1.0
"""How long the closing waits for a keyring that has not answered yet."""


class _AtOpening(StoredChain):
    """The chain as it was found: rows that were written since are not counted."""

    def __init__(self, chain: StoredChain) -> None:
        super().__init__(chain.read)
        self._head, self._counted = chain.head(), chain.counted()

    def head(self) -> Head:
        return self._head

    def counted(self) -> int:
        return self._counted


class Anchoring:
    """The anchors of an open clinic. `findings` is what its opening found wrong; `failures` how often in a row it could not be anchored.

    `took_back` are the rows that a restore by the program took back before this opening: of these it is noted that they are gone, and
    that they are is not wrong. Rows beyond them are.
    """

    def __init__(
        self,
        desk: Desk,
        anchors: Anchors,
        *,
        asks_later: bool = False,
        took_back: tuple[int, int] | None = None,
    ) -> None:
        self._desk = desk
        self.anchors = anchors
        self.findings: tuple[Finding, ...] = ()
        self.failures = 0
        self._asks_later = asks_later
        self._took_back = took_back
        self._turn = threading.Lock()
        self._kept: Head | None = None
        self._left = threading.Event()
        self._keyring_told = ""

    @contextmanager
    def kept(self) -> Iterator[None]:
        """From the opening to the closing of the clinic: compared first, anchored every few minutes and at the end."""
        chain = _AtOpening(StoredChain(self._desk.read))
        found = self._compared(chain, self.anchors.beside() if self._asks_later else self.anchors.read())
        self.findings = _wrong(found)
        if found:
            self._note(found)
        workers = [threading.Thread(target=self._keep, name="audit-anchor", daemon=True)]
        asking = threading.Thread(target=self._ask, args=[chain], name="audit-anchor-keyring", daemon=True)
        if self._asks_later and self.anchors.uses_keyring:
            workers.append(asking)
        for worker in workers:
            worker.start()
        try:
            yield
        finally:
            if asking in workers:
                asking.join(PATIENCE_S)
            with self._turn:
                self._left.set()
            workers[0].join()
            self._try_to_anchor()

    def anchor(self) -> Head:
        """Keep the present head outside. Raises OSError."""
        with self._turn:
            return self._anchor()

    def _anchor(self) -> Head:
        head = self._desk.read(audit_rows.head)
        if head.seq and head != self._kept:
            self.anchors.write(head)
            self._kept = head
            if not self._desk.read(audit_rows.anchored_at):
                self._desk.store.write(lambda connection: audit_rows.note_anchored(connection, head.at))
        return head

    def _compared(self, chain: StoredChain, anchors: Found) -> tuple[Finding, ...]:
        """The trail's head and guards against what is kept outside."""
        found = self._against(chain, anchors)
        if anchors.missing and self._desk.read(audit_rows.anchored_at):
            found.append(Finding(Kind.ANCHOR_MISSING, since=chain.head().at))
        if chain.missing_guards():
            found.append(Finding(Kind.UNGUARDED))
        return tuple(found)

    def _against(self, chain: StoredChain, anchors: Found) -> list[Finding]:
        found = against_anchors(chain, anchors)
        return [
            replace(one, kind=Kind.RESTORED)
            if one.kind in GONE and (one.first, one.last) == self._took_back
            else one
            for one in found
        ]

    def _ask(self, chain: StoredChain) -> None:
        """What the keyring keeps, against the chain as it was when the clinic was opened."""
        found = self.anchors.ask()
        with self._turn:
            if self._left.is_set():
                return
            fresh = tuple(one for one in _wrong(self._against(chain, found)) if one not in self.findings)
            self.findings += fresh
            with suppress(OSError, ClinicError):
                if fresh:
                    self._note(fresh)
                else:
                    self._kept = None
                    self._anchor()
        if fresh:
            self._desk.bus.publish(TrailBroken(tuple(one.kind for one in fresh)))
        self._tell()

    def _note(self, found: tuple[Finding, ...]) -> None:
        """What was found stays in the trail: the anchors move on from here."""

        def work(change: Change) -> None:
            change.trail.go_on_after(max(one.last for one in found))
            for one in found:
                change.trail.record(
                    Action.AUDIT_BREAK, reason=one.kind, first=one.first, last=one.last, since=one.since
                )
            audit_rows.put_guards_back(change.connection)

        self._desk.change(work)
        self._anchor()

    def _keep(self) -> None:
        while not self._left.wait(EVERY_S):
            self._try_to_anchor()

    def _try_to_anchor(self) -> None:
        # The anchor before stays where it is and still holds; what was done is done. A full disk must not undo it.
        before = self.failures
        try:
            self.anchor()
        except (OSError, ClinicError):
            self.failures += 1
        else:
            self.failures = 0
        if self.failures == TOLD_AFTER or (before >= TOLD_AFTER and not self.failures):
            self._desk.bus.publish(AnchoringChanged(self.failures, self.anchors.keyring_trouble))
        else:
            self._tell()

    def _tell(self) -> None:
        """That the keyring takes no part any more is said once."""
        trouble = self.anchors.keyring_trouble
        if trouble and trouble != self._keyring_told:
            self._keyring_told = trouble
            self._desk.bus.publish(AnchoringChanged(self.failures, trouble))


def _wrong(found: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(one for one in found if one.kind is not Kind.RESTORED)
