"""A store of an earlier revision is brought forward whole: nothing it held is lost, and what is derived is there."""

from importlib import resources
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, text

from core.base.chain import AuditKeys
from core.base.ids import parse_record_no
from core.ledger.anchor import Found
from core.ledger.verify import verify
from core.store import patients, schema, visits
from core.store.audit_rows import StoredChain
from core.store.database import create, open_store
from core.store.store import Store
from core.store.visits import Signature
from tests.fakes.clinic import rows
from tests.fakes.clock import ZONE

KEY = bytes(range(32))
AT = "2026-03-0{}T01:00:00.000000+00:00"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A store at revision 0001: P001 with two visits, the later one saved first, and P002 without any."""
    path = tmp_path / "clinic.db"
    create(path, KEY)
    engine = open_store(path, KEY)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(resources.files("core.store") / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        fill(connection)
    engine.dispose()
    return path


def fill(connection: Connection) -> None:
    def add(table: str, **values: object) -> None:
        names = ", ".join(values)
        marks = ", ".join(f":{name}" for name in values)
        connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)

    add("clinic", id=1, store_id="s", created_at=AT.format(1))
    for number, name in ((1, "陈敏"), (2, "何静")):
        add(
            "patients",
            id=number,
            record_no=f"P00{number}",
            name=name,
            name_key=name,
            sex="女",
            birth="1985",
            birth_estimated=0,
            phone="13800000000",
            id_card=None,
            override_reason="另一人",
            created_at=AT.format(1),
            created_by="李大夫",
        )
        add("patient_keys", kind="name", key=name, patient_id=number)
    add("patient_history", id=1, patient_id=1, replaced_at=AT.format(2), replaced_by="x", before="{}")
    add("form_definitions", ref="urn:x|1", definition="{}")
    for number, day, complaint in ((1, 5, "后"), (2, 3, "前")):
        add(
            "visits",
            id=number,
            patient_id=1,
            number=number,
            visited_at=AT.format(day),
            form_ref="urn:x|1",
            chief_complaint=complaint,
            subject="{}",
            source="cli",
            saved_at=AT.format(6),
            saved_by="李大夫",
        )
        add("visit_answers", visit_id=number, version=1, response="{}", saved_at=AT.format(6), saved_by="x")
        add(
            "findings",
            visit_id=number,
            position=0,
            term_key="口干",
            term="口 干",
            field="",
            status="有",
            grade=2,
            since="",
            frequency="",
            words="渴",
        )
    add("comparisons", visit_id=1, base_number=2, rule_version="r", rows="[]")
    add(
        "overrides",
        id=1,
        visit_id=1,
        base_number=2,
        term_key="口干",
        state="减轻",
        reason="r",
        computed="{}",
        decided_at=AT.format(6),
        decided_by="x",
    )
    add("drafts", patient_id=2, form_url="urn:x", content="{}", saved_at=AT.format(6), saved_by="x")
    add(
        "audit",
        seq=7,
        at=AT.format(1),
        operator="x",
        source="cli",
        action="patient.add",
        record_no="P001",
        detail="{}",
    )


def held(path: Path) -> dict[str, list[dict[str, object]]]:
    """Every row of every table, by column."""
    engine: Engine = open_store(path, KEY)
    with engine.connect() as connection:
        tables = connection.scalars(
            text(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'alembic_version' ORDER BY name"
            )
        ).all()
        found = {
            table: [dict(row) for row in connection.execute(text(f"SELECT * FROM {table}")).mappings()]
            for table in tables
        }
    engine.dispose()
    return found


def test_nothing_is_lost(old: Path) -> None:
    before = held(old)
    Store(old, KEY).close()
    after = held(old)
    filled = {table for table in before if table != "sqlite_sequence"}
    assert all(before[table] for table in filled)
    assert filled == set(schema.metadata.tables) - {
        "signatures",
        "operators",
        "voids",
        "amendment_drafts",
        "pack_storage",
        "quarantine",
        "calls",
        "price_overrides",
        "registrations",
        "egress_policies",
    }
    for table, kept in before.items():
        now = [{name: row[name] for name in kept[0]} for row in after[table]]
        assert now == kept, table


def test_what_is_derived_is_worked_out(old: Path) -> None:
    store = Store(old, KEY)
    derived = rows(
        store, "SELECT name_order, visit_count, last_visited_at, last_complaint FROM patients ORDER BY id"
    )
    assert rows(store, "SELECT version_num FROM alembic_version") == [(schema.REVISION,)]
    assert rows(store, "SELECT * FROM signatures") == []
    found = store.read(lambda connection: patients.by_record_no(connection, parse_record_no("P001"), ZONE))
    store.close()
    assert derived == [("chen min\t陈敏", 2, AT.format(5), "后"), ("he jing\t何静", 0, "", "")]
    assert found
    assert (found.visits, str(found.last_visit), found.chief_complaint) == (2, "2026-03-05", "后")


def test_a_signature_is_bound_to_the_version_it_was_for(old: Path) -> None:
    engine = open_store(old, KEY)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(resources.files("core.store") / "migrations"))
        config.attributes.update(connection=connection, key=KEY)
        command.upgrade(config, "0004")
        connection.execute(text("INSERT INTO signatures VALUES (2, 'then', '李大夫')"))
    engine.dispose()
    store = Store(old, KEY)
    signed = {
        visit.number: visit for visit in store.read(lambda connection: visits.of_patient(connection, 1))
    }
    store.close()
    assert signed[1].signature is None
    assert signed[2].signature == Signature("then", "李大夫", signed[2].digest)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE visit_answers SET response = 'x'",
        "UPDATE visit_answers SET saved_by = 'x' WHERE visit_id = 2",
        "DELETE FROM visit_answers",
        "INSERT OR REPLACE INTO visit_answers VALUES (1, 1, 'x', '', '', '', '', '')",
        "INSERT INTO signatures VALUES (1, 1, '', '', ''), (1, 1, '', '', '')",
        "UPDATE visits SET visited_at = 'x'",
        "UPDATE visits SET subject = 'x'",
        "DELETE FROM visits",
        "DELETE FROM patients WHERE id = 1",
    ],
)
def test_what_was_saved_is_kept_by_the_store_itself(old: Path, statement: str) -> None:
    store = Store(old, KEY)
    before = held(old)
    with pytest.raises(Exception, match="only grows"):
        store.write(lambda connection: connection.execute(text(statement)))
    assert held(old) == before
    store.close()


def test_rows_from_before_the_chain_come_into_it_and_say_so(old: Path) -> None:
    engine = open_store(old, KEY)
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO audit SELECT 9, at, operator, source, action, record_no, visit, detail FROM audit"
            )
        )
    engine.dispose()
    store = Store(old, KEY)
    verdict = verify(StoredChain(store.read), AuditKeys.of(KEY), Found((), missing=True, damaged=False))
    brought = rows(store, "SELECT seq, brought_in <> '' FROM audit ORDER BY seq")
    with pytest.raises(Exception, match="only grows"):
        store.write(lambda connection: connection.execute(text("DELETE FROM audit")))
    store.close()
    assert brought == [(7, 1), (9, 1)]
    assert (verdict.found, verdict.rows) == ((), 2)


def test_an_upgrade_cut_off_leaves_the_store_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = held(old)

    def power_cut(_: str) -> str:
        raise RuntimeError("planted")

    with monkeypatch.context() as patch:
        patch.setattr(patients, "order_of", power_cut)
        with pytest.raises(RuntimeError, match="planted"):
            Store(old, KEY)
    assert held(old) == before
    Store(old, KEY).close()
