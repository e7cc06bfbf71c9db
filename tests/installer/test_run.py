"""The self-extracting file, with a program of a few files in it: where things lie, what is refused, what a kill leaves."""

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock

from installer.linux import run
from tests.fakes.clinic import Done
from tests.installer.killing import GROUP, killing_tools
from tests.installer.tiny_program import tiny

OLD, NEW = "0.9.0", "0.10.0"
REBUILT = "0.10.0 built again"
DAMAGED, UNSUITABLE, OLDER = 3, 4, 5
CHANGING = ("cp", "ln", "mkdir", "mv", "rm", "sync", "tar")
"""The tools by which the installation changes anything."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("built")
    others = run.build(tiny(folder / "other" / NEW, NEW, "second"))
    return {version: run.build(tiny(folder / version, version)) for version in (OLD, NEW)} | {REBUILT: others}


@dataclass
class Machine:
    """A person's own folder, and the installers of two versions."""

    home: Path
    built: Mapping[str, Path]
    tools: Path
    """Holds a `sync` that does nothing: whether a disk keeps its word is not tried here, and a busy one would take minutes."""

    @property
    def path(self) -> str:
        return f"{self.tools}:/usr/bin:/bin"

    @property
    def prefix(self) -> Path:
        return self.home / ".local" / "opt" / "mingdao-clinic"

    def run(self, version: str, *arguments: str, path: str = "", **variables: str) -> Done:
        return self.run_file(self.built[version], *arguments, path=path, **variables)

    def run_file(self, file: Path, *arguments: str, path: str = "", **variables: str) -> Done:
        done = subprocess.run(
            ["sh", str(file), *arguments],
            cwd=self.home,
            env={"HOME": str(self.home), "PATH": path or self.path, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            start_new_session=True,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def started(self, program: str = "mingdao", prefix: Path | None = None) -> str:
        """The version that starts; that every file of it is there and as built is what the program says of itself."""
        current = (prefix or self.prefix) / "current" / program
        subprocess.run([current, "verify-install"], check=True, capture_output=True)
        return subprocess.run(
            [current, "--version"], check=True, capture_output=True, text=True
        ).stdout.strip()

    def everything(self) -> set[str]:
        return {str(entry.relative_to(self.home)) for entry in self.home.rglob("*")}


@pytest.fixture
def machine(tmp_path: Path, built: Mapping[str, Path]) -> Machine:
    home = tmp_path / "家 目录"
    home.mkdir()
    stubs(tmp_path / "quick", sync="exit 0")
    return Machine(home, built, tmp_path / "quick")


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
    assert machine.everything() - before == {".local/opt"}
    assert not machine.prefix.exists()
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


def test_refuses_an_older_version_and_names_both(machine: Machine) -> None:
    machine.run(NEW)
    before = machine.everything()
    done = machine.run(OLD)
    assert done.code == OLDER
    assert OLD in done.err
    assert NEW in done.err
    assert machine.everything() == before
    assert machine.started() == NEW


@pytest.mark.parametrize(
    ("one", "other"),
    [("0.9.0", "0.10.0"), ("0.2.0rc1", "0.2.0"), ("0.2.0-rc1", "0.2.0"), ("0.1.9", "0.2.0.dev1")],
)
def test_knows_which_version_is_older(one: str, other: str) -> None:
    words = run.STUB.read_text(encoding="utf-8")
    start = words.index("ordered() {")
    rule = words[start : words.index("\n}\n", start) + 3]
    for first, second, code in ((one, other, 0), (other, one, 1), (one, one, 1)):
        done = subprocess.run(["sh", "-c", f'{rule}is_older "$1" "$2"', "sh", first, second], check=False)
        assert done.returncode == code


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


def stubs(folder: Path, **scripts: str) -> str:
    """A PATH in which some tools are ours."""
    folder.mkdir()
    for name, script in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


@pytest.mark.parametrize(
    ("tool", "script", "said"),
    [
        ("uname", "[ $1 = -s ] && echo Linux || echo aarch64", "aarch64"),
        ("getconf", "echo glibc 2.12", "2.12"),
        ("getconf", "exit 1", "does not use glibc"),
    ],
)
def test_says_what_is_needed_on_a_machine_it_does_not_fit(
    machine: Machine, tool: str, script: str, said: str
) -> None:
    done = machine.run(OLD, path=stubs(machine.home.parent / "tools", **{tool: script}))
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


def test_a_disk_that_is_full_leaves_the_old_program(machine: Machine) -> None:
    machine.run(OLD)
    before = machine.everything()
    no_room = stubs(machine.home.parent / "small", df='echo "Filesystem"; echo "x 9 9 12 99% /"')
    done = machine.run(NEW, path=no_room)
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


@pytest.mark.parametrize("spelling", ["程序/", "x/../程序", "./程序", "link/程序", "-p q"])
def test_however_the_folder_is_spelled_its_remover_knows_all_of_it(machine: Machine, spelling: str) -> None:
    (machine.home / "x").mkdir()
    (machine.home / "link").symlink_to("x")
    before = machine.everything()
    assert machine.run(OLD, "--prefix", spelling).code == 0
    (remover,) = machine.home.rglob("uninstall")
    assert machine.run_file(remover).code == 0
    assert machine.everything() == before


@pytest.mark.parametrize("prefix", ["a\nb", "a\n", ""])
def test_a_name_that_is_none_is_refused(machine: Machine, prefix: str) -> None:
    for arguments in (["--prefix", prefix], [f"--prefix={prefix}"], [f"--unpack={prefix}"]):
        assert machine.run(OLD, *arguments).code == 2
        assert machine.run(OLD, *arguments, "--check").code == 2
    assert machine.everything() == set()


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


def test_the_folders_that_were_there_stay_and_those_it_made_go(machine: Machine) -> None:
    (machine.home / ".local/share/icons/hicolor/48x48/apps").mkdir(parents=True)
    before = machine.everything()
    machine.run(OLD)
    machine.run(NEW)
    machine.run_file(machine.prefix / "uninstall")
    assert machine.everything() - before == {".local/opt"}
    assert before <= machine.everything()


def test_the_remover_of_an_open_program_waits(machine: Machine) -> None:
    machine.run(OLD)
    program = machine.prefix / "versions" / OLD / "_internal" / "program"
    shutil.copy(str(shutil.which("sleep")), program)
    before = machine.everything()
    with subprocess.Popen([program, "60"]) as running:
        try:
            done = machine.run_file(machine.prefix / "uninstall")
        finally:
            running.kill()
    assert (done.code, "is open" in done.err) == (1, True)
    assert machine.everything() == before


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


def test_what_the_program_itself_left_half_done_goes(machine: Machine) -> None:
    machine.run(OLD)
    (machine.prefix / ".current.99").symlink_to(f"versions/{OLD}")
    assert machine.run_file(machine.prefix / "uninstall").code == 0
    assert not machine.prefix.exists()


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
