"""R45, R46: every control says what it is, in words and not in markup; every widget has room for its words at 200 %."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.theme import style
from desktop.theme.icons import Icon
from desktop.theme.scheme import Scheme
from desktop.widgets.button import Button, Size, link, pinned, plain_button, primary, small
from desktop.widgets.change import STATES, Change
from desktop.widgets.check_box import CheckBox, Switch
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.filter_chip import FilterChip
from desktop.widgets.grade import GradeDots, GradePicker
from desktop.widgets.icon_button import IconButton
from desktop.widgets.key_cap import KeyCap
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.notice_bar import NoticeBar, Weight
from desktop.widgets.separator import Separator
from desktop.widgets.text_edit import TextEdit
from desktop.widgets.tip import plain, set_tip

NAMED: dict[str, tuple[Callable[[], QWidget], str]] = {
    "line": (lambda: LineEdit("姓名"), "姓名"),
    "text": (lambda: TextEdit("主诉"), "主诉"),
    "combo": (lambda: ComboBox("操作员"), "操作员"),
    "grade": (lambda: GradePicker("程度"), "程度"),
    "primary": (lambda: primary("保存", key="Ctrl S"), "保存"),
    "plain": (lambda: plain_button("打印"), "打印"),
    "small": (lambda: small("改期"), "改期"),
    "pinned": (lambda: pinned("保存"), "保存"),
    "link": (lambda: link("打开看板", trailing=Icon.FORTH), "打开看板"),
    "icon": (lambda: IconButton(Icon.CLOSE, "关闭"), "关闭"),
    "check": (lambda: CheckBox("沿用上次"), "沿用上次"),
    "switch": (lambda: Switch("", name="外部"), "外部"),
    "filter": (lambda: FilterChip.of(Change.WORSE, 3), "加重 3"),
    "cap": (lambda: KeyCap("Ctrl F"), "Ctrl F"),
    "dots": (lambda: GradeDots(2, "中"), "中"),
    "elided": (lambda: ElidedLabel("长长的话"), "长长的话"),
    "notice": (lambda: NoticeBar(Weight.WARN, "备份已过 9 天。", step="备份"), "备份已过 9 天。"),
    "empty": (lambda: EmptyState("还没有草稿。", "问诊"), "还没有草稿。"),
}


@pytest.fixture(params=NAMED)
def named(request: pytest.FixtureRequest, qtbot: QtBot) -> tuple[QWidget, str]:
    make, name = NAMED[request.param]
    widget = make()
    qtbot.addWidget(widget)
    return widget, name


def test_R45_it_says_what_it_is(named: tuple[QWidget, str]) -> None:
    widget, name = named
    assert QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name) == name


def test_R45_so_does_everything_inside_that_takes_the_focus(named: tuple[QWidget, str]) -> None:
    for inside in named[0].findChildren(QWidget):
        takes = inside.focusPolicy() != Qt.FocusPolicy.NoFocus and inside.focusProxy() is None
        if takes and inside.isVisibleTo(named[0]):
            interface = QAccessible.queryAccessibleInterface(inside)
            assert interface.text(QAccessible.Text.Name), inside


def test_R42_it_grows_with_the_text(named: tuple[QWidget, str], qapp: QApplication) -> None:
    widget, _ = named
    widget.show()
    before = widget.sizeHint()
    style.apply(qapp, Scheme.LIGHT, 2.0)
    after = widget.sizeHint()
    assert after.height() >= 1.4 * before.height()


@pytest.mark.parametrize("scheme", [Scheme.LIGHT, Scheme.DARK])
def test_it_paints_without_a_word_from_qt(
    named: tuple[QWidget, str], qapp: QApplication, scheme: Scheme
) -> None:
    style.apply(qapp, scheme)
    widget, _ = named
    for enabled in (True, False):
        widget.setEnabled(enabled)
        assert not widget.grab().isNull()


HOSTILE = ["<b>痛</b>", "&lt;i&gt;", "<img src=x>痛", "3 < 5 > 2", "a & b", "<qt>痛"]


@pytest.mark.parametrize("words", HOSTILE)
def test_R46_a_tooltip_is_plain_text(qtbot: QtBot, words: str) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    set_tip(widget, words)
    assert not GuiQt.mightBeRichText(widget.toolTip())
    assert widget.toolTip().replace("\u2060", "") == words


def test_R46_plain_words_are_left_alone() -> None:
    assert plain("长长的话") == "长长的话"


@pytest.mark.parametrize("words", HOSTILE)
def test_R46_a_label_shows_markup_as_it_is_written(qtbot: QtBot, words: str) -> None:
    label = Label(words)
    qtbot.addWidget(label)
    assert (label.text(), label.textFormat()) == (words, Qt.TextFormat.PlainText)


def test_an_elided_label_keeps_its_words(qtbot: QtBot) -> None:
    words = "躺下要两个钟头才睡着" * 5
    label = ElidedLabel(words)
    qtbot.addWidget(label)
    label.resize(100, 20)
    label.show()
    assert label.shown.endswith("…")
    assert (label.text(), label.toolTip()) == (words, words)
    label.resize(label.sizeHint())
    QApplication.processEvents()
    assert (label.shown, label.toolTip()) == (words, "")


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
@pytest.mark.parametrize("tier", list(Size))
def test_a_button_is_pressed_by_keyboard(qtbot: QtBot, key: Qt.Key, tier: Size) -> None:
    button = Button("保存", size=tier)
    qtbot.addWidget(button)
    button.show()
    with qtbot.waitSignal(button.clicked):
        QTest.keyClick(button, key)


def test_buttons_have_the_heights_of_the_design(qtbot: QtBot) -> None:
    for tier, height in {Size.NORMAL: 32, Size.SMALL: 28, Size.PINNED: 40}.items():
        button = Button("保存", size=tier)
        qtbot.addWidget(button)
        button.show()
        assert (button.sizeHint().height(), button.height()) == (height, height)


def test_fields_have_the_heights_of_the_design(qtbot: QtBot) -> None:
    fields: dict[int, list[QWidget]] = {
        36: [LineEdit("一"), ComboBox("二")],
        32: [LineEdit("三", tier="head"), ComboBox("四", tier="head")],
        28: [
            LineEdit("五", kind="cell"),
            ComboBox("六", kind="cell"),
            FilterChip("全部", 1),
            GradePicker("七"),
        ],
        24: [IconButton(Icon.CLOSE, "八")],
        20: [KeyCap("Esc")],
    }
    for height, widgets in fields.items():
        for widget in widgets:
            qtbot.addWidget(widget)
            widget.show()
            assert widget.height() == height, widget


def test_a_notice_acts_and_closes(qtbot: QtBot) -> None:
    bar = NoticeBar(Weight.WARN, "备份已过 9 天。", step="立即备份")
    qtbot.addWidget(bar)
    bar.show()
    assert bar.step is not None
    assert bar.close_button is not None
    with qtbot.waitSignal(bar.acted):
        bar.step.click()
    assert bar.isVisible()
    with qtbot.waitSignal(bar.closed):
        bar.close_button.click()
    assert not bar.isVisible()
    bar.say(Weight.DANGER, "草稿没有存住。", "磁盘已满。")
    assert bar.isVisible()
    assert bar.accessibleName() == "草稿没有存住。 磁盘已满。"


def test_the_close_button_of_a_notice_takes_the_focus(qtbot: QtBot) -> None:
    bar = NoticeBar(Weight.INFO, "好。")
    qtbot.addWidget(bar)
    assert bar.close_button is not None
    assert bar.close_button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_an_empty_state_has_a_next_step(qtbot: QtBot) -> None:
    empty = EmptyState("还没有草稿。", "开始问诊")
    qtbot.addWidget(empty)
    assert empty.step is not None
    with qtbot.waitSignal(empty.acted):
        empty.step.click()
    assert EmptyState("没有。").step is None


def test_a_filter_says_its_count(qtbot: QtBot) -> None:
    chip = FilterChip.of(Change.IMPROVED, 2)
    qtbot.addWidget(chip)
    chip.set_count(5)
    assert (chip.count, chip.accessibleName()) == (5, "减轻 5")
    with qtbot.waitSignal(chip.toggled):
        QTest.keyClick(chip, Qt.Key.Key_Space)


def test_states_are_never_colour_alone() -> None:
    assert [change.value for change in STATES] == ["加重", "减轻", "消失", "无变化"]
    signs = [(change.icon, change.value) for change in Change]
    assert len({icon for icon, _ in signs}) == len(Change) == 10


def test_a_separator_squeezes_nothing_beside_it(qtbot: QtBot) -> None:
    bar = QWidget()
    row = QHBoxLayout(bar)
    chip, line = FilterChip("全部", 11), Separator(upright=True)
    row.addWidget(chip)
    row.addWidget(line)
    qtbot.addWidget(bar)
    bar.show()
    assert chip.height() == 28
    assert line.width() == 1
