"""S75, S76: what can be done to a trail behind the program's back, on a real encrypted file, and what verifying says of it.

The attacker has the file open: the data key, every statement of SQL, the folder. The chain's key is derived from the data key, so
attacks that must not know it use another.
"""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from sqlalchemy import Connection, text

from core.base.chain import START, AuditKeys, sealer, values_bytes
from core.base.paths import Home
from core.base.ports import AUDIT_FIELDS
from core.ledger.findings import Finding, Kind
from core.services.patients.patients import Given
from core.store.database import open_store
from core.store.schema import AUDIT_GUARDS
from tests.fakes.clinic import PASSPHRASE, Clinic, prepared

NAMES = ("陈敏", "何静", "王芳", "李强", "赵云", "孙丽", "周明", "吴刚")

Attack = Callable[[Connection], None]


@pytest.fixture
def kept(clinic: Clinic) -> Clinic:
    """A clinic with a trail of eight rows, closed and anchored."""
    prepared(clinic, registered)
    return clinic


def registered(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        assert kernel.findings == ()
        for name in NAMES:
            kernel.patients.register(given(name))


def given(name: str) -> Given:
    return Given(name, "女")


def attack(clinic: Clinic, *statements: str, by: Attack | None = None) -> None:
    """Change the file past its guards, which are put back, so that only the chain can tell."""
    engine = open_store(clinic.home.store, clinic.key)
    with engine.begin() as connection:
        for name in AUDIT_GUARDS:
            connection.execute(text(f"DROP TRIGGER {name}"))
        for statement in statements:
            connection.execute(text(statement))
        if by:
            by(connection)
        for made in AUDIT_GUARDS.values():
            connection.execute(text(made))
    engine.dispose()


def said(found: Sequence[Finding]) -> list[tuple[Kind, int, int]]:
    return [(one.kind, one.first, one.last) for one in found]


def verified(clinic: Clinic) -> list[tuple[Kind, int, int]]:
    """What a walk says; the opening before it found nothing."""
    with clinic.open() as kernel:
        assert kernel.findings == ()
        return said(kernel.audit.verify().verdict.found)


def sealed_anew(key: bytes, first: int) -> Attack:
    """Everything from a row on made to fit together again, under a key."""

    def work(connection: Connection) -> None:
        seal, prev = sealer(AuditKeys.of(key).rows), START
        for row in connection.execute(
            text(f"SELECT {', '.join(AUDIT_FIELDS)}, mac FROM audit ORDER BY seq")
        ).all():
            *values, mac = row
            if values[0] >= first:
                mac = seal(values_bytes(values) + prev)
                connection.execute(
                    text("UPDATE audit SET prev = :prev, mac = :mac WHERE seq = :seq"),
                    {"prev": prev, "mac": mac, "seq": values[0]},
                )
            prev = mac

    return work


SHIFT_UP = (
    "UPDATE audit SET seq = -seq - 1 WHERE seq >= {0}",
    "UPDATE audit SET seq = -seq WHERE seq < 0",
)
FORGED = (
    "INSERT INTO audit (seq, at, operator, source, action, detail, prev, mac)"
    " SELECT {0}, at, operator, source, 'record.read', '{{}}', prev, randomblob(32) FROM audit WHERE seq = 2"
)


def swapped(one: int, other: int) -> tuple[str, ...]:
    """Two rows change places, seals and all."""
    return (
        f"UPDATE audit SET seq = -1 WHERE seq = {one}",
        f"UPDATE audit SET seq = {one} WHERE seq = {other}",
        f"UPDATE audit SET seq = {other} WHERE seq = -1",
    )


def test_S75_a_trail_left_alone_is_whole(kept: Clinic) -> None:
    assert verified(kept) == []
    with kept.open() as kernel:
        verdict = kernel.audit.verify().verdict
    assert (verdict.rows, verdict.head.seq, verdict.breaks) == (9, 9, ())


@pytest.mark.parametrize("row", [1, 4, 7])
@pytest.mark.parametrize(
    "field",
    [
        "at = '2020'",
        "operator = 'x'",
        "record_no = 'P999'",
        "visit = 3",
        "detail = '{}'",
        "digest_after = ''",
        "tick = -1",
    ],
)
def test_S75_an_edited_row_is_found_at_its_place(kept: Clinic, row: int, field: str) -> None:
    attack(kept, f"UPDATE audit SET {field} WHERE seq = {row}")
    assert verified(kept) == [(Kind.ALTERED, row, row)]


def test_S75_an_edited_seal_is_found_at_its_place(kept: Clinic) -> None:
    attack(kept, "UPDATE audit SET mac = randomblob(32) WHERE seq = 4")
    assert verified(kept) == [(Kind.ALTERED, 4, 4)]
    attack(kept, "UPDATE audit SET prev = randomblob(32) WHERE seq = 6")
    assert verified(kept) == [(Kind.ALTERED, 4, 4), (Kind.ALTERED, 6, 6)]


@pytest.mark.parametrize(("first", "last"), [(1, 1), (1, 3), (4, 4), (5, 7)])
def test_S75_deleted_rows_are_found_at_their_place(kept: Clinic, first: int, last: int) -> None:
    attack(kept, f"DELETE FROM audit WHERE seq BETWEEN {first} AND {last}")
    assert verified(kept) == [(Kind.DELETED, first, last)]


def test_S75_deleted_rows_are_found_when_the_rest_is_numbered_anew(kept: Clinic) -> None:
    attack(
        kept,
        "DELETE FROM audit WHERE seq = 4",
        "UPDATE audit SET seq = seq - 1 WHERE seq > 4",
        "UPDATE sqlite_sequence SET seq = 7 WHERE name = 'audit'",
    )
    with kept.open() as kernel:
        assert said(kernel.findings) == [(Kind.ROLLED_BACK, 8, 8)]
        assert (Kind.DELETED, 4, 4) in said(kernel.audit.verify().verdict.found)


@pytest.mark.parametrize("row", [2, 5, 8])
def test_S75_an_inserted_row_is_found_at_its_place(kept: Clinic, row: int) -> None:
    attack(kept, *(one.format(row) for one in SHIFT_UP), FORGED.format(row))
    with kept.open() as kernel:
        # The anchored row stands elsewhere now, which shows at once; what was done, only the walk tells.
        assert said(kernel.findings) == [(Kind.ANCHOR_DIFFERS, 8, 8)]
        assert said(kernel.audit.verify().verdict.found) == [(Kind.INSERTED, row, row)]


def test_S75_a_row_added_at_the_end_is_found(kept: Clinic) -> None:
    attack(kept, FORGED.format(9))
    assert verified(kept) == [(Kind.INSERTED, 9, 9)]


@pytest.mark.parametrize(("one", "other"), [(3, 4), (2, 7), (1, 6)])
def test_S75_swapped_rows_are_found_at_their_places(kept: Clinic, one: int, other: int) -> None:
    attack(kept, *swapped(one, other))
    assert verified(kept) == [(Kind.SWAPPED, one, other)]


def test_S75_swapped_contents_are_found_at_their_places(kept: Clinic) -> None:
    columns = ", ".join(name for name in AUDIT_FIELDS if name != "seq")
    theirs = "(SELECT {0} FROM saved WHERE seq = {1})"
    attack(
        kept,
        "CREATE TEMP TABLE saved AS SELECT * FROM audit WHERE seq IN (3, 6)",
        f"UPDATE audit SET ({columns}) = {theirs.format(columns, 6)} WHERE seq = 3",
        f"UPDATE audit SET ({columns}) = {theirs.format(columns, 3)} WHERE seq = 6",
        "DROP TABLE saved",
    )
    assert verified(kept) == [(Kind.SWAPPED, 3, 6)]


def test_S75_several_attacks_are_each_found(kept: Clinic) -> None:
    attack(kept, "DELETE FROM audit WHERE seq = 2", "UPDATE audit SET operator = 'x' WHERE seq = 5")
    assert verified(kept) == [(Kind.DELETED, 2, 2), (Kind.ALTERED, 5, 5)]


@pytest.mark.parametrize("left", [0, 1, 6])
def test_S76_a_cut_tail_is_found_at_the_opening(kept: Clinic, left: int) -> None:
    attack(kept, f"DELETE FROM audit WHERE seq > {left}")
    with kept.open() as kernel:
        (found,) = kernel.findings
    assert (found.kind, found.first, found.last) == (Kind.TRUNCATED, left + 1, 8)
    assert bool(found.since) is bool(left)


def test_S76_a_cut_tail_is_found_without_the_anchor(kept: Clinic) -> None:
    attack(kept, "DELETE FROM audit WHERE seq > 6")
    kept.home.head.unlink()
    forget_entry(kept)
    with kept.open() as kernel:
        assert said(kernel.findings) == [(Kind.TRUNCATED, 7, 8), (Kind.ANCHOR_MISSING, 0, 0)]


def test_S76_a_cut_tail_is_found_when_the_count_is_set_back_too(kept: Clinic) -> None:
    attack(
        kept,
        "DELETE FROM audit WHERE seq > 6",
        "UPDATE sqlite_sequence SET seq = 6 WHERE name = 'audit'",
    )
    with kept.open() as kernel:
        assert said(kernel.findings) == [(Kind.ROLLED_BACK, 7, 8)]


def test_S76_a_break_stays_in_the_trail(kept: Clinic) -> None:
    attack(kept, "DELETE FROM audit WHERE seq > 6")
    with kept.open():
        pass
    with kept.open() as kernel:
        assert kernel.findings == ()
        verdict = kernel.audit.verify().verdict
    assert verdict.found == ()
    assert said(verdict.breaks) == [(Kind.TRUNCATED, 7, 8)]
    assert verdict.breaks[0].reported


def test_S76_numbers_that_are_gone_are_not_given_out_again(kept: Clinic) -> None:
    attack(kept, "DELETE FROM audit WHERE seq > 6")
    with kept.open(passphrase=PASSPHRASE) as kernel:
        assert said(kernel.findings) == [(Kind.TRUNCATED, 7, 8)]
    assert kept.rows("SELECT max(seq), count(*) FROM audit") == [(9, 7)]
    # The keyring was not at hand then, and still names a row that is gone.
    assert verified(kept) == []


def test_S76_a_gap_that_no_opening_noted_is_found(kept: Clinic) -> None:
    """Also when somebody with the key closes the chain over it."""
    attack(kept, "DELETE FROM audit WHERE seq = 5", by=sealed_anew(kept.key, 6))
    with kept.open() as kernel:
        assert (Kind.DELETED, 5, 5) in said(kernel.audit.verify().verdict.found)


def test_S76_a_chain_made_anew_without_the_key_is_found(kept: Clinic) -> None:
    attack(kept, "UPDATE audit SET operator = 'x' WHERE seq = 3", by=sealed_anew(bytes(32), 3))
    with kept.open() as kernel:
        assert said(kernel.findings) == [(Kind.ANCHOR_DIFFERS, 8, 8)]
        found = kernel.audit.verify().verdict.found
    # The rows of this opening are sealed by the key again, so the forged ones end before them.
    assert said(found) == [(Kind.ALTERED, 3, 8)]


def test_S76_a_chain_made_anew_by_somebody_with_the_key_is_found(kept: Clinic) -> None:
    attack(kept, "UPDATE audit SET operator = 'x' WHERE seq = 3", by=sealed_anew(kept.key, 3))
    with kept.open() as kernel:
        assert said(kernel.findings) == [(Kind.ANCHOR_DIFFERS, 8, 8)]


def test_S76_a_file_put_back_from_a_copy_is_found(kept: Clinic) -> None:
    copy = kept.home.folder.parent / "copy.db"
    shutil.copy(kept.home.store, copy)
    kept.add("郑爽")
    copy.replace(kept.home.store)
    with kept.open() as kernel:
        (found,) = kernel.findings
    assert (found.kind, found.first, found.last) == (Kind.ROLLED_BACK, 9, 9)
    assert found.since


def test_S76_file_and_side_file_put_back_together_are_found_by_the_keyring(kept: Clinic) -> None:
    copies = {path: path.read_bytes() for path in (kept.home.store, kept.home.head)}
    kept.add("郑爽")
    for path, content in copies.items():
        path.write_bytes(content)
    with kept.open() as kernel:
        assert said(kernel.findings) == [(Kind.ROLLED_BACK, 9, 9)]


@pytest.mark.parametrize("cut", ["deleted", "emptied", "halved"])
def test_S76_a_lost_log_is_found(kept: Clinic, cut: str) -> None:
    """Copied while open, as after a crash, with the last rows in the write-ahead log; the anchor was written since."""
    crashed = replace(kept, home=Home(kept.home.folder.parent / "crashed"))
    with kept.open() as kernel:
        kernel.patients.register(given("郑爽"))
        kernel.audit.anchor()
        shutil.copytree(kept.home.folder, crashed.home.folder)
    log = crashed.home.store.with_name("clinic.db-wal")
    assert log.stat().st_size
    if cut == "deleted":
        log.unlink()
    else:
        log.write_bytes(log.read_bytes()[: log.stat().st_size // 2 if cut == "halved" else 0])
    with crashed.open() as kernel:
        assert [(one.kind, one.last) for one in kernel.findings] == [(Kind.ROLLED_BACK, 9)]


def test_S76_the_log_whole_is_no_finding(kept: Clinic) -> None:
    crashed = replace(kept, home=Home(kept.home.folder.parent / "crashed"))
    with kept.open() as kernel:
        kernel.patients.register(given("郑爽"))
        kernel.audit.anchor()
        shutil.copytree(kept.home.folder, crashed.home.folder)
    with crashed.open() as kernel:
        assert kernel.findings == ()
        assert kernel.audit.verify().verdict.whole


def test_S76_a_side_file_that_is_gone_is_found(kept: Clinic) -> None:
    kept.home.head.unlink()
    with kept.open() as kernel:
        assert said(kernel.findings) == [(Kind.ANCHOR_MISSING, 0, 0)]
    with kept.open() as kernel:
        assert kernel.findings == ()


def test_S76_a_clinic_that_never_had_a_side_file_misses_none(clinic: Clinic) -> None:
    assert not clinic.home.head.exists()
    with clinic.open() as kernel:
        assert kernel.findings == ()


@pytest.mark.parametrize(
    "change", [{"seq": 6}, {"at": "2020"}, {"mac": "0" * 64}, {"store": "x"}, {"seal": ""}]
)
def test_S76_a_side_file_cannot_be_made_up(kept: Clinic, change: dict[str, object]) -> None:
    found = json.loads(kept.home.head.read_text())
    kept.home.head.write_text(json.dumps({**found, **change}))
    with kept.open() as kernel:
        assert said(kernel.findings) == [(Kind.ANCHOR_DAMAGED, 0, 0)]


def test_S76_the_table_refuses_all_but_new_rows(kept: Clinic) -> None:
    for statement in (
        "UPDATE audit SET operator = 'x' WHERE seq = 1",
        "DELETE FROM audit WHERE seq = 8",
        "DELETE FROM audit",
        "REPLACE INTO audit (seq, at, operator, source, action, detail) VALUES (8, '', '', '', '', '')",
        "INSERT OR REPLACE INTO audit (seq, at, operator, source, action, detail) VALUES (1, '', '', '', '', '')",
    ):
        with pytest.raises(Exception, match="the audit trail only grows"):
            kept.execute(statement)
    assert verified(kept) == []


@pytest.mark.parametrize("name", AUDIT_GUARDS)
def test_S76_a_guard_taken_away_is_found_and_put_back(kept: Clinic, name: str) -> None:
    kept.execute(f"DROP TRIGGER {name}")
    with kept.open() as kernel:
        assert said(kernel.findings) == [(Kind.UNGUARDED, 0, 0)]
    assert kept.rows("SELECT sql FROM sqlite_schema WHERE name = :name", name=name) == [(AUDIT_GUARDS[name],)]
    assert verified(kept) == []


def test_S76_a_guard_made_harmless_is_found(kept: Clinic) -> None:
    kept.execute("DROP TRIGGER audit_no_delete")
    kept.execute("CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit WHEN 0 BEGIN SELECT 1; END")
    with kept.open() as kernel:
        assert said(kernel.findings) == [(Kind.UNGUARDED, 0, 0)]


def forget_entry(clinic: Clinic) -> None:
    for entry in [name for name in clinic.vault.secrets if "/audit/" in name]:
        clinic.vault.forget(entry)
