"""Restoring a clinic from a backup, whatever is there and wherever it is cut off."""

import json
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection

from core.base.errors import ClinicError, Damaged, KeyTrouble, UserError
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.base.rights import Role
from core.kernel import open_clinic, restore_clinic, set_up, verify_backup
from core.ledger.findings import Kind
from core.services.keys.presence import is_set_up
from core.store.backup import swap
from core.store.backup.contents import opened
from core.store.backup.file import BackupFile
from core.store.backup.header import digest_of
from core.store.database import copy_pages, open_store
from core.store.envelope import read_envelope, write_envelope
from core.store.unlocking import Credential
from tests.fakes.backups import (
    BY_PASSPHRASE,
    BackedUp,
    Stop,
    StopAt,
    backed_up,
    cut_off,
    flipped,
    header_of,
    state_of,
    whole,
)
from tests.fakes.clinic import PASSPHRASE, Clinic, rows, store_of
from tests.fakes.program import ROOT
from tests.fakes.vault import InMemoryVault

RECEPTION = "zwölf Monde im Jahr 2026"


@pytest.fixture
def made(clinic: Clinic) -> BackedUp:
    return backed_up(clinic)


class TestBareMachine:
    def test_S27_S59_file_and_code_alone_restore_a_clinic(self, made: BackedUp) -> None:
        home = made.empty_home()
        done = restore_clinic(home, made.file, made.by_code)
        assert (done.keys, done.kept_in, done.lost) == ("backup", None, 0)
        for by in (made.by_code, BY_PASSPHRASE):
            patients, visits, verdict = state_of(home, by)
            assert (patients, visits) == (1, 1)
            assert verdict.whole

    def test_R28_file_and_passphrase_of_an_admin_alone_do_too(self, made: BackedUp) -> None:
        home = made.empty_home()
        restore_clinic(home, made.file, BY_PASSPHRASE)
        assert state_of(home, made.by_code)[:2] == (1, 1)

    def test_it_has_a_data_key_of_its_own(self, made: BackedUp) -> None:
        home = made.empty_home()
        restore_clinic(home, made.file, made.by_code)
        key = read_envelope(home.envelope).open_with_recovery(made.clinic.recovery)
        assert key != made.clinic.key
        with pytest.raises(Damaged), opened(made.home.store, key) as lane:
            lane.run(lambda connection: connection.exec_driver_sql("SELECT 1 FROM patients"))

    def test_the_keyring_of_another_machine_is_not_in_it(self, made: BackedUp) -> None:
        assert read_envelope(made.home.envelope).keyring_wrap is not None
        home = made.empty_home()
        restore_clinic(home, made.file, made.by_code)
        assert read_envelope(home.envelope).keyring_wrap is None

    def test_the_first_opening_tells_the_trail_once(self, made: BackedUp) -> None:
        home = made.empty_home()
        restore_clinic(home, made.file, made.by_code)
        note = (home.folder / swap.TOLD).read_bytes()
        found: list[tuple[object, ...]] = []
        for _ in range(2):
            with open_clinic(home, InMemoryVault(), passphrase=PASSPHRASE, source="test") as kernel:
                assert kernel.findings == ()
                found = rows(
                    store_of(kernel),
                    "SELECT reason, detail FROM audit WHERE action = 'backup.restore'",
                )
            # As after a crash between the row and the removal of the note.
            (home.folder / swap.TOLD).write_bytes(note)
        ((reason, detail),) = found
        assert reason == "recovery"
        assert json.loads(str(detail))["digest"] == BackupFile.read(made.file).digest

    def test_everybody_of_that_day_can_open_it_again(self, made: BackedUp) -> None:
        with made.clinic.open(passphrase=PASSPHRASE) as kernel:
            kernel.operators.add(BY_PASSPHRASE, "赵前台", [Role.RECEPTION], RECEPTION)
            file = kernel.backups.make(made.stick).file
        home = made.empty_home()
        with pytest.raises(KeyTrouble, match="backup_passphrase_wrong"):
            restore_clinic(home, file, Credential(RECEPTION))
        restore_clinic(home, file, made.by_code)
        with open_clinic(home, InMemoryVault(), passphrase=RECEPTION, source="test") as kernel:
            assert kernel.actor.operator == "赵前台"

    def test_a_physician_passphrase_cannot_be_guessed_at_from_a_stolen_stick(self, made: BackedUp) -> None:
        with made.clinic.open(passphrase=PASSPHRASE) as kernel:
            kernel.operators.add(BY_PASSPHRASE, "赵前台", [Role.RECEPTION], RECEPTION)
            file = kernel.backups.make(made.stick).file
        assert "赵前台".encode() not in file.read_bytes()


