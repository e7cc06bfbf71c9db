"""What is rescued of a damaged store: everything on healthy pages, and a list of the rest."""

import json
from pathlib import Path

import pytest
from sqlalchemy import text

from core.base.errors import ClinicError
from core.services.patients.given import Given
from core.services.rescue import rescue
from core.store.wreck import UnreadableError, Wreck
from tests.fakes.clinic import MENZHEN, Clinic, content, symptom

PATIENTS, VISITS, PAGE = 30, 2, 4096


@pytest.fixture
def damaged(clinic: Clinic) -> Clinic:
    """A clinic of thirty patients with two visits each, long enough to lie on pages of their own."""
    with clinic.open() as kernel:
        for number in range(1, PATIENTS + 1):
            person = clinic_person(number)
            record_no = kernel.patients.register(person).patient.record_no
            typed = content({**MENZHEN, "jiwangshi": f"旧病{number}" * 1500}, [symptom("口干", grade=2)])
            for _ in range(VISITS):
                kernel.intake.save(record_no, "menzhen", typed)
            kernel.intake.save_draft(record_no, "menzhen", content({"zhushu": f"又来{number}"}))
    return clinic


def clinic_person(number: int) -> Given:
    return Given(name=f"钱{chr(0x5E00 + 3 * number)}", sex="女", birth=f"{1930 + number}年3月")


def index(out: Path) -> dict[str, dict[str, object]]:
    return dict(json.loads((out / "index.json").read_text(encoding="utf-8")))


def test_a_whole_store_is_rescued_whole(damaged: Clinic, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = rescue(damaged.home.store, damaged.key, out)
    assert (done.records, done.records_expected) == (PATIENTS, PATIENTS)
    assert (done.visits, done.visits_expected) == (PATIENTS * VISITS, PATIENTS * VISITS)
    one = json.loads((out / "P007.json").read_text(encoding="utf-8"))
    assert one["patient"]["name"] == clinic_person(7).name
    assert one["visits"][0]["answers"]["zhushu"] == "头晕一月"
    assert one["visits"][0]["symptoms"][0]["term"] == "口干"
    assert one["visits"][0]["versions"][0]["response"]["resourceType"] == "QuestionnaireResponse"
    assert json.loads(one["drafts"][0]["content"])["answers"]["zhushu"] == "又来7"
    assert (out / "P007.json").stat().st_mode & 0o077 == 0
    assert not [name for name in out.iterdir() if name.name.startswith(".copy")]


def test_S61_it_says_how_many_of_how_many_and_which_are_missing(damaged: Clinic, tmp_path: Path) -> None:
    raw = bytearray(damaged.home.store.read_bytes())
    pages = len(raw) // PAGE
    for page in range(pages // 2, pages, 9):
        raw[page * PAGE + 777] ^= 1
    damaged.home.store.write_bytes(raw)
    out = tmp_path / "out"
    done = rescue(damaged.home.store, damaged.key, out)
    assert damaged.home.store.read_bytes() == raw
    assert done.records_expected == PATIENTS
    assert done.records + len(done.records_missing) == PATIENTS
    assert done.visits + len(done.visits_missing) + done.unknown_visits == done.visits_expected
    assert 0 < done.visits < PATIENTS * VISITS
    found = index(out)
    assert found["records"]["read"] == done.records
    assert len(list(out.glob("P*.json"))) >= done.records
    for file in out.glob("P*.json"):
        one = json.loads(file.read_text(encoding="utf-8"))
        number = int(one["record_no"][1:])
        # What is there is what was saved: nothing of a damaged page is handed out.
        for visit in one["visits"]:
            assert visit["answers"]["jiwangshi"] == f"旧病{number}" * 1500


@pytest.mark.parametrize(
    ("what", "pages"), [("response FROM visit_answers", 10), ("definition FROM form_definitions", 5)]
)
def test_S61_nothing_is_read_that_was_not_written(
    clinic: Clinic, tmp_path: Path, what: str, pages: int
) -> None:
    clinic.add("王芳芳", "女", "1985年3月")
    clinic.save("P001", {**MENZHEN, "jiwangshi": "旧病" * 4000})
    raw, key = clinic.home.store.read_bytes(), clinic.key
    query = text(f"SELECT {what}")
    copy = tmp_path / "copy.db"
    copy.write_bytes(raw)
    whole = Wreck(copy, key)
    written = whole.rows(query)
    whole.close()
    unreadable = 0
    for page in range(1, len(raw) // PAGE):
        spoilt = bytearray(raw)
        spoilt[page * PAGE + 50] ^= 1
        copy.write_bytes(spoilt)
        wreck = Wreck(copy, key)
        try:
            assert wreck.rows(query) == written
        except UnreadableError:
            unreadable += 1
        finally:
            wreck.close()
    # Of a text that ends on a page of its own SQLCipher hands that page out as zeros, without an error.
    assert unreadable > pages


def test_S61_of_a_file_that_is_cut_off_what_is_left_is_rescued(damaged: Clinic, tmp_path: Path) -> None:
    raw = damaged.home.store.read_bytes()
    damaged.home.store.write_bytes(raw[: len(raw) // 2 + 100])
    done = rescue(damaged.home.store, damaged.key, tmp_path / "out")
    assert 0 < done.records < PATIENTS
    assert done.records_expected == PATIENTS
    assert damaged.home.store.read_bytes() == raw[: len(raw) // 2 + 100]


def test_without_its_first_page_nothing_can_be_read_and_that_is_said(damaged: Clinic, tmp_path: Path) -> None:
    raw = bytearray(damaged.home.store.read_bytes())
    raw[100] ^= 1
    damaged.home.store.write_bytes(raw)
    error = damaged.refused("rescue", "--out", str(tmp_path / "out"))
    assert error["code"] == "rescue_nothing"


def test_what_stood_in_the_log_is_rescued_too(clinic: Clinic, tmp_path: Path) -> None:
    with clinic.open() as kernel:
        kernel.patients.register(clinic_person(1))
        files = {end: clinic.home.store.with_name(f"clinic.db{end}").read_bytes() for end in ("", "-wal")}
    for end, raw in files.items():
        clinic.home.store.with_name(f"clinic.db{end}").write_bytes(raw)
    done = rescue(clinic.home.store, clinic.key, tmp_path / "out")
    assert done.records == 1
    assert clinic.home.store.with_name("clinic.db-wal").read_bytes() == files["-wal"]


def test_a_folder_with_something_in_it_is_left_alone(damaged: Clinic, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ClinicError, match="rescue_folder_taken"):
        rescue(damaged.home.store, damaged.key, tmp_path / "out")
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["letter.txt"]


def test_S52_the_command_says_it_in_one_sentence(damaged: Clinic, tmp_path: Path) -> None:
    raw = damaged.home.store.read_bytes()
    damaged.home.store.write_bytes(raw[: len(raw) // 2])
    done = damaged.run("rescue", "--out", str(tmp_path / "out"))
    assert done.code == 0, done.err
    assert f"{PATIENTS} 份病历中救出" in done.out
    assert "P0" in done.out
    document = damaged.json("rescue", "--out", str(tmp_path / "other"))
    assert document["records"]["expected"] == PATIENTS
    assert document["records"]["missing"]
