"""What every test stands on: the rules of silence, a throw-away clinic, and the material beside the repository."""

import os
from pathlib import Path

import pytest

from core.base.paths import Home
from tests.fakes.silence import silence

__all__ = ["home", "shared", "silence", "small_reserve"]

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


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clinic of a test holds no 16 MiB back; `tests/core/store/test_reserve.py` does."""
    monkeypatch.setattr("core.store.reserve.SIZE", 64 * 1024)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """The data folder of a throw-away clinic, chosen by MINGDAO_HOME as a person would."""
    monkeypatch.setenv("MINGDAO_HOME", str(tmp_path / "clinic"))
    return Home.chosen()
