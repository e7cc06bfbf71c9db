"""`mingdao verify-install` and `mingdao licences`; and no other command goes on in a program that is not whole."""

from pathlib import Path

import pytest

from core.cli import main as module
from core.cli import verify_install
from core.installation.licences import LICENCES, Licence, write_licences
from core.installation.start_check import StartCheck
from tests.fakes.clinic import Clinic
from tests.fakes.release import FILES, ReleaseKey, program_at, seal

OURS, THEIRS = ReleaseKey(), ReleaseKey()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program that runs is installed there."""
    folder = tmp_path / "program"
    (folder / "_internal").mkdir(parents=True)
    parts = (Licence("Qt", "6.9.3", "LGPL-3.0", "the whole text"), Licence("zlib", "1", "Zlib", "short"))
    (folder / LICENCES).write_text(write_licences("the head", parts), encoding="utf-8")
    program_at(folder, OURS)
    monkeypatch.setattr(verify_install, "program_folder", lambda: folder)
    monkeypatch.setattr(module, "start_check", lambda: StartCheck(folder))
    return folder


def test_a_whole_program_is_said_to_be_whole(clinic: Clinic, program: Path) -> None:
    said = clinic.json("verify-install")
    assert (said["signature"], said["files"]) == ("signed", len(FILES) + 3)
    assert said["key"] == OURS.public.fingerprint
    done = clinic.run("verify-install")
    assert OURS.public.fingerprint in done.out
    assert str(program) in done.out


def test_an_unsigned_build_says_so(clinic: Clinic, tmp_path: Path) -> None:
    folder = program_at(tmp_path / "other")
    done = clinic.run("verify-install", str(folder))
    assert done.code == 0
    assert "未签名的构建" in done.out
    assert clinic.json("verify-install", str(folder))["signature"] == "unsigned"


def test_what_is_not_as_it_was_built_is_named(clinic: Clinic, program: Path) -> None:
    (program / "mingdao").unlink()
    (program / "_internal" / "sitecustomize.py").touch()
    (program / "_internal" / "base_library.zip").write_bytes(b"x")
    error = clinic.refused("verify-install")
    assert error["missing"] == ["mingdao"]
    assert "_internal/base_library.zip" in error["altered"]
    assert error["foreign"] == ["_internal/sitecustomize.py"]
    done = clinic.run("verify-install")
    assert done.code == 1
    assert "sitecustomize.py" in done.err


def test_another_folder_is_held_against_the_key_of_this_program(
    clinic: Clinic, program: Path, tmp_path: Path
) -> None:
    other = program_at(tmp_path / "other", THEIRS)
    assert clinic.refused("verify-install", str(other))["code"] == "installation_foreign"
    seal(other)
    assert clinic.refused("verify-install", str(other))["code"] == "installation_unsigned"
    assert clinic.json("verify-install", str(program_at(tmp_path / "ours", OURS)))["signature"] == "signed"


def test_a_program_from_source_has_nothing_to_verify(clinic: Clinic) -> None:
    assert clinic.refused("verify-install")["code"] == "not_installed"
    assert clinic.refused("licences")["code"] == "not_installed"


def test_no_command_goes_on_in_a_program_that_is_not_whole(clinic: Clinic, program: Path) -> None:
    assert clinic.run("patient", "find", "王").code == 0
    (program / "mingdao").write_bytes(b"x")
    for command in (("patient", "find", "王"), ("init",), ("backup", "list"), ("demo",)):
        error = clinic.refused(*command)
        assert (error["code"], error["altered"]) == ("installation_altered", ["mingdao"])
    assert clinic.run("licences").code == 0
    assert clinic.run("--help").code == 0


def test_licences_can_be_read(clinic: Clinic, program: Path) -> None:
    done = clinic.run("licences")
    assert "the head" in done.out
    assert "LGPL-3.0" in done.out
    assert clinic.run("licences", "qt").out == "the whole text\n"
    assert clinic.json("licences", "qt")["licences"] == [
        {"name": "Qt", "version": "6.9.3", "terms": "LGPL-3.0", "text": "the whole text"}
    ]
    assert [one["name"] for one in clinic.json("licences")["licences"]] == ["Qt", "zlib"]
    assert clinic.refused("licences", "other")["code"] == "licence_unknown"
    (program / LICENCES).unlink()
    assert clinic.refused("licences")["code"] == "file_trouble"
