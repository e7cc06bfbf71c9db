"""The program that starts is looked at as a whole, and goes on only when it is what was built."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.messages import LANGUAGES, Messages
from core.installation import start_check as module
from core.installation.contents import CONTENTS, KEY, SIGNATURE, Stopped
from core.installation.inspection import inspect, own_key
from core.installation.start_check import StartCheck, start_check
from tests.fakes.release import FILES, ReleaseKey, program_at, seal

OURS, THEIRS = ReleaseKey(), ReleaseKey()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return program_at(tmp_path / "program", OURS)


def refused(folder: Path) -> tuple[str, str]:
    """The code, and what is said."""
    check = StartCheck(folder)
    assert check.wait(20)
    error = check.refusal
    if error is None:
        return "", ""
    for language in LANGUAGES:
        assert all("{" not in part for part in Messages(language).error(error))
    return error.code, Messages().error(error)[0]


@pytest.mark.parametrize("key", [OURS, None])
def test_a_whole_program_goes_on(tmp_path: Path, key: ReleaseKey | None) -> None:
    assert refused(program_at(tmp_path / "program", key)) == ("", "")


@pytest.mark.parametrize("name", [*FILES, CONTENTS, SIGNATURE, KEY])
def test_one_byte_changed_in_any_file_is_named(folder: Path, name: str) -> None:
    content = bytearray((folder / name).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / name).write_bytes(content)
    code, said = refused(folder)
    assert code
    assert (CONTENTS if name == SIGNATURE else name) in said


@pytest.mark.parametrize("name", [*FILES, CONTENTS, SIGNATURE])
def test_any_file_that_is_gone_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    code, said = refused(folder)
    assert code
    assert name in said


def _their_signature(folder: Path) -> None:
    (folder / SIGNATURE).write_bytes(THEIRS.sign((folder / CONTENTS).read_bytes()))


def _their_program(folder: Path) -> None:
    (folder / "mingdao").write_bytes(b"theirs")
    seal(folder, THEIRS)


@pytest.mark.parametrize("change", [_their_signature, _their_program])
def test_a_foreign_signature_is_refused(folder: Path, change: Callable[[Path], None]) -> None:
    change(folder)
    assert refused(folder)[0] == "installation_foreign"


def test_a_key_that_was_changed_is_named(folder: Path) -> None:
    (folder / KEY).write_bytes(THEIRS.pem)
    assert KEY in refused(folder)[1]
    (folder / KEY).unlink()
    assert KEY in refused(folder)[1]


def test_a_signature_taken_away_is_missed(folder: Path) -> None:
    (folder / "mingdao").write_bytes(b"theirs")
    seal(folder)
    assert refused(folder)[0] == "installation_unsigned"


def test_a_folder_is_looked_at_as_one_who_believes_a_key(folder: Path) -> None:
    assert inspect(folder, own_key(folder)).refusal is None
    for other in (THEIRS.public, None):
        refusal = inspect(folder, other).refusal
        assert refusal
        assert refusal.code == "installation_foreign"


def test_trouble_with_the_disk_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error", "disk")

    monkeypatch.setattr(module, "inspect", fail)
    assert refused(folder)[0] == "file_trouble"


def _without_cryptography(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where its library was put in quarantine, or is damaged so that it cannot be loaded."""

    def fail(*_: object) -> None:
        raise ImportError("cannot open shared object file")

    monkeypatch.setattr(module, "inspect", fail)


def test_what_looks_at_signatures_may_be_the_one_that_is_gone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_cryptography(monkeypatch)
    (folder / "_internal/base_library.zip").unlink()
    code, said = refused(folder)
    assert code == "installation_altered"
    assert "_internal/base_library.zip" in said
    (folder / CONTENTS).unlink()
    assert refused(folder)[0] == "contents_unreadable"


def test_what_cannot_be_known_is_not_taken_for_whole(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _without_cryptography(monkeypatch)
    check = StartCheck(folder)
    assert check.wait(20)
    with pytest.raises(ImportError, match="shared object"):
        _ = check.refusal


def test_it_can_be_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_folder: Path, _key: object, told: Callable[[int, int], None]) -> None:
        while True:
            told(0, 1)

    monkeypatch.setattr(module, "inspect", endless)
    check = StartCheck(folder)
    assert not check.wait(0.01)
    check.stop()
    assert check.wait(0)
    assert check.refusal is None
    with pytest.raises(Stopped):
        check._told(0, 1)


def test_a_program_from_source_is_not_looked_at() -> None:
    assert start_check() is None
