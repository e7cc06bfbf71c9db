"""Pictures of the patients' and the compare screen in the whole window: `python -m tests.desktop.views.patients.shots`.

With QT_SCALE_FACTOR=2 the window is that of a small screen, and the names end in -200.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.base.errors import Busy
from core.base.ids import RecordNo
from core.services.patients.patients import Given
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.shell.desk import Desk
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.compare.page import ComparePage
from desktop.views.patients.page import PatientsPage
from tests.desktop.shell.shots import OUT, fill, settle, shoot, until
from tests.fakes.clinic import Clinic, content, count_of, new_clinic, symptom

SMALL = os.environ.get("QT_SCALE_FACTOR") == "2"
END = "-200" if SMALL else ""
FIRST = datetime.fromisoformat("2026-01-05T10:12+08:00")

COURSE: tuple[dict[str, int | None], ...] = (
    {"入睡困难": 3, "大便干结": 1, "多梦": 2, "心悸": 1, "口干": 2, "自汗": 2, "夜尿": 4, "乏力": 0},
    {"入睡困难": 3, "大便干结": 1, "多梦": 2, "心悸": None, "口干": 2, "自汗": 2, "夜尿": 3, "乏力": 0},
    {"入睡困难": 3, "多梦": 3, "心悸": 2, "口干": None, "夜尿": 3, "乏力": 0, "头晕": 1},
    {"入睡困难": 2, "大便干结": 1, "多梦": 2, "口干": 2, "夜尿": 2, "乏力": 0, "头晕": None},
    {"入睡困难": 3, "大便干结": 1, "心悸": 1, "多梦": 2, "口干": 2, "自汗": 2, "夜尿": 3, "乏力": 0},
    {"入睡困难": 2, "大便干结": 2, "心悸": None, "多梦": 2, "咳嗽": 1, "头晕": 1, "自汗": 1, "夜尿": 1},
)
WORDS = {
    "入睡困难": "躺下要两个钟头才睡着，半夜醒了睡不回去",
    "大便干结": "三四天一次，费力",
    "心悸": "一累就心慌",
    "多梦": "整夜做梦，醒来累",
    "夜尿": "一晚上起来几回",
}


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        clinic = new_clinic(Path(folder))
        course(clinic)
        fill(clinic)
        program = Program(app, clinic.home, clinic.vault, screens())
        program.begin(hooks=False)
        until(app, lambda: program.window.desk is not None)
        desk = program.window.desk
        assert desk is not None
        program.window.setMinimumSize(0, 0)
        size(app, program)
        for take in (patients, editing, states, compare):
            take(app, program, desk)
        program.end()


def size(app: QApplication, program: Program) -> None:
    """The size of the screen; twice, as each size makes room for a smaller one."""
    for _ in range(3):
        program.window.resize(683, 384) if SMALL else program.window.resize(1366, 768)
        settle(app)


def course(clinic: Clinic) -> None:
    """One patient with six visits, edited twice, with an override."""
    Path(clinic.home.settings).write_text('clinic_name = "明道中医诊所"\n', encoding="utf-8")
    with clinic.open() as kernel:
        given = Given("陈桂兰", "女", "1967-09-04", "13800007723", "110101196709040089")
        number = kernel.patients.register(Given("陈桂蓝", "女", "1967", "13800007000")).patient.record_no
        kernel.patients.edit(number, Given(name="陈桂兰", birth="1967-09-04"))
        kernel.patients.edit(number, Given(phone=given.phone))
        for place, grades in enumerate(COURSE):
            symptoms = [_symptom(term, grade, place) for term, grade in grades.items()]
            answers = {
                "zhushu": "失眠、心悸半年余" if place else "失眠半年余，伴心悸、便干",
                "xianbingshi": "服上方七剂，入睡较前快，约一个钟头能睡着，仍有梦；心慌没有了。大便三四天一次，费力。",
                "guominshi": "青霉素、磺胺类",
                "jiwangshi": "高血压十年，服氨氯地平。",
            }
            at = (FIRST + timedelta(days=13 * place)).isoformat()
            saved = kernel.intake.save(number, "menzhen", content(answers, symptoms), at)
            if place < len(COURSE) - 1:
                kernel.intake.sign(number, saved.number)
        kernel.compare.override(
            number, len(COURSE), "自汗", state="无变化", reason="当日天热，程度以平日为准"
        )


def _symptom(term: str, grade: int | None, place: int) -> dict[str, object]:
    if grade is None:
        return symptom(term, "无", words="没有了" if place % 2 else "")
    words = WORDS.get(term, "")
    if term == "夜尿":
        return symptom(term, count=count_of(grade, "次/夜"), words=words)
    return symptom(term, words=words, grade=grade) if grade else symptom(term, words=words)


def patients(app: QApplication, program: Program, desk: Desk) -> None:
    window = program.window
    desk.open_patient(RecordNo("P001"), ActionId.PATIENTS)
    until(app, lambda: desk.context is not None)
    page = desk.page
    assert isinstance(page, PatientsPage)
    until(app, lambda: not page.detail.is_busy)
    size(app, program)
    shoot(app, window, f"patients-list{END}")
    page._on_visits_wanted()
    QTest.keyClick(page.detail.visits, Qt.Key.Key_Down)
    page.detail.trend.setFocus()
    QTest.keyClick(page.detail.trend, Qt.Key.Key_Left)
    shoot(app, window, f"patients-trend{END}")
    page.detail.changes.head.click()
    until(app, lambda: bool(page.detail.changes.lines))
    page.detail._scroll.verticalScrollBar().setValue(9999)
    shoot(app, window, f"patients-changes{END}")
    page.detail._scroll.verticalScrollBar().setValue(0)
    page.reader.read(page.detail.patient, 6)  # type: ignore[arg-type]
    until(app, lambda: page.reader.sheet is not None)
    shoot(app, window, f"record{END}")
    window.do(ActionId.SIGN)
    settle(app)
    shoot(app, window, f"record-sign{END}")
    desk.notices.questions[0].dismiss()
    window.do(ActionId.PRINT)
    settle(app)
    shoot(app, window, f"record-print{END}")
    page.reader.leave()


def editing(app: QApplication, program: Program, desk: Desk) -> None:
    window, page = program.window, desk.page
    assert isinstance(page, PatientsPage)
    page.edit(page.detail.patient)  # type: ignore[arg-type]
    assert page.edit_sheet is not None
    shoot(app, window, f"edit{END}")
    page.edit_sheet.form.phone.setText("138")
    page.edit_sheet.form.phone.textEdited.emit("138")
    page.edit_sheet.submit()
    until(app, lambda: bool(page.edit_sheet and page.edit_sheet.form.error("phone")))
    shoot(app, window, f"edit-wrong{END}")
    page.edit_sheet.form.phone.setText("13800007723")
    page.edit_sheet.form.name.setText("王秀英")
    page.edit_sheet.form.birth.setText("1962-11-08")
    page.edit_sheet.form.edited.emit()
    page.edit_sheet.submit()
    until(app, lambda: bool(page.edit_sheet and page.edit_sheet.candidates))
    shoot(app, window, f"edit-alike{END}")
    page.edit_sheet.dismiss()
    settle(app)
    shoot(app, window, f"edit-leave{END}")
    desk.notices.questions[0].dismiss()
    page.edit_sheet.leave()


def states(app: QApplication, program: Program, desk: Desk) -> None:
    window, page = program.window, desk.page
    assert isinstance(page, PatientsPage)
    page.people.find_box.setText("欧阳锋")
    until(app, lambda: page.people._lists.currentWidget() is page.people.nothing)
    shoot(app, window, f"patients-nothing{END}")
    page.people.clear_filters()
    settle(app)
    page.people._on_waiting()
    shoot(app, window, f"patients-busy{END}")
    page.people._on_list_failed(Busy("store_busy", folder="诊所"))
    shoot(app, window, f"patients-failed{END}")
    page.people.refresh()
    settle(app)


def compare(app: QApplication, program: Program, desk: Desk) -> None:
    window = program.window
    desk.go(ActionId.COMPARE)
    page = desk.page
    assert isinstance(page, ComparePage)
    until(app, lambda: page.is_ready)
    size(app, program)
    row = page.model.place_of("入睡困难")
    assert row is not None
    page.table.setFocus()
    page.table.toggle(row)
    shoot(app, window, f"compare-window{END}")
    page.table.trend_wanted.emit(page.model.entry(row))
    until(app, lambda: page.sheet is not None)
    shoot(app, window, f"compare-trend{END}")
    page._close_sheet()
    own = page.model.place_of("自汗")
    assert own is not None
    page.table.toggle(own)
    shoot(app, window, f"compare-own{END}")
    page.table.override_wanted.emit(page.model.entry(row))
    settle(app)
    shoot(app, window, f"compare-judge{END}")
    page._close_sheet()
    page.open_print()
    until(app, lambda: page.sheet is not None)
    shoot(app, window, f"compare-paper{END}")
    page._close_sheet()


if __name__ == "__main__":
    main()
