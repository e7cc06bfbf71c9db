"""The self-extracting file, with a program of a few files in it: where things lie, what is refused, what a kill leaves."""

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from filelock import FileLock

from core.store.schema import REVISION
from installer.linux import run
from installer.linux.script import whole_script
from tests.installer.killing import GROUP, killing_tools
from tests.installer.run_machine import NEW, OLD, REBUILT, Machine, built, machine, stubs
from tests.installer.tiny_program import FLOOR, tiny
from tests.installer.versions_in_order import COMES_BEFORE

__all__ = ["built", "machine"]

DAMAGED, UNSUITABLE, OLDER = 3, 4, 5
CHANGING = ("cp", "ln", "mkdir", "mv", "rm", "sync", "tar")
"""The tools by which the installation changes anything."""


def test_installs_for_one_user_and_leaves_nothing(machine: Machine) -> None:
    record = machine.home / ".local" / "share" / "mingdao-clinic" / "store.db"
    record.parent.mkdir(parents=True)
    record.write_bytes(b"a patient")
    before = machine.everything()
    done = machine.run(OLD)
    assert (done.code, done.err) == (0, "")
    assert machine.started() == OLD
    assert (machine.prefix / "current").readlink() == Path(f"versions/{OLD}")
    share = machine.home / ".local" / "share"
    for program in ("mingdao", "mingdao-clinic"):
        assert (machine.home / ".local" / "bin" / program).resolve().parent.name == OLD
    entry = (share / "applications" / "mingdao-clinic.desktop").read_text(encoding="utf-8")
    assert f'\nExec="{machine.prefix}/current/mingdao-clinic"\n' in entry
    assert "\nName[zh_CN]=明道诊所\n" in entry
    assert (share / "icons/hicolor/48x48/apps/mingdao-clinic.png").read_bytes().startswith(b"\x89PNG")
    assert (share / "man/man1/mingdao.1.gz").is_file()
    done = machine.run_file(machine.prefix / "uninstall")
    assert (done.code, done.err) == (0, "")
    assert machine.everything() == before
    assert record.read_bytes() == b"a patient"


def test_a_path_with_what_a_desktop_entry_has_to_escape(machine: Machine) -> None:
    prefix = machine.home / '诊所 100% "甲" $HOME `x` \\y'
    done = machine.run(OLD, "--prefix", str(prefix))
    assert (done.code, done.err) == (0, "")
    assert machine.started(prefix=prefix) == OLD
    entry = (machine.home / ".local/share/applications/mingdao-clinic.desktop").read_text(encoding="utf-8")
    line = next(line for line in entry.splitlines() if line.startswith("Exec="))
    assert line.endswith('/诊所 100%% \\\\"甲\\\\" \\\\$HOME \\\\`x\\\\` \\\\\\\\y/current/mingdao-clinic"')
    assert machine.run(OLD, "--prefix", str(prefix), "--uninstall").code == 0
    assert not prefix.exists()
    assert not (machine.home / ".local/share/applications/mingdao-clinic.desktop").exists()
    assert not (machine.home / ".local/bin/mingdao").is_symlink()


def test_says_it_in_the_language_of_the_session(machine: Machine) -> None:
    assert "已装在" in machine.run(OLD, LANG="zh_CN.UTF-8").out
    assert "is installed in" in machine.run(OLD, LANG="zh_CN.GBK").out
    assert machine.run(OLD, "--version").out == f"mingdao-clinic {OLD}\n"
    assert "用法" in machine.run(OLD, "--help", LC_ALL="zh_CN.utf8").out
    assert machine.run(OLD, "--nonesuch").code == 2


def test_updates_and_goes_back_and_forth(machine: Machine) -> None:
    machine.run(OLD)
    done = machine.run(NEW)
    assert done.code == 0
    assert OLD in done.out
    assert NEW in done.out
    assert machine.started() == NEW
    assert (machine.prefix / "previous").readlink() == Path(f"versions/{OLD}")
    assert machine.run(NEW, "--back").code == 0
    assert machine.started() == OLD
    assert machine.run(NEW, "--update").code == 0
    assert machine.started() == NEW
    assert sorted(one.name for one in (machine.prefix / "versions").iterdir()) == [NEW, OLD]


