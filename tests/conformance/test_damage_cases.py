"""Cases T41 and T42: a damaged store refuses everything, says why and what to do, and is left as it is."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import ClinicError, Damaged
from core.base.messages import Messages
from core.store import schema
from tests.fakes.clinic import PASSPHRASE, Clinic, chen_min, content, new_clinic, prepared

READS = (
    ("patient", "find", "陈敏"),
    ("patient", "show", "--record-no", "P001"),
    ("visits", "--record-no", "P001"),
    ("compare", "--record-no", "P001"),
    ("intake", "draft", "show", "--record-no", "P001"),
)
WRITES = (
    ("patient", "add", "--name", "何静", "--sex", "女"),
    ("patient", "edit", "--record-no", "P001", "--sex", "男"),
    ("intake", "draft", "discard", "--record-no", "P001", "--form", "menzhen"),
    (
        *("compare", "override", "--record-no", "P001", "--to", "2", "--symptom", "口干"),
        *("--state", "减轻", "--reason", "记错"),
    ),
)


@pytest.fixture
def used(clinic: Clinic) -> Clinic:
    """A clinic with a patient and a visit."""
    prepared(clinic, seen_once)
    return clinic


def seen_once(clinic: Clinic) -> None:
    chen_min(clinic)
    clinic.save("P001")


def half(clinic: Clinic) -> None:
    os.truncate(clinic.home.store, clinic.home.store.stat().st_size // 2)


def first_byte_left(clinic: Clinic) -> None:
    os.truncate(clinic.home.store, 1)


def part_of_a_page_left(clinic: Clinic) -> None:
    os.truncate(clinic.home.store, 4095)


def noise(clinic: Clinic) -> None:
    clinic.home.store.write_bytes(b"\x07" + os.urandom(clinic.home.store.stat().st_size - 1))


def emptied(clinic: Clinic) -> None:
    clinic.home.store.write_bytes(b"")


def plain(clinic: Clinic) -> None:
    clinic.home.store.write_bytes(b"SQLite format 3\x00" + bytes(4080))


def gone(clinic: Clinic) -> None:
    clinic.home.store.unlink()


def page_overwritten(clinic: Clinic) -> None:
    with clinic.home.store.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(clinic.home.store.stat().st_size - 4096))


def other_store(clinic: Clinic) -> None:
    """The store of another clinic under this clinic's keys."""
    other = new_clinic(clinic.home.folder.parent / "other")
    other.vault.secrets.clear()
    clinic.home.store.write_bytes(b"\x07" * 16 + other.home.store.read_bytes()[16:])


def keys_gone(clinic: Clinic) -> None:
    clinic.home.envelope.unlink()


def keys_cut(clinic: Clinic) -> None:
    os.truncate(clinic.home.envelope, 100)


def keyring_wiped(clinic: Clinic) -> None:
    clinic.vault.secrets.clear()


def keyring_of_another(clinic: Clinic) -> None:
    clinic.vault.secrets.update(dict.fromkeys(clinic.vault.secrets, "00" * 32))


DAMAGES: list[tuple[Callable[[Clinic], None], str]] = [
    (half, "store_damaged"),
    (first_byte_left, "store_damaged"),
    (part_of_a_page_left, "store_damaged"),
    (noise, "store_damaged"),
    (emptied, "store_empty"),
    (plain, "store_plain"),
    (gone, "store_missing"),
    (page_overwritten, "store_damaged"),
    (other_store, "store_damaged"),
    (keys_gone, "envelope_missing"),
    (keys_cut, "envelope_damaged"),
    (keyring_wiped, "keyring_missing"),
    (keyring_of_another, "keyring_wrong"),
]
damages = pytest.mark.parametrize(("damage", "code"), DAMAGES, ids=[entry[0].__name__ for entry in DAMAGES])


def files(clinic: Clinic) -> dict[str, bytes]:
    """Every file of the home but the lock, which has no content."""
    return {
        path.name: path.read_bytes()
        for path in clinic.home.folder.iterdir()
        if path != clinic.home.lock and path.is_file()
    }


