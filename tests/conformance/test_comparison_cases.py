"""Cases T52 to T61: the four states between saved visits, on the whole road."""

from typing import Any

import pytest

from tests.fakes.clinic import MENZHEN, Clinic, chen_min, count_of, prepared, symptom

FIRST, SECOND, THIRD = "2026-03-01T09:00", "2026-03-15T09:00", "2026-03-29T09:00"


@pytest.fixture
def p001(clinic: Clinic) -> Clinic:
    prepared(clinic, chen_min)
    return clinic


def seen(clinic: Clinic, at: str, *symptoms: dict[str, object], **answers: str) -> int:
    """Save a visit of P001; its number."""
    done = clinic.save("P001", {**MENZHEN, **answers}, symptoms, at=at)
    assert done.code == 0, done.out
    return int(done.json["visit"])


def compare(clinic: Clinic, *arguments: str) -> Any:
    return clinic.json("compare", "--record-no", "P001", *arguments)


def results(compared: Any) -> dict[str, tuple[str | None, str | None]]:
    """State and marker of each symptom."""
    return {row["symptom"]: (row["state"], row["marker"]) for row in compared["rows"]}


@pytest.mark.parametrize("count", [0, 1])
def test_T52_fewer_than_two_visits_cannot_be_compared(p001: Clinic, count: int) -> None:
    for _ in range(count):
        seen(p001, FIRST)
    compared = compare(p001)
    assert (compared["from"], compared["to"], compared["visits"], compared["rows"]) == (None, None, count, [])
    done = p001.run("compare", "--record-no", "P001")
    assert done.code == 0
    assert f"已有 {count} 次就诊" in done.out


def test_T53_the_table_shows_then_now_and_the_change(p001: Clinic) -> None:
    seen(p001, FIRST, symptom("口干", words="口干明显"))
    seen(p001, SECOND, symptom("口干", trend="减轻", words="口干略减"))
    lines = p001.run("compare", "--record-no", "P001").out.splitlines()
    heading = next(line for line in lines if "症状" in line)
    row = next(line for line in lines if "口干" in line and "症状" not in line)
    assert [word for word in heading.split() if word in {"症状", "变化"}] == ["症状", "变化"]
    assert [row.index(part) for part in ("口干明显", "口干略减", "减轻")] == sorted(
        row.index(part) for part in ("口干明显", "口干略减", "减轻")
    )


def test_T53_it_is_stored_with_the_newer_record(p001: Clinic) -> None:
    seen(p001, FIRST, symptom("口干"))
    seen(p001, SECOND, symptom("口干", trend="减轻"))
    stored = p001.rows(
        "SELECT v.number, c.base_number, v.saved_at <> '' FROM comparisons AS c JOIN visits AS v ON v.id = c.visit_id"
    )
    assert stored == [(2, 1, 1)]


@pytest.mark.parametrize(
    ("before", "now", "state"),
    [
        (symptom("口干", grade=3), symptom("口干", grade=1), "减轻"),
        (symptom("口干", grade=1), symptom("口干", grade=3), "加重"),
        (symptom("口干", grade=2), symptom("口干", grade=2), "无变化"),
        (symptom("口干"), symptom("口干", "无"), "消失"),
    ],
)
def test_T56_the_four_states(
    p001: Clinic, before: dict[str, object], now: dict[str, object], state: str
) -> None:
    seen(p001, FIRST, before)
    seen(p001, SECOND, now)
    assert results(compare(p001)) == {"口干": (state, None)}


def test_T57_absent_before_and_present_now_is_a_marker(p001: Clinic) -> None:
    seen(p001, FIRST, symptom("口干", "无"))
    seen(p001, SECOND, symptom("口干"), symptom("头痛"))
    assert results(compare(p001)) == {"口干": (None, "新出现"), "头痛": (None, "首次记录")}


def test_T57_a_marker_leaves_the_state_column_empty(p001: Clinic) -> None:
    seen(p001, FIRST)
    seen(p001, SECOND, symptom("头痛"))
    printed = p001.run("compare", "--record-no", "P001").out
    row = next(line for line in printed.splitlines() if "头痛" in line)
    assert row.split()[:4] == ["头痛", "—", "有", "首次记录"]
    assert all(state not in row for state in ("消失", "减轻", "无变化", "加重"))


