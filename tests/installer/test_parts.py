"""The rules of what lies in the program's folder: nothing of ours that is read at run time can be forgotten."""

import ctypes
import subprocess
from pathlib import Path

import pytest

from installer import freeze, parts, reserve

ROOT = Path(__file__).resolve().parents[2]


def places() -> set[str]:
    return {f"{folder}/{file.name}" for file, folder in parts.data()}


def test_whatever_is_read_at_run_time_is_carried() -> None:
    carried = places()
    for room in parts.ROOMS:
        for file in (ROOT / room).rglob("*"):
            place = file.relative_to(ROOT).as_posix()
            if file.is_file() and "__pycache__" not in place and file.suffix not in parts.SOURCES:
                assert place in carried
    assert {
        "resources/messages/en.toml",
        "resources/translations/desktop_en.qm",
        "packs/tcm/pack.json",
        "docs/physician.md",
        "docs/admin.en.md",
        "docs/pictures/intake.png",
    } <= carried


def test_modules_that_are_found_by_path_are_carried_as_files() -> None:
    carried = places()
    for folder in parts.LOADED_BY_PATH:
        modules = list((ROOT / folder).rglob("*.py"))
        assert modules
        assert {file.relative_to(ROOT).as_posix() for file in modules} <= carried


def test_other_modules_and_what_is_only_material_are_not() -> None:
    assert not {"core/kernel/kernel.py", "desktop/app.py", "resources/translations/desktop_en.ts"} & places()
    assert not [place for place in places() if "__pycache__" in place or place.startswith("tests")]


def test_what_is_loaded_by_path_brings_its_imports(tmp_path: Path) -> None:
    pack = tmp_path / "packs" / "other"
    pack.mkdir(parents=True)
    (pack / "pack.py").write_text(
        "import colorsys\nfrom xml import dom, nothing\nfrom . import own\nimport no_such_thing\n",
        encoding="utf-8",
    )
    assert parts.modules_by_path(tmp_path) == {"colorsys", "xml", "xml.dom"}


def test_migrations_bring_alembic() -> None:
    assert {"alembic", "alembic.op", "alembic.context"} <= parts.modules_by_path()


def test_qt_is_what_the_window_imports_and_the_rest_is_left_out() -> None:
    used = parts.qt_modules()
    assert {"PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets"} <= used
    unused = set(parts.unused_qt())
    assert {"PySide6.QtQml", "PySide6.QtQuick"} <= unused
    assert not used & unused


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", True),
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", False),
        ("PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so", True),
        ("PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.so", False),
        ("PySide6/Qt/plugins/printsupport/libcupsprintersupport.so", True),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", False),
        ("PySide6/Qt/translations/qtbase_zh_CN.qm", True),
        ("PySide6/Qt/translations/qtbase_fr.qm", False),
        ("PySide6/Qt/translations/qtmultimedia_en.qm", False),
        ("resources/translations/desktop_en.qm", True),
        ("libcups.so.2", False),
        ("libX11.so.6", False),
        ("libxcb-cursor.so.0", True),
        ("mingdao_clinic-0.1.0.dist-info/METADATA", True),
        ("mingdao_clinic-0.1.0.dist-info/direct_url.json", False),
        ("opencc/clib/share/opencc/t2s.json", True),
        ("opencc/clib/include/opencc/opencc.h", False),
    ],
)
def test_what_is_carried_of_others(place: str, wanted: bool) -> None:
    assert parts.is_wanted(place) is wanted


def test_the_libraries_of_a_library_are_found_and_those_of_the_system_left() -> None:
    spec = freeze.qt_folder() / "Qt" / "plugins"
    needed = parts.needed_by([spec / "platforms" / "libqxcb.so"])
    assert {"libQt6XcbQpa.so.6", "libxcb-cursor.so.0", "libQt6Core.so.6", "libicudata.so.73"} <= needed.keys()
    assert "libwayland-client.so.0" not in parts.needed_by([spec / "platforms" / "libqwayland-generic.so"])


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert freeze.missing_libraries() == []

    def ldd(file: str) -> dict[str, str]:
        return {**resolved(file), "libxcb-cursor.so.0": ""}

    resolved = parts._resolved
    monkeypatch.setattr(parts, "_resolved", ldd)
    assert freeze.missing_libraries() == ["libxcb-cursor.so.0"]


def test_building_ends_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(freeze, "missing_libraries", lambda: ["libxcb-cursor.so.0"])
    monkeypatch.setattr(freeze, "build", lambda _: pytest.fail("it was built"))
    assert freeze.main() == 1
    said = capsys.readouterr().err
    assert "libxcb-cursor.so.0" in said
    assert "make setup" in said


def test_the_oldest_glibc_is_the_newest_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "one.so").touch()

    def objdump(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        said = "  DF *UND* (GLIBC_2.9) a\n  DF *UND* (GLIBC_2.28) b\n  DF *UND* (GLIBC_2.3.4) c\n  GLIBC_PRIVATE d\n"
        return subprocess.CompletedProcess(command, 0, said, "")

    monkeypatch.setattr(subprocess, "run", objdump)
    assert freeze.glibc_floor(tmp_path) == "2.28"


@pytest.mark.parametrize(
    ("asked", "newer"),
    [
        ("GLIBCXX_3.4.25) (GCC_7.0.0) (CXXABI_1.3.9", []),
        ("GLIBCXX_3.4.26) (GCC_12.0.0) (CXXABI_1.3.11", ["GLIBCXX_3.4.26", "GCC_12.0.0"]),
        ("CXXABI_1.3.13) (CXXABI_TM_1", ["CXXABI_1.3.13"]),
    ],
)
def test_nothing_may_ask_for_a_newer_cpp_than_an_old_system_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asked: str, newer: list[str]
) -> None:
    (tmp_path / parts.RESERVE).mkdir()
    for name in ("one.so", f"{parts.RESERVE}/libstdc++.so.6"):
        (tmp_path / name).touch()

    def objdump(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        said = asked if command[-1].endswith("one.so") else "GLIBCXX_3.4.30"
        return subprocess.CompletedProcess(command, 0, f"  DF *UND* ({said}) a\n", "")

    monkeypatch.setattr(subprocess, "run", objdump)
    assert freeze.newer_than_the_systems(tmp_path) == newer


def test_the_command_line_takes_from_the_reserve_only_what_does_not_draw(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And the system's own comes before it."""
    assert set(reserve.EVERY_PROGRAM) <= set(parts.CARRIED_IN_RESERVE)
    tried: list[str] = []

    def load(name: str, mode: int) -> None:
        assert mode == ctypes.RTLD_GLOBAL
        tried.append(name)
        if name == "libgcc_s.so.1":
            raise OSError

    monkeypatch.setattr(ctypes, "CDLL", load)
    reserve.load_reserve(tmp_path, reserve.EVERY_PROGRAM)
    assert tried == ["libgcc_s.so.1", str(tmp_path / "libgcc_s.so.1"), "libstdc++.so.6"]


def test_what_a_later_pack_may_import_is_carried() -> None:
    modules = parts.modules_for_packs()
    assert {"statistics", "difflib", "xml.etree.ElementTree", "zoneinfo", "json.decoder"} <= modules
    assert not {"sqlite3", "tkinter", "test", "antigravity", "unittest.test"} & modules
