"""Pictures of where red lines show: what was put aside, the hosts of packs, what is said after saving; in both themes and sizes.

`python -m tests.desktop.views.settings.red_lines_shots`
"""

import asyncio
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication, QPlainTextEdit

from core.base.ids import RecordNo
from core.constraints.event import Author
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.views.intake.page import IntakePage
from desktop.views.ledger.screen import LedgerScreen
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.programs import begun, take
from tests.desktop.shell.shots import OUT, settle, until
from tests.fakes.clinic import Clinic, new_clinic
from tests.fakes.pack_folder import pack_at, trusted

PLACE = OUT / "red-lines"
LONG = """\
复诊小结
主诉头晕一月。服药七剂，头晕次数由每日三次变为每日一次，站立时仍有。
结论：治疗有效，失眠已治愈。
患者诉夜里醒的次数变少。
建议：守方再服，两周后复诊，疗效评估为有效。"""
TEXTS = (
    ("随访短信：您的头晕病情明显好转，请继续服药。", "P001"),
    (LONG, "P002"),
    ("候诊提示：本诊所总有效率高。", ""),
)


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    PLACE.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        for language in sys.argv[1:] or ("zh_CN", "en"):
            clinic = new_clinic(Path(folder) / language)
            clinic.add("周敏", "女", "1992-01-05")
            clinic.add("陈桂兰", "女", "1967-09-04")
            nothing(app, clinic, language)
            with clinic.open() as kernel:
                for text, record_no in TEXTS:
                    asyncio.run(kernel.tools.released(text, Author.TEMPLATE, record_no=record_no))
            something(app, clinic, language)


def page_of(app: QApplication, program: Program, place: str) -> SettingsPage:
    window = program.window
    until(app, lambda: window.desk is not None)
    assert window.desk is not None
    window.desk.go(ActionId.SETTINGS)
    page = window.desk.page
    assert isinstance(page, SettingsPage)
    page.show_section(place)
    settle(app)
    return page


def nothing(app: QApplication, clinic: Clinic, language: str) -> None:
    """No text was put aside, and packs may reach nothing."""
    with begun(app, clinic.home, clinic.vault, language) as program:
        page_of(app, program, "put_aside")
        take(app, program, PLACE, "none")
        page = page_of(app, program, "packs")
        until(app, page.packs.hosts.add.isVisible)
        page.packs.hosts.field.setText("https://his.example.cn:8443/x")
        page.packs.hosts.put()
        settle(app)
        take(app, program, PLACE, "hosts-refused")


def something(app: QApplication, clinic: Clinic, language: str) -> None:
    """Three texts, one of them opened; hosts; a visit saved with wording that a rule mentions; the rows in the ledger."""
    asks = {"net": ["his.example.cn:8443", "*.lab.example.cn"]}
    trusted(
        clinic.home,
        pack_at(
            clinic.home.packs / "his-link", name="his-link", displayName="医院系统连接", permissions=asks
        ),
    )
    with begun(app, clinic.home, clinic.vault, language) as program:
        page = page_of(app, program, "put_aside")
        until(app, lambda: len(page.put_aside.rows) == len(TEXTS))
        take(app, program, PLACE, "put-aside")
        page.put_aside.rows[2].read.click()
        until(app, lambda: page.put_aside.sheet is not None)
        take(app, program, PLACE, "put-aside-text")
        assert page.put_aside.sheet is not None
        page.put_aside.sheet.dismiss()
        page = page_of(app, program, "packs")
        until(app, page.packs.hosts.add.isVisible)
        for hosts in ("his.example.cn 10.1.0.0/16", "*.lab.example.cn"):
            page.packs.hosts.field.setText(hosts)
            page.packs.hosts.put()
            until(app, page.packs.hosts.add.isEnabled)
        page.packs.ensureWidgetVisible(page.packs.hosts.add)
        settle(app)
        take(app, program, PLACE, "hosts")
        written(app, program)
        desk = program.window.desk
        assert desk is not None
        desk.go(ActionId.LEDGER)
        screen = desk.page
        assert isinstance(screen, LedgerScreen)
        ledger = screen.trail
        until(app, lambda: ledger.model.rowCount() > 0)
        for row in range(ledger.model.rowCount()):
            entry = ledger.model.entry(row)
            if entry is not None and entry.row.action == "constraint.hit":
                ledger.table.selectRow(row)
                break
        settle(app)
        take(app, program, PLACE, "ledger")


def written(app: QApplication, program: Program) -> None:
    desk = program.window.desk
    assert desk is not None
    desk.open_patient(RecordNo("P001"), ActionId.INTAKE)
    until(app, lambda: desk.context is not None)
    page = desk.page
    assert isinstance(page, IntakePage)
    until(app, page.outline.save.isEnabled)
    seen = [one for one in page.form.findChildren(QPlainTextEdit) if one.isVisible()]
    fields = {one.accessibleName(): one for one in seen}
    fields["主诉"].setPlainText("头晕一月，已治愈")
    fields["现病史"].setPlainText("服上方七剂，病情好转，久站仍有头晕；总体治疗有效，睡眠亦好转。")
    settle(app)
    page.save()
    until(app, lambda: page.card.noted is not None)
    take(app, program, PLACE, "noted")


if __name__ == "__main__":
    main()
