"""The setup for Windows under wine: installed, used, updated, cut off, removed. Run by `make installer-test`, after `make installer`.

The setup that is given away is installed once. What an update or a cut does is tried with small programs in setups of the same script.
"""

import contextlib
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from core.installation.contents import CONTENTS, Contents, compare
from core.installation.versions import is_newer
from installer import freeze
from installer.release import Release
from installer.windows import folder as program
from installer.windows import setup
from tests.installer.wine import PROGRAM, Done, Machine, machine

PREFIX = "Programs/MingDao Clinic"
SETUP = Release(setup.FOLDER, version("mingdao-clinic"), program.FLOOR, freeze.DIST).setup
OLD, NEW, NEWEST = "1.9.0", "1.10.0", "2.0.0"

SHOWS = """\
import sys, os
print(ascii(sys.argv[1:]), "{version}", ascii(os.path.dirname(sys.executable)))
print(ascii(sys.stdin.read()) if sys.stdin else "")
sys.exit(int(os.environ.get("CODE", "0")))
"""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="mingdao-wine-") as place:
        yield Path(place)


@pytest.fixture(scope="module")
def windows(folder: Path) -> Iterator[Machine]:
    with machine(folder) as made:
        yield made


@pytest.fixture(scope="module")
def installed(windows: Machine) -> Path:
    """The version's folder of the setup that is given away, installed without a question."""
    assert SETUP.is_file(), f"{SETUP.name} is built by `make installer`"
    done = windows.run(SETUP, "/S", seconds=600)
    assert (done.code, done.out) == (0, "")
    tell(f"silent installation under wine: {done.seconds:.1f} s")
    return windows.local / PREFIX / "versions" / version("mingdao-clinic")


@pytest.fixture(scope="module")
def setups(folder: Path) -> dict[str, Path]:
    """Setups of three versions of a program that says what it was started with."""
    made = {}
    for number in (OLD, NEW, NEWEST):
        small = folder / number
        small.mkdir()
        for name in (
            "python.exe",
            "pythonw.exe",
            "python313.dll",
            "vcruntime140.dll",
            "vcruntime140_1.dll",
            "python313.zip",
        ):
            shutil.copy(setup.FOLDER / name, small)
        (small / "python313._pth").write_text("python313.zip\r\n.\r\n", encoding="ascii", newline="")
        for name in ("mingdao.py", "mingdao-clinic.py"):
            (small / name).write_text(SHOWS.format(version=number), encoding="utf-8")
        for index in range(40):
            (small / "data" / f"{index % 5}").mkdir(parents=True, exist_ok=True)
            (small / "data" / f"{index % 5}" / f"{index}.bin").write_bytes(
                hashlib.sha256(f"{number}{index}".encode()).digest() * 4000
            )
        program.write_down(small, Contents(number, "windows", "x86_64", "10", "0001", {}), None)
        made[number] = setup.pack(small, number, folder / f"{number}.exe", fast=True)
    return made


def tell(words: str) -> None:
    """What was measured or found out, for whoever reads on."""
    sys.stderr.write(f"windows: {words}\n")


def faults(place: Path) -> tuple[str, ...]:
    """The files of a version that are not as they were built."""
    return compare(place, Contents.read(place)).names


def started(prefix: Path) -> str:
    """The version that would be started, whole."""
    current = (prefix / "current.txt").read_text(encoding="ascii").strip()
    places = [prefix / "versions" / current, prefix / "versions" / f".gone-{current}"]
    place = next(one for one in places if one.is_dir())
    assert faults(place) == ()
    assert Contents.read(place).version == current
    return current


def lying(prefix: Path) -> list[str]:
    return sorted(one.name for one in (prefix / "versions").iterdir())


def sums(place: Path) -> dict[str, str]:
    return {
        file.relative_to(place).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in place.rglob("*")
        if file.is_file()
    }


# ── What is given away ──────────────────────────────────────────────────────────────────────────


