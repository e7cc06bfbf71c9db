"""The tools of the TCM pack in a clinic, and its three red lines: what is missing, whose record it is, what is concluded."""

from collections.abc import Iterator, Mapping
from datetime import date

import pytest

from core.base.messages import Messages
from core.kernel import Kernel
from core.packhost.api import FollowUp
from core.services.red_lines.wording import noticed_words
from core.tools.words import told
from tests.fakes.calls import BOARD, COLLECT, COMPARE, FULL, TEN, ask, code_of, stopped_by
from tests.fakes.clinic import Clinic, content, rows, store_of, symptom
from tests.fakes.packs import tcm_module

followup = tcm_module("followup")


@pytest.fixture
def patient(clinic: Clinic) -> str:
    return clinic.add("陈敏")


@pytest.fixture
def kernel(clinic: Clinic, patient: str) -> Iterator[Kernel]:
    assert patient == "P001"
    with clinic.open() as opened:
        yield opened


def saved(kernel: Kernel) -> int:
    return int(str(rows(store_of(kernel), "SELECT count(*) FROM visits")[0][0]))


def given(patient: str = "P001", **changes: object) -> dict[str, object]:
    return {"patientId": patient, "answers": {**FULL, **changes}}


def test_a_whole_intake_is_a_visit(kernel: Kernel) -> None:
    symptoms = [symptom("头痛", grade=2, count={"value": 37.5, "unit": "次/月"})]
    answer = ask(kernel, COLLECT, {**given("p001"), "symptoms": symptoms, "at": "2026-11-28T09:00"})
    assert answer.ok
    assert answer.result is not None
    assert "P001 初诊" in answer.result.output
    (record,) = kernel.records.of_patient("P001")
    assert dict(record.answers) == dict(FULL)
    assert record.findings[0].count is not None
    assert record.findings[0].count.number == "37.5"
    assert record.visited_at.date() == date(2026, 11, 28)
    assert kernel.intake.save("P001", "shiwen", content(FULL)).place == 2


@pytest.mark.parametrize("missing", TEN)
@pytest.mark.parametrize("said", [None, "  未提及 ", {"code": "不详"}])
def test_red_line_missing_item(kernel: Kernel, missing: str, said: object) -> None:
    answers = {name: value for name, value in FULL.items() if name != missing}
    if said is not None:
        answers[missing] = said
    answer = ask(kernel, COLLECT, {"patientId": "P001", "answers": answers})
    assert stopped_by(answer) == ["ten-questions-complete"]
    assert answer.stopped is not None
    assert answer.stopped.events[0].missing == (missing,)
    words = told(Messages(), answer)
    assert words.startswith("【领域约束】")
    assert missing in words
    assert "头痛" not in words
    assert saved(kernel) == 0
    assert kernel.intake.drafts("P001") == ()


@pytest.mark.parametrize("whom", [{}, {"patientId": ""}, {"patientId": "  "}, {"patientId": "不详"}])
@pytest.mark.parametrize("tool", [COLLECT, COMPARE])
def test_red_line_no_patient(kernel: Kernel, tool: str, whom: Mapping[str, object]) -> None:
    rest = {"answers": FULL} if tool == COLLECT else {}
    answer = ask(kernel, tool, {**rest, **whom}, patient="P001")
    assert stopped_by(answer) == ["must-have-patient"]
    assert saved(kernel) == 0


@pytest.mark.parametrize("text", ["复诊评估：病情明显好转，守方再服。", "结论为治疗有效。", "咳嗽已治愈。"])
def test_red_line_wording(kernel: Kernel, text: str) -> None:
    """T81, T82: what a model wrote does not enter, and is there for a physician to read."""
    answer = ask(kernel, COLLECT, given(zhushu=text))
    assert code_of(answer) == "wording_refused"
    assert text not in told(Messages(), answer)
    assert saved(kernel) == 0
    (kept,) = kernel.quarantine.every()
    assert (kept.constraints, kept.record_no, kept.text) == (("tcm/no-diagnosis",), "P001", None)
    assert kernel.quarantine.show(kept.number).text == text


