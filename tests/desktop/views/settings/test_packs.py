"""Settings → packs: each pack says how it stands, an archive is looked at before it is put, and nothing of it counts until it is trusted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.packhost.trust import Trust
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.views.settings.packs import PacksSection
from desktop.views.settings.packs_checks import TrialSheet, VerifySheet
from desktop.views.settings.packs_row import PackRow
from desktop.views.settings.packs_sheets import InstallSheet, TrustSheet, UntrustSheet
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.desktop.shell.sheets import is_seen
from tests.fakes.clinic import Clinic, clinic, store_of, trail
from tests.fakes.pack_folder import files_of, pack_at, trusted, zipped
from tests.fakes.people import PASSPHRASES, staffed

__all__ = ["clinic"]

RED_LINE = {"id": "no-tool", "kind": "tool-deny", "tool": "anything"}
ASKS: dict[str, Any] = {
    "displayName": "示例",
    "permissions": {"fs": ["<MINGDAO_HOME>/demo/**"], "net": ["his.example.cn"], "env": ["DEMO_API_KEY"]},
    "budget": {"dailyYuan": 3, "action": "block"},
    "contributes": {"constraints": [RED_LINE]},
}


@pytest.fixture
def demo(clinic: Clinic) -> Path:
    """A pack that somebody put among the clinic's own."""
    return pack_at(clinic.home.packs / "demo", **ASKS)


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    with running(qtbot, clinic.home, clinic.vault) as made:
        desk_of(qtbot, made).go(ActionId.SETTINGS)
        yield made


def section_of(qtbot: QtBot, program: Program) -> PacksSection:
    desk = program.window.desk
    assert desk is not None
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("packs")
    program.window.activateWindow()
    qtbot.waitUntil(program.window.isActiveWindow, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: bool(page.packs.rows), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not page.packs._is_measuring, timeout=WAIT_MS)
    return page.packs


def row_of(section: PacksSection, name: str) -> PackRow:
    return next(row for row in section.rows.values() if row.one.found.name == name)