def test_T59_comparing_twice_is_the_same_to_the_byte(p001: Clinic) -> None:
    seen(p001, FIRST, symptom("夜尿", count=count_of(3, "次/夜")), symptom("口干", grade=2), shexiang="舌红")
    seen(p001, SECOND, symptom("口干", grade=1), symptom("夜尿", count=count_of(1, "次/夜")), shexiang="舌淡")
    first = p001.run("compare", "--record-no", "P001", "--json").out
    assert p001.run("compare", "--record-no", "P001", "--json").out == first
    assert compare(p001)["differs_from_saved"] is False


HOSTILE = "夜间|加重\n第二行\r\x1b[31m红\x07\x85\u2028尾"


def test_T60_what_breaks_tables_breaks_none(p001: Clinic) -> None:
    seen(p001, FIRST, symptom("口|干\n痛", words=HOSTILE))
    seen(p001, SECOND, symptom("口|干\n痛", trend="减轻", words=HOSTILE), shexiang=HOSTILE)
    plain = p001.run("compare", "--record-no", "P001")
    assert [row["current"]["words"] for row in compare(p001)["rows"]] == [HOSTILE, HOSTILE]
    heights = [line for line in plain.out.splitlines() if "减轻" in line]
    assert len(heights) == 1
    assert "口|干 痛" in heights[0]


@pytest.mark.parametrize(
    "command",
    [
        ["compare", "--record-no", "P001"],
        ["visits", "--record-no", "P001"],
        ["patient", "find", "陈敏"],
        ["patient", "find", "\x1b[2J赵"],
        ["patient", "show", "--record-no", "P002"],
        ["intake", "draft", "show", "--record-no", "P001"],
        ["compare", "--record-no", "\x1b[31mP1"],
    ],
)
def test_T60_no_control_character_reaches_the_terminal(p001: Clinic, command: list[str]) -> None:
    p001.add("赵\x1b[31m红\u2028云")
    seen(p001, FIRST, symptom("口干", words=HOSTILE), zhushu=HOSTILE)
    seen(p001, SECOND, symptom("口干", trend="减轻", words=HOSTILE, since=HOSTILE), shexiang=HOSTILE)
    file = str(p001.answers({"zhushu": HOSTILE}))
    p001.json("intake", "draft", "save", "--record-no", "P001", "--form", "menzhen", "--answers", file)
    done = p001.run(*command)
    for mark in ("\x1b", "\x07", "\x85", "\r", "\u2028"):
        assert mark not in done.out
        assert mark not in done.err


def test_T61_the_order_of_saving_does_not_matter(p001: Clinic) -> None:
    seen(p001, SECOND, symptom("口干", grade=1))
    seen(p001, FIRST, symptom("口干", grade=3))
    compared = compare(p001)
    assert (compared["from"], compared["to"]) == (2, 1)
    assert results(compared) == {"口干": ("减轻", None)}


def test_T61_equal_times_are_ordered_by_number(p001: Clinic) -> None:
    seen(p001, FIRST, symptom("口干", grade=3))
    seen(p001, FIRST, symptom("口干", grade=1))
    compared = compare(p001)
    assert (compared["from"], compared["to"]) == (1, 2)
    assert results(compared) == {"口干": ("减轻", None)}


def test_T61_a_back_dated_visit_takes_its_place_and_keeps_its_number(p001: Clinic) -> None:
    seen(p001, FIRST, symptom("口干", grade=1))
    seen(p001, THIRD, symptom("口干", grade=2))
    assert seen(p001, SECOND, symptom("口干", grade=3)) == 3
    listed = p001.json("visits", "--record-no", "P001")["visits"]
    assert [(one["visit"], one["label"]) for one in listed] == [(1, "初诊"), (3, "第2诊"), (2, "第3诊")]
    compared = compare(p001)
    assert (compared["from"], compared["to"]) == (3, 2)
    assert results(compared) == {"口干": ("减轻", None)}
