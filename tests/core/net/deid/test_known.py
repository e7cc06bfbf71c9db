"""Whom the clinic knows: names that are also words, numbers in any spelling, records, births."""

import pytest

from core.base.ids import RecordNo
from core.net.deid.folded import name_form, plain, tight
from core.net.deid.known import Identity, Index, digits_of
from core.net.deid.placeholders import Placeholders
from core.net.deid.span import Kind
from tests.fakes.known_people import OPEN, People, deidentifier


def person(name: str, **more: str) -> Identity:
    return Identity(Kind.PERSON, (name,), tuple((Kind.PHONE, number) for number in more.values()))


def strip(text: str, *others: str, patient: Identity | None = None) -> str:
    people = People(map(person, others), {OPEN: [patient] if patient else []})
    return deidentifier(people).strip(text, Placeholders(), OPEN).value


def test_of_others_a_name_that_is_a_word_needs_a_cue() -> None:
    assert (
        strip("方用杜仲、白术，她很高兴地说好多了", "杜仲", "白术", "高兴")
        == "方用杜仲、白术，她很高兴地说好多了"
    )
    assert strip("杜仲先生，高兴女士", "杜仲", "高兴") == "[人名1]，[人名2]女士"
    assert strip("高兴，女，38岁", "高兴") == "[人名1]，女，38岁"
    assert strip("患者高兴", "高兴") == "患者[人名1]"
    assert strip("家属：高兴", "高兴") == "家属：[人名1]"


def test_the_patient_of_the_open_record_needs_none() -> None:
    patient = Identity(Kind.PATIENT, ("杜仲",))
    assert strip("杜仲诉腰酸，方用杜仲", patient=patient) == "[患者1]诉腰酸，方用[患者1]"


def test_of_others_a_name_within_a_longer_word_is_the_word() -> None:
    assert strip("肌张力高，取马钱子粉", "张力", "马钱") == "肌张力高，取马钱子粉"
    assert strip("加石菖蒲，去连云港", "石菖", "连云") == "加石菖蒲，去连云港"
    assert strip("张力来电", "张力") == "[人名1]来电"


def test_the_patient_is_known_by_the_given_name_too() -> None:
    patient = Identity(Kind.PATIENT, ("欧阳秀岚", "陈文静"))
    assert strip("秀岚昨夜咳", patient=patient) == "[患者1]昨夜咳"
    assert strip("人很文静", patient=patient) == "人很文静"


def test_a_latin_name_is_a_whole_word() -> None:
    assert strip("Anna Liu's annals, ANNA LIU", "Anna Liu") == "[人名1]'s annals, [人名1-2]"
    assert strip("hi Anna Liu x", "Anna Liu") == "hi [人名1] x"
    assert strip("Joanna Liu, Anna Liuz", "Anna Liu") == "Joanna Liu, Anna Liuz"
    assert strip("Li and ion", "Li", "Io") == "Li and ion"


@pytest.mark.parametrize(
    "written",
    [
        "0571 8888 6666",
        "０５７１－８８８８６６６６",
        "(0571)88886666",
        "零五七一八八八八六六六六",
        "0571-88886666转12",
    ],
)
def test_a_known_landline_in_any_spelling(written: str) -> None:
    clinic = deidentifier(People([person("甲", phone="0571-88886666")]))
    done = clinic.strip(f"总量 {written} 单位", Placeholders())
    assert not any(sign.isdecimal() for sign in done.value.replace(done.replaced[0].placeholder, ""))
    assert done.replaced[0].rule in {"known", "phone_landline"}


def test_known_digits_are_looked_for_within_a_longer_number() -> None:
    clinic = deidentifier(People([person("甲", phone="13912345678")]))
    assert clinic.strip("单号99139123456787", Placeholders()).value == "单号99[电话1]7"


def test_record_numbers_of_the_clinic() -> None:
    clinic = deidentifier(People([Identity(Kind.PERSON, record_no=RecordNo("P012"))]))
    done = clinic.strip("见p012与Ｐ０１２，不是P013，也不是CYP012", Placeholders())
    assert done.value == "见[病历号1]与[病历号1-2]，不是P013，也不是CYP012"


def test_the_day_the_patient_was_born_needs_no_cue_and_other_days_stay() -> None:
    patient = Identity(Kind.PATIENT, births=("1980-03-15", "1980"))
    done = strip("1980年3月15日，1980-03-15；2026-11-03复诊，1980年起病", patient=patient)
    assert done == "[出生日期1]，[出生日期1-2]；2026-11-03复诊，1980年起病" or done.count("[出生日期") == 2
    assert "2026-11-03复诊，1980年起病" in done


def test_an_address_of_somebody_known_is_found_however_it_is_parted() -> None:
    patient = Identity(Kind.PATIENT, addresses=("柳荫街甲14",))
    assert strip("还在柳荫街 甲14 呢", patient=patient) == "还在[地址1] 呢"


def test_added_people_are_known_at_once() -> None:
    index = Index([person("王芳")])
    index.add([person("赵云起")])
    assert [kind for *_, kind in index.names_in(tight("趙雲起"))] == [Kind.PERSON]
    assert (len(index), index.number("1")) == (2, None)


@pytest.mark.parametrize(
    "number", ["+86 139-1234-5678", "008613912345678", "１３９１２３４５６７８", "139 1234 5678转2"]
)
def test_a_number_is_known_however_it_is_kept(number: str) -> None:
    assert digits_of(number) == "13912345678"


def test_folding_finds_the_way_back() -> None:
    raw = "甲\u200b王\u3000\\u5c0f㏄e\u0301"
    assert name_form("王\u3000小") == "王小"
    folded = tight(raw)
    at = folded.text.index("王小")
    assert raw[slice(*folded.origin(at, at + 2))] == "王\u3000\\u5c0f"
    assert plain("①２\u200b٣").text == "123"


def test_half_a_pair_is_no_reason_to_stop() -> None:
    assert strip("坏字\ud800，陈立新女士", "陈立新") == "坏字\ud800，[人名1]女士"


def test_looking_up_changes_nothing() -> None:
    """Several texts are looked through at a time, and a patient may be registered meanwhile: whoever is added is found by the next."""
    index = Index([person("王小明", phone="13812345678")])
    before = dict(vars(index))
    assert list(index.names_in(tight("王小明与欧阳晓岚"))) == [(0, 3, Kind.PERSON)]
    assert vars(index) == before
    index.add([person("欧阳晓岚")])
    assert [start for start, _, _ in index.names_in(tight("王小明与欧阳晓岚"))] == [0, 4]
