"""A version goes by its own list; a clinic that somebody put into its folder does not. The script's rule and the program's are one."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from core.installation.contents import CONTENTS
from core.installation.removal import remove_program
from tests.fakes.release import ReleaseKey, program_at

SCRIPT = Path(__file__).resolve().parents[3] / "installer" / "linux" / "removal.sh"

Remove = Callable[[Path, Path], object]


def by_script(folder: Path, aside: Path) -> None:
    words = (
        f'set -eu\n{SCRIPT.read_text(encoding="utf-8")}\nkept_aside() {{ :; }}\nremove_program "$1" "$2"\n'
    )
    subprocess.run(["sh", "-c", words, "sh", folder, aside], check=True)


BOTH = pytest.mark.parametrize("remove", [remove_program, by_script])


@BOTH
def test_nothing_is_left_of_a_program(tmp_path: Path, remove: Remove) -> None:
    folder = program_at(tmp_path / "程序 1", ReleaseKey())
    remove(folder, tmp_path / "left")
    assert not list(tmp_path.iterdir())


@BOTH
def test_what_was_put_there_is_kept_aside(tmp_path: Path, remove: Remove) -> None:
    for _ in range(2):
        folder = program_at(tmp_path / "程序 1")
        (folder / "病历 数据").mkdir()
        (folder / "病历 数据" / "clinic.db").write_bytes(b"a patient")
        remove(folder, tmp_path / "left")
        assert not folder.exists()
    files = [file for file in tmp_path.rglob("*") if not file.is_dir()]
    assert sorted(file.relative_to(tmp_path).as_posix() for file in files) == [
        "left+/病历 数据/clinic.db",
        "left/病历 数据/clinic.db",
    ]


@BOTH
def test_a_list_that_leads_out_of_the_folder_removes_nothing_there(tmp_path: Path, remove: Remove) -> None:
    (tmp_path / "clinic.db").touch()
    folder = program_at(tmp_path / "program")
    digest = "0" * 64
    names = ("../clinic.db", f"{tmp_path}/clinic.db", "_internal/../../clinic.db", "..")
    lines = "".join(f'  "{name}": "{digest}",\n' for name in names)
    (folder / CONTENTS).write_text((folder / CONTENTS).read_text("utf-8") + lines, "utf-8")
    remove(folder, tmp_path / "left")
    assert [one.name for one in tmp_path.iterdir()] == ["clinic.db"]


@BOTH
def test_without_its_list_it_is_kept(tmp_path: Path, remove: Remove) -> None:
    folder = program_at(tmp_path / "program")
    (folder / CONTENTS).unlink()
    remove(folder, tmp_path / "left")
    assert (tmp_path / "left" / "mingdao").is_file()


@BOTH
@pytest.mark.parametrize("place", ["_internal/packs", "_internal", "."])
def test_what_lies_behind_a_link_is_left(tmp_path: Path, remove: Remove, place: str) -> None:
    """Somebody put a part of the program, or all of it, where there is more room."""
    folder, elsewhere = program_at(tmp_path / "程序 1"), tmp_path / "elsewhere"
    (folder / place).rename(elsewhere)
    (elsewhere / "empty").mkdir()
    (folder / place).symlink_to(elsewhere)
    before = {file: file.read_bytes() for file in elsewhere.rglob("*") if file.is_file()}
    remove(folder, tmp_path / "left")
    assert {file: file.read_bytes() for file in elsewhere.rglob("*") if file.is_file()} == before
    assert (elsewhere / "empty").is_dir()
    assert not folder.is_symlink()
    assert not folder.exists()
    assert (tmp_path / "left" / place).readlink() == elsewhere
    if place == "_internal/packs":
        assert [str(one.relative_to(tmp_path / "left")) for one in (tmp_path / "left").rglob("*")] == [
            "_internal",
            place,
        ]


@BOTH
def test_a_name_behind_a_link_is_not_there_though_it_is_listed_twice(tmp_path: Path, remove: Remove) -> None:
    folder, elsewhere = program_at(tmp_path / "program"), tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "clinic.db").touch()
    (folder / "data").symlink_to(elsewhere)
    line = f'  "data/clinic.db": "{"0" * 64}",\n'
    (folder / CONTENTS).write_text((folder / CONTENTS).read_text("utf-8") + line * 2, "utf-8")
    remove(folder, tmp_path / "left")
    assert (elsewhere / "clinic.db").exists()
    assert (tmp_path / "left" / "data").is_symlink()
