"""The data key is overwritten once the clinic is closed, and its text as soon as it was handed to the database."""

import pytest

from core.base import wiping
from core.store import database
from core.store.unlocking import Unlocked, unlock
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]


def test_the_data_key_is_zeros_after_the_closing_and_not_before(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys: list[bytes] = []

    def seen(*given: object) -> Unlocked:
        unlocked = unlock(*given)  # type: ignore[arg-type]
        keys.append(unlocked.key)
        return unlocked

    monkeypatch.setattr("core.kernel.opening.unlock", seen)
    expected = clinic.key
    with clinic.open() as opened:
        opened.today.people()
        assert keys == [expected]
    assert keys == [bytes(len(expected))]


def test_the_text_of_the_key_is_overwritten(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    wiped: list[str] = []

    def spied(secret: bytes | str) -> None:
        wiping.wipe(secret)
        if isinstance(secret, str):
            wiped.append(secret)

    monkeypatch.setattr(database, "wipe", spied)
    with clinic.open() as opened:
        opened.today.people()
    assert len(wiped) >= 4  # the text and the statement, for each connection
    assert all(set(text) == {"\0"} for text in wiped)
