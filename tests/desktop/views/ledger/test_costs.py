"""The costs on the ledger: what is asked, what stands in the table and the chart, a file of it, and who may see it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import delete
from sqlalchemy import insert

from core.base.messages import Messages
from core.cost.books import Ended
from core.kernel import Kernel
from core.services.spending.facts import By
from core.store.schema import calls
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.views.ledger.costs_asked import MOST_DAYS, CostsAsked, Period, bounds, read
from desktop.views.ledger.costs_bars import CostBars
from desktop.views.ledger.costs_page import CHART, TABLE, CostsPage
from desktop.views.ledger.parts import Part
from desktop.views.ledger.screen import LedgerScreen
from tests.fakes.clinic import Clinic, store_of
from tests.fakes.clock import NOON, FixedClock
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.spending import many_calls, reserve, spend

WAIT_MS = 20_000
ROOM = (1294, 684)
LOW_ROOM = (611, 300)


@dataclass
class Stage:
    screen: LedgerScreen
    bridge: ClinicBridge
    qtbot: QtBot

    @property
    def page(self) -> CostsPage:
        return self.screen.costs

    def until(self, fact: Callable[[], object]) -> None:
        self.qtbot.waitUntil(partial(lambda one: bool(one()), fact), timeout=WAIT_MS)

    def ask(self, period: str, by: By = By.PACK) -> None:
        asked = CostsAsked(period, by)
        self.page.ask(asked)
        self.until(lambda: self.page.read is not None and self.page.read.asked == asked)

    def do(self, work: Callable[[Kernel], object]) -> None:
        done: list[object] = []
        self.bridge.ask(self.screen, work, done.append)
        self.until(lambda: bool(done))

    @property
    def lines(self) -> list[list[str]]:
        model = self.page.model
        return [
            [str(model.data(model.index(row, column))) for column in range(model.columnCount())]
            for row in range(model.rowCount())
        ]


@contextmanager
def staged(
    clinic: Clinic, qtbot: QtBot, size: tuple[int, int] = ROOM, *, passphrase: str | None = None
) -> Iterator[Stage]:
    bridge = ClinicBridge()
    try:
        bridge.open(clinic.home, clinic.vault, passphrase, clock=clinic.clock)
        qtbot.waitUntil(lambda: bridge.state is ClinicState.OPEN, timeout=WAIT_MS)
        screen = LedgerScreen(bridge, Messages())
        screen.resize(*size)
        with qtbot.waitActive(screen):
            screen.show()
        screen.return_to("cost:month/pack")
        screen.refresh()
        try:
            yield Stage(screen, bridge, qtbot)
        finally:
            screen.close()
            delete(screen)
    finally:
        bridge.shut_down()


@pytest.fixture
def stage(qtbot: QtBot, clinic: Clinic) -> Iterator[Stage]:
    spent(clinic)
    with staged(clinic, qtbot) as made:
        made.until(lambda: made.page.read is not None)
        yield made


def at(back: int) -> FixedClock:
    return FixedClock(NOON - timedelta(days=back))


def spent(clinic: Clinic) -> None:
    """On four days, of which one lies in the month before; NOON and the days that count here are Sundays."""
    with clinic.open(clock=at(35)) as kernel:
        spend(kernel, "2", tool="pack__tcm__intake_collect", purpose="intake-extract", session="a")
    with clinic.open(clock=at(7)) as kernel:
        spend(kernel, "1", "", purpose="assistant", session="b")
    with clinic.open() as kernel:
        spend(kernel, "0.25", purpose="visit-compare", session="c")
        reserve(kernel, "his-link", model="glm-5", purpose="own-purpose", session="d")
        made = reserve(kernel, purpose="visit-compare", session="c").reservation
        assert made is not None
        kernel.spending.settle(made, Ended(None, "ok"))


def test_the_month_by_pack_with_what_nobody_knows_and_all_of_it_together(stage: Stage) -> None:
    assert stage.lines == [
        ["（无）", "1", "1,000,000", "0", "0%", "¥1.00000"],
        ["中医（tcm）", "2", "250,000+", "0+", "0%", "¥0.25000 + 1 次无法估算"],
        ["his-link", "1", "–", "–", "–", "无法估算"],
    ]
    assert stage.page.total.words == ["合计", "4", "1,250,000+", "0+", "0%", "¥1.25000 + 2 次无法估算"]
    assert stage.page.total.accessibleName().startswith("合计 调用 4")
    foot = stage.page.foot.text()
    assert "合计 4 次调用，其中 2 次有金额。" in foot
    assert "用量不明 1 次" in foot
    assert "没有价目的模型 1 次" in foot
    assert foot.endswith("估算，以官方账单为准")


@pytest.mark.parametrize(
    ("by", "names"),
    [
        (By.TOOL, ["tcm/intake_collect", "（无）"]),
        (By.PURPOSE, ["问诊整理", "助手对话", "复诊对比", "own-purpose"]),
        (By.MODEL, ["deepseek-flash", "glm-5"]),
        (By.SESSION, ["a", "b", "c", "d"]),
        (By.DAY, ["2026-10-25", "2026-11-22", "2026-11-29"]),
    ],
)
def test_each_way_to_put_calls_together(stage: Stage, by: By, names: list[str]) -> None:
    stage.page.by.setCurrentIndex(stage.page.by.findData(by.value))
    stage.page.by.activated.emit(stage.page.by.currentIndex())
    stage.ask(Period.ALL, by)
    assert [line[0] for line in stage.lines] == names
    head = stage.page.model.headerData(0, Qt.Orientation.Horizontal)
    assert head == stage.page.by_words[by] == stage.page.by.currentText()
    assert stage.page.total.words[-1] == "¥3.25000 + 2 次无法估算"


def test_each_period_by_keyboard_and_a_month_from_the_list(stage: Stage) -> None:
    page = stage.page
    page.period.segment(Period.MONTH).setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(page.period.segment(Period.MONTH), Qt.Key.Key_Left)
    stage.until(lambda: page.read is not None and page.read.asked.period == Period.WEEK)
    assert page.total.words[:2] == ["合计", "3"]
    QTest.keyClick(page.period.segment(Period.WEEK), Qt.Key.Key_Left)
    stage.until(lambda: page.read is not None and page.read.asked.period == Period.TODAY)
    assert not page.chart.isVisible(), "one day has no chart"
    assert [page.month.itemData(place) for place in range(page.month.count())] == ["2026-11", "2026-10"]
    page.month.setCurrentIndex(1)
    page.month.activated.emit(1)
    stage.until(lambda: page.read is not None and page.read.asked.period == "2026-10")
    assert page.period.value is None
    assert page.total.words == ["合计", "1", "2,000,000", "0", "0%", "¥2.00000"]


def test_the_chart_has_every_day_up_to_today_with_gaps_and_marks(stage: Stage) -> None:
    bars = stage.page.chart.bars
    assert [bar.label for bar in bars] == [f"11-{day:02}" for day in range(1, 30)]
    assert [(bar.label, bar.height, bar.is_marked) for bar in bars if bar.height is not None] == [
        ("11-22", 1.0, False),
        ("11-29", 0.25, True),
    ]
    assert bars[0].spoken == "2026-11-01：没有调用"
    assert bars[-1].spoken == "2026-11-29：3 次，≈ ¥0.25000 + 2 次无法估算"
    stage.page.chart.setFocus(Qt.FocusReason.TabFocusReason)
    assert stage.page.looked_at.text() == bars[-1].spoken


def test_many_days_are_shown_month_by_month(clinic: Clinic) -> None:
    with clinic.open(clock=at(MOST_DAYS + 30)) as kernel:
        spend(kernel, "1")
    with clinic.open() as kernel:
        spend(kernel, "2")
        answer = read(CostsAsked(Period.ALL), kernel)
    assert answer.is_by_month
    assert [(name, None if line is None else line.calls) for name, line in answer.days] == [
        ("2026-06", 1),
        *((f"2026-{month:02}", None) for month in range(7, 11)),
        ("2026-11", 1),
    ]


def test_a_day_without_calls_in_the_period_leads_to_all_of_them(qtbot: QtBot, clinic: Clinic) -> None:
    with clinic.open(clock=at(35)) as kernel:
        spend(kernel, "1")
    with staged(clinic, qtbot) as stage:
        stage.until(stage.page.nothing.isVisible)
        assert stage.page.nothing.sentence.text() == "本月没有模型调用。"
        assert not stage.page.export.isEnabled()
        stage.page.ask(CostsAsked("2025-01"))
        stage.until(lambda: stage.page.nothing.sentence.text() == "2025-01 月没有模型调用。")
        step = stage.page.nothing.step
        assert step is not None
        QTest.keyClick(step, Qt.Key.Key_Return)
        stage.until(stage.page.table.isVisible)
        assert len(stage.lines) == 1


def test_with_no_call_at_all_it_says_what_to_do(qtbot: QtBot, clinic: Clinic) -> None:
    with staged(clinic, qtbot) as stage:
        stage.until(stage.page.none.isVisible)
        step = stage.page.none.step
        assert step is not None
        with qtbot.waitSignal(stage.screen.place_wanted) as wanted:
            QTest.keyClick(step, Qt.Key.Key_Return)
        assert wanted.args == [ActionId.SETTINGS, "models"]


def test_what_cannot_be_read_is_said_and_asked_again(qtbot: QtBot, clinic: Clinic) -> None:
    with clinic.open() as kernel:
        spend(kernel, "1")
    clinic.execute("UPDATE calls SET cost = 'x'")
    with staged(clinic, qtbot) as stage:
        stage.until(stage.page.failed.isVisible)
        assert stage.page.failed.sentence.text()
        assert stage.page.total.words == []
        stage.do(
            lambda kernel: store_of(kernel).write(lambda one: one.execute(calls.update().values(cost=7)))
        )
        step = stage.page.failed.step
        assert step is not None
        QTest.keyClick(step, Qt.Key.Key_Return)
        stage.until(stage.page.table.isVisible)


def test_a_file_is_written_and_one_that_is_there_is_not_written_over(stage: Stage, tmp_path: Path) -> None:
    page, file = stage.page, tmp_path / "费用.csv"
    page.take_file(file)
    stage.until(lambda: "已写入" in page.note.text())
    assert "中医（tcm）" in file.read_text(encoding="utf-8-sig")
    before = file.read_bytes()
    page.take_file(file)
    stage.until(lambda: "已写入" not in page.note.text())
    assert page.export.isEnabled()
    assert file.read_bytes() == before
    page.take_file(tmp_path / "no such folder" / "x.csv")
    stage.until(lambda: "no such folder" in page.note.text() or bool(page.note.text()))


def test_a_call_that_settles_is_seen_when_it_is_refreshed_and_the_line_is_kept(stage: Stage) -> None:
    page = stage.page
    page.table.selectRow(1)
    stage.do(partial(spend, yuan="5", pack=""))
    page.refresh()
    stage.until(lambda: page.total.words[1] == "5")
    assert page.model.line(page.table.currentIndex().row()).key == "tcm"  # type: ignore[union-attr]


def test_on_a_low_screen_table_and_chart_take_turns(qtbot: QtBot, clinic: Clinic) -> None:
    spent(clinic)
    with staged(clinic, qtbot, LOW_ROOM) as stage:
        page = stage.page
        stage.until(page.form.isVisible)
        assert not page.chart.isVisible()
        assert page.form.isVisible()
        assert page.foot.text() == "估算，以官方账单为准"
        page.form.choose(CHART)
        assert page.chart.isVisible()
        assert not page.table.isVisible()
        page.form.choose(TABLE)
        assert page.table.isVisible()
        assert stage.screen.minimumSizeHint().width() <= LOW_ROOM[0]
        assert stage.screen.minimumSizeHint().height() <= LOW_ROOM[1]


def test_the_parts_are_switched_by_keyboard_and_come_back_where_they_were(stage: Stage) -> None:
    screen = stage.screen
    stage.ask(Period.ALL, By.MODEL)
    assert screen.place == "cost:all/model"
    screen.costs.parts.go_to()
    QTest.keyClick(screen.costs.parts.choice.segment(Part.COST), Qt.Key.Key_Left)
    assert screen.place.startswith("trail:")
    assert screen.trail.parts.choice.segment(Part.TRAIL).hasFocus()
    stage.until(lambda: screen.trail.model.rowCount() > 0)
    screen.return_to("cost:2026-10/tool")
    stage.until(lambda: screen.costs.read is not None and screen.costs.read.asked.period == "2026-10")
    screen.return_to("nonsense")
    assert screen.place == "cost:2026-10/tool"
    screen.go_to_find()
    assert screen.place.startswith("trail:")
    assert screen.trail.filters.patient.hasFocus()


def test_whoever_may_not_see_costs_has_no_such_part(qtbot: QtBot, clinic: Clinic) -> None:
    staffed(clinic)
    with staged(clinic, qtbot, passphrase=PASSPHRASES["赵前台"]) as stage:
        assert stage.screen.here is Part.TRAIL
        assert not stage.screen.trail.parts.isVisible()
        assert not stage.page.isVisible()


@pytest.mark.parametrize(
    ("period", "since", "until"),
    [
        (Period.TODAY, date(2026, 12, 31), date(2026, 12, 31)),
        (Period.WEEK, date(2026, 12, 25), date(2026, 12, 31)),
        (Period.MONTH, date(2026, 12, 1), date(2026, 12, 31)),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        (Period.ALL, None, None),
    ],
)
def test_the_bounds_of_a_period(period: str, since: date | None, until: date | None) -> None:
    assert bounds(period, date(2026, 12, 31)) == (since, until)


def test_the_top_of_the_chart_is_round_and_its_half_too(stage: Stage) -> None:
    assert stage.page.read is not None
    levels = CostBars(Messages(), stage.page).levels(stage.page.read)
    assert [one.words for one in levels] == ["¥0", "¥0.5", "¥1"]


@pytest.mark.slow
def test_of_a_hundred_thousand_calls_none_is_left_out(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        store_of(kernel).write(lambda one: one.execute(insert(calls), many_calls(100_000)))
        spend(kernel, "1")
        for by in By:
            answer = read(CostsAsked(Period.ALL, by), kernel)
            assert answer.report.total.calls == 100_001
            assert sum(line.calls for _, line in answer.days if line) == 100_001
