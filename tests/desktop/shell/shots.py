"""Pictures of the frame's screens in both themes, to lay beside the mock-ups: `python -m tests.desktop.shell.shots`."""

import os
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication, QWidget

from core.base.ids import RecordNo
from core.base.paths import Home
from core.kernel import clock_of
from core.services.patients.patients import Given
from core.settings.model import Settings
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.bridge.clinic import ClinicState
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.theme.scheme import Scheme
from desktop.theme.style import theme
from desktop.views.patients.page import PatientsPage
from desktop.views.settings.page import SettingsPage
from tests.fakes.clinic import Clinic, content, new_clinic
from tests.fakes.vault import InMemoryVault

ROOT = Path(__file__).resolve().parents[3]
OUT = ROOT / "build" / "shots"
PEOPLE = (
    ("陈桂兰", "女", "1967-09-04", "13800007723", "失眠、心悸半年余"),
    ("刘春华", "男", "1957-02-11", "13911111189", "头晕目眩两周"),
    ("许静", "女", "1993-07-20", "13700006402", "经期腹痛三月"),
    ("周敏", "女", "1992-01-05", "13600002095", "经前乳房胀痛"),
    ("何子墨", "男", "2018-04-01", "13500008817", "夜间咳嗽五天"),
    ("郑丽", "女", "1975-10-10", "13400003046", "潮热汗出"),
    ("赵建军", "男", "1960-06-06", "13300005580", "咳嗽痰多两周"),
    ("李国强", "男", "1979-12-12", "", "腰痛牵及左腿"),
    ("王秀英", "女", "1962-11-08", "13200004471", "膝关节疼痛，上下楼加重"),
    ("王秀英", "女", "1984-06-21", "13100000826", "月经推迟，小腹冷痛"),
)


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        first_run(app, Path(folder) / "none")
        filled = new_clinic(Path(folder))
        fill(filled)
        lock(app, filled)
        work(app, filled)
        settings(app, filled)
        work_empty(app, new_clinic(Path(folder) / "empty"))


def fill(clinic: Clinic) -> None:
    """A few patients, visits and drafts, on the day of the machine's clock."""
    clock = clock_of(Settings())
    with clinic.open(clock=clock) as kernel:
        for place, (name, sex, birth, phone, complaint) in enumerate(PEOPLE):
            given = Given(name=name, sex=sex, birth=birth, phone=phone or None)
            number = kernel.patients.register(given, "另一人").patient.record_no
            answers = {"zhushu": complaint, "xianbingshi": "详见既往。", "guominshi": "青霉素、磺胺类"}
            for back in range(place % 3, -1, -1):
                at = clock.now() - timedelta(days=11 * back, minutes=13 * place + 5)
                if place not in {2, 5} or back:
                    saved = kernel.intake.save(number, "menzhen", content(answers), at.isoformat())
                    if place % 2:
                        kernel.intake.sign(number, saved.number)
            if place in {2, 5}:
                kernel.intake.save_draft(number, "menzhen", content({"zhushu": complaint}))


def until(app: QApplication, ready: Callable[[], bool]) -> None:
    """Wait for it, and a little longer."""
    end = time.monotonic() + 20
    while not ready() and time.monotonic() < end:
        app.processEvents()
        time.sleep(0.01)
    settle(app)


def settle(app: QApplication) -> None:
    end = time.monotonic() + 0.6
    while time.monotonic() < end:
        app.processEvents()
        time.sleep(0.01)


def shoot(app: QApplication, window: QWidget, name: str) -> None:
    """The window in both themes."""
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        theme(app).set(scheme)
        settle(app)
        window.grab().save(str(OUT / f"{name}-{scheme.value}.png"))


def first_run(app: QApplication, folder: Path) -> None:
    program = Program(app, Home(folder), InMemoryVault(), screens())
    program.begin(hooks=False)
    settle(app)
    shoot(app, program.window, "entry")
    program.end()


def lock(app: QApplication, clinic: Clinic) -> None:
    program = Program(app, clinic.home, InMemoryVault(), screens())
    program.begin(hooks=False)
    card = program.window.entry.unlock
    until(app, card.passphrase.isEnabled)
    shoot(app, program.window, "unlock")
    card.passphrase.setText("wrong words")
    card.submit()
    until(app, lambda: bool(card.problem.words))
    shoot(app, program.window, "unlock-wrong")
    program.end()


def work(app: QApplication, clinic: Clinic) -> None:
    program = Program(app, clinic.home, clinic.vault, screens())
    program.begin(hooks=False)
    window = program.window
    until(app, lambda: window.desk is not None)
    desk = window.desk
    assert desk is not None
    shoot(app, window, "today")
    desk.go(ActionId.PATIENTS)
    settle(app)
    shoot(app, window, "patients")
    desk.open_patient(RecordNo("P003"), ActionId.PATIENTS)
    until(app, lambda: desk.context is not None)
    page = desk.page
    assert isinstance(page, PatientsPage)
    shoot(app, window, "patients-chosen")
    page.register_new("")
    page.sheet.form.name.setText("王秀英")
    page.sheet.form.sex.choose("女")
    page.sheet.form.birth.setText("1962-11-08")
    page.sheet.submit()
    until(app, lambda: bool(page.sheet.candidates))
    shoot(app, window, "register")
    page.sheet.leave()
    program.notices.warn("有一份草稿没有存住。", "正在重试，请勿关闭窗口。")
    window.do(ActionId.PALETTE)
    shoot(app, window, "palette")
    program.end()


def settings(app: QApplication, clinic: Clinic) -> None:
    program = Program(app, clinic.home, clinic.vault, screens())
    program.begin(hooks=False)
    until(app, lambda: program.window.desk is not None)
    program.window.do(ActionId.SETTINGS)
    desk = program.window.desk
    assert desk is not None
    page = desk.page
    assert isinstance(page, SettingsPage)
    for name in page.sections:
        page.show_section(name)
        settle(app)
        shoot(app, program.window, f"settings-{name}")
    program.end()


def work_empty(app: QApplication, clinic: Clinic) -> None:
    program = Program(app, clinic.home, clinic.vault, screens())
    program.begin(hooks=False)
    until(app, lambda: program.clinic.state is ClinicState.OPEN)
    shoot(app, program.window, "today-empty")
    program.window.do(ActionId.PATIENTS)
    settle(app)
    shoot(app, program.window, "patients-empty")
    program.end()


if __name__ == "__main__":
    main()
