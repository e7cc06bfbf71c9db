"""The costs day by day as the chart shows them: heights, the lines across, and every day in words."""

from decimal import Decimal

from PySide6.QtCore import QObject

from core.base.messages import Messages
from core.services.spending.facts import Line
from core.services.spending.words import cost_words
from desktop.views.ledger.costs_asked import CostsRead
from desktop.widgets.day_chart import DayBar, Level

_STEPS = tuple(map(Decimal, ("1", "2", "3", "4", "6", "8", "10")))


class CostBars(QObject):
    """Makes them."""

    def __init__(self, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._messages = messages

    def bars(self, read: CostsRead) -> tuple[DayBar, ...]:
        """A bar for each day, or month."""
        return tuple(
            DayBar(
                name if read.is_by_month else name[len("2026-") :],
                None if line is None or line.cost is None else float(line.cost),
                self._spoken(name, line),
                line is not None and bool(line.not_estimated),
            )
            for name, line in read.days
        )

    def levels(self, read: CostsRead) -> tuple[Level, ...]:
        """Nothing, half, and a round amount that no bar goes beyond."""
        most = max((line.cost for _, line in read.days if line and line.cost), default=Decimal(0))
        top = _round_above(most)
        return tuple(
            Level(float(part), f"¥{_few(part)}") for part in (Decimal(0), top / 2, top) if top or not part
        )

    def _spoken(self, name: str, line: Line | None) -> str:
        if line is None:
            return self.tr("{0}：没有调用").format(name)
        amount = cost_words(line, self._messages)
        return self.tr("{0}：{1} 次，≈ {2}", "", line.calls).format(name, f"{line.calls:,}", amount)


def _round_above(most: Decimal) -> Decimal:
    """A round amount that is not below, and whose half is round, too; 0 for 0."""
    if not most:
        return Decimal(0)
    unit = Decimal(1).scaleb(most.adjusted())
    return next(step * unit for step in _STEPS if step * unit >= most)


def _few(amount: Decimal) -> str:
    return f"{amount.normalize():f}"
