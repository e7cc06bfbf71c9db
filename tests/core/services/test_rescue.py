"""What is rescued of a damaged store: everything on healthy pages, and a list of the rest."""

import json
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import text

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.kernel import rescue_clinic
from core.services.patients.given import Given
from core.services.rescue import Rescued, rescue
from core.store.rescue_note import RescueNote
from core.store.unlocking import Credential
from core.store.wreck import UnreadableError, Wreck, copied
from tests.fakes.clinic import (
    MENZHEN,
    OPERATOR,
    PASSPHRASE,
    Clinic,
    content,
    prepared,
    rows,
    store_of,
    symptom,
)
from tests.fakes.people import FIRST, PASSPHRASES, staffed

PATIENTS, VISITS, PAGE = 30, 2, 4096


@pytest.fixture
def damaged(clinic: Clinic) -> Clinic:
    """A clinic of thirty patients with two visits each, long enough to lie on pages of their own."""
    prepared(clinic, thirty_patients)
    return clinic


def thirty_patients(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        for number in range(1, PATIENTS + 1):
            person = clinic_person(number)
            record_no = kernel.patients.register(person).patient.record_no
            typed = content({**MENZHEN, "jiwangshi": f"旧病{number}" * 1500}, [symptom("口干", grade=2)])
            for _ in range(VISITS):
                kernel.intake.save(record_no, "menzhen", typed)
            kernel.intake.save_draft(record_no, "menzhen", content({"zhushu": f"又来{number}"}))


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


def spoilt(clinic: Clinic, what: str = "visits") -> bytes:
    """One page with this in it is not the one that was written."""
    raw = bytearray(clinic.home.store.read_bytes())
    raw[(page_of(clinic, what) - 1) * PAGE + 777] ^= 1
    clinic.home.store.write_bytes(raw)
    return bytes(raw)


def page_of(clinic: Clinic, table: str) -> int:
    """Where a table begins."""
    wreck = Wreck(
        copied(clinic.home.store, Path(tempfile.mkdtemp(dir=clinic.home.folder.parent))), clinic.key
    )
    ((page,),) = wreck.rows(text("SELECT rootpage FROM sqlite_schema WHERE name = :table"), table=table)
    wreck.close()
    return int(page)


def told(clinic: Clinic) -> list[tuple[str, dict[str, object]]]:
    """What the trail says of rescues."""
    with clinic.open(recovery=clinic.recovery) as kernel:
        found = rows(store_of(kernel), "SELECT reason, detail FROM audit WHERE action = 'records.rescue'")
    return [(str(reason), json.loads(str(detail))) for reason, detail in found]


class TestLeave:
    """Whoever has a passphrase has the key; who may have every record in clear is another question."""

    @pytest.fixture
    def clinic(self, clinic: Clinic, tmp_path: Path) -> Clinic:
        with staffed(clinic).open(passphrase=PASSPHRASE) as kernel:
            record_no = kernel.patients.register(clinic_person(1)).patient.record_no
            kernel.intake.save(record_no, "menzhen", content(MENZHEN, []))
        return clinic

    def rescued(self, clinic: Clinic, by: Credential, out: Path) -> Rescued:
        return rescue_clinic(clinic.home, clinic.vault, by, out)

    def refused(self, clinic: Clinic, by: Credential, out: Path, code: str) -> None:
        before = sorted(one.name for one in clinic.home.folder.iterdir())
        with pytest.raises(ClinicError) as refused:
            self.rescued(clinic, by, out)
        assert refused.value.code == code
        assert all(Messages().error(refused.value))
        assert not out.exists()
        assert sorted(one.name for one in clinic.home.folder.iterdir()) == before

    @pytest.mark.parametrize("name", [OPERATOR, "王大夫", "赵前台", "code"])
    def test_a_store_that_opens_is_not_written_out_whoever_asks(
        self, clinic: Clinic, tmp_path: Path, name: str
    ) -> None:
        self.refused(clinic, secret_of(clinic, name), tmp_path / "out", "rescue_not_needed")

    @pytest.mark.parametrize("name", ["赵前台", "钱管理", "孙审计"])
    def test_of_a_wreck_nothing_is_written_out_for_whoever_reads_no_record(
        self, clinic: Clinic, tmp_path: Path, name: str
    ) -> None:
        spoilt(clinic)
        self.refused(clinic, secret_of(clinic, name), tmp_path / "out", "rescue_not_allowed")

    @pytest.mark.parametrize(
        ("name", "reason"), [("王大夫", "passphrase"), (OPERATOR, "passphrase"), ("code", "recovery")]
    )
    def test_a_physician_and_the_code_may_and_the_next_opening_tells_of_it_once(
        self, clinic: Clinic, tmp_path: Path, name: str, reason: str
    ) -> None:
        whole = clinic.home.store.read_bytes()
        spoilt(clinic)
        done = self.rescued(clinic, secret_of(clinic, name), tmp_path / "out")
        clinic.home.store.write_bytes(whole)
        ((by, detail),) = told(clinic)
        assert told(clinic) == [(by, detail)]
        assert by == reason
        assert detail.get("operator", "code") == name
        assert (detail["sealed"], detail["whole"], detail["records"]) == (True, True, done.records)
        assert not list(clinic.home.folder.glob("rescued-*"))

    def test_one_who_left_may_not(self, clinic: Clinic, tmp_path: Path) -> None:
        envelope = clinic.home.envelope.read_bytes()
        with clinic.open(passphrase=PASSPHRASE) as kernel:
            kernel.operators.end(FIRST, "王大夫")
        clinic.home.envelope.write_bytes(envelope)
        spoilt(clinic)
        self.refused(clinic, secret_of(clinic, "王大夫"), tmp_path / "out", "rescue_not_allowed")

    def test_one_that_was_stopped_is_told_of_too(self, clinic: Clinic, tmp_path: Path) -> None:
        whole = clinic.home.store.read_bytes()
        spoilt(clinic)

        def stop(*_: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            rescue_clinic(clinic.home, clinic.vault, FIRST, tmp_path / "out", told=stop)
        clinic.home.store.write_bytes(whole)
        ((_, detail),) = told(clinic)
        assert "whole" not in detail

    def test_a_note_that_no_rescue_wrote_is_told_as_such(self, clinic: Clinic) -> None:
        note = RescueNote(by="passphrase", operator="王大夫")
        note.write(note.path(clinic.home), None, "")
        ((_, detail),) = told(clinic)
        assert detail["sealed"] is False

    def test_where_nobody_can_be_read_it_takes_the_code(self, clinic: Clinic, tmp_path: Path) -> None:
        spoilt(clinic, "operators")
        self.refused(clinic, FIRST, tmp_path / "out", "rescue_code_needed")
        assert self.rescued(clinic, secret_of(clinic, "code"), tmp_path / "out").records == 1

    def test_where_not_even_the_keys_of_the_trail_can_be_read_the_note_has_no_seal(
        self, clinic: Clinic, tmp_path: Path
    ) -> None:
        whole = clinic.home.store.read_bytes()
        spoilt(clinic, "clinic")
        self.rescued(clinic, FIRST, tmp_path / "out")
        clinic.home.store.write_bytes(whole)
        ((_, detail),) = told(clinic)
        assert (detail["sealed"], detail["operator"]) == (False, OPERATOR)

    def test_a_disk_with_no_room_for_the_note_gives_up_what_was_held_back(
        self, clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        spoilt(clinic)
        write = RescueNote.write

        def full(*args: object) -> None:
            if clinic.home.reserve.exists():
                raise OSError(28, "No space left on device")
            write(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(RescueNote, "write", full)
        self.rescued(clinic, FIRST, tmp_path / "out")
        assert not clinic.home.reserve.exists()
        assert list(clinic.home.folder.glob("rescued-*"))


def test_the_only_person_of_a_clinic_needs_no_code_where_nobody_can_be_read(
    damaged: Clinic, tmp_path: Path
) -> None:
    spoilt(damaged, "operators")
    for by in (Credential(), Credential(PASSPHRASE)):
        done = rescue_clinic(damaged.home, damaged.vault, by, tmp_path / f"by-{by.road}")
        assert done.records == PATIENTS


def secret_of(clinic: Clinic, name: str) -> Credential:
    if name == "code":
        return Credential(recovery=clinic.recovery)
    return Credential(PASSPHRASES.get(name, PASSPHRASE))


@pytest.mark.parametrize("name", ["out", "link"])
def test_nothing_in_clear_is_written_among_the_clinics_own_files(
    damaged: Clinic, tmp_path: Path, name: str
) -> None:
    home = damaged.home.folder
    (tmp_path / "link").symlink_to(home, target_is_directory=True)
    out = {"out": home / "out", "link": tmp_path / "link" / "out"}[name]
    with pytest.raises(ClinicError, match="out_inside"):
        rescue(damaged.home.store, damaged.key, out)
    assert not (home / "out").exists()
    assert damaged.refused("rescue", "--out", str(out))["code"] == "out_inside"


def test_an_empty_file_is_no_store_of_nobody(clinic: Clinic, tmp_path: Path) -> None:
    clinic.home.store.write_bytes(b"")
    assert clinic.refused("rescue", "--out", str(tmp_path / "out"))["code"] == "store_empty"
    assert not (tmp_path / "out").exists()
