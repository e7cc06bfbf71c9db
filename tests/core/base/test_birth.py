"""Births: read as typed, never guessed, compared at the coarser precision."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.birth import Agreement, Birth, age_text, agree, parse_birth
from core.base.errors import UserError

TODAY = date(2026, 11, 29)

DAYS = st.dates(date(1900, 1, 1), TODAY)
BIRTHS = st.builds(
    lambda day, length, estimated: Birth(day.isoformat()[:length], estimated),
    DAYS,
    st.sampled_from([4, 7, 10]),
    st.booleans(),
)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        *(
            ("1985", "1985"),
            ("1985年", "1985"),
            (" １９８５ ", "1985"),
            ("1985年生", "1985"),
            ("一九八五年", "1985"),
        ),
        *(("1985-3", "1985-03"), ("1985年3月", "1985-03"), ("1985.3", "1985-03"), ("1985/03", "1985-03")),
        *(("1985/3/2", "1985-03-02"), ("1985年3月2日", "1985-03-02"), ("1985-03-02", "1985-03-02")),
        *(
            ("19850302", "1985-03-02"),
            ("１９８５．３．２", "1985-03-02"),
            ("1985 年 3 月 2 日", "1985-03-02"),
        ),
        *(
            ("一九八五年十二月二十五日", "1985-12-25"),
            ("2024-02-29", "2024-02-29"),
            ("2026-11-29", "2026-11-29"),
        ),
    ],
)
def test_a_birth_as_typed(typed: str, text: str) -> None:
    assert parse_birth(typed, TODAY) == Birth(text, estimated=False)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        *(
            ("35岁", "1991"),
            ("35 岁", "1991"),
            ("约35岁", "1991"),
            ("三十五岁", "1991"),
            ("35周岁左右", "1991"),
        ),
        *(("8个月", "2026-03"), ("20月龄", "2025-03"), ("20 个月", "2025-03"), ("1岁8个月", "2025-03")),
        *(("15天", "2026-11-14"), ("3个月9天", "2026-08-20"), ("0天", "2026-11-29")),
        *(("约1985年", "1985"), ("1985年左右", "1985"), ("大约1985", "1985")),
    ],
)
def test_an_age_or_a_doubt_gives_an_estimate(typed: str, text: str) -> None:
    assert parse_birth(typed, TODAY) == Birth(text, estimated=True)


def test_months_go_back_to_a_day_that_exists() -> None:
    assert parse_birth("1个月1天", date(2026, 3, 31)).text == "2026-02-27"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        *(
            (typed, "birth_two_digit_year")
            for typed in ("85", "85年", "八五年", "八五年的", "5", "35", "135")
        ),
        *((typed, "birth_two_digit_year") for typed in ("58-3-5", "15/05/20", "85年3月", "八五年三月二日")),
        *(
            (typed, "birth_unreadable")
            for typed in ("", "不详", "满月", "8月", "15/05/2020", "198503", "农历1987年")
        ),
        *(
            (typed, "birth_impossible")
            for typed in ("2025-02-29", "1985-13", "1985年2月30日", "0000", "20190229")
        ),
        *((typed, "birth_in_future") for typed in ("2027", "2026-12", "2026-11-30")),
        *((typed, "birth_too_long_ago") for typed in ("1895", "0020-05", "131岁", "999岁")),
    ],
)
def test_what_is_asked_back(typed: str, code: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_birth(typed, TODAY)
    assert (caught.value.code, caught.value.params) == (code, {"value": typed})


def test_the_oldest_birth_that_is_taken() -> None:
    assert parse_birth("1896", TODAY).text == "1896"


@given(DAYS)
def test_every_day_is_read_back(day: date) -> None:
    for typed in (day.isoformat(), f"{day.year}年{day.month}月{day.day}日", day.strftime("%Y%m%d")):
        assert parse_birth(typed, TODAY) == Birth(day.isoformat())


@pytest.mark.parametrize("text", ["85", "1985-3", "1985-03-02T00", "", "1985年"])
def test_a_birth_has_one_of_three_shapes(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        Birth(text)


# ── Agreement ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Birth("1990"), Birth("1990-05-03"), Agreement.SAME),
        (Birth("1990-05"), Birth("1990-05-03"), Agreement.SAME),
        (Birth("1990-05"), Birth("1990-06"), Agreement.DIFFERENT),
        (Birth("1990"), Birth("1991"), Agreement.DIFFERENT),
        (Birth("1990", estimated=True), Birth("1990-05-03"), Agreement.SAME),
        (Birth("1990", estimated=True), Birth("1991-05-03"), Agreement.CLOSE),
        (Birth("1990-05", estimated=True), Birth("1990-06"), Agreement.CLOSE),
        (Birth("1990", estimated=True), Birth("1992"), Agreement.DIFFERENT),
    ],
)
def test_agreement(one: Birth, other: Birth, expected: Agreement) -> None:
    assert agree(one, other) is expected


@given(BIRTHS, BIRTHS)
def test_agreement_is_mutual(one: Birth, other: Birth) -> None:
    assert agree(one, other) is agree(other, one)


@given(DAYS)
def test_an_age_never_contradicts_the_true_birth(day: date) -> None:
    had_birthday = (TODAY.month, TODAY.day) >= (day.month, day.day)
    told = parse_birth(f"{TODAY.year - day.year - (not had_birthday)}岁", TODAY)
    assert agree(told, Birth(day.isoformat())) is not Agreement.DIFFERENT


# ── Age ─────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("birth", "spoken"),
    [
        (Birth("1991-11-29"), "35岁"),
        (Birth("1991-11-30"), "34岁"),
        (Birth("1991-03"), "35岁"),
        (Birth("1991"), "约35岁"),
        (Birth("1991", estimated=True), "约35岁"),
        (Birth("2025-03-29"), "1岁8个月"),
        (Birth("2025-03-30"), "1岁7个月"),
        (Birth("2025-03"), "1岁8个月"),
        (Birth("2025-03", estimated=True), "约1岁8个月"),
        (Birth("2024-11-29"), "2岁"),
        (Birth("2020-12-01"), "5岁11个月"),
        (Birth("2020-10-01"), "6岁"),
        (Birth("2026-03"), "8个月"),
        (Birth("2026-08-20"), "3个月9天"),
        (Birth("2026-11-14"), "15天"),
        (Birth("2026-11-14", estimated=True), "约15天"),
        (Birth("2026-11-29"), "0天"),
        (Birth("2026-11"), "不满1个月"),
        (Birth("2026"), "不满1岁"),
        (Birth("2025"), "约1岁"),
        (Birth("2027"), "出生前"),
    ],
)
def test_age(birth: Birth, spoken: str) -> None:
    assert age_text(birth, TODAY) == spoken


def test_age_over_a_short_month() -> None:
    assert age_text(Birth("2026-01-31"), date(2026, 3, 1)) == "1个月1天"
    assert age_text(Birth("2024-02-29"), date(2025, 2, 28)) == "11个月30天"


@given(BIRTHS, st.integers(0, 40_000))
def test_nobody_is_nought_years_old(birth: Birth, later: int) -> None:
    spoken = age_text(birth, date(1900, 1, 1) + timedelta(days=later))
    assert not spoken.startswith(("0岁", "约0岁", "-"))