@pytest.mark.parametrize("source", ["cli", "panel"])
def test_the_words_of_a_physician_are_told_of_and_stay(kernel: Kernel, source: str) -> None:
    text = "结论为治疗有效。"
    answer = ask(kernel, COLLECT, given(zhushu=text), source)
    assert answer.result is not None
    assert "tcm/no-diagnosis" in answer.result.output
    assert kernel.records.of_patient("P001")[0].answers["zhushu"] == text
    assert kernel.quarantine.every() == ()


@pytest.mark.parametrize(
    "text",
    [
        "患者诉用药后好转，夜里醒的次数变少。",
        "2021 年在外院确诊为肺癌，已手术。",
        "胃脘胀痛次数比前一次少，大便成形。",
    ],
)
def test_wording_that_concludes_nothing_enters(kernel: Kernel, text: str) -> None:
    """T83 to T85, of either author."""
    assert ask(kernel, COLLECT, given(zhushu=text)).ok
    by_hand = kernel.intake.save("P001", "shiwen", content({**FULL, "zhushu": text}))
    assert by_hand.touched == ()


def test_a_physician_at_the_form_is_told_of_it(kernel: Kernel) -> None:
    done = kernel.intake.save("P001", "shiwen", content({**FULL, "zhushu": "咳嗽已治愈。"}))
    assert [event.id for event in done.touched] == ["no-diagnosis"]
    assert "tcm/no-diagnosis" in noticed_words(done.touched, Messages())
    told_of = rows(
        store_of(kernel),
        "SELECT record_no, visit, outcome, detail FROM audit WHERE action = 'constraint.hit'",
    )
    assert [row[:3] for row in told_of] == [("P001", 1, "ok")]
    assert '"action":"notice"' in str(told_of[0][3])
    assert "治愈" not in str(told_of[0][3])


def test_nobody_is_chosen_by_name(kernel: Kernel) -> None:
    answer = ask(kernel, COLLECT, given("陈敏"))
    assert code_of(answer) == "tool_patient_number"
    assert code_of(ask(kernel, COLLECT, given("P002"), patient="P001")) == "tool_other_patient"
    assert code_of(ask(kernel, COLLECT, given("P002"))) == "unknown_record_no"
    assert saved(kernel) == 0


def test_the_form_named_in_the_call_says_what_is_required(kernel: Kernel) -> None:
    least = {"zhushu": "头晕", "xianbingshi": "晨起头晕。"}
    call = {"patientId": "P001", "form": "menzhen", "answers": least}
    assert ask(kernel, COLLECT, call).ok
    assert kernel.records.of_patient("P001")[0].form.slug == "menzhen"
    answer = ask(kernel, COLLECT, {**call, "answers": {"zhushu": "头晕"}})
    assert code_of(answer) == "missing_required"
    assert saved(kernel) == 1


def test_nobody_chose_what_a_tool_was_handed(kernel: Kernel) -> None:
    unknown = {"zhushu": "头晕", "xianbingshi": {"code": "不详"}}
    answer = ask(kernel, COLLECT, {"patientId": "P001", "form": "menzhen", "answers": unknown}, "panel")
    assert code_of(answer) == "missing_required"
    assert kernel.intake.save("P001", "menzhen", content(unknown)).place == 1


def test_what_does_not_fit_the_form_is_not_saved(kernel: Kernel) -> None:
    answer = ask(kernel, COLLECT, given(nonesuch="x"))
    assert not answer.ok
    assert answer.result is not None
    assert "nonesuch" in answer.result.output
    assert saved(kernel) == 0


def test_what_a_physician_is_typing_stays_theirs(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "shiwen", content({"zhushu": "打到一半"}))
    assert ask(kernel, COLLECT, given()).ok
    assert not ask(kernel, COLLECT, {"patientId": "P001", "answers": {"zhushu": "头痛"}}).ok
    (draft,) = kernel.intake.drafts("P001")
    assert "打到一半" in draft.content


