"""Who the clinic knows, as no list of spellings has them: escaped within what is escaped, marked up, parted by other signs, in words."""

import html
import json
import urllib.parse

import pytest

from core.base.ids import record_no_of
from core.net.deid.deidentifier import Deidentifier
from core.net.deid.known import Identity
from core.net.deid.placeholders import Placeholders
from core.net.deid.span import Kind
from tests.fakes.known_people import People, deidentifier

OPEN = record_no_of(1)
NAME = "欧阳晓岚"
PATIENT = Identity(
    Kind.PATIENT,
    (NAME,),
    ((Kind.PHONE, "13812345678"), (Kind.PHONE, "010-87654321"), (Kind.ID_CARD, "11010519491231002X")),
    OPEN,
    births=("1949-12-31",),
)
ONCE = json.dumps({"name": NAME})
TWICE = json.dumps(ONCE)

NAMES = [
    TWICE,
    json.dumps(TWICE),
    "".join(f"&#{ord(sign)};" for sign in NAME),
    "".join(f"&#x{ord(sign):X};" for sign in NAME),
    urllib.parse.quote(NAME),
    f"来的是{NAME[:2]}**{NAME[2:]}**",
    "-".join(NAME),
    "_".join(NAME),
    "~".join(NAME),
    "`".join(NAME),
    "&nbsp;".join(NAME),
    "%20".join(NAME),
]
NUMBERS = [
    *("138/1234/5678", "138_1234_5678", "138*1234*5678", "138|1234|5678", "138:1234:5678", "138;1234;5678"),
    *("138&nbsp;1234&nbsp;5678", "138%201234%205678", "138&#45;1234&#45;5678", "87654321"),
    *("11010519491231002", "110105/19491231/002X"),
]
BIRTHS = [
    *(
        "1949年十二月三十一日",
        "一九四九年十二月三十一日",
        "一九四九年十二月卅一",
        "31-12-1949",
        "12/31/1949",
        "31.12.1949",
    ),
]


@pytest.fixture
def clinic() -> Deidentifier:
    return deidentifier(People([PATIENT], {OPEN: [PATIENT]}))


@pytest.mark.parametrize("written", NAMES)
def test_a_name_that_is_escaped_or_marked_up(clinic: Deidentifier, written: str) -> None:
    done = clinic.strip(f"昨天{written}，头痛", Placeholders(), OPEN)
    assert [one.kind for one in done.replaced] == [Kind.PATIENT]
    left = html.unescape(urllib.parse.unquote(done.value)).encode().decode("unicode_escape", "ignore")
    assert not set(NAME) & {*done.value, *left}
    assert done.placeholders.restored(done.value) == f"昨天{written}，头痛"


@pytest.mark.parametrize("written", NUMBERS)
def test_a_number_that_is_parted_by_other_signs_or_not_whole(clinic: Deidentifier, written: str) -> None:
    done = clinic.strip(f"昨天{written}头痛", Placeholders())
    assert [one.written for one in done.replaced] == [written]


@pytest.mark.parametrize("written", BIRTHS)
def test_the_day_somebody_was_born_however_it_is_written(clinic: Deidentifier, written: str) -> None:
    done = clinic.strip(f"昨天{written}头痛", Placeholders(), OPEN)
    assert [(one.written, one.kind) for one in done.replaced] == [(written, Kind.BIRTH)]


def test_a_number_of_somebody_that_came_as_a_fraction(clinic: Deidentifier) -> None:
    done = clinic.strip({"a": 13812345678.0, "b": 1.5, "c": 2.0}, Placeholders())
    assert done.value == {"a": "[电话1]", "b": 1.5, "c": 2.0}


def test_what_only_looks_so_is_no_number_of_anybody(clinic: Deidentifier) -> None:
    text = "血压138/92，2026/11/30 12:34:56复查；5%20ml，比例1:2:3，一九四九年十二月三十日建院，12-30-1949。"
    assert clinic.strip(text, Placeholders(), OPEN).replaced == ()


def test_a_text_of_nothing_but_escapes_takes_no_time(clinic: Deidentifier) -> None:
    for text in ("\\" * 60_000, "&#" * 30_000, "%E7" * 20_000, "1/" * 30_000):
        clinic.strip(text, Placeholders())
