"""The status line: where data may go, what it cost, what is saved. Quiet, and always there; what can be opened is a button.

Where there is little room it says less, the least important first; nothing is ever cut in the middle, and what warns stays.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QWidget

from core.base.messages import Messages
from core.base.rights import Right, Role
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import Opened
from desktop.session.page import Safety, Work
from desktop.shell.status_costs import StatusCosts
from desktop.shell.status_item import Item, WhoItem
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Space, Tone
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Ground, Surface

if TYPE_CHECKING:
    from core.services.health import Report
    from core.services.trail.audit import Condition

RULE = 14


class StatusLine(Surface):
    """The foot of the window."""

    wanted = Signal(object, str)
    """The `ActionId` of a screen, and the place there, "" for wherever it stands."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(Ground.RAIL)
        self._messages = messages
        self.setFixedHeight(px(Frame.STATUS))
        self.setAccessibleName(self.tr("状态栏"))
        self.who = WhoItem()
        self.costs = StatusCosts(messages, self)
        self.boundary, self.cost = self.costs.boundary, self.costs.cost
        self.drafts = Item(Icon.SAVE)
        self.ledger = Item(Icon.LEDGER)
        self.left = Item(Icon.LOCK)
        self.left.lead_to(None)
        self.left.be_there(False)
        self._health: Report | None = None
        self._trail: Condition | None = None
        self._row = QHBoxLayout()
        self._row.setContentsMargins(Space.XS, 1, Space.S, 0)
        self._row.setSpacing(0)
        self._rules: dict[Item, QWidget] = {}
        self._near = (self.who, *self.costs.items)
        self._far = (self.left, self.drafts, self.ledger)
        self._add(*self._near)
        self._row.addStretch()
        self._add(*self._far)
        self.column.addLayout(self._row)
        self.column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.show_open(is_open=False)

    def show_open(self, *, is_open: bool, is_locked: bool = False) -> None:
        """Whether a clinic is open: a closed one costs nothing and has nothing to save. A locked one is closed and waits to go on."""
        for item in (self.who, self.drafts, self.ledger):
            item.be_there(is_open)
        if not is_open:
            self.left.be_there(False)
            self.costs.close(self.tr("已锁定") if is_locked else self.tr("未打开诊所"))
            return
        self.costs.open()
        self.boundary.lead_to(ActionId.SETTINGS)
        self.cost.lead_to(None)
        self._health = self._trail = None
        self._show_ledger()
        self.ledger.lead_to(ActionId.LEDGER)
        self.show_work(Work(), ActionId.TODAY)

    def show_who(self, opened: Opened, offered: Collection[ActionId]) -> None:
        """Who is at work and in which role; a click switches, where there is something to switch to."""
        role = self._messages.text(f"roles.{opened.role}") if opened.role else ""
        ways = (ActionId.ROLE, ActionId.OPERATOR)
        leads = next((way for way in ways if way in offered), None)
        is_special = opened.role not in {"", Role.PHYSICIAN}
        self.who.show_who(opened.operator, role, leads, is_special=is_special)
        self.ledger.lead_to(ActionId.LEDGER if ActionId.LEDGER in offered else None)
        self.costs.lead(frozenset(offered), sees_costs=opened.may(Right.COSTS))
        self.drafts.be_there(opened.may(Right.CLINICAL_WRITE))
        self.drafts.setEnabled(opened.may(Right.CLINICAL_WRITE))

    def show_health(self, report: "Report") -> None:
        """When a change last reached the disk; loudly when the last one did not."""
        self._health = report
        self._show_ledger()

    def show_trail(self, condition: "Condition") -> None:
        """How it stands with the audit trail, as far as is known."""
        self._trail = condition
        self._show_ledger()

    def _show_ledger(self) -> None:
        report, trail = self._health, self._trail
        failed = next((one for one in report.concerns if one.error), None) if report else None
        if failed:
            why, hint = failed.words(self._messages)
            self.ledger.say(Icon.WARN, self.tr("写入失败"), Tone.WARN, detail=f"{why}\n{hint}")
            return
        details = [self.tr("每次读写病历都在加密文件里留痕")]
        if report and report.written_at:
            details.append(self.tr("最近一次写入：{0}").format(f"{report.written_at:%H:%M:%S}"))
        if trail and trail.checked:
            at = f"{trail.checked.at:%Y-%m-%d %H:%M}"
            details.append(self.tr("上次核验：{0} {1}").format(at, trail.checked.by))
        detail = "\n".join(details)
        if trail is None:
            self.ledger.say(Icon.LEDGER, self.tr("账本记录中"), detail=detail, shorter=("",))
        elif trail.is_whole:
            self.ledger.say(Icon.INTACT, self.tr("账本完好"), detail=detail, shorter=("",))
        else:
            self.ledger.say(Icon.DANGER, self.tr("账本有缺"), Tone.DANGER, detail=detail)

    def show_left(self, seconds: int) -> None:
        """In so many seconds it locks for want of input; 0 while that is far."""
        if seconds:
            self.left.say(Icon.LOCK, self.tr("还有 {0} 秒锁定").format(seconds))
        self.left.be_there(seconds > 0)

    def show_work(self, work: Work, screen: ActionId) -> None:
        """How it stands with what is typed on the screen in front; with nothing typed, the drafts are on the first."""
        match work.safety:
            case Safety.NOTHING:
                self.drafts.say(Icon.SAVE, self.tr("没有待存内容"), shorter=("",))
            case Safety.UNSAVED:
                self.drafts.say(Icon.EDIT, self.tr("未保存"), detail=self._messages.text("autosave.dirty"))
            case Safety.KEPT:
                self._show_kept(work.kept_at)
            case Safety.FAILING:
                words = self.tr("保存失败，正在重试")
                self.drafts.say(Icon.WARN, words, Tone.WARN, detail=self._messages.text("autosave.failed"))
        self.drafts.lead_to(ActionId.TODAY if work.safety is Safety.NOTHING else screen)

    def show_saved(self, at: datetime) -> None:
        """A draft is safe since then, on whatever screen it was written."""
        if self.drafts.tone is not Tone.WARN:
            self._show_kept(at)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(QRect(0, 0, self.width(), 1), colour(Tone.LINE))

    def _show_kept(self, at: datetime | None) -> None:
        time = f"{at:%H:%M}" if at else ""
        words = self._messages.text("autosave.saved", time=time)
        self.drafts.say(Icon.SAVE, words.strip(), shorter=(time,))

    def _add(self, *items: Item) -> None:
        for item in items:
            rule = self._rules[item] = Separator(upright=True)
            rule.setFixedHeight(px(RULE))
            self._row.addWidget(rule)
            self._row.addWidget(item)
            item.wanted.connect(self.wanted)
            item.said.connect(self._fit)

    def minimumSizeHint(self) -> QSize:
        """It never keeps the window wide: it says less."""
        return QSize(0, px(Frame.STATUS))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Say as much as there is room for."""
        for item in self._rules:
            item.make_room()
        steps = iter(self._steps())
        while self._wanted_width() > self.width():
            step = next(steps, None)
            if step is None:
                break
            step()
        for group in (self._near, self._far):
            seen = [item for item in group if not item.isHidden()]
            for item in group:
                self._rules[item].setVisible(item in seen[1:])

    def _steps(self) -> tuple[Callable[[], None], ...]:
        """What gives way, in this order. Last of all a long name is cut."""
        costs = self.costs
        others = self._wanted_width
        return (
            partial(costs.hours.shorten, 1),
            partial(costs.pack.shorten, 1),
            partial(costs.hit.shorten, 1),
            partial(costs.cost.shorten, 1),
            costs.hit.leave_out,
            partial(self.who.shorten, 1),
            partial(self.ledger.shorten, 1),
            partial(costs.hours.shorten, 2),
            partial(self.drafts.shorten, 1),
            costs.pack.leave_out,
            partial(costs.cost.shorten, 2),
            costs.hours.leave_out,
            partial(costs.boundary.shorten, 1),
            partial(costs.cost.shorten, 3),
            lambda: self.who.hold_to(self.who.sizeHint().width() - (others() - self.width())),
        )

    def _wanted_width(self) -> int:
        """What all that is to be seen takes."""
        seen = [item for item in self._rules if not item.isHidden()]
        margins = self._row.contentsMargins()
        rules = max(len(seen) - 2, 0) * self._rules[self.who].sizeHint().width()
        return margins.left() + margins.right() + rules + sum(item.sizeHint().width() for item in seen)