def two_visits(kernel: Kernel) -> None:
    for day, status, grade in ((10, "有", 3), (20, "有", 1)):
        entries = [
            symptom("头痛", status, grade=grade, words="一跳|一跳\n地疼"),
            symptom("口干", "有" if day == 10 else "无"),
        ]
        kernel.intake.save("P001", "shiwen", content(FULL, entries), f"2026-11-{day}T09:00")


def test_a_comparison_says_facts_and_is_kept(kernel: Kernel) -> None:
    two_visits(kernel)
    answer = ask(kernel, COMPARE, {"patientId": "P001"})
    assert answer.ok
    assert answer.result is not None
    lines = answer.result.output.splitlines()
    assert lines[1] == "症状 | 上次 | 本次 | 变化"
    assert lines[2:4] == [
        "头痛 | 有，重，一跳｜一跳 地疼 | 有，轻，一跳｜一跳 地疼 | 减轻",
        "口干 | 有 | 无 | 消失",
    ]
    assert lines[-1] == "已留存：P001 第 2 次与第 1 次就诊的对比"
    kept = rows(store_of(kernel), "SELECT visit, digest_after <> '' FROM audit WHERE action = 'compare.keep'")
    assert kept == [(2, 1)]
    assert ask(kernel, COMPARE, {"patientId": "P001"}).result == answer.result


def test_what_a_physician_decided_is_what_is_said(kernel: Kernel) -> None:
    two_visits(kernel)
    kernel.compare.override("P001", 2, "头痛", state="无变化", reason="疼的时间没有变")
    answer = ask(kernel, COMPARE, {"patientId": "P001"})
    assert answer.result is not None
    assert "无变化（医师判定）" in answer.result.output


def test_one_visit_is_no_comparison_and_no_failure(kernel: Kernel) -> None:
    kernel.intake.save("P001", "shiwen", content(FULL))
    answer = ask(kernel, COMPARE, {"patientId": "P001"})
    assert answer.ok
    assert answer.result is not None
    assert "1 次就诊" in answer.result.output
    assert rows(store_of(kernel), "SELECT 1 FROM audit WHERE action = 'compare.keep'") == []


def test_T64_the_board_shows_numbers_and_days_and_no_name(clinic: Clinic) -> None:
    for name in ("陈敏", "周强", "孙伟", "吴倩"):
        clinic.add(name)
    with clinic.open() as kernel:
        for record_no, day in (("P001", "05"), ("P001", "26"), ("P002", "09"), ("P003", "17")):
            kernel.intake.save(record_no, "shiwen", content(FULL), f"2026-11-{day}T09:00")
        answer = ask(kernel, BOARD, {})
    assert answer.result is not None
    data = answer.result.data or {}
    assert [row["patientId"] for row in _rows(data)] == ["P002", "P003", "P001", "P004"]
    assert (data["patients"], data["visits"], data["overdueDays"], data["dueSoonDays"]) == (4, 4, 14, 3)
    assert (data["overdue"], data["dueSoon"]) == (["P002"], ["P003"])
    assert "4 位患者，4 次就诊；超期 1，临期 1，正常 1，未就诊 1" in answer.result.output
    assert "周强" not in answer.result.output


def _rows(data: Mapping[str, object]) -> list[dict[str, object]]:
    listed = data["rows"]
    assert isinstance(listed, list)
    return listed


@pytest.mark.parametrize(
    ("days", "due"),
    [(10, "正常"), (11, "临期"), (13, "临期"), (14, "超期"), (20, "超期"), (None, "未就诊"), (-1, "正常")],
)
def test_T62_T63_how_it_stands_by_days(days: int | None, due: str) -> None:
    assert followup.due_by(days).value == due


def test_of_two_alike_who_was_seen_earlier_comes_first() -> None:
    seen = [("P010", 20), ("P2", 20), ("P001", 30)]
    people = tuple(
        FollowUp(number, date.fromordinal(date(2026, 11, 29).toordinal() - days), 1) for number, days in seen
    )
    assert [line.record_no for line in followup.board(people, date(2026, 11, 29))] == ["P001", "P2", "P010"]
