"""Taking people out of a text and putting them back: exactly, whatever a model does to the placeholders, and never what was not taken out."""

import json
import pickle
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import Refused
from core.base.ids import RecordNo
from core.net.deid.deidentifier import Deidentifier, Stripped
from core.net.deid.known import Identity, Index
from core.net.deid.placeholders import Placeholders
from core.net.deid.span import Kind, Layer
from tests.fakes.known_people import OPEN, People, deidentifier

WANG = Identity(
    Kind.PATIENT, ("王小芳",), ((Kind.PHONE, "13912345678"), (Kind.ID_CARD, "110105198003150012")), OPEN
)
LI = Identity(Kind.PERSON, ("李卫东",), ((Kind.PHONE, "010-62345678"),), RecordNo("P002"))
CLINIC = deidentifier(People([LI, Identity(Kind.STAFF, ("赵医明",))], {OPEN: [WANG]}))


def strip(text: str, about: RecordNo | None = OPEN) -> Stripped[str]:
    return CLINIC.strip(text, Placeholders(), about)


def test_the_three_layers_say_which_of_them_it_was() -> None:
    done = strip("王小芳，座机0571-88886666，丈夫陈立新陪诊")
    assert done.value == "[患者1]，座机[电话1]，丈夫[人名1]陪诊"
    assert [(one.layer, one.rule) for one in done.replaced] == [
        (Layer.KNOWN, "known_near"),
        (Layer.RULE, "phone_landline"),
        (Layer.NAME, "name_kin"),
    ]


def test_the_kinds_tell_a_model_who_is_who() -> None:
    assert strip("赵医明看了王小芳和李卫东").value == "[医护1]看了[患者1]和[人名1]"


def test_one_value_is_one_placeholder_and_another_spelling_keeps_its_number() -> None:
    done = strip("王小芳来过；王 小 芳又来；王小芳还来")
    assert done.value == "[患者1]来过；[患者1-2]又来；[患者1]还来"
    assert done.placeholders.restored(done.value) == "王小芳来过；王 小 芳又来；王小芳还来"


def test_placeholders_last_for_a_conversation() -> None:
    table = Placeholders()
    first = CLINIC.strip("王小芳说头痛", table, OPEN).value
    second = CLINIC.strip("李卫东问王小芳", table, OPEN).value
    assert (first, second) == ("[患者1]说头痛", "[人名1]问[患者1]")


@pytest.mark.parametrize(
    "answer",
    [
        "［患者1］宜温补",
        "【患者1】宜温补",
        "[ 患者 1 ]宜温补",
        "[患者１]宜温补",
        "\\[患者1\\]宜温补",
        "〔患者1〕宜温补",
    ],
)
def test_what_a_model_does_to_the_brackets_is_forgiven(answer: str) -> None:
    assert strip("王小芳").placeholders.restored(answer) == "王小芳宜温补"


def test_nothing_is_put_back_that_was_not_taken_out() -> None:
    table = strip("王小芳").placeholders
    answer = "[患者2]、[电话1]、（患者1）、患者1、[患者]"
    assert table.restored(answer) == answer


def test_a_text_that_already_has_placeholders_is_not_confused() -> None:
    written = "按模板填：[患者1]、【电话 1】；王小芳"
    done = strip(written)
    assert done.value == "按模板填：[原文1]、[原文2]；[患者1]"
    assert done.placeholders.restored(done.value) == written


def test_overlapping_finds_go_as_one() -> None:
    done = strip("家住浙江省杭州市西湖区王小芳路12号3幢，电话13912345678转801")
    assert done.value == "家住[地址1]，电话[电话1]"


def test_nested_values_are_stripped_by_what_they_are_called_and_come_back_as_they_were() -> None:
    value = {
        "name": "高兴",
        "联系": [{"phone": 13912345678, "note": "王小芳女士"}, ("证", "110105198003150012")],
        "剂数": 7,
        "age": 46,
        "ok": True,
        "none": None,
        "王小芳": "头痛",
    }
    table = Placeholders()
    done = CLINIC.strip(value, table, OPEN)
    assert "王小芳" not in str(done.value)
    assert "13912345678" not in str(done.value)
    assert done.value["name"] == "[人名1]"
    assert (done.value["剂数"], done.value["age"], done.value["ok"]) == (7, 46, True)
    assert table.restored_value(done.value) == value
    assert {one.where for one in done.replaced} >= {("name",), ("联系", 0, "phone"), ("联系", 1, 1)}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_json_stays_json(indent: int | None, ascii_only: bool) -> None:
    value = {"姓名": "王小芳", "phone": 13912345678, "note": "证 1101051980\n03150012", "n": [1, 13912345678]}
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    done = strip(text)
    left = json.loads(done.value)
    assert left["姓名"].startswith("[患者1")
    assert left["phone"] == left["n"][1] == "[电话1]"
    assert "0315" not in done.value
    assert done.placeholders.restored(done.value) == text
    assert json.loads(done.placeholders.restored_json(done.value)) == value


