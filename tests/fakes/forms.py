"""Small forms for tests, the hostile one, the pack's real ones, and random answers that fit a form."""

import string
from decimal import Decimal
from pathlib import Path

from hypothesis import strategies as st

from core.forms.definition import read_questionnaire
from core.forms.exact_json import load_json
from core.forms.findings import Count, Finding, Status, Trend
from core.forms.questionnaire import Item, ItemType, Questionnaire, beside
from core.forms.validation import check_answers
from core.forms.values import CHOSEN

_HERE = Path(__file__).parent
_PACK_FORMS = _HERE.parent.parent / "packs" / "tcm" / "forms"

SHIWEN_KEYS = (
    "zhushu",
    "zhenduan",
    "hanre",
    "han",
    "toushen",
    "erbian",
    "yinshi",
    "xiongfu",
    "kouke",
    "jiubing",
)
MENZHEN_OPTIONAL = (
    *("jiwangshi", "jiazushi", "guominshi", "liuxingbingshi"),
    *("tigejiancha", "shexiang", "maixiang", "suifang"),
)
FOUR = ("有", "无", "未问", "不详")

Raw = dict[str, object]


def item(link_id: str, kind: str = "text", **keys: object) -> Raw:
    """One raw Questionnaire item."""
    return {"linkId": link_id, "text": link_id, "type": kind, **keys}


def coded(*codes: str) -> list[Raw]:
    """answerOption of codings that show their own code."""
    return [{"valueCoding": {"code": code, "display": code}} for code in codes]


def role(name: str) -> list[Raw]:
    """The extension that gives an item its role."""
    return [{"url": "urn:mingdao:role", "valueCode": name}]


def unit(code: str) -> Raw:
    """The extension that declares the unit of a number."""
    url = "http://hl7.org/fhir/StructureDefinition/questionnaire-unit"
    return {"url": url, "valueCoding": {"code": code}}


def when(question: str, operator: str, **answer: object) -> Raw:
    """One enableWhen clause."""
    return {"question": question, "operator": operator, **answer}


def symptom_list(prefix: str = "symptoms.", **keys: object) -> Raw:
    """A raw symptom list."""
    return item(
        "symptoms",
        "group",
        repeats=True,
        extension=role("symptom-list"),
        item=[
            item(f"{prefix}term", "string"),
            item(f"{prefix}field", "string"),
            item(f"{prefix}status", "choice", answerOption=coded(*FOUR)),
            item(f"{prefix}grade", "integer"),
            item(f"{prefix}count", "quantity"),
            item(f"{prefix}trend", "choice", answerOption=coded(*Trend)),
            item(f"{prefix}since", "string"),
            item(f"{prefix}frequency", "string"),
            item(f"{prefix}words"),
        ],
        **keys,
    )


def raw_form(*items: Raw, **keys: object) -> Raw:
    """A raw Questionnaire with these items."""
    return {
        "resourceType": "Questionnaire",
        "url": "urn:test:form",
        "version": "1",
        "title": "表",
        "status": "active",
        "item": list(items),
        **keys,
    }


def form(*items: Raw) -> Questionnaire:
    """A checked form with these items."""
    return read_questionnaire(raw_form(*items))


def hostile_raw() -> object:
    """The hostile form as FHIR."""
    return load_json((_HERE / "hostile_form.json").read_text(encoding="utf-8"))


def hostile_form() -> Questionnaire:
    """Every type, nesting, chain and odd linkId that is supported."""
    return read_questionnaire(hostile_raw())


def pack_raw(name: str) -> object:
    """A form of the pack as FHIR."""
    return load_json((_PACK_FORMS / f"{name}.json").read_text(encoding="utf-8"))


def pack_form(name: str) -> Questionnaire:
    """`shiwen` or `menzhen` as the pack ships it."""
    return read_questionnaire(pack_raw(name))


