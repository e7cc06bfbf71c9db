"""Settings → packs: the hosts they may reach. What is no host is refused in words and nothing is written; only an admin is offered any of it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.settings.load import load_settings
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.views.settings.packs_hosts import HostsCard
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic
from tests.fakes.pack_folder import pack_at
from tests.fakes.people import PASSPHRASES, staffed

__all__ = ["clinic"]


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    asks = {"net": ["his.example.cn:8443", "*.lab.example.cn"]}
    pack_at(clinic.home.packs / "his-link", name="his-link", displayName="医院系统连接", permissions=asks)
    with running(qtbot, clinic.home, clinic.vault) as made:
        yield made


def card_of(qtbot: QtBot, program: Program) -> HostsCard:
    desk = desk_of(qtbot, program)
    desk.go(ActionId.SETTINGS)
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("packs")
    card = page.packs.hosts
    qtbot.waitUntil(lambda: card._seen is not None and bool(page.packs.rows), timeout=WAIT_MS)
    return card


def test_what_the_keyboard_comes_to_from_beside_the_section_is_in_sight(
    qtbot: QtBot, program: Program
) -> None:
    card = card_of(qtbot, program)
    page = desk_of(qtbot, program).page
    assert isinstance(page, SettingsPage)
    program.window.setMinimumSize(0, 0)
    program.window.resize(683, 384)
    item = page.nav.items["packs"]
    item.setFocus()
    bar = page.packs.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=WAIT_MS)
    bar.setValue(bar.maximum())
    first = next(iter(page.packs.rows.values())).more
    assert first.visibleRegion().isEmpty()
    QTest.keyClick(item, Qt.Key.Key_Tab)
    assert first.hasFocus()
    assert not first.visibleRegion().isEmpty()
    assert card.isVisible()


def listed(clinic: Clinic) -> tuple[str, ...]:
    return load_settings(clinic.home.settings).net_allow


def words_in(card: HostsCard) -> list[str]:
    return [one.text() for one in card.findChildren(QLabel) if one.isVisible()]


def put(card: HostsCard, text: str) -> None:
    card.field.setFocus()
    card.field.setText(text)
    QTest.keyClick(card.field, Qt.Key.Key_Return)


def test_one_is_added_and_taken_away_at_once_and_it_says_who_asks_for_it(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    card = card_of(qtbot, program)
    put(card, "HIS.example.cn； 10.1.0.0/16")
    qtbot.waitUntil(lambda: listed(clinic) == ("his.example.cn", "10.1.0.0/16"), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: bool(card.takes), timeout=WAIT_MS)
    assert card.field.text() == ""
    said = words_in(card)
    assert said[said.index("his.example.cn") + 1] == "声明它的包：医院系统连接"
    assert said[said.index("10.1.0.0/16") + 1] == "现有的领域包都没有声明它"
    assert card.takes["his.example.cn"].accessibleName() == "不再允许 his.example.cn"
    card.takes["his.example.cn"].click()
    qtbot.waitUntil(lambda: listed(clinic) == ("10.1.0.0/16",), timeout=WAIT_MS)


@pytest.mark.parametrize(
    "typed", ["https://his.example.cn", "his.example.cn:8443", "*", "*.cn", "10.0.0.0/4", "a_b", "fe80::1"]
)
def test_what_is_no_host_is_refused_in_words_and_nothing_is_written(
    qtbot: QtBot, program: Program, clinic: Clinic, typed: str
) -> None:
    card = card_of(qtbot, program)
    put(card, f"good.example.cn {typed}")
    assert card.said.words.text().startswith(f"“{typed}”不能这样写，什么也没有加入。")
    assert "good.example.cn" not in card.said.words.text().partition("。")[0]
    assert card.field.text() == f"good.example.cn {typed}"
    assert card.field.hasFocus()
    qtbot.wait(50)
    assert listed(clinic) == ()


def test_what_is_listed_is_not_listed_twice(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    card = card_of(qtbot, program)
    put(card, "his.example.cn")
    qtbot.waitUntil(lambda: card.hosts == ("his.example.cn",), timeout=WAIT_MS)
    put(card, "His.Example.cn")
    assert card.said.words.text() == "“his.example.cn”已经在里面了。"
    assert listed(clinic) == ("his.example.cn",)


def test_a_file_that_was_changed_meanwhile_is_not_written_over(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    card = card_of(qtbot, program)
    clinic.home.settings.write_text('net_allow = ["by.hand.cn"]\n', encoding="utf-8")
    put(card, "his.example.cn")
    qtbot.waitUntil(lambda: card.hosts == ("by.hand.cn",), timeout=WAIT_MS)
    assert card.said.words.text()
    assert listed(clinic) == ("by.hand.cn",)


def test_whoever_is_no_admin_only_sees_the_list(qtbot: QtBot, clinic: Clinic) -> None:
    staffed(clinic)
    clinic.home.settings.write_text('net_allow = ["his.example.cn"]\n', encoding="utf-8")
    with running(qtbot, clinic.home, clinic.vault) as program:
        unlock = program.window.entry.unlock
        qtbot.waitUntil(unlock.passphrase.isEnabled, timeout=WAIT_MS)
        unlock.passphrase.setText(PASSPHRASES["赵前台"])
        unlock.submit()
        card = card_of(qtbot, program)
        qtbot.waitUntil(lambda: "his.example.cn" in words_in(card), timeout=WAIT_MS)
        assert card.takes == {}
        assert not card.field.isVisible()
        assert not card.add.isVisible()
