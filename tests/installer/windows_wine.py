"""The setup for Windows under wine: installed, used, removed; its launchers. Run by `make installer-test`, after `make installer`.

The setup that is given away is installed once. The launchers are tried with small programs in setups of the same script.
"""

import json
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from core.installation.contents import CONTENTS, Contents
from installer import freeze
from installer.release import Release
from installer.windows import folder as program
from installer.windows import setup
from tests.installer.versions_in_order import COMES_BEFORE
from tests.installer.wine import PROGRAM, Machine
from tests.installer.wine_setups import (
    OLD,
    faults,
    folder,
    install,
    lying,
    prefix,
    removed,
    setups,
    sums,
    tell,
    windows,
)

__all__ = ["folder", "prefix", "setups", "windows"]

PREFIX = "Programs/MingDao Clinic"
SETUP = Release(setup.FOLDER, version("mingdao-clinic"), program.FLOOR, freeze.DIST).setup


@pytest.fixture(scope="module")
def installed(windows: Machine) -> Path:
    """The version's folder of the setup that is given away, installed without a question."""
    assert SETUP.is_file(), f"{SETUP.name} is built by `make installer`"
    done = windows.run(SETUP, "/S", seconds=600)
    assert (done.code, done.out) == (0, "")
    tell(f"silent installation under wine: {done.seconds:.1f} s")
    return windows.local / PREFIX / "versions" / version("mingdao-clinic")


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


def test_nothing_is_loaded_from_the_current_folder(windows: Machine, installed: Path, tmp_path: Path) -> None:
    for name in ("version.dll", "urlmon.dll", "libcrypto-3-x64.dll", "sqlite3.dll", "vcruntime140.dll"):
        (tmp_path / name).write_bytes(b"MZ planted")
    for name in ("json", "typer", "core", "sqlcipher3", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('planted')", encoding="utf-8")
    done = windows.run(installed.parents[1] / "mingdao.exe", "demo", cwd=tmp_path, variables=PROGRAM)
    assert done.code == 0, done.out + done.err
    assert "planted" not in done.out + done.err


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
    script = folder / "order.nsi"
    rule, out = setup.SCRIPT.with_name("order.nsh"), folder / "order.exe"
    asked = "".join(ASKED.format(one=one, other=other) for one, other in COMES_BEFORE)
    script.write_text(ORDER.format(out=out, rule=rule, asked=asked), encoding="utf-8")
    subprocess.run(["makensis", "-V1", "-WX", "-INPUTCHARSET", "UTF8", script], check=True)
    assert windows.run(out).code == 0
    said = [line.split() for line in (folder / "said.txt").read_text("ascii").splitlines()]
    later = {(one, other): {"0": "", "1": one, "2": other}[which] for one, other, which in said}
    assert later == {
        (one, other): other if is_older else one if COMES_BEFORE[other, one] else ""
        for (one, other), is_older in COMES_BEFORE.items()
    }
