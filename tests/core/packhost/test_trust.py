"""Trust is for every byte of a pack, and for nothing else."""

import json
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.base.errors import Damaged
from core.base.paths import Home
from core.packhost.files import MOST_FILES, BadFile
from core.packhost.trust import Trust, What, Why, fingerprint
from tests.fakes.pack_folder import pack_at, trusted

AT = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return pack_at(tmp_path / "demo", {"prompts/a.md": "a"})


def test_the_fingerprint_is_of_names_and_contents(pack: Path, tmp_path: Path) -> None:
    same = pack_at(tmp_path / "same", {"prompts/a.md": "a"})
    assert fingerprint(pack) == fingerprint(same)
    (same / "prompts" / "a.md").rename(same / "prompts" / "b.md")
    assert fingerprint(pack) != fingerprint(same)


def test_what_stands_where_cannot_be_moved_between_files(tmp_path: Path) -> None:
    one = pack_at(tmp_path / "one", {"a.md": "xy", "b.md": ""})
    other = pack_at(tmp_path / "other", {"a.md": "x", "b.md": "y"})
    assert fingerprint(one) != fingerprint(other)


def changed_byte(pack: Path) -> None:
    (pack / "prompts" / "a.md").write_text("b", encoding="utf-8")


def added_file(pack: Path) -> None:
    (pack / "more").write_bytes(b"")


def hidden_file(pack: Path) -> None:
    (pack / "__pycache__").mkdir()
    (pack / "__pycache__" / "pack.cpython-311.pyc").write_bytes(b"")


def removed_file(pack: Path) -> None:
    (pack / "prompts" / "a.md").unlink()


@pytest.mark.parametrize("change", [changed_byte, added_file, hidden_file, removed_file])
def test_any_change_ends_it_and_going_back_does_not_need_more(home: Home, pack: Path, change: object) -> None:
    trust = Trust(home)
    assert trust.standing(pack).why is Why.NEW
    trusted(home, pack)
    assert trust.standing(pack).is_trusted
    change(pack)  # type: ignore[operator]
    assert trust.standing(pack).why is Why.CHANGED
    trusted(home, pack)
    assert trust.standing(pack).is_trusted


def test_the_file_is_the_owners_and_says_since_when(home: Home, pack: Path) -> None:
    trust = Trust(home)
    trust.give(pack, fingerprint(pack), AT)
    (entry,) = json.loads(home.pack_trust.read_text(encoding="utf-8")).items()
    assert entry[0] == str(pack)
    assert set(entry[1].pop("files")) == {"pack.json", "pack.py", "prompts/a.md"}
    assert entry[1] == {"sha256": fingerprint(pack), "trustedAt": "2026-11-30T09:00:00+00:00"}
    assert trust.standing(pack).trusted_at.startswith("2026-11-30")
    if os.name != "nt":
        assert stat.S_IMODE(home.pack_trust.stat().st_mode) == 0o600


def test_it_says_which_files_are_others_since(home: Home, pack: Path) -> None:
    trust = Trust(home)
    trusted(home, pack)
    changed_byte(pack)
    added_file(pack)
    (pack / "pack.py").unlink()
    assert trust.standing(pack).changes == (
        ("more", What.ADDED),
        ("pack.py", What.REMOVED),
        ("prompts/a.md", What.ALTERED),
    )


def test_what_was_another_when_somebody_said_yes_is_not_told_of_file_by_file(home: Home, pack: Path) -> None:
    seen = fingerprint(pack)
    added_file(pack)
    Trust(home).give(pack, seen, AT)
    standing = Trust(home).standing(pack)
    assert (standing.why, standing.changes) == (Why.CHANGED, ())
    (pack / "pack.py").unlink()
    assert Trust(home).standing(pack).changes == (), "what was there then is not what somebody said yes to"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"/x": {"sha256": "00", "trustedAt": ""}}', '{"/x": {"sha256": 1}}']
)
def test_a_damaged_file_trusts_nothing_and_stays(home: Home, pack: Path, text: str) -> None:
    trusted(home, pack)
    home.pack_trust.write_text(text, encoding="utf-8")
    trust = Trust(home)
    assert trust.standing(pack).why is Why.UNREADABLE
    for change in (lambda: trust.give(pack, fingerprint(pack), AT), lambda: trust.take(pack)):
        with pytest.raises(Damaged, match="pack_trust_damaged"):
            change()
    assert home.pack_trust.read_text(encoding="utf-8") == text


def test_trust_is_taken_back(home: Home, pack: Path) -> None:
    trusted(home, pack)
    assert Trust(home).take(pack)
    assert not Trust(home).take(pack)
    assert Trust(home).standing(pack).why is Why.NEW


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of this kind are not there")
def test_a_link_and_a_pipe_have_no_fingerprint(pack: Path) -> None:
    os.mkfifo(pack / "pipe")
    with pytest.raises(BadFile, match="pack_file_special"):
        fingerprint(pack)
    (pack / "pipe").unlink()
    (pack / "loop").symlink_to(pack)
    with pytest.raises(BadFile, match="pack_file_link"):
        fingerprint(pack)


def test_what_is_no_pack_by_its_size_ends_early(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_FILES > 100
    monkeypatch.setattr("core.packhost.files.MOST_FILES", 2)
    with pytest.raises(BadFile, match="pack_too_much"):
        fingerprint(pack)
    monkeypatch.undo()
    deep = pack.joinpath(*("d" for _ in range(12)))
    deep.mkdir(parents=True)
    with pytest.raises(BadFile, match="pack_too_deep"):
        fingerprint(pack)
