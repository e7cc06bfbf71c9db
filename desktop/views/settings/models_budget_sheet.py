"""The sheet of the budgets: what a day and a task may cost, and what happens then."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.base.messages import Messages
from core.services.models import Entry
from core.services.preferences import Seen, Value
from desktop.bridge.clinic import ClinicBridge
from desktop.session.options import Options
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.settings.models_parts import digits, under_name
from desktop.views.settings.models_sheet import ModelsSheet
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit

AMOUNT = r"\d{0,6}(\.\d{0,4})?"


class BudgetSheet(ModelsSheet):
    """Sets the options of the clinic that budgets go by. Empty is none."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        options: Options,
        messages: Messages,
        *,
        seen: Seen,
        entries: tuple[Entry, ...],
    ) -> None:
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("费用上限"),
            self.tr("按当次模型、当时价格估算；空着就是不设。到上限只停模型，问诊、对比、回访照常。"),
        )
        self._options, self._seen = options, seen
        settings = seen.settings
        self.day = LineEdit(self.tr("每日上限（元）"), hint=self.tr("不设"))
        self.warn = LineEdit(self.tr("到多少提醒（元）"), hint=self.tr("上限的五分之四"))
        self.task = LineEdit(self.tr("每项任务最多（元）"), hint=self.tr("不设"))
        self.day.setText(digits(settings.cost_day_limit))
        self.warn.setText(digits(settings.cost_day_warn))
        self.task.setText(digits(settings.cost_task_limit))
        self.action = ComboBox(self.tr("到每日上限时"))
        for value, said in (
            ("warn", self.tr("只提醒，照常调用")),
            ("block", self.tr("停到明天")),
            ("downgrade", self.tr("改用便宜的模型，没有就停")),
        ):
            self.action.addItem(said, value)
        self.action.setCurrentIndex(self.action.findData(settings.cost_day_action))
        self.to = ComboBox(self.tr("改用的模型"))
        names = dict.fromkeys((settings.cost_downgrade_model, *(one.name for one in entries)))
        for name in names:
            self.to.addItem(name, name)
        self.to.setCurrentIndex(0)
        self.same = Label(
            self.tr("须与所问的模型同一服务商、同一边界；不会改到别处去。"), Type.META, Tone.MUTED, wrap=True
        )
        pair = QHBoxLayout()
        pair.setSpacing(Space.M)
        for field in (self.day, self.warn):
            pair.addLayout(under_name(field.accessibleName(), field), 1)
        self.box.addLayout(pair)
        self.box.addLayout(under_name(self.action.accessibleName(), self.action))
        self._to_row = QWidget()
        self._to_row.setLayout(under_name(self.to.accessibleName(), self.to, self.same))
        self._to_row.layout().setContentsMargins(0, 0, 0, 0)  # type: ignore[union-attr]  # it was just given one
        self.box.addWidget(self._to_row)
        self.box.addLayout(under_name(self.task.accessibleName(), self.task))
        self.box.addWidget(self.problem)
        self.go.set_words(self.tr("保存"))
        for field in (self.day, self.warn, self.task):
            field.set_plain_digits(AMOUNT)
            field.returnPressed.connect(self.submit)
            field.textEdited.connect(self._on_edited)
        self.action.currentIndexChanged.connect(self._show_to)
        self._show_to()

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        values: dict[str, Value] = {
            "cost_day_limit": _amount(self.day),
            "cost_day_warn": _amount(self.warn),
            "cost_day_action": str(self.action.currentData()),
            "cost_downgrade_model": str(self.to.currentData()),
            "cost_task_limit": _amount(self.task),
        }
        kept = self._seen.settings.model_dump()
        changed = {name: value for name, value in values.items() if value != _as_typed(kept[name])}
        if not changed:
            self.shut()
            return
        self.clear_problem()
        self.be_busy(is_busy=True)
        self._options.change(self, self._seen, changed, self._on_kept, self._on_failed)

    def _show_to(self) -> None:
        self._to_row.setVisible(self.action.currentData() == "downgrade")

    def _on_kept(self, _seen: Seen) -> None:
        self.be_busy(is_busy=False)
        self.finish(self.tr("已保存，立即生效"))

    def _on_edited(self) -> None:
        self.clear_problem()


def _amount(field: LineEdit) -> str:
    return field.text().strip().rstrip(".")


def _as_typed(value: object) -> object:
    return "" if value is None else value if isinstance(value, str) else f"{value:f}"
