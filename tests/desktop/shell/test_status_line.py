"""The status line tells the truth about what is typed, and what can be opened opens."""

from datetime import datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.health import Concern, Report
from desktop.actions.catalog import ActionId
from desktop.session.page import Safety, Work
from desktop.shell.program import Program
from desktop.shell.status_line import StatusLine
from desktop.theme.tokens import Tone
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]

AT = datetime(2026, 11, 29, 10, 42).astimezone()


@pytest.fixture
def line(qtbot: QtBot) -> StatusLine:
    made = StatusLine(Messages())
    qtbot.addWidget(made)
    made.resize(1366, 28)
    made.show()
    made.show_open(is_open=True)
    return made


@pytest.mark.parametrize(
    ("work", "said", "leads"),
    [
        (Work(), ("没有待存内容", Tone.MUTED), ActionId.TODAY),
        (Work(Safety.UNSAVED), ("未保存", Tone.MUTED), ActionId.INTAKE),
        (Work(Safety.KEPT, AT), ("草稿已存 10:42", Tone.MUTED), ActionId.INTAKE),
        (Work(Safety.FAILING, AT), ("保存失败，正在重试", Tone.WARN), ActionId.INTAKE),
    ],
)
def test_it_says_how_safe_what_is_typed_is(
    qtbot: QtBot, line: StatusLine, work: Work, said: tuple[str, Tone], leads: ActionId
) -> None:
    line.show_work(work, ActionId.INTAKE)
    assert (line.drafts.words, line.drafts.tone) == said
    assert line.drafts.accessibleName() == said[0]
    with qtbot.waitSignal(line.wanted) as heard:
        QTest.keyClick(line.drafts, Qt.Key.Key_Return)
    assert heard.args == [leads, ""]


def test_a_failing_save_is_not_hidden_by_another_draft(line: StatusLine) -> None:
    line.show_work(Work(Safety.FAILING), ActionId.INTAKE)
    line.show_saved(AT)
    assert line.drafts.words == "保存失败，正在重试"


def test_a_closed_clinic_has_no_cost_and_nothing_to_save(line: StatusLine) -> None:
    line.show_open(is_open=False)
    assert not line.cost.isVisible()
    assert not line.drafts.isVisible()
    assert not line.boundary.isEnabled()


def test_typing_is_unsaved_then_kept_and_offline_leads_to_the_settings(qtbot: QtBot, clinic: Clinic) -> None:
    number = clinic.add("周敏")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        desk.open_patient(RecordNo(number), ActionId.INTAKE)
        page = wait_for_form(qtbot, program)
        page.setPlainText("头晕三日")
        status = program.window.status.drafts
        qtbot.waitUntil(lambda: status.words == "未保存", timeout=WAIT_MS)
        qtbot.waitUntil(lambda: status.words.startswith("草稿已存"), timeout=WAIT_MS)
        program.window.status.boundary.click()
        assert desk.here is ActionId.SETTINGS
        desk.go(ActionId.INTAKE)
        # The event of the saving may come before the page hears of it.
        qtbot.waitUntil(lambda: status.words.startswith("草稿已存"), timeout=WAIT_MS)


def wait_for_form(qtbot: QtBot, program: Program) -> QPlainTextEdit:
    """The first field of the form in front."""
    desk = program.window.desk
    assert desk is not None
    found: list[QPlainTextEdit] = []

    def arrived() -> None:
        assert desk.context is not None
        found[:] = [edit for edit in desk.page.findChildren(QPlainTextEdit) if edit.isVisible()]
        assert found

    qtbot.waitUntil(arrived, timeout=WAIT_MS)
    return found[0]


def test_S43_it_says_when_a_change_last_reached_the_disk_and_when_one_did_not(line: StatusLine) -> None:
    line.show_health(Report((), AT))
    assert (line.ledger.words, line.ledger.tone) == ("账本记录中", Tone.MUTED)
    assert "10:42:00" in line.ledger.accessibleDescription()
    error = ClinicError("disk_full", file="clinic.db", needed=500)
    line.show_health(Report((Concern("write_failed", error=error),), AT))
    assert (line.ledger.words, line.ledger.tone) == ("写入失败", Tone.WARN)
    assert "磁盘已满" in line.ledger.accessibleDescription()
    line.show_health(Report((), AT))
    assert line.ledger.words == "账本记录中"
