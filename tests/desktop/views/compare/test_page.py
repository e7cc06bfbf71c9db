"""The compare screen on the demo's data, in a real clinic behind a real bridge."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.errors import Damaged
from desktop.actions.catalog import Fact
from desktop.models.comparison import Column, moved_words
from desktop.printing.preview import PrintSheet
from desktop.views.compare.override import OverrideSheet
from desktop.views.compare.page import ComparePage
from desktop.views.compare.trend_sheet import TrendSheet
from desktop.widgets.change import Change
from tests.desktop.views.compare.stage import demo_patient, opened, page_of
from tests.fakes.clinic import Clinic, symptom

"""The offscreen platform says this of every window with a least size."""


@pytest.fixture
def page(clinic: Clinic, qtbot: QtBot) -> Iterator[ComparePage]:
    context = demo_patient(clinic)
    with opened(clinic, qtbot) as bridge:
        yield page_of(bridge, qtbot, context)


def text(page: ComparePage, row: int, column: Column) -> str:
    return str(page.model.index(row, column).data())


def row_of(page: ComparePage, term: str) -> int:
    row = page.model.place_of(term)
    assert row is not None
    return row


def test_rows_say_both_sides_the_change_and_the_rule(page: ComparePage) -> None:
    assert page.model.rowCount() == 13
    row = row_of(page, "失眠")
    assert text(page, row, Column.PREVIOUS) == "重 4 小时 “躺下要两个多钟头才睡着” 2026-11-08"
    assert text(page, row, Column.STATE) == "减轻"
    assert text(page, row, Column.MARKER) == ""
    assert text(page, row, Column.BASIS).startswith("D4 重 → 中")


def test_a_marker_leaves_the_change_empty(page: ComparePage) -> None:
    row = row_of(page, "反酸")
    assert text(page, row, Column.STATE) == ""
    assert text(page, row, Column.MARKER) == "需核对"
    assert text(page, row_of(page, "心悸"), Column.CURRENT) == "未问"


def test_what_is_only_seen_and_felt_has_no_state_and_does_not_open(page: ComparePage) -> None:
    row = row_of(page, "舌象")
    assert text(page, row, Column.STATE) == text(page, row, Column.MARKER) == ""
    page.table.toggle(row)
    assert page.table.open_key == ""


def test_counts_and_filters(page: ComparePage) -> None:
    assert page.model.total == 11
    assert page.model.counts[Change.IMPROVED] == 2
    assert sum(page.model.counts.values()) == 11
    assert [chip.count for chip in page.bar.chips.values()] == [1, 2, *[1] * 8]
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_2)
    assert [page.model.entry(row).verdict for row in range(page.model.rowCount())] == ["减轻", "减轻"]
    QTest.keyClick(page.table, Qt.Key.Key_0)
    assert page.model.only == {"减轻", "本次未记"}
    QTest.keyClick(page.table, Qt.Key.Key_Escape)
    assert page.model.rowCount() == 13
    assert page.bar.every.isChecked()


def test_arrows_move_and_enter_opens(page: ComparePage) -> None:
    page.table.setFocus()
    page.table.setCurrentIndex(page.model.index(0, 0))
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert page.table.open_key == page.model.entry(1).row.key
    assert page.table.detail is not None
    assert page.table.rowHeight(1) > 100
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert page.table.open_key == ""
    assert page.table.rowHeight(1) == 36


def test_an_override_needs_a_choice_and_a_reason_and_keeps_the_computed_row(
    page: ComparePage, qtbot: QtBot
) -> None:
    row = row_of(page, "反酸")
    computed = page.model.entry(row).row
    page.table.toggle(row)
    assert page.table.detail is not None
    page.table.detail.override_button.click()
    sheet = page.sheet
    assert isinstance(sheet, OverrideSheet)
    assert "需核对" in sheet.accessibleDescription()
    sheet.confirm_button.click()
    assert sheet.isVisible()
    sheet.markers.choose("不能比较")
    sheet.states.choose("加重")
    assert sheet.markers.value is None
    sheet.reason.setPlainText("未提及")
    sheet.confirm_button.click()
    assert sheet.isVisible()
    sheet.reason.setPlainText("患者自述为准")
    sheet.confirm_button.click()
    qtbot.waitUntil(lambda: page.model.entry(row_of(page, "反酸")).chosen is not None, timeout=5000)
    entry = page.model.entry(row_of(page, "反酸"))
    assert page.sheet is None
    assert entry.row == computed
    assert (entry.state, entry.marker, entry.computed) == ("加重", "", "需核对")
    assert "原判 需核对" in text(page, row_of(page, "反酸"), Column.BASIS)
    assert page.model.counts[Change.WORSE] == 2
    assert page.model.counts[Change.NEEDS_REVIEW] == 0


def test_escape_leaves_the_sheet_and_changes_nothing(page: ComparePage) -> None:
    page.table.override_wanted.emit(page.model.entry(0))
    sheet = page.sheet
    assert sheet is not None
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert page.sheet is None
    assert page.model.entry(0).chosen is None


def test_the_earlier_visit_is_always_last_time(clinic: Clinic, qtbot: QtBot) -> None:
    context = demo_patient(clinic)
    clinic.save(context.record_no, symptoms=[symptom("失眠", grade=1)], at="2026-11-29T09:00")
    with opened(clinic, qtbot) as bridge:
        page = page_of(bridge, qtbot, context)
        assert [page.head.to.itemData(row) for row in range(page.head.to.count())] == [2, 3]
        assert [page.head.base.itemData(row) for row in range(page.head.base.count())] == [1, 2]
        page.head.base.setCurrentIndex(0)
        page.head.base.activated.emit(0)
        qtbot.waitUntil(lambda: base_and_to(page) == (1, 3), timeout=5000)
        page.head.to.setCurrentIndex(0)
        page.head.to.activated.emit(0)
        qtbot.waitUntil(lambda: base_and_to(page) == (1, 2), timeout=5000)
        assert page.head.base.count() == 1


def base_and_to(page: ComparePage) -> tuple[int | None, int | None]:
    comparison = page.model.comparison
    return (comparison.compared.base, comparison.compared.to) if comparison else (None, None)


def test_a_changed_result_is_told(clinic: Clinic, qtbot: QtBot) -> None:
    context = demo_patient(clinic)
    clinic.save(context.record_no, symptoms=[symptom("失眠", grade=1)], at="2026-11-20T09:00")
    with opened(clinic, qtbot) as bridge:
        page = page_of(bridge, qtbot, context)
        assert page.model.comparison is not None
        assert page.model.comparison.compared.differs
        assert page.notice.isVisible()


@pytest.mark.parametrize("visits", [0, 1])
def test_too_few_visits_lead_to_the_intake(clinic: Clinic, qtbot: QtBot, visits: int) -> None:
    context = demo_patient(clinic, visits)
    with opened(clinic, qtbot) as bridge:
        page = page_of(bridge, qtbot, context)
        assert page.stack.currentWidget() is page.too_few
        assert page.too_few.step is not None
        with qtbot.waitSignal(page.wanted) as heard:
            page.too_few.step.click()
        assert heard.args == ["intake", context.record_no]


def test_nobody_leads_to_the_patients(clinic: Clinic, qtbot: QtBot) -> None:
    with opened(clinic, qtbot) as bridge:
        page = page_of(bridge, qtbot, None)
        assert page.stack.currentWidget() is page.nobody
        assert page.nobody.step is not None
        with qtbot.waitSignal(page.wanted) as heard:
            page.nobody.step.click()
        assert heard.args == ["patients", None]


def test_another_patient_shows_nothing_of_the_one_before(clinic: Clinic, qtbot: QtBot) -> None:
    first, second = demo_patient(clinic), demo_patient(clinic, 0, name="李小明")
    with opened(clinic, qtbot) as bridge:
        page = page_of(bridge, qtbot, first)
        page.refresh()
        page.turn_to(second)
        assert page.model.rowCount() == 0
        qtbot.waitUntil(lambda: page.model.comparison is not None, timeout=5000)
        assert page.stack.currentWidget() is page.too_few


def test_printing_shows_both_papers_first(page: ComparePage, qtbot: QtBot) -> None:
    page.open_print()
    qtbot.waitUntil(lambda: page.sheet is not None, timeout=5000)
    sheet = page.sheet
    assert isinstance(sheet, PrintSheet)
    assert sheet.pages.title == "复诊对比表"
    assert "躺下要两个多钟头才" in sheet.view.accessibleDescription().replace("\n", "")
    sheet.kinds.choose("1")
    sheet.sizes.choose("A5")
    assert sheet.pages.title == "门诊病历"
    assert sheet.pages.size.name == "A5"
    sheet.dismiss()
    assert page.sheet is None


def test_keys_choose_otherwise_and_show_every_visit(page: ComparePage, qtbot: QtBot) -> None:
    page.table.setFocus()
    page.table.setCurrentIndex(page.model.index(row_of(page, "失眠"), 0))
    QTest.keyClick(page.table, Qt.Key.Key_T)
    qtbot.waitUntil(lambda: isinstance(page.sheet, TrendSheet), timeout=5000)
    sheet = page.sheet
    assert isinstance(sheet, TrendSheet)
    assert "失眠" in sheet.accessibleName()
    assert "王芳 P001" in sheet.accessibleName()
    assert [point.level for point in sheet.chart.series[0].points] == [3, 2]
    QTest.keyClick(sheet.chart, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    QTest.keyClick(page.table, Qt.Key.Key_O)
    assert isinstance(page.sheet, OverrideSheet)
    assert "王芳 P001" in page.sheet.accessibleName()


def test_the_open_row_leads_to_the_trend_of_its_symptom(page: ComparePage, qtbot: QtBot) -> None:
    page.table.toggle(row_of(page, "失眠"))
    assert page.table.detail is not None
    assert page.table.detail.trend_button.words == "失眠 历次变化"
    page.table.detail.trend_button.click()
    qtbot.waitUntil(lambda: isinstance(page.sheet, TrendSheet), timeout=5000)


def test_arrows_go_along_the_filters_that_leave_something(page: ComparePage) -> None:
    page.bar.every.setFocus()
    QTest.keyClick(page.bar.every, Qt.Key.Key_Right)
    first = page.bar.chips[Change.WORSE]
    assert first.hasFocus()
    QTest.keyClick(first, Qt.Key.Key_Space)
    assert page.model.only == {"加重"}
    QTest.keyClick(first, Qt.Key.Key_Left)
    assert page.bar.every.hasFocus()


def test_what_moved_is_told_short_in_the_row_and_by_name_in_the_open_part(page: ComparePage) -> None:
    entry = page.model.entry(row_of(page, "嗳气"))
    assert moved_words(entry) == "中 → 中·所述 无变化"
    assert moved_words(entry, is_long=True) == "程度 中 → 中；所述 无变化"


def test_R1_a_reason_that_was_typed_is_asked_about(page: ComparePage, qtbot: QtBot) -> None:
    page.table.override_wanted.emit(page.model.entry(0))
    sheet = page.sheet
    assert isinstance(sheet, OverrideSheet)
    sheet.reason.setPlainText("写了一半")
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert page.sheet is sheet
    (question,) = [notice for notice in page._guard._notices.standing if notice.choices]
    assert "王芳 P001" in question.text
    page._guard._notices.answer(question, "back")
    assert sheet.reason.toPlainText() == "写了一半"
    page.open_print()
    qtbot.wait(500)
    assert page.sheet is sheet
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    (question,) = [notice for notice in page._guard._notices.standing if notice.choices]
    page._guard._notices.answer(question, "discard")
    assert page.sheet is None


def test_a_comparison_can_be_printed_while_nothing_lies_over_it(page: ComparePage) -> None:
    assert page.facts == {Fact.RECORD_SHOWN}
    page.table.override_wanted.emit(page.model.entry(0))
    assert page.facts == frozenset()


def test_two_visits_of_one_day_are_told_apart_by_the_hour(clinic: Clinic, qtbot: QtBot) -> None:
    context = demo_patient(clinic, 0)
    for at in ("2026-11-20T09:00", "2026-11-20T15:30"):
        clinic.save(context.record_no, symptoms=[symptom("失眠", grade=1)], at=at)
    with opened(clinic, qtbot) as bridge:
        page = page_of(bridge, qtbot, context)
        assert page.head.base.currentText() == "初诊·2026-11-20 09:00"
        assert page.head.to.currentText() == "第2诊·2026-11-20 15:30"
        assert page.head._apart.text().startswith("同日两次就诊")


def test_waiting_and_failing_have_a_face_and_a_next_step(page: ComparePage, qtbot: QtBot) -> None:
    context = page.context
    page.turn_to(context)
    page._on_waiting()
    assert page.stack.currentWidget() is page.busy
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.content, timeout=5000)
    page.model.show(None)
    page._on_failed(Damaged("response_damaged", form="menzhen"))
    assert page.stack.currentWidget() is page.failed
    assert page.failed.step is not None
    page.failed.step.click()
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.content, timeout=5000)


def test_R11_a_late_trend_never_lies_over_another_patient(clinic: Clinic, qtbot: QtBot) -> None:
    first, second = demo_patient(clinic), demo_patient(clinic, 0, name="李小明")
    with opened(clinic, qtbot) as bridge:
        page = page_of(bridge, qtbot, first)
        page.table.trend_wanted.emit(page.model.entry(row_of(page, "失眠")))
        page.open_print()
        page.turn_to(second)
        qtbot.waitUntil(lambda: page.model.comparison is not None, timeout=5000)
        qtbot.wait(300)
        assert page.sheet is None


def test_on_a_small_screen_everything_fits_beside_each_other(page: ComparePage) -> None:
    page.resize(611, 300)
    assert page.minimumSizeHint().width() <= 611
    assert page.table.isColumnHidden(Column.BASIS)
    assert page.table.horizontalHeader().length() <= page.table.viewport().width()