def test_the_files_are_those_that_were_built(windows: Machine, installed: Path) -> None:
    assert faults(installed) == ()
    assert sums(installed) == sums(setup.FOLDER)
    prefix = installed.parents[1]
    assert (prefix / "current.txt").read_bytes() == f"{installed.name}\n".encode()
    assert not (prefix / "previous.txt").exists()
    assert lying(prefix) == [installed.name]
    assert [one.name for one in windows.menu.glob("*.lnk")] == ["明道诊所 MingDao Clinic.lnk"]
    said = windows.run(
        "reg", "query", r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\MingDao Clinic"
    ).out
    assert version("mingdao-clinic") in said
    assert "uninstall.exe" in said


def test_both_programs_say_their_version(windows: Machine, installed: Path) -> None:
    for name in ("mingdao-clinic.exe", "mingdao.exe"):
        done = windows.run(installed.parents[1] / name, "--version", variables=PROGRAM)
        assert done.code == 0, done.out + done.err
        assert version("mingdao-clinic") in done.out


def test_it_passes_its_own_test(windows: Machine, installed: Path) -> None:
    """The store, the keyring of Windows, the journey, the window offscreen. What wine cannot load is named by the test itself."""
    done = windows.run(
        installed.parents[1] / "mingdao-clinic.exe", "--self-test", "--json", variables=PROGRAM
    )
    assert done.out.startswith("{"), done.out
    found = {one["name"]: (one["verdict"], one["detail"]) for one in json.loads(done.out)["checks"]}
    not_loaded = {name: detail for name, (_, detail) in found.items() if "DLL load failed" in detail}
    tell(f"not shown under wine: {json.dumps(not_loaded, ensure_ascii=False)}")
    bad = {name: one for name, one in found.items() if one[0] != "ok" and name not in not_loaded}
    assert bad == {}
    assert not {"store", "keyring", "program"} & not_loaded.keys()
    assert found["keyring"][1] == "WinVault: written, read, forgotten"
    assert found["program"][1].startswith(f"{len(Contents.read(installed).files)} files as built")
    assert faults(installed) == ()


def test_a_clinic_is_kept_in_an_encrypted_store_and_stays_when_the_program_goes(
    windows: Machine, installed: Path
) -> None:
    prefix = installed.parents[1]
    (windows.drive / "口令.txt").write_text("正确 horse battery", encoding="utf-8")
    home = windows.local / "mingdao-clinic"
    common = ("--json", "--passphrase-file", r"C:\口令.txt")
    for arguments in (("init",), ("patient", "add", "--name", "陳静", "--sex", "女")):
        done = windows.run(prefix / "mingdao.exe", *arguments, *common, variables=PROGRAM)
        assert done.code == 0, done.out + done.err
    done = windows.run(prefix / "mingdao.exe", "patient", "find", "chenjing", *common, variables=PROGRAM)
    assert [one["name"] for one in json.loads(done.out)["candidates"]] == ["陳静"]
    content = (home / "clinic.db").read_bytes()
    assert len(content) > 10_000
    assert not content.startswith(b"SQLite format 3")
    assert "陳静".encode() not in content
    before = sums(home)
    assert faults(installed) == ()

    foreign = installed / "Lib" / "不属于程序.txt"
    foreign.write_text("foreign", encoding="utf-8")
    done = removed(windows, prefix)
    assert r"AppData\Local\mingdao-clinic" in done.out
    assert sums(home) == before
    assert [one.name for one in prefix.rglob("*") if one.is_file()] == [foreign.name]
    assert not list(windows.menu.glob("*.lnk"))
    said = windows.run(
        "reg", "query", r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\MingDao Clinic"
    )
    assert said.code != 0


def removed(windows: Machine, prefix: Path) -> Done:
    """Run the uninstaller to its end. It goes on in a copy of itself, or could not remove itself."""
    done = windows.run(prefix / "uninstall.exe", "/S")
    assert done.code == 0, done.out
    windows.settle()
    return done


def windows_path(windows: Machine, place: Path) -> str:
    return "C:\\" + "\\".join(place.relative_to(windows.drive).parts)


# ── Updates, with small programs ────────────────────────────────────────────────────────────────


@pytest.fixture
def prefix(windows: Machine) -> Iterator[Path]:
    """A place for a program, with a space and Chinese in it; emptied after each test."""
    place = windows.drive / "诊所 程序" / "MingDao Clinic"
    yield place
    shutil.rmtree(place.parent, ignore_errors=True)


