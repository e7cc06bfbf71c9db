"""docs/PACK-TUTORIAL.md is carried out as it stands: what a newcomer reads is what happens."""

import re
import shlex
from pathlib import Path

import pytest

from tests.fakes.clinic import Clinic

TUTORIAL = Path(__file__).resolve().parents[3] / "docs" / "PACK-TUTORIAL.md"
BLOCK = re.compile(r"^```(\w+)(?: ([^\n]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_tutorial_is_what_happens(
    clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.chdir(folder)
    said, commands = "", 0
    for kind, more, text in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")):
        if kind == "json":
            (folder / more).write_text(text, encoding="utf-8")
        elif kind == "text":
            assert text.strip() in said
        else:
            assert kind == "sh"
            for line in text.splitlines():
                program, *words = shlex.split(line)
                assert program == "mingdao"
                done = clinic.run(*words)
                said = done.out + done.err
                assert (done.code != 0) is (more == "fails"), f"{line}\n{said}"
                commands += 1
    assert commands > 8