def test_what_is_put_back_into_json_is_written_as_json_writes_it() -> None:
    done = strip("身份证 1101051980\n03150012")
    assert json.loads(done.placeholders.restored_json('{"证": "[身份证1]"}')) == {
        "证": "1101051980\n03150012"
    }


@given(st.integers(1, 9))
def test_an_answer_in_pieces_is_restored_as_a_whole_one(size: int) -> None:
    table = strip("王小芳，电话13912345678").placeholders
    answer = "给[患者1]打【电话 1】，[不是]，末尾[患者1"
    stream = table.stream()
    shown = "".join(stream.feed(answer[at : at + size]) for at in range(0, len(answer), size)) + stream.end()
    assert shown == table.restored(answer)


SPELLINGS: tuple[Callable[[str], str], ...] = (
    str,
    " ".join,
    "\u3000".join,
    "\u200b".join,
    "·".join,
    lambda name: name.replace("东", "東").replace("卫", "衛"),
    lambda name: name.encode("unicode-escape").decode(),
)
PIECES = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            (
                "[患者1]",
                "【人名 1】",
                "[原文1-2]",
                "\\[",
                "，",
                "\n",
                "患者",
                "电话",
                "13912345678",
                "110105198003150012",
            )
        ),
        st.tuples(st.sampled_from(("王小芳", "李卫东")), st.sampled_from(SPELLINGS)).map(
            lambda both: both[1](both[0])
        ),
    ),
    max_size=8,
)


@given(PIECES)
def test_an_echoed_text_comes_back_as_it_was(pieces: list[str]) -> None:
    text = "".join(pieces)
    done = strip(text)
    assert done.placeholders.restored(done.value) == text


@given(
    st.sampled_from(("王小芳", "李卫东")),
    st.sampled_from(SPELLINGS),
    st.text(max_size=20),
    st.text(max_size=20),
)
def test_no_known_name_is_left_in_any_spelling(
    name: str, spelling: Callable[[str], str], before: str, behind: str
) -> None:
    written = spelling(name)
    done = strip(f"{before.replace(chr(92), '')}{written}{behind}")
    assert written not in done.value


def test_the_table_stays_here() -> None:
    done = strip("王小芳，13912345678")
    for shown in (repr(done), repr(done.placeholders), repr(WANG), repr(Index([WANG]))):
        assert "王小芳" not in shown
        assert "1391" not in shown
    with pytest.raises(TypeError, match="this process"):
        pickle.dumps(done.placeholders)


def test_a_preview_shows_what_would_leave_and_changes_nothing() -> None:
    table = Placeholders()
    CLINIC.strip("李卫东", table, OPEN)
    shown = CLINIC.preview("李卫东带王小芳来", table, OPEN)
    assert shown.value == "[人名1]带[患者1]来"
    assert [(one.written, one.placeholder) for one in shown.replaced] == [
        ("李卫东", "[人名1]"),
        ("王小芳", "[患者1]"),
    ]
    assert len(table) == 1
    assert CLINIC.strip("王小芳", table, OPEN).value == "[患者1]"


class _Gone:
    def everybody(self) -> Index:
        raise OSError

    def around(self, record_no: RecordNo) -> Iterable[Identity]:
        raise LookupError(record_no)


@pytest.mark.parametrize("known", [_Gone(), People([], {})])
def test_without_the_first_layer_nothing_leaves(known: _Gone | People) -> None:
    with pytest.raises(Refused, match="deid_unavailable"):
        Deidentifier(known, lambda: date(2026, 11, 30)).strip("头痛三天", Placeholders(), OPEN)


def test_when_anything_goes_wrong_nothing_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.net.deid.marked._emails", int)
    with pytest.raises(Refused, match="deid_failed"):
        strip("头痛三天")


def test_what_cannot_be_blotted_out_does_not_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.net.deid.deidentifier._blotted", lambda text, spans: text)
    with pytest.raises(Refused, match="deid_failed"):
        strip("王小芳头痛三天")


class _Slow(dict[Kind, int]):
    def get(self, *given: Any) -> Any:
        found = super().get(*given)
        time.sleep(0.001)
        return found


def test_two_people_are_two_in_a_table_that_two_questions_fill_at_once() -> None:
    table = Placeholders()
    table._last = _Slow()
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(lambda number: table.of(Kind.PERSON, f"甲{number}"), range(40)))
    assert len({one.partition("-")[0] for one in said}) == 40
    assert all(table.restored(one) == f"甲{number}" for number, one in enumerate(said))
