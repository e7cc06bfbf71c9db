"""What the self-extracting file leaves of others' and takes of its own: too little room, what fails half-way, removal, a program that is open."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from installer.linux import run
from tests.installer.run_machine import NEW, OLD, Machine, built, machine, stubs
from tests.installer.tiny_program import tiny

__all__ = ["built", "machine"]

OPEN = 6


def test_a_place_that_cannot_be_written(machine: Machine) -> None:
    done = machine.run(OLD, "--prefix", "/proc/mingdao")
    assert done.code == 1
    assert "/proc/mingdao cannot be written" in done.err
    (machine.prefix / "versions").mkdir(parents=True)
    (machine.prefix / ".lock").mkdir()
    done = machine.run(OLD)
    assert done.code == 1
    assert f"{machine.prefix} cannot be written" in done.err


def test_a_folder_with_something_else_in_it_is_left(machine: Machine) -> None:
    (machine.home / "letters").mkdir()
    (machine.home / "letters" / "one").write_text("dear", encoding="utf-8")
    done = machine.run(OLD, "--prefix", "letters")
    assert done.code == 1
    assert machine.everything() == {"letters", "letters/one"}


NO_ROOM = 'echo "Filesystem"; echo "x 9 9 12 99% /"'


def test_a_disk_that_is_full_leaves_the_old_program(machine: Machine) -> None:
    machine.run(OLD)
    before = machine.everything()
    done = machine.run(NEW, path=stubs(machine.home.parent / "small", df=NO_ROOM))
    assert done.code == 1
    assert "too little room" in done.err
    fills = stubs(machine.home.parent / "fills", tar='ulimit -f 4; exec /usr/bin/tar "$@"')
    done = machine.run(NEW, path=fills)
    assert done.code == 1
    assert "Unpacking failed" in done.err
    (machine.home.parent / "fills" / "tar").write_text(
        '#!/bin/sh\necho "tar: x: no space" >&2\nexit 2\n', "utf-8"
    )
    assert "Unpacking failed (tar: x: no space)" in machine.run(NEW, path=fills).err
    assert machine.everything() - before == {".local/opt/mingdao-clinic/.lock"} - before
    assert machine.started() == OLD


@pytest.mark.parametrize("arguments", [[], ["--prefix", "诊所/程序"], ["--unpack", "诊所/程序"]])
def test_too_little_room_is_told_in_numbers_and_nothing_is_made(
    machine: Machine, arguments: list[str]
) -> None:
    done = machine.run(OLD, *arguments, path=stubs(machine.home.parent / "small", df=NO_ROOM))
    assert (done.code, done.out) == (1, "")
    assert f"1 MB are needed, and 0 MB are left where {machine.home} lies" in done.err
    assert machine.everything() == set()


@pytest.mark.parametrize("tool", ["mkdir", "tar", "mv", "sha256sum"])
def test_what_fails_half_way_leaves_no_folder_that_was_made_for_it(machine: Machine, tool: str) -> None:
    """At whatever call of the tool; a folder that was there stays."""
    tools = machine.home.parent / "failing"
    count = machine.home.parent / "count"
    failing = f"""echo x >>'{count}'
        [ "$(wc -l <'{count}')" -ne "$FAIL_AT" ] || {{ echo no >&2; exit 1; }}
        exec /usr/bin/{tool} "$@\""""
    path = f"{stubs(tools, **{tool: failing}).partition(':')[0]}:{machine.path}"
    (machine.home / "诊所").mkdir()
    call, failed = 0, 0
    while True:
        call += 1
        count.unlink(missing_ok=True)
        done = machine.run(OLD, "--prefix", "诊所/程序/明道", path=path, FAIL_AT=str(call))
        if (machine.home / "诊所" / "程序" / "明道" / "current").is_symlink():
            break
        assert done.code
        assert done.err
        assert machine.everything() == {"诊所"}
        failed += 1
    assert failed
    assert machine.started(prefix=machine.home / "诊所" / "程序" / "明道") == OLD


def test_what_fails_over_a_version_that_nothing_leads_to_leaves_it(machine: Machine) -> None:
    machine.run(OLD)
    (machine.prefix / "current").unlink()
    (machine.prefix / "versions" / OLD / "clinic.db").write_bytes(b"a patient")
    before = machine.everything()
    assert machine.run(OLD, path=stubs(machine.home.parent / "broken", tar="exit 2")).code == 1
    assert machine.everything() == before


@pytest.mark.parametrize("spelling", ["程序/", "x/../程序", "./程序", "link/程序", "-p q"])
def test_however_the_folder_is_spelled_its_remover_knows_all_of_it(machine: Machine, spelling: str) -> None:
    (machine.home / "x").mkdir()
    (machine.home / "link").symlink_to("x")
    before = machine.everything()
    assert machine.run(OLD, "--prefix", spelling).code == 0
    (remover,) = machine.home.rglob("uninstall")
    assert machine.run_file(remover).code == 0
    assert machine.everything() == before


