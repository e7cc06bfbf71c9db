"""Finding somebody: R11, R14, R15, R16, by the keys a person presses and over a real clinic."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.services.patients.patients import Found
from desktop.bridge.clinic import Kernel
from desktop.views.intake import find as find_module
from desktop.views.intake.find import DELAY_MS
from desktop.views.intake.line import Kind
from tests.desktop.views.intake.who_stage import WAIT_MS, Stage, enter, find, namesakes, staged
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the service was asked, in order."""
    texts: list[str] = []
    ask = find_module._find

    def counted(text: str, kernel: Kernel) -> Found:
        texts.append(text)
        return ask(text, kernel)

    monkeypatch.setattr(find_module, "_find", counted)
    return texts


def press(*keys: Qt.Key) -> None:
    """Keys for whoever has the focus."""
    for key in keys:
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)


def test_R15_a_clinic_without_anybody_says_how_to_begin(qtbot: QtBot, clinic: Clinic) -> None:
    with staged(qtbot, clinic) as stage:
        (line,) = stage.panel.list.lines.all
        assert line.kind is Kind.NOTE
        assert "登记第一位患者" in line.below
        assert "没有找到" not in line.spoken


def test_R15_a_day_without_visits_says_to_type_and_lists_recent_people(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.add("周敏", "女", "1992-01-05")
    with staged(qtbot, clinic) as stage:
        note, head, person = stage.panel.list.lines.all
        assert (note.kind, head.words, person.words) == (Kind.NOTE, "最近患者", "周敏")
        assert "两个字即可查找" in note.below


def test_R16_the_question_comes_once_after_the_last_key(
    qtbot: QtBot, clinic: Clinic, asked: list[str]
) -> None:
    clinic.add("周敏", "女", "1992-01-05")
    with staged(qtbot, clinic) as stage:
        QTest.keyClicks(stage.panel.box, "zhou")
        assert asked == []
        qtbot.waitUntil(lambda: stage.panel.found is not None, timeout=WAIT_MS)
        assert asked == ["zhou"]
        assert stage.names == ["周敏", "新建患者"]


def test_one_letter_asks_nothing(qtbot: QtBot, clinic: Clinic, asked: list[str]) -> None:
    with staged(qtbot, clinic) as stage:
        QTest.keyClicks(stage.panel.box, "z")
        qtbot.wait(2 * DELAY_MS)
        assert asked == []
        assert stage.panel.heading.text() == "今日"


def test_R14_somebody_new_is_the_last_line_and_takes_the_typed_name(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "王秀英")
        assert stage.names == ["王秀英", "王秀英", "王秀英", "王秀瑛", "新建患者“王秀英”"]
        assert stage.panel.heading.text() == "查找结果"
        assert stage.panel.right.text() == "3 位同名·1 位音近"
        press(Qt.Key.Key_Down)
        press(*[Qt.Key.Key_Down] * 4, Qt.Key.Key_Return)
        assert stage.new == ["王秀英"]
        assert stage.chosen == []


def test_pinyin_is_no_name_for_somebody_new(qtbot: QtBot, clinic: Clinic) -> None:
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "zhaoyun")
        assert stage.names == ["没有找到“zhaoyun”。", "新建患者"]
        stage.panel.new.click()
        assert stage.new == [""]


def test_down_enters_the_list_and_enter_takes_the_line(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "王秀英")
        press(Qt.Key.Key_Down)
        assert stage.panel.list.hasFocus()
        press(Qt.Key.Key_Down, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: stage.chosen == ["P002"], timeout=WAIT_MS)
        assert stage.who.sheet is None
        assert stage.panel.box.text() == ""


