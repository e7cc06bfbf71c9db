"""Files of a pack are read by plain names, never by a link, and never without end."""

import os
from pathlib import Path

import pytest

from core.packhost.files import BadFile, PackFiles, name_problem


@pytest.fixture
def files(tmp_path: Path) -> PackFiles:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text("甲", encoding="utf-8")
    return PackFiles(tmp_path / "in")


def refused(files: PackFiles, name: str) -> str:
    with pytest.raises(BadFile) as caught:
        files.text(name)
    return caught.value.problem.code


def test_a_file_is_read(files: PackFiles) -> None:
    assert files.text("a.md") == "甲"
    assert "a.md" in files
    assert files.matching("*.md") == ["a.md"]


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of this kind are not there")
def test_a_link_on_the_way_is_refused_wherever_it_leads(files: PackFiles, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("s", encoding="utf-8")
    (files.folder / "out.md").symlink_to(tmp_path / "secret.md")
    (files.folder / "within.md").symlink_to(files.folder / "a.md")
    (files.folder / "folder").symlink_to(tmp_path)
    for name in ("out.md", "within.md", "folder/secret.md"):
        assert refused(files, name) == "pack_file_link"
        assert name not in files
    os.mkfifo(files.folder / "pipe.md")
    assert refused(files, "pipe.md") == "pack_file_special"


def test_what_cannot_be_taken_is_named(files: PackFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    (files.folder / "b.md").write_bytes(b"\xff")
    assert refused(files, "b.md") == "pack_file_not_utf8"
    assert refused(files, "none.md") == "pack_file_missing"
    for where, said in (("", "b.md"), ("contributes.forms[0]", "contributes.forms[0]")):
        with pytest.raises(BadFile) as caught:
            files.text("b.md", where)
        assert caught.value.problem.where == said
    monkeypatch.setattr("core.packhost.files.LARGEST", 2)
    assert refused(files, "a.md") == "pack_file_large"


def test_names() -> None:
    assert name_problem("x", "prompts/a.md", ".md") is None
    assert name_problem("x", "*.json", ".json", stars=True) is None
    for name, code in (
        ("a/../b.md", "pack_path_dots"),
        ("\\\\host\\a.md", "pack_path_absolute"),
        ("a//b.md", "pack_path_shape"),
        (".hidden/a.md", "pack_path_shape"),
        ("/".join("d" * 9) + ".md", "pack_path_shape"),
        ("a.md\n", "pack_path_shape"),
    ):
        problem = name_problem("x", name, ".md")
        assert problem is not None
        assert problem.code == code
