"""Making, listing, verifying and thinning out backups of an open clinic."""

import errno
import json
import os
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection

from core.base.errors import ClinicError, Damaged, KeyTrouble, Refused, UserError
from core.base.rights import Role
from core.kernel import Kernel
from core.ledger.audit import Action
from core.services.backup.backups import Backups
from core.services.backup.schedule import Occasion
from core.store.backup import file as backup_file
from core.store.backup import swap
from core.store.backup import target as backup_target
from core.store.backup.contents import Contents, contents_of
from core.store.backup.file import SUFFIX, UNFINISHED, BackupFile
from core.store.backup.header import AuditHead
from core.store.backup.target import name_of
from core.store.unlocking import Credential
from tests.fakes.backups import BY_PASSPHRASE, BackedUp, Stop, StopAt, backed_up, flipped
from tests.fakes.clinic import MENZHEN, PASSPHRASE, Clinic, content, new_clinic, rows, store_of

CANARIES = ("王芳芳", "头晕一月", "晨起头晕", PASSPHRASE)


@pytest.fixture
def made(clinic: Clinic) -> BackedUp:
    return backed_up(clinic)


def last_row(kernel: Kernel) -> tuple[str, str, str, dict[str, object]]:
    """Action, outcome, reason and detail of the newest row about backups."""
    found = rows(
        store_of(kernel),
        "SELECT action, outcome, reason, detail FROM audit WHERE action LIKE 'backup%' ORDER BY seq DESC LIMIT 1",
    )
    action, outcome, reason, detail = found[0]
    return str(action), str(outcome), str(reason), json.loads(str(detail))


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_S53_a_backup_counts_after_it_was_restored_and_compared(made: BackedUp) -> None:
    with made.clinic.open() as kernel:
        done = kernel.backups.make(made.stick)
        assert done.rows["patients"] == 1
        assert done.rows["visits"] == 2
        assert done.trail_whole
        action, outcome, _, detail = last_row(kernel)
        assert (action, outcome) == ("backup.make", "verified")
        assert detail["name"] == done.file.name
        assert detail["size"] == done.file.stat().st_size
        assert detail["head"] == done.head
        assert detail["digest"] == BackupFile.read(done.file).digest
        listed = kernel.backups.listed(made.stick)
        assert [one.file for one in listed] == [done.file, made.file]
        assert all(one.verified for one in listed)
        assert listed[0].by_code
        assert listed[0].operators == ("李大夫",)
    assert names(made.home.folder / "backup-work") == []


def test_S53_a_backup_that_differs_from_the_store_is_not_left(
    made: BackedUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = names(made.stick)
    real = backup_file.write_backup

    def one_bit_off(path: Path, *arguments: object) -> None:
        real(path, *arguments)  # type: ignore[arg-type]
        flipped(path, -5000)

    monkeypatch.setattr("core.services.backup.making.write_backup", one_bit_off)
    with made.clinic.open() as kernel:
        with pytest.raises(Damaged, match="backup_body_damaged"):
            kernel.backups.make(made.stick)
        assert last_row(kernel)[:3] == ("backup.make", "failed", "backup_body_damaged")
        assert kernel.backups.look().failure == "backup_body_damaged"
        assert kernel.backups.look().needs_attention
    assert names(made.stick) == before


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda true: replace(true, rows={**true.rows, "patients": 2}), "backup_counts_differ"),
        (lambda true: replace(true, store="another"), "backup_counts_differ"),
        (
            lambda true: replace(true, head=AuditHead(seq=1, mac="ab" * 32, at="")),
            "backup_head_differs",
        ),
    ],
    ids=["rows", "store", "head"],
)
def test_S53_counts_and_head_are_compared_with_those_of_the_store(
    made: BackedUp, monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Contents], Contents], code: str
) -> None:
    before = names(made.stick)

    def miscounted(connection: Connection) -> Contents:
        return wrong(contents_of(connection))

    monkeypatch.setattr("core.services.backup.making.contents_of", miscounted)
    with made.clinic.open() as kernel, pytest.raises(Damaged, match=code):
        kernel.backups.make(made.stick)
    assert names(made.stick) == before


