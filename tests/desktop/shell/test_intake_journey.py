"""The main job through the window: namesakes, the picker, a first visit, a return visit, the comparison."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.services.forms import load_json
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicState
from desktop.bridge.notices import Notice
from desktop.shell.desk import Desk
from desktop.shell.program import Program
from desktop.views.compare.page import ComparePage
from desktop.views.intake.page import IntakePage
from desktop.views.intake.picker import Picker
from desktop.widgets.change import Change
from tests.desktop.shell.program import WAIT_MS, desk_of, running, wait_state
from tests.fakes.clinic import MENZHEN, Clinic, clinic, content, symptom

__all__ = ["clinic"]

CONTROL = Qt.KeyboardModifier.ControlModifier


def intake_of(program: Program, desk: Desk) -> IntakePage:
    program.window.do(ActionId.INTAKE)
    page = desk.page
    assert isinstance(page, IntakePage)
    return page


def choose(qtbot: QtBot, desk: Desk, page: IntakePage, typed: str, row: int) -> None:
    """Type a name, and take a row of the picker by its digit."""
    page.finder.box.setText(typed)
    QTest.keyClick(page.finder.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.findChild(Picker) is not None, timeout=WAIT_MS)
    picker = page.findChild(Picker)
    assert picker is not None
    assert desk.context is None
    QTest.keyClick(picker, Qt.Key(Qt.Key.Key_0 + row))
    QTest.keyClick(picker, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)


def shown(qtbot: QtBot, page: IntakePage) -> None:
    qtbot.waitUntil(
        lambda: page.form.questionnaire is not None and page.outline.save.isEnabled(), timeout=WAIT_MS
    )


def test_the_main_job(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.add("王芳", "女", "1985-03")
    clinic.add("王芳", "女", "1992")
    clinic.save("P001", MENZHEN, [symptom("失眠", grade=3), symptom("口干", grade=1)], at="2026-03-01")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        page = intake_of(program, desk)
        choose(qtbot, desk, page, "王芳", 1)
        assert desk.context is not None
        assert desk.context.record_no == "P001"
        shown(qtbot, page)
        assert page.form.table is not None
        return_visit = content(
            {"zhushu": "失眠", "xianbingshi": "服药后入睡较前快"},
            [symptom("失眠", grade=1, trend="减轻", words="能睡着了"), symptom("口干", "无")],
        )
        written = load_json(return_visit)
        assert isinstance(written, dict)
        page.form.fill(written)
        page.save()
        qtbot.waitUntil(lambda: clinic_visits(program) == 2, timeout=WAIT_MS)
        program.window.do(ActionId.COMPARE)
        compare = desk.page
        assert isinstance(compare, ComparePage)
        qtbot.waitUntil(lambda: compare.model.total > 0, timeout=WAIT_MS)
        assert compare.model.counts[Change.IMPROVED] == 1
        assert compare.model.counts[Change.RESOLVED] == 1


def clinic_visits(program: Program) -> int:
    desk = program.window.desk
    return desk.context.patient.visits if desk and desk.context else 0


def test_a_gap_is_told_beside_its_field_and_nothing_is_saved(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.add("陈敏", "女", "1985")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        page = intake_of(program, desk)
        page.finder.box.setText("陈敏")
        QTest.keyClick(page.finder.box, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        shown(qtbot, page)
        page.form.fill({"answers": {"zhushu": "头晕"}, "symptoms": []})
        page.save()
        qtbot.waitUntil(page.outline.save.isEnabled, timeout=WAIT_MS)
        assert clinic_visits(program) == 0
    assert json.loads(clinic.run("visits", "--record-no", "P001", "--json").out)["visits"] == []


def test_what_was_typed_is_there_again_as_a_draft(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.add("陈敏", "女", "1985")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        page = intake_of(program, desk)
        page.finder.box.setText("陈敏")
        QTest.keyClick(page.finder.box, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        shown(qtbot, page)
        page.form.fill({"answers": {"zhushu": "头晕三天"}, "symptoms": []})
        page.form.changed.emit()
        program.window.close()
        qtbot.waitUntil(lambda: not program.window.isVisible(), timeout=WAIT_MS)
    kept = clinic.json("intake", "draft", "show", "--record-no", "P001")["drafts"]
    assert [one["answers"] for one in kept] == [{"zhushu": "头晕三天"}]


def test_nothing_is_saved_while_it_is_open_who_is_meant(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.add("陈敏", "女", "1985")
    clinic.add("王芳", "女", "1985-03")
    clinic.add("王芳", "女", "1992")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        desk.open_patient(RecordNo("P001"), ActionId.INTAKE)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        page = intake_of(program, desk)
        shown(qtbot, page)
        page.form.fill({"answers": MENZHEN, "symptoms": []})
        page.finder.box.setText("王芳")
        QTest.keyClick(page.finder.box, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: page.findChild(Picker) is not None, timeout=WAIT_MS)
        for keys in (CONTROL, CONTROL | Qt.KeyboardModifier.ShiftModifier):
            QTest.keyClick(program.window, Qt.Key.Key_S, keys)
            assert page.outline.save.isEnabled()  # nothing is being saved
        picker = page.findChild(Picker)
        assert picker is not None
        QTest.keyClick(picker, Qt.Key.Key_Escape)
        QTest.keyClick(program.window, Qt.Key.Key_S, CONTROL)
        qtbot.waitUntil(lambda: clinic_visits(program) == 1, timeout=WAIT_MS)


def test_locking_on_a_fresh_draft_says_nothing_but_that_it_is_locked(
    qtbot: QtBot, clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.shell.desk.REFRESH_MS", 0)  # as where closing takes its time
    clinic.add("陈敏", "女", "1985")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        desk.open_patient(RecordNo("P001"), ActionId.INTAKE)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        page = intake_of(program, desk)
        shown(qtbot, page)
        page.form.fill({"answers": {"zhushu": "头晕三天"}, "symptoms": []})
        page.form.changed.emit()
        said: list[Notice] = []
        program.notices.raised.connect(said.append)
        QTest.keyClick(program.window, Qt.Key.Key_L, CONTROL)
        wait_state(qtbot, program, ClinicState.CLOSED)
        assert said == []
