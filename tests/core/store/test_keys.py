"""The keyring as a vault: hanging, hostile, forgetful and absent keyrings, none of which may get or lose a secret.

S-numbers are rows of spec/security.md §1.3.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from keyring.backend import KeyringBackend  # noqa: TID251 - a keyring of the test's making
from keyring.errors import (  # noqa: TID251 - what real keyrings raise
    InitError,
    KeyringLocked,
    NoKeyringError,
    PasswordDeleteError,
)

from core.base.errors import KeyTrouble
from core.store import keys
from core.store.keys import NoVault, SystemVault

ENTRY, SECRET = "store/kek/1", "ab" * 32


class Ring(KeyringBackend):
    """A keyring in memory whose every step can be made to go wrong."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}
        self.before: Callable[[], None] = lambda: None
        self.alter: Callable[[str], str] = str

    def get_password(self, service: str, username: str) -> str | None:
        self.before()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.before()
        self.kept[service, username] = self.alter(password)

    def delete_password(self, service: str, username: str) -> None:
        self.before()
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError(username)


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Ring:
    made = Ring()
    monkeypatch.setattr(keys, "_system_keyring", lambda: made)
    return made


@pytest.fixture
def hanging(ring: Ring) -> Iterator[Ring]:
    """A keyring whose prompt is never answered, until the test is over."""
    answered = threading.Event()
    ring.before = lambda: (answered.wait(), None)[1]
    yield ring
    answered.set()


def raising(error: Exception) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


def test_what_was_written_is_read(ring: Ring) -> None:
    vault = SystemVault()
    assert vault.read(ENTRY) is None
    vault.write(ENTRY, SECRET)
    assert vault.read(ENTRY) == SECRET
    assert ring.kept == {("mingdao-clinic", ENTRY): SECRET}


def test_what_was_forgotten_is_gone_and_may_be_forgotten_again(ring: Ring) -> None:
    vault = SystemVault()
    vault.write(ENTRY, SECRET)
    vault.forget(ENTRY)
    vault.forget(ENTRY)
    assert ring.kept == {}


def test_S22_an_empty_secret_counts_as_none(ring: Ring) -> None:
    ring.kept["mingdao-clinic", ENTRY] = ""
    assert SystemVault().read(ENTRY) is None


@pytest.mark.parametrize(
    "call",
    [
        lambda vault: vault.read(ENTRY),
        lambda vault: vault.write(ENTRY, SECRET),
        lambda vault: vault.forget(ENTRY),
    ],
    ids=["read", "write", "forget"],
)
def test_S18_a_prompt_nobody_answers_ends_within_the_limit(
    hanging: Ring, call: Callable[[SystemVault], object]
) -> None:
    assert hanging.kept == {}
    begun = time.monotonic()
    with pytest.raises(KeyTrouble, match="keyring_locked"):
        call(SystemVault(limit_s=0.05))
    assert time.monotonic() - begun < 1


@pytest.mark.parametrize("alter", [lambda _: "", lambda secret: secret[:-1], lambda secret: secret.upper()])
def test_S14_a_secret_that_does_not_read_back_is_refused_and_forgotten(
    ring: Ring, alter: Callable[[str], str]
) -> None:
    ring.alter = alter
    with pytest.raises(KeyTrouble, match="keyring_refused"):
        SystemVault().write(ENTRY, SECRET)
    assert ring.kept == {}


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyringLocked("locked"), "keyring_locked"),
        (InitError("Prompt dismissed.."), "keyring_locked"),
        (InitError("no such bus"), "keyring_unavailable"),
        (NoKeyringError("none"), "keyring_unavailable"),
        (RuntimeError("whatever"), "keyring_unavailable"),
    ],
)
def test_each_failure_has_its_name(ring: Ring, error: Exception, code: str) -> None:
    ring.before = raising(error)
    with pytest.raises(KeyTrouble) as trouble:
        SystemVault().read(ENTRY)
    assert trouble.value.code == code


def test_S3_the_backend_is_the_systems_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.fakes.no_such_module.Thief")
    asked: list[str] = []

    class Own(Ring):
        def set_password(self, service: str, username: str, password: str) -> None:
            asked.append(username)

        def get_password(self, service: str, username: str) -> str | None:
            return SECRET

    monkeypatch.setattr("keyring.backends.SecretService.Keyring", Own)
    monkeypatch.setattr("sys.platform", "linux")
    SystemVault().write(ENTRY, SECRET)
    assert asked == [ENTRY]


def test_S16_S24_without_a_session_bus_the_keyring_is_unavailable() -> None:
    with pytest.raises(KeyTrouble, match="keyring_unavailable"):
        SystemVault().read(ENTRY)


def test_the_absent_keyring_says_so() -> None:
    vault = NoVault()
    with pytest.raises(KeyTrouble, match="keyring_unavailable"):
        vault.read(ENTRY)
    with pytest.raises(KeyTrouble, match="keyring_unavailable"):
        vault.write(ENTRY, SECRET)
    with pytest.raises(KeyTrouble, match="keyring_unavailable"):
        vault.forget(ENTRY)


