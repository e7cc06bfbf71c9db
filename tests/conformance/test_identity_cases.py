"""The identity cases of the shared folder, by number, as far as matching alone decides them; and its vectors."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from core.base.birth import Birth, parse_birth
from core.base.id_card import Status, check
from core.base.ids import parse_record_no
from core.base.names import readings, tolerant
from core.store.matching import Match, Outcome, Person, Query, Reason, Why, match, namesakes

TODAY = date(2026, 11, 29)


def someone(number: str, name: str, year: str | None, sex: str | None = None) -> Person:
    return Person(parse_record_no(number), name, sex, Birth(year) if year else None)


R1 = (someone("P001", "陈敏", "1985", "女"), someone("P002", "陈敏", "1990", "女"))
R2 = (
    someone("P001", "陈敏", "1985", "女"),
    someone("P002", "周强", "1970", "男"),
    someone("P003", "孙伟", "1990", "男"),
    someone("P004", "吴倩", "2000", "女"),
)
ZHOU = (someone("P001", "周强", "1970", "男"), someone("P002", "周强", "1990", "男"))


def numbers(found: Match) -> list[str]:
    return [hit.person.record_no for hit in found.hits]


def test_T01_a_number_as_typed() -> None:
    found = match(Query(parse_record_no(" p001 ")), R1)
    assert (found.outcome, found.person) == (Outcome.EXACT, R1[0])


def test_T02_two_of_one_name() -> None:
    found = match(Query(name="陈敏"), R1)
    assert (found.outcome, found.reason) == (Outcome.AMBIGUOUS, Reason.SEVERAL_SHARE_NAME)
    assert found.person is None
    assert numbers(found) == ["P001", "P002"]


def test_T03_the_birth_decides() -> None:
    assert match(Query(name="陈敏", birth=Birth("1990")), R1).person == R1[1]


def test_T04_the_birth_as_typed() -> None:
    found = match(Query(name="陈敏", birth=parse_birth("1990年", TODAY)), R1)
    assert (found.reason, found.person) == (Reason.BY_NAME_AND_BIRTH, R1[1])


def test_T05_the_sex_does_not_decide() -> None:
    found = match(Query(name="陈敏", sex="女"), R1)
    assert (found.outcome, len(found.hits)) == (Outcome.AMBIGUOUS, 2)


def test_T06_nobody_left() -> None:
    assert match(Query(name="陈敏", birth=Birth("1970")), R1) == Match(Outcome.NEW, Reason.NONE_FIT)


def test_T07_nobody_of_the_name() -> None:
    assert match(Query(name="孙伟"), R1) == Match(Outcome.NEW, Reason.NOBODY_OF_THAT_NAME)


def test_T08_nothing_to_go_by() -> None:
    assert match(Query(), R1) == Match(Outcome.INSUFFICIENT, Reason.NOTHING_TO_GO_BY)


def test_T11_an_unknown_number_is_reported() -> None:
    found = match(Query(parse_record_no("P099"), "孙伟"), R2)
    assert (found.outcome, found.person) == (Outcome.UNKNOWN_RECORD_NO, None)
    assert numbers(found) == ["P003"]


def test_T13_no_birth_on_file() -> None:
    found = match(Query(name="陈敏", birth=Birth("1985")), [someone("P001", "陈敏", None)])
    assert (found.outcome, found.reason) == (Outcome.NEAR, Reason.BIRTH_MISSING_ON_FILE)
    assert [hit.why for hit in found.hits] == [Why.BIRTH_MISSING]


def test_T14_one_name_in_other_writings() -> None:
    for typed in ("陈 敏", "陈敏 ", "\u3000陈敏", "陳敏", "陈\u00a0敏"):
        assert match(Query(name=typed), R1[:1]).person == R1[0]


def test_T17_registering_the_same_name_without_birth() -> None:
    assert [hit.person.record_no for hit in namesakes(Query(name="陈敏"), R2)] == ["P001"]


def test_T18_registering_a_namesake_of_another_birth() -> None:
    assert namesakes(Query(name="周强", birth=Birth("1990"), sex="男"), ZHOU[:1]) == ()


def test_T19_registering_a_third_of_the_name_without_birth() -> None:
    assert [hit.person.record_no for hit in namesakes(Query(name="周强"), ZHOU)] == ["P001", "P002"]


def table(path: Path) -> Iterator[dict[str, str]]:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    heads = [head.split("(")[0] for head in lines[0].split("\t")]
    for line in lines[1:]:
        yield dict(zip(heads, line.split("\t"), strict=False))


def test_surnames_are_read_as_the_shared_table_says(shared: Path) -> None:
    rows = list(table(shared / "data/identity/surname_pinyin.tsv"))
    assert rows
    for row in rows:
        found = ["".join(reading) for reading in readings(row["surname"])]
        if row["surname"] == "吕":
            assert {tolerant(typed) for typed in row["expected"].split("/")} == {tolerant(found[0])}
            continue
        expected = [way.replace(" ", "") for way in row["expected"].split("|")]
        assert found[: len(expected)] == expected, row
        # Both ways of typing find: the surname's own and the everyday character's.
        everyday = row["pypinyin_default"].split("(")[0].replace(" ", "")
        assert everyday in found, row


def test_identity_numbers_are_judged_as_the_shared_table_says(shared: Path) -> None:
    statuses = {"legacy-15": Status.LEGACY, "needs-rule": Status.NEEDS_RULE}
    rows = list(table(shared / "data/identity/cn_id_vectors.tsv"))
    assert rows
    for row in rows:
        expected = row["expected"].split("(")[0]
        card = check(row["input"], TODAY)
        assert card.status is statuses.get(expected) or card.status == expected, row
        assert (card.sex or "") == row["sex"][:1], row
        assert (card.birth.text if card.birth else "") == row["birth"], row
