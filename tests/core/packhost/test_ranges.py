"""Ranges as npm reads them."""

import pytest

from core.packhost.ranges import COMPAT, UnreadableRange, includes, is_version


def test_the_kernel_keeps_the_contract_of_its_origin() -> None:
    assert COMPAT == "0.6.0"
    assert includes(">=0.5 <0.7")


@pytest.mark.parametrize("text", ["0.5 - 0.7", "0.6.x", ">=0.9 || ^0.6.0", " 0.6.0 ", "<=0.6.0"])
def test_what_npm_reads_is_read(text: str) -> None:
    assert includes(text)


@pytest.mark.parametrize("text", ["", "  ", "latest", ">= 0.5", "^", "0.6.0 nonsense", "٠.٦", "v" * 101])
def test_what_is_no_range_is_never_met(text: str) -> None:
    with pytest.raises(UnreadableRange):
        includes(text)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("1", True),
        ("1.2", True),
        ("1.2.3-beta.1", True),
        ("v1", False),
        ("1.2.3.4", False),
        ("1.", False),
        ("", False),
    ],
)
def test_versions(text: str, is_one: bool) -> None:
    assert is_version(text) is is_one
