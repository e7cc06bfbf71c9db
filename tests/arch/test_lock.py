"""requirements.lock: every dependency of pyproject.toml, each pinned and hashed, and no address of any machine."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WANTED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]


def entries() -> dict[str, list[str]]:
    """Each pinned requirement, and its hashes."""
    text = "\n".join(
        line for line in LOCK.replace("\\\n", " ").splitlines() if not line.lstrip().startswith("#")
    )
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        requirement, *hashes = re.split(r"\s+--hash=", line.strip())
        found[requirement] = hashes
    return found


def pins() -> dict[str, set[str]]:
    """The versions by canonical name; one package may have several, for different systems."""
    found: dict[str, set[str]] = {}
    for entry in entries():
        requirement = Requirement(entry)
        (pin,) = requirement.specifier
        assert pin.operator == "==", entry
        found.setdefault(canonicalize_name(requirement.name), set()).add(pin.version)
    return found


def test_every_entry_is_hashed() -> None:
    assert len(entries()) > 40
    for entry, hashes in entries().items():
        assert hashes, entry
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", value) for value in hashes), entry


@pytest.mark.parametrize("wanted", WANTED)
def test_every_dependency_is_pinned_within_its_bounds(wanted: str) -> None:
    requirement = Requirement(wanted)
    versions = pins()[canonicalize_name(requirement.name)]
    assert all(version in requirement.specifier for version in versions), versions


def test_qt_is_the_release_that_was_chosen() -> None:
    assert "PySide6-Essentials==6.9.3" in PROJECT["dependencies"]
    assert pins()["pyside6-essentials"] == pins()["shiboken6"] == {"6.9.3"}


def test_the_lock_names_no_address() -> None:
    for mark in ("://", "--index-url", "--extra-index-url", "--find-links", "--trusted-host", "file:"):
        body = "\n".join(line for line in LOCK.splitlines() if not line.startswith("#"))
        assert mark not in body
    assert "://" not in LOCK


def test_the_lock_holds_what_only_windows_needs() -> None:
    assert "pywin32-ctypes" in pins()
