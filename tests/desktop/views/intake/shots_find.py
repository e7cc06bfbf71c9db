"""Pictures of choosing a person, in both themes, to lay beside the mock-ups: `python -m tests.desktop.views.intake.shots_find`."""

import os
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.base.ids import RecordNo
from core.services.patients.patients import Given
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.shell.desk import Desk
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.theme.scheme import Scheme
from desktop.theme.style import theme
from desktop.views.intake.page import IntakePage
from tests.fakes.clinic import Clinic, content, new_clinic
from tests.fakes.clock import ZONE, FixedClock

ROOT = Path(__file__).resolve().parents[4]
OUT = ROOT / "build" / "shots"
SEEN = (
    ("李国强", "男", "1979-02-12", 5, "腰痛牵及左腿", "signed"),
    ("周敏", "女", "1992-01-05", 1, "经前乳房胀痛", "signed"),
    ("赵建军", "男", "1960-06-06", 0, "咳嗽痰多两周", "saved"),
    ("陈桂兰", "女", "1967-09-04", 2, "失眠、心悸半年余", "draft"),
    ("孙雅琴", "女", "1997-05-01", 0, "胃脘胀满一月", "saved"),
    ("何子墨", "男", "2018-04-01", 1, "夜间咳嗽", "signed"),
    ("郑丽", "女", "1975-10-10", 3, "潮热汗出", "draft"),
)
SAME = (
    ("王秀英", "1962-11-08", "13200004471", ("膝关节疼痛，上下楼加重", 4)),
    ("王秀英", "1984-06-21", "13100000826", ("月经推迟，小腹冷痛", 1)),
    ("王秀英", "1946-12-30", "13100003390", None),
    ("王秀瑛", "1962-10-08", "13100005512", ("耳鸣，夜间明显", 2)),
)


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        empty = new_clinic(Path(folder) / "empty")
        full = new_clinic(Path(folder) / "full")
        fill(full)
        with_nobody(app, empty)
        with_people(app, full)


def fill(clinic: Clinic) -> None:
    """People of the day, and people who share a name."""
    clock = FixedClock(datetime.now(ZONE).replace(hour=23, minute=0))
    with clinic.open(clock=clock) as kernel:

        def visit(number: str, complaint: str, at: datetime) -> int:
            answers = {"zhushu": complaint, "xianbingshi": "详见既往。"}
            return kernel.intake.save(number, "menzhen", content(answers), at.isoformat()).number

        noon = clock.now()
        for name, birth, phone, seen in SAME:
            clock.advance(days=-400)
            given = Given(name=name, sex="女", birth=birth, phone=phone)
            number = kernel.patients.register(given, "另一人").patient.record_no
            clock.advance(days=400)
            for back in range(seen[1] if seen else 0, 0, -1):
                visit(number, seen[0] if seen else "", noon - timedelta(days=60 + 20 * back))
        for place, (name, sex, birth, before, complaint, standing) in enumerate(SEEN):
            given = Given(name=name, sex=sex, birth=birth, phone=f"1390000{place:04}")
            number = kernel.patients.register(given).patient.record_no
            for back in range(before, 0, -1):
                visit(number, complaint, noon - timedelta(days=12 * back))
            at = noon.replace(hour=9, minute=5) + timedelta(minutes=19 * place)
            if standing == "draft":
                clock.advance(seconds=(at - clock.now()).total_seconds())
                kernel.intake.save_draft(number, "menzhen", content({"zhushu": complaint}))
                clock.advance(seconds=(noon - clock.now()).total_seconds())
            else:
                done = visit(number, complaint, at)
                if standing == "signed":
                    kernel.intake.sign(number, done)


def until(app: QApplication, ready: Callable[[], bool]) -> None:
    """Wait for it, and a little longer."""
    end = time.monotonic() + 20
    while not ready() and time.monotonic() < end:
        app.processEvents()
        time.sleep(0.01)
    settle(app)


def settle(app: QApplication) -> None:
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        app.processEvents()
        time.sleep(0.01)


def shoot(app: QApplication, program: Program, name: str) -> None:
    """The window in both themes."""
    for scheme in (Scheme.DARK, Scheme.LIGHT):
        theme(app).set(scheme)
        settle(app)
        program.window.grab().save(str(OUT / f"find-{name}-{scheme.value}.png"))


def opened(app: QApplication, clinic: Clinic) -> tuple[Program, Desk, IntakePage]:
    program = Program(app, clinic.home, clinic.vault, screens())
    program.begin(hooks=False)
    until(app, lambda: program.window.desk is not None)
    desk = program.window.desk
    assert desk is not None
    desk.go(ActionId.INTAKE)
    page = desk.page
    assert isinstance(page, IntakePage)
    until(app, lambda: bool(page.finder.list.lines.all))
    return program, desk, page


def with_nobody(app: QApplication, clinic: Clinic) -> None:
    program, _desk, page = opened(app, clinic)
    shoot(app, program, "nobody")
    page.finder.box.setFocus()
    page.finder.box.setText("赵云")
    until(app, lambda: page.finder.found is not None)
    shoot(app, program, "none-fits")
    program.end()


def with_people(app: QApplication, clinic: Clinic) -> None:
    program, desk, page = opened(app, clinic)
    shoot(app, program, "day")
    box = page.finder.box
    box.setFocus()
    for name, text in (("contradiction", "P001 李四"), ("unknown", "P099")):
        box.setText(text)
        QTest.keyClick(box, Qt.Key.Key_Return)
        until(app, lambda: page.who.sheet is not None)
        shoot(app, program, name)
        sheet = page.who.sheet
        assert sheet is not None
        sheet.dismiss()
    box.setText("王秀英")
    until(app, lambda: page.finder.found is not None)
    shoot(app, program, "results")
    QTest.keyClick(box, Qt.Key.Key_Return)
    until(app, lambda: page.who.sheet is not None)
    shoot(app, program, "picker")
    picker = page.who.sheet
    assert picker is not None
    QTest.keyClick(picker, Qt.Key.Key_2)
    shoot(app, program, "picker-selected")
    program.window.resize(900, 480)
    shoot(app, program, "picker-small")
    program.window.resize(1366, 768)
    picker.dismiss()
    page.finder.list.setFocus()
    box.clear()
    desk.open_patient(RecordNo("P008"), ActionId.INTAKE)
    until(app, lambda: desk.context is not None and page.form.questionnaire is not None)
    page.finder.list.enter()
    shoot(app, program, "current")
    program.end()


if __name__ == "__main__":
    main()
