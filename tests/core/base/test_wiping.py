"""A secret is overwritten in place, and nothing beside it."""

import secrets

import pytest

from core.base.wiping import wipe


@pytest.mark.parametrize("size", [2, 31, 32, 33, 600])
def test_bytes_are_zeros_where_they_stood(size: int) -> None:
    before, secret, after = secrets.token_bytes(size), secrets.token_bytes(size), secrets.token_bytes(size)
    beside = bytes(bytearray(before)), bytes(bytearray(after))
    wipe(secret)
    assert secret == bytes(size)
    assert (before, after) == beside


@pytest.mark.parametrize("size", [2, 32, 64, 600])
def test_text_is_zeros_where_it_stood(size: int) -> None:
    secret = secrets.token_hex(size)
    wipe(secret)
    assert secret == "\0" * 2 * size
    assert secret.encode() == bytes(2 * size)


def test_what_the_whole_process_shares_is_left_alone() -> None:
    for shared in (b"", b"a", "", "a"):
        wipe(shared)
    assert bytes([97]) == b"a"
    assert chr(97) == "a"


def test_other_text_is_refused() -> None:
    with pytest.raises(ValueError, match="ASCII"):
        wipe("口令")
