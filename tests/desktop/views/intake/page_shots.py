"""Renders the whole intake page in its window, in both themes, into build/shots, to be looked at beside the mock. Not a test.

python -m tests.desktop.views.intake.page_shots, and with the word `drawers` in half the width at 200 %.
"""

import os
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from core.base.ids import RecordNo
from core.services.forms import dump_json
from core.services.patients.patients import Given
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.theme.tokens import Frame
from desktop.views.intake.page import IntakePage
from tests.desktop.shell.shots import settle, shoot, until
from tests.desktop.views.intake.shots import CONTENT
from tests.fakes.clinic import Clinic, content, count_of, new_clinic, symptom
from tests.fakes.clock import ZONE, FixedClock
from tests.fakes.forms import hostile_form

ROOT = Path(__file__).resolve().parents[4]
OUT = ROOT / "build" / "shots"
NOW = datetime(2026, 3, 17, 10, 12, tzinfo=ZONE)
PEOPLE = (
    ("李国强", "男", "1979-12-12", "腰痛牵及左腿", 67),
    ("周敏", "女", "1992-01-05", "经前乳房胀痛", 50),
    ("赵建军", "男", "1960-06-06", "咳嗽痰多两周", 26),
)
BEFORE = (
    symptom("入睡困难", grade=3, words="躺下要两个钟头才睡着"),
    symptom("大便干结", grade=1, words="有点干，一两天一次"),
    symptom("心悸", grade=1, words="一累就心慌"),
    symptom("多梦", grade=2, words="整夜做梦，醒来累"),
    symptom("夜尿", count=count_of(3, "次/夜"), words="一晚上起来三回"),
    symptom("口干", grade=2, words="夜里要喝水"),
    symptom("胁胀", grade=1, words="一生气就胀"),
)
HISTORY = {
    "zhushu": "失眠、心悸半年余",
    "xianbingshi": "半年前起入睡困难，多梦，心悸。",
    "jiwangshi": "高血压五年，服氨氯地平，血压平稳。",
    "guominshi": "青霉素、磺胺类",
}


def main() -> None:
    """Render."""
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        clinic = new_clinic(Path(folder))
        fill(clinic)
        program = Program(app, clinic.home, clinic.vault, screens(), clock=FixedClock(NOW))
        program.begin(hooks=False)
        until(app, lambda: program.window.desk is not None)
        program.window.do(ActionId.INTAKE)
        settle(app)
        drawers(app, program) if "drawers" in sys.argv else whole(app, program)
        program.end()
    if "drawers" not in sys.argv:
        environment = {**os.environ, "QT_SCALE_FACTOR": "2"}
        subprocess.run(
            [sys.executable, "-m", __spec__.name, "drawers"], check=True, cwd=ROOT, env=environment
        )


def fill(clinic: Clinic) -> None:
    """The day of the mock: three seen, one at her third visit with a draft, one new."""
    with clinic.open(clock=FixedClock(NOW)) as kernel:
        for name, sex, birth, complaint, ago in PEOPLE:
            number = kernel.patients.register(Given(name=name, sex=sex, birth=birth)).patient.record_no
            answers = content({"zhushu": complaint, "xianbingshi": "详见病历。"})
            at = NOW - timedelta(minutes=ago)
            saved = kernel.intake.save(number, "menzhen", answers, at.isoformat())
            if ago > 30:
                kernel.intake.sign(number, saved.number)
        chen = kernel.patients.register(Given(name="陈桂兰", sex="女", birth="1967-09-04")).patient.record_no
        for ago in (25, 11):
            at = NOW - timedelta(days=ago)
            kernel.intake.save(chen, "menzhen", content(HISTORY, BEFORE), at.isoformat())
        kernel.intake.save_draft(chen, "menzhen", dump_json(CONTENT))
        kernel.patients.register(Given(name="孙雅琴", sex="女", birth="1996-02-03"))


def turned(app: QApplication, program: Program, number: str) -> IntakePage:
    desk = program.window.desk
    assert desk is not None
    desk.open_patient(RecordNo(number), ActionId.INTAKE)
    until(app, lambda: desk.context is not None and desk.context.record_no == number)
    page = desk.page
    assert isinstance(page, IntakePage)
    return page


def whole(app: QApplication, program: Program) -> None:
    """At 1366 × 768."""
    window = program.window
    window.resize(1366, 768)
    shoot(app, window, "intake-nobody")
    page = turned(app, program, "P004")
    assert page.form.table
    page.form.table.rows[3].take_focus()
    shoot(app, window, "intake-return")
    page.form.area.verticalScrollBar().setValue(260)
    shoot(app, window, "intake-sticky")
    page.form.jump_to("jiwangshi")
    settle(app)
    view = page.form._view_of("jiwangshi", ())
    line = getattr(view, "last_line", None)
    assert line
    line.take.click()
    shoot(app, window, "intake-carried")
    page.ask_for_time()
    shoot(app, window, "intake-time")
    _press_escape(app)
    page.save()
    until(app, lambda: page.card.record is not None)
    shoot(app, window, "intake-saved")
    page.sign()
    shoot(app, window, "intake-sign")
    _press_escape(app)
    page = turned(app, program, "P005")
    shoot(app, window, "intake-first")
    page.save()
    settle(app)
    shoot(app, window, "intake-problems")
    page.form.show_form(hostile_form())
    shoot(app, window, "intake-hostile-page")
    page.form.clear()
    page.turn_to(page.context)
    until(app, lambda: page.form.questionnaire is not None)
    assert page.top.tabs
    page.top.tabs.choose("shiwen")
    shoot(app, window, "intake-shiwen-page")


def drawers(app: QApplication, program: Program) -> None:
    """At 683 × 384, as a small screen at 200 % has it."""
    window = program.window
    window.setMinimumSize(0, 0)
    window.resize(683, 384)
    page = turned(app, program, "P004")
    assert page.width() + Frame.RAIL < Frame.DRAWER_BELOW
    shoot(app, window, "intake-narrow")
    page.form.jump_to("symptoms")
    shoot(app, window, "intake-narrow-symptoms")
    page.sides.open_outline()
    shoot(app, window, "intake-narrow-outline")
    _press_escape(app)
    page.go_to_find()
    shoot(app, window, "intake-narrow-find")
    _press_escape(app)


def _press_escape(app: QApplication) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    focused = app.focusWidget()
    if focused:
        QTest.keyClick(focused, Qt.Key.Key_Escape)
    settle(app)


if __name__ == "__main__":
    main()
