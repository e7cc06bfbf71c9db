"""The list of actions, its Qt side, and finding one by what is typed."""

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.base.messages import LANGUAGES, Messages
from desktop.actions import palette
from desktop.actions.catalog import CATALOG, SCREENS, ActionId, Fact, Group, spec_of
from desktop.actions.registry import Registry

ALL = frozenset(Fact)


@pytest.fixture
def registry(qapp: QApplication) -> Registry:
    return Registry(Messages())


def ids(typed: str, facts: frozenset[Fact] | None = None) -> list[ActionId]:
    return [spec.id for spec in palette.find(typed, facts)]


def test_every_action_is_listed_once() -> None:
    assert [spec.id for spec in CATALOG] == list(ActionId)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_and_group_has_words_of_its_own(language: str) -> None:
    messages = Messages(language)
    texts = [spec.text(messages) for spec in CATALOG]
    assert all(texts)
    assert len(set(texts)) == len(texts)
    assert all(messages.text(f"actions.groups.{group.value}") for group in Group)


def test_no_words_without_an_action() -> None:
    table = Messages()._table["actions"]
    assert set(table) - {"groups"} == {action.value for action in ActionId}
    assert set(table["groups"]) == {group.value for group in Group}


def test_no_key_is_given_twice_and_all_are_keys() -> None:
    keys = [QKeySequence.fromString(spec.shortcut) for spec in CATALOG if spec.shortcut]
    assert all(key.count() == 1 for key in keys)
    written = [key.toString(QKeySequence.SequenceFormat.PortableText) for key in keys]
    assert written == [spec.shortcut for spec in CATALOG if spec.shortcut]
    assert len(set(written)) == len(written)


def test_the_screens_that_exist_stand_in_order() -> None:
    assert SCREENS == (
        ActionId.TODAY,
        ActionId.INTAKE,
        ActionId.PATIENTS,
        ActionId.COMPARE,
        ActionId.LEDGER,
        ActionId.SETTINGS,
    )


def test_without_a_clinic_only_the_program_itself_can_be_acted_on(registry: Registry) -> None:
    enabled = {action for action in ActionId if registry.action(action).isEnabled()}
    assert enabled == {
        ActionId.MENU,
        ActionId.PALETTE,
        ActionId.HELP,
        ActionId.SHORTCUTS,
        ActionId.THEME,
        ActionId.LANGUAGE,
        ActionId.QUIT,
    }
    registry.settle({Fact.CLINIC_OPEN})
    assert registry.action(ActionId.FIND).isEnabled()
    assert not registry.action(ActionId.SAVE).isEnabled()
    registry.settle(ALL)
    assert all(registry.action(action).isEnabled() for action in ActionId)


def test_a_chosen_action_is_told_by_its_name(qtbot: QtBot, registry: Registry) -> None:
    registry.settle(ALL)
    told: list[ActionId] = []
    registry.triggered.connect(told.append)
    for action in ActionId:
        registry.action(action).trigger()
    assert told == list(ActionId)


def test_keys_work_in_a_window(qtbot: QtBot, registry: Registry) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    registry.install(window)
    installed: list[QAction] = window.actions()
    assert installed == [registry.action(action) for action in ActionId]
    assert registry.action(ActionId.SAVE).shortcut() == QKeySequence("Ctrl+S")


def test_words_icons_and_tips(registry: Registry) -> None:
    save = registry.action(ActionId.SAVE)
    assert (save.text(), save.toolTip()) == ("保存", f"保存 ({registry.keys(ActionId.SAVE)})")
    assert all(not registry.action(action).icon().isNull() for action in ActionId)
    registry.speak(Messages("en"))
    assert save.text() == "Save"


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("对比", ActionId.COMPARE),
        ("比", ActionId.COMPARE),
        ("db", ActionId.COMPARE),
        ("duibi", ActionId.COMPARE),
        ("dui", ActionId.COMPARE),
        ("COMPARE", ActionId.COMPARE),
        ("ｃｏｍｐ", ActionId.COMPARE),
        ("wenzhen", ActionId.INTAKE),
        ("xjhz", ActionId.NEW_PATIENT),
        ("patient", ActionId.PATIENTS),
        ("new", ActionId.NEW_PATIENT),
        ("tc", ActionId.QUIT),
        ("患者", ActionId.PATIENTS),
        ("sd", ActionId.LOCK),
        ("lang", ActionId.LANGUAGE),
    ],
)
def test_typing_finds(typed: str, first: ActionId) -> None:
    assert ids(typed)[0] is first


def test_what_fits_less_comes_later_and_what_does_not_fit_not_at_all() -> None:
    assert ids("患者") == [ActionId.PATIENTS, ActionId.FIND, ActionId.NEW_PATIENT]
    assert ids("没有这样的") == ids("qqq") == ids("it") == []
    assert ids("  ") == list(ActionId)


def test_only_what_can_be_done_is_offered() -> None:
    assert ActionId.SAVE not in ids("", frozenset({Fact.CLINIC_OPEN}))
    assert ids("bc", frozenset({Fact.CLINIC_OPEN})) == []
    assert ids("bc", ALL) == [ActionId.SAVE]


def test_warm_reads_every_name() -> None:
    palette._sounds.cache_clear()
    palette.warm()
    assert palette._sounds.cache_info().currsize == len(CATALOG)
    assert spec_of(ActionId.SIGN).text_key == "actions.sign"
