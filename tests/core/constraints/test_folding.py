"""Folding: one form for many ways to write, and the way back to the place in the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.constraints.folding import fold


@pytest.mark.parametrize(
    "written",
    [
        *(
            "好 转",
            "好\u200b转",
            "好\u3000转",
            "好\n转",
            "好轉",
            "好\u202e转",
            "好*转",
            "**好**转",
            "好\ufe0f转",
            "好\u0301转",
            "`好`转",
        ),
        *("好\U000e0041转", "好\u00ad转", "好\u2060转", "好\u3164转", "好 \u200b \n转"),
    ],
)
def test_ways_to_write_one_thing(written: str) -> None:
    assert fold(written).dense == "好转"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Ａ１（）", "A1()"),
        ("⽕", "火"),
        ("㎏", "kg"),
        ("e\u0301", "é"),
        ("é", "é"),
        ("\ud800好", "\ufffd好"),
        ("", ""),
    ],
)
def test_plain(written: str, plain: str) -> None:
    assert fold(written).plain == plain


def test_blanks_stay_elsewhere() -> None:
    assert fold("a b 好 c 好").dense == "a b 好 c 好"


@given(st.text())
def test_every_sign_knows_its_place(text: str) -> None:
    folded = fold(text)
    assert len(folded.plain) == len(folded.places)
    assert len(folded.dense) == len(folded.dense_places)
    assert list(folded.places) == sorted(folded.places)
    assert all(0 <= place < len(text) for place in folded.places)
    assert len(folded.written) == len(text)
    assert fold(folded.dense).dense == folded.dense or not folded.dense.isascii()


def test_a_part_finds_back() -> None:
    folded = fold("患者 好\u200b 轉了")
    at = folded.dense.index("好转")
    plain = folded.span_of_dense(at, at + 2)
    assert folded.plain[slice(*plain)] == "好 转"
    start, end = folded.written_span(*plain)
    assert folded.written[start:end] == "好\u200b 轉"
    assert folded.plain_span(start, end) == plain