def install(windows: Machine, file: Path, prefix: Path, code: int = 0) -> str:
    done = windows.run(file, "/S", f"/D={windows_path(windows, prefix)}")
    assert done.code == code, done.out + done.err
    return done.out


def test_an_update_keeps_the_version_before_and_an_older_one_is_refused(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    install(windows, setups[OLD], prefix)
    assert started(prefix) == OLD
    install(windows, setups[NEW], prefix)
    assert started(prefix) == NEW
    assert (prefix / "previous.txt").read_text(encoding="ascii") == f"{OLD}\n"
    before = sums(prefix)
    said = install(windows, setups[OLD], prefix, code=3)
    assert OLD in said
    assert NEW in said
    assert sums(prefix) == before
    install(windows, setups[NEWEST], prefix)
    assert started(prefix) == NEWEST
    assert lying(prefix) == [NEW, NEWEST]
    install(windows, setups[NEWEST], prefix)
    assert started(prefix) == NEWEST
    assert (prefix / "previous.txt").read_text(encoding="ascii") == f"{NEW}\n"
    assert lying(prefix) == [NEW, NEWEST]


def test_whoever_chooses_a_folder_may_choose_another(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    """Told that a newer version is there, at the page of the folder, it does not end."""
    install(windows, setups[NEW], prefix)
    with windows.begun(setups[OLD], f"/D={windows_path(windows, prefix)}") as setup_program:

        def shown() -> list[str]:
            return windows.on_screen("search", "--onlyvisible", "--name", ".")

        def wait_for(number: int, key: str = "") -> list[str]:
            end = time.monotonic() + 60
            while len(found := shown()) != number:
                assert time.monotonic() < end, found
                assert setup_program.poll() is None
                if key:
                    windows.on_screen("key", key)
                time.sleep(2)
            return found

        (page,) = wait_for(1)
        wait_for(2, "Return")
        assert wait_for(1, "Return") == [page]
        time.sleep(2)
        assert setup_program.poll() is None
        assert shown() == [page]
    assert started(prefix) == NEW


def test_it_is_repaired_by_installing_it_again(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    install(windows, setups[OLD], prefix)
    place = prefix / "versions" / OLD
    (place / "python.exe").write_bytes(b"altered")
    (place / "data" / "0" / "5.bin").unlink()
    assert len(faults(place)) == 2
    install(windows, setups[OLD], prefix)
    assert started(prefix) == OLD
    assert lying(prefix) == [OLD]


def test_removing_takes_every_version_and_nothing_else(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    install(windows, setups[OLD], prefix)
    install(windows, setups[NEW], prefix)
    mine = prefix / "versions" / "mine" / "clinic.db"
    mine.parent.mkdir()
    mine.write_bytes(b"patients")
    removed(windows, prefix)
    assert sorted(one.name for one in prefix.rglob("*") if one.is_file()) == ["clinic.db"]
    assert mine.read_bytes() == b"patients"


def test_what_was_cut_off_earlier_goes_and_what_is_not_the_programs_is_kept(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    """Also twice: what stays of a version that was repaired must not be in the way of the next repair."""
    install(windows, setups[OLD], prefix)
    place = prefix / "versions" / OLD
    shutil.copytree(place, prefix / "versions" / ".gone-1.0.0")
    (prefix / "versions" / ".gone-1.0.0" / CONTENTS).unlink()
    (prefix / "versions" / ".new-1.8.0" / "data").mkdir(parents=True)
    (prefix / "versions" / ".new-1.8.0" / "data" / "0.bin").write_bytes(b"half")
    for number in range(2):
        (place / "clinic.db").write_text(f"patients {number}", encoding="utf-8")
        install(windows, setups[OLD], prefix)
        assert started(prefix) == OLD
        assert lying(prefix) == [OLD]
    kept = {file.read_text(encoding="utf-8") for file in prefix.glob(f"left-{OLD}*/clinic.db")}
    assert kept == {"patients 0", "patients 1"}
    (place / "clinic.db").write_text("older", encoding="utf-8")
    install(windows, setups[NEW], prefix)
    install(windows, setups[NEWEST], prefix)
    assert lying(prefix) == [NEW, NEWEST]
    assert (prefix / f"left-{OLD}++" / "clinic.db").read_text(encoding="utf-8") == "older"


def test_what_is_there_for_all_is_updated_and_removed_for_all(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    """Without being told so: the program updates itself by its folder alone."""
    key = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\MingDao Clinic"
    windows.run("reg", "delete", rf"HKCU\{key}", "/f")  # of whoever tried something else here
    done = windows.run(setups[OLD], "/S", "/ALLUSERS", f"/D={windows_path(windows, prefix)}")
    assert done.code == 0, done.out + done.err
    install(windows, setups[NEW], prefix)
    assert NEW in windows.run("reg", "query", rf"HKLM\{key}", "/reg:64").out
    assert windows.run("reg", "query", rf"HKCU\{key}").code != 0
    removed(windows, prefix)
    assert windows.run("reg", "query", rf"HKLM\{key}", "/reg:64").code != 0
    assert not prefix.exists()


@pytest.mark.parametrize("delay", [0.2, 0.5, 0.8, 1.1, 1.4, 1.7, 2.0, 2.5, 3.0])
def test_cut_off_it_leaves_the_old_version_or_the_new_one(
    windows: Machine, setups: dict[str, Path], prefix: Path, delay: float
) -> None:
    install(windows, setups[OLD], prefix)
    windows.kill_after(delay, setups[NEW], "/S", f"/D={windows_path(windows, prefix)}")
    now = started(prefix)
    assert now in {OLD, NEW}
    done = windows.run(prefix / "mingdao.exe")
    assert f" {now} " in f"{done.out} ", done.out
    install(windows, setups[NEW], prefix)
    assert started(prefix) == NEW
    assert lying(prefix) == sorted([NEW, OLD])


@pytest.mark.parametrize("delay", [0.5, 1.0, 1.5, 2.0, 2.5])
def test_a_repair_that_is_cut_off_leaves_a_program(
    windows: Machine, setups: dict[str, Path], prefix: Path, delay: float
) -> None:
    install(windows, setups[OLD], prefix)
    windows.kill_after(delay, setups[OLD], "/S", f"/D={windows_path(windows, prefix)}")
    assert started(prefix) == OLD
    assert OLD in windows.run(prefix / "mingdao.exe").out
    install(windows, setups[OLD], prefix)
    assert lying(prefix) == [OLD]


@contextlib.contextmanager
def mounted(place: Path, options: str) -> Iterator[None]:
    place.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("this account may not mount a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_disk_that_is_too_small_is_refused_before_anything_is_written(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    with mounted(prefix, "size=75m"):
        install(windows, setups[OLD], prefix)
        before = sums(prefix)
        said = install(windows, setups[NEW], prefix, code=4)
        assert "MB" in said
        assert sums(prefix) == before


def test_a_disk_that_is_full_half_way_leaves_the_old_version(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    with mounted(prefix, "size=500m,nr_inodes=100"):
        install(windows, setups[OLD], prefix)
        install(windows, setups[NEW], prefix, code=2)
        assert started(prefix) == OLD
        assert lying(prefix) == [OLD]
        assert OLD in windows.run(prefix / "mingdao.exe").out


def test_a_place_that_cannot_be_written_is_told(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    with mounted(prefix, "size=500m"):
        install(windows, setups[OLD], prefix)
        subprocess.run(["mount", "-o", "remount,ro", str(prefix)], check=True)
        before = sums(prefix)
        assert install(windows, setups[NEW], prefix, code=2)
        assert sums(prefix) == before


def test_an_older_windows_is_refused(windows: Machine, setups: dict[str, Path], prefix: Path) -> None:
    windows.run("winecfg", "-v", "win81")
    try:
        assert "Windows 10" in install(windows, setups[OLD], prefix, code=5)
    finally:
        windows.run("winecfg", "-v", "win10")
    assert not prefix.exists()


def test_a_second_start_calls_the_first(windows: Machine, installed: Path) -> None:
    """The channel of the one window, between two processes. It needs no Qt."""
    call = "from desktop.start.channel_windows import call; print(call('tried'))"
    listen = (
        "import subprocess, sys; from desktop.start.channel_windows import EventEar, call\n"
        "print(call('tried')); ear = EventEar('tried')\n"
        "for _ in range(2):\n"
        f"    sys.stdout.write(subprocess.run([sys.executable, '-c', {call!r}], capture_output=True, text=True).stdout)\n"
        "    print(ear.wait())\n"
        "ear.stop(); print(ear.wait()); ear.close(); print(call('tried'))\n"
    )
    done = windows.run(installed / "python.exe", "-c", listen, variables=PROGRAM)
    assert (done.code, done.err) == (0, "")
    assert done.out.split() == ["False", *["True", "True"] * 2, "False", "False"]


# ── The launchers ───────────────────────────────────────────────────────────────────────────────


def test_a_launcher_passes_everything_on(windows: Machine, setups: dict[str, Path], prefix: Path) -> None:
    install(windows, setups[OLD], prefix)
    arguments = ["--name", "陳静 𠮷", "", 'a "b" c', "\\\\", "--x=1 2"]
    for name in ("mingdao.exe", "mingdao-clinic.exe"):
        done = windows.run(prefix / name, *arguments, said="甲\n".encode(), variables={"CODE": "37"})
        first, second, *_ = done.out.splitlines()
        assert done.code == 37
        assert first.startswith(f"{arguments!a} {OLD} ")
        assert second == ascii("甲\n")


@pytest.mark.parametrize("said", [b"", b"9.9.9\n", b"..\\..\\windows\n", b"1" * 200, b"\xff\n"])
def test_a_launcher_without_a_version_says_so(
    windows: Machine, setups: dict[str, Path], prefix: Path, said: bytes
) -> None:
    install(windows, setups[OLD], prefix)
    (prefix / "current.txt").write_bytes(said)
    done = windows.run(prefix / "mingdao.exe")
    assert done.code == 9
    assert "install it again" in done.err


def test_the_manifest_lists_what_removes_it(setups: dict[str, Path], folder: Path) -> None:
    assert setups
    place = folder / OLD
    listed = set(
        (place / program.REMOVED_BY).read_bytes().decode(program.ENCODING).replace("\\", "/").split("\r\n")
    )
    assert {*Contents.read(place).files, CONTENTS} <= listed | {program.REMOVED_BY}


ORDER = """\
Unicode true
Target amd64-unicode
SilentInstall silent
RequestExecutionLevel user
Name order
OutFile "{out}"
!include LogicLib.nsh
!include WordFunc.nsh
!include "{rule}"
Section
FileOpen $9 "$EXEDIR\\said.txt" w
{asked}
FileClose $9
SectionEnd
"""
ASKED = """\
Push "{one}"
Push "{other}"
Call WhichIsLater
Pop $0
FileWrite $9 "{one} {other} $0$\\n"
"""


def test_versions_are_ordered_as_everywhere_else(windows: Machine, folder: Path) -> None:
    versions = (
        "0.1.9",
        "0.2.0.dev1",
        "0.2.0a1",
        "0.2.0b2",
        "0.2.0rc9",
        "0.2.0rc10",
        "0.2.0",
        "0.2.1a1",
        "0.10.0",
    )
    pairs = [(one, other) for one in versions for other in versions]
    script = folder / "order.nsi"
    rule, out = setup.SCRIPT.with_name("order.nsh"), folder / "order.exe"
    asked = "".join(ASKED.format(one=one, other=other) for one, other in pairs)
    script.write_text(ORDER.format(out=out, rule=rule, asked=asked), encoding="utf-8")
    subprocess.run(["makensis", "-V1", "-WX", "-INPUTCHARSET", "UTF8", script], check=True)
    assert windows.run(out).code == 0
    said = [line.split() for line in (folder / "said.txt").read_text("ascii").splitlines()]
    assert len(said) == len(pairs)
    for one, other, later in said:
        assert later == {(True, False): "1", (False, True): "2"}.get(
            (is_newer(one, other), is_newer(other, one)), "0"
        ), (one, other)