# ── Random answers ──────────────────────────────────────────────────────────────────────────────

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
decimals = st.decimals(min_value=-(10**9), max_value=10**9, places=4) | st.just(Decimal("1.10"))
_quantities = st.fixed_dictionaries({"value": decimals | st.integers(-99, 99), "unit": st.just("g")})
_days = st.dates().map(lambda day: day.isoformat())
_moments = st.datetimes().map(lambda moment: moment.isoformat(timespec="seconds") + "+08:00")
_chosen = st.sampled_from(CHOSEN).map(lambda code: {"code": code})


def value_for(one: Item) -> st.SearchStrategy[object]:
    """Answers an item takes, one at a time."""
    texts_here = texts.filter(lambda text: len(text) <= (one.max_length or len(text)))
    codes = st.sampled_from([option.code for option in one.options]) if one.options else st.nothing()
    found: dict[ItemType, st.SearchStrategy[object]] = {
        ItemType.BOOLEAN: st.booleans(),
        ItemType.DECIMAL: decimals | st.integers(-(2**40), 2**40),
        ItemType.INTEGER: st.integers(-(2**31), 2**31 - 1),
        ItemType.DATE: _days | st.sampled_from(["2026", "2026-11"]),
        ItemType.DATE_TIME: _moments | _days | st.just("2026-11"),
        ItemType.TIME: st.times().map(lambda time: time.isoformat(timespec="seconds")),
        ItemType.STRING: texts_here | _chosen,
        ItemType.TEXT: texts_here | _chosen,
        ItemType.URL: st.text(string.ascii_letters + "/:.", min_size=1),
        ItemType.CHOICE: codes,
        ItemType.OPEN_CHOICE: codes | texts_here,
        ItemType.QUANTITY: _quantities,
    }
    return found[one.type]


def _object_for(items: tuple[Item, ...], listed: Item | None) -> st.SearchStrategy[dict[str, object]]:
    keys: dict[str, st.SearchStrategy[object]] = {}
    for one in beside(items):
        if one is listed or one.type is ItemType.DISPLAY:
            continue
        single: st.SearchStrategy[object] = (
            _object_for(one.items, listed).filter(bool) if one.is_group else value_for(one)
        )
        keys[one.link_id] = st.lists(single, min_size=1, max_size=3) if one.repeats else single
    return st.fixed_dictionaries({}, optional=keys)


findings = st.builds(
    lambda term, status, grade, count, trend, texts: Finding(
        term=term,
        status=status,
        field=texts[0],
        grade=grade if status is Status.PRESENT else None,
        count=count if status is Status.PRESENT else None,
        trend=trend if status is not Status.NOT_ASKED else None,
        since=texts[1],
        frequency=texts[2],
        words=texts[3],
    ),
    term=texts,
    status=st.sampled_from(Status),
    grade=st.sampled_from([None, 1, 2, 3]),
    count=st.none() | st.builds(Count, st.decimals(0, 999, places=2), st.just("次/夜")),
    trend=st.none() | st.sampled_from(Trend),
    texts=st.lists(texts | st.just(""), min_size=4, max_size=4),
)


@st.composite
def filled(draw: st.DrawFn, questionnaire: Questionnaire) -> tuple[dict[str, object], tuple[Finding, ...]]:
    """Answers and findings that fit a form, without answers to items that are not asked."""
    listed = questionnaire.symptom_list
    answers = draw(_object_for(questionnaire.items, listed))
    symptoms = tuple(draw(st.lists(findings, max_size=3))) if listed else ()
    while unasked := {found.where for found in check_answers(questionnaire, answers, symptoms)}:
        answers = _without(answers, unasked)
    return answers, symptoms


def _without(tree: dict[str, object], link_ids: set[str]) -> dict[str, object]:
    pruned = {key: _pruned(value, link_ids) for key, value in tree.items() if key not in link_ids}
    return {key: value for key, value in pruned.items() if value not in ({}, [])}


def _pruned(value: object, link_ids: set[str]) -> object:
    if isinstance(value, list):
        return [entry for entry in (_pruned(entry, link_ids) for entry in value) if entry != {}]
    if isinstance(value, dict) and not {"unit", "code"} & set(value):
        return _without(value, link_ids)
    return value
