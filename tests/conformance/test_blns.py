"""The Big List of Naughty Strings in every text field: blank and sentinel ones refused where an answer is required, "" an
absent answer, everything else byte for byte what was typed, after the clinic was closed and opened again.
"""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from core.base.errors import UserError
from core.base.text import SENTINELS, compact, is_visible
from core.forms.answers import from_response, to_response
from core.forms.completeness import missing
from core.forms.exact_json import dump_json, load_json
from core.forms.questionnaire import Item, Questionnaire
from core.kernel import Kernel
from core.services.patients.patients import Given
from tests.fakes.clinic import MENZHEN, Clinic, content, new_clinic, rows, store_of, symptom
from tests.fakes.forms import SHIWEN_KEYS, pack_form

TEXT_PARTS = ("field", "since", "frequency", "words")
SEEN_FORMATS = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f"  # signs before Arabic and Syriac numbers: they have a shape
LEAST: Mapping[str, Mapping[str, object]] = {"menzhen": MENZHEN, "shiwen": dict.fromkeys(SHIWEN_KEYS, "答")}


@pytest.fixture(scope="module")
def naughty(shared: Path) -> list[str]:
    """The list, and every sentinel in some writings."""
    listed = json.loads((shared / "data/security/blns.json").read_text(encoding="utf-8"))
    return list(dict.fromkeys([*listed, *sorted(SENTINELS), "  N/A ", "ＮＵＬＬ", "\u3000", "\t\n"]))


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Clinic:
    return new_clinic(tmp_path_factory.mktemp("blns"))


def says_nothing(text: str) -> bool:
    """The rule of the issue, in other words than the program's; marks that show nothing are no answer either."""
    shown = "".join(
        mark for mark in text if unicodedata.category(mark) != "Cf" or mark in SEEN_FORMATS
    ).strip()
    return shown == "" or shown.casefold() in SENTINELS or text == "ＮＵＬＬ"


def text_items(form: Questionnaire) -> list[Item]:
    """Every item a person types into but those of the symptom list."""
    return [
        item
        for item in form.walk()
        if item.takes_text and (form.symptom_list is None or form.symptom_list.link_id not in item.path)
    ]


def filled_in(items: Sequence[Item], texts: Sequence[str]) -> dict[str, object]:
    """Answers with one text for each item; what an item hangs on is answered with 有."""
    answers: dict[str, object] = {}
    for item, text in zip(items, texts, strict=True):
        here = answers
        for group in item.path:
            here = here.setdefault(group, {})  # type: ignore[assignment]
        here.update({condition.question: "有" for condition in item.enable_when})
        here[item.link_id] = text
    return answers


def turned(texts: Sequence[str], start: int, count: int) -> list[str]:
    """So many of the texts from one of them on, and round to the first."""
    return [texts[(start + place) % len(texts)] for place in range(count)]


def patient(kernel: Kernel) -> str:
    """A new patient of no account."""
    number = len(rows(store_of(kernel), "SELECT 1 FROM patients"))
    return kernel.patients.register(Given(f"甲{number}", "女"), "测试").patient.record_no


@pytest.mark.parametrize("name", ["menzhen", "shiwen"])
def test_every_text_item_takes_every_string_and_gives_it_back(naughty: list[str], name: str) -> None:
    texts = [text for text in naughty if not says_nothing(text)]
    form = pack_form(name)
    items = text_items(form)
    for start in range(len(texts)):
        answers = filled_in(items, turned(texts, start, len(items)))
        assert missing(form, answers) == ()
        kept = load_json(dump_json(to_response(form, answers, authored="2026-11-29T12:00:00+08:00")))
        assert isinstance(kept, dict)
        assert from_response(form, kept) == (answers, ())


@pytest.mark.parametrize("name", ["menzhen", "shiwen"])
def test_every_string_is_kept_in_a_visit(shop: Clinic, naughty: list[str], name: str) -> None:
    texts = [text for text in naughty if not says_nothing(text)]
    with shop.open() as kernel:
        number = patient(kernel)
        items = text_items(kernel.forms.named(name))
        wanted = [
            filled_in(items, turned(texts, start, len(items))) for start in range(0, len(texts), len(items))
        ]
        for answers in wanted:
            kernel.intake.save(number, name, content(answers))
    with shop.open() as kernel:
        assert [record.answers for record in kernel.records.of_patient(number)] == wanted


@pytest.mark.parametrize("name", ["menzhen", "shiwen"])
def test_an_optional_item_keeps_even_what_says_nothing(shop: Clinic, naughty: list[str], name: str) -> None:
    texts = [text for text in naughty if says_nothing(text) and text]
    with shop.open() as kernel:
        items = [item for item in text_items(kernel.forms.named(name)) if not item.required]
        number = patient(kernel)
        wanted = [
            {**LEAST[name], **filled_in(items, turned(texts, start, len(items)))}
            for start in range(len(texts))
        ]
        for answers in wanted:
            kernel.intake.save(number, name, content(answers))
    with shop.open() as kernel:
        assert [record.answers for record in kernel.records.of_patient(number)] == wanted


