"""Which version is started, before and after a change, and whatever cuts one off."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from threading import Timer

import pytest
from filelock import FileLock

from core.base.errors import Busy, ClinicError, UserError
from core.installation.contents import Contents, compare
from core.installation.versions import Installation, is_name, is_newer, program_folder
from tests.fakes.release import program_at

ROOT = Path(__file__).resolve().parents[3]

BOTH = pytest.mark.parametrize("by_name", [False, True], ids=["links", "names"])


def installed(prefix: Path, *versions: str, by_name: bool = False) -> Installation:
    """An installation with these versions, the last of them started."""
    place = Installation(prefix, versions[-1], by_name=by_name)
    for version in versions:
        program_at(place.folder(version), version=version)
        place.switch(version)
    return place


def is_whole(place: Installation, version: str | None) -> bool:
    assert version is not None
    folder = place.folder(version)
    return not compare(folder, Contents.read(folder))


class TestWhereTheProgramLies:
    def test_from_a_tree_there_is_no_folder(self) -> None:
        assert program_folder() is None
        assert Installation.of(None) is None

    def test_the_interpreter_or_the_program_lies_in_it(self, tmp_path: Path) -> None:
        folder = program_at(tmp_path / "versions" / "0.2.0")
        for name in ("mingdao", "python.exe", "_internal/python"):
            assert program_folder(folder / name) == folder
        place = Installation.of(folder)
        assert place is not None
        assert (place.prefix, place.running) == (tmp_path, "0.2.0")

    def test_a_folder_without_its_list_is_found_all_the_same(self, tmp_path: Path) -> None:
        folder = program_at(tmp_path / "versions" / "0.2.0")
        (folder / "_internal" / "contents.json").unlink()
        assert program_folder(folder / "python.exe") == folder

    def test_the_package_managers_prefix_behind_a_link(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        place = installed(tmp_path / "disk", "0.2.0")
        monkeypatch.setattr("core.installation.versions.PACKAGED", tmp_path / "opt")
        assert not place.is_packaged
        (tmp_path / "opt").symlink_to("disk")
        assert place.is_packaged

    def test_it_is_found_behind_the_link_it_was_started_by(self, tmp_path: Path) -> None:
        place = installed(tmp_path, "0.2.0")
        assert program_folder(tmp_path / "current" / "mingdao") == place.folder("0.2.0")

    def test_a_bare_folder_is_no_installation(self, tmp_path: Path) -> None:
        assert Installation.of(program_at(tmp_path / "mingdao-clinic")) is None


class TestOrder:
    @pytest.mark.parametrize(
        ("newer", "older"),
        [
            ("0.2.0", "0.1.9"),
            ("0.10.0", "0.9.0"),
            ("1.0", "0.99.99"),
            ("0.2.0", "0.2.0rc1"),
            ("0.2.0rc2", "0.2.0rc1"),
            ("0.2.0rc10", "0.2.0rc9"),
            ("0.2.0-b1", "0.2.0-a1"),
            ("0.2.1a1", "0.2.0"),
        ],
    )
    def test_later(self, newer: str, older: str) -> None:
        assert is_newer(newer, older)
        assert not is_newer(older, newer)

    def test_the_same_written_otherwise_is_not_later(self) -> None:
        assert not is_newer("1.0", "1.0.0")
        assert not is_newer("1.0.0", "1.0")

    @pytest.mark.parametrize("name", ["..", "../0.2.0", "0.2.0/..", "", ".new-0.2.0", "a", "0 2", "0\n"])
    def test_no_version_leads_elsewhere(self, name: str, tmp_path: Path) -> None:
        assert not is_name(name)
        with pytest.raises(UserError):
            installed(tmp_path, "0.1.0").switch(name)


class TestSwitch:
    @BOTH
    def test_there_and_back(self, tmp_path: Path, *, by_name: bool) -> None:
        place = installed(tmp_path, "0.1.0", "0.2.0", by_name=by_name)
        assert (place.current, place.previous) == ("0.2.0", "0.1.0")
        place.switch("0.1.0")
        assert (place.current, place.previous) == ("0.1.0", "0.2.0")

    def test_links_are_relative(self, tmp_path: Path) -> None:
        installed(tmp_path / "a", "0.1.0")
        (tmp_path / "a").rename(tmp_path / "诊所 程序")
        assert (tmp_path / "诊所 程序" / "current" / "mingdao").is_file()
        assert (tmp_path / "诊所 程序" / "current").readlink() == Path("versions/0.1.0")

    def test_names_are_lines_of_text(self, tmp_path: Path) -> None:
        installed(tmp_path, "0.1.0", by_name=True)
        assert (tmp_path / "current.txt").read_bytes() == b"0.1.0\n"

    def test_to_what_is_not_there(self, tmp_path: Path) -> None:
        place = installed(tmp_path, "0.1.0")
        with pytest.raises(UserError, match="version_not_here"):
            place.switch("0.2.0")
        assert place.current == "0.1.0"

    def test_to_where_it_is_keeps_the_way_back(self, tmp_path: Path) -> None:
        place = installed(tmp_path, "0.3.0", "0.1.0", "0.2.0")
        place.switch("0.2.0")
        assert place.previous == "0.1.0"

    @BOTH
    def test_a_lost_way_back_is_the_newest_other(self, tmp_path: Path, *, by_name: bool) -> None:
        place = installed(tmp_path, "0.1.0", "0.2.0", "0.3.0", by_name=by_name)
        (tmp_path / ("previous.txt" if by_name else "previous")).unlink()
        assert place.previous == "0.2.0"

    @BOTH
    def test_one_that_was_never_started_is_not_what_was_before(
        self, tmp_path: Path, *, by_name: bool
    ) -> None:
        place = installed(tmp_path, "0.1.0", by_name=by_name)
        program_at(place.folder("0.2.0"), version="0.2.0")
        (place.versions / ".new-0.3.0").mkdir()
        assert place.previous is None
        assert [*place.unfinished] == ["0.2.0", "0.3.0"]
        with FileLock(tmp_path / ".lock"):  # it is under way
            assert not [*place.unfinished]
        place.switch("0.2.0")
        place.switch("0.1.0")  # and back
        assert [place.previous, *place.unfinished] == ["0.2.0", "0.3.0"]

    def test_no_two_at_once(self, tmp_path: Path) -> None:
        place = installed(tmp_path, "0.1.0", "0.2.0")
        with FileLock(tmp_path / ".lock"), pytest.raises(Busy, match="program_busy"):
            place.switch("0.1.0")
        assert place.current == "0.2.0"

    def test_who_only_looks_is_waited_for(self, tmp_path: Path) -> None:
        """To look whether somebody is at it takes the lock for a moment."""
        place = installed(tmp_path, "0.1.0", "0.2.0")
        looking = FileLock(tmp_path / ".lock", thread_local=False)
        looking.acquire()
        moment = Timer(0.1, looking.release)
        moment.start()
        place.switch("0.1.0")
        moment.join()
        assert place.current == "0.1.0"

    @BOTH
    @pytest.mark.parametrize("way_back", ["0.1.0", "0.2.5", None])
    def test_a_block_that_fails_leaves_it_as_before(
        self, tmp_path: Path, way_back: str | None, *, by_name: bool
    ) -> None:
        place = installed(tmp_path, *filter(None, (way_back, "0.2.0")), by_name=by_name)
        program_at(place.folder("0.3.0"), version="0.3.0")

        def changed() -> None:
            with place.or_as_before() as before:
                assert before == "0.2.0"
                place.switch("0.3.0")
                (place.folder("0.3.0") / "_internal" / "contents.json").unlink()
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            changed()
        assert (place.current, place.previous) == ("0.2.0", way_back)


class TestLayingBeside:
    def test_it_is_a_version_when_it_is_whole(self, tmp_path: Path) -> None:
        place = installed(tmp_path, "0.1.0")
        with place.laid_beside("0.2.0", 1) as new:
            program_at(new, version="0.2.0")
            assert list(place.lying) == ["0.1.0"]
        assert list(place.lying) == ["0.2.0", "0.1.0"]
        assert place.current == "0.1.0"

    def test_what_fails_leaves_nothing(self, tmp_path: Path) -> None:
        place = installed(tmp_path, "0.1.0")

        def fails() -> None:
            with place.laid_beside("0.2.0", 1) as new:
                program_at(new, version="0.2.0")
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            fails()
        assert [one.name for one in place.versions.iterdir()] == ["0.1.0"]

    def test_what_runs_is_never_laid_out_anew(self, tmp_path: Path) -> None:
        place = installed(tmp_path, "0.1.0", "0.2.0")
        place.switch("0.1.0")
        for version in ("0.1.0", "0.2.0"):  # what is started, and what runs
            with pytest.raises(UserError, match="version_running"), place.laid_beside(version, 1):
                pass

    def test_no_room(self, tmp_path: Path) -> None:
        place = installed(tmp_path, "0.1.0")
        with (
            pytest.raises(ClinicError, match="program_no_room") as refusal,
            place.laid_beside("0.2.0", 1 << 60),
        ):
            pass
        assert refusal.value.params["needed"] == 1 << 40
        assert [one.name for one in place.versions.iterdir()] == ["0.1.0"]

    def test_remains_are_swept(self, tmp_path: Path) -> None:
        place = installed(tmp_path, "0.1.0")
        for name in (".new-0.2.0", ".gone-0.0.9"):
            (place.versions / name).mkdir()
        (tmp_path / ".setup-x").mkdir()
        for name in (".current.99", ".previous.99"):
            (tmp_path / name).symlink_to("versions/0.1.0")
        with place.laid_beside("0.2.0", 1) as new:
            program_at(new, version="0.2.0")
        assert sorted(one.name for one in place.versions.iterdir()) == ["0.1.0", "0.2.0"]
        assert {one.name for one in tmp_path.iterdir()} <= {"versions", "current", ".lock"}


class TestPrune:
    def test_the_started_the_one_before_and_the_running_stay(self, tmp_path: Path) -> None:
        place = installed(tmp_path, "0.1.0", "0.2.0", "0.3.0", "0.4.0")
        running = Installation(tmp_path, "0.1.0")
        assert running.prune() == ("0.2.0",)
        assert place.lying == ("0.4.0", "0.3.0", "0.1.0")
        assert place.prune() == ("0.1.0",)

    @BOTH
    def test_what_is_not_the_programs_is_kept(self, tmp_path: Path, *, by_name: bool) -> None:
        place = installed(tmp_path, "0.1.0", "0.2.0", "0.3.0", by_name=by_name)
        (place.folder("0.1.0") / "clinic.db").write_bytes(b"a patient")
        (place.versions / "notes").mkdir()
        assert place.prune() == ("0.1.0",)
        assert place.left == (tmp_path / "left-0.1.0",)
        assert (tmp_path / "left-0.1.0" / "clinic.db").read_bytes() == b"a patient"
        assert (place.versions / "notes").is_dir()

    @pytest.mark.skipif(not Path("/proc/self/exe").exists(), reason="nobody says here what runs")
    def test_one_that_still_runs_stays(self, tmp_path: Path) -> None:
        place = installed(tmp_path / "程序 1", "0.1.0", "0.2.0", "0.3.0")
        (tmp_path / "link").symlink_to("程序 1")
        program = place.folder("0.1.0") / "mingdao"
        shutil.copy(str(shutil.which("sleep")), program)
        through_a_link = Installation(tmp_path / "link", "0.3.0")
        with subprocess.Popen([program, "60"]) as running:
            try:
                assert through_a_link.prune() == ()
            finally:
                running.kill()
        assert through_a_link.prune() == ("0.1.0",)

    def test_nothing_to_remove(self, tmp_path: Path) -> None:
        assert installed(tmp_path, "0.1.0", "0.2.0").prune() == ()


def cut_off(kind: str, numbers: Iterable[int], folder: Path, *, by_name: bool) -> dict[int, tuple[int, str]]:
    """How the installation of a third version ended, by the act it was cut off at."""
    line = (kind, ",".join(map(str, numbers)), str(folder), "0.3.0", "install", "yes" if by_name else "no")
    done = subprocess.run(
        [sys.executable, "-m", "tests.fakes.cut_off", *line],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    ended = [line.split() for line in done.stdout.splitlines()]
    return {int(number): (int(code), said) for number, code, said in ended}


class TestCutOff:
    """The installation of a third version over two, cut off at every act on the disk."""

    @staticmethod
    def acts(tmp_path: Path, *, by_name: bool) -> int:
        """How many there are when all goes well."""
        place = installed(tmp_path / "0 程序", "0.1.0", "0.2.0", by_name=by_name)
        code, said = cut_off("kill", [0], tmp_path / "{} 程序", by_name=by_name)[0]
        assert (code, place.current, place.previous) == (0, "0.3.0", "0.2.0")
        assert int(said) > 15
        return int(said)

    @BOTH
    def test_killed_anywhere_the_old_or_the_new_is_whole(self, tmp_path: Path, *, by_name: bool) -> None:
        numbers = range(1, self.acts(tmp_path, by_name=by_name) + 1)
        places = {
            number: installed(tmp_path / f"{number} 程序", "0.1.0", "0.2.0", by_name=by_name)
            for number in numbers
        }
        ended = cut_off("kill", numbers, tmp_path / "{} 程序", by_name=by_name)
        assert {code for code, _ in ended.values()} == {-signal.SIGKILL}
        started = {}
        for number, place in places.items():
            started[number] = place.current
            assert all(is_whole(place, version) for version in place.lying), number
            # Whatever is started, there is a way back to the one before it.
            assert place.previous == "0.2.0" if place.current == "0.3.0" else place.previous, number
        assert set(started.values()) == {"0.2.0", "0.3.0"}
        # And the next attempt goes through.
        for number in (number for number, version in started.items() if version == "0.2.0"):
            place = places[number]
            with place.laid_beside("0.3.0", 1) as new:
                program_at(new, version="0.3.0")
            place.switch("0.3.0")
            place.prune()
            assert sorted(one.name for one in place.versions.iterdir()) == ["0.2.0", "0.3.0"], number

    @BOTH
    @pytest.mark.parametrize(
        ("kind", "refused"), [("ENOSPC", "program_no_room"), ("EROFS", "program_not_writable")]
    )
    def test_refused_anywhere_the_old_is_started_or_the_new(
        self, tmp_path: Path, kind: str, refused: str, *, by_name: bool
    ) -> None:
        numbers = range(1, self.acts(tmp_path, by_name=by_name) + 1)
        places = {
            number: installed(tmp_path / f"{number} 程序", "0.1.0", "0.2.0", by_name=by_name)
            for number in numbers
        }
        ended = cut_off(kind, numbers, tmp_path / "{} 程序", by_name=by_name)
        assert {code for code, _ in ended.values()} == {0}
        assert refused in {said for _, said in ended.values()}
        for number, place in places.items():
            said = ended[number][1]
            assert said == refused or said.isdigit(), number
            assert place.current in {"0.2.0", "0.3.0"}, number
            assert all(is_whole(place, version) for version in place.lying), number
