"""The rules written in pyproject.toml really fire: for each, a violation is planted and caught."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

BROKEN = [
    ("import httpx", "core/x.py", "TID251"),
    ("from sqlcipher3 import dbapi2", "core/x.py", "TID251"),
    ("import sqlcipher3", "core/store/store.py", "TID251"),
    ("import keyring", "core/x.py", "TID251"),
    ("import sqlite3", "core/x.py", "TID251"),
    ("import sqlite3", "packs/tcm/x.py", "TID251"),
    ("from PySide6.QtWidgets import QMessageBox", "desktop/x.py", "TID251"),
    ("from .base import errors", "core/x.py", "TID252"),
    ("from . import app", "desktop/x.py", "TID252"),
    ("print()", "core/x.py", "T201"),
    ("from datetime import datetime\n\ndatetime.now()", "core/x.py", "DTZ005"),
]
ALLOWED = [
    ("from sqlcipher3 import dbapi2", "core/store/database.py", "TID251"),
    ("from keyring.backend import KeyringBackend", "core/store/keys.py", "TID251"),
    ("from . import comparison", "packs/tcm/x.py", "TID252"),
]


def ruff(source: str, place: str) -> str:
    """What ruff, under this project's rules, says of a source at a place in the tree."""
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--no-cache",
        "--output-format=concise",
        "--stdin-filename",
        place,
        "-",
    ]
    return subprocess.run(
        command, cwd=ROOT, input=source + "\n", capture_output=True, text=True, check=False
    ).stdout


@pytest.mark.parametrize(("source", "place", "rule"), BROKEN)
def test_lint_refuses(source: str, place: str, rule: str) -> None:
    assert f" {rule} " in ruff(source, place)


@pytest.mark.parametrize(("source", "place", "rule"), ALLOWED)
def test_lint_allows_the_one_place(source: str, place: str, rule: str) -> None:
    assert f" {rule} " not in ruff(source, place)


PLANTED = [
    ("core/base/planted.py", "import PySide6", "The kernel and packs never see Qt or the desktop"),
    (
        "core/services/planted.py",
        "import packs.tcm.comparison",
        "Nobody but the loader knows a concrete pack",
    ),
    ("core/base/planted.py", "import core.services", "Kernel layers"),
    ("desktop/planted.py", "import core.base.errors", "Desktop layers"),
    ("desktop/app.py", "import core.store", "Of the kernel, the desktop sees"),
    ("packs/tcm/planted.py", "import core.base.errors", "Of ours, a pack sees core.packhost.api only"),
]


def test_layers_refuse(tmp_path: Path) -> None:
    for room in ("core", "desktop", "packs"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for place, source, _ in PLANTED:
        with (tmp_path / place).open("a", encoding="utf-8") as file:
            file.write(f"\n{source}\n")
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [program, "--no-cache"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={"COLUMNS": "200"},
    )
    assert done.returncode == 1, done.stdout + done.stderr
    titles = done.stdout.partition("Broken contracts")[2].splitlines()
    for _, _, contract in PLANTED:
        assert any(line.startswith(contract) for line in titles), (contract, done.stdout)
