"""费用: what calls of models cost, by whom and what for, day by day. Amounts are estimates; what is not known is said to be that."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.spending.facts import By
from core.services.spending.words import open_questions
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicBridge
from desktop.session.page import Page
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.trouble.present import sentences, words
from desktop.views.ledger.costs_asked import CostsAsked, CostsRead, Period, read, write
from desktop.views.ledger.costs_bars import CostBars
from desktop.views.ledger.costs_table import CostsModel, CostsTable, TotalRow
from desktop.views.ledger.parts import Part, PartSwitch
from desktop.widgets.button import plain_button
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.day_chart import DayChart
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.file_dialog import ask_new_file
from desktop.widgets.label import Label
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.separator import Separator
from desktop.widgets.skeleton import Skeleton
from desktop.widgets.tip import set_tip

LOW = 420
"""Below this height chart and table do not fit over each other: one of them is shown."""

TABLE, CHART = "table", "chart"


class CostsPage(Page):
    """One part of the ledger."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, parent: QWidget | None = None) -> None:
        super().__init__(clinic, parent)
        self._messages = messages
        self._asked = CostsAsked()
        self._read: CostsRead | None = None
        self._is_low = False
        self.parts = PartSwitch(Part.COST)
        self.export = plain_button(self.tr("导出 CSV…"), icon=Icon.EXPORT)
        self.period = Segmented(
            self.tr("期间"),
            [
                Option(Period.TODAY, self.tr("今日")),
                Option(Period.WEEK, self.tr("近 7 天")),
                Option(Period.MONTH, self.tr("本月")),
                Option(Period.ALL, self.tr("全部")),
            ],
            value=self._asked.period,
        )
        self.month = ComboBox(self.tr("哪个月"), tier="head")
        self.month.setPlaceholderText(self.tr("选月份"))
        self.by = ComboBox(self.tr("按什么分账"), prefix=self.tr("分账"), tier="head")
        self.by_words = {
            By.PACK: self.tr("领域包"),
            By.TOOL: self.tr("工具"),
            By.PURPOSE: self.tr("用途"),
            By.MODEL: self.tr("模型"),
            By.SESSION: self.tr("会话"),
            By.DAY: self.tr("日期"),
        }
        for by, said in self.by_words.items():
            self.by.addItem(said, by.value)
        self.form = Segmented(
            self.tr("怎么看"), [Option(TABLE, self.tr("表")), Option(CHART, self.tr("图"))], value=TABLE
        )
        self.model = CostsModel(messages, self.by_words, self)
        self.table = CostsTable(self.model)
        self.total = TotalRow(self.table, self.model)
        self.chart = DayChart(self.tr("每日费用"))
        self.chart_name = Label("", Type.SECONDARY, Tone.MUTED)
        self.looked_at = ElidedLabel("", Type.SECONDARY)
        self.foot = Label("", Type.META, Tone.MUTED, wrap=True)
        self.note = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self._bars = CostBars(messages, self)
        self.none = EmptyState(
            self.tr("还没有调用过模型，所以没有费用。设好模型和出口策略后，每次调用都记在这里。"),
            self.tr("去设置模型"),
            icon=Icon.SETTINGS,
        )
        self.nothing = EmptyState(" ", self.tr("看全部时间"))
        self.failed = EmptyState(" ", self.tr("再试一次"), icon=Icon.RELOAD)
        self.busy = Skeleton(self.tr("正在读费用"))
        self._lay_out()
        self._connect()

    @property
    def asked(self) -> CostsAsked:
        """What is asked."""
        return self._asked

    @property
    def read(self) -> CostsRead | None:
        """What is shown."""
        return self._read

    @property
    def place(self) -> str:
        """What is asked, as it is come back to."""
        return f"{self._asked.period}/{self._asked.by}"

    def return_to(self, place: str) -> None:
        """Ask what was asked; what is no place is left alone."""
        period, _, by = place.partition("/")
        if by in set(By):
            self.ask(CostsAsked(period, By(by)))

    def refresh(self) -> None:
        """Read again what is asked."""
        self._ask()

    def ask(self, asked: CostsAsked) -> None:
        """Ask something, and show that it is asked."""
        self._asked = asked
        self.period.set_value(asked.period if asked.period in set(Period) else None)
        self._show_months(self._read.months if self._read else ())
        self.by.setCurrentIndex(self.by.findData(asked.by.value))
        self._say("")
        self._ask()

    def minimumSizeHint(self) -> QSize:
        """On a low screen it shows less, and must not be kept from it."""
        return QSize(px(320), px(160))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < px(Frame.DRAWER_BELOW)
        self._is_low = self.height() < px(LOW)
        self.table.spare(is_narrow=is_narrow)
        self.chart.be_low(self._is_low)
        self._show_form()

    def _connect(self) -> None:
        self.period.chosen.connect(self._on_period)
        self.month.activated.connect(self._on_month)
        self.by.activated.connect(self._on_by)
        self.form.chosen.connect(self._show_form)
        self.chart.told.connect(self.looked_at.setText)
        self.export.clicked.connect(self._on_export)
        self.none.acted.connect(partial(self.place_wanted.emit, ActionId.SETTINGS, "models"))
        self.nothing.acted.connect(partial(self._on_period, Period.ALL))
        self.failed.acted.connect(self.refresh)
        self.busy.due.connect(self._on_waiting)

    def _ask(self) -> None:
        if self._read is None:
            self.busy.wait()
        self.clinic.ask(self, partial(read, self._asked), self._on_read, self._on_failed, latest="costs")

    def _on_period(self, period: str | None) -> None:
        self.ask(CostsAsked(period or Period.ALL, self._asked.by))

    def _on_month(self, *_: object) -> None:
        month = self.month.currentData()
        if month:
            self.ask(CostsAsked(str(month), self._asked.by))

    def _on_by(self, *_: object) -> None:
        self.ask(CostsAsked(self._asked.period, By(str(self.by.currentData()))))

    def _on_read(self, answer: CostsRead) -> None:
        self.busy.stop()
        self._read = answer
        here = self.model.line(self.table.currentIndex().row())
        self.model.show_read(answer)
        self._show_months(answer.months)
        self.export.setEnabled(answer.has_calls)
        if not answer.has_calls:
            is_none = not answer.months
            if not is_none:
                is_named = self._asked.period in set(Period)
                said = self.tr("{0}没有模型调用。") if is_named else self.tr("{0} 月没有模型调用。")
                self.nothing.say(said.format(self._period_words()))
            self._states.setCurrentWidget(self.none if is_none else self.nothing)
            return
        self.chart.show_bars(self._bars.bars(answer), self._bars.levels(answer))
        self.chart_name.setText(self.tr("每月费用") if answer.is_by_month else self.tr("每日费用"))
        self._states.setCurrentWidget(self._content)
        self._show_form()
        keys = [line.key for line in answer.report.lines]
        if here is not None and here.key in keys:
            self.table.selectRow(keys.index(here.key))

    def _on_failed(self, error: ClinicError) -> None:
        self.busy.stop()
        self._read = None
        self.model.show_read(None)
        self.export.setEnabled(False)
        self.failed.say("\n".join(words(error, self._messages)))
        self._states.setCurrentWidget(self.failed)

    def _on_waiting(self) -> None:
        self._states.setCurrentWidget(self.busy)

    def _on_export(self) -> None:
        name = self.tr("费用-{0}.csv").format(self._period_words().replace(" ", ""))
        # What exists is not written over; the refusal is said here.
        kinds = (self.tr("表格 (*.csv)"),)
        ask_new_file(self, self.tr("导出费用"), name, self._on_file, kinds, replaces=False)

    def _on_file(self, file: str) -> None:
        self.take_file(Path(file))

    def take_file(self, file: Path) -> None:
        """Write what is asked into this file."""
        self.export.setEnabled(False)
        work = partial(write, file, self._asked, self._messages)
        self.clinic.ask(self, work, self._on_written, self._on_not_written)

    def _on_written(self, file: Path) -> None:
        self.export.setEnabled(True)
        self._say(self.tr("已写入 {0}。里面没有患者的内容。").format(file))

    def _on_not_written(self, error: ClinicError) -> None:
        self.export.setEnabled(True)
        self._say(sentences(error, self._messages), Tone.DANGER)

    def _say(self, said: str, tone: Tone = Tone.MUTED) -> None:
        self.note.setText(said)
        self.note.set_tone(tone)
        self.note.setVisible(bool(said))

    def _foot_words(self, answer: CostsRead) -> str:
        total = answer.report.total
        known = total.calls - total.not_estimated - total.running
        end = self.tr("。")
        parts = [
            self.tr("合计 {0} 次调用，其中 {1} 次有金额。", "", total.calls).format(
                f"{total.calls:,}", f"{known:,}"
            ),
            *(f"{said}{end}" for said in open_questions(total, self._messages)),
        ]
        return "".join(parts)

    def _period_words(self) -> str:
        said = {
            Period.TODAY.value: self.tr("今日"),
            Period.WEEK.value: self.tr("近 7 天"),
            Period.MONTH.value: self.tr("本月"),
            Period.ALL.value: self.tr("全部"),
        }
        return said.get(self._asked.period, self._asked.period)

    def _show_months(self, months: tuple[str, ...]) -> None:
        if [self.month.itemData(place) for place in range(self.month.count())] != list(months):
            self.month.clear()
            for month in months:
                self.month.addItem(month, month)
        self.month.setVisible(bool(months))
        self.month.setCurrentIndex(self.month.findData(self._asked.period))

    def _show_form(self, *_: object) -> None:
        """On a low screen the table or the chart; one day has no chart."""
        has_chart = self._read is not None and len(self._read.days) > 1
        is_chart = has_chart and (not self._is_low or self.form.value == CHART)
        is_table = not self._is_low or not is_chart
        self._column.setStretchFactor(self._upper, int(not is_table))
        self.form.setVisible(self._is_low and has_chart)
        self._upper.setVisible(is_chart)
        for part in (self.table, self.total, self.foot):
            part.setVisible(is_table)
        if self._read is not None:
            # What the total says in short is all a low screen has room for; the rest is in the tip.
            estimate, all_of_it = self.tr("估算，以官方账单为准"), self._foot_words(self._read)
            self.foot.setText(estimate if self._is_low else f"{all_of_it}{estimate}")
            self.foot.setAccessibleDescription(all_of_it)
            set_tip(self.foot, all_of_it if self._is_low else "")

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Space.XL, 0, Space.XL, 0)
        head.setSpacing(Space.M)
        head.addWidget(Label(self.tr("账本"), Type.TITLE))
        head.addWidget(self.parts)
        head.addStretch()
        head.addWidget(self.export)
        top = QWidget()
        top.setFixedHeight(px(Frame.PAGE_HEAD))
        top.setLayout(head)
        row = QHBoxLayout()
        row.setContentsMargins(Space.XL, 0, Space.XL, Space.M)
        row.setSpacing(Space.S)
        for control in (self.period, self.month, self.by):
            row.addWidget(control)
        row.addStretch()
        row.addWidget(self.form)
        self.note.setContentsMargins(Space.XL, 0, Space.XL, Space.M)
        self.foot.setContentsMargins(Space.XL, Space.S, Space.XL, Space.S)
        self._content = QWidget()
        column = self._column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._upper_part())
        column.addWidget(self.table, 1)
        column.addWidget(self.total)
        column.addWidget(self.foot)
        self._states = QStackedWidget()
        for state in (self._content, self.none, self.nothing, self.failed, self.busy):
            self._states.addWidget(state)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(top)
        page.addLayout(row)
        page.addWidget(self.note)
        page.addWidget(Separator())
        page.addWidget(self._states, 1)
        self.note.hide()

    def _upper_part(self) -> QWidget:
        said = QHBoxLayout()
        said.setSpacing(Space.M)
        said.addWidget(self.chart_name)
        said.addWidget(self.looked_at, 1)
        self._upper = QWidget()
        column = QVBoxLayout(self._upper)
        column.setContentsMargins(Space.XL, Space.M, Space.XL, Space.M)
        column.setSpacing(Space.S)
        column.addLayout(said)
        column.addWidget(self.chart)
        return self._upper
