"""A person's machine of which only the home is theirs, and the self-extracting files of two versions of a tiny program."""

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from installer.linux import run
from tests.fakes.clinic import Done
from tests.installer.tiny_program import tiny

OLD, NEW = "0.9.0", "0.10.0"
REBUILT = "0.10.0 built again"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("built")
    others = run.build(tiny(folder / "other" / NEW, NEW, "second"))
    return {version: run.build(tiny(folder / version, version)) for version in (OLD, NEW)} | {REBUILT: others}


@dataclass
class Machine:
    """A person's own folder, and the installers of two versions."""

    home: Path
    built: Mapping[str, Path]
    tools: Path
    """Holds a `sync` that does nothing: whether a disk keeps its word is not tried here, and a busy one would take minutes."""

    @property
    def path(self) -> str:
        return f"{self.tools}:/usr/bin:/bin"

    @property
    def prefix(self) -> Path:
        return self.home / ".local" / "opt" / "mingdao-clinic"

    def run(self, version: str, *arguments: str, path: str = "", **variables: str) -> Done:
        return self.run_file(self.built[version], *arguments, path=path, **variables)

    def run_file(self, file: Path, *arguments: str, path: str = "", **variables: str) -> Done:
        done = subprocess.run(
            ["sh", str(file), *arguments],
            cwd=self.home,
            env={"HOME": str(self.home), "PATH": path or self.path, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            start_new_session=True,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def started(self, program: str = "mingdao", prefix: Path | None = None) -> str:
        """The version that starts; that every file of it is there and as built is what the program says of itself."""
        current = (prefix or self.prefix) / "current" / program
        subprocess.run([current, "verify-install"], check=True, capture_output=True)
        return subprocess.run(
            [current, "--version"], check=True, capture_output=True, text=True
        ).stdout.strip()

    def everything(self) -> set[str]:
        return {str(entry.relative_to(self.home)) for entry in self.home.rglob("*")}


@pytest.fixture
def machine(tmp_path: Path, built: Mapping[str, Path]) -> Machine:
    home = tmp_path / "家 目录"
    home.mkdir()
    stubs(tmp_path / "quick", sync="exit 0")
    return Machine(home, built, tmp_path / "quick")


def stubs(folder: Path, **scripts: str) -> str:
    """A PATH in which some tools are ours."""
    folder.mkdir()
    for name, script in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return f"{folder}:/usr/bin:/bin"
