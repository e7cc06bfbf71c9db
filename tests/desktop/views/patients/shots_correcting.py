"""Pictures of amending and voiding in the whole window, and the paper of both: `python -m tests.desktop.views.patients.shots_correcting`.

With QT_SCALE_FACTOR=2 the window is that of a small screen, and the names end in -200; with DARK=1 it is dark, and they end in -dark.
"""

import os
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.forms import as_plain, dump_json
from core.services.visits.records import Record
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.printing.compose import record_paper
from desktop.printing.pages import PaperSize
from desktop.printing.pdf import write_pdf
from desktop.session.void_sheet import VoidSheet
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.intake.amend_sheet import AmendSheet
from desktop.views.patients.page import PatientsPage
from desktop.views.patients.record_sheet import RecordSheet
from tests.desktop.shell.shots import OUT, settle, shoot, until
from tests.desktop.views.patients.shots import END, course, size
from tests.fakes.clinic import Clinic, new_clinic

DARK = os.environ.get("DARK") == "1"
NAME = f"{END}-dark" if DARK else END


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
        correct(clinic)
        program = Program(app, clinic.home, clinic.vault, screens())
        program.begin(hooks=False)
        until(app, lambda: program.window.desk is not None)
        program.window.setMinimumSize(0, 0)
        size(app, program)
        if DARK:
            program.window.do(ActionId.THEME)
        take(app, program)
        program.end()
        with clinic.open() as kernel:
            for number in (3, 5):
                versions = kernel.records.versions("P001", number)
                paper = record_paper(versions.record, "明道中医诊所", Messages(), versions)
                for paper_size in PaperSize:
                    write_pdf(paper, paper_size, OUT / f"corrected-{number}-{paper_size.name}.pdf")


def rewritten(record: Record, **answers: object) -> str:
    symptoms = [as_plain(finding) for finding in record.findings if finding.term != "头晕"]
    return dump_json({"answers": dict(record.answers) | answers, "symptoms": symptoms})


def correct(clinic: Clinic) -> None:
    """Visit 5 amended twice, visit 3 void."""
    with clinic.open() as kernel:
        amendments, record = kernel.amendments, kernel.records.of_patient("P001", 5)[0]
        story = "服上方七剂，入睡较前快，约半个钟头能睡着，仍有梦；心慌没有了。大便两日一次，不费力。"
        text = rewritten(record, xianbingshi=story)
        amendments.amend("P001", 5, text, version=1, reason="slip", note="听错了时间")
        kernel.intake.sign("P001", 5)
        text = rewritten(
            record, xianbingshi=story, jiwangshi="高血压十年，服氨氯地平；糖尿病三年。", zhushu="失眠半年余"
        )
        amendments.amend("P001", 5, text, version=2, reason="learned_later", note="带来了外院病历")
        amendments.void("P001", 3, reason="wrong_patient", note="应记在同名的另一位名下")


def is_read(page: PatientsPage, number: int) -> bool:
    shown = page.reader.shown
    return shown is not None and shown.number == number


def take(app: QApplication, program: Program) -> None:
    window, desk = program.window, program.window.desk
    assert desk is not None
    desk.open_patient(RecordNo("P001"), ActionId.PATIENTS)
    until(app, lambda: desk.context is not None)
    page = desk.page
    assert isinstance(page, PatientsPage)
    until(app, lambda: not page.detail.is_busy)
    size(app, program)
    page._on_visits_wanted()
    page.detail._scroll.verticalScrollBar().setValue(9999)
    shoot(app, window, f"correct-list{NAME}")
    for number, what in ((5, "amended"), (3, "void")):
        page.reader.read(page.detail.patient, number)  # type: ignore[arg-type]
        until(app, partial(is_read, page, number))
        sheet = page.reader.sheet
        assert isinstance(sheet, RecordSheet)
        shoot(app, window, f"correct-{what}{NAME}")
        if number == 5:
            sheet.standing.show_changes.click()
            shoot(app, window, f"correct-changes{NAME}")
    window.do(ActionId.PRINT)
    settle(app)
    shoot(app, window, f"correct-print-void{NAME}")
    page.reader.leave()
    page.reader.read(page.detail.patient, 5)  # type: ignore[arg-type]
    until(app, lambda: page.reader.shown is not None)
    window.do(ActionId.PRINT)
    settle(app)
    shoot(app, window, f"correct-print{NAME}")
    page.reader.leave()
    page.reader.read(page.detail.patient, 5)  # type: ignore[arg-type]
    until(app, lambda: page.reader.shown is not None)
    window.do(ActionId.AMEND)
    until(app, lambda: isinstance(page.reader.sheet, AmendSheet))
    amending = page.reader.sheet
    assert isinstance(amending, AmendSheet)
    shoot(app, window, f"correct-form{NAME}")
    field = next(one for one in amending.form.findChildren(QPlainTextEdit) if one.accessibleName() == "主诉")
    field.setPlainText("失眠半年余，近两周加重")
    amending.submit()
    until(app, lambda: amending.is_reviewing)
    shoot(app, window, f"correct-review{NAME}")
    QTest.keyClick(amending, Qt.Key.Key_Escape)
    amending.dismiss()
    until(app, lambda: page.reader.shown is not None)
    shoot(app, window, f"correct-draft{NAME}")
    window.do(ActionId.VOID)
    assert isinstance(page.reader.sheet, VoidSheet)
    shoot(app, window, f"correct-voiding{NAME}")
    page.reader.leave()


if __name__ == "__main__":
    main()
