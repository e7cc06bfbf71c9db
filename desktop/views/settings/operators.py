"""Who works here: the operator who opened the clinic. What is written and read is recorded under this name."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.bridge.clinic import ClinicBridge
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.views.settings.section import Rows, Section
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label


class OperatorsSection(Section):
    """Shows who is signed in."""

    def __init__(self, clinic: ClinicBridge) -> None:
        super().__init__(self.tr("操作者"), self.tr("读写病历都记在操作者名下，签名也用这个名字"))
        self._clinic = clinic
        row = QWidget()
        row.setFixedHeight(px(Height.ROW_COMFORTABLE))
        line = QHBoxLayout(row)
        line.setContentsMargins(Space.L, 0, Space.L, 0)
        line.setSpacing(Space.M)
        self.name = Label()
        line.addWidget(IconLabel(Icon.OPERATOR))
        line.addWidget(self.name)
        line.addStretch()
        line.addWidget(Label(self.tr("正在使用"), Type.SECONDARY, Tone.MUTED))
        rows = Rows(self.title)
        rows.put(row)
        self.cards.addWidget(rows)

    def refresh(self) -> None:
        opened = self._clinic.opened
        self.name.setText(opened.operator if opened else "")
