"""The terms of the pack: their pinyin, sign by sign, and that a term can be found by it."""

import pytest
from pypinyin import Style, lazy_pinyin, pinyin

from core.packhost.host import mount
from core.packhost.vocabulary import Term

VOCABULARY = mount().vocabulary
TERMS = [term for _, term in VOCABULARY.readings()]

POLYPHONES = {
    "恶寒": "wu han",
    "恶风": "wu feng",
    "恶热": "wu re",
    "恶心": "e xin",
    "恶露不尽": "e lu bu jin",
    "舌强": "she jiang",
    "项强": "xiang jiang",
    "少腹痛": "shao fu tong",
    "少寐": "shao mei",
    "咯血": "ka xue",
    "便血": "bian xue",
    "便秘": "bian mi",
    "溏结不调": "tang jie bu tiao",
    "小便清长": "xiao bian qing chang",
    "爪甲脆裂": "zhao jia cui lie",
    "呕血": "ou xue",
    "盗汗": "dao han",
    "咽痛": "yan tong",
    "咽干": "yan gan",
    "吞咽困难": "tun yan kun nan",
    "泛吐清水": "fan tu qing shui",
    "夜尿": "ye niao",
    "遗尿": "yi niao",
    "尿血": "niao xue",
    "嗳气": "ai qi",
    "呃逆": "e ni",
    "怔忡": "zheng chong",
    "转筋": "zhuan jin",
    "脱发": "tuo fa",
    "发热": "fa re",
}
"""Signs that are read in more than one way, as they are read in these words."""


def signs(term: Term) -> str:
    return "".join(sign for sign in term.term if sign.isalpha())


@pytest.mark.parametrize("term", TERMS, ids=[term.term for term in TERMS])
def test_each_syllable_is_a_reading_of_its_sign(term: Term) -> None:
    syllables = term.pinyin.split()
    readings = [set(read) for read in pinyin(list(signs(term)), style=Style.NORMAL, heteronym=True)]
    assert len(syllables) == len(readings)
    for syllable, known in zip(syllables, readings, strict=True):
        assert syllable in known | {sound.replace("ü", "v") for sound in known}


def test_a_sign_of_one_common_reading_has_it() -> None:
    """Where pypinyin reads a term otherwise, the reading is one of those listed here, or 血 read xue."""
    other = {term.term: term.pinyin for term in TERMS if term.pinyin != " ".join(lazy_pinyin(signs(term)))}
    assert {
        name: said for name, said in other.items() if POLYPHONES.get(name) != said and "血" not in name
    } == {}


def test_polyphones_are_read_as_in_the_word() -> None:
    said = {term.term: term.pinyin for term in TERMS}
    assert {name: said.get(name) for name in POLYPHONES} == POLYPHONES
    assert {term.term for term in TERMS if "血" in term.term and "xue" not in term.pinyin.split()} == set()


def test_a_term_is_found_by_its_initials_in_full_length() -> None:
    for term in TERMS:
        initials = "".join(syllable[0] for syllable in term.pinyin.split())
        found = {suggestion.term for suggestion in VOCABULARY.suggest(initials, limit=len(TERMS))}
        assert term.term in found


def test_no_two_terms_are_one() -> None:
    names = [term.term for term in TERMS]
    assert len(names) == len(set(names))
