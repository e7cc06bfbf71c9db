"""预算: what was spent today against the limits, and what happens at them."""

from dataclasses import dataclass
from decimal import Decimal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.preferences import Seen
from core.services.spending.spending import Line, PackStanding, Today
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.settings.models_parts import Meter, money
from desktop.widgets.button import plain_button
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface

MOST_PACKS = 3
"""Of those with a limit that are shown with a bar."""


@dataclass(frozen=True, slots=True)
class BudgetSeen:
    """How it stands, this month's calls, and the options as they were read. None where whoever is at work may not see costs."""

    today: Today | None
    month: Line | None
    seen: Seen
    may: bool


class BudgetCard(Surface):
    """The card."""

    change_wanted = Signal()

    def __init__(self, messages: Messages) -> None:
        super().__init__(padding=1)
        self._messages = messages
        self.setAccessibleName(self.tr("预算"))
        self._is_narrow = False
        self.gauges: dict[str, Gauge] = {}
        self.change = plain_button(self.tr("改上限…"))
        self.change.clicked.connect(self.change_wanted)
        self.rule = Label("", Type.META, Tone.MUTED, wrap=True)
        self._row = QHBoxLayout()
        self._row.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        self._shown = QWidget()
        self._line = Separator(upright=True)
        self._row.addWidget(self._shown, 3)
        self._row.addWidget(self._line)
        self._row.addWidget(self.rule, 1)
        self._row.addWidget(self.change)
        self.column.addLayout(self._row)

    def show_seen(self, seen: BudgetSeen) -> None:
        """Show this."""
        self.change.setVisible(seen.may)
        shown = QWidget()
        self._gauges = QHBoxLayout(shown)
        self._gauges.setContentsMargins(0, 0, 0, 0)
        self._gauges.setSpacing(Space.XL)
        self.gauges = {}
        today = seen.today
        if today is None:
            self._gauges.addWidget(
                Label(self.tr("您的身份看不到费用。"), Type.SECONDARY, Tone.MUTED, wrap=True)
            )
        elif today.spent is None:
            said = self._messages.text("spending.unreadable")
            self._gauges.addWidget(Label(said, Type.SECONDARY, Tone.WARN, wrap=True))
        else:
            guard = today.guard
            self._add("", self.tr("今日全部"), today.spent, guard.limit, guard.warned_at)
            for pack in _limited(today.packs)[:MOST_PACKS]:
                self._add(pack.pack, self.tr("{0} 今日").format(pack.pack), pack.spent, pack.limit, None)
            if seen.month is not None:
                self._add("month", self.tr("本月全部"), seen.month.cost or Decimal(0), None, None)
        self.rule.setText(self._rule_words(seen))
        self._row.replaceWidget(self._shown, shown)
        self._shown.hide()
        self._shown.deleteLater()
        self._shown = shown
        self._row.setStretch(0, 3)
        shown.show()
        self.lay_out(narrow=self._is_narrow)

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page they stand under each other."""
        self._is_narrow = narrow
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if narrow else beside)
        self._row.setSpacing(Space.M if narrow else Space.XL)
        self._line.setVisible(not narrow)
        layout = self._shown.layout()
        if isinstance(layout, QBoxLayout):
            layout.setDirection(down if narrow else beside)
            layout.setSpacing(Space.M if narrow else Space.XL)

    def _add(
        self, key: str, title: str, used: Decimal, limit: Decimal | None, warned: Decimal | None
    ) -> None:
        gauge = self.gauges[key] = Gauge(title)
        gauge.show_used(used, limit, warned)
        self._gauges.addWidget(gauge, 1)

    def _rule_words(self, seen: BudgetSeen) -> str:
        settings = seen.seen.settings
        limit = settings.cost_day_limit
        parts = []
        if limit is None:
            parts.append(self.tr("没有设每日上限。"))
        else:
            warned = settings.cost_day_warn if settings.cost_day_warn is not None else limit * 4 / 5
            near = self.tr("到 {0} 提醒").format(money(warned))
            match settings.cost_day_action:
                case "block":
                    at = self.tr("到 {0} 停到明天").format(money(limit))
                case "downgrade":
                    at = self.tr("到 {0} 改用 {1}").format(money(limit), settings.cost_downgrade_model)
                case _:
                    at = self.tr("到 {0} 仍只提醒").format(money(limit))
            parts.append(self.tr("{0}，{1}。").format(near, at))
        if settings.cost_task_limit is not None:
            parts.append(self.tr("每项任务最多 {0}。").format(money(settings.cost_task_limit)))
        parts.append(self.tr("问诊、对比、回访不受影响。"))
        return "".join(parts) if self._messages.language.startswith("zh") else " ".join(parts)


class Gauge(QWidget):
    """A name, what was spent of which limit, and a bar of it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        row = QHBoxLayout()
        row.setSpacing(Space.XS)
        self._title = title
        self.used, self.limit = Label("", Type.SECONDARY), Label("", Type.SECONDARY, Tone.MUTED)
        row.addWidget(ElidedLabel(title, Type.SECONDARY), 1)
        row.addWidget(self.used)
        row.addWidget(self.limit)
        self.meter = Meter(title)
        keeps = self.meter.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self.meter.setSizePolicy(keeps)
        column.addLayout(row)
        column.addWidget(self.meter)

    def show_used(self, used: Decimal, limit: Decimal | None, warned: Decimal | None) -> None:
        self.used.setText(money(used))
        self.limit.setText("" if limit is None else f"/ {money(limit)}")
        self.meter.setVisible(limit is not None)
        self.meter.show_used(used, limit, warned)
        self.setAccessibleName(f"{self._title} {self.used.text()} {self.limit.text()}".strip())


def _limited(packs: tuple[PackStanding, ...]) -> list[PackStanding]:
    return [one for one in packs if one.limit is not None]
