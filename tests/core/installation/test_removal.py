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
