"""The sheets of prices: set one over the table, end one, and what was ever set."""

from datetime import datetime
from decimal import Decimal
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.clock import parse_moment
from core.base.messages import Messages
from core.services.spending.prices import Given, Listed, Override
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone
from desktop.views.settings.models_parts import digits, under_name
from desktop.views.settings.models_sheet import ModelsSheet
from desktop.views.settings.packs_parts import Lines
from desktop.views.settings.packs_words import Line
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.disclosure import Disclosure
from desktop.widgets.line_edit import LineEdit

AMOUNT = r"\d{0,7}(\.\d{0,6})?"


class PriceSheet(ModelsSheet):
    """A price from a moment on. What is left empty is taken from the table."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        *,
        names: tuple[str, ...],
        model: str,
        present: Listed | None,
    ) -> None:
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("另设价格"),
            self.tr("元/百万 token。只算之后的调用；谁在何时设的都留着。金额是估算，以服务商的账单为准。"),
        )
        self.model = ComboBox(self.tr("模型"), editable=True)
        for name in names:
            self.model.addItem(name)
        self.model.setEditText(model)
        self.miss = LineEdit(self.tr("未命中"), hint=self.tr("按价目"))
        self.output = LineEdit(self.tr("输出"), hint=self.tr("按价目"))
        self.hit = LineEdit(self.tr("缓存命中"), hint=self.tr("同未命中"))
        self.peak = Disclosure(self.tr("高峰另有价"))
        self.peak_miss = LineEdit(self.tr("高峰未命中"))
        self.peak_output = LineEdit(self.tr("高峰输出"))
        self.peak_hit = LineEdit(self.tr("高峰命中"))
        self.since = LineEdit(self.tr("从何时起"), hint=self.tr("空着即现在；例如 2026-12-01T00:00"))
        price = present.price if present else None
        if price is not None:
            self.miss.setText(digits(price.miss))
            self.output.setText(digits(price.output))
            self.hit.setText(digits(price.hit))
        self._place_fields()
        self.fields = {
            "price_past": self.since,
            "bad_time": self.since,
            "price_amount": self.miss,
            "price_incomplete": self.output,
        }
        self.go.set_words(self.tr("设价"))

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        given = Given(
            *map(_amount, (self.miss, self.output, self.hit)),
            *(
                map(_amount, (self.peak_miss, self.peak_output, self.peak_hit))
                if self.peak.isChecked()
                else ()
            ),
        )
        self.ask(
            partial(_set, self.model.currentText().strip(), given, self.since.text().strip()), self._on_set
        )

    def _place_fields(self) -> None:
        self.box.addLayout(under_name(self.model.accessibleName(), self.model))
        self.box.addLayout(_side_by_side(self.miss, self.output, self.hit))
        more = QHBoxLayout()
        more.addWidget(self.peak)
        more.addStretch()
        self.box.addLayout(more)
        rest = QWidget()
        column = QVBoxLayout(rest)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(_side_by_side(self.peak_miss, self.peak_output, self.peak_hit))
        self.box.addWidget(rest)
        rest.hide()
        self.peak.toggled.connect(rest.setVisible)
        self.box.addLayout(under_name(self.since.accessibleName(), self.since))
        self.box.addWidget(self.problem)
        amounts = (self.miss, self.output, self.hit, self.peak_miss, self.peak_output, self.peak_hit)
        for field in amounts:
            field.set_plain_digits(AMOUNT)
        for field in (*amounts, self.since):
            field.returnPressed.connect(self.submit)
            field.textEdited.connect(self._on_edited)

    def _on_edited(self) -> None:
        self.clear_problem()

    def _on_set(self, done: Override) -> None:
        self.finish(self.tr("“{0}”的价格已另设，{1} 起。").format(done.model, f"{done.since:%Y-%m-%d %H:%M}"))


class EndPriceSheet(ModelsSheet):
    """From now on the table counts again."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, model: str) -> None:
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("结束“{0}”另设的价格？").format(model),
            self.tr("此后的调用按价目表计；表里没有的就无法估算。记过的账不变。"),
        )
        self._model = model
        self.box.addWidget(self.problem)
        self.go.set_words(self.tr("结束"))

    def submit(self) -> None:
        self.ask(partial(_end, self._model), self._on_ended)

    def _on_ended(self, done: Override) -> None:
        self.finish(
            self._messages.text("prices.removed", model=done.model, since=f"{done.since:%Y-%m-%d %H:%M}")
        )


class PriceHistorySheet(ModelsSheet):
    """What was ever set, the newest first."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(
            page, clinic, messages, self.tr("改价记录"), self.tr("另设过的价格：谁、何时、从何时起。")
        )
        self.lines = Lines()
        self.box.addWidget(self.lines)
        self.box.addWidget(self.problem)
        self.go.hide()
        self.back.set_words(self.tr("关闭"))

    def look(self) -> None:
        self.ask(_history, self._show)

    def _show(self, every: tuple[Override, ...]) -> None:
        lines = [self._line(one) for one in reversed(every)]
        if not lines:
            lines = [Line(Icon.INFO, Tone.MUTED, self._messages.text("prices.never_set"))]
        self.lines.fill(lines)
        self.back.setFocus()

    def _line(self, one: Override) -> Line:
        if one.is_end:
            amounts = self._messages.text("prices.removal")
        else:
            parts = [
                f"{name} {digits(value)}"
                for name, value in (
                    (self.tr("命中"), one.hit),
                    (self.tr("未命中"), one.miss),
                    (self.tr("输出"), one.output),
                )
                if value is not None
            ]
            if one.peak is not None:
                peak = " / ".join(map(digits, (one.peak.hit, one.peak.miss, one.peak.output)))
                parts.append(self.tr("高峰 {0}").format(peak))
            amounts = self._messages.text("list.between").join(parts)
        said = self.tr("{0}：{1}").format(one.model, amounts)
        detail = self.tr("{0} 起；{1} 设于 {2}").format(
            f"{one.since:%Y-%m-%d %H:%M}", one.by, f"{one.at:%Y-%m-%d %H:%M}"
        )
        return Line(Icon.HISTORY, Tone.MUTED, said, detail)


def _side_by_side(*fields: LineEdit) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(Space.M)
    for field in fields:
        row.addLayout(under_name(field.accessibleName(), field), 1)
    return row


def _amount(field: LineEdit) -> Decimal | None:
    text = field.text().strip().rstrip(".")
    return Decimal(text) if text else None


def _set(model: str, given: Given, since: str, kernel: Kernel) -> Override:
    return kernel.prices.set(model, given, _moment(since, kernel))


def _end(model: str, kernel: Kernel) -> Override:
    return kernel.prices.remove(model)


def _history(kernel: Kernel) -> tuple[Override, ...]:
    return kernel.prices.history()


def _moment(text: str, kernel: Kernel) -> datetime | None:
    return parse_moment(text, kernel.clock.zone) if text else None
