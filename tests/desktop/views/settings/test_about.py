"""The program's own page: what it is, whether it is whole, another version of it, by keyboard."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.store.schema import REVISION
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.views.settings.about import AboutSection
from desktop.views.settings.about_sheets import BackSheet, UpdateSheet
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.brought import run_at, setup_at
from tests.fakes.clinic import Clinic, clinic
from tests.fakes.installed import EARLIER, HERE, LATER, Stick, stick_at
from tests.fakes.release import ReleaseKey

__all__ = ["clinic"]


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic, stick: Stick) -> Iterator[Program]:
    with running(qtbot, clinic.home, clinic.vault) as started:
        desk_of(qtbot, started).go(ActionId.SETTINGS)
        yield started


@pytest.fixture
def key(request: pytest.FixtureRequest) -> ReleaseKey | None:
    """Who signed the program that is installed; None for nobody."""
    return None if getattr(request, "param", "signed") == "unsigned" else ReleaseKey()


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: ReleaseKey | None) -> Stick:
    """A program that is installed, as which this process takes itself."""
    stick = stick_at(tmp_path, key)
    monkeypatch.setattr("core.services.program.program_folder", lambda: stick.place.folder(HERE))
    return stick


def shown(qtbot: QtBot, program: Program) -> AboutSection:
    desk = program.window.desk
    assert desk is not None
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("about")
    qtbot.waitUntil(lambda: bool(page.about.program.store.text()), timeout=WAIT_MS)
    return page.about


def offered(qtbot: QtBot, section: AboutSection, stick: Stick, store: str = REVISION) -> UpdateSheet:
    return shown_offer(qtbot, section, run_at(stick.folder, LATER, stick.key, store))


def shown_offer(qtbot: QtBot, section: AboutSection, file: Path) -> UpdateSheet:
    section.update_.take_file(str(file))
    qtbot.waitUntil(lambda: isinstance(section.update_.sheet, UpdateSheet), timeout=WAIT_MS)
    sheet = section.update_.sheet
    assert isinstance(sheet, UpdateSheet)
    return sheet


def test_from_source_it_says_what_is_not_there(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.services.program.program_folder", lambda: None)
    section = shown(qtbot, program)
    assert section.program.place.text() == "从源代码运行，没有安装"
    assert not section.program.verify.isEnabled()
    assert not section.update_.open.isEnabled()
    assert not section.update_.back.isEnabled()
    assert "从源代码运行" in section.update_.how.text()


def test_installed_it_is_verified_by_keyboard(qtbot: QtBot, program: Program, stick: Stick) -> None:
    section = shown(qtbot, program)
    assert section.program.signature.text().startswith("签名有效 · 发布密钥 ")
    assert section.program.place.text() == str(stick.place.folder(HERE))
    assert section.first() is section.program.verify
    section.program.verify.setFocus()
    QTest.keyClick(section.program.verify, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: bool(section.program.said.words.text()), timeout=WAIT_MS)
    assert section.program.said.words.text() == "6 个文件都与构建时一致，签名有效。"
    (stick.place.folder(HERE) / "mingdao").write_bytes(b"another")
    qtbot.waitUntil(section.program.verify.isEnabled, timeout=WAIT_MS)
    section.program.verify.click()
    qtbot.waitUntil(lambda: "mingdao" in section.program.said.words.text(), timeout=WAIT_MS)


def test_an_update_is_shown_then_installed(qtbot: QtBot, program: Program, stick: Stick) -> None:
    section = shown(qtbot, program)
    sheet = offered(qtbot, section, stick, "0099")
    assert sheet.facts.said["版本"] == f"{HERE} → {LATER}"
    assert sheet.facts.said["病历库格式"] == f"第 {REVISION.lstrip('0')} 版 → 第 99 版"
    assert any(LATER in line.words and HERE in line.words for line in sheet.lines.said)
    assert sheet.back.hasFocus()
    assert not sheet.sure.isVisible()
    sheet.go.setFocus()
    QTest.keyClick(sheet.go, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: stick.place.current == LATER, timeout=20_000)
    qtbot.waitUntil(lambda: LATER in section.update_.said.words.text(), timeout=WAIT_MS)
    assert "再打开" in section.update_.said.words.text()


def test_going_back_is_not_promised_where_nobody_can_look_into_the_file(
    qtbot: QtBot, program: Program, stick: Stick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.services.updates._refuse_unfit", lambda *_: None)
    sheet = shown_offer(qtbot, shown(qtbot, program), setup_at(stick.folder, LATER, stick.key))
    assert sheet.facts.said["病历库格式"] == "从这个文件看不出"
    said = [line.words for line in sheet.lines.said]
    assert any(f"那之后 {HERE} 打不开它" in words for words in said)
    assert not any("可以换回" in words for words in said)


def test_going_back_is_promised_where_the_store_stays(qtbot: QtBot, program: Program, stick: Stick) -> None:
    sheet = offered(qtbot, shown(qtbot, program), stick)
    assert f"现在的 {HERE} 留着，可以换回。" in [line.words for line in sheet.lines.said]


def test_left_before_it_began_nothing_is_changed(qtbot: QtBot, program: Program, stick: Stick) -> None:
    sheet = offered(qtbot, shown(qtbot, program), stick)
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert sheet.isHidden()
    assert stick.lying == [HERE]


def test_stopped_it_is_the_program_it_was(qtbot: QtBot, program: Program, stick: Stick) -> None:
    sheet = offered(qtbot, shown(qtbot, program), stick)
    sheet.submit()
    sheet.strip.stop.click()
    qtbot.waitUntil(lambda: "已停止" in sheet.said.words.text(), timeout=20_000)
    assert (stick.place.current, stick.lying) == (HERE, [HERE])
    assert sheet.go.isEnabled()


@pytest.mark.parametrize("key", ["unsigned"], indirect=True)
def test_without_a_signature_somebody_has_to_say_so(qtbot: QtBot, program: Program, stick: Stick) -> None:
    section = shown(qtbot, program)
    assert "没有签名" in section.program.signature.text()
    sheet = offered(qtbot, section, stick)
    assert sheet.sure.isVisible()
    assert not sheet.go.isEnabled()
    sheet.submit()
    assert stick.lying == [HERE]
    sheet.sure.setFocus()
    QTest.keyClick(sheet.sure, Qt.Key.Key_Space)
    assert sheet.go.isEnabled()


@pytest.mark.parametrize("key", ["unsigned"], indirect=True)
def test_a_signature_that_cannot_be_verified_takes_as_much(
    qtbot: QtBot, program: Program, stick: Stick
) -> None:
    sheet = offered(qtbot, shown(qtbot, program), replace(stick, key=ReleaseKey()))
    assert sheet.sure.isVisible()
    assert not sheet.go.isEnabled()
    assert sheet.facts.said["签名"] == "有，但本程序没有密钥可核对"
    assert any("无从核对签名" in line.words for line in sheet.lines.said)


def test_what_is_not_ours_is_said(qtbot: QtBot, program: Program, stick: Stick) -> None:
    section = shown(qtbot, program)
    (stick.folder / "病历.zip").write_bytes(b"")
    section.update_.take_file(str(stick.folder / "病历.zip"))
    qtbot.waitUntil(lambda: "不是明道诊所的安装文件" in section.update_.said.words.text(), timeout=WAIT_MS)
    assert section.update_.open.isEnabled()


def test_back_to_the_version_before(qtbot: QtBot, program: Program, stick: Stick) -> None:
    stick.from_before()
    section = shown(qtbot, program)
    qtbot.waitUntil(section.update_.back.isEnabled, timeout=WAIT_MS)
    section.update_.back.click()
    sheet = section.update_.sheet
    assert isinstance(sheet, BackSheet)
    sheet.go.click()
    qtbot.waitUntil(lambda: stick.place.current == EARLIER, timeout=WAIT_MS)


def test_what_is_left_of_other_versions_is_said(qtbot: QtBot, program: Program, stick: Stick) -> None:
    section = shown(qtbot, program)
    assert not section.left.isVisible()
    (stick.place.versions / f".new-{LATER}").mkdir()
    section.refresh()
    qtbot.waitUntil(lambda: LATER in section.left.what.text(), timeout=WAIT_MS)
    assert section.left.isVisible()
    assert not section.left.open.isVisible()
    left = stick.place.prefix / "left-0.0.1"
    left.mkdir()
    (left / "clinic.db").write_bytes(bytes(3 << 20))
    section.refresh()
    qtbot.waitUntil(lambda: str(left) in section.left.what.text(), timeout=WAIT_MS)
    assert "3 MB" in section.left.what.text()
    assert section.left.open.isVisible()


def test_a_version_that_does_not_open_the_store_is_named(
    qtbot: QtBot, program: Program, stick: Stick
) -> None:
    stick.from_before("0001")
    section = shown(qtbot, program)
    qtbot.waitUntil(lambda: EARLIER in section.update_.before.text(), timeout=WAIT_MS)
    assert HERE in section.update_.before.text()
    assert not section.update_.back.isEnabled()


def test_it_takes_an_admin(qtbot: QtBot, program: Program, stick: Stick) -> None:
    section = shown(qtbot, program)
    opened = program.clinic.opened
    assert opened is not None
    program.clinic._opened = replace(opened, rights=frozenset())
    section.refresh()
    qtbot.waitUntil(lambda: "管理员" in section.update_.how.text(), timeout=WAIT_MS)
    assert not section.update_.open.isEnabled()
    assert section.program.verify.isEnabled()