def test_verifying_where_there_is_no_clinic_takes_its_time(made: BackedUp) -> None:
    home = made.empty_home()
    done = verify_backup(home, made.file, made.by_code)
    assert 0 < done.took_s < 60
    assert (done.outcome, done.rows["patients"], done.trail_whole) == ("verified", 1, True)
    assert not is_set_up(home)


class TestOverAClinic:
    def test_what_was_there_is_kept_and_the_keys_of_today_stay(self, made: BackedUp) -> None:
        before, envelope = made.home.store.read_bytes(), made.home.envelope.read_bytes()
        done = restore_clinic(made.home, made.file, BY_PASSPHRASE)
        assert done.keys == "current"
        assert done.kept_in is not None
        assert done.kept_in.name.startswith("replaced-")
        assert (done.kept_in / "clinic.db").read_bytes() == before
        assert made.home.envelope.read_bytes() == envelope
        with made.clinic.open() as kernel:
            assert kernel.holdings.look().visits == 1
            assert kernel.actor.operator == "李大夫"

    def test_what_it_took_back_is_told_and_its_numbers_are_not_given_out_again(self, made: BackedUp) -> None:
        done = restore_clinic(made.home, made.file, BY_PASSPHRASE)
        assert done.lost >= 2
        with made.clinic.open() as kernel:
            assert kernel.findings == ()
            assert kernel.backups.restored is not None
            assert kernel.backups.restored.lost == done.lost
            assert kernel.backups.look().verified == done.created
            verdict = kernel.audit.verify().verdict
            assert verdict.whole
            (told,) = verdict.breaks
            assert (told.kind, told.first, told.last) == (
                Kind.RESTORED,
                done.head + 1,
                done.head + done.lost,
            )
        with made.clinic.open() as kernel:
            assert kernel.findings == ()
            assert kernel.backups.restored is None

    def test_a_note_that_no_restore_wrote_explains_nothing(self, made: BackedUp) -> None:
        done = restore_clinic(made.home, made.file, BY_PASSPHRASE)
        note = made.home.folder / swap.TOLD
        written = json.loads(note.read_bytes())
        for forged in ({"seal": ""}, {"lost": done.lost + 1}, {"seal": "0" * 64}):
            copy = made.home.folder.parent / f"copy-{len(list(made.home.folder.parent.iterdir()))}"
            shutil.copytree(made.home.folder, copy)
            (copy / swap.TOLD).write_text(json.dumps(written | forged), encoding="utf-8")
            elsewhere = Clinic(
                Home(copy), InMemoryVault(dict(made.clinic.vault.secrets)), made.clinic.recovery
            )
            with elsewhere.open() as kernel:
                assert [one.kind for one in kernel.findings] == [Kind.ROLLED_BACK]

    def test_a_note_that_cannot_be_read_keeps_no_clinic_shut(self, made: BackedUp) -> None:
        (made.home.folder / swap.TOLD).mkdir()
        with made.clinic.open() as kernel:
            assert kernel.findings == ()

    def test_the_note_of_an_earlier_restore_does_not_excuse_an_old_copy(self, made: BackedUp) -> None:
        restore_clinic(made.home, made.file, BY_PASSPHRASE)
        restored = made.home.folder.parent / "restored"
        shutil.copytree(made.home.folder, restored)
        with made.clinic.open() as kernel:
            assert kernel.findings == ()
        head = made.home.head.read_bytes()
        for name in ("clinic.db", swap.TOLD):
            shutil.copy2(restored / name, made.home.folder / name)
        assert made.home.head.read_bytes() == head
        with made.clinic.open() as kernel:
            assert [one.kind for one in kernel.findings] == [Kind.ROLLED_BACK]

    def test_somebody_who_left_since_does_not_come_back(self, made: BackedUp) -> None:
        with made.clinic.open(passphrase=PASSPHRASE) as kernel:
            kernel.keys.change_passphrase(BY_PASSPHRASE, "eine ganz andere 2026")
        restore_clinic(made.home, made.file, made.by_code)
        with pytest.raises(KeyTrouble, match="wrong_passphrase"), made.clinic.open(passphrase=PASSPHRASE):
            pass
        with made.clinic.open(passphrase="eine ganz andere 2026") as kernel:
            assert kernel.holdings.look().visits == 1

    def test_an_older_passphrase_alone_restores_only_where_there_is_nobody_of_today(
        self, made: BackedUp
    ) -> None:
        with made.clinic.open(passphrase=PASSPHRASE) as kernel:
            kernel.keys.change_passphrase(BY_PASSPHRASE, "eine ganz andere 2026")
        made.home.store.unlink()
        done = restore_clinic(made.home, made.file, BY_PASSPHRASE)
        assert done.keys == "backup"
        assert done.kept_in is not None
        assert (done.kept_in / "keys.json").exists()
        assert state_of(made.home, BY_PASSPHRASE)[1] == 1

    def test_S37_a_stale_log_is_not_read_into_the_restored_store(self, made: BackedUp) -> None:
        with made.clinic.open():
            log = made.home.store.with_name("clinic.db-wal").read_bytes()
            shm = made.home.store.with_name("clinic.db-shm").read_bytes()
        made.home.store.with_name("clinic.db-wal").write_bytes(log)
        made.home.store.with_name("clinic.db-shm").write_bytes(shm)
        done = restore_clinic(made.home, made.file, BY_PASSPHRASE)
        assert not made.home.store.with_name("clinic.db-wal").exists()
        assert done.kept_in is not None
        assert (done.kept_in / "clinic.db-wal").exists()
        assert state_of(made.home, BY_PASSPHRASE)[:2] == (1, 1)

    def test_of_another_clinic_is_refused(self, made: BackedUp) -> None:
        home = made.empty_home()
        home.folder.mkdir()
        envelope = read_envelope(made.home.envelope)
        write_envelope(home.envelope, envelope.model_copy(update={"store": "another"}))
        before = whole(home)
        with pytest.raises(UserError, match="backup_other_clinic"):
            restore_clinic(home, made.file, made.by_code)
        assert whole(home) == before

    def test_an_open_clinic_is_not_restored_over(self, made: BackedUp) -> None:
        with made.clinic.open(), pytest.raises(ClinicError, match="store_busy"):
            restore_clinic(made.home, made.file, made.by_code)


