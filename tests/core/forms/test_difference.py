"""What amendments changed, line by line and phrase by phrase. Both wordings stay whole, whatever they are."""

import time

import pytest

from core.forms.difference import Kind, Part, Told, difference, laid_over, pieces
from core.forms.layout import Line, LineKind


def heading(label: str, level: int = 0, row: int | None = None) -> Line:
    return Line(LineKind.HEADING, label, level=level, row=row, place=(label, row or 0))


def answer(label: str, text: str, level: int = 1, place: str = "") -> Line:
    return Line(LineKind.ANSWER, label, text, level, place=(place or label,))


def told(changes: tuple[Told, ...]) -> list[tuple[str, Kind | None, str | None, str | None]]:
    return [
        (
            " › ".join(one.path),
            one.kind,
            one.before.text if one.before else None,
            one.now.text if one.now else None,
        )
        for one in changes
    ]


def test_an_answer_is_added_removed_or_changed_under_its_whole_path() -> None:
    before = [heading("问诊"), answer("主诉", "头晕"), answer("既往史", ""), answer("家族史", "无殊")]
    after = [heading("问诊"), answer("主诉", "头痛"), answer("既往史", "高血压"), answer("家族史", "")]
    assert told(difference(before, after)) == [
        ("问诊 › 主诉", Kind.CHANGED, "头晕", "头痛"),
        ("问诊 › 既往史", Kind.ADDED, "", "高血压"),
        ("问诊 › 家族史", Kind.REMOVED, "无殊", ""),
    ]


def test_records_that_say_the_same_differ_in_nothing() -> None:
    lines = [heading("问诊"), answer("主诉", "头晕"), Line(LineKind.YES, "怀孕", level=1, place=("p",))]
    assert difference(lines, list(lines)) == ()
    assert difference(lines) == difference() == ()


def test_symptoms_in_another_order_say_the_same() -> None:
    one, other = answer("口干", "有", place="口干"), answer("头晕", "有", place="头晕")
    assert difference([one, other], [other, one]) == ()
    assert [told.line.label for told in laid_over([one, other], [other, one])] == ["头晕", "口干"]


def test_yes_and_no_differ() -> None:
    yes, no = (Line(kind, "怀孕", level=1, place=("p",)) for kind in (LineKind.YES, LineKind.NO))
    assert [one.kind for one in difference([yes], [no])] == [Kind.CHANGED]


def test_what_is_no_more_stands_where_it_stood_with_its_heading() -> None:
    before = [answer("一", "1"), heading("组", 0, 1), answer("二", "2"), heading("空", 0), answer("三", "3")]
    after = [answer("一", "1"), answer("三", "3")]
    found = laid_over(before, after)
    assert [(one.line.label, one.now is None) for one in found] == [
        ("一", False),
        ("组", True),
        ("二", True),
        ("三", False),
    ]
    assert told(difference(before, after)) == [("组 1 › 二", Kind.REMOVED, "2", None)]


def test_an_empty_line_that_is_no_more_is_not_told() -> None:
    assert laid_over([answer("一", "")], []) == ()


def test_each_wording_is_kept_through_all_versions() -> None:
    versions = [[answer("主诉", text)] for text in ("头晕", "头痛", "头痛", "头晕")]
    (one,) = laid_over(*versions)
    assert one.now
    assert one.now.text == "头晕"
    assert [(past.line.text if past.line else None, past.until) for past in one.past] == [
        ("头晕", 1),
        ("头痛", 3),
    ]


def test_what_came_and_went_again_is_told() -> None:
    (one,) = difference([], [answer("主诉", "头晕")], [])
    assert (one.kind, [past.until for past in one.past]) == (Kind.REMOVED, [1, 2])


PAIRS = (
    ("头晕一月", "头痛两月"),
    ("体温 37.5℃，脉 80", "体温 38.5℃，脉 80"),
    ("", "新"),
    ("旧", ""),
    ("第一行\n第二行", "第一行\n\n第三行"),
    ("e\u0301x👨‍👩‍👧", "ex👨‍👩‍👦"),
    ("a" * 3000, "b" * 3000),
    ("，" * 3000, "，" * 3001),
    ("\u202e反\x00向", "正\ud800向"),
)


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_pieces_make_up_both_texts(before: str, after: str) -> None:
    began = time.monotonic()
    found = pieces(before, after)
    assert "".join(piece.text for piece in found if piece.part is not Part.NEW) == before
    assert "".join(piece.text for piece in found if piece.part is not Part.GONE) == after
    assert time.monotonic() - began < 1


def test_phrases_are_told_apart() -> None:
    found = [
        (piece.part.value, piece.text)
        for piece in pieces("久站加重，夜间口干。", "久坐加重，伴耳鸣，夜间口干。")
    ]
    assert found == [
        ("same", "久"),
        ("gone", "站"),
        ("new", "坐"),
        ("same", "加重"),
        ("new", "，伴耳鸣"),
        ("same", "，夜间口干。"),
    ]


def test_a_number_is_told_whole_and_no_single_character_stays_between() -> None:
    assert ("gone", "37.5") in [(piece.part.value, piece.text) for piece in pieces("温37.5度", "温38.5度")]
    assert [piece.part.value for piece in pieces("头晕一月", "头痛一年")] == ["same", "gone", "new"]
