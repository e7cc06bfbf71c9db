"""What a process did to the files of a folder, call by call, as strace sees it; and calls that fail because strace says so.

Needs strace and the right to trace one's own processes; `missing` says why not. Nothing here runs as another user.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.fakes.clinic import Clinic
from tests.reliability.ground import ROOT, secrets_line
from tests.reliability.work import SAYS_ON

RECORDED = "openat,write,writev,pwrite64,pwritev,ftruncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat"
LONGEST = 20 * 1024
"""Bytes of one call that are recorded: more than anything a clinic writes at once."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call that succeeded, in the order of their ends. `path` is the file of its first descriptor or argument."""

    name: str
    path: str
    data: bytes = b""
    offset: int = 0
    to: str = ""
    flags: str = ""


@cache
def missing() -> str:
    """Why nothing can be traced here; empty when it can."""
    program = shutil.which("strace")
    if program is None:
        return "needs strace, which is not installed"
    done = subprocess.run(
        [program, "-qq", "-e", "trace=none", "true"], capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else f"strace may not trace here: {done.stderr.strip()[-200:]}"


@dataclass(frozen=True)
class Traced:
    """How a traced process ended, and what it said."""

    code: int
    said: tuple[str, ...]
    err: str


def traced(options: Sequence[str], arguments: Sequence[str], clinic: Clinic) -> Traced:
    """Do a kind of work (`tests.reliability.work`) under strace."""
    mine, its = os.pipe()
    work = [sys.executable, "-m", "tests.reliability.work", *arguments]
    command = ["strace", "-f", "-qq", "--seccomp-bpf", *options, *work]
    out: list[bytes] = []
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", SAYS_ON: str(its)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        pass_fds=(its,),
    ) as process:
        os.close(its)
        assert process.stdin is not None
        assert process.stderr is not None
        with suppress(BrokenPipeError):  # it ended before it asked; why, it says on stderr
            process.stdin.write(secrets_line(clinic).encode())
            process.stdin.close()
        while chunk := os.read(mine, 65536):
            out.append(chunk)
        err = process.stderr.read().decode(errors="replace")
    os.close(mine)
    return Traced(process.returncode, tuple(b"".join(out).decode().split("\n")[:-1]), err)


_LINE = re.compile(r"^(\d+) +(.*)$")
_RESUMED = re.compile(r"^<\.\.\. \w+ resumed>(.*)$")
_CALL = re.compile(r"^(\w+)\((.*)\) += (-?\d+)(?:<.*>)?$")
_DESCRIPTOR = re.compile(r"^(\d+)<(.*?)>(?:, |$)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')


def calls(file: Path) -> Iterator[Call]:
    """Read a record made with `-y -xx -e trace=RECORDED`. A call that was interrupted by another thread is put together."""
    begun: dict[str, str] = {}
    for line in file.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        found = _LINE.match(line)
        if not found:
            continue
        who, rest = found[1], found[2]
        if rest.endswith("<unfinished ...>"):
            begun[who] = rest.removesuffix("<unfinished ...>").rstrip()
            continue
        resumed = _RESUMED.match(rest)
        if resumed:
            rest = begun.pop(who, "") + resumed[1]
        made = _CALL.match(rest)
        if made and int(made[3]) >= 0:
            yield from _read(made[1], made[2], int(made[3]), rest)


def _read(name: str, arguments: str, result: int, line: str) -> Iterator[Call]:
    descriptor = _DESCRIPTOR.match(arguments)
    path = _path(descriptor[2]) if descriptor else ""
    match name:
        case "openat":
            named = re.search(r"= \d+<(.*)>$", line)
            yield Call("open", _path(named[1]) if named else "", flags=arguments.rsplit('", ', 1)[-1])
        case "write" | "pwrite64" | "writev" | "pwritev":
            texts = _TEXT.findall(arguments)
            if any(cut for _, cut in texts):
                raise ValueError(f"A write of more than {LONGEST} bytes was cut off in the record")
            data = b"".join(bytes.fromhex(text.replace("\\x", "")) for text, _ in texts)[:result]
            offset = int(arguments.rsplit(", ", 1)[1]) if name in {"pwrite64", "pwritev"} else -1
            yield Call("write", path, data, offset)
        case "ftruncate":
            yield Call("truncate", path, offset=int(arguments.rsplit(", ", 1)[1]))
        case "fallocate":
            _, _, start, length = arguments.rsplit(", ", 3)
            yield Call("extend", path, offset=int(start) + int(length))
        case "fsync" | "fdatasync":
            yield Call("sync", path)
        case "rename" | "renameat" | "renameat2":
            old, new = (text for text, _ in _TEXT.findall(arguments))
            yield Call("rename", _plain(old), to=_plain(new))
        case "unlink" | "unlinkat":
            yield Call("unlink", _plain(_TEXT.findall(arguments)[0][0]))
        case _:
            return


def _path(text: str) -> str:
    """A path as `-y -xx` writes it."""
    return _plain(text) if text.startswith("\\x") else text


def _plain(text: str) -> str:
    return bytes.fromhex(text.replace("\\x", "")).decode("utf-8", "surrogateescape")