@damages
def test_T41_every_command_refuses_and_touches_nothing(
    used: Clinic, damage: Callable[[Clinic], None], code: str
) -> None:
    answers = used.answers({"zhushu": "头晕", "xianbingshi": "一月"})
    filled = ("--record-no", "P001", "--form", "menzhen", "--answers", str(answers))
    damage(used)
    before = files(used)
    for command in (*READS, *WRITES, ("intake", "save", *filled), ("intake", "draft", "save", *filled)):
        error = used.refused(*command)
        assert (command, error["code"]) == (command, code)
    assert files(used) == before


@damages
def test_T41_init_sets_up_nothing_anew(used: Clinic, damage: Callable[[Clinic], None], code: str) -> None:
    damage(used)
    before = files(used)
    passphrase = used.home.folder.parent / "passphrase"
    passphrase.write_text("another passphrase", encoding="utf-8")
    error = used.refused("init", "--passphrase-file", str(passphrase))
    assert error["code"] in {"already_set_up", code}
    assert files(used) == before


def test_T41_a_wrong_passphrase_is_said_to_be_that(used: Clinic) -> None:
    before = files(used)
    passphrase = used.home.folder.parent / "passphrase"
    passphrase.write_text(PASSPHRASE[:-1], encoding="utf-8")
    assert (
        used.refused("patient", "find", "陈敏", "--passphrase-file", str(passphrase))["code"]
        == "wrong_passphrase"
    )
    after = files(used)
    counted = json.loads(after.pop("keys.json"))
    unchanged = json.loads(before.pop("keys.json"))
    assert (counted.pop("failures")["count"], unchanged.pop("failures")["count"]) == (1, 0)
    assert {**counted, "digest": ""} == {**unchanged, "digest": ""}
    assert after == before


def test_T41_a_store_that_belongs_to_other_keys_is_said_to_be_that(used: Clinic) -> None:
    used.execute("UPDATE clinic SET store_id = 'another'")
    for command in (*READS, *WRITES):
        assert used.refused(*command)["code"] == "store_of_another_clinic"


@pytest.mark.parametrize("language", ["zh_CN", "en"])
@damages
def test_T41_the_person_is_told_the_reason_and_the_way_out(
    damage: Callable[[Clinic], None], code: str, language: str, tmp_path: Path
) -> None:
    message, hint = Messages(language).error(ClinicError(code, file=tmp_path, folder=tmp_path))
    assert message
    assert hint


TABLES = [table.name for table in schema.metadata.sorted_tables]


@pytest.mark.parametrize("table", TABLES)
def test_T42_a_table_that_is_gone_is_a_fault_of_the_structure(used: Clinic, table: str) -> None:
    used.execute(f"ALTER TABLE {table} RENAME TO elsewhere")
    before = files(used)
    error = used.refused("patient", "find", "陈敏")
    assert error["code"] == "store_structure"
    assert "结构" in error["message"]
    assert table in error["message"]
    assert files(used) == before


def test_T42_a_column_of_another_name_is_one_too(used: Clinic) -> None:
    used.execute("ALTER TABLE patients RENAME COLUMN sex TO gender")
    for command in (*READS, *WRITES):
        assert used.refused(*command)["code"] == "store_structure"


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE alembic_version",
        "DELETE FROM alembic_version",
        "ALTER TABLE alembic_version RENAME COLUMN version_num TO number",
    ],
)
def test_T42_a_store_that_does_not_say_its_age_is_one_too(used: Clinic, statement: str) -> None:
    used.execute(statement)
    before = files(used)
    assert used.refused("patient", "find", "陈敏")["code"] == "store_structure"
    assert files(used) == before


@pytest.mark.slow
@pytest.mark.parametrize("words", ["夜间盗汗", "night sweats"], ids=["chinese", "ascii"])
def test_T41_an_altered_page_is_never_read_as_what_was_written(clinic: Clinic, words: str) -> None:
    clinic.add("陈敏")
    typed = content({"zhushu": words * 2000})
    with clinic.open() as kernel:
        kernel.intake.save_draft("P001", "menzhen", typed)
    whole = clinic.home.store.read_bytes()
    refused = []
    for page in range(len(whole) // 4096):
        altered = bytearray(whole)
        altered[page * 4096 + 2000] ^= 1
        clinic.home.store.write_bytes(altered)
        try:
            with clinic.open() as kernel:
                assert kernel.intake.drafts("P001")[0].content == typed, page
        except Damaged as damage:
            refused.append(damage.code)
    assert len(refused) > 6
    assert set(refused) == {"store_damaged"}
