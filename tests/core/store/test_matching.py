"""Matching: one answer with its reason, and nobody chosen among several."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.birth import Birth
from core.base.ids import record_no_of
from core.store.matching import Hit, Match, Outcome, Person, Query, Reason, Why, match, namesakes


def person(
    number: int, name: str, birth: str | None = None, sex: str | None = None, phone: str | None = None
) -> Person:
    return Person(record_no_of(number), name, sex, born(birth), phone)


def born(text: str | None) -> Birth | None:
    """1985, or ~1985 for an estimate."""
    return None if text is None else Birth(text.lstrip("~"), estimated=text.startswith("~"))


def told(found: Match) -> tuple[Outcome, Reason, str | None, list[tuple[str, Why]]]:
    return (
        found.outcome,
        found.reason,
        found.person.record_no if found.person else None,
        [(hit.person.record_no, hit.why) for hit in found.hits],
    )


MIN_85 = person(1, "陈敏", "1985", "女")
MIN_90 = person(2, "陈敏", "1990", "女")
P1, P9 = record_no_of(1), record_no_of(9)


# ── By record number ────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "query",
    [
        Query(P1),
        Query(P1, name="陳 敏"),
        Query(P1, name=" "),
        Query(P1, birth=born("1985-03"), sex="女"),
        Query(P1, birth=born("~1986")),
        Query(P1, name="陈敏", phone="13900000000"),
    ],
)
def test_a_known_number_is_exact_while_nothing_disagrees(query: Query) -> None:
    expected = (Outcome.EXACT, Reason.BY_RECORD_NO, "P001", [("P001", Why.RECORD_NO)])
    assert told(match(query, [MIN_90, MIN_85])) == expected


@pytest.mark.parametrize(
    ("query", "reason", "others"),
    [
        (Query(P1, name="孙伟"), Reason.RECORD_NO_DISAGREES_NAME, [("P003", Why.SAME_NAME)]),
        (Query(P1, sex="男"), Reason.RECORD_NO_DISAGREES_SEX, []),
        (Query(P1, birth=born("1970")), Reason.RECORD_NO_DISAGREES_BIRTH, []),
        (Query(P1, "陈敏", born("1990")), Reason.RECORD_NO_DISAGREES_BIRTH, [("P002", Why.SAME_NAME)]),
        (Query(P1, "陈明"), Reason.RECORD_NO_DISAGREES_NAME, []),
    ],
)
def test_a_known_number_that_disagrees(query: Query, reason: Reason, others: list[tuple[str, Why]]) -> None:
    expected = (Outcome.CONTRADICTION, reason, None, [("P001", Why.RECORD_NO_DISAGREES), *others])
    assert told(match(query, [MIN_85, MIN_90, person(3, "孙伟", "1990")])) == expected


def test_a_homophone_with_a_known_number_disagrees_too() -> None:
    found = match(Query(P1, "陈闽"), [MIN_85])
    assert told(found)[:2] == (Outcome.CONTRADICTION, Reason.RECORD_NO_DISAGREES_NAME)


def test_a_missing_birth_on_file_does_not_contradict_the_number() -> None:
    assert match(Query(P1, birth=born("1985")), [person(1, "陈敏")]).outcome is Outcome.EXACT


def test_an_unknown_number_is_reported_whatever_the_name() -> None:
    expected = (Outcome.UNKNOWN_RECORD_NO, Reason.NO_SUCH_RECORD_NO, None, [("P001", Why.SAME_NAME)])
    assert told(match(Query(P9, "陈敏"), [MIN_85])) == expected
    assert match(Query(P9), [MIN_85]).hits == ()


# ── Nothing to go by ────────────────────────────────────────────────────────────────────────────
def test_a_telephone_alone_is_never_more_than_near() -> None:
    people = [
        person(1, "陈敏", phone="13800138000"),
        person(2, "孙伟", phone="13800138000"),
        person(3, "周强"),
    ]
    expected = (Outcome.NEAR, Reason.PHONE_ONLY, None, [("P001", Why.PHONE), ("P002", Why.PHONE)])
    assert told(match(Query(phone="8000"), people)) == expected
    assert match(Query(phone="13800138000"), people[:1]).outcome is Outcome.NEAR


@pytest.mark.parametrize(
    "query",
    [
        Query(),
        Query(name=" \u3000"),
        Query(birth=born("1985"), sex="女"),
        Query(phone="9999"),
        Query(phone="000"),
    ],
)
def test_nothing_to_go_by(query: Query) -> None:
    people = [person(1, "陈敏", "1985", "女", "13800138000")]
    assert told(match(query, people)) == (Outcome.INSUFFICIENT, Reason.NOTHING_TO_GO_BY, None, [])


# ── By name ─────────────────────────────────────────────────────────────────────────────────────
def test_a_single_name_is_exact() -> None:
    expected = (Outcome.EXACT, Reason.BY_NAME, "P001", [("P001", Why.SAME_NAME)])
    assert told(match(Query(name="陈敏"), [MIN_85])) == expected


def test_sex_rules_out_and_a_missing_sex_does_not() -> None:
    people = [MIN_85, person(2, "陈敏", "1985", "男"), person(3, "陈敏", "1985")]
    found = match(Query(name="陈敏", sex="男"), people)
    assert told(found)[3] == [("P002", Why.SAME_NAME), ("P003", Why.SAME_NAME)]


@pytest.mark.parametrize(
    ("on_file", "asked", "outcome", "reason"),
    [
        ("1985-03-02", "1985", Outcome.EXACT, Reason.BY_NAME_AND_BIRTH),
        (None, "1985", Outcome.NEAR, Reason.BIRTH_MISSING_ON_FILE),
        ("~1985", "1986", Outcome.NEAR, Reason.BIRTH_ESTIMATED),
        ("1985", "~1986", Outcome.NEAR, Reason.BIRTH_ESTIMATED),
        ("1985", "1986", Outcome.NEW, Reason.NONE_FIT),
        (None, None, Outcome.EXACT, Reason.BY_NAME),
    ],
)
def test_one_of_the_name(on_file: str | None, asked: str | None, outcome: Outcome, reason: Reason) -> None:
    found = match(Query(name="陈敏", birth=born(asked)), [person(1, "陈敏", on_file)])
    assert (found.outcome, found.reason) == (outcome, reason)
    assert (found.person is not None) == (outcome is Outcome.EXACT)


@pytest.mark.parametrize(
    ("other", "reason", "why"),
    [
        (None, Reason.NAMESAKE_WITHOUT_BIRTH, Why.BIRTH_MISSING),
        ("~1986", Reason.NAMESAKE_OF_CLOSE_BIRTH, Why.BIRTH_CLOSE),
    ],
)
def test_an_agreeing_person_beside_a_doubtful_one(other: str | None, reason: Reason, why: Why) -> None:
    found = match(
        Query(name="陈敏", birth=born("1985")), [person(2, "陈敏", other), person(3, "陈敏", "1985")]
    )
    assert told(found) == (Outcome.AMBIGUOUS, reason, None, [("P003", Why.SAME_NAME), ("P002", why)])


def test_nobody_of_the_name() -> None:
    assert match(Query(name="孙伟"), [MIN_85]) == Match(Outcome.NEW, Reason.NOBODY_OF_THAT_NAME)


# ── Telephone ───────────────────────────────────────────────────────────────────────────────────
def test_a_telephone_narrows_but_persons_without_one_stay() -> None:
    people = [
        person(1, "陈敏", phone="13800138000"),
        person(2, "陈敏", phone="13900000000"),
        person(3, "陈敏"),
    ]
    assert told(match(Query(name="陈敏", phone="8000"), people[:2]))[:3] == (
        *(Outcome.EXACT, Reason.BY_NAME, "P001"),
    )
    found = match(Query(name="陈敏", phone="8000"), people)
    assert told(found)[3] == [("P001", Why.SAME_NAME), ("P003", Why.SAME_NAME)]
    assert found.outcome is Outcome.AMBIGUOUS


def test_another_telephone_on_file_makes_a_single_person_doubtful() -> None:
    found = match(Query(name="陈敏", phone="13800138000"), [person(1, "陈敏", phone="13900000000")])
    assert told(found) == (Outcome.NEAR, Reason.PHONE_DIFFERS, None, [("P001", Why.PHONE_DIFFERS)])


def test_a_telephone_does_not_overrule_the_birth() -> None:
    file = person(1, "陈敏", "1985", phone="13800138000")
    assert match(Query(name="陈敏", birth=born("1990"), phone="13800138000"), [file]).outcome is Outcome.NEW


def test_three_digits_of_a_telephone_say_nothing() -> None:
    found = match(Query(name="陈敏", phone="999"), [person(1, "陈敏", phone="13800138000")])
    assert found.outcome is Outcome.EXACT


def test_an_extension_is_no_part_of_the_tail() -> None:
    people = [person(1, "陈敏", phone="01012345678转8012")]
    assert match(Query(phone="5678"), people).outcome is Outcome.NEAR
    assert match(Query(phone="8012"), people).outcome is Outcome.INSUFFICIENT


# ── Sound ───────────────────────────────────────────────────────────────────────────────────────
def test_homophones_are_near_when_nothing_of_the_name_is_left() -> None:
    people = [person(1, "张炜", "1985", "男"), person(2, "张玮", "1970"), person(3, "章伟", sex="女")]
    found = match(Query(name="张伟", birth=born("1985"), sex="男"), people)
    assert told(found) == (Outcome.NEAR, Reason.SOUNDS_ALIKE, None, [("P001", Why.HOMOPHONE)])


@pytest.mark.parametrize(
    ("query", "people", "outcome"),
    [
        (Query(name="陈敏"), [MIN_85], Outcome.EXACT),
        (Query(P1, "陈敏"), [MIN_85], Outcome.EXACT),
        (Query(name="陈敏"), [MIN_85, MIN_90], Outcome.AMBIGUOUS),
        (Query(name="陈敏", birth=born("1985")), [person(1, "陈敏")], Outcome.NEAR),
    ],
)
def test_homophones_are_appended_and_change_nothing(
    query: Query, people: list[Person], outcome: Outcome
) -> None:
    alike = person(8, "陈闽")
    without, beside = match(query, people), match(query, [alike, *people])
    assert beside.outcome is without.outcome is outcome
    assert (beside.reason, beside.person) == (without.reason, without.person)
    assert beside.hits == (*without.hits, Hit(alike, Why.HOMOPHONE))


# ── Registering ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("on_file", "asked", "why"),
    [
        ("1985", "1985-03", Why.SAME_NAME),
        ("1985", None, Why.SAME_NAME),
        (None, "1985", Why.BIRTH_MISSING),
        ("~1985", "1986", Why.BIRTH_CLOSE),
        ("1985", "1990", None),
    ],
)
def test_namesakes_by_birth(on_file: str | None, asked: str | None, why: Why | None) -> None:
    found = namesakes(Query(name="陈敏", birth=born(asked)), [person(1, "陈 敏", on_file), person(2, "陈闽")])
    assert [hit.why for hit in found] == ([] if why is None else [why])


def test_namesakes_of_another_sex_or_the_person_itself_are_none() -> None:
    assert namesakes(Query(name="陈敏", sex="男"), [MIN_85]) == ()
    assert namesakes(Query(P1, name="陈敏"), [MIN_85]) == ()


def test_a_telephone_tells_no_namesakes_apart() -> None:
    file = person(1, "陈敏", phone="13900000000")
    assert namesakes(Query(name="陈敏", phone="13800138000"), [file]) == (Hit(file, Why.SAME_NAME),)


# ── Always ──────────────────────────────────────────────────────────────────────────────────────
PEOPLE = st.lists(
    st.builds(
        person,
        st.integers(1, 50),
        st.sampled_from(["陈敏", "陳 敏", "陈闽", "孙伟"]),
        st.sampled_from([None, "1985", "~1985", "1986", "1990-05-03"]),
        st.sampled_from([None, "女", "男"]),
        st.sampled_from([None, "13800138000", "13900000000"]),
    ),
    max_size=6,
    unique_by=lambda one: one.record_no,
)
QUERIES = st.builds(
    Query,
    st.sampled_from([None, record_no_of(1), record_no_of(2)]),
    st.sampled_from([None, "陈敏", "孙伟"]),
    st.sampled_from([None, Birth("1985"), Birth("1985", estimated=True)]),
    st.sampled_from([None, "女"]),
    st.sampled_from([None, "8000", "13900000000"]),
)


@given(QUERIES, PEOPLE)
def test_a_person_is_named_for_an_exact_outcome_only_and_comes_first(
    query: Query, people: list[Person]
) -> None:
    found = match(query, people)
    assert (found.person is not None) == (found.outcome is Outcome.EXACT)
    if found.person is not None:
        assert found.hits[0].person is found.person
    listed = [hit.person.record_no for hit in found.hits]
    assert len(set(listed)) == len(listed)


@given(QUERIES, PEOPLE, st.randoms())
def test_the_order_of_the_people_does_not_matter(query: Query, people: list[Person], chance: Random) -> None:
    shuffled = list(people)
    chance.shuffle(shuffled)
    assert match(query, shuffled) == match(query, people)
