"""The first screen: what it lists, where each row leads, and what it says when there is nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.errors import Damaged
from core.base.messages import Messages
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.views.today.page import TodayPage
from desktop.views.today.row import Row
from desktop.views.today.two_lines import TwoLines
from desktop.widgets.empty_state import EmptyState
from tests.fakes.clinic import Clinic, content, new_clinic

WAIT_MS = 20_000


@contextmanager
def shown(qtbot: QtBot, clinic: Clinic) -> Iterator[TodayPage]:
    """The page of an open clinic."""
    bridge = ClinicBridge()
    bridge.open(clinic.home, clinic.vault, None, clock=clinic.clock)
    qtbot.waitUntil(lambda: bridge.state is ClinicState.OPEN, timeout=WAIT_MS)
    page = TodayPage(bridge, Messages())
    page.refresh()
    qtbot.waitUntil(lambda: page._shown is not None, timeout=WAIT_MS)
    try:
        yield page
    finally:
        bridge.shut_down()
        page.deleteLater()


def test_an_empty_clinic_says_what_to_do_next(qtbot: QtBot, tmp_path: Path) -> None:
    with shown(qtbot, new_clinic(tmp_path)) as page:
        empty = page.recent.findChild(EmptyState)
        assert isinstance(empty, EmptyState)
        assert not empty.isHidden()
        assert empty.step is not None
        with qtbot.waitSignal(page.wanted) as heard:
            empty.step.click()
        assert heard.args == ["new_patient", None]


def test_rows_say_who_and_lead_there(qtbot: QtBot, tmp_path: Path) -> None:
    clinic = new_clinic(tmp_path)
    seen, waiting = clinic.add("周敏", "女", "1992-01-05"), clinic.add("郑丽", "女", "1975-10-10")
    clinic.save(seen, at="2026-11-29T09:00")
    with clinic.open() as kernel:
        kernel.intake.save_draft(waiting, "menzhen", content({"zhushu": "潮热"}))
    with shown(qtbot, clinic) as page:
        (visit,) = page.visits.rows
        assert isinstance(visit, Row)
        for words in ("周敏", "女 34岁", "初诊", "头晕一月", "未签"):
            assert words in visit.accessibleName()
        with qtbot.waitSignal(page.wanted) as heard:
            visit.click()
        assert heard.args == ["intake", seen]
        (draft,) = page.drafts.rows
        assert isinstance(draft, TwoLines)
        assert draft.button is not None
        with qtbot.waitSignal(page.wanted) as heard:
            draft.button.click()
        assert heard.args == ["intake", waiting]
        assert len(page.waiting.rows) == 1
        before = page.visits.rows
        page.refresh()
        qtbot.wait(200)
        assert page.visits.rows == before


def test_up_and_down_walk_the_rows_and_enter_opens(qtbot: QtBot, tmp_path: Path) -> None:
    clinic = new_clinic(tmp_path)
    first, second = clinic.add("周敏"), clinic.add("郑丽")
    clinic.save(first, at="2026-11-29T09:00")
    clinic.save(second, at="2026-11-29T09:30")
    with shown(qtbot, clinic) as page:
        page.show()
        page.activateWindow()
        upper, lower = page.visits.rows
        upper.setFocus()
        qtbot.waitUntil(upper.hasFocus, timeout=WAIT_MS)
        QTest.keyClick(upper, Qt.Key.Key_Down)
        assert lower.hasFocus()
        QTest.keyClick(lower, Qt.Key.Key_Down)
        assert lower.hasFocus()
        QTest.keyClick(lower, Qt.Key.Key_Up)
        assert upper.hasFocus()
        with qtbot.waitSignal(page.wanted) as heard:
            QTest.keyClick(upper, Qt.Key.Key_Return)
        assert heard.args == ["intake", first]


def test_what_nobody_signed_on_earlier_days_is_brought_up(qtbot: QtBot, tmp_path: Path) -> None:
    clinic = new_clinic(tmp_path)
    lately, long_ago = clinic.add("周敏"), clinic.add("郑丽")
    clinic.save(lately, at="2026-11-20T09:00")
    clinic.save(long_ago, at="2026-06-01T09:00")
    with clinic.open() as kernel:
        overview = kernel.today.overview()
        assert [one.patient.record_no for one in overview.unsigned] == [lately]
        assert overview.unsigned_before == 1
    with shown(qtbot, clinic) as page:
        (row,) = page.waiting.rows
        assert isinstance(row, TwoLines)
        assert row.button is not None
        assert "之前有 1 份病历未签名" in row.button.accessibleName()
        with qtbot.waitSignal(page.wanted) as heard:
            row.button.click()
        assert heard.args == ["patients", lately]
    with clinic.open() as kernel:
        kernel.intake.sign(lately, 1)
        assert kernel.today.overview().unsigned == ()


def test_a_day_that_cannot_be_read_says_so_and_can_be_read_again(qtbot: QtBot, tmp_path: Path) -> None:
    with shown(qtbot, new_clinic(tmp_path)) as page:
        page.show()
        page._on_failed(Damaged("store_unwritable", file="clinic.db"))
        assert page.trouble.isVisible()
        assert page.trouble.step is not None
        page.trouble.step.click()
        qtbot.waitUntil(lambda: not page.trouble.isVisible(), timeout=WAIT_MS)
