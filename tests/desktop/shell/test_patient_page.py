"""Cases T73 to T75: what the patients' screen tells of the visits of somebody, and a return visit begun from there."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.kernel import clock_of
from core.services.patients.patients import Given
from core.settings.model import Settings
from desktop.actions.catalog import ActionId
from desktop.shell.desk import Desk
from desktop.shell.program import Program
from desktop.views.intake.page import IntakePage
from desktop.views.intake.question import QuestionView
from desktop.views.intake.symptoms import SymptomTable
from desktop.views.patients.page import PatientsPage
from desktop.views.patients.record_sheet import RecordSheet
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic, content, symptom

__all__ = ["clinic"]

CONTROL, PLAIN = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
R2 = (
    ("陈敏", "女", "1985", (30, 3)),
    ("周强", "男", "1970", (20,)),
    ("孙伟", "男", "1990", (12,)),
    ("吴倩", "女", "2000", ()),
)
"""The registry R2 of the shared cases: who is registered, and how many days ago they came."""

OLDER = {"zhushu": "头晕", "xianbingshi": "晨起头晕一月"}
NEWER = {"zhushu": "头晕减少", "xianbingshi": "仅久站时头晕", "shexiang": "舌淡红"}


@dataclass
class Screen:
    """The patients' screen in the whole window."""

    qtbot: QtBot
    program: Program
    desk: Desk
    page: PatientsPage

    def show(self, record_no: str) -> None:
        """Go to somebody in the table, and wait for all that stands beside it."""
        number = RecordNo(record_no)
        self.page.show_patient(number)

        def shown() -> None:
            patient = self.page.detail.patient
            assert patient is not None
            assert patient.record_no == number
            assert not self.page.detail.is_busy

        self.qtbot.waitUntil(shown, timeout=WAIT_MS)

    def read(self) -> RecordSheet:
        """Open the visit that stands chosen."""
        press(self.page.detail.visits, Qt.Key.Key_Return)
        self.qtbot.waitUntil(lambda: isinstance(self.page.reader.sheet, RecordSheet), timeout=WAIT_MS)
        sheet = self.page.reader.sheet
        assert isinstance(sheet, RecordSheet)
        return sheet


@pytest.fixture
def screen(qtbot: QtBot, clinic: Clinic) -> Iterator[Screen]:
    clock = clock_of(Settings())
    with clinic.open(clock=clock) as kernel:
        for name, sex, birth, days in R2:
            number = kernel.patients.register(Given(name, sex, birth)).patient.record_no
            for place, back in enumerate(days):
                at = (clock.now() - timedelta(days=back)).isoformat(timespec="seconds")
                found = [symptom("头晕", grade=2, words="起身就晕")] if place == 0 else []
                kernel.intake.save(number, "menzhen", content((OLDER, NEWER)[place], found), at)
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        desk.go(ActionId.PATIENTS)
        page = desk.page
        assert isinstance(page, PatientsPage)
        qtbot.waitUntil(lambda: page.people.model.rowCount() == len(R2), timeout=WAIT_MS)
        yield Screen(qtbot, program, desk, page)


def press(widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    QTest.keyClick(widget, key, modifier)


def test_T73_every_visit_tells_which_texts_changed_since_the_one_before(screen: Screen) -> None:
    screen.show("P001")
    visits = screen.page.detail.visits.visits
    newest, first = (str(visits.index(row).data()) for row in range(visits.rowCount()))
    assert first.startswith("初诊 ")
    assert newest.startswith("第2诊 ")
    assert "改动" not in first
    assert newest.split("改动：")[1].split(" ")[0] == "主诉、现病史、舌象"
    sheet = screen.read()
    assert [(one.label, one.before, one.after) for one in sheet.reading.changes] == [
        ("主诉", "头晕", "头晕减少"),
        ("现病史", "晨起头晕一月", "仅久站时头晕"),
        ("舌象", "", "舌淡红"),
    ]
    said = sheet.text.split("与前一次相比的改动")[1].splitlines()
    assert [line for line in said if line][:9] == [
        *("主诉", "前一次：头晕", "这一次：头晕减少"),
        *("现病史", "前一次：晨起头晕一月", "这一次：仅久站时头晕"),
        *("舌象", "前一次：未填", "这一次：舌淡红"),
    ]
    press(sheet.card, Qt.Key.Key_Left)
    screen.qtbot.waitUntil(lambda: screen.page.reader.sheet is not sheet, timeout=WAIT_MS)
    older = screen.page.reader.sheet
    assert isinstance(older, RecordSheet)
    assert older.reading.changes == ()
    assert "改动" not in older.text


def test_T74_every_field_of_a_record_is_listed_empty_ones_too(screen: Screen) -> None:
    screen.show("P002")
    sheet = screen.read()
    said = [line for line in sheet.text.splitlines() if line]
    form = sheet.reading.record.form
    answers = {item.label: OLDER.get(item.link_id, "未填") for item in form.items if item.takes_text}
    assert len(answers) == 10
    for label, words in answers.items():
        assert said[said.index(label) + 1] == words


def test_T75_a_return_visit_begins_with_one_key_and_last_time_beside_it(screen: Screen) -> None:
    screen.show("P001")
    table = screen.page.people.table
    table.setFocus()
    assert screen.page.detail.visit_now.words == "开始复诊"
    press(table, Qt.Key.Key_Return, CONTROL)

    def opened() -> None:
        page = screen.desk.page
        assert isinstance(page, IntakePage)
        assert page.context is not None
        assert page.context.record_no == "P001"
        assert page.form.questionnaire is not None
        assert page.outline.save.isEnabled()

    screen.qtbot.waitUntil(opened, timeout=WAIT_MS)
    page = screen.desk.page
    assert isinstance(page, IntakePage)
    assert "陈敏" in screen.desk.banner.accessibleName()
    complaint = page.form._view_of("zhushu", ())
    assert isinstance(complaint, QuestionView)
    assert complaint.last_line is not None
    assert "“头晕减少”" in complaint.last_line.words.text()
    rows = [row for table in page.form.findChildren(SymptomTable) for row in table.rows]
    assert [(row.term, row.carried is not None, row.is_untouched) for row in rows] == [("头晕", True, True)]
    assert page.form.content() == {"answers": {}, "symptoms": []}


def test_a_first_visit_begins_from_the_button_and_from_the_visits(screen: Screen) -> None:
    screen.show("P004")
    button = screen.page.detail.visit_now
    assert button.words == "开始问诊"
    button.click()
    screen.qtbot.waitUntil(lambda: screen.desk.here is ActionId.INTAKE, timeout=WAIT_MS)
    assert screen.desk.context is not None
    assert screen.desk.context.record_no == "P004"
    screen.desk.go(ActionId.PATIENTS)
    screen.show("P002")
    screen.page.detail.go_to_visits()
    press(QApplication.focusWidget() or screen.page, Qt.Key.Key_Return, CONTROL)
    screen.qtbot.waitUntil(lambda: screen.desk.here is ActionId.INTAKE, timeout=WAIT_MS)
    assert screen.desk.context.record_no == "P002"
    assert screen.page.reader.sheet is None
