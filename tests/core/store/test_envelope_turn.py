"""Whose turn it is with an envelope: a passphrase that is being stretched meanwhile writes over nothing that was changed."""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from core.base.errors import KeyTrouble
from core.base.recovery_code import RecoveryCode
from core.kernel import Kernel
from core.store.envelope import Envelope, read_envelope
from core.store.envelope_turn import turn
from core.store.unlocking import Credential
from tests.core.services.keys.test_keyring_use import opens
from tests.fakes.clinic import PASSPHRASE, Clinic

BY = Credential(PASSPHRASE)
GUESS = "somebody guessed wrongly"
PATIENCE_S = 60.0


def overtaken(
    kernel: Kernel, passphrase: str, change: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begin to try a passphrase, make a change while it is being stretched, and let it be finished."""
    real, begun, go_on = Envelope.open_with_passphrase, threading.Event(), threading.Event()

    def trying() -> None:
        with suppress(KeyTrouble):
            kernel._desk.unlock(Credential(passphrase))

    worker = threading.Thread(target=trying)

    def slow(envelope: Envelope, tried: str) -> tuple[bytes, str]:
        if threading.current_thread() is worker:
            begun.set()
            assert go_on.wait(PATIENCE_S)
        return real(envelope, tried)

    with monkeypatch.context() as patch:
        patch.setattr(Envelope, "open_with_passphrase", slow)
        worker.start()
        assert begun.wait(PATIENCE_S)
        change()
        go_on.set()
        worker.join(PATIENCE_S)


def test_a_guess_that_a_rotation_overtakes_puts_no_old_envelope_back(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        overtaken(kernel, GUESS, lambda: kernel.rotation.rotate(BY), monkeypatch)
    assert read_envelope(clinic.home.envelope).failures.count == 1
    assert opens(clinic, Credential(recovery=clinic.recovery)) == "recovery"
    assert opens(clinic, BY) == "passphrase"
    assert opens(clinic) == "keyring"


def test_a_guess_that_a_new_code_overtakes_revives_no_old_one(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[RecoveryCode] = []
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        overtaken(kernel, GUESS, lambda: codes.append(kernel.keys.new_recovery_code(BY)), monkeypatch)
    assert read_envelope(clinic.home.envelope).failures.count == 1
    assert opens(clinic, Credential(recovery=clinic.recovery)) == "recovery_wrong"
    assert opens(clinic, Credential(recovery=codes[0])) == "recovery"


def test_the_right_passphrase_that_is_overtaken_ends_the_count_and_changes_nothing_else(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[RecoveryCode] = []
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        with pytest.raises(KeyTrouble, match="wrong_passphrase"):
            kernel._desk.unlock(Credential(GUESS))

        def renewed() -> None:
            codes.append(kernel.keys.new_recovery_code(Credential(recovery=clinic.recovery)))

        overtaken(kernel, PASSPHRASE, renewed, monkeypatch)
    assert read_envelope(clinic.home.envelope).failures.count == 0
    assert opens(clinic, Credential(recovery=clinic.recovery)) == "recovery_wrong"
    assert opens(clinic, Credential(recovery=codes[0])) == "recovery"


def test_guesses_at_the_same_time_are_each_counted(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    def guess() -> None:
        with pytest.raises(KeyTrouble):
            kernel._desk.unlock(Credential(GUESS))

    with clinic.open(passphrase=PASSPHRASE) as kernel:
        overtaken(kernel, GUESS, guess, monkeypatch)
    assert read_envelope(clinic.home.envelope).failures.count == 2


def test_whoever_has_the_turn_keeps_others_out_and_may_take_it_again(tmp_path: Path) -> None:
    order: list[str] = []

    def other() -> None:
        with turn(tmp_path / "." / "keys.json"):
            order.append("other")

    worker = threading.Thread(target=other)
    with turn(tmp_path / "keys.json"), turn(tmp_path / "keys.json"):
        worker.start()
        worker.join(0.2)
        order.append("first")
        with turn(tmp_path / "others.json"):
            pass
    worker.join(PATIENCE_S)
    assert order == ["first", "other"]
