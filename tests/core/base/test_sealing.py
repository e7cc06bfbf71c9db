"""What is sealed for the time of a lock opens for its owner in its clinic, and for nobody else."""

import secrets

import pytest

from core.base.sealing import Sealing

KEY = secrets.token_bytes(32)


@pytest.mark.parametrize("text", ["", "头晕三天，𬌗 ℃", "a\ud800"])
def test_what_is_sealed_comes_back(text: str) -> None:
    sealed = Sealing.of(KEY).seal(text, "李大夫")
    assert Sealing.of(KEY).unseal(sealed, "李大夫") == text
    assert "头晕".encode() not in sealed


def test_another_operator_does_not_open_it() -> None:
    assert Sealing.of(KEY).unseal(Sealing.of(KEY).seal("头晕", "李大夫"), "王大夫") is None


def test_another_clinic_does_not_open_it() -> None:
    assert Sealing.of(secrets.token_bytes(32)).unseal(Sealing.of(KEY).seal("头晕", "李"), "李") is None


def test_what_was_altered_does_not_open() -> None:
    sealed = Sealing.of(KEY).seal("头晕", "李")
    for place in range(len(sealed)):
        altered = bytearray(sealed)
        altered[place] ^= 1
        assert Sealing.of(KEY).unseal(bytes(altered), "李") is None


def test_the_same_text_is_sealed_differently_each_time() -> None:
    sealing = Sealing.of(KEY)
    assert sealing.seal("头晕", "李") != sealing.seal("头晕", "李")


def test_the_key_is_not_shown() -> None:
    sealing = Sealing.of(KEY)
    assert sealing._key.hex() not in repr(sealing)
    assert repr(sealing._key) not in repr(sealing)