def _missing(home: Home) -> None:
    home.store.unlink()


def _empty(home: Home) -> None:
    home.store.write_bytes(b"")


def _random(home: Home) -> None:
    home.store.write_bytes(secrets.token_bytes(50_000))


def _cut(home: Home) -> None:
    home.store.write_bytes(home.store.read_bytes()[:9000])


def _keys_gone(home: Home) -> None:
    home.envelope.unlink()
    home.store.write_bytes(b"")


def _all_garbage(home: Home) -> None:
    for file in (home.store, home.envelope, home.head):
        file.write_bytes(b"\x00garbage")


def _locked(home: Home) -> None:
    home.lock.write_text("left by a crash", encoding="utf-8")


@pytest.mark.parametrize(
    "spoil",
    [_missing, _empty, _random, _cut, _keys_gone, _all_garbage, _locked],
    ids=lambda one: one.__name__,
)
@pytest.mark.parametrize("by", ["code", "passphrase"])
def test_S60_it_needs_nothing_of_the_clinic_that_is_there(made: BackedUp, spoil: object, by: str) -> None:
    spoil(made.home)  # type: ignore[operator]
    damaged = whole(made.home)
    credential = made.by_code if by == "code" else BY_PASSPHRASE
    done = restore_clinic(made.home, made.file, credential)
    assert state_of(made.home, credential)[:2] == (1, 1)
    if spoil is not _missing and spoil is not _locked:
        assert done.kept_in is not None
        assert done.kept_in.name.startswith("damaged-")
        assert (done.kept_in / "clinic.db").read_bytes() == damaged["clinic.db"]


