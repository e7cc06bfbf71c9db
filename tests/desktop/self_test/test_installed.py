"""An installation that lacks something, or has it altered, is told so."""

import builtins
import importlib
import shutil
from importlib import resources
from pathlib import Path
from types import ModuleType

import pytest
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from PySide6.QtCore import QLibraryInfo

from core.installation.contents import CONTENTS, Contents
from desktop.self_test import installed
from desktop.self_test.finding import Faulty, Verdict, carry_out
from desktop.views.help.book import Book
from tests.fakes.release import ReleaseKey, program_at


def built(floor: str) -> Contents:
    """What a program says of itself."""
    return Contents("0.1.0", "linux", "x86_64", floor, "0013", {"mingdao": "0" * 64})


def test_versions_of_this_tree() -> None:
    said = installed.versions(None, installed.glibc())
    assert "mingdao-clinic 0.1.0 from source" in said
    assert "Qt 6.9.3" in said
    assert installed.program_files(None) == "from source"


def test_an_older_c_library_is_named() -> None:
    program = built("2.36")
    for enough in ("2.36", "2.41", "3.0", ""):
        assert "2.36" in installed.versions(program, enough)
    with pytest.raises(Faulty, match=r"glibc 2\.36 is needed, here is 2\.9"):
        installed.versions(program, "2.9")


def test_another_qt_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "qVersion", lambda: "6.4.2")
    with pytest.raises(Faulty, match=r"Qt 6\.4\.2 was loaded, 6\.9\.3 belongs"):
        installed.versions(None, "2.36")


def test_S71_a_file_of_the_program_is_altered_or_gone(tmp_path: Path) -> None:
    program = program_at(tmp_path, ReleaseKey())
    assert installed.program_files(installed.looked_at(program)) == "6 files as built, signed"
    (program / "mingdao").write_bytes(b"Program")
    with pytest.raises(Faulty, match="1 files are missing, altered or too many: mingdao"):
        installed.program_files(installed.looked_at(program))
    (program / "mingdao").unlink()
    with pytest.raises(Faulty, match="1 files are missing, altered or too many: mingdao"):
        installed.program_files(installed.looked_at(program))
    program_at(program, ReleaseKey())
    (program / CONTENTS).write_bytes((program / CONTENTS).read_bytes().replace(b"0.1.0", b"0.2.0"))
    found = carry_out("program", lambda: installed.program_files(installed.looked_at(program)))
    assert found.verdict is Verdict.FAILED
    assert "contents_damaged" in found.detail


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The resources without the font, to be spoilt."""
    shutil.copytree(
        str(resources.files("resources")),
        tmp_path / "resources",
        ignore=shutil.ignore_patterns("__pycache__", "fonts"),
    )
    return tmp_path / "resources"


@pytest.mark.parametrize(
    ("place", "content"),
    [
        ("demo/people.json", b"[{"),
        ("messages/en.toml", b"[cli"),
        ("messages/en.toml", b"\xff"),
        ("icons/sun.svg", b"<svg>"),
        ("people/surnames.tsv", b"\xff"),
        ("translations/desktop_en.qm", b""),
    ],
)
def test_a_resource_that_cannot_be_read_is_named(copied: Path, place: str, content: bytes) -> None:
    assert installed.resource_files(copied)
    (copied / place).write_bytes(content)
    with pytest.raises(Faulty, match=Path(place).name):
        installed.resource_files(copied)


def test_no_resources_are_no_success(tmp_path: Path) -> None:
    with pytest.raises(Faulty, match="none"):
        installed.resource_files(tmp_path)


def test_a_sentence_that_one_language_lacks_is_named(copied: Path) -> None:
    folder = copied / "messages"
    assert int(installed.messages(folder).split()[0]) > 400
    file = folder / "en.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("no_display =", "no_screen ="), encoding="utf-8")
    with pytest.raises(Faulty, match=r"en differs in desktop\.no_display, desktop\.no_screen"):
        installed.messages(folder)
    for language in ("zh_CN", "en"):
        (folder / f"{language}.toml").write_text("", encoding="utf-8")
    with pytest.raises(Faulty, match="none"):
        installed.messages(folder)


def test_a_document_or_a_picture_of_the_help_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert installed.help_texts().startswith("2 documents in zh_CN, en, ")
    monkeypatch.setattr(installed, "picture", lambda place: None if place.endswith("today.png") else b"x")
    with pytest.raises(Faulty, match=r"^pictures/today\.png$"):
        installed.help_texts()
    monkeypatch.setattr(Book, "file", lambda book, language: f"no-{book}.{language}.md")
    with pytest.raises(Faulty, match=r"^no-physician\.zh_CN\.md$"):
        installed.help_texts()


def test_names_need_both_dictionaries(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed.names()
    monkeypatch.setattr(installed, "readings", lambda _: (("dan", "yu", "fei"),))
    with pytest.raises(Faulty, match="单于飞"):
        installed.names()
    monkeypatch.setattr(installed, "name_key", lambda name: name)
    with pytest.raises(Faulty, match="陳靜"):
        installed.names()


def test_another_way_of_stretching_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed.stretching()

    real = Argon2id
    monkeypatch.setattr(installed, "Argon2id", lambda **given: real(**{**given, "iterations": 2}))
    with pytest.raises(Faulty, match="another key"):
        installed.stretching()


@pytest.mark.parametrize("name", [installed.XCB, installed.COMPOSE, installed.IBUS])
def test_a_plug_in_that_cannot_be_loaded_is_named(name: str, tmp_path: Path) -> None:
    assert installed.plugins().startswith("X11, ibus")
    assert "no Wayland: missing" in installed.plugins(linked(tmp_path / "some"))
    gone = linked(tmp_path / "gone")
    (gone / name).with_suffix(".so").unlink()
    with pytest.raises(Faulty, match=f"{name}: missing"):
        installed.plugins(gone)
    # In a folder of its own: what is loaded once stays loaded under its name.
    broken = linked(tmp_path / "broken")
    (broken / name).with_suffix(".so").unlink()
    (broken / name).with_suffix(".so").write_bytes(b"no library")
    with pytest.raises(Faulty, match=name):
        installed.plugins(broken)


def linked(folder: Path) -> Path:
    """A folder with the plug-ins that must be there."""
    real = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    for name in (installed.XCB, installed.COMPOSE, installed.IBUS):
        place = (folder / name).with_suffix(".so")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(next(real.glob(f"{name}*")))
    return folder


def test_the_way_to_the_keyring_must_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    installed.keyring_modules()

    def absent(name: str) -> ModuleType:
        if name == "secretstorage":
            raise ModuleNotFoundError(name)
        return builtins.__import__(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(ModuleNotFoundError):
        installed.keyring_modules()
