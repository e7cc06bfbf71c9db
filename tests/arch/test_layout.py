"""The tree is what it says: imported from here, in modules a person can read, naming no registry and no machine."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("core", "desktop", "packs", "installer", "tests")
LIMIT = 500

# In pieces, so that this file may be searched too.
HOSTS = tuple(
    ".".join(pieces)
    for pieces in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("anaconda", "org"))
)
MACHINE = tuple(
    "/".join(("", *pieces, "")) for pieces in (("work", "main"), ("work", "shared"), ("root", ".pyenv"))
)
MADE = {"__pycache__", "build", "dist", "node_modules"}


def files() -> list[Path]:
    """Every file of ours: what is hidden or made is left out, but for .ci and the dot files at the top."""
    found = []
    for file in ROOT.rglob("*"):
        parts = file.relative_to(ROOT).parts
        hidden = any(part.startswith(".") and part != ".ci" for part in parts[:-1])
        if not hidden and not MADE & set(parts) and not parts[0].endswith(".egg-info") and file.is_file():
            found.append(file)
    return found


@pytest.mark.parametrize("name", ["core", "desktop", "packs", "resources", "docs"])
def test_import_names_lie_in_this_tree(name: str) -> None:
    module = importlib.import_module(name)
    assert {Path(place).resolve() for place in module.__path__ if Path(place).is_dir()} == {ROOT / name}


def test_the_kernel_is_imported_from_this_tree() -> None:
    import core

    assert Path(core.__file__ or "").resolve() == ROOT / "core" / "__init__.py"


def test_modules_are_short() -> None:
    lengths = {
        file.relative_to(ROOT): len(file.read_text(encoding="utf-8").splitlines())
        for room in ROOMS
        for file in (ROOT / room).rglob("*.py")
    }
    assert len(lengths) > 50
    assert {file: length for file, length in lengths.items() if length > LIMIT} == {}


def test_tests_are_not_a_package() -> None:
    assert list((ROOT / "tests").rglob("__init__.py")) == []


@pytest.mark.parametrize("words", [HOSTS, MACHINE], ids=["registries", "this machine"])
def test_no_file_names(words: tuple[str, ...]) -> None:
    found = {
        (str(file.relative_to(ROOT)), word)
        for file in files()
        for word in words
        if word.encode() in file.read_bytes()
    }
    assert found == set()


def test_the_search_sees_the_whole_tree() -> None:
    names = {file.relative_to(ROOT).as_posix() for file in files()}
    assert {
        "Makefile",
        "pyproject.toml",
        ".ci/run",
        "tests/arch/test_layout.py",
        "core/base/errors.py",
    } <= names
