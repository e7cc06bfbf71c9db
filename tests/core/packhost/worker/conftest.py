"""Packs that are written by a test, and workers that are closed after it."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from core.packhost.worker.launch import ROOT
from core.packhost.worker.limits import Limits
from core.packhost.worker.worker import PackWorker
from tests.fakes.pack_ports import FakePorts

UNGUARDED = ROOT / "tests" / "fakes" / "unguarded.py"
HEAD = "from core.packhost.api import Context, Pack, PromptSection, Result, Tool\n"


class Started(Protocol):
    """Makes a worker of a pack's folder, without some of its guards."""

    def __call__(self, folder: Path, *without: str, limits: Limits | None = None) -> PackWorker: ...


@pytest.fixture
def ports() -> FakePorts:
    return FakePorts()


@pytest.fixture
def started(ports: FakePorts) -> Iterator[Started]:
    workers = []

    def start(folder: Path, *without: str, limits: Limits | None = None) -> PackWorker:
        command = None
        if without:
            command = [sys.executable, "-I", "-S", "-B", str(UNGUARDED), str(ROOT), *without]
        workers.append(PackWorker(folder, folder.name, "0.1.0", ports, limits=limits, command=command))
        return workers[-1]

    yield start
    for worker in workers:
        worker.close()


@pytest.fixture
def pack(tmp_path: Path) -> Callable[[str], Path]:
    """A pack with the code of one tool, `t`, whose body is given."""

    def write(body: str, name: str = "t") -> Path:
        folder = tmp_path / "packs" / "made"
        folder.mkdir(parents=True, exist_ok=True)
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        code = (
            f"{HEAD}\n\ndef run(arguments, context):\n{lines}\n\n\ndef create_pack(context):\n"
            f"    return Pack(tools=[Tool({name!r}, 'T', 'd', {{'type': 'object'}}, run)])\n"
        )
        (folder / "pack.py").write_text(code, encoding="utf-8")
        return folder

    return write


@pytest.fixture
def no_process_left() -> Iterator[None]:
    """Every process that was started is gone and reaped."""
    yield
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
