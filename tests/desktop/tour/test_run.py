"""A tour works in a throw-away clinic: where none can be made it says so, and whatever happens none is left."""

import tempfile
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from core.base.clock import Clock
from core.base.paths import Home
from core.base.throw_away import HELD
from desktop.shell.program import Program
from desktop.tour.run import show_demo


class Unmade(Exception):
    """The program did not come about."""


def test_no_place_for_a_clinic_is_an_exit_code_and_a_sentence(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))

    def make(_home: Home, _clock: Clock) -> Program:
        raise Unmade

    assert show_demo(qapp, make, tmp_path / "out") == 1
    assert "演示没有走完" in capsys.readouterr().err


def test_the_clinic_is_held_while_it_is_used_and_gone_when_the_tour_ends_early(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))

    def make(home: Home, _clock: Clock) -> Program:
        assert home.folder.parent == place
        # What carries this lock is removed by the next start if this process is killed.
        assert (home.folder / HELD).is_file()
        raise Unmade

    with pytest.raises(Unmade):
        show_demo(qapp, make, tmp_path / "out")
    assert list(place.iterdir()) == []