def test_what_somebody_put_into_the_folder_stays(
    machine: Machine, built: Mapping[str, Path], tmp_path: Path
) -> None:
    """A clinic maybe: through updates, the same version anew, and the removal."""
    machine.run(OLD)
    for place in ("data", "versions/病历", f"versions/{OLD}/data"):
        (machine.prefix / place).mkdir(parents=True)
        (machine.prefix / place / "clinic.db").write_text(place, encoding="utf-8")
    newest = run.build(tiny(tmp_path / "newest" / "0.11.0", "0.11.0"))
    machine.run(NEW)
    (machine.prefix / "versions" / NEW / "clinic.db").write_text("newer", encoding="utf-8")
    said = machine.run_file(newest).out
    assert f"{machine.prefix}/left-{OLD}" in said
    assert [one.name for one in machine.prefix.glob("versions/*/mingdao")] == ["mingdao"] * 2
    (machine.prefix / "versions" / "0.11.0" / "_internal" / "version").write_text("x", encoding="utf-8")
    (machine.prefix / "versions" / "0.11.0" / "clinic.db").write_text("newest", encoding="utf-8")
    assert machine.run_file(newest).code == 0  # it is mended
    done = machine.run_file(machine.prefix / "uninstall")
    assert done.code == 0
    assert "were left" in done.out
    assert (machine.prefix / "versions" / "病历" / "clinic.db").is_file()  # no version: where it was
    kept = {file.read_text(encoding="utf-8") for file in machine.prefix.rglob("clinic.db")}
    assert kept == {"data", "versions/病历", f"versions/{OLD}/data", "newer", "newest"}
    assert not list(machine.prefix.rglob("mingdao*"))


@pytest.mark.parametrize("there", [".local/share/icons/hicolor/48x48/apps", ".local/opt/mingdao-clinic"])
def test_the_folders_that_were_there_stay_and_those_it_made_go(machine: Machine, there: str) -> None:
    (machine.home / there).mkdir(parents=True)
    before = machine.everything()
    machine.run(OLD)
    machine.run(NEW)
    machine.run_file(machine.prefix / "uninstall")
    assert machine.everything() == before


def test_a_folder_that_somebody_uses_since_stays(machine: Machine) -> None:
    machine.run(OLD)
    (machine.home / ".local" / "opt" / "another").mkdir()
    assert machine.run_file(machine.prefix / "uninstall").code == 0
    assert machine.everything() == {".local", ".local/opt", ".local/opt/another"}


def test_a_data_folder_that_is_not_there_yet_and_ends_in_a_slash(machine: Machine) -> None:
    assert machine.run(OLD, XDG_DATA_HOME=f"{machine.home}/数据/").err == ""
    assert (machine.home / "数据/applications/mingdao-clinic.desktop").is_file()
    assert machine.run(OLD, "--uninstall", XDG_DATA_HOME=f"{machine.home}/数据/").code == 0
    assert machine.everything() == set()


@contextmanager
def opened(machine: Machine, version: str) -> Iterator[int]:
    """A program of that version that runs; the number of its process."""
    program = machine.prefix / "versions" / version / "mingdao-clinic"
    program.rename(program.with_name("script"))
    shutil.copy(str(shutil.which("sleep")), program)
    with subprocess.Popen([program, "60"]) as running:
        program.with_name("script").replace(program)  # as it was: what runs is gone, and is told all the same
        try:
            yield running.pid
        finally:
            running.kill()


@pytest.mark.parametrize("remover", [["uninstall"], ["--uninstall"]])
def test_the_remover_of_an_open_program_waits(machine: Machine, remover: list[str]) -> None:
    machine.run(OLD)
    machine.run(NEW)
    before = machine.everything()
    with opened(machine, OLD) as process:  # the one before: it was updated while it was open
        if remover == ["uninstall"]:
            done = machine.run_file(machine.prefix / "uninstall", LANG="zh_CN.UTF-8")
        else:
            done = machine.run(NEW, *remover, LANG="zh_CN.UTF-8")
        assert (done.code, done.out) == (OPEN, "")
        assert f"程序正开着：mingdao-clinic ({process})" in done.err
        assert machine.everything() == before
    assert machine.run_file(machine.prefix / "uninstall").code == 0


def test_an_open_program_is_updated_and_none_of_its_files_goes(
    machine: Machine, built: Mapping[str, Path], tmp_path: Path
) -> None:
    newest = run.build(tiny(tmp_path / "newest" / "0.11.0", "0.11.0"))
    machine.run(OLD)
    with opened(machine, OLD):
        assert machine.run(NEW, "--update").code == 0
        assert machine.run_file(newest).code == 0
        assert sorted(one.name for one in (machine.prefix / "versions").iterdir()) == [NEW, "0.11.0", OLD]
    assert machine.run_file(newest).code == 0
    assert sorted(one.name for one in (machine.prefix / "versions").iterdir()) == [NEW, "0.11.0"]


def test_what_the_program_itself_left_half_done_goes(machine: Machine) -> None:
    machine.run(OLD)
    (machine.prefix / ".current.99").symlink_to(f"versions/{OLD}")
    assert machine.run_file(machine.prefix / "uninstall").code == 0
    assert not machine.prefix.exists()
