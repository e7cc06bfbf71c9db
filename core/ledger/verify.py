"""Walks the chain and says what is wrong with it: what kind, at which rows. Pure; the rows come through `AuditChain`.

One pass seals every row anew. A row that fails is asked whether it holds under another number, near by or behind the row
its `prev` names: so deleted, inserted and swapped rows are told from altered ones. What the chain itself cannot show (its own end
cut off, all of it made anew) the anchors do.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.base.chain import START, AuditKeys, row_bytes, sealer
from core.base.ports import AuditChain, AuditRow, Head, Link
from core.ledger.anchor import Found
from core.ledger.audit import Action
from core.ledger.findings import Finding, Kind

NEAR = 8
"""So far from its place a row is looked for by number alone."""

CLOSELY = 200
"""So many failed rows are each looked into; of more, only the run they stand in is told."""


GONE = {Kind.TRUNCATED, Kind.ROLLED_BACK, Kind.RESTORED}
"""Kinds of which the numbers that are gone are not given out again."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`found` is wrong now; `breaks` were found and noted at earlier openings. `head` is the newest row."""

    rows: int
    head: Head
    found: tuple[Finding, ...]
    breaks: tuple[Finding, ...]

    @property
    def whole(self) -> bool:
        return not self.found


@dataclass(slots=True)
class _Run:
    """Failed rows one after the other. `shift` is how far above its true number each stands; None when none is known."""

    first: int
    last: int
    shift: int | None
    linked: bool
    since: str


@dataclass
class _Walk:
    chain: AuditChain
    seal: Callable[[bytes], bytes]
    rows: int = 0
    seq: int = 0
    prev: bytes = START
    at: str = ""
    runs: list[_Run] = field(default_factory=list)
    found: list[Finding] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    looked: int = 0

    def through(self, told: Callable[[int], None]) -> None:
        seal, noted = self.seal, Action.AUDIT_BREAK.value
        while links := self.chain.links(self.seq):
            for link in links:
                seq, content, prev, mac, at, action = link
                sealed = seal(content.encode() + prev) == mac
                if not (sealed and prev == self.prev and seq == self.seq + 1):
                    self._odd(link, sealed=sealed)
                if action == noted and sealed:
                    self.breaks.append(seq)
                self.seq, self.prev, self.at = seq, mac, at
            self.rows += len(links)
            told(self.rows)

    def _odd(self, link: Link, *, sealed: bool) -> None:
        seq, content, prev, mac, _, _ = link
        row = self.chain.row(seq) if not sealed and self.looked < CLOSELY else None
        # SQLite wrote these bytes; what they are is defined by `row_bytes`.
        sealed = sealed or (row is not None and self.seal(row_bytes(row) + prev) == mac)
        linked = prev == self.prev
        if sealed:
            self._misplaced(seq, linked=linked)
            return
        shift = self._shift(seq, content, prev, mac)
        self.looked += 1
        run = self.runs[-1] if self.runs else None
        if run and run.last == self.seq == seq - 1 and run.shift == shift:
            run.last = seq
            run.linked = run.linked and linked
        else:
            self.runs.append(_Run(seq, seq, shift, linked, self.at))

    def _misplaced(self, seq: int, *, linked: bool) -> None:
        """A row as it was sealed, behind another than then."""
        failed_before = bool(self.runs) and self.runs[-1].last == self.seq
        if seq > self.seq + 1:
            row = self.chain.row(seq)
            if not (linked and row and _may_skip(row, self.seq + 1)):
                self.found.append(Finding(Kind.DELETED, self.seq + 1, seq - 1, self.at))
        elif not linked and not failed_before:
            self.found.append(Finding(Kind.ALTERED, seq - 1, seq - 1, self.at))

    def _shift(self, seq: int, content: str, prev: bytes, mac: bytes) -> int | None:
        """How far above its true number the row stands."""
        known = [self.runs[-1].shift] if self.runs and self.runs[-1].shift else []
        near = [shift for step in range(1, NEAR + 1) for shift in (step, -step)]
        for shift in [*known, *(near if self.looked < CLOSELY else [])]:
            if shift and self.holds(seq - shift, content, prev, mac):
                return shift
        if self.looked < CLOSELY:
            before = 0 if prev == START else self.chain.seq_of(prev)
            if before is not None and self.holds(before + 1, content, prev, mac):
                return seq - before - 1
        return None

    def holds(self, number: int, content: str, prev: bytes, mac: bytes) -> bool:
        """Whether the row is the one that was sealed under this number."""
        return self.seal(f"[{number}{content[content.index(',') :]}".encode() + prev) == mac


def verify(
    chain: AuditChain, keys: AuditKeys, anchors: Found, told: Callable[[int], None] = lambda _: None
) -> Verdict:
    """Everything that is wrong. `told` hears how many rows are done; what it raises ends the walk."""
    walk = _Walk(chain, sealer(keys.rows))
    walk.through(told)
    head = chain.head()
    anchored = max((one.seq for one in anchors.heads), default=0)
    found = [*walk.found, *_explained(walk, head, anchored), *against_anchors(chain, anchors)]
    if chain.missing_guards():
        found.append(Finding(Kind.UNGUARDED))
    failed = [(run.first, run.last) for run in walk.runs]
    deleted = [(one.first, one.last) for one in walk.found]
    found = [
        one
        for one in found
        # An anchored row that failed by itself is told of already.
        if one.kind is not Kind.ANCHOR_DIFFERS
        or not any(first <= one.first <= last for first, last in [*failed, *deleted])
    ]
    found.sort(key=lambda one: (one.first or head.seq + 1, one.last))
    return Verdict(
        walk.rows, head, tuple(found), tuple(_noted(row) for seq in walk.breaks if (row := chain.row(seq)))
    )


