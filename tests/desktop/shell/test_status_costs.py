"""What the status line says of models in each state, in how much room, and to whom."""

from datetime import timedelta
from decimal import Decimal
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.rights import RIGHTS, Role
from core.services.spending.words import brief, left_brief
from core.settings.model import Settings
from desktop.actions.catalog import SCREENS, ActionId
from desktop.bridge.clinic import Opened
from desktop.models.costs_now import CostsNow, minutes_left
from desktop.shell.status_item import Item
from desktop.shell.status_line import StatusLine
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone
from tests.fakes.clock import FixedClock
from tests.fakes.costs_now import AT, STATES, TCM, line_of, pack_of, today_of

ALL = frozenset(SCREENS)
WIDTHS = (1366, 1024, 800, 683)

BOUNDARY = {
    "offline": ("离线", Tone.MUTED, Icon.OFFLINE),
    "on-device": ("本机模型", Tone.MUTED, Icon.ON_DEVICE),
    "on-device-and-outside": ("本机模型·另许外部", Tone.WARN, Icon.EXTERNAL),
    "only-others": ("外部", Tone.WARN, Icon.EXTERNAL),
    "external": ("外部·deepseek", Tone.WARN, Icon.EXTERNAL),
}
COST = {
    "offline": ("今日 ¥0", Tone.MUTED, Icon.COST),
    "on-device": ("今日 ¥0", Tone.MUTED, Icon.COST),
    "external": ("今日 ¥0.39 / ¥5.00", Tone.MUTED, Icon.COST),
    "little": ("今日 ¥0.00042 / ¥5.00", Tone.MUTED, Icon.COST),
    "near": ("今日 ¥4.10 / ¥5.00·接近限额", Tone.WARN, Icon.WARN),
    "over": ("今日 ¥5.02 / ¥5.00·已到限额", Tone.DANGER, Icon.DANGER),
    "unreadable": ("今日费用读不出来", Tone.WARN, Icon.WARN),
    "failed": ("今日费用读不出来", Tone.WARN, Icon.WARN),
    "unpriced": ("今日 2 次无法估算 / ¥5.00", Tone.WARN, Icon.WARN),
    "partly-unpriced": ("今日 ≤ ¥0.69 / ¥5.00·3 次无法估算", Tone.WARN, Icon.WARN),
    "clock-back": ("12-01 ¥0.39 / ¥5.00", Tone.WARN, Icon.WARN),
}
HOURS = {
    "external": ("峰价·6 时 52 分后转谷", Tone.MUTED, Icon.HOURS),
    "off-peak": ("谷价·53 分后转峰", Tone.MUTED, Icon.HOURS),
    "holidays-unknown": ("峰价·1 时 52 分后转谷·节假日未知", Tone.WARN, Icon.WARN),
}
PACK = {
    "external": ("中医包余 ¥2.61", Tone.MUTED, Icon.PACK),
    "near": ("中医包余 ¥0.39", Tone.WARN, Icon.WARN),
    "over": ("中医包余 ¥0", Tone.DANGER, Icon.DANGER),
}


@pytest.fixture
def line(qtbot: QtBot) -> StatusLine:
    made = StatusLine(Messages())
    qtbot.addWidget(made)
    made.resize(1366, 28)
    made.show()
    made.show_open(is_open=True)
    made.show_who(who(), ALL)
    return made


def who(role: Role = Role.PHYSICIAN, name: str = "李大夫") -> Opened:
    return Opened(name, Settings(), FixedClock(AT), role, (role,), RIGHTS[role])


def look(item: Item) -> tuple[str, Tone, Icon]:
    return item.words, item.tone, item.icon_shown


@pytest.mark.parametrize("state", BOUNDARY)
def test_where_texts_may_go(line: StatusLine, state: str) -> None:
    line.costs.show_now(STATES[state], AT)
    assert look(line.boundary) == BOUNDARY[state]
    assert line.boundary.accessibleName() == BOUNDARY[state][0]


@pytest.mark.parametrize("state", COST)
def test_what_today_cost(line: StatusLine, state: str) -> None:
    line.costs.show_now(STATES[state], AT)
    assert line.cost.isVisible()
    assert look(line.cost) == COST[state]


