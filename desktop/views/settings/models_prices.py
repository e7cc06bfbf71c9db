"""价格: what each model costs now, by which state of the prices, and what an admin set over them."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.spending.prices import Listed
from desktop.theme.fonts import px
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.settings.models_parts import Head, TableHead, digits
from desktop.widgets.button import link, small
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface

WINDOW, AMOUNT, DEEDS = 104, 76, 124
NAME, VERSION = 4, 4
HEIGHT = 44
NARROW = 60
"""Of the hours and of an amount, on a narrow page."""

RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class PricesSeen:
    """None where whoever is at work may not see costs."""

    every: tuple[Listed, ...] | None
    unpriced: tuple[str, ...]
    """Models that can be asked and have no price."""
    may: bool


class PricesCard(QWidget):
    """The table."""

    set_wanted = Signal(str)
    end_wanted = Signal(str)
    history_wanted = Signal()

    def __init__(self, messages: Messages) -> None:
        super().__init__()
        self._messages = messages
        self._is_narrow = False
        self.rows: dict[str, PriceRow] = {}
        self.history, self.add = small(self.tr("改价记录…")), small(self.tr("另设价格…"))
        self.history.clicked.connect(self.history_wanted)
        self.add.clicked.connect(partial(self.set_wanted.emit, ""))
        self.head = Head(
            self.tr("价格"),
            self.tr("元/百万 token；只影响之后的调用，记过的账不变"),
            (self.history, self.add),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        column.addWidget(self.head)
        self.table = Surface(padding=1)
        self.table.setAccessibleName(self.head.title.text())
        self.table.column.setSpacing(0)
        self.heads = TableHead()
        for name, width, share in (
            (self.tr("模型"), 0, NAME),
            (self.tr("时段"), WINDOW, 0),
            (self.tr("命中"), AMOUNT, 0),
            (self.tr("未命中"), AMOUNT, 0),
            (self.tr("输出"), AMOUNT, 0),
            (self.tr("依据"), 0, VERSION),
            ("", DEEDS, 0),
        ):
            label = Label(name, Type.META, Tone.MUTED)
            if width:
                label.setFixedWidth(px(width))
            else:
                label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            if width == AMOUNT:
                label.setAlignment(RIGHT)
            if share == VERSION and len(self.heads.findChildren(Label)) > 1:
                self.heads.row.addSpacing(Space.S)
            self.heads.row.addWidget(label, share)
        self.heads.row.setSpacing(Space.M)
        self.table.column.addWidget(self.heads)
        self._listed: QWidget = QWidget()
        self.table.column.addWidget(self._listed)
        column.addWidget(self.table)
        self.unpriced = Label("", Type.META, Tone.WARN, wrap=True)
        column.addWidget(self.unpriced)

    def show_seen(self, seen: PricesSeen) -> None:
        """Show these."""
        self.setVisible(seen.every is not None)
        self.add.setVisible(seen.may)
        names = self._messages.text("list.between").join(seen.unpriced)
        self.unpriced.setText(
            self.tr("没有价格，费用无法估算、上限管不到：{0}").format(names) if seen.unpriced else ""
        )
        self.unpriced.setVisible(bool(seen.unpriced))
        listed = QWidget()
        column = QVBoxLayout(listed)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.rows = {}
        for one in seen.every or ():
            if self.rows:
                column.addWidget(Separator())
            row = PriceRow(one, self._messages, may=seen.may)
            row.change.clicked.connect(partial(self._on_set, one.model))
            row.end.clicked.connect(partial(self._on_end, one.model))
            column.addWidget(row)
            self.rows[one.model] = row
        self.table.column.replaceWidget(self._listed, listed)
        self._listed.hide()
        self._listed.deleteLater()
        self._listed = listed
        listed.show()
        self.lay_out(narrow=self._is_narrow)

    def lay_out(self, *, narrow: bool) -> None:
        self._is_narrow = narrow
        self.head.lay_out(narrow=narrow)
        self.heads.setVisible(not narrow)
        for row in self.rows.values():
            row.lay_out(narrow=narrow)

    def _on_set(self, model: str, *_: object) -> None:
        self.set_wanted.emit(model)

    def _on_end(self, model: str, *_: object) -> None:
        self.end_wanted.emit(model)


class PriceRow(QWidget):
    """What one model costs."""

    def __init__(self, one: Listed, messages: Messages, *, may: bool) -> None:
        super().__init__()
        price = one.price
        window = messages.text(f"spending.window.{price.window}") if price else ""
        none = messages.text("spending.not_estimated")
        amounts = [digits(price.hit), digits(price.miss), digits(price.output)] if price else [none, "", ""]
        if one.override is not None:
            source = self.tr("{0} 另设，{1} 起").format(one.override.by, f"{one.override.since:%Y-%m-%d}")
        else:
            source = self.tr("价目 {0}").format(price.version) if price else ""
        self.change, self.end = link(self.tr("另设…")), link(self.tr("结束…"))
        self.change.setAccessibleName(self.tr("另设价格：{0}").format(one.model))
        self.end.setAccessibleName(self.tr("结束另设的价格：{0}").format(one.model))
        self._line = QHBoxLayout(self)
        self._name = ElidedLabel(one.model)
        self._name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._line.addWidget(self._name, NAME)
        self._numbers = QHBoxLayout()
        self._numbers.setSpacing(Space.M)
        self._window = ElidedLabel(window, Type.SECONDARY, Tone.MUTED)
        self._numbers.addWidget(self._window)
        self._amounts: list[ElidedLabel] = []
        for amount in amounts:
            shown = ElidedLabel(amount, Type.SECONDARY)
            shown.setAlignment(RIGHT)
            self._amounts.append(shown)
            self._numbers.addWidget(shown)
        self._line.addLayout(self._numbers)
        self._line.addSpacing(Space.S)
        self._source = ElidedLabel(source, Type.META, Tone.WARN if one.override else Tone.MUTED)
        self._source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._line.addWidget(self._source, VERSION)
        ends = QWidget()
        ends.setFixedWidth(px(DEEDS))
        acts = QHBoxLayout(ends)
        acts.setContentsMargins(0, 0, 0, 0)
        acts.setSpacing(Space.XS)
        acts.addStretch()
        acts.addWidget(self.end)
        acts.addWidget(self.change)
        self._line.addWidget(ends)
        self.change.setVisible(may)
        self.end.setVisible(may and one.override is not None)
        self.setAccessibleName(" ".join(filter(None, (one.model, window, *amounts, source))))
        self.lay_out(narrow=False)

    def lay_out(self, *, narrow: bool) -> None:
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else beside)
        self._line.setSpacing(Space.XS if narrow else Space.M)
        air = Space.S if narrow else 0
        self._line.setContentsMargins(Space.L, air, Space.L, air)
        self.setMinimumHeight(0 if narrow else px(HEIGHT))
        self._window.setFixedWidth(px(NARROW if narrow else WINDOW))
        for amount in self._amounts:
            amount.setFixedWidth(px(NARROW if narrow else AMOUNT))
