"""Pictures of backup, restore and rescue, in both themes and sizes: `python -m tests.desktop.views.settings.backup_shots`."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication

from core.base.paths import Home
from core.store.unlocking import Credential
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicState
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.programs import begun, take
from tests.desktop.shell.shots import OUT, settle, until
from tests.fakes.clinic import PASSPHRASE, Clinic, new_clinic
from tests.fakes.vault import InMemoryVault

BACKUP = OUT / "backup"
NEW = "eine ganz andere 2026"


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    BACKUP.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        for language in sys.argv[1:] or ("zh_CN", "en"):
            clinic = new_clinic(Path(folder) / language)
            clinic.save(clinic.add("周敏"))
            desk(app, clinic, language)
            of_today(app, clinic, language)
            entry(app, clinic, Path(folder) / f"bare-{language}", language)


def shoot(app: QApplication, program: Program, name: str) -> None:
    take(app, program, BACKUP, name)


def desk(app: QApplication, clinic: Clinic, language: str) -> None:
    with begun(app, clinic.home, clinic.vault, language) as program:
        window = program.window
        until(app, lambda: window.desk is not None)
        assert window.desk is not None
        window.desk.go(ActionId.SETTINGS)
        page = window.desk.page
        assert isinstance(page, SettingsPage)
        page.show_section("backup")
        until(app, page.backup.now.isEnabled)
        shoot(app, program, "section-none")
        page.backup.now.click()
        until(app, lambda: not program.backups.is_running)
        settle(app)
        shoot(app, program, "section")
        row = page.backup.list.rows[0]
        row.drill.click()
        sheet = page.backup.sheet
        assert sheet is not None
        settle(app)
        shoot(app, program, "drill")
        sheet.dismiss()
        page.backup.list.rows[0].restore.click()
        settle(app)
        shoot(app, program, "restore-sure")
        assert page.backup.sheet is not None
        page.backup.sheet.dismiss()
        page.backup.take_folder("/media/nobody/USB")
        settle(app)
        until(app, lambda: "USB" in page.backup.where.text())
        window.desk.standing.refresh()
        settle(app)
        shoot(app, program, "section-unplugged")
        page.backup.take_folder("")
        settle(app)
        window.desk.standing.refresh()
        window.desk.go(ActionId.TODAY)
        settle(app)
        shoot(app, program, "today")


def of_today(app: QApplication, clinic: Clinic, language: str) -> None:
    """The key file is damaged and there is one from before; then a backup that today's people do not open."""
    file = next((clinic.home.folder / "backups").glob("*.mdbk"))
    with clinic.open() as kernel:
        kernel.keys.change_passphrase(Credential(PASSPHRASE), NEW)
    envelope = clinic.home.envelope.read_bytes()
    clinic.home.envelope.write_bytes(b"{}")
    with begun(app, clinic.home, clinic.vault, language) as program:
        page = program.window.entry
        until(app, lambda: page.card is page.trouble)
        shoot(app, program, "keys-damaged")
        clinic.home.envelope.write_bytes(envelope)
        page.begin_restore()
        settle(app)
        page.restore.take(file)
        until(app, page.restore.choose.secret.isVisible)
        page.restore.choose.secret.passphrase.setText(PASSPHRASE)
        page.restore.choose.submit()
        until(app, page.restore.choose.today.isVisible)
        settle(app)
        shoot(app, program, "restore-of-today")
    with clinic.open() as kernel:
        kernel.keys.change_passphrase(Credential(NEW), PASSPHRASE)


def entry(app: QApplication, clinic: Clinic, bare: Path, language: str) -> None:
    file = next((clinic.home.folder / "backups").glob("*.mdbk"))
    content = bytearray(clinic.home.store.read_bytes())
    content[5000] ^= 1
    content[100] ^= 1
    clinic.home.store.write_bytes(content)
    with begun(app, clinic.home, clinic.vault, language) as program:
        page = program.window.entry
        until(app, lambda: page.card is page.trouble)
        shoot(app, program, "damaged")
        page.trouble.button.click()
        settle(app)
        shoot(app, program, "rescue")
        page.rescue.choose.leave.click()
        until(app, lambda: page.card is page.trouble)
        page.begin_restore()
        settle(app)
        shoot(app, program, "restore-choose")
        page.restore.take(file)
        until(app, page.restore.choose.secret.isVisible)
        shoot(app, program, "restore-known")
        page.restore.choose.secret.passphrase.setText("不是这一句")
        page.restore.choose.submit()
        until(app, lambda: bool(page.restore.choose.secret.problem.words))
        shoot(app, program, "restore-wrong")
        page.restore.choose.secret.passphrase.setText(PASSPHRASE)
        page.restore.choose.submit()
        until(app, lambda: page.card is page.restore.done)
        shoot(app, program, "restored")
        page.restore.done.button.click()
        until(app, lambda: program.clinic.state is ClinicState.OPEN)
        settle(app)
        shoot(app, program, "reopened")
    with begun(app, Home(bare), InMemoryVault(), language) as program:
        shoot(app, program, "bare")


if __name__ == "__main__":
    main()
