"""Looking through the trail: what is found, in what order, and by an index whatever is asked."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from sqlalchemy import Connection, event

from core.base.chain import AuditKeys, row_bytes, sealer, values_bytes
from core.base.clock import to_stored
from core.base.ports import AuditRow
from core.store import audit_rows
from core.store.audit_rows import StoredAuditRows, StoredChain, Wanted
from tests.fakes.clinic import Clinic

KEYS = AuditKeys.of(bytes(32))
START = datetime(2026, 1, 1, tzinfo=UTC)
PLAIN = AuditRow(
    seq=0,
    at="",
    utc_offset=480,
    session="0" * 16,
    tick=0,
    operator="李大夫",
    role="physician",
    workstation="pc",
    source="desktop",
    tool="records.timeline",
    action="record.read",
    record_no="P001",
    visit=None,
    reason="",
    outcome="ok",
    program="0.1",
    packs="tcm 1",
    digest_before="",
    digest_after="",
    brought_in="",
    detail="{}",
)
ODD = replace(
    PLAIN, operator='"李"\\大夫', workstation="电" * 60, detail='{"a":["]"],"b":"[x]"}', reason="x" * 200
)


def fill(connection: Connection, rows: list[AuditRow]) -> None:
    """Write rows as they are kept, an hour after the one before unless they say when."""
    stored, seal, prev = StoredAuditRows(connection), sealer(KEYS.rows), bytes(32)
    for place, row in enumerate(rows, 1):
        one = replace(row, seq=place, at=row.at or to_stored(START + timedelta(hours=place)))
        mac = seal(row_bytes(one) + prev)
        stored.append(one, prev, mac)
        prev = mac


@pytest.mark.parametrize("row", [PLAIN, ODD, replace(PLAIN, digest_before="a" * 64, digest_after="b" * 64)])
def test_the_pieces_sqlite_writes_are_the_bytes_of_the_row(clinic: Clinic, row: AuditRow) -> None:
    with clinic.store() as store:
        store.write(lambda connection: fill(connection, [row]))
        chain = StoredChain(store.read)
        (link,) = chain.links(0)
        kept = chain.row(1)
        assert kept is not None
        assert link[1].encode() == row_bytes(kept)
        assert link[0::4] == (1, kept.at)


def listed(
    clinic: Clinic, rows: list[AuditRow], wanted: Wanted, limit: int = 9, before: int = 0
) -> list[int]:
    with clinic.store() as store:
        store.write(lambda connection: fill(connection, rows))
        found = store.read(lambda connection: audit_rows.listed(connection, wanted, limit, before))
    return [row.seq for row in found]


ROWS = [
    PLAIN,
    replace(PLAIN, operator="王前台", action="patient.search", record_no=None),
    replace(PLAIN, action="intake.refused", outcome="refused", reason="incomplete", record_no="P002"),
    replace(PLAIN, reason="handover", record_no="P002"),
    replace(PLAIN, operator="王前台", action="patient.edit", outcome="refused"),
]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(), [5, 4, 3, 2, 1]),
        (Wanted(record_no="P002"), [4, 3]),
        (Wanted(operator="王前台"), [5, 2]),
        (Wanted(action="record.read"), [4, 1]),
        (Wanted(operator="王前台", action="patient.edit"), [5]),
        (Wanted(refused=True), [5, 3]),
        (Wanted(refused=True, operator="王前台"), [5]),
        (Wanted(reasoned=True), [4, 3]),
        (Wanted(reasons=("handover", "consultation")), [4]),
        (
            Wanted(since=to_stored(START + timedelta(hours=2)), until=to_stored(START + timedelta(hours=4))),
            [4, 3, 2],
        ),
        (Wanted(since=to_stored(START + timedelta(days=9))), []),
        (Wanted(until=to_stored(START)), []),
    ],
)
def test_all_that_is_asked_must_fit(clinic: Clinic, wanted: Wanted, found: list[int]) -> None:
    assert listed(clinic, ROWS, wanted) == found


def test_a_page_goes_on_where_the_one_before_ended(clinic: Clinic) -> None:
    with clinic.store() as store:
        store.write(lambda connection: fill(connection, [PLAIN] * 5))
        pages = [
            [
                row.seq
                for row in store.read(partial(audit_rows.listed, wanted=Wanted(), limit=2, before=before))
            ]
            for before in (0, 4, 2)
        ]
    assert pages == [[5, 4], [3, 2], [1]]


def test_rows_of_a_clock_that_was_ahead_are_found_by_their_time(clinic: Clinic) -> None:
    ahead = to_stored(START + timedelta(days=400))
    rows = [PLAIN, replace(PLAIN, at=ahead), PLAIN, PLAIN]
    assert listed(clinic, rows, Wanted(since=to_stored(START + timedelta(days=399)))) == [2]


def test_rows_of_a_clock_that_was_set_back_keep_their_place(clinic: Clinic) -> None:
    rows = [PLAIN, PLAIN, replace(PLAIN, at=to_stored(START - timedelta(days=3650)))]
    assert listed(clinic, rows, Wanted()) == [3, 2, 1]


@pytest.mark.parametrize(
    "wanted",
    [
        *(Wanted(), Wanted(record_no="P001"), Wanted(operator="李大夫"), Wanted(action="record.read")),
        *(Wanted(operator="李大夫", action="record.read"), Wanted(refused=True), Wanted(reasoned=True)),
        *(
            Wanted(refused=True, operator="x"),
            Wanted(reasoned=True, action="x"),
            Wanted(reasons=("handover",)),
        ),
        Wanted(since="2026-01-01T03", until="2026-01-01T09", operator="李大夫", refused=True),
        Wanted(since="2026-01-01T03", until="2026-01-01T09"),
        Wanted(since="2026-01-01T03", until="2026-01-01T09", action="record.read"),
    ],
)
def test_no_question_sorts_or_walks_the_whole_trail(clinic: Clinic, wanted: Wanted) -> None:
    asked: list[tuple[str, object]] = []
    with clinic.store() as store:
        store.write(lambda connection: fill(connection, [PLAIN] * 50))

        def ask(connection: Connection) -> list[str]:
            def heard(_c: object, _cursor: object, statement: str, given: object, *_: object) -> None:
                asked.append((statement, given))

            event.listen(connection, "before_cursor_execute", heard)
            audit_rows.listed(connection, wanted, 5)
            event.remove(connection, "before_cursor_execute", heard)
            return [
                str(row[3])
                for statement, given in asked
                for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given)  # type: ignore[arg-type]
            ]

        plans = store.read(ask)
    assert plans
    assert not [plan for plan in plans if "TEMP B-TREE" in plan]
    # The head alone is a scan that ends with its first row.
    assert [plan for plan in plans if plan.startswith("SCAN")] in ([], ["SCAN audit"])
    few = [plan for plan in plans if "ix_audit_refused" in plan or "ix_audit_reasoned" in plan]
    assert bool(few) == bool(wanted.refused or wanted.reasoned or wanted.reasons)


def test_an_export_of_a_time_reads_that_time_alone(clinic: Clinic) -> None:
    with clinic.store() as store:
        store.write(lambda connection: fill(connection, [PLAIN] * 6))
        wanted = Wanted(
            since=to_stored(START + timedelta(hours=3)), until=to_stored(START + timedelta(hours=5))
        )
        assert [one.row.seq for one in audit_rows.walked(store.read, wanted, 6)] == [3, 4, 5]
        assert [one.row.seq for one in audit_rows.walked(store.read, Wanted(), 4)] == [1, 2, 3, 4]
    assert values_bytes([1]) == b"[1]"
