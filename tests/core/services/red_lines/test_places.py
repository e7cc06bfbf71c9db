"""Where rules fit: in which item of what a physician wrote, and at which place of what was put aside."""

import asyncio

from core.base.ids import RecordNo
from core.constraints.constraint import Constraint
from core.constraints.engine import Engine
from core.constraints.event import Author
from core.constraints.patterns import LONGEST_TEXT
from core.constraints.reading import read_constraints
from core.services.red_lines.places import Mark, marks, noted
from tests.fakes.clinic import MENZHEN, Clinic, content, symptom


def rules(*patterns: str, pack: str = "one") -> list[Constraint]:
    plain = [
        {"id": f"r{place}", "kind": "output-forbid", "pattern": pattern}
        for place, pattern in enumerate(patterns)
    ]
    return list(read_constraints(plain, pack, pack))


def test_each_rule_and_item_once_with_the_words_as_they_stand() -> None:
    engine = Engine(rules("治愈|好转", "根治"))
    found = noted(engine, [("主诉", "头痛"), ("现病史", "已治\u200b愈，好转，又好转"), ("现病史", "根治")])
    assert [(one.event.id, one.item, one.words) for one in found] == [
        ("r0", "现病史", ("治\u200b愈", "好转")),
        ("r1", "现病史", ("根治",)),
    ]


def test_rules_of_one_name_in_two_packs_are_kept_apart() -> None:
    engine = Engine([*rules("治愈"), *rules("头痛", pack="two")])
    found = noted(engine, [("主诉", "头痛已治愈")])
    assert {(one.event.pack, one.words) for one in found} == {("one", ("治愈",)), ("two", ("头痛",))}


def test_a_text_nobody_could_look_through_is_told_of_without_words() -> None:
    (one,) = noted(Engine(rules("治愈")), [("现病史", "好" * (LONGEST_TEXT + 1))])
    assert (one.event.reason, one.words) == ("text_too_long", ())


def test_only_the_rules_that_kept_it_back_are_marked_and_no_place_twice() -> None:
    engine = Engine([*rules("治愈", "已治愈|治愈率"), *rules("头痛", pack="two")])
    text = "头痛已治愈。治愈率高。"
    assert marks(engine, text, ["one/r0", "one/r1"]) == (
        Mark("one/r1", 2, 5),
        Mark("one/r1", 6, 9),
    )
    assert marks(engine, text, ["gone/r0"]) == ()


def test_saving_says_in_which_item_and_keeps_every_word(clinic: Clinic) -> None:
    record_no = clinic.add("陈敏")
    answers = {**MENZHEN, "xianbingshi": "服药七剂，病情好转。"}
    with clinic.open() as kernel:
        saved = kernel.intake.save(
            record_no, "menzhen", content(answers, [symptom("头晕", words="医生说治愈了")])
        )
        assert {(one.item, one.words) for one in saved.noted} == {
            ("现病史", ("好转",)),
            ("头晕", ("治愈",)),
        }
        (record,) = kernel.records.of_patient(record_no)
        assert record.answers["xianbingshi"] == "服药七剂，病情好转。"
        again = content({**answers, "xianbingshi": "服药七剂，治疗有效。"})
        amended = kernel.amendments.amend(record_no, 1, again, version=1, reason="slip")
        assert [(one.item, one.words) for one in amended.noted] == [("现病史", ("有效",))]
        plain = kernel.intake.save(record_no, "menzhen", content(MENZHEN))
        assert plain.noted == ()


def test_what_was_put_aside_is_read_with_its_places_and_its_patient(clinic: Clinic) -> None:
    record_no = clinic.add("陈敏")
    with clinic.open() as kernel:
        asyncio.run(kernel.tools.released("头痛已治愈。", Author.MODEL, record_no=record_no))
        (listed,) = kernel.quarantine.every()
        assert (listed.name, listed.record_no, listed.marks) == ("陈敏", RecordNo(record_no), ())
        shown = kernel.quarantine.show(1)
        assert shown.name == "陈敏"
        assert shown.marks == (Mark("tcm/no-diagnosis", 3, 5),)
