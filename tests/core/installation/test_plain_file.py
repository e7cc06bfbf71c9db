"""What lies under the name of a small file and is none has nobody wait."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import ClinicError
from core.installation.contents import CONTENTS, KEY, SIGNATURE
from core.installation.inspection import inspect, own_key
from core.installation.plain_file import read_plain
from core.installation.sums import SUMS, read_sums
from tests.fakes.release import ReleaseKey, program_at

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")


def refusal(ask: Callable[[], object]) -> str:
    """The code of what is refused; none when whoever asked waits for ever."""
    found: list[str] = []

    def look() -> None:
        try:
            ask()
        except ClinicError as error:
            found.append(error.code)

    asking = threading.Thread(target=look, daemon=True)
    asking.start()
    asking.join(10)
    return found[0] if found else ""


@pytest.mark.parametrize(
    ("name", "code"),
    [(CONTENTS, "contents_unreadable"), (SIGNATURE, "signature_unreadable"), (KEY, "release_key_damaged")],
)
def test_a_pipe_in_a_program_folder(tmp_path: Path, name: str, code: str) -> None:
    folder = program_at(tmp_path / "program", ReleaseKey())
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert refusal(lambda: inspect(folder, own_key(folder))) == code


def test_a_pipe_in_place_of_the_sums(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / SUMS)
    assert refusal(lambda: read_sums(tmp_path, None)) == "sums_unreadable"


def test_no_more_is_read_than_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read_plain(tmp_path / "a", 3) == b"123"
    with pytest.raises(IsADirectoryError):
        read_plain(tmp_path, 3)
