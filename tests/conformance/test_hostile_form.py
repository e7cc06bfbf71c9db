"""A third form, made to be awkward, mounted as a pack: filled, saved, reopened and compared, with no code of its own."""

import json
import shutil
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import pytest

from core.base.errors import UserError
from core.forms.exact_json import dump_json, load_json
from core.packhost.host import SHIPPED, Packs, mount
from tests.fakes.clinic import Clinic, content, count_of, rows, store_of, symptom

FORM = Path(__file__).parents[1] / "fakes" / "hostile_form.json"

FIRST = r"""{
 "1. 主诉 (chief)": "  头痛 | 三日\n夜间尤甚  ",
 "a.b.c": true,
 "a.b.c.d": ["花粉", " 尘\t螨 ", "虾"],
 "外层 group": {
  "内层/1": {"体温 ℃": 38.50, "烧到几度才问": "23:59:59.120", "脉 率": 96,
             "dose": [{"value": 9.50, "unit": "g"}, {"value": 10, "unit": "g"}], "dose2": {"value": 0.10, "unit": "钱"}},
  "status?": "不详", "under.question": "<script>", "under.question.2": "-2"
 },
 "meds[2]": [
  {"meds[2].name": "甘草", "meds[2].times": [{"when": "2026-11-01T08:00:00+08:00", "stopped": true, "stop.date": "2025-12",
     "since stop": "无"}, {"when": "2026-11", "stopped": false, "since stop": "x"}]},
  {"meds[2].name": "麻黄"}
 ],
 "link": "urn:x:/y?z=%20",
 "kinds": ["甲", "乙 ", "c"],
 "舌": "舌红 | 少苔",
 "脉": {"code": "不详"},
 "__proto__": "{}",
 "null": "nil"
}"""
SECOND = (
    r"""{"1. 主诉 (chief)": "复诊", "外层 group": {"内层/1": {"脉 率": 80}, "status?": "有"}, "舌": "舌淡"}"""
)


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    """The shipped packs and, in a folder of its own, one that brings the form and nothing else."""
    folder = tmp_path / "packs" / "awkward"
    (folder / "forms").mkdir(parents=True)
    shutil.copy(FORM, folder / "forms" / "hostile.json")
    manifest = {
        "apiVersion": 1,
        "name": "awkward",
        "version": "0.1.0",
        "displayName": "怪",
        "engines": {"mingdao": ">=0.5 <0.7"},
    }
    contributes = {"contributes": {"forms": ["forms/*.json"]}}
    (folder / "pack.json").write_text(json.dumps({**manifest, **contributes}), encoding="utf-8")
    return mount(SHIPPED, folder.parent)


@pytest.fixture
def clinic(clinic: Clinic) -> Clinic:
    clinic.add("陈敏")
    return clinic


def answers(text: str) -> Mapping[str, object]:
    raw = load_json(text)
    assert isinstance(raw, dict)
    return raw


def save(clinic: Clinic, packs: Packs) -> None:
    """Two visits, a fortnight apart."""
    now = (symptom("口 干", grade=2, words="|"), symptom("头痛", field="x", count=count_of(3, "次")))
    later = (symptom("口干", grade=1), symptom("头痛", "无", trend="消失"), symptom("ZZ", trend="又起"))
    with clinic.open(packs=packs) as kernel:
        kernel.intake.save("P001", "hostile", content(answers(FIRST), now), "2026-11-01")
        kernel.intake.save("P001", "hostile", content(answers(SECOND), later), "2026-11-15")


def exact(value: object) -> object:
    """Answers with every number digit by digit: 38.50 is not 38.5. The order of keys is the form's, not the file's."""
    if isinstance(value, Mapping):
        return {key: exact(entry) for key, entry in value.items()}
    return [exact(entry) for entry in value] if isinstance(value, list) else dump_json(value)


def test_it_is_listed_beside_the_others(clinic: Clinic, packs: Packs) -> None:
    with clinic.open(packs=packs) as kernel:
        assert [form.slug for form in kernel.forms.every()] == ["shiwen", "menzhen", "hostile"]


def test_its_answers_come_back_byte_for_byte(clinic: Clinic, packs: Packs) -> None:
    save(clinic, packs)
    with clinic.open(packs=packs) as kernel:
        first, second = kernel.records.of_patient("P001")
    assert exact(first.answers) == exact(answers(FIRST))
    assert exact(second.answers) == exact(answers(SECOND))
    group = first.answers["外层 group"]
    assert isinstance(group, dict)
    assert str(group["内层/1"]["体温 ℃"]) == str(Decimal("38.50"))


def test_its_visits_are_compared_by_the_same_table(clinic: Clinic, packs: Packs) -> None:
    save(clinic, packs)
    with clinic.open(packs=packs) as kernel:
        compared = kernel.compare.visits("P001")
    assert [(row.symptom, row.state or row.marker, row.rule) for row in compared.rows] == [
        ("口干", "减轻", "D4"),
        ("头痛", "消失", "B2"),
        ("ZZ", "首次记录", "C2"),
        ("舌象", None, None),
        ("脉象", None, None),
    ]


def test_its_visits_are_read_when_the_pack_is_gone(clinic: Clinic, packs: Packs) -> None:
    save(clinic, packs)
    found = clinic.json("visits", "--record-no", "P001")["visits"]
    assert [one["form"] for one in found] == ["hostile", "hostile"]
    assert found[1]["answers"] == json.loads(SECOND)
    assert clinic.json("compare", "--record-no", "P001")["rows"][0]["state"] == "减轻"
    assert "怪 表" in clinic.run("visits", "--record-no", "P001").out


def test_its_chief_complaint_is_on_the_list(clinic: Clinic, packs: Packs) -> None:
    save(clinic, packs)
    assert clinic.json("patient", "find", "陈敏")["candidates"][0]["chief_complaint"] == "复诊"


def test_it_keeps_drafts_like_any_other(clinic: Clinic, packs: Packs) -> None:
    with clinic.open(packs=packs) as kernel:
        with pytest.raises(UserError) as refusal:
            kernel.intake.save("P001", "hostile", content({"a.b.c": True}))
        missing = list(refusal.value.details["missing"])
        assert missing == ["1. 主诉 (chief)", "a.b.c.d"]
        assert kernel.intake.drafts("P001")[0].content == content({"a.b.c": True})


def test_its_definition_is_kept_as_the_pack_wrote_it(clinic: Clinic, packs: Packs) -> None:
    save(clinic, packs)
    with clinic.open(packs=packs) as kernel:
        kept = rows(store_of(kernel), "SELECT ref, definition FROM form_definitions")
    assert kept == [("urn:example:hostile/表 单|2026.11-β", FORM.read_text(encoding="utf-8"))]