def press(key: Qt.Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def opened_detail(row: PackRow) -> dict[str, str]:
    row.more.setFocus()
    press(Qt.Key.Key_Space)
    assert row.facts is not None
    assert row.detail.isVisible()
    return row.facts.said


def test_what_ships_is_in_use_and_the_empty_list_says_what_to_do(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    (row,) = section.rows.values()
    assert (row.title, row.standing.words) == ("中医", "在用")
    assert row.brief.text().startswith("随程序 · 2 个表单（十问、门诊")
    said = opened_detail(row)
    assert "复诊对比" in said["提供"]
    assert said["要求"] == "不要求文件、网络或环境变量"
    assert "在本程序内运行" in said["代码"]
    assert not section.bar.isVisible()
    assert not section._apart.isVisible()
    assert section.install.isEnabled()


def test_a_pack_is_read_by_the_keyboard_alone(qtbot: QtBot, demo: Path, program: Program) -> None:
    section = section_of(qtbot, program)
    row = row_of(section, "demo")
    said = opened_detail(row)
    assert said["要求"].splitlines() == [
        "读写文件：<MINGDAO_HOME>/demo/**",
        "联网：his.example.cn",
        "读环境变量：DEMO_API_KEY",
    ]
    assert said["模型费用"] == "每日最多 3 元，超出即停"
    assert said["适用"] == "程序内核 >=0.5 <0.7"
    assert said["代码"] == "pack.py，在单独的进程里运行"
    assert said["目录"] == str(demo)
    assert row.facts is not None
    press(Qt.Key.Key_Tab)
    stop = QApplication.focusWidget()
    assert stop is not None
    assert row.detail.isAncestorOf(stop)
    for _ in range(20):
        if row.deeds["verify"].hasFocus():
            break
        press(Qt.Key.Key_Tab)
    assert row.deeds["verify"].hasFocus()
    press(Qt.Key.Key_Backtab)
    assert row.facts.rows[-1].hasFocus()
    qtbot.waitUntil(lambda: row.facts is not None and is_seen(row.facts.rows[-1]))
    row.more.setFocus()
    press(Qt.Key.Key_Space)
    assert not row.detail.isVisible()


def test_it_says_what_is_not_used_and_why(qtbot: QtBot, clinic: Clinic, demo: Path, tmp_path: Path) -> None:
    trusted(clinic.home, demo)
    (demo / "late.py").touch()
    pack_at(clinic.home.packs / "fresh")
    trusted(clinic.home, pack_at(clinic.home.packs / "broken", version="v1"))
    lower = trusted(clinic.home, pack_at(clinic.home.packs / "double", name="double"))
    higher = trusted(clinic.home, pack_at(tmp_path / "double", name="double"))
    pack_at(clinic.home.packs / "tcm", name="tcm")
    with clinic.open() as kernel:
        kernel.preferences.change(kernel.preferences.read(), {"packs": (str(higher),)})
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program).go(ActionId.SETTINGS)
        section = section_of(qtbot, program)
        stands = {row.one.found.folder.name: row.standing.words for row in section.rows.values()}
        assert (stands["demo"], stands["fresh"], stands["broken"]) == ("内容有变", "未信任", "有问题")
        assert section.rows[lower].standing.words == "被遮住"
        assert section.rows[higher].standing.words == "在用"
        assert section.rows[clinic.home.packs / "tcm"].standing.words == "名称不能用"
        assert section.bar.isVisible()
        said = section.bar.accessibleName()
        assert "有 5 件事要看" in said
        assert "信任之后有改动" in said
        assert "mingdao pack" not in said
        row = section.rows[clinic.home.packs / "broken"]
        opened_detail(row)
        assert row.give.isHidden()
        assert not row.deeds["untrust"].isHidden()


def test_an_archive_is_looked_at_then_put_then_trusted(
    qtbot: QtBot, program: Program, clinic: Clinic, tmp_path: Path
) -> None:
    archive, digest = zipped(tmp_path / "demo.zip", files_of(**ASKS))
    section = section_of(qtbot, program)
    section.install.click()
    sheet = section.sheet
    assert isinstance(sheet, InstallSheet)
    sheet.submit()
    assert sheet.problem.words == "请填写：文件"
    sheet.take(str(archive))
    assert sheet.sha256.hasFocus()
    sheet.sha256.setText(digest)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: sheet._offered is not None, timeout=WAIT_MS)
    assert "“示例”0.1.0" in sheet.about.text()
    assert "1 条约束" in sheet.facts.said["提供"]
    assert "联网：his.example.cn" in sheet.facts.said["要求"]
    assert not (clinic.home.packs / "demo").exists()
    assert list(clinic.home.packs.iterdir()) == []
    assert sheet.go.words == "安装"
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: sheet.installed is not None, timeout=WAIT_MS)
    assert "还没有信任" in sheet.about.text()
    assert any("代码可以运行" in line.words for line in sheet.means.said)
    assert not Trust(clinic.home).standing(clinic.home.packs / "demo").is_trusted
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: isinstance(section.sheet, TrustSheet), timeout=WAIT_MS)
    trust = section.sheet
    assert isinstance(trust, TrustSheet)
    assert trust.back.hasFocus()
    trust.submit()
    qtbot.waitUntil(lambda: "已信任“示例”" in section.said.words.text(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: row_of(section, "demo").standing.words == "下次打开起用", timeout=WAIT_MS)
    assert Trust(clinic.home).standing(clinic.home.packs / "demo").is_trusted
    program.window.close()
    program.clinic.shut_down()
    with clinic.open() as kernel:
        (mine,) = (one for one in kernel.packs.listed().packs if one.found.name == "demo")
        assert mine.is_in_use
        assert [row[0] for row in trail(store_of(kernel)) if str(row[0]).startswith("pack.")] == [
            "pack.install",
            "pack.trust",
        ]


def test_each_refusal_is_said_at_its_field(
    qtbot: QtBot, program: Program, clinic: Clinic, tmp_path: Path
) -> None:
    archive, digest = zipped(tmp_path / "demo.zip", files_of())
    section = section_of(qtbot, program)
    section.install.click()
    sheet = section.sheet
    assert isinstance(sheet, InstallSheet)

    def refused(file: str, sha256: str) -> str:
        sheet.file.setText(file)
        sheet.sha256.setText(sha256)
        sheet.submit()
        qtbot.waitUntil(lambda: bool(sheet.problem.words), timeout=WAIT_MS)
        return sheet.problem.words

    assert "64 位" in refused(str(archive), "abc")
    assert sheet.sha256.hasFocus()
    assert digest in refused(str(archive), "0" * 64)
    assert sheet.sha256.hasFocus()
    assert "要从网上取" in refused("https://example.cn/demo.zip", digest)
    assert sheet.file.hasFocus()
    outside, its = zipped(tmp_path / "bad.zip", {**files_of(), "../out.md": b"", "run.exe": b""})
    assert "不能接受" in refused(str(outside), its)
    assert {line.detail for line in sheet.wrong.said} >= {"../out.md", "run.exe"}
    invalid, of_it = zipped(tmp_path / "invalid.zip", files_of(version="v1", name="tcm"))
    assert "有问题" in refused(str(invalid), of_it)
    assert len(sheet.wrong.said) >= 1
    assert "mingdao pack" not in sheet.problem.accessibleName()
    assert not (clinic.home.packs / "tcm").exists()
    # What was looked at is not what is installed once something else is typed.
    sheet.file.setText(str(archive))
    sheet.sha256.setText(digest)
    sheet.submit()
    qtbot.waitUntil(lambda: sheet.go.words == "安装", timeout=WAIT_MS)
    sheet.sha256.setFocus()
    QTest.keyClicks(sheet.sha256, "0")
    assert sheet.go.words == "查看内容"
    assert not sheet.facts.isVisible()
    press(Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_installed_and_left_it_is_said_that_it_is_not_trusted(
    qtbot: QtBot, program: Program, clinic: Clinic, demo: Path, tmp_path: Path
) -> None:
    trusted(clinic.home, demo)
    archive, digest = zipped(tmp_path / "demo.zip", files_of(**{**ASKS, "version": "0.2.0"}))
    section = section_of(qtbot, program)
    section.install.click()
    sheet = section.sheet
    assert isinstance(sheet, InstallSheet)
    sheet.file.setText(str(archive))
    sheet.sha256.setText(f" {digest.upper()} ")
    sheet.submit()
    qtbot.waitUntil(lambda: sheet._offered is not None, timeout=WAIT_MS)
    assert "代替现有的 0.1.0" in sheet.about.text()
    assert "信任随之失效" in sheet.about.text()
    sheet.submit()
    qtbot.waitUntil(lambda: sheet.installed is not None, timeout=WAIT_MS)
    press(Qt.Key.Key_Escape)
    assert section.said.words.text() == "已安装“示例”0.2.0，还没有信任。"
    qtbot.waitUntil(lambda: row_of(section, "demo").standing.words == "内容有变", timeout=WAIT_MS)


def test_a_pack_that_changed_says_so_by_both_fingerprints(qtbot: QtBot, clinic: Clinic, demo: Path) -> None:
    trusted(clinic.home, demo)
    before = Trust(clinic.home).standing(demo).fingerprint
    (demo / "late.py").touch()
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program).go(ActionId.SETTINGS)
        section = section_of(qtbot, program)
        row_of(section, "demo").give.click()
        sheet = section.sheet
        assert isinstance(sheet, TrustSheet)
        said = sheet.facts.said
        assert said["当时指纹"].replace(" ", "") == before
        assert said["现在指纹"].replace(" ", "") == Trust(clinic.home).standing(demo).fingerprint != before
        assert sheet.means.said[0].words.startswith("信任之后有 1 个文件变了：")
        assert sheet.means.said[0].detail == "新增：late.py"
        (demo / "later.py").touch()
        sheet.submit()
        qtbot.waitUntil(lambda: bool(sheet.problem.words), timeout=WAIT_MS)
        assert "看过之后又改动" in sheet.problem.words
        assert not Trust(clinic.home).standing(demo).is_trusted
        press(Qt.Key.Key_Escape)


def test_what_is_trusted_no_longer_is_in_use_until_the_clinic_closes(
    qtbot: QtBot, clinic: Clinic, demo: Path
) -> None:
    trusted(clinic.home, demo)
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program).go(ActionId.SETTINGS)
        section = section_of(qtbot, program)
        row = row_of(section, "demo")
        assert row.standing.words == "在用"
        opened_detail(row)
        row.deeds["untrust"].click()
        sheet = section.sheet
        assert isinstance(sheet, UntrustSheet)
        sheet.submit()
        qtbot.waitUntil(lambda: row_of(section, "demo").standing.words == "未信任", timeout=WAIT_MS)
        row = row_of(section, "demo")
        assert "关闭诊所后停用" in row.standing.detail
        assert row.detail.isVisible()
        assert section.said.words.text() == "不再信任“示例”。"


