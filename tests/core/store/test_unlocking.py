"""Unlocking: what counts as a failure, what ends the count, and that no clock frees the wait."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.base.errors import KeyTrouble
from core.base.recovery_code import RecoveryCode
from core.store import unlocking, wraps
from core.store.envelope import BY_RECOVERY, Envelope, new_envelope, read_envelope, write_envelope
from core.store.failed_logins import FIRST_S, FREE, MOST
from core.store.unlocking import Credential, Road, keyring_mended, unlock
from core.store.wraps import Argon2Parameters, keyring_wrap, passphrase_wrap, recovery_wrap
from tests.fakes.vault import FailingVault, InMemoryVault

KEY = bytes(range(32))
RIGHT, WRONG = Credential("right"), Credential("wrong")
CODE = RecoveryCode.new()


@dataclass
class Uptime:
    """This machine's uptime, moved by a test."""

    seconds: float = 5000.0


@pytest.fixture
def uptime(monkeypatch: pytest.MonkeyPatch) -> Uptime:
    made = Uptime()
    monkeypatch.setattr(unlocking, "uptime_s", lambda: made.seconds)
    return made


@pytest.fixture
def vault() -> InMemoryVault:
    return InMemoryVault()


@pytest.fixture
def path(tmp_path: Path, vault: InMemoryVault, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An envelope whose passphrase is cheap to stretch."""
    cheap = {"memory_kib": 19 * 1024, "passes": 1, "lanes": 1}
    monkeypatch.setattr(wraps, "Argon2Parameters", lambda salt: Argon2Parameters(salt=salt, **cheap))
    made = new_envelope(KEY, {})
    made = made.with_wrap(passphrase_wrap(made.store, KEY, "right", "李"))
    made = made.with_wrap(recovery_wrap(made.store, KEY, CODE))
    wrap, secret = keyring_wrap(made.store, KEY, "李", vault.backend, "mingdao-clinic")
    vault.write(wrap.entry, secret)
    file = tmp_path / "keys.json"
    write_envelope(file, made.with_wrap(wrap))
    return file


def refused(path: Path, credential: Credential, vault: InMemoryVault | FailingVault) -> KeyTrouble:
    with pytest.raises(KeyTrouble) as trouble:
        unlock(path, vault, credential)
    return trouble.value


def lock(path: Path, vault: InMemoryVault) -> None:
    """Five wrong passphrases."""
    codes = [refused(path, WRONG, vault).code for _ in range(FREE)]
    assert codes == ["wrong_passphrase"] * (FREE - 1) + ["too_many_tries"]


def test_each_road_opens_as_whom_it_belongs_to(path: Path, vault: InMemoryVault) -> None:
    opened = [unlock(path, vault, by) for by in (RIGHT, Credential(recovery=CODE), Credential())]
    assert [(one.key, one.operator, one.road) for one in opened] == [
        (KEY, "李", Road.PASSPHRASE),
        (KEY, BY_RECOVERY, Road.RECOVERY),
        (KEY, "李", Road.KEYRING),
    ]


def test_secrets_are_in_no_representation(path: Path, vault: InMemoryVault) -> None:
    for shown in (repr(RIGHT), repr(Credential(recovery=CODE)), repr(unlock(path, vault, RIGHT))):
        assert "right" not in shown
        assert CODE.text not in shown
        assert repr(KEY) not in shown


def test_after_five_failures_the_right_passphrase_waits_too(
    path: Path, vault: InMemoryVault, uptime: Uptime
) -> None:
    lock(path, vault)
    trouble = refused(path, RIGHT, vault)
    assert (trouble.code, trouble.params) == ("too_many_tries", {"count": FREE, "minutes": 15})
    uptime.seconds += FIRST_S - 1
    assert refused(path, RIGHT, vault).params["minutes"] == 1
    uptime.seconds += 1
    assert unlock(path, vault, RIGHT).key == KEY
    assert read_envelope(path).failures.count == 0


def test_asking_while_waiting_neither_counts_nor_guesses(
    path: Path, vault: InMemoryVault, uptime: Uptime
) -> None:
    lock(path, vault)
    for _ in range(3):
        assert refused(path, WRONG, vault).params["count"] == FREE
    uptime.seconds += FIRST_S
    assert refused(path, WRONG, vault).params == {"count": FREE + 1, "minutes": 30}


@pytest.mark.parametrize("year", [1970, 2020, 2099])
def test_no_wall_clock_shortens_the_wait(
    path: Path, vault: InMemoryVault, uptime: Uptime, year: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock(path, vault)
    monkeypatch.setattr("time.time", lambda: (year - 1970) * 365.25 * 86400)
    assert refused(path, RIGHT, vault).params["minutes"] == 15


def test_a_restart_serves_nothing_and_repeated_ones_add_up(
    path: Path, vault: InMemoryVault, uptime: Uptime
) -> None:
    lock(path, vault)
    for left in (10, 5):
        uptime.seconds = 0
        refused(path, RIGHT, vault)
        uptime.seconds = 5 * 60
        assert refused(path, RIGHT, vault).params["minutes"] == left


def test_the_recovery_code_opens_while_waiting_and_ends_the_count(
    path: Path, vault: InMemoryVault, uptime: Uptime
) -> None:
    lock(path, vault)
    assert refused(path, Credential(recovery=RecoveryCode.new()), vault).code == "recovery_wrong"
    assert read_envelope(path).failures.count == FREE
    assert unlock(path, vault, Credential(recovery=CODE)).key == KEY
    assert unlock(path, vault, RIGHT).key == KEY


def test_the_keyring_opens_while_waiting_and_ends_nothing(
    path: Path, vault: InMemoryVault, uptime: Uptime
) -> None:
    lock(path, vault)
    assert unlock(path, vault, Credential()).key == KEY
    assert refused(path, RIGHT, vault).code == "too_many_tries"


def test_a_wrong_passphrase_that_cannot_be_counted_is_no_free_try(
    path: Path, vault: InMemoryVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    refused(path, WRONG, vault)
    monkeypatch.setattr(unlocking, "write_envelope", full)
    with pytest.raises(OSError, match="No space"):
        unlock(path, vault, WRONG)
    assert unlock(path, vault, RIGHT).key == KEY


def test_S2_a_key_under_another_application_is_said_to_be_elsewhere(path: Path, vault: InMemoryVault) -> None:
    envelope = read_envelope(path)
    wrap = envelope.keyring_wrap
    assert wrap is not None
    write_envelope(path, envelope.with_wrap(wrap.model_copy(update={"app": "another-app"})))
    kept, vault.secrets = vault.secrets, {}
    trouble = refused(path, Credential(), vault)
    assert (trouble.code, trouble.params) == (
        "keyring_elsewhere",
        {"backend": "memory", "app": "another-app"},
    )
    vault.secrets = kept
    assert unlock(path, vault, Credential()).key == KEY


def test_S22_an_empty_secret_is_a_missing_one(path: Path, vault: InMemoryVault) -> None:
    vault.secrets = dict.fromkeys(vault.secrets, "")
    assert refused(path, Credential(), vault).code == "keyring_missing"


@pytest.mark.parametrize("loss", ["missing", "empty", "wrong", "other backend"])
def test_S5_opening_by_the_code_mends_the_keyring_and_takes_nothing_away(
    path: Path, vault: InMemoryVault, loss: str
) -> None:
    ((entry, secret),) = vault.secrets.items()
    vault.secrets = (
        {} if loss in {"missing", "other backend"} else {entry: "" if loss == "empty" else "00" * 32}
    )
    if loss == "other backend":
        vault.backend = "wallet"
    before = dict(vault.secrets)
    keyring_mended(path, unlock(path, vault, Credential(recovery=CODE)), vault)
    opened = unlock(path, vault, Credential())
    assert (opened.key, opened.operator) == (KEY, "李")
    assert before.items() <= vault.secrets.items()
    assert secret not in vault.secrets.values()
    assert unlock(path, vault, RIGHT).key == KEY


@pytest.mark.parametrize("code", ["keyring_locked", "keyring_unavailable"])
def test_a_keyring_that_cannot_be_asked_is_left_alone(path: Path, vault: InMemoryVault, code: str) -> None:
    class Asked(FailingVault):
        def write(self, entry: str, secret: str) -> None:
            pytest.fail("asked twice")

    before = path.read_bytes()
    failing = Asked(code)
    keyring_mended(path, unlock(path, failing, Credential(recovery=CODE)), failing)
    assert path.read_bytes() == before


def test_a_keyring_that_is_right_gets_no_other_key(path: Path, vault: InMemoryVault) -> None:
    before, kept = path.read_bytes(), dict(vault.secrets)
    keyring_mended(path, unlock(path, vault, Credential(recovery=CODE)), vault)
    assert (path.read_bytes(), vault.secrets) == (before, kept)


def test_a_mended_envelope_that_cannot_be_written_leaves_no_stray_key(
    path: Path, vault: InMemoryVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    vault.secrets = {}
    unlocked = unlock(path, vault, Credential(recovery=CODE))
    monkeypatch.setattr(unlocking, "write_envelope", full)
    made: Envelope = keyring_mended(path, unlocked, vault)
    assert made == unlocked.envelope
    assert vault.secrets == {}


def test_where_several_have_a_passphrase_the_keyring_opens_nothing(path: Path, vault: InMemoryVault) -> None:
    envelope = read_envelope(path)
    write_envelope(path, envelope.with_wrap(passphrase_wrap(envelope.store, KEY, "other", "王")))
    assert refused(path, Credential(), vault).code == "each_own_passphrase"
    assert unlock(path, vault, Credential("other")).operator == "王"
    before = path.read_bytes()
    keyring_mended(path, unlock(path, InMemoryVault(), Credential(recovery=CODE)), InMemoryVault())
    assert path.read_bytes() == before


def test_a_clinic_without_the_keyring_is_given_none_by_the_code(path: Path, vault: InMemoryVault) -> None:
    envelope = read_envelope(path)
    without = tuple(wrap for wrap in envelope.wraps if wrap is not envelope.keyring_wrap)
    write_envelope(path, envelope.model_copy(update={"wraps": without}))
    kept = dict(vault.secrets)
    keyring_mended(path, unlock(path, vault, Credential(recovery=CODE)), vault)
    assert read_envelope(path).keyring_wrap is None
    assert vault.secrets == kept


def test_the_file_tells_how_many_and_no_more(path: Path, vault: InMemoryVault, uptime: Uptime) -> None:
    refused(path, WRONG, vault)
    told = {"count": 1, "left_s": 0.0, "uptime_s": 5000.0, "unforgiven": 1.0, "untold": 1}
    assert json.loads(path.read_bytes())["failures"] == told


def test_the_right_passphrase_in_between_forgives_nothing(
    path: Path, vault: InMemoryVault, uptime: Uptime
) -> None:
    for _ in range(MOST):
        assert refused(path, WRONG, vault).code == "wrong_passphrase"
        assert unlock(path, vault, RIGHT).key == KEY
    assert refused(path, WRONG, vault).code == "too_many_tries"
    assert refused(path, RIGHT, vault).params == {"count": MOST + 1, "minutes": 30}
    assert unlock(path, vault, Credential(recovery=CODE)).key == KEY
    assert unlock(path, vault, RIGHT).key == KEY


def test_the_code_forgives_what_the_right_passphrase_does_not(
    path: Path, vault: InMemoryVault, uptime: Uptime
) -> None:
    for _ in range(MOST):
        refused(path, WRONG, vault)
        unlock(path, vault, RIGHT)
    assert read_envelope(path).failures.count == 0
    unlock(path, vault, Credential(recovery=CODE))
    assert refused(path, WRONG, vault).code == "wrong_passphrase"


@pytest.mark.parametrize("passphrase", ["", " \n"])
def test_nothing_typed_is_no_try(path: Path, vault: InMemoryVault, uptime: Uptime, passphrase: str) -> None:
    assert refused(path, Credential(passphrase), vault).code == "wrong_passphrase"
    assert read_envelope(path).failures.count == 0
