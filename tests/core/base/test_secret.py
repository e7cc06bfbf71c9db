"""A secret in memory is given away by nothing but `reveal`."""

import copy
import logging
import pickle
import traceback

import pytest

from core.base.secret import Secret, masked

TEXT = "sk-QWERTYUIOPASDFGH"


def test_no_ordinary_way_shows_it() -> None:
    secret = Secret(TEXT)
    shown = [repr(secret), str(secret), f"{secret}", f"{secret!r:>40}", "%s" % secret, repr([secret])]  # noqa: UP031
    assert not [one for one in shown if TEXT[3:] in one]
    assert secret.reveal() == TEXT
    record = logging.LogRecord("x", 10, "", 1, "%s %r", (secret, secret), None)
    assert TEXT[3:] not in record.getMessage()


def test_it_is_not_written_out_or_copied() -> None:
    for write in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            write(Secret(TEXT))


def test_a_failure_with_one_in_it_does_not_show_it() -> None:
    with pytest.raises(ValueError, match=r"\*\*\*") as failed:
        raise ValueError(Secret(TEXT))
    assert TEXT[3:] not in "".join(traceback.format_exception(failed.value))


@pytest.mark.parametrize(
    ("text", "mask"),
    [
        ("", ""),
        ("k7d92mq1", "******"),
        ("0123456789", "******"),
        ("01234567890", "012345…7890"),
        ("app-QWERTYUIOPASDFGH", "app-QW…DFGH"),
    ],
)
def test_a_person_sees_its_ends(text: str, mask: str) -> None:
    assert masked(text) == mask
