"""The folder that `make frozen` built, as a clinic would have it: no Python, no tree, no network, an empty environment.

`make frozencheck` builds it and runs this; it is no part of `make test`, because building takes a minute.
"""

import json
import os
import shutil
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.installation.contents import KEY, UNLISTED, Contents
from core.installation.inspection import inspect, own_key
from core.installation.licences import LICENCES, licences_of
from core.packhost.worker.confinement import Level
from core.packhost.worker.launch import FLAG
from core.packhost.worker.worker import PackWorker
from installer import freeze, parts, sbom
from tests.bench.installed import started
from tests.fakes.clinic import Done
from tests.fakes.pack_ports import FakePorts

FOLDER = freeze.FOLDER
WINDOW, LINE = "mingdao-clinic", "mingdao"

BARE = """
for name; do
    shift
    [ "$name" = -- ] && break
    for place in /lib/*-linux-gnu/$name /usr/lib/*-linux-gnu/$name /lib64/$name /usr/lib64/$name; do
        if [ -e "$place" ]; then mount --bind /dev/null "$place" || exit 9; fi
    done
done
exec "$@"
"""
"""Hides libraries of the system, within a view of the files that nobody else has, and runs what stands after `--`."""

NO_NETWORK = next(
    (
        command
        for command in (["unshare", "-n"], ["unshare", "-rn"])
        if shutil.which("unshare")
        and subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0
    ),
    [],
)
"""What takes the network away, where that is allowed."""