class TestSpoiltFiles:
    """Nothing is replaced by a backup that is not sound; each reason has its name."""

    @pytest.fixture(autouse=True)
    def _unchanged(self, made: BackedUp) -> object:
        before = whole(made.home)
        yield
        assert whole(made.home) == before
        assert not swap.is_pending(made.home)

    def refused(self, made: BackedUp, file: Path, code: str, by: Credential = BY_PASSPHRASE) -> None:
        with pytest.raises(ClinicError) as refused:
            restore_clinic(made.home, file, by)
        assert refused.value.code == code

    def test_R27_a_bit_in_the_body(self, made: BackedUp) -> None:
        file = made.copy()
        flipped(file, -30_000)
        self.refused(made, file, "backup_body_damaged")

    def test_R30_wrong_key_newer_format_and_damage_are_three_things(self, made: BackedUp) -> None:
        file = made.copy()
        raw = file.read_bytes()
        self.refused(made, file, "backup_passphrase_wrong", Credential("nicht die richtige"))
        self.refused(made, file, "backup_code_wrong", Credential(recovery=RecoveryCode.new()))
        file.write_bytes(raw.replace(b"mingdao-backup 1 ", b"mingdao-backup 2 ", 1))
        self.refused(made, file, "backup_newer")
        file.write_bytes(raw.replace(b'"created":"2026', b'"created":"2025', 1))
        self.refused(made, file, "backup_header_damaged")
        assert BackupFile.read(made.file).header.cipher["page_size"] == 4096

    def test_a_header_somebody_made_up(self, made: BackedUp) -> None:
        file = made.copy()
        raw, header = file.read_bytes(), header_of(file)
        forged = header.replace(b'"created":"2026', b'"created":"2025')
        raw = raw.replace(header, forged, 1)
        file.write_bytes(raw.replace(digest_of(header).encode(), digest_of(forged).encode(), 1))
        BackupFile.read(file)
        self.refused(made, file, "backup_header_altered")

    @pytest.mark.parametrize("size", [0, 5, 30, 500, 3000, 20_000, -1])
    def test_cut_off(self, made: BackedUp, size: int) -> None:
        file = made.copy()
        file.write_bytes(file.read_bytes()[:size])
        with pytest.raises(Damaged):
            restore_clinic(made.home, file, BY_PASSPHRASE)

    def test_something_else(self, made: BackedUp) -> None:
        self.refused(made, made.home.store, "backup_not_one")
        self.refused(made, made.stick / "none.mdbk", "backup_missing")
        self.refused(made, made.stick, "backup_missing")

    def test_a_newer_store(self, made: BackedUp, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("core.services.backup.checking.REVISION", "0001")
        self.refused(made, made.file, "store_newer")

    @pytest.mark.parametrize("stage", ["read", "check", "trail", "restore"])
    def test_S49_cancelled(self, made: BackedUp, stage: str) -> None:
        with pytest.raises(Stop):
            restore_clinic(made.home, made.file, BY_PASSPHRASE, told=StopAt(stage))

    @pytest.mark.parametrize("how", ["a bit", "a row"])
    def test_what_was_written_is_read_before_it_takes_the_place(
        self, made: BackedUp, monkeypatch: pytest.MonkeyPatch, how: str
    ) -> None:
        def copied(source: Connection, path: Path, key: bytes, told: Callable[[int, int], None]) -> None:
            copy_pages(source, path, key, told)
            if how == "a bit":
                flipped(path, 9000)
                return
            engine = open_store(path, key)
            with engine.begin() as connection:
                connection.exec_driver_sql(
                    "DELETE FROM patient_keys WHERE kind = (SELECT min(kind) FROM patient_keys)"
                )
            engine.dispose()

        monkeypatch.setattr("core.services.backup.restoring.copy_pages", copied)
        self.refused(made, made.file, "restore_unequal")

    def test_no_room(self, made: BackedUp, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("core.store.backup.work.free_space", lambda _: 1000)
        self.refused(made, made.file, "backup_no_room")

    def test_every_flipped_bit_of_the_header_is_named(self, made: BackedUp) -> None:
        file = made.copy()
        raw = file.read_bytes()
        for place in range(0, BackupFile.read(file).starts, 23):
            file.write_bytes(raw)
            flipped(file, place)
            with pytest.raises(Damaged):
                restore_clinic(made.home, file, made.by_code)


def test_R31_numbers_of_the_file_come_along(made: BackedUp) -> None:
    with made.clinic.store() as store:
        store._writer._worker.submit(
            lambda: store._writer._connection.exec_driver_sql("PRAGMA user_version = 41")
        ).result()
        store._writer._worker.submit(store._writer._connection.commit).result()
    with made.clinic.open() as kernel:
        file = kernel.backups.make(made.stick).file
    home = made.empty_home()
    restore_clinic(home, file, made.by_code)
    key = read_envelope(home.envelope).open_with_recovery(made.clinic.recovery)
    with opened(home.store, key) as lane:
        assert lane.run(lambda connection: connection.exec_driver_sql("PRAGMA user_version").scalar()) == 41


def put(home: Home, files: dict[str, bytes]) -> Home:
    """A home with these files."""
    home.folder.mkdir()
    for name, raw in files.items():
        (home.folder / name).write_bytes(raw)
    return home


def worked(
    made: BackedUp, home: Home, what: str, path: Path, at: int = 0
) -> subprocess.CompletedProcess[str]:
    """One run of tests.fakes.backup_work."""
    command = [sys.executable, "-m", "tests.fakes.backup_work", str(home.folder), what, str(path)]
    return subprocess.run(
        [*command, str(at)], cwd=ROOT, input=PASSPHRASE + "\n", capture_output=True, text=True, check=False
    )


def steps_of(done: subprocess.CompletedProcess[str]) -> int:
    assert done.returncode == 0, done.stderr
    return int(done.stdout.split()[-1])


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
class TestKilled:
    def test_S55_a_backup_killed_at_any_step_leaves_whole_files_only(self, made: BackedUp) -> None:
        last = steps_of(worked(made, made.home, "make", made.stick))
        for at in {1, last // 5, 2 * last // 5, 3 * last // 5, 4 * last // 5}:
            assert worked(made, made.home, "make", made.stick, at).returncode == -signal.SIGKILL
            for one in made.stick.glob("*.mdbk"):
                BackupFile.read(one)
        with made.clinic.open() as kernel:
            assert all(one.trouble is None for one in kernel.backups.listed(made.stick))
            kernel.backups.make(made.stick)
            assert not list(made.stick.glob("*.unfinished"))

    def test_S55_a_restore_killed_at_any_step_leaves_the_old_or_the_new(self, made: BackedUp) -> None:
        old = whole(made.home)
        last = steps_of(worked(made, put(made.empty_home(), old), "restore", made.file))
        seen = set()
        # Most of what can go wrong lies in the last third, where files change places.
        for at in sorted({1, last // 2, *range(last - 16, last + 1, 3)}):
            shutil.rmtree(made.home.folder)
            put(made.home, old)
            done = worked(made, made.home, "restore", made.file, at)
            assert done.returncode == -signal.SIGKILL, (at, done.stdout, done.stderr)
            patients, visits, verdict = state_of(made.home, BY_PASSPHRASE)
            assert patients == 1, at
            assert visits in {1, 2}, at
            assert verdict.whole, at
            seen.add(visits)
            left = {one.name for one in made.home.folder.iterdir()}
            assert not left & {"restore.ready", "restore.done", "restored.json"}, at
        assert seen == {1, 2}


def test_a_home_between_two_names_is_not_an_empty_one(made: BackedUp) -> None:
    cut_off(made)
    assert is_set_up(made.home)
    with pytest.raises(UserError, match="already_set_up"):
        set_up(made.home, "noch eine ganz andere", InMemoryVault())
    assert made.home.store.exists()