def test_a_click_takes_the_line(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "王秀英")
        view = stage.panel.list
        place = view.visualRect(view.lines.index(2)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        qtbot.waitUntil(lambda: stage.chosen == ["P003"], timeout=WAIT_MS)


def test_up_from_the_first_line_and_esc_go_back_to_the_box(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "王秀英")
        for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
            press(Qt.Key.Key_Down, key)
            assert stage.panel.box.hasFocus()
        assert stage.panel.box.text() == "王秀英"
        press(Qt.Key.Key_Escape)
        assert stage.panel.box.text() == ""
        assert stage.panel.heading.text() == "今日"
        assert stage.chosen == []


def test_heads_and_notes_are_stepped_over(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.add("周敏", "女", "1992-01-05")
    with staged(qtbot, clinic) as stage:
        press(Qt.Key.Key_Down)
        assert stage.panel.list.currentIndex().row() == 2
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: stage.chosen == ["P001"], timeout=WAIT_MS)


def test_nobody_found_is_said_with_the_way_on_and_enter_alone_registers_nobody(
    qtbot: QtBot, clinic: Clinic
) -> None:
    with staged(qtbot, clinic) as stage:
        enter(stage, "赵云")
        qtbot.waitUntil(lambda: stage.panel.found is not None, timeout=WAIT_MS)
        assert stage.names == ["没有找到“赵云”。", "新建患者“赵云”"]
        assert "新建患者" in stage.panel.list.lines.all[0].below
        assert stage.new == []
        assert stage.panel.list.hasFocus()
        press(Qt.Key.Key_Return)
        assert stage.new == ["赵云"]


def test_namesakes_whom_the_birth_rules_out_are_not_called_nobody(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "王秀英 2001")
        assert stage.names[0] == "有同名者，但性别或出生不符。"


def test_R11_an_answer_to_what_was_typed_before_is_never_shown(qtbot: QtBot, clinic: Clinic) -> None:
    for name in ("周敏", "郑丽"):
        clinic.add(name, "女", "1992-01-05")
    with staged(qtbot, clinic) as stage:
        shown: list[list[str]] = []
        stage.panel.list.lines.modelReset.connect(lambda: shown.append(stage.names))
        stage.panel.box.setText("周敏")
        stage.panel._timer.stop()
        stage.panel._ask()
        # The answer about 周敏 is on its way; the next question is only asked after the pause.
        stage.panel.box.setText("郑丽")
        qtbot.waitUntil(lambda: stage.panel.found is not None, timeout=WAIT_MS)
        assert shown == [["郑丽", "新建患者“郑丽”"]]


def test_R11_enter_decides_nothing_once_the_text_is_another(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        enter(stage, "P002")
        QTest.keyClick(stage.panel.box, Qt.Key.Key_Backspace)
        qtbot.waitUntil(lambda: stage.panel.found is not None, timeout=WAIT_MS)
        qtbot.wait(50)
        assert (stage.chosen, stage.who.sheet) == ([], None)


def test_R11_a_line_taken_meanwhile_calls_the_decision_off(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "王秀英")
        line = stage.panel.list.lines.all[1]
        enter(stage, "P003")
        stage.panel._on_taken(line)
        qtbot.waitUntil(lambda: bool(stage.chosen), timeout=WAIT_MS)
        qtbot.wait(100)
        assert stage.chosen == ["P002"]


def test_the_last_choice_wins(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "王秀英")
        first, second = stage.panel.list.lines.all[:2]
        stage.panel._on_taken(first)
        stage.panel._on_taken(second)
        qtbot.waitUntil(lambda: bool(stage.chosen), timeout=WAIT_MS)
        qtbot.wait(50)
        assert stage.chosen == ["P002"]


def test_R45_every_line_is_spoken_as_one_sentence(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "王秀英")
        view = QAccessible.queryAccessibleInterface(stage.panel.list)
        assert view.text(QAccessible.Text.Name) == "查找结果 3 位同名·1 位音近"
        first = view.child(0)
        assert first.text(QAccessible.Text.Name) == "王秀英 女 64·1962-11-08 尾号 4471·P001"


def test_the_panel_keeps_its_measures(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "王秀英")
        panel: Stage = stage
        box, view, foot = panel.panel.box, panel.panel.list, panel.panel.new
        assert panel.panel.width() == 300
        assert (box.x(), box.y(), box.height()) == (12, 12, 36)
        assert view.visualRect(view.lines.index(0)).height() == 52
        assert view.y() == 88
        assert foot.height() == 44
        assert foot.geometry().bottom() == panel.panel.rect().bottom()
