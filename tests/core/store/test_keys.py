"""The keyring as a vault: hanging, hostile, forgetful and absent keyrings, none of which may get or lose a secret."""

import threading
import time
from collections.abc import Callable, Iterator

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


def test_an_empty_secret_counts_as_none(ring: Ring) -> None:
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
def test_a_prompt_nobody_answers_ends_within_the_limit(
    hanging: Ring, call: Callable[[SystemVault], object]
) -> None:
    assert hanging.kept == {}
    begun = time.monotonic()
    with pytest.raises(KeyTrouble, match="keyring_locked"):
        call(SystemVault(limit_s=0.05))
    assert time.monotonic() - begun < 1


@pytest.mark.parametrize("alter", [lambda _: "", lambda secret: secret[:-1], lambda secret: secret.upper()])
def test_a_secret_that_does_not_read_back_is_refused_and_forgotten(
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


def test_a_hostile_backend_of_the_environment_is_never_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.fakes.no_such_module.Thief")
    asked: list[str] = []

    class Own(Ring):
        def set_password(self, service: str, username: str, password: str) -> None:
            asked.append(username)
            super().set_password(service, username, password)

    own = Own()
    monkeypatch.setattr("keyring.backends.SecretService.Keyring", lambda: own)
    monkeypatch.setattr("sys.platform", "linux")
    SystemVault().write(ENTRY, SECRET)
    assert asked == [ENTRY]


def test_without_a_session_bus_the_keyring_is_unavailable() -> None:
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
