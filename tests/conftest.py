"""What every test stands on: the rules of silence, a throw-away clinic, and the material beside the repository."""

import os
from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path

import pytest

from core.base.paths import Home
from core.packhost import host
from core.store import wraps
from tests.fakes.silence import silence

__all__ = ["home", "packs_read_once", "quick_to_stretch", "shared", "silence", "small_reserve"]

_ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """Cases, seeds and data that stand beside the repository, or where MINGDAO_SHARED says."""
    folder = Path(os.environ.get("MINGDAO_SHARED") or _ROOT.parent / "shared")
    if folder.is_dir():
        return folder
    missing = "the shared material is absent; MINGDAO_SHARED can name its folder"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="session", autouse=True)
def quick_to_stretch() -> Iterator[None]:
    """A passphrase set in a test costs the least an envelope may say, as that of no clinic does: `tests/core/store/test_envelope.py`."""
    # A model of this module needs the class itself, which is a function from here on.
    import_module("core.store.backup_seals")
    least = partial(wraps.Argon2Parameters, memory_kib=19 * 1024, passes=1, lanes=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wraps, "Argon2Parameters", least)
        yield


@pytest.fixture(scope="session", autouse=True)
def packs_read_once() -> Iterator[None]:
    """Every clinic of a test process works with the same packs; how they are read is the business of `tests/core/packhost`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host, "mount", cache(host.mount))
        yield


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clinic of a test holds no 16 MiB back; `tests/core/store/test_reserve.py` does."""
    monkeypatch.setattr("core.store.reserve.SIZE", 64 * 1024)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """The data folder of a throw-away clinic, chosen by MINGDAO_HOME as a person would."""
    monkeypatch.setenv("MINGDAO_HOME", str(tmp_path / "clinic"))
    return Home.chosen()
