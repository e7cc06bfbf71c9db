"""What the program says of itself and of what lies beside it."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.base.messages import Messages
from core.installation.signature import Verdict
from core.services.program import Program
from core.services.updates import Updates
from core.store import schema
from core.store.schema import REVISION
from tests.fakes.brought import run_at
from tests.fakes.installed import HERE, LATER, Stick, stick_at
from tests.fakes.release import ReleaseKey


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    return stick_at(tmp_path, ReleaseKey())


class TestWhatItSaysOfItself:
    def test_from_a_tree(self) -> None:
        program = Program.here()
        assert (program.folder, program.installation, program.beside()) == (None, None, ())
        assert program.verify() is None
        assert "从源代码运行" in program.line(Messages())

    def test_installed(self, stick: Stick) -> None:
        program = stick.program
        assert program.verdict is Verdict.SIGNED
        line = program.line(Messages("en"), "mingdao")
        assert line == f"mingdao {HERE} (linux x86_64, installed, signature valid, every file as built)"
        (one,) = program.beside()
        assert (one.version, one.store, one.is_current, one.is_running, one.is_previous) == (
            HERE,
            REVISION,
            True,
            True,
            False,
        )

    def test_broken(self, stick: Stick) -> None:
        folder = stick.place.folder(HERE)
        (folder / "_internal" / "contents.json").write_bytes(b"{}")
        assert stick.program.verdict is Verdict.BROKEN

    def test_what_is_left_of_other_versions(self, stick: Stick) -> None:
        left = stick.place.prefix / "left-0.0.1"
        (left / "诊所").mkdir(parents=True)
        (left / "诊所" / "clinic.db").write_bytes(bytes(2 << 20))
        (stick.place.versions / f".new-{LATER}").mkdir()
        remains = stick.program.remains()
        assert (remains.unfinished, remains.left) == ((LATER,), ((left, 2 << 20),))
        for language, kept in (("zh_CN", "不会删除"), ("en", "does not delete it")):
            begun, folder = remains.lines(Messages(language))
            assert LATER in begun
            assert f"{left}" in folder
            assert "2 MB" in folder
            assert kept in folder
        Updates(program=stick.program).install(run_at(stick.folder, LATER, stick.key))
        assert stick.program.remains().unfinished == ()

    def test_an_altered_file_is_named_though_the_list_is_signed(self, stick: Stick) -> None:
        (stick.place.folder(HERE) / "mingdao").write_bytes(b"another")
        program, words = stick.program, Messages("en")
        line, message, hint = program.line(words, "mingdao").split("\n")
        assert line == f"mingdao {HERE} (linux x86_64, installed, not the program that was built)"
        assert "mingdao" in message
        assert "original file" in hint
        assert (program.plain()["signature"], program.plain()["whole"]) == (Verdict.SIGNED, False)


def test_the_form_of_the_store_is_what_the_tables_are() -> None:
    assert Program.here().store == schema.REVISION
    assert replace(Program.here(), store="x").store == "x"
