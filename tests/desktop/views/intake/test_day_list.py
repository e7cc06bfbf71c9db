"""The list of the day: who came, how far each record is, who is being written for; R10 and R13 as far as it marks people."""

from datetime import timedelta
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.services.patients.patients import Given
from desktop.bridge.clinic import Kernel
from desktop.models.patient_context import context_of
from desktop.theme.tokens import Tone
from desktop.views.intake.line import Kind, Line
from tests.desktop.views.intake.who_stage import WAIT_MS, Stage, find, staged
from tests.fakes.clinic import MENZHEN, Clinic, clinic, content

__all__ = ["clinic"]


def day_of(clinic: Clinic) -> None:
    """A signed visit, a saved one, a draft, and somebody who came another day."""
    for name, birth in (("李国强", "1979-02-12"), ("周敏", "1992-01-05"), ("郑丽", "1975"), ("许静", "1993")):
        clinic.add(name, "女", birth)
    clinic.save("P001", {**MENZHEN, "zhushu": "腰痛"}, at="2026-11-20T09:00")
    clinic.save("P001", {**MENZHEN, "zhushu": "腰痛减"}, at="2026-11-29T09:05")
    clinic.save("P002", at="2026-11-29T09:22")
    with clinic.open() as kernel:
        kernel.intake.sign("P001", 2)
        kernel.intake.save_draft("P003", "menzhen", content({"zhushu": "潮热汗出"}))


def people(stage: Stage) -> list[Line]:
    """The lines of the day, without those of recent people."""
    lines = stage.panel.list.lines.all
    until = next((row for row, line in enumerate(lines) if line.kind is Kind.HEAD), len(lines))
    return list(lines[:until])


def status(line: Line) -> str:
    return line.status.words if line.status else ""


def test_each_line_says_when_who_what_and_how_far(qtbot: QtBot, clinic: Clinic) -> None:
    day_of(clinic)
    with staged(qtbot, clinic) as stage:
        signed, saved, draft = people(stage)
        assert (signed.time, signed.words, signed.meta, signed.below, status(signed)) == (
            "09:05",
            "李国强",
            "女 47·第2诊",
            "腰痛减",
            "已签",
        )
        assert (saved.meta, status(saved)) == ("女 34·初诊", "已存")
        assert (draft.meta, draft.below, status(draft)) == ("女 约51·初诊", "潮热汗出", "草稿")
        assert [line.status.tone for line in (signed, saved, draft) if line.status] == [
            Tone.MUTED,
            Tone.MUTED,
            Tone.WARN,
        ]
        assert stage.panel.beside.text() == "3 人"
        assert stage.panel.right.text() == "未签 1·草稿 1"


def test_R15_recent_people_stand_under_the_day_once(qtbot: QtBot, clinic: Clinic) -> None:
    day_of(clinic)
    with staged(qtbot, clinic) as stage:
        assert stage.names == ["李国强", "周敏", "郑丽", "最近患者", "许静"]


def test_a_save_shows_when_the_list_looks_again_and_the_place_is_kept(qtbot: QtBot, clinic: Clinic) -> None:
    day_of(clinic)
    with staged(qtbot, clinic) as stage:
        stage.panel.list.enter()
        QTest.keyClick(stage.panel.list, Qt.Key.Key_Down)
        assert stage.panel.list.lines.all[1].words == "周敏"

        def work(kernel: Kernel) -> None:
            kernel.intake.save("P004", "menzhen", content(MENZHEN), "2026-11-29T08:00")

        with qtbot.waitSignal(stage.clinic.happened, timeout=WAIT_MS):
            stage.clinic.ask(stage, work)
        stage.who.refresh()
        qtbot.waitUntil(lambda: len(people(stage)) == 4, timeout=WAIT_MS)
        row = stage.panel.list.currentIndex().row()
        assert stage.panel.list.lines.all[row].words == "周敏"
        assert stage.panel.list.hasFocus()


def test_R10_only_the_patient_written_for_is_marked(qtbot: QtBot, clinic: Clinic) -> None:
    day_of(clinic)
    with staged(qtbot, clinic) as stage:
        stage.panel.list.enter()
        for _ in range(2):
            QTest.keyClick(stage.panel.list, Qt.Key.Key_Down)
        QTest.keyClick(stage.panel.list, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: stage.chosen == ["P003"], timeout=WAIT_MS)
        assert [(line.words, status(line)) for line in people(stage) if line.is_current] == [
            ("郑丽", "问诊中")
        ]
        stage.who.turn_to(None)
        assert [line for line in people(stage) if line.is_current] == []
        assert status(people(stage)[2]) == "草稿"


def test_R10_somebody_just_turned_to_is_listed_at_that_time(qtbot: QtBot, clinic: Clinic) -> None:
    day_of(clinic)
    with staged(qtbot, clinic) as stage:
        stage.clinic.ask(stage, partial(context_of, RecordNo("P004")), stage.who.turn_to)
        qtbot.waitUntil(lambda: len(people(stage)) == 4, timeout=WAIT_MS)
        last = people(stage)[-1]
        assert (last.time, last.words, last.meta, status(last)) == ("12:00", "许静", "女 约33·初诊", "问诊中")
        assert stage.names == ["李国强", "周敏", "郑丽", "许静"]
        assert stage.panel.right.text() == "未签 1·草稿 1"


def test_results_are_not_replaced_by_the_list_of_the_day(qtbot: QtBot, clinic: Clinic) -> None:
    day_of(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "许静")
        shown: list[list[str]] = []
        stage.panel.list.lines.modelReset.connect(lambda: shown.append(stage.names))
        stage.who.refresh()
        qtbot.wait(200)
        assert shown == []
        assert stage.names == ["许静", "新建患者“许静”"]


def test_a_long_day_scrolls_and_the_foot_stays(qtbot: QtBot, clinic: Clinic) -> None:
    with clinic.open() as kernel:
        for number in range(16):
            clinic.clock.advance(minutes=1)
            at = clinic.clock.now() - timedelta(hours=1)
            given = kernel.patients.register(Given(f"患者{chr(0x4E00 + number)}", "女"))
            kernel.intake.save(given.patient.record_no, "menzhen", content(MENZHEN), at.isoformat())
    with staged(qtbot, clinic) as stage:
        bar = stage.panel.list.verticalScrollBar()
        assert bar.maximum() > 0
        assert stage.panel.new.geometry().bottom() == stage.panel.rect().bottom()
        stage.panel.list.enter()
        for _ in range(15):
            QTest.keyClick(stage.panel.list, Qt.Key.Key_Down)
        row = stage.panel.list.currentIndex()
        assert row.row() == 15
        assert stage.panel.list.viewport().rect().contains(stage.panel.list.visualRect(row))
