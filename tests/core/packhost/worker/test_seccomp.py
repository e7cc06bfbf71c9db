"""The filter, carried out here step by step for each processor: what the kernel would answer to a call."""

import struct
from errno import ENOSYS, EPERM
from pathlib import Path

import pytest

from core.packhost.worker.seccomp import ALLOW, ERRNO, KILL, MACHINES, program
from core.packhost.worker.syscalls import NEWEST, NUMBERS, REFUSED

PID = 4711
NO, UNKNOWN = ERRNO | EPERM, ERRNO | ENOSYS
ON = list(MACHINES)


def verdict(machine: str, number: int, *arguments: int, architecture: int | None = None) -> int:
    """What the filter of a processor says of a call."""
    seen = struct.pack(
        "=iIQ6Q", number, architecture or MACHINES[machine], 0, *arguments, *[0] * (6 - len(arguments))
    )
    steps = program(machine, PID)
    at, value = 0, 0
    while True:
        code, when, when_not, operand = steps[at]
        at += 1
        match code:
            case 0x20:
                (value,) = struct.unpack_from("=I", seen, operand)
            case 0x54:
                value &= operand
            case 0x15:
                at += when if value == operand else when_not
            case 0x25:
                at += when if value > operand else when_not
            case 0x06:
                return operand
            case _:
                pytest.fail(f"no such instruction: {code:#x}")


@pytest.mark.parametrize("machine", ON)
def test_every_call_of_the_table_is_refused(machine: str) -> None:
    names = [name for group in REFUSED.values() for name in group.split()]
    assert len(names) == len(set(names)) > 100
    assert {verdict(machine, NUMBERS[machine][name]) for name in names if name in NUMBERS[machine]} == {NO}


@pytest.mark.parametrize("machine", ON)
def test_a_number_stands_once_and_none_is_newer_than_the_newest(machine: str) -> None:
    numbers = list(NUMBERS[machine].values())
    assert len(numbers) == len(set(numbers))
    assert max(numbers) <= NEWEST


def test_the_processors_share_what_came_since_their_numbers_are_the_same() -> None:
    first, second = (NUMBERS[machine] for machine in ON)
    assert {name for name, number in first.items() if number >= 424} == {
        name for name, number in second.items() if number >= 424
    }
    assert all(second[name] == number for name, number in first.items() if number >= 424)


@pytest.mark.parametrize(("machine", "read", "socket"), [("x86_64", 0, 41), ("aarch64", 63, 198)])
def test_the_numbers_are_those_of_the_processor(machine: str, read: int, socket: int) -> None:
    assert NUMBERS[machine]["socket"] == socket
    assert verdict(machine, read, 3) == ALLOW


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("clone3", (), UNKNOWN),
        ("clone", (0x3D0F00,), ALLOW),
        ("clone", (0x3D0F00 | 0x20000000,), NO),
        ("clone", (0x11,), NO),
        ("socketpair", (1, 1 | 0o2000000), ALLOW),
        ("socketpair", (1, 2), NO),
        ("socketpair", (2, 1), NO),
        ("sendto", (3, 0, 1, 0, 0, 0), ALLOW),
        ("sendto", (3, 0, 1, 0, 0x7000, 16), NO),
        ("sendto", (3, 0, 1, 0, 0x7000_0000_0000, 16), NO),
        ("kill", (PID, 6), ALLOW),
        ("kill", (PID + 1, 0), NO),
        ("kill", (0xFFFFFFFF, 9), NO),
        ("kill", (0, 9), NO),
        ("tgkill", (PID, PID, 6), ALLOW),
        ("tgkill", (1, 1, 0), NO),
        ("prlimit64", (0, 7, 0, 0x7000), ALLOW),
        ("prlimit64", (0, 7, 0x7000, 0), NO),
        ("prlimit64", (0, 7, 0x7000_0000_0000, 0), NO),
        ("fcntl", (3, 4, 0), ALLOW),
        ("fcntl", (3, 8, 1), NO),
        ("fcntl", (3, 10, 9), NO),
        ("fcntl", (3, 15, 0x7000), NO),
        ("ioctl", (3, 0x5401), ALLOW),
        ("ioctl", (3, 0x5412), NO),
    ],
)
@pytest.mark.parametrize("machine", ON)
def test_a_call_is_judged_by_its_arguments(
    machine: str, name: str, arguments: tuple[int, ...], expected: int
) -> None:
    assert verdict(machine, NUMBERS[machine][name], *arguments) == expected


@pytest.mark.parametrize("machine", ON)
@pytest.mark.parametrize("number", [NEWEST + 1, 467, 0x40000000 + 41])
def test_what_nobody_has_looked_at_is_unknown(machine: str, number: int) -> None:
    """The last is a call by the numbers of x32."""
    assert verdict(machine, number) == UNKNOWN


@pytest.mark.parametrize("machine", ON)
def test_a_call_by_the_rules_of_another_processor_ends_the_process(machine: str) -> None:
    assert verdict(machine, 1, architecture=0x40000003) == KILL


@pytest.mark.parametrize(
    ("machine", "header"),
    [
        ("x86_64", "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        ("aarch64", "/usr/include/asm-generic/unistd.h"),
    ],
)
def test_the_table_agrees_with_the_headers_of_this_system(machine: str, header: str) -> None:
    if not Path(header).exists():
        pytest.skip("the kernel's headers are not installed")
    known = {
        words[1].removeprefix("__NR").removeprefix("3264").removeprefix("_"): int(words[2])
        for words in map(str.split, Path(header).read_text(encoding="utf-8").splitlines())
        if words[:1] == ["#define"] and len(words) > 2 and words[1].startswith("__NR") and words[2].isdigit()
    }
    shared = NUMBERS[machine].keys() & known.keys()
    assert len(shared) > 100
    assert {name: NUMBERS[machine][name] for name in shared} == {name: known[name] for name in shared}
