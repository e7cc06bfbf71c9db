"""Pictures of the packs in the settings, in both themes and sizes: `python -m tests.desktop.views.settings.packs_shots`."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtWidgets import QApplication

from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.settings.packs import PacksSection
from desktop.views.settings.packs_checks import TrialSheet, VerifySheet
from desktop.views.settings.packs_row import PackRow
from desktop.views.settings.packs_sheets import InstallSheet, TrustSheet
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.programs import begun, take
from tests.desktop.shell.shots import OUT, settle, until
from tests.fakes.clinic import Clinic, new_clinic
from tests.fakes.pack_folder import files_of, pack_at, trusted, zipped

PACKS = OUT / "packs"
RED_LINES = [
    {"id": "no-cure", "kind": "output-forbid", "pattern": "包治百病|根治"},
    {"id": "needs-number", "kind": "tool-arg-require", "tool": "lookup", "requireArg": "record_no"},
    {"id": "idle", "kind": "output-forbid", "pattern": "绝无此语", "examples": {"blocks": ["别的话"]}},
]
HIS: dict[str, Any] = {
    "name": "his-link",
    "version": "1.2.0",
    "displayName": "医院系统连接",
    "description": "从医院系统取检验结果，写进本次就诊的草稿，由医师核对。",
    "author": "某信息科",
    "license": "Apache-2.0",
    "permissions": {
        "fs": ["<MINGDAO_HOME>/his-link/**"],
        "net": ["his.example.cn:8443", "*.lab.example.cn"],
        "env": ["HIS_LINK_API_KEY"],
    },
    "budget": {"dailyYuan": 3, "action": "block"},
    "contributes": {"tools": True, "constraints": RED_LINES, "promptSections": ["rules.md"]},
}
FILES: dict[str, str | bytes] = {
    "rules.md": "只记所见。\n",
    "pack.py": (
        "from core.packhost.api import Pack, Tool\n\n\ndef create_pack(context):\n"
        "    find = Tool('lookup', '查检验', '按病历号查检验结果。', {'type': 'object', 'properties': {'record_no': {}}}, lambda a, c: 'x')\n"
        "    return Pack(tools=(find,))\n"
    ),
}


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    PACKS.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        for language in sys.argv[1:] or ("zh_CN", "en"):
            clinic = new_clinic(Path(folder) / language)
            clinic.save(clinic.add("周敏"))
            none(app, clinic, Path(folder), language)
            several(app, clinic, language)


def section_of(app: QApplication, program: Program) -> PacksSection:
    window = program.window
    until(app, lambda: window.desk is not None)
    assert window.desk is not None
    window.desk.go(ActionId.SETTINGS)
    page = window.desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("packs")
    until(app, lambda: bool(page.packs.rows))
    return page.packs


def row_of(section: PacksSection, name: str) -> PackRow:
    return next(row for row in section.rows.values() if row.one.found.name == name)


def none(app: QApplication, clinic: Clinic, folder: Path, language: str) -> None:
    """What ships, and an archive that comes."""
    archive, digest = zipped(folder / "his-link-1.2.0.zip", files_of(FILES, **HIS))
    with begun(app, clinic.home, clinic.vault, language) as program:
        section = section_of(app, program)
        take(app, program, PACKS, "none")
        row_of(section, "tcm").more.click()
        settle(app)
        take(app, program, PACKS, "shipped")
        section.install.click()
        sheet = section.sheet
        assert isinstance(sheet, InstallSheet)
        sheet.take(str(archive))
        sheet.sha256.setText("0" * 64)
        sheet.submit()
        until(app, lambda: bool(sheet.problem.words))
        take(app, program, PACKS, "install-refused")
        sheet.sha256.setText(digest)
        sheet.submit()
        until(app, lambda: sheet._offered is not None)
        take(app, program, PACKS, "install-offered")
        sheet.submit()
        until(app, lambda: sheet.installed is not None)
        take(app, program, PACKS, "installed")
        sheet.submit()
        until(app, lambda: isinstance(section.sheet, TrustSheet))
        take(app, program, PACKS, "trust")


def several(app: QApplication, clinic: Clinic, language: str) -> None:
    """Packs in every state; what can be done with them."""
    home = clinic.home
    trusted(home, home.packs / "his-link")
    changed = trusted(home, pack_at(home.packs / "pulse", name="pulse", displayName="脉诊记录"))
    (changed / "late.py").touch()
    trusted(
        home, pack_at(home.packs / "kids", name="kids", displayName="小儿推拿", permissions={"fs": ["/etc"]})
    )
    pack_at(home.packs / "wuyun", displayName="五运六气", name="wuyun")
    with begun(app, home, clinic.vault, language) as program:
        section = section_of(app, program)
        until(app, lambda: section.held is not None)
        take(app, program, PACKS, "several")
        section.confined.more.click()
        for name in ("kids", "his-link"):
            row_of(section, name).more.click()
        settle(app)
        take(app, program, PACKS, "details")
        section.ensureWidgetVisible(section.confined)
        settle(app)
        take(app, program, PACKS, "confined")
        row_of(section, "pulse").give.click()
        take(app, program, PACKS, "trust-changed")
        assert section.sheet is not None
        section.sheet.dismiss()
        row_of(section, "his-link").verify.emit(row_of(section, "his-link").one)
        sheet = section.sheet
        assert isinstance(sheet, VerifySheet)
        until(app, lambda: bool(sheet.said.words.text()))
        take(app, program, PACKS, "verify-static")
        sheet.submit()
        until(app, sheet.go.isHidden)
        take(app, program, PACKS, "verify-runtime")
        sheet.dismiss()
        row_of(section, "his-link").test.emit(row_of(section, "his-link").one)
        trial = section.sheet
        assert isinstance(trial, TrialSheet)
        take(app, program, PACKS, "test")
        trial.submit()
        until(app, lambda: bool(trial.said.words.text()))
        take(app, program, PACKS, "tested")
        trial.dismiss()
        row_of(section, "his-link").untrust.emit(row_of(section, "his-link").one)
        take(app, program, PACKS, "untrust")


if __name__ == "__main__":
    main()
