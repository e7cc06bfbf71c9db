"""Another version of the program in place of the one that runs, and back; and what a store of a newer program says."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import ClinicError, Damaged, Refused, UserError
from core.base.messages import Messages
from core.base.rights import Role
from core.installation.signature import Verdict
from core.installation.versions import Installation
from core.kernel import Kernel
from core.services.at_work.desk import Desk
from core.services.program import Program
from core.services.updates import Progress, Stage, Updates
from tests.fakes.brought import deb_at, run_at, seal_sums, setup_at
from tests.fakes.clinic import OPERATOR, Clinic, store_of, trail
from tests.fakes.clinic import rows as rows_of
from tests.fakes.installed import EARLIER, HERE, LATER, Stick, stick_at
from tests.fakes.release import FILES, ReleaseKey, program_at


def updates(stick: Stick, kernel: Kernel | None = None) -> Updates:
    """As the kernel makes them, but for the program that runs."""
    if kernel is None:
        return Updates(program=stick.program)
    return Updates(kernel._desk, kernel.backups, stick.program)


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    return stick_at(tmp_path, ReleaseKey())


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open() as opened:
        yield opened


class TestInstall:
    def test_a_backup_then_beside_then_switched(self, stick: Stick, clinic: Clinic, kernel: Kernel) -> None:
        heard: list[Stage] = []
        file = run_at(stick.folder, LATER, stick.key)
        done = updates(stick, kernel).install(file, lambda progress: heard.append(progress.stage))
        assert (done.version, done.before) == (LATER, HERE)
        assert (stick.place.current, stick.place.previous) == (LATER, HERE)
        assert done.backup is not None
        assert done.backup.is_file()
        assert list(dict.fromkeys(heard)) == list(Stage)
        rows = [row for row in trail(store_of(kernel)) if str(row[0]).startswith(("program.", "backup."))]
        assert [row[0] for row in rows] == ["backup.make", "program.install"]
        query = "SELECT role FROM audit WHERE action = 'program.install'"
        assert rows_of(store_of(kernel), query) == [("admin",)]
        assert rows[-1][3] == {"version": LATER, "was": HERE, "signed": "signed"}

    def test_without_a_clinic(self, stick: Stick) -> None:
        done = updates(stick).install(run_at(stick.folder, LATER, stick.key))
        assert (done.backup, stick.place.current) == (None, LATER)

    def test_a_folder(self, stick: Stick) -> None:
        updates(stick).install(program_at(stick.folder / "程序", stick.key, LATER))
        assert stick.place.current == LATER

    def test_killed_before_the_switch_it_is_begun_again(self, stick: Stick) -> None:
        """Whole beside, but never started: nothing to go back to, and the next installation takes its place."""
        program_at(stick.place.folder(LATER), stick.key, LATER)
        assert stick.program.remains().unfinished == (LATER,)
        with pytest.raises(UserError, match="update_no_previous"):
            updates(stick).back()
        updates(stick).install(run_at(stick.folder, LATER, stick.key))
        assert (stick.place.current, stick.place.previous) == (LATER, HERE)
        assert stick.program.remains().unfinished == ()

    def test_killed_after_the_switch_the_rows_say_which_program_wrote_them(
        self, stick: Stick, clinic: Clinic, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It leaves no row of the installation; whatever is done first with the other program tells of it."""
        clinic.add("陈敏")
        monkeypatch.setattr("core.kernel.opening.program_version", lambda: LATER)
        clinic.add("王芳")
        added = clinic.json("audit", "list", "--action", "patient.add")["audit"]
        assert [(row["operator"], row["program"]) for row in added] == [(OPERATOR, LATER), (OPERATOR, HERE)]
        assert clinic.json("audit", "verify")["whole"]

    def test_older_ones_go(self, stick: Stick) -> None:
        program_at(stick.place.folder("0.0.1"), stick.key, "0.0.1")
        done = updates(stick).install(run_at(stick.folder, LATER, stick.key))
        assert done.removed == ("0.0.1",)
        assert stick.lying == sorted([HERE, LATER])

    def test_it_takes_an_admin(self, stick: Stick, clinic: Clinic) -> None:
        with clinic.open(role=Role.PHYSICIAN) as kernel, pytest.raises(Refused, match="not_allowed"):
            updates(stick, kernel).install(run_at(stick.folder, LATER, stick.key))
        assert stick.lying == [HERE]

    @pytest.mark.parametrize("stage", list(Stage))
    def test_stopped_at_any_stage_it_is_the_program_it_was(
        self, stick: Stick, kernel: Kernel, stage: Stage
    ) -> None:
        def stop(progress: Progress) -> None:
            if progress.stage is stage:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            updates(stick, kernel).install(run_at(stick.folder, LATER, stick.key), stop)
        assert (stick.place.current, stick.place.previous) == (HERE, None)
        assert not [row for row in trail(store_of(kernel)) if row[0] == "program.install"]
        assert not [name for name in stick.lying if name.startswith(".")]

    def test_no_backup_no_update(self, stick: Stick, kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
        def fails(*_: object) -> None:
            raise ClinicError("backup_no_room")

        monkeypatch.setattr(kernel.backups, "make_before_change", fails)
        with pytest.raises(ClinicError, match="backup_no_room"):
            updates(stick, kernel).install(run_at(stick.folder, LATER, stick.key))
        assert stick.lying == [HERE]

    def test_a_switch_that_fails_leaves_no_row(
        self, stick: Stick, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(*_: object) -> None:
            raise ClinicError("program_no_room", folder="", needed=1, free=0)

        monkeypatch.setattr(Installation, "switch", fails)
        with pytest.raises(ClinicError, match="program_no_room"):
            updates(stick, kernel).install(run_at(stick.folder, LATER, stick.key))
        assert stick.place.current == HERE
        assert not [row for row in trail(store_of(kernel)) if row[0] == "program.install"]

    def test_a_row_that_cannot_be_kept_undoes_the_switch(
        self, stick: Stick, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        switch = Installation.switch

        def switched_and_then_the_disk_is_full(place: Installation, version: str) -> None:
            switch(place, version)
            raise OSError(28, "no space left for the row")

        stick.from_before()
        monkeypatch.setattr(Installation, "switch", switched_and_then_the_disk_is_full)
        with pytest.raises(OSError, match="for the row"):
            updates(stick, kernel).install(run_at(stick.folder, LATER, stick.key))
        assert (stick.place.current, stick.place.previous) == (HERE, EARLIER)
        with pytest.raises(OSError, match="for the row"):
            updates(stick, kernel).back()
        assert (stick.place.current, stick.place.previous) == (HERE, EARLIER)
        assert not [row for row in trail(store_of(kernel)) if row[0] == "program.install"]

    def test_an_old_version_that_cannot_be_removed_is_no_failure(
        self, stick: Stick, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(_: Installation) -> tuple[str, ...]:
            raise UserError("program_not_writable", folder="")

        monkeypatch.setattr(Installation, "prune", fails)
        assert updates(stick).install(run_at(stick.folder, LATER, stick.key)).removed == ()
        assert stick.place.current == LATER

    def test_a_clinic_in_an_old_version_is_kept_and_named(self, stick: Stick) -> None:
        old = program_at(stick.place.folder("0.0.1"), stick.key, "0.0.1")
        (old / "clinic.db").write_bytes(b"a patient")
        done = updates(stick).install(run_at(stick.folder, LATER, stick.key))
        assert done.left == (stick.place.prefix / "left-0.0.1",)
        assert (done.left[0] / "clinic.db").read_bytes() == b"a patient"


class TestRefused:
    def refused(self, stick: Stick, file: Path, code: str, *, unsigned: bool = False) -> None:
        with pytest.raises(ClinicError) as refusal:
            updates(stick).install(file, unsigned=unsigned)
        assert refusal.value.code == code
        assert (stick.lying, stick.place.current) == ([HERE], HERE)
        for language in ("zh_CN", "en"):
            assert all(Messages(language).error(refusal.value))

    def test_older_and_the_same(self, stick: Stick) -> None:
        self.refused(stick, run_at(stick.folder, "0.0.1", stick.key), "update_older")
        self.refused(stick, run_at(stick.folder, HERE, stick.key), "update_same")

    def test_older_than_what_will_be_started(self, stick: Stick) -> None:
        program_at(stick.place.folder(LATER), stick.key, LATER)
        stick.place.switch(LATER)
        with pytest.raises(Refused, match="update_older") as refusal:
            updates(stick).check(run_at(stick.folder, "98.0.0", stick.key))
        assert refusal.value.params == {"version": "98.0.0", "here": LATER}

    def test_by_another_key_or_none(self, stick: Stick) -> None:
        self.refused(stick, run_at(stick.folder, LATER, ReleaseKey()), "sums_foreign")
        self.refused(stick, run_at(stick.folder, LATER), "sums_unsigned", unsigned=True)

    def test_the_list_signed_and_what_is_packed_not(self, stick: Stick) -> None:
        file = run_at(stick.folder, LATER, ReleaseKey())
        seal_sums(stick.folder, stick.key)
        self.refused(stick, file, "update_foreign")

    def test_another_machine(self, stick: Stick) -> None:
        self.refused(stick, setup_at(stick.folder, LATER, stick.key), "update_other_machine")

    def test_a_newer_c_library(self, stick: Stick, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("core.services.updates.libc_floor_met", lambda floor: floor != "2.28")
        monkeypatch.setattr("core.services.updates.glibc_here", lambda: "2.27")
        file = run_at(stick.folder, LATER, stick.key)
        self.refused(stick, file, "update_floor")
        with pytest.raises(Refused) as refusal:
            updates(stick).check(file)
        assert "需要 glibc 2.28 或更新，本机是 2.27" in Messages().error(refusal.value)[0]

    def test_what_the_package_manager_has(self, stick: Stick, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refused(stick, deb_at(stick.folder, LATER, stick.key), "update_by_packages")
        monkeypatch.setattr("core.installation.versions.PACKAGED", stick.place.prefix)
        self.refused(stick, run_at(stick.folder, LATER, stick.key), "update_by_packages")

    def test_no_room(self, stick: Stick, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("core.installation.versions.free_space", lambda _: 10)
        self.refused(stick, run_at(stick.folder, LATER, stick.key), "program_no_room")

    def test_a_folder_that_may_not_be_written(self, stick: Stick, monkeypatch: pytest.MonkeyPatch) -> None:
        mkdir = Path.mkdir

        def refuses(path: Path, *arguments: object, **options: object) -> None:
            if path.is_relative_to(stick.place.prefix):
                raise PermissionError(13, "denied", str(path))
            mkdir(path, *arguments, **options)  # type: ignore[arg-type]

        file = run_at(stick.folder, LATER, stick.key)
        monkeypatch.setattr(Path, "mkdir", refuses)
        self.refused(stick, file, "program_not_writable")
        # And that is known before anything long is begun.
        with pytest.raises(UserError, match="program_not_writable"):
            updates(stick).install(file, lambda _: pytest.fail("it went on"))

    def test_from_a_tree(self, stick: Stick) -> None:
        with pytest.raises(UserError, match="update_not_installed"):
            Updates().install(run_at(stick.folder, LATER, stick.key))


class TestUnsigned:
    """A build that nobody signed takes what nobody signed, when a person says so."""

    @pytest.fixture
    def stick(self, tmp_path: Path) -> Stick:
        return stick_at(tmp_path, None)

    def test_only_when_somebody_says_so(self, stick: Stick) -> None:
        file = run_at(stick.folder, LATER)
        assert updates(stick).check(file).verdict is Verdict.UNSIGNED
        with pytest.raises(Refused, match="update_unsigned"):
            updates(stick).install(file)
        assert stick.lying == [HERE]
        updates(stick).install(file, unsigned=True)
        assert stick.place.current == LATER

    def test_a_program_that_is_signed_believes_its_own_key_from_then_on(self, stick: Stick) -> None:
        updates(stick).install(run_at(stick.folder, LATER, ReleaseKey()), unsigned=True)
        program = Program.here(stick.place.folder(LATER))
        assert program.verdict is Verdict.SIGNED
        later = replace(stick, place=Installation(stick.place.prefix, LATER))
        with pytest.raises(Refused, match="sums_unsigned"):
            updates(later).install(run_at(stick.folder, "99.0.1"), unsigned=True)

    def test_another_file_than_was_looked_at(self, stick: Stick, monkeypatch: pytest.MonkeyPatch) -> None:
        """The stick gets another one of the same version, listed and all, before it is laid out."""
        file = run_at(stick.folder, LATER)

        def swap(_place: Installation, _size: int) -> None:
            monkeypatch.setitem(FILES, "mingdao", b"another program")
            run_at(stick.folder, LATER)

        monkeypatch.setattr(Installation, "refuse_without_room", swap)
        with pytest.raises(Damaged, match="update_altered"):
            updates(stick).install(file, unsigned=True)
        assert (stick.lying, stick.place.current) == ([HERE], HERE)


class TestSetup:
    """The setup program is run, so it is verified where nobody else changes it, and only then run."""

    @pytest.fixture
    def ran(self, stick: Stick, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
        found: list[bytes] = []

        def run(file: Path, prefix: Path) -> None:
            assert file.is_relative_to(prefix)
            found.append(file.read_bytes())
            program_at(stick.place.folder(LATER), stick.key, LATER)
            if found == [b"MZ altered"]:
                (stick.place.folder(LATER) / "mingdao").write_bytes(b"another")
            stick.place.switch(LATER)
            if found == [b"MZ cut off"]:
                raise ClinicError("update_setup_failed", file=file, reason=2)

        monkeypatch.setattr("core.services.updates.run_setup", run)
        monkeypatch.setattr("core.services.updates._refuse_unfit", lambda *_: None)
        return found

    def test_it_is_run_from_a_place_of_ours_and_the_row_names_the_one_before(
        self, stick: Stick, kernel: Kernel, ran: list[bytes]
    ) -> None:
        done = updates(stick, kernel).install(setup_at(stick.folder, LATER, stick.key))
        assert ran == [b"MZ setup"]
        assert (done.version, done.before) == (LATER, HERE)
        assert (stick.place.current, stick.place.previous) == (LATER, HERE)
        assert not list(stick.place.prefix.glob(".setup-*"))
        assert trail(store_of(kernel))[-1][3] == {"version": LATER, "was": HERE, "signed": "signed"}

    @pytest.mark.parametrize(
        ("content", "code"), [(b"MZ altered", "update_files"), (b"MZ cut off", "update_setup_failed")]
    )
    def test_one_that_switched_to_what_is_not_whole_is_undone(
        self, stick: Stick, kernel: Kernel, ran: list[bytes], content: bytes, code: str
    ) -> None:
        stick.from_before()
        file = setup_at(stick.folder, LATER, stick.key)
        file.write_bytes(content)
        seal_sums(stick.folder, stick.key)
        with pytest.raises(ClinicError, match=code):
            updates(stick, kernel).install(file)
        assert ran == [content]
        self.is_as_before(stick, kernel)

    @pytest.mark.parametrize("stage", list(Stage))
    def test_stopped_at_any_stage_it_is_the_program_it_was(
        self, stick: Stick, kernel: Kernel, ran: list[bytes], stage: Stage
    ) -> None:
        def stop(progress: Progress) -> None:
            if progress.stage is stage:
                raise KeyboardInterrupt

        stick.from_before()
        with pytest.raises(KeyboardInterrupt):
            updates(stick, kernel).install(setup_at(stick.folder, LATER, stick.key), stop)
        assert bool(ran) is (stage in {Stage.VERIFY, Stage.SWITCH})
        self.is_as_before(stick, kernel)

    def test_a_row_that_cannot_be_kept_undoes_it(
        self, stick: Stick, kernel: Kernel, ran: list[bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(*_: object) -> None:
            raise ClinicError("disk_full", file="")

        def fill(progress: Progress) -> None:
            if progress.stage is Stage.SWITCH:
                monkeypatch.setattr(Desk, "change", fails)

        stick.from_before()
        with pytest.raises(ClinicError, match="disk_full"):
            updates(stick, kernel).install(setup_at(stick.folder, LATER, stick.key), fill)
        assert ran == [b"MZ setup"]
        self.is_as_before(stick, kernel)

    def is_as_before(self, stick: Stick, kernel: Kernel) -> None:
        assert (stick.place.current, stick.place.previous) == (HERE, EARLIER)
        assert not [row for row in trail(store_of(kernel)) if row[0] == "program.install"]

    def test_one_that_was_swapped_is_not_run(self, stick: Stick, ran: list[bytes]) -> None:
        file = setup_at(stick.folder, LATER, stick.key)

        def swap(progress: Progress) -> None:
            if progress.stage is Stage.UNPACK:
                file.write_bytes(b"MZ other")

        with pytest.raises(Damaged, match="update_altered"):
            updates(stick).install(file, swap)
        assert ran == []
        assert stick.place.current == HERE


class TestBack:
    def test_to_the_one_before(self, stick: Stick, kernel: Kernel) -> None:
        stick.from_before()
        done = updates(stick, kernel).back()
        assert (done.version, done.before) == ("0.0.1", HERE)
        assert (stick.place.current, stick.place.previous) == ("0.0.1", HERE)
        assert trail(store_of(kernel))[-1][0] == "program.back"

    def test_an_older_program_than_the_store_is_refused_and_both_are_named(
        self, stick: Stick, kernel: Kernel
    ) -> None:
        stick.from_before("0001")
        with pytest.raises(Refused, match="update_back_newer") as refusal:
            updates(stick, kernel).back()
        message, _ = Messages().error(refusal.value)
        assert "0.0.1" in message
        assert HERE in message
        assert stick.place.current == HERE

    def test_without_a_clinic_nothing_is_newer(self, stick: Stick) -> None:
        stick.from_before("0001")
        assert updates(stick).back().version == "0.0.1"

    def test_it_takes_an_admin(self, stick: Stick, clinic: Clinic) -> None:
        stick.from_before()
        with clinic.open(role=Role.PHYSICIAN) as kernel, pytest.raises(Refused, match="not_allowed"):
            updates(stick, kernel).back()
        assert stick.place.current == HERE

    def test_one_that_is_not_whole_any_more(self, stick: Stick) -> None:
        stick.from_before()
        (stick.place.folder("0.0.1") / "mingdao").unlink()
        with pytest.raises(Damaged, match="update_files"):
            updates(stick).back()
        assert stick.place.current == HERE

    def test_to_nothing(self, stick: Stick) -> None:
        with pytest.raises(UserError, match="update_no_previous"):
            updates(stick).back()
        with pytest.raises(UserError, match="version_not_here"):
            updates(stick).back("0.0.1")


class TestAStoreOfANewerProgram:
    """What an older program says: both versions, and nothing changed."""

    def test_names_who_wrote_it(self, clinic: Clinic) -> None:
        clinic.add("陈敏")
        clinic.execute("UPDATE clinic SET written_by = '9.9.9'")
        clinic.execute("UPDATE alembic_version SET version_num = '9999'")
        before = clinic.home.store.read_bytes()
        error = clinic.refused("patient", "find", "陈")
        assert error["code"] == "store_newer"
        assert "9.9.9" in error["message"]
        assert HERE in error["message"]
        assert clinic.home.store.read_bytes() == before

    def test_a_store_says_who_made_it_what_it_is(self, clinic: Clinic) -> None:
        assert clinic.rows("SELECT written_by FROM clinic") == [(HERE,)]

    def test_one_that_does_not_say(self, clinic: Clinic) -> None:
        clinic.add("陈敏")
        with clinic.store() as store:
            store.write(
                lambda connection: connection.exec_driver_sql("ALTER TABLE clinic DROP COLUMN written_by")
            )
            store.write(
                lambda connection: connection.exec_driver_sql(
                    "UPDATE alembic_version SET version_num = '9999'"
                )
            )
        error = clinic.refused("patient", "find", "陈")
        assert error["code"] == "store_newer"
        assert Messages().text("update.unknown_version") in error["message"]