@pytest.mark.parametrize("state", HOURS)
def test_the_hours_of_prices_and_the_minutes_to_their_change(line: StatusLine, state: str) -> None:
    line.costs.show_now(STATES[state], AT)
    assert look(line.costs.hours) == HOURS[state]
    assert ("节假日表未更新" in line.costs.hours.accessibleDescription()) is (state == "holidays-unknown")


@pytest.mark.parametrize("state", PACK)
def test_what_is_left_for_the_pack_in_use(line: StatusLine, state: str) -> None:
    line.costs.show_now(STATES[state], AT)
    assert look(line.costs.pack) == PACK[state]


def test_the_details_are_exact_and_call_it_an_estimate(line: StatusLine) -> None:
    line.costs.show_now(STATES["partly-unpriced"], AT)
    said = line.cost.accessibleDescription()
    assert "≈ ¥0.69000 / 限额 ¥5.00000" in said
    assert "用量不明 1 次" in said
    assert "没有价目的模型 2 次" in said
    assert said.endswith("估算，以官方账单为准")
    assert line.cost.toolTip() == said
    assert line.costs.hit.words == "缓存命中 61%"
    line.costs.show_now(STATES["clock-back"], AT)
    assert "仍按 2026-12-01 计" in line.cost.accessibleDescription()
    line.costs.show_now(STATES["failed"], AT)
    assert "不按 0 计" in line.cost.accessibleDescription()


def test_with_no_model_it_is_quiet(line: StatusLine) -> None:
    line.costs.show_now(STATES["external"], AT)
    line.costs.show_now(STATES["offline"], AT)
    assert [item.words for item in line.costs.items if item.isVisible()] == ["离线", "今日 ¥0"]
    assert all(item.tone is Tone.MUTED for item in line.costs.items if item.isVisible())


def test_a_local_model_has_no_hours_and_no_limit_is_no_pack(line: StatusLine) -> None:
    line.costs.show_now(STATES["on-device"], AT)
    assert not line.costs.hours.is_there
    assert not line.costs.pack.is_there


def test_no_limit_is_not_written_and_a_mark_of_its_own_warns(line: StatusLine) -> None:
    free = CostsNow(STATES["external"].reach, True, "deepseek-flash", today_of(line_of("2.5"), None))
    line.costs.show_now(free, AT)
    assert look(line.cost) == ("今日 ¥2.50", Tone.MUTED, Icon.COST)
    marked = CostsNow(free.reach, True, "deepseek-flash", today_of(line_of("2.5"), warn_at="2"))
    line.costs.show_now(marked, AT)
    assert look(line.cost) == ("今日 ¥2.50 / ¥5.00·接近限额", Tone.WARN, Icon.WARN)


@pytest.mark.parametrize(
    ("item", "leads"),
    [
        ("boundary", (ActionId.SETTINGS, "models")),
        ("cost", (ActionId.LEDGER, "cost")),
        ("hit", (ActionId.LEDGER, "cost")),
        ("hours", (ActionId.SETTINGS, "models")),
        ("pack", (ActionId.LEDGER, "cost")),
    ],
)
def test_each_item_opens_its_screen_by_keyboard(
    qtbot: QtBot, line: StatusLine, item: str, leads: tuple[ActionId, str]
) -> None:
    line.costs.show_now(STATES["external"], AT)
    one = getattr(line.costs, item)
    one.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(line.wanted) as heard:
        QTest.keyClick(one, Qt.Key.Key_Return)
    assert tuple(heard.args or ()) == leads


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("state", STATES)
def test_nothing_is_cut_or_lies_over_another_in_any_width(
    qtbot: QtBot, line: StatusLine, state: str, width: int
) -> None:
    line.costs.show_now(STATES[state], AT)
    line.resize(width, 28)
    line._row.activate()
    seen = [item for item in line._rules if item.isVisible()]
    assert {line.who, line.boundary, line.cost, line.drafts, line.ledger} <= set(seen)
    edges = [(item.geometry().left(), item.geometry().right()) for item in seen]
    assert edges == sorted(edges)
    assert all(before[1] < after[0] for before, after in pairwise(edges))
    assert edges[-1][1] < width
    assert all(item.width() >= item.sizeHint().width() for item in seen)
    assert not any("…" in item.shown for item in seen)
    # What warns is never left out.
    assert all(item.isVisible() for item in line.costs.items if item.is_there and item.tone is not Tone.MUTED)


