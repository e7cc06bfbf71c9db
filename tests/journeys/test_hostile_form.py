"""A form nobody here wrote code for: filled by keys in the real window, saved, compared after a second visit, printed."""

import json
import shutil
from pathlib import Path

import pytest

from core.packhost.host import SHIPPED, mount
from tests.fakes.clinic import Clinic
from tests.fakes.forms import hostile_form
from tests.fakes.paper import pages_of, plain, words_of
from tests.journeys.program import played

pytestmark = pytest.mark.slow

FORM = Path(__file__).parents[1] / "fakes" / "hostile_form.json"
FIRST = {
    "1. 主诉 (chief)": "  头痛 | 三日\n夜间尤甚  ",
    "a.b.c": True,
    "a.b.c.d": ["虾", " 尘\t螨 "],
    "舌": "舌红 | 少苔",
    "脉": {"code": "不详"},
    "link": "urn:x:/y?z=%20",
    "kinds": ["甲"],
    "__proto__": "{}",
    "null": "nil",
    "meds[2]": [{"meds[2].name": "甘草"}],
}


def test_a_hostile_form_goes_all_the_way(clinic: Clinic, tmp_path: Path) -> None:
    clinic.add("陈敏")
    pack = tmp_path / "packs" / "awkward"
    (pack / "forms").mkdir(parents=True)
    shutil.copy(FORM, pack / "forms" / "hostile.json")
    manifest = {
        "apiVersion": 1,
        "name": "awkward",
        "version": "0.1.0",
        "displayName": "怪",
        "engines": {"mingdao": ">=0.5 <0.7"},
    }
    (pack / "pack.json").write_text(
        json.dumps({**manifest, "contributes": {"forms": ["forms/*.json"]}}), encoding="utf-8"
    )
    (shown,) = played("hostile", clinic, str(pack.parent), str(tmp_path))
    top = shown["rows"][0]
    assert top[0] == "头痛"
    assert "减轻" in top
    with clinic.open(packs=mount(SHIPPED, pack.parent)) as kernel:
        first, second = kernel.records.of_patient("P001")
        compared = kernel.compare.visits("P001")
    assert {key: first.answers[key] for key in FIRST} == FIRST
    inner = first.answers["外层 group"]
    assert isinstance(inner, dict)
    assert str(inner["内层/1"]["体温 ℃"]) == "38.50"
    assert (inner["status?"], inner["under.question"], inner["under.question.2"]) == (
        "不详",
        "<script>",
        "-2",
    )
    assert [(one.term, one.grade, one.words) for one in first.findings] == [
        ("头痛", 3, "<b>疼</b> 得 & 睡不着")
    ]
    assert second.answers["1. 主诉 (chief)"] == "复诊"
    assert (compared.rows[0].symptom, compared.rows[0].state) == ("头痛", "减轻")
    for name, expected in (
        ("comparison", ("陈敏", "头痛", "减轻", "<b>疼", "舌红 | 少苔")),
        ("record", ("陈敏", hostile_form().title, "复诊", "舌淡")),
    ):
        file = tmp_path / f"{name}.pdf"
        words = words_of(file)
        assert pages_of(file) >= 1
        assert [part for part in expected if plain(part) not in words] == []