def test_S75_a_trail_that_was_altered_is_backed_up_as_it_is_and_said(made: BackedUp) -> None:
    made.clinic.execute("DROP TRIGGER audit_no_update")
    made.clinic.execute("UPDATE audit SET operator = 'nobody' WHERE seq = 1")
    with made.clinic.open() as kernel:
        done = kernel.backups.make(made.stick)
        assert not done.trail_whole
        assert "altered" in str(last_row(kernel)[3]["trail"])
        assert not kernel.backups.verify(done.file, BY_PASSPHRASE).trail_whole


def test_S54_a_backup_is_of_one_moment_while_others_save_and_the_log_is_folded_in(clinic: Clinic) -> None:
    record_no = clinic.add("王芳芳", "女", "1985年3月")
    with clinic.open() as kernel:
        stop, saved = threading.Event(), [0]

        def save() -> None:
            while not stop.is_set():
                kernel.intake.save(record_no, "menzhen", content({**MENZHEN, "jiwangshi": "旧病" * 3000}))
                saved[0] += 1
                store_of(kernel)._writer.run(lambda connection: None)

        writer = threading.Thread(target=save)
        writer.start()
        try:
            found = [kernel.backups.make(clinic.home.folder.parent) for _ in range(5)]
        finally:
            stop.set()
            writer.join()
        assert saved[0] > 5
        counts = [one.rows["visits"] for one in found]
        assert counts == sorted(counts)
        # The two before them went by thinning.
        for one in found[-3:]:
            assert kernel.backups.verify(one.file, BY_PASSPHRASE).outcome == "verified"


def test_S32_S7_nothing_of_a_patient_stands_in_a_backup_in_clear(made: BackedUp) -> None:
    raw = made.file.read_bytes()
    assert b"SQLite format 3" not in raw
    for canary in CANARIES:
        for encoding in ("utf-8", "utf-16-le", "gb18030"):
            assert canary.encode(encoding) not in raw
    assert "王" not in made.file.name


