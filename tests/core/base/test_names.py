"""Names: equality forgives writing, never sound; readings and typed pinyin meet."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.names import HAN as HAN_SIGNS
from core.base.names import MOST_READINGS, is_homophone, name_key, pinyin_key, readings, tolerant

TABLES = Path(__file__).parents[3] / "resources" / "people"
HAN = st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5)
NAMES = st.text(HAN, min_size=1, max_size=5)


def rows(table: str) -> list[tuple[str, str]]:
    lines = (TABLES / table).read_text(encoding="utf-8").splitlines()
    return [(line.split("\t")[0], line.split("\t")[1]) for line in lines if not line.startswith("#")]


def syllables(name: str) -> list[str]:
    return [" ".join(reading) for reading in readings(name)]


# ── Equality ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("陈敏", "陈 敏"),
        ("陈敏", " 陈敏\u3000"),
        ("陈敏", "陈\u200b敏"),
        ("陈敏", "陳敏"),
        ("张学友", "張學友"),
        ("闫峰", "閆峯"),
        ("青山", "靑山"),
        ("户田", "戶田"),
        ("户田", "戸田"),
        ("吴德", "呉徳"),
        ("黄温", "黃溫"),
        ("俞吕", "兪呂"),
        ("阿卜杜拉·买买提", "阿卜杜拉•买买提"),
        ("阿卜杜拉·买买提", "阿卜杜拉・買買提"),
        ("阿卜杜拉·买买提", "阿卜杜拉‧买买提"),
        ("阿卜杜拉·买买提", "阿卜杜拉∙买买提"),
        ("阿卜杜拉·买买提", "阿卜杜拉买买提"),
        ("Anna Maria", "ＡＮＮＡ maria"),
        ("吉田", "𠮷田"),
    ],
)
def test_one_name_in_two_ways_of_writing(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("闫军", "阎军"), ("肖军", "萧军"), ("付军", "傅军"), ("代军", "戴军"), ("丘军", "邱军")),
        *(("仝军", "同军"), ("李喆", "李哲"), ("李堃", "李坤"), ("甯静", "宁静")),
        *(("李乾", "李干"), ("於敏", "于敏"), ("麴明", "曲明"), ("张伟", "张炜")),
    ],
)
def test_different_names_stay_apart(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_blank_name_has_no_key() -> None:
    assert name_key(" \u3000\t") == ""


def test_a_name_of_nothing_but_dots_is_still_a_name() -> None:
    assert name_key("·") == "·"


@given(st.text(max_size=12))
def test_a_key_is_its_own_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


@given(NAMES)
def test_a_key_of_characters_does_not_depend_on_the_neighbours(name: str) -> None:
    assert name_key(name) == "".join(name_key(mark) for mark in name)


def test_every_variant_is_needed_and_ends_in_a_standard_shape() -> None:
    from opencc import OpenCC

    simplified = OpenCC("t2s")
    table = dict(rows("variants.tsv"))
    assert len(table) == len(rows("variants.tsv"))
    for mark, standard in table.items():
        assert simplified.convert(mark) != standard
        assert name_key(standard) == standard


# ── Readings ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("单伟", ["shan wei", "dan wei"]),
        ("單偉", ["shan wei", "dan wei"]),
        ("仇军", ["qiu jun", "chou jun"]),
        ("张三", ["zhang san"]),
        ("吕布", ["lv bu"]),
        ("尉迟恭", ["yu chi gong", "wei chi gong"]),
        ("欧 阳军", ["ou yang jun"]),
        ("万俟", ["mo qi", "wan qi"]),
        ("Anna Maria", ["anna maria"]),
        ("José·李", ["jose li"]),
        ("Иван", ["иван"]),
        ("", []),
        (" · ", []),
    ],
)
def test_readings(name: str, expected: list[str]) -> None:
    assert syllables(name) == expected


def test_a_compound_surname_may_still_be_a_single_one() -> None:
    assert syllables("单于飞") == ["chan yu fei", "shan yu fei", "dan yu fei"]


def test_the_longest_compound_surname_wins() -> None:
    assert syllables("叶赫那拉氏")[0].startswith("ye he na la ")
    assert syllables("侯莫陈悦")[0] == "hou mo chen yue"


def test_a_surname_reading_belongs_to_the_surname_only() -> None:
    assert syllables("王单")[0] == "wang dan"


def test_a_surname_in_the_table_replaces_archaic_readings() -> None:
    assert syllables("石") == ["shi"]


def test_readings_are_capped_with_the_likeliest_first() -> None:
    found = readings("阿卜杜拉·买买提")
    assert len(found) == MOST_READINGS
    assert found[0] == ("a", "bo", "du", "la", "mai", "mai", "ti")


@given(NAMES)
def test_readings_are_distinct_and_not_too_many(name: str) -> None:
    found = readings(name)
    assert 1 <= len(found) <= MOST_READINGS
    assert len(set(found)) == len(found)


def test_the_surname_table_is_well_formed() -> None:
    table = rows("surnames.tsv")
    assert len({surname for surname, _ in table}) == len(table)
    for surname, ways in table:
        assert name_key(surname) == surname
        for reading in ways.split("|"):
            assert [pinyin_key(sound) for sound in reading.split()] == reading.split()
            assert len(reading.split()) == len(surname)


# ── Sound ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("张伟", "张炜"),
        ("闫军", "阎军"),
        ("肖军", "萧军"),
        ("代军", "戴军"),
        ("单伟", "山伟"),
        ("李喆", "李哲"),
    ],
)
def test_homophones(one: str, other: str) -> None:
    assert is_homophone(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("吕伟", "路伟"), ("陈静", "程静"), ("李安", "连"), ("张伟", "章魏红"), ("", ""), ("李", "Li Na")],
)
def test_no_homophones(one: str, other: str) -> None:
    assert not is_homophone(one, other)


# ── Typed pinyin ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("typed", "key"),
    [
        *(("LÜ", "lv"), ("lǚ", "lv"), ("lu:", "lv"), ("lyu", "lv"), ("lv", "lv"), ("lu", "lu")),
        *(("Zhāng Sān", "zhangsan"), ("zhang1 san1", "zhangsan"), ("ｚｈａｎｇ", "zhang")),
        *(("nyu", "nv"), ("zhang nyu", "zhangnv"), ("linyu", "linyu")),
    ],
)
def test_pinyin_key(typed: str, key: str) -> None:
    assert pinyin_key(typed) == key


@pytest.mark.parametrize("typed", ["zhang", "zang", "zan", "za", "z", "zh", "zhan"])
def test_zhang_is_found_while_it_is_typed(typed: str) -> None:
    assert tolerant("zhang").startswith(tolerant(typed))


@pytest.mark.parametrize("typed", ["l", "lv", "lu", "ly", "lyu", "lü", "nü", "nyu"])
def test_lv_is_found_however_it_is_typed(typed: str) -> None:
    assert tolerant("lv").startswith(tolerant(typed))


@pytest.mark.parametrize(
    ("stored", "typed"),
    [("liu", "niu"), ("chengang", "chenggang"), ("shisan", "sisang"), ("lanying", "langyin"), ("lve", "lue")],
)
def test_usual_confusions(stored: str, typed: str) -> None:
    assert tolerant(stored) == tolerant(typed)


@pytest.mark.parametrize(
    ("stored", "typed"), [("zhang", "jiang"), ("wang", "huang"), ("li", "lu"), ("hu", "fu")]
)
def test_other_sounds_stay_apart(stored: str, typed: str) -> None:
    assert tolerant(stored) != tolerant(typed)


@given(NAMES, st.data())
def test_every_beginning_of_what_is_typed_finds(name: str, data: st.DataObject) -> None:
    stored = "".join(data.draw(st.sampled_from(readings(name))))
    typed = stored.replace("lv", data.draw(st.sampled_from(["lv", "lyu", "lü", "lu"])))
    beginning = typed[: data.draw(st.integers(0, len(typed)))]
    assert tolerant(stored).startswith(tolerant(beginning))


def test_importing_loads_no_dictionary() -> None:
    code = (
        "import sys, core.base.names, core.store.matching; print({'pypinyin', 'opencc'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=TABLES.parents[1]
    )
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(("signs", "are"), [("明⺀㐀\uf900\ufa11𠮷〇", True), ("가\ue000\ud7a3Aα。", False)])
def test_what_is_han(signs: str, are: bool) -> None:
    assert {bool(re.fullmatch(f"[{HAN_SIGNS}]", sign)) for sign in signs} == {are}
