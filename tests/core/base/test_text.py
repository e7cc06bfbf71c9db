"""What counts as no answer, and what may reach one cell of a table."""

import pytest

from core.base.text import SENTINELS, compact, is_missing, is_visible, one_line


@pytest.mark.parametrize(
    "text", [None, "", " \u3000\n", "NULL", " 未提及 ", "Ｎ／Ａ", "不详", *sorted(SENTINELS)]
)
def test_a_sentinel_is_no_answer(text: str | None) -> None:
    assert is_missing(text)


@pytest.mark.parametrize("text", ["无", "否认", "none", "0", "false", "不详细", "nullable", "."])
def test_an_answer_is_one(text: str) -> None:
    assert not is_missing(text)


def test_the_identity_of_a_term_forgives_blanks_and_width() -> None:
    assert compact(" 口\u3000干 ") == compact("口干")
    assert compact("ＮＲＳ分") == "NRS分"


@pytest.mark.parametrize("mark", ["\n", "\x1b", "\x00", "\x85", "\u2028", "\u202e", "\u2066"])
def test_nothing_that_breaks_a_line_or_turns_it_around_is_shown(mark: str) -> None:
    assert one_line(f"王{mark}芳") == "王 芳"


@pytest.mark.parametrize(
    ("text", "shows"),
    [
        ("陈敏", True),
        ("\ue123", True),
        ("\U000323b0", True),
        ("\u200b\u2060", False),
        (" \u3000\t", False),
        ("", False),
    ],
)
def test_what_shows_nothing_is_told_from_a_rare_character(text: str, shows: bool) -> None:
    assert is_visible(text) is shows