def test_going_back_to_a_program_that_knows_older_records_is_told(machine: Machine, tmp_path: Path) -> None:
    """It cannot see the records, which are encrypted: whoever has them opened since reads here what to do."""
    newest = run.build(tiny(tmp_path / "0.11.0", "0.11.0", store="0108"))
    machine.run(NEW)
    machine.run_file(newest)
    known = REVISION.lstrip("0")
    done = machine.run_file(newest, "--back")
    assert (done.code, machine.started()) == (0, NEW)
    assert f"{NEW} knows records up to form {known}. What 0.11.0 has opened is of form 108" in done.out
    done = machine.run_file(newest, "--back", LANG="zh_CN.UTF-8")
    assert (done.code, machine.started()) == (0, "0.11.0")
    assert "格式" not in done.out
    assert f"{NEW} 只认识格式 {known} 的病历库" in machine.run_file(newest, "--back", LANG="zh_CN.UTF-8").out


def test_refuses_an_older_version_and_names_both(machine: Machine) -> None:
    machine.run(NEW)
    before = machine.everything()
    done = machine.run(OLD)
    assert done.code == OLDER
    assert OLD in done.err
    assert NEW in done.err
    assert machine.everything() == before
    assert machine.started() == NEW


def test_knows_which_version_is_older() -> None:
    words = whole_script(run.STUB)
    rule = words[words.index("ordered() {") : words.index("check_machine() {")]
    asked = "".join(f"is_older {one} {other} && echo yes || echo no\n" for one, other in COMES_BEFORE)
    said = subprocess.run(["sh"], input=rule + asked, capture_output=True, text=True, check=True).stdout
    assert dict(zip(COMES_BEFORE, said.split(), strict=True)) == {
        pair: "yes" if is_older else "no" for pair, is_older in COMES_BEFORE.items()
    }


def test_without_an_installation_there_is_nothing_to_update_remove_or_go_back_to(machine: Machine) -> None:
    for task in ("--update", "--uninstall", "--back"):
        done = machine.run(OLD, task)
        assert (done.code, done.out) == (1, "")
        assert done.err
    assert machine.everything() == set()


@pytest.mark.parametrize("place", [40, 3000, -1000])
def test_one_changed_byte_is_refused(machine: Machine, place: int) -> None:
    machine.run(OLD)
    before = machine.everything()
    content = bytearray(machine.built[NEW].read_bytes())
    assert content[place] != ord("x")
    content[place] = ord("x")
    file = machine.home.parent / "damaged.run"
    file.write_bytes(content)
    done = machine.run_file(file)
    assert done.code == DAMAGED
    assert "damaged" in done.err
    assert machine.everything() == before
    file.write_bytes(machine.built[NEW].read_bytes()[:-1])
    assert machine.run_file(file, "--check").code == DAMAGED
    assert machine.started() == OLD


@pytest.mark.parametrize("task", [[], ["--check"], ["--update"], ["--unpack", "there"]])
@pytest.mark.parametrize(
    ("tool", "script", "said"),
    [
        ("uname", "[ $1 = -s ] && echo Linux || echo aarch64", "for Linux x86_64, and here is Linux aarch64"),
        ("getconf", "echo glibc 2.12", f"glibc {FLOOR} or newer is needed, and here is 2.12"),
        ("getconf", "exit 1", f"glibc {FLOOR} or newer is needed, and this machine does not use glibc"),
    ],
)
def test_says_what_is_needed_on_a_machine_it_does_not_fit(
    machine: Machine, tool: str, script: str, said: str, task: list[str]
) -> None:
    done = machine.run(OLD, *task, path=stubs(machine.home.parent / "tools", **{tool: script}))
    assert done.code == UNSUITABLE
    assert said in done.err
    assert machine.everything() == set()


