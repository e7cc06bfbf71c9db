"""A record number nobody has: nothing was opened, nothing was made, and there are three ways on."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.services.patients.patients import Found, Typed
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.intake.who_words import of_kinds
from desktop.widgets.button import plain_button, primary
from desktop.widgets.label import Label
from desktop.widgets.sheet import Sheet

WIDTH = 560


class UnknownNumber(Sheet):
    """What to do about a number that does not exist."""

    name_wanted = Signal(str)
    """Look by name: the one that was typed, or "" for one still to be typed."""

    new_patient = Signal()

    def __init__(self, page: QWidget, found: Found, typed: Typed, anchor: QWidget | None = None) -> None:
        translate = QCoreApplication.translate
        super().__init__(
            page,
            translate("UnknownNumber", "病历号 {0} 不存在").format(typed.record_no),
            translate("UnknownNumber", "没有打开任何病历，也没有新建。"),
            anchor=anchor,
            width=WIDTH,
            once=True,
        )
        self._typed = typed
        said = QVBoxLayout()
        said.setContentsMargins(Space.XL - 1, Space.L, Space.XL, Space.L)
        said.addWidget(Label(self._advice(sum(of_kinds(found.candidates))), Type.BODY, Tone.TEXT, wrap=True))
        self.body.addLayout(said)
        self.new = plain_button(self.tr("新建患者"), icon=Icon.NEW_PATIENT)
        self.new.clicked.connect(self._on_new)
        self.by_name = plain_button(
            self.tr("按姓名查找“{0}”").format(typed.name) if typed.name else self.tr("按姓名查找"),
            icon=Icon.SEARCH,
        )
        self.by_name.clicked.connect(self._on_by_name)
        self.back = primary(self.tr("返回修改"), key="Esc")
        self.back.clicked.connect(self.dismiss)
        self.foot.addWidget(self.new)
        self.foot.addStretch()
        self.foot.addWidget(self.by_name)
        self.foot.addWidget(self.back)

    def begin(self) -> None:
        """Show it, with the focus on the way back."""
        self.open(self.back)

    def _advice(self, named: int) -> str:
        if not self._typed.name:
            return self.tr("请核对号码。记不清号码时，可以按姓名查找。")
        if named:
            return self.tr("请核对号码。名叫“{0}”或与之相近的有 {1} 位，可以按姓名查找。", "", named).format(
                self._typed.name, named
            )
        return self.tr("请核对号码。也没有名叫“{0}”的患者。").format(self._typed.name)

    def _on_by_name(self) -> None:
        self.shut()
        self.name_wanted.emit(self._typed.name)

    def _on_new(self) -> None:
        self.shut()
        self.new_patient.emit()
