"""`make demo`: the real window goes from an empty computer to a printed comparison, and says the same as the command line."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from core.services.demonstration import demonstration
from desktop.tour import eyes
from tests.fakes import program
from tests.fakes.paper import pages_of, plain, words_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LONGEST_S = 150
SIZE = (1366, 768)
FEWEST = 8


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Where the demonstration left its pictures and papers, and what it printed."""
    out = tmp_path_factory.mktemp("demo") / "out"
    # Named from where it is started, as `make demo` does.
    command = [sys.executable, "-m", "desktop", "--tour", "out"]
    done = subprocess.run(command, cwd=out.parent, capture_output=True, timeout=LONGEST_S, check=False)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    return out, done.stdout.decode()


def test_every_picture_shows_something_else(shown: tuple[Path, str]) -> None:
    pictures = sorted(shown[0].glob("*.png"))
    assert len(pictures) >= FEWEST
    assert [picture.name[:2] for picture in pictures] == [f"{n:02d}" for n in range(1, len(pictures) + 1)]
    images = [QImage(str(picture)) for picture in pictures]
    assert {(image.width(), image.height()) for image in images} == {SIZE}
    assert [
        picture.name for picture, image in zip(pictures, images, strict=True) if eyes.is_blank(image)
    ] == []
    assert all(before != after for before, after in pairwise(images))


def test_both_papers_are_about_the_patient(shown: tuple[Path, str]) -> None:
    out, _ = shown
    for name, more in (
        ("门诊病历.pdf", ("失眠复诊", "第2诊")),
        ("复诊对比表.pdf", ("减轻", "消失", "加重", "口苦")),
    ):
        words = words_of(out / name)
        assert pages_of(out / name) == 1
        expected = ("王芳", "P001", "演示诊所", "演示医师", *more)
        assert [part for part in expected if plain(part) not in words] == []


def test_it_says_the_same_as_the_command_line(shown: tuple[Path, str]) -> None:
    out, printed = shown
    done = program.run(["demo", "--json"], env={})
    rows = done.json["rows"]
    assert rows
    for row in rows:
        line = next(line for line in printed.splitlines() if line.strip().startswith(row["symptom"]))
        assert (row["state"] or row["marker"] or "") in line
    assert str(out) in printed.replace("\n", "")


def test_both_demonstrations_are_of_the_same_people() -> None:
    people = demonstration().people
    assert len(people) == 2
    assert people[0].name == people[1].name


def test_a_folder_that_cannot_be_written_is_an_exit_code_and_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    command = [sys.executable, "-m", "desktop", "--tour", str(tmp_path / "file")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=LONGEST_S, check=False)
    assert done.returncode == 1
    assert "演示没有走完" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