def test_verifying_reads_first_and_runs_code_only_when_asked(
    qtbot: QtBot, clinic: Clinic, demo: Path, program: Program
) -> None:
    (demo / "ran.py").write_text("", encoding="utf-8")
    (demo / "pack.py").write_text(
        "from core.packhost.api import Pack\n\n\ndef create_pack(context):\n"
        f"    return Pack(constraints=({RED_LINE | {'id': 'by-code'}!r},))\n",
        encoding="utf-8",
    )
    section = section_of(qtbot, program)
    opened_detail(row_of(section, "demo"))
    row_of(section, "demo").deeds["verify"].click()
    sheet = section.sheet
    assert isinstance(sheet, VerifySheet)
    qtbot.waitUntil(lambda: bool(sheet.said.words.text()), timeout=WAIT_MS)
    assert sheet.said.words.text() == "通过。只看了文件，没有运行代码。"
    assert "约束 1" in sheet.found.said[0].words
    assert "会运行这个包的代码" in sheet.warning.said[0].words
    sheet.go.click()
    qtbot.waitUntil(lambda: "已装载" in sheet.said.words.text(), timeout=WAIT_MS)
    assert "约束 2" in sheet.found.said[0].words
    assert not sheet.go.isVisible()
    press(Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_everything_that_is_wrong_is_listed(qtbot: QtBot, clinic: Clinic, program: Program) -> None:
    pack_at(clinic.home.packs / "demo", version="v1", permissions={"fs": ["/etc"]}, surplus=1)
    section = section_of(qtbot, program)
    opened_detail(row_of(section, "demo"))
    row_of(section, "demo").deeds["verify"].click()
    sheet = section.sheet
    assert isinstance(sheet, VerifySheet)
    qtbot.waitUntil(lambda: bool(sheet.said.words.text()), timeout=WAIT_MS)
    assert sheet.said.words.text() == "没有通过：3 处问题。"
    assert {line.detail for line in sheet.found.said} == {"version", "permissions.fs[0]", "surplus"}
    assert not sheet.go.isVisible()


def test_constraints_are_tried_and_one_that_stops_nothing_comes_first(
    qtbot: QtBot, clinic: Clinic, demo: Path
) -> None:
    idle = {"id": "idle", "kind": "output-forbid", "pattern": "绝无此语", "examples": {"blocks": ["别的话"]}}
    works = {"id": "no-cure", "kind": "output-forbid", "pattern": "根治"}
    pack_at(demo, **{**ASKS, "contributes": {"constraints": [works, idle, RED_LINE]}})
    trusted(clinic.home, demo)
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program).go(ActionId.SETTINGS)
        section = section_of(qtbot, program)
        opened_detail(row_of(section, "demo"))
        row_of(section, "demo").deeds["test"].click()
        sheet = section.sheet
        assert isinstance(sheet, TrialSheet)
        assert "会运行这个包的代码" in sheet.warning.said[0].words
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(sheet.said.words.text()), timeout=WAIT_MS)
        assert sheet.said.words.text() == "2 条约束不起作用或拦得太多。"
        assert [line.words for line in sheet.found.said] == [
            "idle：与领域包给出的例子不符",
            "no-tool：所指的工具或参数不存在，什么也拦不住",
            "no-cure：起作用",
        ]


