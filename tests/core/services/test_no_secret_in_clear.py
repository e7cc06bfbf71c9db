"""What no key trouble and no change of keys may do: show a secret, change the store, or start again over what is there.

S-numbers are rows of spec/security.md §1.3.
"""

import base64
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.errors import ClinicError, Damaged, KeyTrouble
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.kernel import set_up
from core.services.patients.patients import Given
from core.store.database import PLAIN_HEADER
from core.store.envelope import read_envelope, write_envelope
from core.store.unlocking import Credential
from tests.fakes.clinic import PASSPHRASE, Clinic
from tests.fakes.program import ROOT
from tests.fakes.vault import FailingVault

NEW = "山高月小 水落石出 再游"


def contents(*folders: Path) -> Iterator[tuple[Path, bytes]]:
    for folder in folders:
        for file in folder.rglob("*"):
            if file.is_file():
                yield file, file.read_bytes()


def shapes(*secrets: bytes) -> set[bytes]:
    """How a secret could stand in a file."""
    return {shape for one in secrets for shape in (one, one.hex().encode(), base64.b64encode(one))}


def test_S7_S21_no_key_code_or_passphrase_stands_in_any_file(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    temp = tmp_path / "temp"
    temp.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temp))
    code, first = clinic.recovery, clinic.key
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        kernel.keys.change_passphrase(Credential(PASSPHRASE), NEW)
        second = kernel.keys.new_recovery_code(Credential(NEW))
        kernel.rotation.rotate(Credential(NEW))
        kernel.keys.keyring_on(Credential(NEW))
        while_open = dict(contents(clinic.home.folder, temp))
    secrets = shapes(
        *(PASSPHRASE.encode(), NEW.encode(), code.secret, second.secret, first, clinic.key),
        *(bytes.fromhex(secret) for entry, secret in clinic.vault.secrets.items() if "/kek/" in entry),
    ) | {code.text.encode(), second.text.encode()}
    for file, raw in [*while_open.items(), *contents(clinic.home.folder, temp)]:
        assert not [shape for shape in secrets if shape in raw], file
        assert not raw.startswith(PLAIN_HEADER), file


@pytest.mark.parametrize("code", ["keyring_unavailable", "keyring_locked", "keyring_refused"])
def test_S16_S21_S25_without_a_keyring_nothing_is_kept_in_clear_instead(tmp_path: Path, code: str) -> None:
    home = Home(tmp_path / "clinic")
    made = set_up(home, PASSPHRASE, FailingVault(code), "李大夫")
    assert made.keyring == code
    key, _ = read_envelope(home.envelope).open_with_passphrase(PASSPHRASE)
    files = dict(contents(tmp_path))
    assert {file.name for file in files} <= {"clinic.db", "keys.json", "clinic.lock"}
    for raw in files.values():
        assert not [one for one in shapes(key, PASSPHRASE.encode(), made.recovery.secret) if one in raw]
        assert not raw.startswith(PLAIN_HEADER)


@pytest.mark.parametrize("gone", ["keys.json", "clinic.db"])
@pytest.mark.parametrize("content", [None, b"", b"{ not what it was"])
def test_S26_what_cannot_be_read_is_never_replaced_by_a_new_clinic(
    clinic: Clinic, gone: str, content: bytes | None
) -> None:
    file = clinic.home.folder / gone
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    before = dict(contents(clinic.home.folder))
    for by in ({}, {"passphrase": PASSPHRASE}, {"recovery": clinic.recovery}):
        with pytest.raises(Damaged), clinic.open(**by):
            pytest.fail("opened")
    with pytest.raises(ClinicError):
        set_up(clinic.home, NEW, clinic.vault, "李大夫")
    assert dict(contents(clinic.home.folder)) == before


def test_S30_a_wrong_key_and_a_flipped_header_are_told_apart(clinic: Clinic) -> None:
    envelope = read_envelope(clinic.home.envelope)
    write_envelope(clinic.home.envelope, envelope.model_copy(update={"key_check": "00" * 8}))
    with pytest.raises(KeyTrouble, match="wrong_key"), clinic.open():
        pytest.fail("opened")
    write_envelope(clinic.home.envelope, envelope)
    raw = bytearray(clinic.home.store.read_bytes())
    raw[3] ^= 1
    clinic.home.store.write_bytes(raw)
    with pytest.raises(Damaged, match="store_damaged"), clinic.open():
        pytest.fail("opened")


def test_S31_a_wrong_key_never_changes_the_store(clinic: Clinic) -> None:
    clinic.add("陈敏")
    before = clinic.home.store.read_bytes()
    for by in (
        {"passphrase": NEW},
        {"recovery": RecoveryCode.new()},
    ):
        with pytest.raises(KeyTrouble), clinic.open(**by):
            pytest.fail("opened")
    clinic.vault.secrets = dict.fromkeys(clinic.vault.secrets, "00" * 32)
    with pytest.raises(KeyTrouble, match="keyring_wrong"), clinic.open():
        pytest.fail("opened")
    assert clinic.home.store.read_bytes() == before


@pytest.mark.slow
def test_S6_without_the_encrypting_library_nothing_is_opened_or_written(
    clinic: Clinic, tmp_path: Path
) -> None:
    """As on a system whose package maintainers left SQLCipher out."""
    (tmp_path / "passphrase").write_text(PASSPHRASE, encoding="utf-8")
    before = dict(contents(clinic.home.folder))
    masked = "import sys; sys.modules['sqlcipher3'] = None; from core.cli.main import run; run(sys.argv[1:])"
    for arguments in (
        ("patient", "find", "陈敏", "--home", str(clinic.home.folder)),
        ("init", "--home", str(tmp_path / "another")),
    ):
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                masked,
                *arguments,
                "--passphrase-file",
                str(tmp_path / "passphrase"),
                "--json",
            ],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "DBUS_SESSION_BUS_ADDRESS": "disabled:", "LC_ALL": "C.UTF-8"},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1, done.stdout
    assert dict(contents(clinic.home.folder)) == before
    assert not [file for file, raw in contents(tmp_path) if raw.startswith(PLAIN_HEADER)]
