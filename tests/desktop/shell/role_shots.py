"""Pictures of what the roles look like: `python -m tests.desktop.shell.role_shots [en] [small]`."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication

from core.base.ids import RecordNo
from core.kernel import clock_of
from core.services.patients.patients import Given
from core.settings.model import Settings
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.bridge.clinic import ClinicState
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.patients.page import PatientsPage
from desktop.views.settings.operators import OperatorsSection
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.shots import OUT, fill, settle, shoot, until
from tests.fakes.clinic import PASSPHRASE, Clinic, new_clinic
from tests.fakes.people import PASSPHRASES, staffed

LANGUAGE = "en" if "en" in sys.argv else "zh_CN"
SMALL = "small" in sys.argv
TAG = f"role-{LANGUAGE}{'-small' if SMALL else ''}"


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        made = new_clinic(Path(folder))
        staffed(made)
        made.home.settings.write_text(f'language = "{LANGUAGE}"\n', encoding="utf-8")
        _fill(made)
        alone = new_clinic(Path(folder) / "alone")
        alone.home.settings.write_text(f'language = "{LANGUAGE}"\n', encoding="utf-8")
        _first(app, made)
        _second(app, made)
        _desk(app, made)
        _alone(app, alone)


def _fill(clinic: Clinic) -> None:
    clock = clock_of(Settings())
    original = clinic.open
    clinic.open = lambda **given: original(passphrase=PASSPHRASE, **given)  # type: ignore[method-assign]
    try:
        fill(clinic)
    finally:
        del clinic.open
    with clinic.open(passphrase=PASSPHRASES["赵前台"], clock=clock) as kernel:
        kernel.patients.register(Given("沈青", "女", "1988-03-03"))


def _opened(app: QApplication, clinic: Clinic, passphrase: str) -> Program:
    program = Program(app, clinic.home, clinic.vault, screens())
    program.begin(hooks=False)
    if SMALL:
        program.window.resize(683, 384)
    card = program.window.entry.unlock
    until(app, lambda: card.passphrase.isEnabled() or program.clinic.state is ClinicState.OPEN)
    if program.clinic.state is not ClinicState.OPEN:
        card.passphrase.setText(passphrase)
        card.submit()
    until(app, lambda: program.window.desk is not None)
    for notice in program.notices.standing:
        program.notices.withdraw(notice)
    return program


def _first(app: QApplication, clinic: Clinic) -> None:
    program = _opened(app, clinic, PASSPHRASE)
    window = program.window
    shoot(app, window, f"{TAG}-physician")
    window.do(ActionId.ROLE)
    settle(app)
    shoot(app, window, f"{TAG}-picker")
    window.sheets.shown[0].dismiss()
    section = _section(app, program)
    shoot(app, window, f"{TAG}-operators")
    section.add.click()
    settle(app)
    shoot(app, window, f"{TAG}-add")
    if section.sheet:
        section.sheet.dismiss()
    section.people["王大夫"].buttons[1].click()  # type: ignore[attr-defined]
    settle(app)
    shoot(app, window, f"{TAG}-end")
    if section.sheet:
        section.sheet.dismiss()
    section.verticalScrollBar().setValue(10_000)
    shoot(app, window, f"{TAG}-rules")
    program.end()


def _second(app: QApplication, clinic: Clinic) -> None:
    program = _opened(app, clinic, PASSPHRASES["王大夫"])
    desk = program.window.desk
    assert desk is not None
    desk.go(ActionId.PATIENTS)
    page = desk.page
    assert isinstance(page, PatientsPage)
    until(app, lambda: page.people.model.rowCount() > 1)
    page.people.table.setFocus()
    page.people.table.selectRow(1)
    settle(app)
    shoot(app, program.window, f"{TAG}-shut")
    desk.open_patient(RecordNo("P001"), ActionId.INTAKE)
    until(app, lambda: program.window.reasons.sheet is not None)
    program.window.reasons.sheet.choice.choose("consultation")  # type: ignore[union-attr]
    shoot(app, program.window, f"{TAG}-reason")
    program.end()


def _desk(app: QApplication, clinic: Clinic) -> None:
    program = _opened(app, clinic, PASSPHRASES["赵前台"])
    desk = program.window.desk
    assert desk is not None
    shoot(app, program.window, f"{TAG}-reception")
    desk.open_patient(RecordNo("P002"), ActionId.PATIENTS)
    until(app, lambda: desk.context is not None)
    shoot(app, program.window, f"{TAG}-reception-patients")
    program.window.do(ActionId.SETTINGS)
    settle(app)
    shoot(app, program.window, f"{TAG}-reception-settings")
    _section(app, program)
    shoot(app, program.window, f"{TAG}-reception-operators")
    program.end()


def _alone(app: QApplication, clinic: Clinic) -> None:
    program = _opened(app, clinic, PASSPHRASE)
    _section(app, program)
    shoot(app, program.window, f"{TAG}-alone")
    program.end()


def _section(app: QApplication, program: Program) -> OperatorsSection:
    program.window.do(ActionId.SETTINGS)
    desk = program.window.desk
    assert desk is not None
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("operators")
    section = page.sections["operators"]
    assert isinstance(section, OperatorsSection)
    settle(app)
    return section


if __name__ == "__main__":
    main()
