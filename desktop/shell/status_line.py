"""The status line: where data may go, what it cost, what is saved. Quiet, and always there; what can be opened is a button."""

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from core.base.messages import Messages
from core.base.rights import Right, Role
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import Opened
from desktop.session.page import Safety, Work
from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.ringed import RingedButton
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Ground, Surface
from desktop.widgets.tip import set_tip

if TYPE_CHECKING:
    from core.services.health import Report
    from core.services.trail.audit import Condition

RULE = 14
GAP = 6


class Item(RingedButton):
    """An icon and a few words that lead to their screen; without one they only say."""

    wanted = Signal(object)
    """The `ActionId` of the screen."""

    def __init__(self, icon: Icon, words: str = "", leads_to: ActionId | None = None) -> None:
        super().__init__()
        self._icon, self._words, self._tone = icon, words, Tone.MUTED
        self._leads_to = leads_to
        self.setProperty("kind", "bare")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.clicked.connect(self._on_clicked)
        self.say(icon, words)

    @property
    def words(self) -> str:
        """What it says."""
        return self._words

    @property
    def tone(self) -> Tone:
        """In which tone."""
        return self._tone

    def say(self, icon: Icon, words: str, tone: Tone = Tone.MUTED, *, detail: str = "") -> None:
        """Say something else; `detail` is told where there is room for it."""
        self._icon, self._words, self._tone = icon, words, tone
        self.setAccessibleName(words)
        self.setAccessibleDescription(detail)
        set_tip(self, detail)
        self.updateGeometry()
        self.update()

    def lead_to(self, screen: ActionId | None) -> None:
        """Where a click and Enter lead; None takes it out of the way of Tab."""
        self._leads_to = screen
        self.setEnabled(screen is not None)

    def sizeHint(self) -> QSize:
        width = metrics(Type.META).horizontalAdvance(self._words)
        return QSize(width + px(IconSize.CHIP) + GAP + 2 * Space.M, px(Frame.STATUS) - 1)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        tone = self._tone
        if tone is Tone.MUTED and self.underMouse() and self.isEnabled():
            tone = Tone.TEXT
        side = px(IconSize.CHIP)
        icons.draw(painter, self._icon, tone, QRect(Space.M, 0, side, self.height()), side)
        painter.setFont(font(Type.META))
        place = self.rect().adjusted(Space.M + side + GAP, 0, 0, 0)
        paint.text(painter, place, self._words, tone)
        self.paint_ring(painter, self.rect().adjusted(Space.XS, 2, -Space.XS, -2))

    def _on_clicked(self) -> None:
        if self._leads_to is not None:
            self.wanted.emit(self._leads_to)


class WhoItem(Item):
    """Who is at work. Any role but the physician's stands in a frame, so that nobody writes in the wrong one."""

    def __init__(self) -> None:
        super().__init__(Icon.OPERATOR)
        self._is_special = False

    @property
    def is_special(self) -> bool:
        """Whether the role is another than the physician's."""
        return self._is_special

    def show_who(self, words: str, leads_to: ActionId | None, *, is_special: bool) -> None:
        """Say who; `leads_to` is what a click does, None for nothing."""
        self._is_special = is_special
        detail = self.tr("换身份或换人操作") if leads_to else self.tr("正在操作的人和身份")
        self.say(Icon.OPERATOR, words, Tone.ACCENT if is_special else Tone.MUTED, detail=detail)
        self.lead_to(leads_to)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_special:
            place = self.rect().adjusted(Space.XS, 3, -Space.XS, -3)
            paint.box(QPainter(self), place, Tone.SELECTED, Tone.ACCENT)
        super().paintEvent(event)


class StatusLine(Surface):
    """The foot of the window."""

    wanted = Signal(object)
    """The `ActionId` of a screen."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(Ground.RAIL)
        self._messages = messages
        self.setFixedHeight(px(Frame.STATUS))
        self.setAccessibleName(self.tr("状态栏"))
        self.who = WhoItem()
        self.boundary = Item(Icon.OFFLINE)
        self.cost = Item(Icon.COST)
        self.drafts = Item(Icon.SAVE)
        self.ledger = Item(Icon.LEDGER)
        self.left = Item(Icon.LOCK)
        self.left.lead_to(None)
        self.left.hide()
        self._health: Report | None = None
        self._trail: Condition | None = None
        self._row = QHBoxLayout()
        self._row.setContentsMargins(Space.XS, 1, Space.S, 0)
        self._row.setSpacing(0)
        self._rules: list[QWidget] = []
        self._add(self.who, self.boundary, self.cost)
        self._row.addStretch()
        self._row.addWidget(self.left)
        self._add(self.drafts, self.ledger)
        self.column.addLayout(self._row)
        self.show_open(is_open=False)

    def show_open(self, *, is_open: bool, is_locked: bool = False) -> None:
        """Whether a clinic is open: a closed one costs nothing and has nothing to save. A locked one is closed and waits to go on."""
        for part in (self.who, self.cost, self.drafts, self.ledger, *self._rules):
            part.setVisible(is_open)
        if not is_open:
            self.left.hide()
            self.boundary.say(Icon.LOCK, self.tr("已锁定") if is_locked else self.tr("未打开诊所"))
            self.boundary.lead_to(None)
            return
        self.boundary.say(
            Icon.OFFLINE, self.tr("离线"), detail=self.tr("没有接任何模型或网络，数据只在这台电脑上")
        )
        self.boundary.lead_to(ActionId.SETTINGS)
        self.cost.say(Icon.COST, self.tr("今日 ¥0"), detail=self.tr("没有用过收费的服务"))
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
        self.who.show_who(self.tr("{0}·{1}").format(opened.operator, role), leads, is_special=is_special)
        for item, leads_to in ((self.ledger, ActionId.LEDGER), (self.boundary, ActionId.SETTINGS)):
            item.lead_to(leads_to if leads_to in offered else None)
        self.drafts.setVisible(opened.may(Right.CLINICAL_WRITE))
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
            self.ledger.say(Icon.LEDGER, self.tr("账本记录中"), detail=detail)
        elif trail.is_whole:
            self.ledger.say(Icon.INTACT, self.tr("账本完好"), detail=detail)
        else:
            self.ledger.say(Icon.DANGER, self.tr("账本有缺"), Tone.DANGER, detail=detail)

    def show_left(self, seconds: int) -> None:
        """In so many seconds it locks for want of input; 0 while that is far."""
        if seconds:
            self.left.say(Icon.LOCK, self.tr("还有 {0} 秒锁定").format(seconds))
        self.left.setVisible(seconds > 0)

    def show_work(self, work: Work, screen: ActionId) -> None:
        """How it stands with what is typed on the screen in front; with nothing typed, the drafts are on the first."""
        match work.safety:
            case Safety.NOTHING:
                self.drafts.say(Icon.SAVE, self.tr("没有待存内容"))
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
        words = self._messages.text("autosave.saved", time=f"{at:%H:%M}" if at else "")
        self.drafts.say(Icon.SAVE, words.strip())

    def _add(self, *items: Item) -> None:
        for place, item in enumerate(items):
            if place:
                rule = Separator(upright=True)
                rule.setFixedHeight(px(RULE))
                self._rules.append(rule)
                self._row.addWidget(rule)
            item.wanted.connect(self.wanted)
            self._row.addWidget(item)
