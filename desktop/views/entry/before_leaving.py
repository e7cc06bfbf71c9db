"""Closing the window when the recovery code of a new clinic was shown and not typed back: nothing is there yet, and the way back is what
Enter means."""

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import plain_button, primary
from desktop.widgets.label import Label
from desktop.widgets.sheet import Sheet

WIDTH = 520


class BeforeLeaving(Sheet):
    """`then` is called when the program is to be closed all the same."""

    def __init__(self, page: QWidget, then: Callable[[], None]) -> None:
        super().__init__(page, self.tr("诊所还没有建立"), width=WIDTH, once=True)
        self._then = then
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        box.addWidget(
            Label(
                self.tr(
                    "恢复码还没有核对。现在关闭，不留下任何东西；下次从头开始，会给出另一个恢复码，纸上这一个请作废。"
                ),
                Type.BODY,
                Tone.MUTED,
                wrap=True,
            )
        )
        self.body.addLayout(box)
        self.leave = plain_button(self.tr("不建立，关闭"))
        self.stay = primary(self.tr("回去核对"), key="Esc")
        self.foot.addStretch()
        self.foot.addWidget(self.leave)
        self.foot.addWidget(self.stay)
        self.leave.clicked.connect(self._on_leave)
        self.stay.clicked.connect(self.dismiss)

    def begin(self) -> None:
        """Ask."""
        self.open(self.stay)

    def _on_leave(self) -> None:
        self.shut()
        self._then()