def test_how_packs_are_shut_in_is_measured_and_said(qtbot: QtBot, demo: Path, program: Program) -> None:
    section = section_of(qtbot, program)
    qtbot.waitUntil(lambda: section.held is not None, timeout=WAIT_MS)
    held = section.held
    assert held is not None
    level = program.messages.text(f"confinement.level.{held.level}")
    assert level in section.confined.said.text()
    assert "随程序的包在本程序内运行" in section.confined.said.text()
    section.confined.more.setFocus()
    press(Qt.Key.Key_Space)
    assert section.confined.guards.isVisible()
    assert len(section.confined.guards.said) == len(held.guards)


def test_whoever_may_not_reads_and_is_told_who_may(qtbot: QtBot, clinic: Clinic) -> None:
    staffed(clinic)
    pack_at(clinic.home.packs / "demo", **ASKS)
    with running(qtbot, clinic.home, clinic.vault) as program:
        card = program.window.entry.unlock
        qtbot.waitUntil(card.passphrase.isEnabled, timeout=WAIT_MS)
        card.passphrase.setText(PASSPHRASES["赵前台"])
        card.submit()
        desk_of(qtbot, program).go(ActionId.SETTINGS)
        section = section_of(qtbot, program)
        assert section.why.words.text() == "“前台”不能改诊所的设置；可以的身份：管理员。"
        assert not section.install.isVisible()
        row = row_of(section, "demo")
        opened_detail(row)
        assert row.give.isHidden()
        row.deeds["verify"].click()
        sheet = section.sheet
        assert isinstance(sheet, VerifySheet)
        qtbot.waitUntil(lambda: bool(sheet.said.words.text()), timeout=WAIT_MS)
        assert not sheet.go.isVisible()


def test_where_there_is_little_room_everything_is_reached(
    qtbot: QtBot, clinic: Clinic, demo: Path, program: Program
) -> None:
    program.window.setMinimumSize(0, 0)
    program.window.resize(683, 384)
    section = section_of(qtbot, program)
    row = row_of(section, "demo")
    opened_detail(row)
    assert section.widget().minimumSizeHint().width() <= section.viewport().width()
    row.deeds["verify"].setFocus(Qt.FocusReason.TabFocusReason)
    section.ensureWidgetVisible(row.deeds["verify"])
    row.give.click()
    sheet = section.sheet
    assert isinstance(sheet, TrustSheet)
    for _ in range(30):
        press(Qt.Key.Key_Tab)
        if sheet.facts.rows[-1].hasFocus():
            break
    qtbot.waitUntil(lambda: is_seen(sheet.facts.rows[-1]))
    press(Qt.Key.Key_Escape)
