"""Case T23: a number that was given to somebody is given to nobody else, also after the clinic was put back to the day before."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.kernel import restore_clinic
from tests.fakes.backups import BY_PASSPHRASE, BackedUp, backed_up
from tests.fakes.clinic import Clinic


@pytest.fixture
def made(clinic: Clinic) -> BackedUp:
    """A backup of a clinic with P001, which has given out P002 and P003 since."""
    made = backed_up(clinic)
    assert [clinic.add(name) for name in ("何静", "周强")] == ["P002", "P003"]
    return made


def registered_next(clinic: Clinic) -> int:
    with clinic.open() as kernel:
        assert kernel.holdings.look().patients == 1
    return int(clinic.add("孙雅琴").removeprefix("P"))


def test_T23_numbers_given_since_the_backup_are_not_given_again(made: BackedUp) -> None:
    restore_clinic(made.home, made.file, BY_PASSPHRASE)
    assert registered_next(made.clinic) == 4
    with made.clinic.open() as kernel:
        assert kernel.audit.verify().verdict.whole


def _damaged(store: Path) -> None:
    content = bytearray(store.read_bytes())
    content[100] ^= 1
    content[5000] ^= 1
    store.write_bytes(content)


@pytest.mark.parametrize("spoil", [_damaged, Path.unlink], ids=["damaged", "missing"])
def test_T23_where_the_store_cannot_say_which_none_that_may_have_been_given_is(
    made: BackedUp, spoil: Callable[[Path], None]
) -> None:
    """Each registration has its row in the trail, and how many rows are gone is known from outside the store."""
    spoil(made.home.store)
    lost = restore_clinic(made.home, made.file, BY_PASSPHRASE).lost
    assert 4 <= registered_next(made.clinic) <= 2 + lost


def test_T23_nor_after_restoring_twice(made: BackedUp) -> None:
    for _ in range(2):
        restore_clinic(made.home, made.file, BY_PASSPHRASE)
        with made.clinic.open():
            pass
    assert registered_next(made.clinic) == 4
