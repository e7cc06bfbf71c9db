"""What the status line says of models: where texts may go, what today cost, the cache, the hours of prices, the budget of the pack in use.

What is not known is said to be that, and is never ¥0. With no model that can be asked it reads 离线, ¥0, and the rest is not there.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.spending.facts import Level
from core.services.spending.words import (
    brief,
    left_brief,
    open_questions,
    pack_words,
    tariff_words,
    window_words,
    yuan,
)
from desktop.actions.catalog import ActionId
from desktop.models.costs_now import EXTERNAL, ON_DEVICE, CostsNow, Reach, is_scarce, minutes_left
from desktop.shell.status_item import Item
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone
from desktop.trouble.present import sentences

if TYPE_CHECKING:
    from core.services.spending.facts import Line, Tariff, Today

MODELS, COSTS = (ActionId.SETTINGS, "models"), (ActionId.LEDGER, "cost")
"""Where the items lead: a screen, and the place there."""

HOUR, DAY = 60, 24 * 60


class StatusCosts(QObject):
    """The items, and what they say."""

    def __init__(self, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._messages = messages
        self._now: CostsNow | None = None
        self._last_pack = ""
        self.boundary = Item(Icon.OFFLINE)
        self.cost = Item(Icon.COST)
        self.hit = Item(Icon.CACHE)
        self.hours = Item(Icon.HOURS)
        self.pack = Item(Icon.PACK)
        self.is_open = False

    @property
    def items(self) -> tuple[Item, ...]:
        """In their order."""
        return self.boundary, self.cost, self.hit, self.hours, self.pack

    @property
    def now(self) -> CostsNow | None:
        """What is told; None before anything was asked."""
        return self._now

    def close(self, why: str) -> None:
        """No clinic is open, and why: there is nothing to tell of, also not what is still on its way."""
        self.is_open, self._now, self._last_pack = False, None, ""
        for item in self.items[1:]:
            item.be_there(False)
        self.boundary.say(Icon.LOCK, why)
        self.boundary.lead_to(None)

    def open(self) -> None:
        """A clinic is open; nothing is known of its models yet."""
        self.is_open, self._now = True, None
        self._show_boundary(Reach())
        self._show_quiet()
        for item in (self.hit, self.hours, self.pack):
            item.be_there(False)

    def lead(self, offered: frozenset[ActionId], *, sees_costs: bool) -> None:
        """What whoever is at work may open, and whether they may see what anything costs. What they may not is gone at once."""
        for item, (screen, place) in (
            (self.boundary, MODELS),
            (self.cost, COSTS),
            (self.hit, COSTS),
            (self.hours, MODELS),
            (self.pack, COSTS),
        ):
            item.lead_to(screen if screen in offered else None, place)
        if not sees_costs:
            for item in self.items[1:]:
                item.be_there(False)
        elif self.is_open and not self.cost.is_there:
            self._show_quiet()

    def used_by(self, pack: str) -> None:
        """A call in the name of a pack is over: its budget is the one to be seen."""
        self._last_pack = pack or self._last_pack

    def show_now(self, now: CostsNow, at: datetime) -> None:
        """How it stands. What comes when the clinic is closed, or covered, is not shown."""
        if not self.is_open:
            return
        self._now = now
        self._show_boundary(now.reach)
        if not now.sees_costs:
            for item in self.items[1:]:
                item.be_there(False)
            return
        if now.trouble is not None:
            self.show_unknown(now.trouble)
        elif now.today is not None:
            self._show_cost(now.today)
        line = now.today.line if now.today else None
        self._show_hit(line)
        self._show_hours(now, at)
        self._show_pack(now)

    def show_unknown(self, error: ClinicError | None) -> None:
        """It cannot be told what today cost."""
        if not self.is_open:
            return
        detail = self.tr("今日的模型费用读不出来，不按 0 计；限额暂时不起作用。可在账本里核验。")
        why = sentences(error, self._messages) if error else ""
        self.cost.say(
            Icon.WARN,
            self.tr("今日费用读不出来"),
            Tone.WARN,
            detail="\n".join(part for part in (detail, why) if part),
            shorter=(self.tr("费用不明"),),
        )
        self.cost.be_there(True)

    def tick(self, at: datetime) -> bool:
        """A minute has gone by. Whether it must be asked anew: a price has changed, or it is another day."""
        now = self._now
        if now is None or not self.is_open:
            return False
        is_over = now.tariff is not None and now.tariff.until is not None and at >= now.tariff.until
        if is_over or (now.today is not None and at.date() != now.today.clock_day):
            return True
        if now.sees_costs:
            self._show_hours(now, at)
        return False

    def _show_boundary(self, reach: Reach) -> None:
        purposes = len(reach.outside if reach.boundary == EXTERNAL else reach.inside)
        allowed = self.tr("出口策略第 {0} 版许可 {1} 种用途。", "", purposes).format(reach.revision, purposes)
        if not reach.boundary:
            detail = self.tr("没有可用的模型：什么也不会交给模型，数据只在这台电脑上")
            self.boundary.say(Icon.OFFLINE, self.tr("离线"), detail=detail)
        elif reach.boundary == ON_DEVICE:
            name = self.tr("默认模型 {0} 在这台电脑上。").format(reach.model) if reach.is_default else ""
            words, tone, more = self.tr("本机模型"), Tone.MUTED, ""
            if reach.outside:
                words, tone = self.tr("本机模型·另许外部"), Tone.WARN
                more = self.tr("另有 {0} 种用途的内容可以离开这台电脑。", "", len(reach.outside)).format(
                    len(reach.outside)
                )
            icon = Icon.ON_DEVICE if tone is Tone.MUTED else Icon.EXTERNAL
            self.boundary.say(icon, words, tone, detail=f"{name}{allowed}{more}")
        else:
            outside = self.tr("外部")
            if reach.is_default:
                words = self.tr("外部·{0}").format(reach.provider)
                name = self.tr("默认模型 {0} 由 {1} 运行，不在这台电脑上。").format(
                    reach.model, reach.provider
                )
            else:
                words, name = outside, self.tr("默认模型没有得到许可；指名其他模型的内容可以离开这台电脑。")
            self.boundary.say(Icon.EXTERNAL, words, Tone.WARN, detail=f"{name}{allowed}", shorter=(outside,))

    def _show_quiet(self) -> None:
        self.cost.say(Icon.COST, self.tr("今日 ¥0"), detail=self.tr("没有用过收费的服务"), shorter=("¥0",))
        self.cost.be_there(True)

    def _show_cost(self, today: "Today") -> None:
        spent, line, limit = today.spent, today.line, today.guard.limit
        if spent is None or line is None:
            self.show_unknown(None)
            return
        if not line.calls and limit is None and today.day == today.clock_day:
            self._show_quiet()
            return
        open_ = line.not_estimated
        unknown = self.tr("{0} 次无法估算", "", open_).format(open_)
        is_nothing_known = bool(open_) and not spent
        amount = unknown if is_nothing_known else brief(spent)
        if spent > (line.cost or 0):
            # Calls under way, and those of which nobody knows what they used, are in it at their worst.
            amount = f"≤ {amount}"
        of_limit = f" / ¥{limit:.2f}" if limit is not None else ""
        is_back = today.day != today.clock_day
        when = f"{today.day:%m-%d}" if is_back else self.tr("今日")
        said = f"{when} {amount}{of_limit}"
        if open_ and not is_nothing_known:
            said += self.tr("·{0}").format(unknown)
        state = {Level.NEAR: self.tr("·接近限额"), Level.REACHED: self.tr("·已到限额")}.get(today.level, "")
        tone = {Level.NEAR: Tone.WARN, Level.REACHED: Tone.DANGER}.get(today.level, Tone.MUTED)
        if tone is Tone.MUTED and (is_back or (open_ and limit is not None)):
            tone = Tone.WARN
        icon = {Tone.WARN: Icon.WARN, Tone.DANGER: Icon.DANGER}.get(tone, Icon.COST)
        mark = "+?" if open_ and not is_nothing_known else ""
        few = f"{when} {amount}{mark}{of_limit}" if is_back else f"{amount}{mark}{of_limit}"
        self.cost.say(
            icon,
            f"{said}{state}",
            tone,
            detail="\n".join(self._cost_lines(today, line)),
            shorter=(f"{few}{state}", few, f"{amount}{mark}"),
        )
        self.cost.be_there(True)

    def _cost_lines(self, today: "Today", line: "Line") -> Iterator[str]:
        say, guard = self._messages, today.guard
        key = "today" if guard.limit is None else "today_of_limit"
        limit = "" if guard.limit is None else yuan(guard.limit)
        spent = yuan(today.spent) if today.spent is not None else ""
        yield say.text(f"spending.{key}", day=str(today.day), spent=spent, limit=limit, calls=line.calls)
        if guard.limit is not None:
            yield say.text(f"spending.level.{today.level}")
        if today.day != today.clock_day:
            yield say.text("spending.clock_back", clock_day=str(today.clock_day), day=str(today.day))
        yield from open_questions(line, say)
        yield self.tr("估算，以官方账单为准")

    def _show_hit(self, line: "Line | None") -> None:
        percent = line.hit_percent if line else None
        if percent is not None:
            said = f"{percent:.0f}%"
            self.hit.say(
                Icon.CACHE,
                self.tr("缓存命中 {0}").format(said),
                detail=self.tr("今日发出的提示中，有这么多由服务商的缓存命中，按命中价计。"),
                shorter=(said,),
            )
        self.hit.be_there(percent is not None)

    def _show_hours(self, now: CostsNow, at: datetime) -> None:
        tariff = now.tariff
        window = window_words(tariff, self._messages) if tariff else ""
        if tariff is None or not window or not now.reach.boundary:
            self.hours.be_there(False)
            return
        is_unknown = tariff.is_holiday_unknown
        words = short = self.tr("{0}价").format(window)
        if tariff.until is not None:
            minutes = minutes_left(tariff.until, at)
            then = tariff.then
            is_other = (
                then is not None
                and not then.is_flat
                and then.window != (tariff.price and tariff.price.window)
            )
            change = (
                self.tr("{0}后转{1}").format(
                    self._long(minutes), self._messages.text(f"spending.window.{then.window}")
                )
                if then is not None and is_other
                else self.tr("{0}后变价").format(self._long(minutes))
            )
            words, short = f"{words}·{change}", f"{window}·{minutes // HOUR}:{minutes % HOUR:02}"
        if is_unknown:
            words = self.tr("{0}·节假日未知").format(words)
        self.hours.say(
            Icon.WARN if is_unknown else Icon.HOURS,
            words,
            Tone.WARN if is_unknown else Tone.MUTED,
            detail="\n".join(self._tariff_lines(now.model, tariff)),
            shorter=(f"{short}?", f"{window}?") if is_unknown else (short, window),
        )
        self.hours.be_there(True)

    def _tariff_lines(self, model: str, tariff: "Tariff") -> Iterator[str]:
        yield tariff_words(model, tariff, self._messages)
        if tariff.is_holiday_unknown:
            yield self._messages.text("spending.holidays_unknown")

    def _show_pack(self, now: CostsNow) -> None:
        one = now.pack_in_use(self._last_pack)
        if one is None or one.left is None or now.today is None:
            self.pack.be_there(False)
            return
        title = now.titles.get(one.pack, one.pack)
        left = left_brief(one.left)
        tone = Tone.MUTED
        if is_scarce(one):
            tone = Tone.DANGER if one.stops and not one.left else Tone.WARN
        icon = {Tone.WARN: Icon.WARN, Tone.DANGER: Icon.DANGER}.get(tone, Icon.PACK)
        self.pack.say(
            icon,
            self.tr("{0}包余 {1}").format(title, left),
            tone,
            detail="\n".join(self._pack_lines(now)),
            shorter=(self.tr("余 {0}").format(left),),
        )
        self.pack.be_there(True)

    def _pack_lines(self, now: CostsNow) -> Iterator[str]:
        for one in now.today.packs if now.today else ():
            said = pack_words(one, self._messages)
            yield self.tr("{0}：{1}").format(now.titles.get(one.pack, one.pack), said)

    def _long(self, minutes: int) -> str:
        """A stretch of time, by its two largest parts."""
        if minutes >= DAY:
            return self.tr("{0} 天 {1} 时").format(minutes // DAY, minutes % DAY // HOUR)
        if minutes >= HOUR:
            return self.tr("{0} 时 {1} 分").format(minutes // HOUR, minutes % HOUR)
        return self.tr("{0} 分").format(minutes)