def test_S32_a_copy_that_shows_words_of_patients_is_named(
    made: BackedUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = BackupFile.read(made.file).path.read_bytes()[-30000:-29970]
    monkeypatch.setattr("core.services.backup.checking.strings_in", lambda _: [shown])
    with made.clinic.open() as kernel, pytest.raises(Damaged, match="backup_in_clear"):
        kernel.backups.verify(made.file, BY_PASSPHRASE)


def test_S36_a_backup_is_the_same_whether_statements_are_logged_or_not(
    made: BackedUp, caplog: pytest.LogCaptureFixture
) -> None:
    from sqlalchemy import event

    heard: list[str] = []
    with made.clinic.open() as kernel:
        engine = store_of(kernel)._aside
        event.listen(engine, "before_cursor_execute", lambda *given: heard.append(str(given[2])))
        assert kernel.backups.make(made.stick).rows["visits"] == 2
    assert heard
    assert not caplog.records


@pytest.mark.parametrize("stage", ["copy", "write", "read", "check", "trail"])
def test_S49_a_backup_that_is_cancelled_leaves_nothing(made: BackedUp, stage: str) -> None:
    before = names(made.stick)
    with made.clinic.open() as kernel:
        state = kernel.backups.look()
        with pytest.raises(Stop):
            kernel.backups.make(made.stick, StopAt(stage))
        assert names(made.stick) == before
        assert last_row(kernel)[:2] == ("backup.make", "cancelled")
        after = kernel.backups.look()
        assert (after.failure, after.verified) == ("", state.verified)
        assert kernel.backups.make(made.stick).rows["visits"] == 2


def test_progress_is_told_in_pages_of_pages(made: BackedUp) -> None:
    told = StopAt("never")
    with made.clinic.open() as kernel:
        kernel.backups.make(made.stick, told)
    copied = [one for one in told.heard if one.stage == "copy"]
    assert copied[-1].done == copied[-1].total > 40
    assert {one.stage.value for one in told.heard} == {"copy", "write", "read", "check", "trail"}


class TestTarget:
    def test_missing(self, made: BackedUp) -> None:
        with made.clinic.open() as kernel, pytest.raises(UserError, match="backup_target_missing"):
            kernel.backups.make(made.stick / "gone")
        assert not (made.stick / "gone").exists()

    def test_a_file(self, made: BackedUp) -> None:
        with made.clinic.open() as kernel, pytest.raises(UserError, match="backup_target_no_folder"):
            kernel.backups.make(made.file)

    def test_read_only(self, made: BackedUp, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object, **__: object) -> None:
            raise OSError(errno.EROFS, "Read-only file system")

        monkeypatch.setattr("core.store.backup.target.tempfile.mkstemp", refuse)
        with made.clinic.open() as kernel, pytest.raises(UserError, match="backup_target_readonly"):
            kernel.backups.make(made.stick)

    def test_full_says_how_much_is_needed(self, made: BackedUp, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(backup_target, "free_space", lambda _: 3 * 2**20)
        with made.clinic.open() as kernel, pytest.raises(ClinicError, match="backup_target_full") as refused:
            kernel.backups.make(made.stick)
        assert refused.value.params["free"] == 3
        assert int(str(refused.value.params["needed"])) > 8

    @pytest.mark.parametrize(
        ("number", "code"), [(errno.ENOSPC, "backup_target_no_room"), (errno.EIO, "backup_target_lost")]
    )
    @pytest.mark.parametrize("at", [1, 2, 3])
    def test_S56_a_stick_that_is_pulled_out_counts_for_nothing(
        self, made: BackedUp, monkeypatch: pytest.MonkeyPatch, number: int, code: str, at: int
    ) -> None:
        before, source = names(made.stick), made.home.store.read_bytes()
        calls = [0]
        real = os.fsync

        def fail(handle: int) -> None:
            calls[0] += Path(f"/proc/self/fd/{handle}").readlink().is_relative_to(made.stick)
            if calls[0] == at:
                raise OSError(number, os.strerror(number))
            real(handle)

        with made.clinic.open() as kernel, monkeypatch.context() as patched:
            patched.setattr(os, "fsync", fail)
            if at <= 2:
                with pytest.raises(ClinicError, match=code):
                    kernel.backups.make(made.stick)
                assert names(made.stick) == before
                assert kernel.backups.look().failure == code
                assert last_row(kernel)[:3] == ("backup.make", "failed", code)
        assert len(made.home.store.read_bytes()) >= len(source)

    def test_S56_the_folder_goes_away_while_it_is_written(self, made: BackedUp) -> None:
        class Pull:
            def __call__(self, progress: object) -> None:
                if getattr(progress, "stage", "") == "read":
                    shutil.rmtree(made.stick, ignore_errors=True)

        with made.clinic.open() as kernel:
            with pytest.raises(ClinicError):
                kernel.backups.make(made.stick, Pull())
            assert kernel.backups.look().failure.startswith("backup_")

    def test_what_a_crash_left_half_written_goes_at_the_next_backup(self, made: BackedUp) -> None:
        stale = made.stick / f"{name_of('')}-2026-01-01-9{SUFFIX}{UNFINISHED}"
        stale.write_bytes(b"half")
        foreign = made.stick / f"other{SUFFIX}{UNFINISHED}"
        foreign.write_bytes(b"not ours")
        with made.clinic.open() as kernel:
            kernel.backups.make(made.stick)
        assert not stale.exists()
        assert foreign.exists()


def test_S55_after_a_kill_the_next_run_makes_one_or_says_so(made: BackedUp) -> None:
    (made.home.folder / "backup-work").mkdir(exist_ok=True)
    (made.home.folder / "backup-work" / "left").mkdir()
    (made.home.folder / "backup-work" / "left" / "body.db").write_bytes(b"left by a crash")
    with made.clinic.open() as kernel:
        assert not (made.home.folder / "backup-work").exists()
        assert kernel.backups.make(made.stick).file.exists()


def test_R29_a_backup_that_nobody_could_open_is_not_made(
    made: BackedUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = names(made.stick)
    with made.clinic.open() as kernel:
        seals = kernel.keys.backup_seals
        bare = type(seals)(seals.store, ())
        kernel.keys.backup_seals = bare
        with pytest.raises(KeyTrouble, match="recovery_absent"):
            kernel.backups.make(made.stick)
        assert kernel.backups.look().failure == "recovery_absent"
    assert names(made.stick) == before


def test_S57_the_check_is_part_of_the_backup_and_its_time_is_kept(made: BackedUp) -> None:
    with made.clinic.open() as kernel:
        done = kernel.backups.make(made.stick)
        assert done.took_s > 0
        assert "seconds" in last_row(kernel)[3]


def test_S58_a_drill_restores_opens_and_counts_and_stands_in_the_trail(made: BackedUp) -> None:
    with made.clinic.open() as kernel:
        for by in (BY_PASSPHRASE, made.by_code):
            done = kernel.backups.drill(made.file, by)
            assert done.records == 1
            action, outcome, _, detail = last_row(kernel)
            assert (action, outcome, detail["records"]) == ("backup.drill", "verified", 1)
        flipped(made.file, -9000)
        with pytest.raises(Damaged, match="backup_body_damaged"):
            kernel.backups.drill(made.file, BY_PASSPHRASE)
        assert last_row(kernel)[:3] == ("backup.drill", "failed", "backup_body_damaged")
    assert not any((made.home.folder / "backup-work").iterdir())


def test_verifying_without_a_key_holds_it_against_what_was_verified(made: BackedUp) -> None:
    with made.clinic.open() as kernel:
        assert kernel.backups.verify(made.file).outcome == "unchanged"
        known = {"digest": BackupFile.read(made.file).digest}
        kernel.backups._history._record(Action.BACKUP_VERIFY, "failed", "backup_body_damaged", known)
        with pytest.raises(KeyTrouble, match="backup_key_needed"):
            kernel.backups.verify(made.file)
        assert kernel.backups.verify(made.file, BY_PASSPHRASE).outcome == "verified"
        assert kernel.backups.verify(made.file).outcome == "unchanged"


@pytest.mark.parametrize(
    ("by", "code"),
    [(Credential("falsch falsch"), "backup_passphrase_wrong"), (Credential(), "backup_key_needed")],
)
def test_verifying_with_the_wrong_key(made: BackedUp, by: Credential, code: str) -> None:
    with made.clinic.open() as kernel, pytest.raises(KeyTrouble, match=code):
        kernel.backups.verify(made.file, by)


@pytest.mark.parametrize(
    ("reason", "is_known"),
    [
        *(("backup_passphrase_wrong", True), ("backup_no_room", True), ("file_trouble", True)),
        *(("backup_target_lost", True), ("store_newer", True), ("restore_unequal", True), ("internal", True)),
        *(("backup_body_damaged", False), ("backup_pages_damaged", False), ("backup_in_clear", False)),
        *(("backup_counts_differ", False), ("backup_head_differs", False)),
    ],
)
def test_only_what_says_something_of_the_file_makes_it_unverified(
    made: BackedUp, reason: str, is_known: bool
) -> None:
    with made.clinic.open() as kernel:
        known = {"digest": BackupFile.read(made.file).digest}
        for action in (Action.BACKUP_VERIFY, Action.BACKUP_DRILL):
            kernel.backups._history._record(action, "failed", reason, known)
        (listed,) = kernel.backups.listed(made.stick)
        assert (listed.verified is not None) == is_known


def test_a_mistyped_passphrase_leaves_it_verified(made: BackedUp) -> None:
    with made.clinic.open() as kernel:
        with pytest.raises(KeyTrouble):
            kernel.backups.verify(made.file, Credential("falsch falsch"))
        assert kernel.backups.verify(made.file).outcome == "unchanged"


class TestThinning:
    def test_only_verified_backups_of_this_clinic_are_removed(self, made: BackedUp) -> None:
        (made.stick / f"notes{SUFFIX}").write_bytes(b"not a backup")
        (made.stick.parent / "other").mkdir()
        other = new_clinic(made.stick.parent / "other")
        other.home.settings.write_text('clinic_name = "另一家"\n', encoding="utf-8")
        with other.open() as kernel:
            foreign = kernel.backups.make(made.stick).file
        with made.clinic.open() as kernel:
            for _ in range(5):
                made.clinic.clock.advance(minutes=1)
                kernel.backups.make(made.stick)
            kept = names(made.stick)
            assert len([name for name in kept if name.startswith("mingdao-")]) == 3
            assert foreign.name in kept
            assert f"notes{SUFFIX}" in kept
            assert (
                rows(store_of(kernel), "SELECT count(*) FROM audit WHERE action = 'backup.thin'")[0][0] == 3
            )

    def test_it_is_frozen_after_a_restore_until_an_admin_confirms(self, made: BackedUp) -> None:
        made.clinic.json("backup", "restore", str(made.file), "--recovery-file", str(code_file(made)))
        with made.clinic.open() as kernel:
            assert kernel.backups.look().frozen
            for _ in range(5):
                made.clinic.clock.advance(minutes=1)
                kernel.backups.make(made.stick)
            assert len(names(made.stick)) == 6
            kernel.backups.confirm_thinning()
            assert not kernel.backups.look().frozen
            kernel.backups.make(made.stick)
            assert len(names(made.stick)) == 3

    def test_it_is_frozen_for_as_long_as_the_note_of_a_restore_lies_there(self, made: BackedUp) -> None:
        with made.clinic.open() as kernel:
            # As where the trail or the settings could not be written at the first opening after it.
            (made.home.folder / swap.TOLD).write_text("{}", encoding="utf-8")
            assert kernel.preferences.read().settings.backup_thinning != "frozen"
            assert kernel.backups.look().frozen
            for _ in range(5):
                kernel.backups.make(made.stick)
            assert len(names(made.stick)) == 6


class TestState:
    def test_a_new_clinic_is_given_its_days(self, clinic: Clinic) -> None:
        with clinic.open() as kernel:
            assert not kernel.backups.look().is_overdue

    def test_three_days_and_fourteen(self, made: BackedUp) -> None:
        with made.clinic.open() as kernel:
            state = kernel.backups.look()
            assert not state.needs_attention
            made.clinic.clock.advance(days=3, hours=1)
            assert kernel.backups.look().is_overdue
            assert not kernel.backups.look().is_none_off_disk
            made.clinic.clock.advance(days=12)
            assert kernel.backups.look().is_none_off_disk

    def test_one_that_was_stopped_does_not_take_the_failure_before_it_away(self, made: BackedUp) -> None:
        with made.clinic.open() as kernel:
            with pytest.raises(ClinicError):
                kernel.backups.make(made.stick / "none")
            failed = kernel.backups.look()
            with pytest.raises(Stop):
                kernel.backups.make(made.stick, StopAt("write"))
            state = kernel.backups.look()
            assert (state.failure, state.failed) == ("backup_target_missing", failed.failed)
            assert state.needs_attention
            kernel.backups.make(made.stick)
            assert not kernel.backups.look().failure

    def test_one_on_another_disk_is_remembered(self, made: BackedUp, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("core.services.backup.backups.is_off_disk", lambda *_: True)
        with made.clinic.open() as kernel:
            assert kernel.backups.look().off_disk is None
            assert kernel.backups.make(made.stick).off_disk
            assert kernel.backups.look().off_disk == made.clinic.clock.now()

    def test_due_once_a_day_and_at_the_close_after_a_change(self, made: BackedUp) -> None:
        record_no = "P001"
        with made.clinic.open() as kernel:
            backups: Backups = kernel.backups
            assert not backups.is_due(Occasion.IDLE)
            assert backups.is_due(Occasion.CLOSE)
            backups.make_by_itself(Occasion.CLOSE)
            assert not backups.is_due(Occasion.CLOSE)
            kernel.records.of_patient(record_no)
            assert not backups.is_due(Occasion.CLOSE)
            made.clinic.clock.advance(days=1)
            assert backups.is_due(Occasion.IDLE)
            assert not backups.is_due(Occasion.CLOSE)
        assert names(made.home.folder / "backups")


class TestRights:
    def test_reception_and_physicians_may_not(self, made: BackedUp) -> None:
        with made.clinic.open(role=Role.PHYSICIAN) as kernel:
            for call in (
                lambda: kernel.backups.make(made.stick),
                lambda: kernel.backups.listed(made.stick),
                lambda: kernel.backups.verify(made.file),
                lambda: kernel.backups.drill(made.file, BY_PASSPHRASE),
                kernel.backups.confirm_thinning,
            ):
                with pytest.raises(Refused, match="not_allowed"):
                    call()
            kernel.backups.look()
            assert kernel.backups.make_by_itself(Occasion.IDLE).file.exists()


def code_file(made: BackedUp) -> Path:
    file = made.home.folder.parent / "code.txt"
    file.write_text(made.clinic.recovery.text + "\n", encoding="ascii")
    return file