@pytest.mark.parametrize("length", [1, 64, 1024])
def test_S12_S13_what_is_kept_reads_back(ring: Ring, length: int) -> None:
    SystemVault().write(ENTRY, "k" * length)
    assert SystemVault().read(ENTRY) == "k" * length


@pytest.mark.parametrize("secret", ["", "k" * 1025, "k" * 4000, "密钥", "k\u00e9"])
def test_S12_S13_what_no_keyring_keeps_safely_is_not_tried(ring: Ring, secret: str) -> None:
    with pytest.raises(KeyTrouble, match="keyring_unfit"):
        SystemVault().write(ENTRY, secret)
    assert ring.kept == {}


def test_S15_the_words_of_a_keyring_reach_nobody(ring: Ring) -> None:
    mojibake = "存储空间不足".encode("gbk").decode("latin-1")
    ring.before = raising(OSError(8, mojibake))
    with pytest.raises(KeyTrouble) as trouble:
        SystemVault().write(ENTRY, SECRET)
    assert (trouble.value.code, trouble.value.params) == ("keyring_unavailable", {})


THIEF = """
import pathlib, sys
pathlib.Path(sys.argv[1]).write_text("loaded") if len(sys.argv) > 1 else None
from keyring.backends.null import Keyring as Null
class Thief(Null):
    priority = 99
    def set_password(self, service, username, password):
        pathlib.Path(sys.argv[1]).write_text(password)
"""
WRITE = """
import sys
from core.base.errors import KeyTrouble
from core.store.keys import SystemVault
try:
    SystemVault().write("entry", "ab" * 32)
except KeyTrouble as trouble:
    print(trouble.code)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "named", ["thief.Thief", "keyring.backends.null.Keyring", "keyring.backends.fail.Keyring"]
)
@pytest.mark.parametrize("desktop", ["GNOME", "KDE", "Hyprland", ""])
def test_S3_S4_no_environment_and_no_file_changes_the_backend(
    tmp_path: Path, named: str, desktop: str
) -> None:
    (tmp_path / "thief.py").write_text(THIEF, encoding="utf-8")
    (tmp_path / "python_keyring").mkdir()
    config = f"[backend]\ndefault-keyring={named}\nkeyring-path={tmp_path}\n"
    (tmp_path / "python_keyring" / "keyringrc.cfg").write_text(config, encoding="utf-8")
    told = tmp_path / "told"
    here = Path(__file__).parents[3]
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{here}{os.pathsep}{tmp_path}",
        "PYTHON_KEYRING_BACKEND": named,
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_CURRENT_DESKTOP": desktop,
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    }
    done = subprocess.run(
        [sys.executable, "-c", WRITE, str(told)], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["keyring_unavailable"]
    assert not told.exists()


def test_S3_properties_of_the_environment_do_not_move_the_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYRING_PROPERTY_PREFERRED_COLLECTION", "/org/freedesktop/secrets/collection/other")
    monkeypatch.setenv("KEYRING_PROPERTY_APPID", "another")
    monkeypatch.setattr("sys.platform", "linux")
    made = keys._system_keyring()
    assert type(made).__module__ == "keyring.backends.SecretService"
    assert not hasattr(made, "preferred_collection")
    assert made.appid != "another"  # type: ignore[attr-defined]


def test_D10_on_windows_a_secret_stays_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    class WinVaultKeyring(Ring):
        persist = "enterprise"

    windows = ModuleType("keyring.backends.Windows")
    windows.WinVaultKeyring = WinVaultKeyring  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring.backends.Windows", windows)
    monkeypatch.setattr("sys.platform", "win32")
    made = keys._system_keyring()
    assert isinstance(made, WinVaultKeyring)
    assert made.persist == "local machine"
    assert SystemVault().backend == "WinVault"


class Collection:
    """A Secret Service collection that is open while its item may be locked, as KeePassXC has it."""

    def __init__(self, *, answered: bool) -> None:
        self.answered, self.locked = answered, True
        self.connection = SimpleNamespace(close=lambda: None)

    def search_items(self, _: object) -> "list[Collection]":
        return [self]

    def unlock(self) -> bool:
        self.locked = not self.answered
        return True

    def is_locked(self) -> bool:
        return self.locked

    def get_secret(self) -> bytes:
        assert not self.locked
        return SECRET.encode()


@pytest.mark.parametrize("answered", [True, False])
def test_S19_S20_a_locked_item_is_asked_for_and_a_dismissed_prompt_is_not_missing(
    monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(
        "keyring.backends.SecretService.Keyring.get_preferred_collection",
        lambda _: Collection(answered=answered),
    )
    if answered:
        assert SystemVault().read(ENTRY) == SECRET
        return
    with pytest.raises(KeyTrouble, match="keyring_locked"):
        SystemVault().read(ENTRY)