@pytest.mark.parametrize("name", ["menzhen", "shiwen"])
def test_a_required_item_refuses_what_says_nothing(shop: Clinic, naughty: list[str], name: str) -> None:
    with shop.open() as kernel:
        required = [item.link_id for item in text_items(kernel.forms.named(name)) if item.required]
        number = patient(kernel)
        for text in filter(says_nothing, naughty):
            with pytest.raises(UserError) as refusal:
                kernel.intake.save(number, name, content(dict.fromkeys(required, text)))
            assert (text, refusal.value.code) == (text, "missing_required")
            assert list(refusal.value.details["missing"]) == required
        assert kernel.patients.show(number).visits == 0


def test_an_empty_text_is_an_absent_answer(shop: Clinic) -> None:
    with shop.open() as kernel:
        number = patient(kernel)
        optional = [item for item in text_items(kernel.forms.named("menzhen")) if not item.required]
        empty = filled_in(optional, [""] * len(optional))
        kernel.intake.save(number, "menzhen", content({**MENZHEN, **empty}, [symptom("口干", words="")]))
        (record,) = kernel.records.of_patient(number)
        assert record.answers == MENZHEN
        assert record.findings[0].words == ""


def test_every_part_of_a_symptom_keeps_every_string(shop: Clinic, naughty: list[str]) -> None:
    visits: list[dict[str, str]] = []
    for term in naughty:
        if says_nothing(term):
            continue
        free = next((visit for visit in visits if compact(term) not in visit), None)
        if free is None:
            visits.append(free := {})
        free[compact(term)] = term
    wanted = []
    with shop.open() as kernel:
        number = patient(kernel)
        for terms in visits:
            symptoms = [
                symptom(term, **dict(zip(TEXT_PARTS, turned(naughty, place, len(TEXT_PARTS)), strict=True)))
                for place, term in enumerate(terms.values())
            ]
            kernel.intake.save(number, "menzhen", content(MENZHEN, symptoms))
            wanted.append(symptoms)
    with shop.open() as kernel:
        for record, symptoms in zip(kernel.records.of_patient(number), wanted, strict=True):
            found = [
                {"term": one.term, **{part: getattr(one, part) for part in TEXT_PARTS}}
                for one in record.findings
            ]
            assert found == [{key: one[key] for key in ("term", *TEXT_PARTS)} for one in symptoms]


def test_a_term_that_says_nothing_is_refused(shop: Clinic, naughty: list[str]) -> None:
    with shop.open() as kernel:
        number = patient(kernel)
        silent = [text for text in naughty if says_nothing(text)]
        with pytest.raises(UserError) as refusal:
            kernel.intake.save(number, "menzhen", content(MENZHEN, [symptom(term) for term in silent]))
    found = [(one["params"]["row"], one["code"]) for one in refusal.value.details["problems"]]  # type: ignore[index]
    assert found == [(row, "symptom_term_missing") for row in range(1, len(silent) + 1)]


@pytest.mark.slow
def test_every_name_is_kept_or_refused(clinic: Clinic, naughty: list[str]) -> None:
    kept = []
    with clinic.open() as kernel:
        for text in naughty:
            if says_nothing(text) or not is_visible(text):
                with pytest.raises(UserError, match="name_required"):
                    kernel.patients.register(Given(text, "女"), "测试")
            else:
                kernel.patients.register(Given(text, "女"), "测试")
                kept.append(text)
    assert [name for (name,) in clinic.rows("SELECT name FROM patients ORDER BY id")] == kept


@pytest.mark.slow
def test_every_reason_of_an_override_is_kept_or_refused(clinic: Clinic, naughty: list[str]) -> None:
    kept = []
    with clinic.open() as kernel:
        number = patient(kernel)
        for _ in range(2):
            kernel.intake.save(number, "menzhen", content(MENZHEN, [symptom("口干", grade=1)]))
        for text in naughty:
            if says_nothing(text):
                with pytest.raises(UserError, match="reason_required"):
                    kernel.compare.override(number, 2, "口干", state="减轻", reason=text)
            else:
                kernel.compare.override(number, 2, "口干", state="减轻", reason=text)
                kept.append(text)
    assert [reason for (reason,) in clinic.rows("SELECT reason FROM overrides ORDER BY id")] == kept


def test_a_draft_keeps_every_string(shop: Clinic, naughty: list[str]) -> None:
    typed = content({"zhushu": naughty, **{text: text for text in naughty}})
    with shop.open() as kernel:
        number = patient(kernel)
        kernel.intake.save_draft(number, "menzhen", typed)
    with shop.open() as kernel:
        assert kernel.intake.drafts(number)[0].content == typed


def test_a_string_that_is_no_answers_file_is_no_draft(shop: Clinic, naughty: list[str]) -> None:
    with shop.open() as kernel:
        number = patient(kernel)
        for text in naughty:
            with pytest.raises(UserError, match="answers_unreadable"):
                kernel.intake.save_draft(number, "menzhen", text)
        assert kernel.intake.drafts(number) == ()