def run(
    program: Path, *arguments: str, home: Path, cwd: Path, within: Sequence[str] = (), **variables: str
) -> Done:
    """A program of the folder with nothing but HOME and PATH, in a folder of its own."""
    for folder in (home, cwd):
        folder.mkdir(exist_ok=True)
    done = subprocess.run(
        [*within, str(program), *arguments],
        cwd=cwd,
        env={"HOME": str(home), "PATH": "/usr/bin:/bin", **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def may_hide() -> bool:
    """Whether this account may have a view of the files of its own, as root may."""
    probe = [*("unshare", "-m"), "mount", "--bind", "/dev/null", "/etc/hostname"]
    return (
        bool(shutil.which("unshare"))
        and subprocess.run(probe, capture_output=True, check=False).returncode == 0
    )


def verdicts(done: Done) -> dict[str, tuple[str, str]]:
    found: list[dict[str, Any]] = done.json["checks"]
    return {str(one["name"]): (str(one["verdict"]), str(one["detail"])) for one in found}


def copied(folder: Path) -> Path:
    """The program elsewhere. Files are linked, not copied: nothing may write into them."""
    shutil.copytree(FOLDER, folder, symlinks=True, copy_function=os.link)
    return folder


def test_passes_its_own_test_without_network(tmp_path: Path) -> None:
    done = run(
        FOLDER / WINDOW,
        "--self-test",
        "--json",
        home=tmp_path / "home",
        cwd=tmp_path / "cwd",
        within=NO_NETWORK,
    )
    found = verdicts(done)
    assert found.pop("keyring")[0] == "absent"
    assert {name: one for name, one in found.items() if one[0] != "ok"} == {}
    assert done.code == 0
    assert "installed" in found["versions"][1]
    assert "files as built" in found["program"][1]
    assert set(tmp_path.rglob("*")) == {tmp_path / "home", tmp_path / "cwd"}


def test_passes_from_a_chinese_place_that_cannot_be_written(tmp_path: Path) -> None:
    """And reaches a real keyring, where there is one."""
    folder = copied(tmp_path / "程序 文件" / "明道 诊所")
    folders = [folder, *(entry for entry in folder.rglob("*") if entry.is_dir() and not entry.is_symlink())]
    before = {entry: entry.lstat().st_mtime_ns for entry in folder.rglob("*")}
    for one in folders:
        one.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with_keyring = bool(shutil.which("gnome-keyring-daemon") and shutil.which("dbus-run-session"))
    for name in ("runtime", "data"):
        (tmp_path / name).mkdir(mode=0o700)
    unlock = 'printf login | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"'
    done = run(
        folder / WINDOW,
        *("--self-test", "--json"),
        home=tmp_path / "家",
        cwd=tmp_path / "别处",
        within=["dbus-run-session", "--", "sh", "-c", unlock, "sh"] if with_keyring else [],
        XDG_RUNTIME_DIR=str(tmp_path / "runtime"),
        XDG_DATA_HOME=str(tmp_path / "data"),
    )
    for one in folders:
        one.chmod(stat.S_IRWXU)
    found = verdicts(done)
    assert {name: one for name, one in found.items() if one[0] == "FAILED"} == {}
    if with_keyring:
        assert found["keyring"] == ("ok", "SecretService: written, read, forgotten")
    assert {entry: entry.lstat().st_mtime_ns for entry in folder.rglob("*")} == before


def test_says_what_is_missing(tmp_path: Path) -> None:
    folder = copied(tmp_path / "program")
    gone = ("resources/messages/en.toml", "packs/tcm/comparison.py")
    for name in gone:
        (folder / "_internal" / name).unlink()
    done = run(folder / WINDOW, "--self-test", "--json", home=tmp_path / "home", cwd=tmp_path)
    found = verdicts(done)
    assert done.code == 1
    failed = {name for name, (verdict, _) in found.items() if verdict == "FAILED"}
    assert failed == {"program", "messages", "journey", "paper", "tour"}
    assert found["program"][1].startswith("2 files are missing, altered or too many")
    assert all(name in found["program"][1] for name in gone)


@pytest.mark.skipif(not may_hide(), reason="only root may hide the libraries of this system")
def test_needs_no_library_that_only_a_desktop_has(tmp_path: Path) -> None:
    bare = ["unshare", "-m", "sh", "-c", BARE, "sh", *parts.CARRIED_IN_RESERVE, "--"]
    done = run(FOLDER / WINDOW, "--self-test", "--json", home=tmp_path / "home", cwd=tmp_path, within=bare)
    assert done.code == 0, done.out + done.err
    folder = copied(tmp_path / "program")
    shutil.rmtree(folder / "_internal" / parts.RESERVE)
    done = run(folder / WINDOW, "--self-test", "--json", home=tmp_path / "home", cwd=tmp_path, within=bare)
    assert done.code == 1
    # Nothing of it can be loaded then, and what is missing is named.
    assert done.out == ""
    assert "_internal/reserve/" in done.err, done.err


def test_the_command_line_goes_through_the_demonstration(tmp_path: Path) -> None:
    done = run(
        FOLDER / LINE, "demo", "--json", home=tmp_path / "home", cwd=tmp_path / "cwd", within=NO_NETWORK
    )
    assert (done.code, done.err) == (0, "")
    rows = {row["symptom"]: row["state"] or row["marker"] for row in done.json["rows"]}
    assert (rows["胃脘痛"], rows["失眠"], rows["便溏"]) == ("消失", "减轻", "新出现")
    assert list((tmp_path / "home").iterdir()) == []


def test_the_command_line_keeps_a_clinic_in_a_chinese_folder(tmp_path: Path) -> None:
    (tmp_path / "口令").write_text("正确 horse battery", encoding="utf-8")
    common = ("--json", "--home", str(tmp_path / "诊所 数据"), "--passphrase-file", str(tmp_path / "口令"))
    for arguments in (("init",), ("patient", "add", "--name", "陳静", "--sex", "女")):
        done = run(FOLDER / LINE, *arguments, *common, home=tmp_path / "home", cwd=tmp_path)
        assert done.code == 0, done.out + done.err
    done = run(FOLDER / LINE, "patient", "find", "chenjing", *common, home=tmp_path / "home", cwd=tmp_path)
    assert [one["name"] for one in done.json["candidates"]] == ["陳静"]


def test_the_window_says_what_it_cannot_do(tmp_path: Path) -> None:
    done = run(FOLDER / WINDOW, "--nonesuch", home=tmp_path / "home", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "--nonesuch" in done.err
    done = run(FOLDER / WINDOW, "--version", home=tmp_path / "home", cwd=tmp_path)
    assert done.code == 0
    assert done.out.startswith("mingdao-clinic 0.1.0（linux x86_64，安装的程序，")
    done = run(FOLDER / WINDOW, home=tmp_path / "home", cwd=tmp_path)
    assert (done.code, done.err) == (1, Messages().text("desktop.no_display") + "\n")


@pytest.mark.skipif(not shutil.which("Xvfb"), reason="there is no Xvfb here")
@pytest.mark.parametrize("surroundings", [{}, {"LANG": "C"}, {"LC_ALL": "POSIX"}, {"LANG": "zh_CN.GB18030"}])
def test_the_window_comes_up_whatever_surrounds_it(surroundings: dict[str, str], tmp_path: Path) -> None:
    """With nothing set but that, and the screen; and in a home with blanks and Chinese in its name."""
    started(FOLDER / WINDOW, surroundings, tmp_path)
    place = tmp_path / "家 目录"
    place.mkdir()
    started(FOLDER / WINDOW, {"HOME": str(place), **surroundings}, place)


def test_every_file_of_the_tree_that_is_read_is_there_as_it_is() -> None:
    files = list(parts.data())
    assert len(files) > 100
    for file, folder in files:
        assert (freeze.INNER / folder / file.name).read_bytes() == file.read_bytes(), file


def test_nothing_of_this_machine_or_of_testing_is_there() -> None:
    names = {entry.name.lower() for entry in FOLDER.rglob("*")}
    assert not {"pip", "pytest", "hypothesis", "mypy", "numpy", "tests", "direct_url.json"} & names
    assert not [name for name in names if name.startswith(("libqt6qml", "libqt6quick", "libqt6network"))]
    assert not list(freeze.INNER.glob("python3*/lib-dynload/_sqlite3*"))
    tree = str(parts.ROOT).encode()
    assert [file for file in FOLDER.rglob("*") if file.is_file() and tree in file.read_bytes()] == []


def test_the_contents_are_those_of_the_folder() -> None:
    found = inspect(FOLDER, own_key(FOLDER))
    assert found.refusal is None
    here = {entry.relative_to(FOLDER).as_posix() for entry in FOLDER.rglob("*") if entry.is_file()}
    assert found.contents.files.keys() == here - UNLISTED
    assert [entry for entry in FOLDER.rglob("*") if entry.is_symlink() and not entry.exists()] == []


def test_the_bill_of_materials_has_every_file_and_each_part_its_licence() -> None:
    said = Contents.read(FOLDER).files
    document = json.loads((FOLDER / sbom.SBOM).read_bytes())
    assert (
        JsonStrictValidator(SchemaVersion.V1_6).validate_str((FOLDER / sbom.SBOM).read_text("utf-8")) is None
    )
    every = [*document["components"], document["metadata"]["component"]]
    inner = [one for outer in every for one in outer.get("components", ()) if one["type"] == "file"]
    links = {entry.relative_to(FOLDER).as_posix() for entry in FOLDER.rglob("*") if entry.is_symlink()}
    assert {one["name"]: one["hashes"][0]["content"] for one in inner} == {
        name: digest for name, digest in said.items() if name not in {sbom.SBOM, LICENCES, KEY, *links}
    }
    _, parts_with_licence = licences_of(FOLDER)
    assert {one["name"] for one in document["components"]} <= {one.name for one in parts_with_licence}


@pytest.mark.parametrize("name", [WINDOW, "_internal/contents.json", "_internal/packs/tcm/pack.json"])
def test_one_byte_changed_is_named_at_start(name: str, tmp_path: Path) -> None:
    folder = copied(tmp_path / "program")
    content = bytearray((folder / name).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / name).unlink()  # it is linked to the one that was built
    (folder / name).write_bytes(content)
    done = run(folder / LINE, "demo", "--json", home=tmp_path / "home", cwd=tmp_path)
    assert done.code == 1
    assert name in done.out
    assert list((tmp_path / "home").iterdir()) == []


@pytest.mark.parametrize(
    ("program", "pattern"),
    [
        (WINDOW, "libQt6Widgets.so.6"),
        (WINDOW, "cryptography/hazmat/bindings/_rust*.so"),
        (LINE, "cryptography/hazmat/bindings/_rust*.so"),
    ],
)
def test_a_library_that_is_gone_is_named_though_nothing_can_be_loaded(
    program: str, pattern: str, tmp_path: Path
) -> None:
    """As where it was put in quarantine."""
    folder = copied(tmp_path / "program")
    gone = [*(folder / "_internal").rglob(pattern)]
    for file in gone:
        file.unlink()
    done = run(folder / program, home=tmp_path / "home", cwd=tmp_path, QT_QPA_PLATFORM="offscreen")
    assert done.code == 1
    assert gone
    assert all(file.name in done.err for file in gone)


def test_a_library_of_the_system_comes_before_ours_in_reserve() -> None:
    reserve = {file.name for file in (freeze.INNER / parts.RESERVE).iterdir()}
    assert reserve == set(parts.CARRIED_IN_RESERVE)
    assert not reserve & {file.name for file in freeze.INNER.iterdir()}


def test_a_pack_runs_in_the_program_itself(tmp_path: Path) -> None:
    (tmp_path / "pack.py").write_text(
        "import difflib, hashlib, statistics, xml.etree.ElementTree\n"
        "from core.packhost.api import Pack, Tool\n"
        "def create_pack(context):\n"
        "    run = lambda arguments, context: open(arguments['path']).read()\n"
        "    return Pack(tools=[Tool('t', '', '', {'type': 'object'}, run)])\n",
        encoding="utf-8",
    )
    (tmp_path / "keys.json").write_text("secret", encoding="utf-8")
    for program in (WINDOW, LINE):
        pack = tmp_path / program
        pack.mkdir()
        shutil.copy(tmp_path / "pack.py", pack)
        worker = PackWorker(pack, program, "0.1.0", FakePorts(), command=[str(FOLDER / program), FLAG])
        try:
            assert worker.confinement.level is Level.KERNEL
            assert "create_pack" in worker.call("t", {"path": str(pack / "pack.py")}, seconds=10).output
            with pytest.raises(ClinicError) as caught:
                worker.call("t", {"path": str(tmp_path / "keys.json")}, seconds=10)
            assert caught.value.params["kind"] == "PermissionError"
        finally:
            worker.close()
