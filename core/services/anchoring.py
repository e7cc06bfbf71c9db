"""Keeping the head of the audit trail outside the store, and comparing the two when a clinic is opened."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from core.base.errors import ClinicError
from core.base.ports import Head
from core.ledger.anchor import Anchors
from core.ledger.audit import Action
from core.ledger.findings import Finding, Kind
from core.ledger.verify import against_anchors
from core.services.desk import Change, Desk
from core.store import audit_rows

EVERY_S = 300.0
"""So often an open clinic is anchored: what happens to the file can hide no more than this."""


class Anchoring:
    """The anchors of an open clinic. `findings` is what its opening found."""

    def __init__(self, desk: Desk, anchors: Anchors) -> None:
        self._desk = desk
        self.anchors = anchors
        self.findings: tuple[Finding, ...] = ()
        self._turn = threading.Lock()
        self._kept: Head | None = None
        self._left = threading.Event()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """From the opening to the closing of the clinic: compared first, anchored every few minutes and at the end."""
        self.findings = self._compared()
        if self.findings:
            self._note()
        keeper = threading.Thread(target=self._keep, name="audit-anchor", daemon=True)
        keeper.start()
        try:
            yield
        finally:
            self._left.set()
            keeper.join()
            self._try_to_anchor()

    def anchor(self) -> Head:
        """Keep the present head outside. Raises OSError."""
        with self._turn:
            head = self._desk.read(audit_rows.head)
            if head.seq and head != self._kept:
                self.anchors.write(head)
                self._kept = head
                if not self._desk.read(audit_rows.anchored_at):
                    self._desk.store.write(lambda connection: audit_rows.note_anchored(connection, head.at))
            return head

    def _compared(self) -> tuple[Finding, ...]:
        """The trail's head and guards against what is kept outside."""
        chain, anchors = audit_rows.StoredChain(self._desk.read), self.anchors.read()
        found = against_anchors(chain, anchors)
        if anchors.missing and self._desk.read(audit_rows.anchored_at):
            found.append(Finding(Kind.ANCHOR_MISSING, since=chain.head().at))
        if chain.missing_guards():
            found.append(Finding(Kind.UNGUARDED))
        return tuple(found)

    def _note(self) -> None:
        """What was found stays in the trail: the anchors move on from here."""

        def work(change: Change) -> None:
            change.trail.go_on_after(max(one.last for one in self.findings))
            for one in self.findings:
                change.trail.record(
                    Action.AUDIT_BREAK, reason=one.kind, first=one.first, last=one.last, since=one.since
                )
            audit_rows.put_guards_back(change.connection)

        self._desk.change(work)
        self.anchor()

    def _keep(self) -> None:
        while not self._left.wait(EVERY_S):
            self._try_to_anchor()

    def _try_to_anchor(self) -> None:
        # The anchor before stays where it is and still holds; what was done is done. A full disk must not undo it.
        with suppress(OSError, ClinicError):
            self.anchor()