def test_names_the_tools_that_are_missing(machine: Machine) -> None:
    few = machine.home.parent / "few"
    few.mkdir()
    (few / "uname").symlink_to(str(shutil.which("uname")))
    done = subprocess.run(
        ["/bin/sh", str(machine.built[OLD])],
        env={"HOME": str(machine.home), "PATH": str(few)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == UNSUITABLE
    assert " gzip " in done.stderr
    assert "uname" not in done.stderr
    assert machine.everything() == set()


def test_a_program_that_does_not_pass_its_own_verification_is_not_switched_to(
    machine: Machine, tmp_path: Path
) -> None:
    machine.run(OLD)
    release = tiny(tmp_path / "bad", NEW)
    (release.folder / "_internal" / "version").write_text("changed\n", encoding="utf-8")
    done = machine.run_file(run.build(release))
    assert done.code == DAMAGED
    assert "_internal/version" in done.err
    assert machine.started() == OLD
    assert [one.name for one in (machine.prefix / "versions").iterdir()] == [OLD]


def test_a_damaged_installation_is_mended_by_the_same_version(machine: Machine) -> None:
    machine.run(OLD)
    machine.run(NEW)
    (machine.prefix / "current" / "_internal" / "version").write_text("x", encoding="utf-8")
    assert machine.run(NEW).code == 0
    assert machine.started() == NEW
    assert (machine.prefix / "previous").readlink() == Path(f"versions/{OLD}")
    assert "installed already" in machine.run(NEW).out


@pytest.mark.parametrize("prefix", ["a\nb", "a\n", ""])
def test_a_name_that_is_none_is_refused(machine: Machine, prefix: str) -> None:
    for arguments in (["--prefix", prefix], [f"--prefix={prefix}"], [f"--unpack={prefix}"]):
        assert machine.run(OLD, *arguments).code == 2
        assert machine.run(OLD, *arguments, "--check").code == 2
    assert machine.everything() == set()


@pytest.mark.parametrize("task", ["--uninstall", "--back", "--update"])
def test_no_two_at_once(machine: Machine, task: str) -> None:
    machine.run(OLD)
    machine.run(NEW)
    with FileLock(machine.prefix / ".lock"):
        done = machine.run(NEW, task)
    assert (done.code, "under way" in done.err) == (1, True)
    assert machine.started() == NEW


def test_does_not_go_back_to_a_program_that_is_damaged(machine: Machine) -> None:
    machine.run(OLD)
    machine.run(NEW)
    (machine.prefix / "versions" / OLD / "_internal" / "version").write_text("x", encoding="utf-8")
    assert machine.run(NEW, "--back").code == DAMAGED
    assert machine.started() == NEW


def test_an_installation_that_was_copied_without_its_links_is_named(machine: Machine) -> None:
    machine.run(OLD)
    (machine.prefix / "current").unlink()
    shutil.copytree(machine.prefix / "versions" / OLD, machine.prefix / "current")
    before = machine.everything()
    done = machine.run(NEW)
    assert done.code == 1
    assert "ought to be a link" in done.err
    assert machine.everything() == before


def test_the_environment_of_whoever_installs_changes_nothing(machine: Machine) -> None:
    hostile = {
        "TAR_OPTIONS": "--transform=s/mingdao/x/",
        "GZIP": "-1",
        "POSIXLY_CORRECT": "1",
        "CDPATH": "/",
        "IFS": "/",
        "LC_ALL": "tr_TR.UTF-8",
        "TMPDIR": "/nonexistent",
        "XDG_DATA_HOME": "relative",
    }
    done = machine.run(OLD, **hostile)
    assert (done.code, done.err) == (0, "")
    assert machine.started() == OLD
    assert not (machine.home / "relative").exists()


def test_words_that_nobody_can_read_end_nothing(machine: Machine) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            ["sh", machine.built[OLD]],
            env={"HOME": str(machine.home), "PATH": machine.path},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")
    assert machine.started() == OLD


@pytest.mark.slow
@pytest.mark.parametrize("over", [OLD, REBUILT])
def test_killed_before_any_step_the_old_or_the_new_program_is_whole(machine: Machine, over: str) -> None:
    """Every call of a tool that changes anything is a step. After each kill the same installation is started again."""
    tools = machine.home.parent / "killing"
    killing_tools(tools, CHANGING, GROUP)
    count, before = machine.home.parent / "count", machine.home.parent / "before"
    machine.run(OLD)
    machine.run(over)
    machine.home.rename(before)
    steps, ends = 0, set()
    while True:
        steps += 1
        shutil.rmtree(machine.home, ignore_errors=True)
        shutil.copytree(before, machine.home, symlinks=True)
        count.unlink(missing_ok=True)
        done = machine.run(NEW, path=f"{tools}:{machine.path}", KILL_AT=str(steps), KILL_COUNT=str(count))
        if done.code == 0:
            break
        assert done.code == -signal.SIGKILL
        build = (machine.prefix / "current" / "_internal" / "build").read_text(encoding="utf-8")
        ends.add((machine.started(), build))
        assert machine.run(NEW).code == 0
        assert machine.started() == NEW
        assert (machine.prefix / "previous").readlink() == Path(f"versions/{OLD}")
        lying = sorted(one.name for one in (machine.prefix / "versions").iterdir())
        assert lying == [NEW, OLD]
        assert not list(machine.prefix.glob(".unpacked*"))
    assert steps > 20
    assert ends == {(NEW, "first"), (NEW, "second") if over == REBUILT else (OLD, "first")}


def test_two_builds_of_one_folder_are_one_file(built: Mapping[str, Path], tmp_path: Path) -> None:
    os.umask(umask := os.umask(0o077))
    os.umask(0o077)
    try:
        again = run.build(tiny(tmp_path / OLD, OLD))
    finally:
        os.umask(umask)
    assert again.read_bytes() == built[OLD].read_bytes()
