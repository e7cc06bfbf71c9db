"""What a kernel of each age can do, what that amounts to, and how it is told."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.packhost.worker import landlock
from core.packhost.worker.confine import level_of
from core.packhost.worker.confinement import Confinement, Guard, Level, read_confinement
from tests.core.packhost.worker.conftest import Started


@pytest.mark.parametrize(
    ("version", "rights"),
    [
        (0, (0, 0, 0)),
        (1, (0x1FFF, 0, 0)),
        (2, (0x3FFF, 0, 0)),
        (3, (0x7FFF, 0, 0)),
        (4, (0x7FFF, 3, 0)),
        (5, (0xFFFF, 3, 0)),
        (6, (0xFFFF, 3, 3)),
        (9, (0xFFFF, 3, 3)),
    ],
)
def test_nothing_is_asked_of_a_kernel_that_it_does_not_know(
    version: int, rights: tuple[int, int, int]
) -> None:
    assert landlock.handled(version) == rights


def test_no_right_makes_a_link_a_device_or_a_program() -> None:
    assert not landlock.WRITE & (landlock.REFER | 1 << 0 | 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12)
    assert not landlock.READ & landlock.WRITE_FILE


@pytest.mark.parametrize(
    ("guards", "level"),
    [
        ([Guard.LIMITS, Guard.PRIVILEGES, Guard.LANDLOCK, Guard.SECCOMP], Level.KERNEL),
        ([Guard.PRIVILEGES, Guard.SECCOMP], Level.CALLS),
        ([Guard.PRIVILEGES, Guard.LANDLOCK], Level.INTERPRETER),
        ([], Level.INTERPRETER),
    ],
)
def test_a_level_needs_all_its_guards(guards: list[Guard], level: Level) -> None:
    assert level_of(guards) is level
    assert Level.INTERPRETER < Level.CALLS < Level.KERNEL


def test_a_report_is_read_as_it_was_told() -> None:
    told = Confinement(Level.KERNEL, (Guard.LIMITS, Guard.LANDLOCK), 7)
    assert read_confinement(told.plain()) == told


@pytest.mark.parametrize(
    "said",
    [
        None,
        {},
        {"level": "BEST", "what": [], "landlock": 0},
        {"level": "KERNEL", "what": ["x"], "landlock": 0},
    ],
)
def test_a_report_that_is_none_is_refused(said: object) -> None:
    with pytest.raises(ValueError, match=r"confinement|Guard"):
        read_confinement(said)


def test_its_limits_are_put_in_place_and_told(pack: Callable[[str], Path], started: Started) -> None:
    assert Guard.LIMITS in started(pack("return ''")).confinement.what
