"""The file of cues: closed, in the pack, beside the terms, and no word in it twice over."""

import json
import shutil
from pathlib import Path

import pytest

from core.base.errors import Damaged
from core.packhost.cues import Cues
from core.packhost.host import SHIPPED, mount

PACKS = mount()
CUES = [cues for pack in PACKS.mounted for cues in pack.cues]
TCM = SHIPPED / "tcm"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of one axis and its cues."""
    folder = tmp_path / "packs" / "tcm"
    (folder / "vocabulary").mkdir(parents=True)
    for name in ("cues.json", "xiongfu.json"):
        shutil.copy(TCM / "vocabulary" / name, folder / "vocabulary" / name)
    manifest = {
        "apiVersion": 1,
        "name": "tcm",
        "version": "0.1.0",
        "displayName": "中医",
        "engines": {"mingdao": ">=0.5 <0.7"},
        "contributes": {"vocabulary": ["vocabulary/*.json"]},
    }
    (folder / "pack.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def test_cues_lie_among_the_axes_and_are_told_apart(pack: Path) -> None:
    (mounted,) = mount(pack.parent).mounted
    assert [axis.axis for axis in mounted.axes] == ["xiongfu"]
    assert [cues.cues for cues in mounted.cues] == ["xianbingshi"]


@pytest.mark.parametrize(
    "change",
    [
        {"deny_all": ["无"]},
        {"denies_all": [""]},
        {"denies_all": "无"},
        {"grades": [{"grade": 4, "before": ["剧"]}]},
        {"status": None},
    ],
)
def test_a_wrong_file_of_cues_is_a_damaged_pack(pack: Path, change: dict[str, object]) -> None:
    file = pack / "vocabulary" / "cues.json"
    content = {**json.loads(file.read_text(encoding="utf-8")), **change}
    file.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    with pytest.raises(Damaged) as caught:
        mount(pack.parent)
    assert caught.value.code == "pack_broken"


def test_a_cue_file_is_as_little_reviewed_as_the_terms() -> None:
    assert {cues.status for cues in CUES} == {axis.status for pack in PACKS.mounted for axis in pack.axes}


def test_no_word_stands_twice_in_a_list() -> None:
    for cues in CUES:
        for name in Cues.model_fields:
            words = getattr(cues, name)
            if isinstance(words, tuple) and all(isinstance(word, str) for word in words):
                assert len(words) == len(set(words)), name


def test_a_cue_never_hides_a_term() -> None:
    """A word that is a term or an alias stays one, whatever list it also stands in."""
    unread = {word for cues in CUES for word in cues.unread}
    for _, term in PACKS.vocabulary.readings():
        if term.term not in unread and "(" not in term.term:
            assert [offer.term for offer in PACKS.narrative.read(term.term)] == [term.term]
    known = {word for _, term in PACKS.vocabulary.readings() for word in (term.term, *term.aliases)}
    assert unread <= known, "a word that is no term needs no leaving out"