def against_anchors(chain: AuditChain, anchors: Found) -> list[Finding]:
    """What the anchors say about the head of the chain. Takes no time."""
    found: list[Finding] = []
    head, counted = chain.head(), chain.counted()
    last = max((one.seq for one in anchors.heads), default=0)
    if max(last, counted) > head.seq:
        kind = Kind.TRUNCATED if counted > head.seq else Kind.ROLLED_BACK
        found.append(Finding(kind, head.seq + 1, max(last, counted), head.at))
    found += [
        Finding(Kind.ANCHOR_DIFFERS, one.seq, one.seq, one.at)
        for one in sorted(set(anchors.heads), key=lambda one: one.seq)
        if one.seq <= head.seq and chain.mac_of(one.seq) != one.mac and not _is_noted(chain, one.seq)
    ]
    if anchors.damaged:
        found.append(Finding(Kind.ANCHOR_DAMAGED))
    return found


def _is_noted(chain: AuditChain, seq: int) -> bool:
    """Whether an opening noted that the row is gone; an anchor that was not at hand then still names it."""
    if chain.mac_of(seq) is not None:
        return False
    row = next((chain.row(link[0]) for link in chain.links(seq)[:1]), None)
    if row is None or row.action != Action.AUDIT_BREAK:
        return False
    noted = _noted(row)
    return noted.kind in GONE and noted.first <= seq <= noted.last


def _explained(walk: _Walk, head: Head, anchored: int) -> list[Finding]:
    """The failed rows, by what was done to them."""
    found: list[Finding] = []
    swapped = _swapped(walk)
    found += [Finding(Kind.SWAPPED, *pair) for pair in sorted(set(swapped.values()))]
    runs = [run for run in walk.runs if run.first not in swapped]
    inserted: set[int] = set()
    shift = 0
    for run in runs:
        if run.shift is None:
            continue
        if run.shift > shift:
            before = range(run.first - (run.shift - shift), run.first)
            inserted |= set(before)
            found.append(Finding(Kind.INSERTED, before[0], before[-1], run.since))
        elif run.shift < shift:
            gone = run.first - shift
            found.append(Finding(Kind.DELETED, gone, gone + shift - run.shift - 1, run.since))
        shift = run.shift
    for run in runs:
        if run.shift is not None:
            continue
        rows = [seq for seq in (run.first, run.last) if seq not in inserted]
        if not rows:
            continue
        first, last = rows[0], rows[-1]
        if last == head.seq and first < last and run.linked:
            kind = Kind.RECOMPUTED
        elif last == head.seq and 0 < anchored < first:
            kind = Kind.INSERTED
        else:
            kind = Kind.ALTERED
        found.append(Finding(kind, first, last, run.since))
    return found


def _swapped(walk: _Walk) -> dict[int, tuple[int, int]]:
    """Rows that stand in each other's place: the first of their run, and the two ends of the circle."""
    moved = {
        seq: seq - run.shift
        for run in walk.runs
        if run.shift is not None and run.last - run.first < CLOSELY
        for seq in range(run.first, run.last + 1)
    }
    found: dict[int, tuple[int, int]] = {}
    for start, true in moved.items():
        circle, seq = [start], true
        while seq in moved and seq != start and len(circle) <= len(moved):
            circle.append(seq)
            seq = moved[seq]
        if seq == start:
            found |= dict.fromkeys(circle, (min(circle), max(circle)))
    if found:
        return found
    alone = [run.first for run in walk.runs if run.shift is None and run.first == run.last][:CLOSELY]
    return {seq: pair for pair in _pairs(alone) if _contents_swapped(walk, *pair) for seq in pair}


def _pairs(rows: Sequence[int]) -> list[tuple[int, int]]:
    return [(one, other) for place, one in enumerate(rows) for other in rows[place + 1 :]]


def _contents_swapped(walk: _Walk, one: int, other: int) -> bool:
    """Whether each of two rows holds with what the other says."""
    links = [walk.chain.links(seq - 1)[:1] for seq in (one, other)]
    if not all(links):
        return False
    (first,), (second,) = links
    return walk.holds(one, second[1], first[2], first[3]) and walk.holds(
        other, first[1], second[2], second[3]
    )


def _may_skip(row: AuditRow, first: int) -> bool:
    """Rows from before the chain came into it with the gaps they had; a break that was noted leaves the numbers that are gone."""
    if row.action == Action.AUDIT_BREAK:
        noted = _noted(row)
        return noted.kind in GONE and noted.first <= first and noted.last == row.seq - 1
    return bool(row.brought_in)


def _noted(row: AuditRow) -> Finding:
    """A break that an opening noted."""
    detail = json.loads(row.detail)
    return Finding(Kind(row.reason), detail["first"], detail["last"], detail["since"], row.at)
