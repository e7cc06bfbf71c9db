"""Pictures of the entry, the keys and the standing bars, in both themes and sizes: `python -m tests.desktop.views.entry.shots`.

The codes in them are made for the picture and open nothing.
"""

import os
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication

from core.base.paths import Home
from core.services.keys.keyring_trial import Outcome
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.settings.new_code_sheet import NewCodeSheet
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.programs import begun, take
from tests.desktop.shell.shots import OUT, settle, until
from tests.fakes.clinic import PASSPHRASE, Clinic, new_clinic
from tests.fakes.vault import InMemoryVault

ENTRY = OUT / "entry"


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    ENTRY.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        for language in sys.argv[1:] or ("zh_CN", "en"):
            first_run(app, Path(folder) / f"none-{language}", language)
            unlock(app, new_clinic(Path(folder) / f"unlock-{language}"), language)
            trouble(app, new_clinic(Path(folder) / f"trouble-{language}"), language)
            desk(app, new_clinic(Path(folder) / f"desk-{language}"), language)


def shoot(app: QApplication, program: Program, name: str) -> None:
    take(app, program, ENTRY, name)


def first_run(app: QApplication, folder: Path, language: str) -> None:
    with begun(app, Home(folder), InMemoryVault(), language) as program:
        shoot(app, program, "1-language")
        entry = program.window.entry
        run = entry.first_run
        run.language.submit()
        run.names.submit()
        shoot(app, program, "2-clinic-lacking")
        for edit, text in zip(run.names.edits, ("明和堂中医诊所", "林晓"), strict=True):
            edit.setText(text)
        run.names.begin()
        shoot(app, program, "2-clinic")
        run.names.submit()
        shoot(app, program, "3-passphrase")
        for edit in run.secret.pair.edits:
            edit.setText("mingming123")
        run.secret.submit()
        until(app, lambda: bool(run.secret.problem.words))
        shoot(app, program, "3-passphrase-weak")
        for edit in run.secret.pair.edits:
            edit.setText("山药 半夏 三杯凉水")
        run.secret.submit()
        until(app, lambda: entry.card is run.shown)
        shoot(app, program, "4-code")
        program.window.close()
        settle(app)
        shoot(app, program, "code-leaving")
        assert entry._leaving is not None
        entry._leaving.dismiss()
        code = run._code
        assert code is not None
        run.shown.button.click()
        settle(app)
        shoot(app, program, "4-typed-back")
        for edit in run.typed.fields.edits.values():
            edit.setText("0000")
        run.typed.submit()
        shoot(app, program, "4-typed-wrong")
        for number, edit in run.typed.fields.edits.items():
            edit.setText(code.groups[number - 1])
        run.typed.submit()
        shoot(app, program, "4-setting-up")
        until(app, lambda: entry.card is run.keyring and run.keyring.again.isHidden())
        shoot(app, program, "5-keyring")
        for outcome in (Outcome.ABSENT, Outcome.UNANSWERED):
            run.keyring.tell(outcome, is_stored=False)
            shoot(app, program, f"5-keyring-{outcome}")
        run.keyring.submit()
        shoot(app, program, "6-model")
        run.model.submit()
        shoot(app, program, "7-begin")
        run.start.submit()
        until(app, lambda: program.window.desk is not None)
        shoot(app, program, "8-today")


def unlock(app: QApplication, clinic: Clinic, language: str) -> None:
    with begun(app, clinic.home, InMemoryVault(), language) as program:
        entry = program.window.entry
        until(app, entry.unlock.passphrase.isEnabled)
        shoot(app, program, "unlock")
        entry.unlock.form.wait(5, 14 * 60 - 1)
        shoot(app, program, "unlock-wait")
        entry.unlock.form.code.click()
        settle(app)
        entry.by_code.code.code.edit.setText(clinic.recovery.text[:22])
        shoot(app, program, "by-code")
        last = "0" if clinic.recovery.groups[3][3] != "0" else "1"
        wrong = [*clinic.recovery.groups]
        wrong[3] = wrong[3][:3] + last
        entry.by_code.code.code.edit.setText("-".join(wrong))
        entry.by_code.code.submit()
        shoot(app, program, "by-code-wrong")
        entry.by_code.code.code.edit.setText(clinic.recovery.text)
        entry.by_code.code.submit()
        until(app, lambda: entry.card is entry.by_code.renew)
        shoot(app, program, "renew")


def trouble(app: QApplication, clinic: Clinic, language: str) -> None:
    kept = clinic.home.envelope.read_bytes()
    clinic.home.envelope.write_bytes(b"{}")
    with begun(app, clinic.home, InMemoryVault(), language) as program:
        entry = program.window.entry
        until(app, lambda: entry.card is entry.trouble)
        shoot(app, program, "keys-damaged")
        clinic.home.envelope.write_bytes(kept)


def desk(app: QApplication, clinic: Clinic, language: str) -> None:
    with begun(app, clinic.home, clinic.vault, language) as program:
        window = program.window
        until(app, lambda: window.desk is not None and window.desk.standing.isVisible())
        assert window.desk is not None
        shoot(app, program, "bar-code")
        window.desk.standing.step.click()
        settle(app)
        shoot(app, program, "settings-keys")
        page = window.desk.page
        assert isinstance(page, SettingsPage)
        section = page.keys
        for button, name in (
            (section.confirm, "confirm"),
            (section.renew, "renew"),
            (section.change, "change"),
        ):
            button.click()
            settle(app)
            shoot(app, program, f"keys-{name}")
            sheet = section.sheet
            assert sheet is not None
            if name != "renew":
                sheet.dismiss()
                continue
            assert isinstance(sheet, NewCodeSheet)
            sheet.passphrase.setText(PASSPHRASE)
            sheet.submit()
            until(app, partial(_has_code, sheet))
            shoot(app, program, "keys-renew-code")
            sheet.submit()
            shoot(app, program, "keys-renew-back")
            sheet.dismiss()
            shoot(app, program, "keys-renew-warned")
            sheet.dismiss()
        window.do(ActionId.TODAY)


def _has_code(sheet: NewCodeSheet) -> bool:
    return bool(sheet.hand_over.groups.groups)


if __name__ == "__main__":
    main()