def test_what_matters_least_gives_way_first_and_comes_back(line: StatusLine) -> None:
    line.costs.show_now(STATES["near"], AT)
    line.resize(683, 28)
    assert not line.costs.hit.isVisible()
    assert line.costs.hit.is_there
    assert line.cost.shown == "¥4.10 / ¥5.00·接近限额"
    assert line.cost.words == line.cost.accessibleName() == "今日 ¥4.10 / ¥5.00·接近限额"
    assert line.cost.toolTip().startswith(line.cost.words)
    line.resize(1366, 28)
    assert line.costs.hit.isVisible()
    assert line.cost.shown == line.cost.words


def test_what_warns_is_never_left_out(line: StatusLine) -> None:
    line.costs.show_now(STATES["over"], AT)
    line.resize(380, 28)
    assert line.costs.pack.isVisible()
    assert not line.costs.hours.isVisible()


def test_a_long_name_is_cut_last_of_all_and_never_widens_the_window(line: StatusLine) -> None:
    line.show_who(who(name="欧阳晓岚" * 15), ALL)
    line.costs.show_now(STATES["near"], AT)
    line.resize(683, 28)
    line._row.activate()
    assert "…" in line.who.shown
    assert line.ledger.geometry().right() < 683
    assert line.minimumSizeHint().width() == 0


def test_whoever_may_not_see_costs_sees_none(line: StatusLine) -> None:
    line.costs.show_now(STATES["near"], AT)
    line.show_who(who(Role.RECEPTION, "赵前台"), ALL - {ActionId.LEDGER})
    assert [item.words for item in line.costs.items if item.isVisible()] == ["外部·deepseek"]
    line.costs.show_now(CostsNow(STATES["near"].reach), AT)
    line.costs.tick(AT + timedelta(minutes=1))
    assert [item.words for item in line.costs.items if item.isVisible()] == ["外部·deepseek"]


def test_a_closed_clinic_tells_nothing_also_of_what_was_on_its_way(line: StatusLine) -> None:
    line.show_open(is_open=False)
    line.costs.show_now(STATES["near"], AT)
    line.costs.show_unknown(ClinicError("file_trouble"))
    assert line.boundary.words == "未打开诊所"
    assert not any(item.isVisible() for item in line.costs.items[1:])


def test_minutes_go_by_without_asking_until_the_price_or_the_day_changes(line: StatusLine) -> None:
    line.costs.show_now(STATES["external"], AT)
    assert not line.costs.tick(AT + timedelta(minutes=2))
    assert line.costs.hours.words == "峰价·6 时 50 分后转谷"
    until = STATES["external"].tariff
    assert until is not None
    assert until.until is not None
    assert line.costs.tick(until.until)
    assert line.costs.tick(AT + timedelta(days=1))
    line.show_open(is_open=False)
    assert not line.costs.tick(until.until)


def test_begun_minutes_count() -> None:
    assert [minutes_left(AT, AT - timedelta(seconds=past)) for past in (0, 1, 60, 61)] == [0, 1, 1, 2]
    assert minutes_left(AT, AT + timedelta(minutes=5)) == 0


def test_the_pack_that_asked_last_is_the_one_in_use() -> None:
    other = type(TCM)("his-link", Decimal(1), Decimal(2), False)
    free = type(TCM)("free", Decimal(1), None, False)
    now = CostsNow(
        STATES["external"].reach, True, today=today_of(line_of("1"), packs=(free, pack_of("1"), other))
    )
    assert [
        one.pack if (one := now.pack_in_use(last)) else "" for last in ("", "his-link", "free", "gone")
    ] == [
        "tcm",
        "his-link",
        "tcm",
        "tcm",
    ]


def test_an_amount_in_little_room_is_never_nothing_and_what_is_left_never_more() -> None:
    amounts = ("0", "0.000001", "0.00042", "0.0099", "0.01", "0.394", "12.345")
    assert [brief(Decimal(amount)) for amount in amounts] == [
        *("¥0", "<¥0.00001", "¥0.00042", "¥0.00990", "¥0.01", "¥0.39", "¥12.35"),
    ]
    assert [left_brief(Decimal(amount)) for amount in ("0", "0.009", "2.619")] == ["¥0", "¥0.00", "¥2.61"]
