"""Patterns: what is refused and why, and that what is accepted means what JavaScript means by it."""

import pytest

from core.base.messages import LANGUAGES, Messages
from core.constraints.differences import ESCAPES, GROUPS, IN_CLASS, OTHERS
from core.constraints.patterns import compile_pattern, example_of
from core.constraints.syntax import Unfit

TABLE = {one.reason: one.example for one in (*GROUPS, *ESCAPES, *IN_CLASS)} | dict(OTHERS)


@pytest.mark.parametrize("reason", TABLE)
def test_each_difference_is_refused_by_its_reason(reason: str) -> None:
    with pytest.raises(Unfit) as refused:
        compile_pattern(TABLE[reason])
    assert refused.value.reason == reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_reason_has_its_words(language: str) -> None:
    for reason in (*TABLE, "not_text"):
        assert Messages(language).text(f"problems.pattern_{reason}")


@pytest.mark.parametrize(
    "written",
    [
        *(
            "(?!a)b",
            "(?=a)",
            "(?<!a)b",
            r"\z",
            r"\Z",
            r"\k<a>",
            r"\9",
            r"\Pn",
            r"\E",
            r"\X",
            r"\cA",
            r"\u{1F600}",
        ),
        *(
            "[[.a.]]",
            "[[=a=]]",
            "(?s:.)",
            "(?-i)a",
            "(?^i)a",
            "(?'a'b)",
            "(?|a)",
            "(?<1>a)",
            "(?<a",
            "a{2}{3}",
            "a+*",
        ),
        *(
            "^*",
            r"\b+",
            "$?",
            "a{",
            "a{x}",
            "a{1,x}",
            "{2}",
            "[",
            "[]",
            "[^]",
            "[a-",
            r"[a-\w]",
            ")",
            "a|*",
            "\\",
        ),
        *(
            "a{99999999999999999999}",
            "a{1001,}",
            "(",
            "((a)",
            "\ud83d",
            "[\ud83d]",
            r"\uDFFF",
            "a??+",
            "a{1,2}+",
        ),
        *(
            "(a|)+",
            "(|a)*",
            "(a|b|a)+",
            r"(\d|1)+",
            "((a)|a)+",
            "(.|\\n|x)*",
            "((a|b)*)*",
            "(a{2,3})+",
            "(.*a){12}",
            r"(\d{2}-)+",
        ),
        *((1), None, ["a"], b"a"),
    ],
)
def test_refused(written: object) -> None:
    with pytest.raises(Unfit):
        compile_pattern(written)


@pytest.mark.parametrize(
    ("written", "text", "found"),
    [
        ("b", "abc", (1, 2)),
        ("A", "a", None),
        ("a.b", "a\nb", None),
        ("a.b", "a\rb", None),
        ("a.b", "a\u2028b", None),
        ("a.b", "a\x85b", (0, 3)),
        ("a$", "a\n", None),
        ("a$", "ba", (1, 2)),
        ("^a", "b\na", None),
        (r"\d", "٣", None),
        (r"\w", "é", None),
        (r"\W", "好", (0, 1)),
        (r"\s", "\u3000", (0, 1)),
        (r"\s", "\ufeff", (0, 1)),
        (r"\s", "\xa0", (0, 1)),
        (r"\s", "\x85", None),
        (r"\s", "\v", (0, 1)),
        (r"\S", "\u3000", None),
        (r"[\s]", "\u2003", (0, 1)),
        (r"[^\s]", "\u2003", None),
        (r"[\S]", "\u3000", None),
        (r"[^\S]", "\u3000", (0, 1)),
        (r"\bb", "ab b", (3, 4)),
        (r"[\b]", "\b", (0, 1)),
        (r"\u597d\x41B", "好AB", (0, 3)),
        (r"\t\n\r\f\v", "\t\n\r\f\v", (0, 5)),
        (r"\-\.\/\_", "-./_", (0, 4)),
        (r"[a\-z]", "-", (0, 1)),
        (r"[a-]", "-", (0, 1)),
        (r"[^a]", "\n", (0, 1)),
        (r"[^\s\S]", "x", None),
        ("]}", "]}", (0, 2)),
        ("a{2}", "aaa", (0, 2)),
        ("a{2,}", "aaa", (0, 3)),
        ("a{1,2}?", "aaa", (0, 1)),
        ("a+?", "aaa", (0, 1)),
        ("(?<n>a)(?<m>b)", "ab", (0, 2)),
        ("(?:a|ab)c", "abc", (0, 3)),
        ("a|ab", "ab", (0, 1)),
        ("", "", None),
        ("\U00020bb7", "野\U00020bb7", (1, 2)),
        ("(?:\U00020bb7)+", "\U00020bb7\U00020bb7", (0, 2)),
        (r"(\d{2}-){3}", "11-22-33-", (0, 9)),
        ("x\0y", "x\0y", (0, 3)),
    ],
)
def test_meaning(written: str, text: str, found: tuple[int, int] | None) -> None:
    if not written:
        with pytest.raises(Unfit):
            compile_pattern(written)
        return
    assert compile_pattern(written).search(text) == found


def test_a_pattern_is_folded_like_a_text() -> None:
    assert compile_pattern("確診為").search_folded("确诊为") == (0, 3)
    assert compile_pattern("[確]诊").search_folded("确诊") == (0, 2)
    assert compile_pattern("（").search_folded("a(") == (1, 2)


@pytest.mark.parametrize("written", ["_", "**", r"\*", "\u200b"])
def test_folding_never_makes_a_pattern_fit_everything(written: str) -> None:
    try:
        pattern = compile_pattern(written)
    except Unfit:
        return
    assert pattern.search_folded("病历") is None


@pytest.mark.parametrize(
    "written", ["有效|好转", r"^\d{4}-\d\d$", r"[^a-z]+x{2,3}(?:p|qq)", r"\s\w\S", "a*b?c"]
)
def test_an_example_fits(written: str) -> None:
    pattern = compile_pattern(written)
    assert pattern.search(example_of(pattern.tree)) is not None


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("(?:a|b)+", ""),
        ("(?:有效|好转)+", ""),
        ("(?:ab)+", ""),
        ("(?:a|a)?", ""),
        ("(?:(?:a|b)c|d)+", ""),
        ("(?:^a|b)*", ""),
        ("(?:a{2}b|c){2}", ""),
        ("(?:a+){1}", ""),
        ("(?:[a-f]|[e-z])+", "overlapping_repeat"),
        ("(?:(?:a|b)|a)+", "overlapping_repeat"),
        (r"(?:\b|a)+", "overlapping_repeat"),
        ("(?:a{2}b|ac){2}", "overlapping_repeat"),
        ("(?:a{0}b|bc){2}", "overlapping_repeat"),
        ("(?:x(?:a|ab))+", "overlapping_repeat"),
        ("(?:(?:a|ab){1}c){2}", "overlapping_repeat"),
        ("(?:a?b)+", "nested_repeat"),
        ("(?:(?:a{1,2}))*", "nested_repeat"),
        ("(?:(?:ab*){1})+", "nested_repeat"),
    ],
)
def test_what_backtracking_would_never_finish_is_refused_and_no_more(written: str, reason: str) -> None:
    if not reason:
        assert compile_pattern(written).written == written
        return
    with pytest.raises(Unfit) as refused:
        compile_pattern(written)
    assert refused.value.reason == reason
