"""What is shown in place of the window when the program's own files are not what was built: which, what is safe, what to do."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.entry.ground import Ground
from desktop.views.entry.mark import Mark
from desktop.views.entry.parts import Card
from desktop.widgets.button import link, pinned
from desktop.widgets.label import Label

SIZE = (720, 560)


class NotWhole(QWidget):
    """The one window of such a program. It opens no clinic."""

    left = Signal()
    """It was closed."""

    def __init__(self, error: ClinicError, messages: Messages) -> None:
        super().__init__()
        message, hint = words(error, messages)
        self._facts = f"{error.code}\n{message}\n{hint}"
        self.setWindowTitle(self.tr("明道诊所"))
        self.card = Card(Icon.WARN, Tone.WARN)
        self.card.explain(self.tr("程序文件与打包时不同"), message)
        self.card.well(
            (
                Icon.RESOLVED,
                Tone.ACCENT,
                self.tr("病历不在程序目录里，没有受影响；程序已经停下，不再打开病历。"),
            ),
            (Icon.INFO, Tone.ACCENT, hint),
        )
        self.card.column.addSpacing(Space.L)
        self.leave = pinned(self.tr("退出"))
        self.leave.clicked.connect(self.close)
        self.card.column.addWidget(self.leave)
        self.copy = link(self.tr("复制说明"), icon=Icon.COPY)
        self.copy.clicked.connect(self._on_copy)
        self.copied = Label("", Type.META, Tone.MUTED)
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(self.copy)
        row.addWidget(self.copied)
        row.addStretch()
        self.card.column.addLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        head.setSpacing(Space.M)
        head.addWidget(Mark())
        head.addWidget(Label(self.windowTitle(), Type.SECTION))
        head.addStretch()
        column.addLayout(head)
        column.addWidget(Ground(self.card), 1)
        self.resize(*SIZE)
        self.leave.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.left.emit()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._facts)
        self.copied.setText(self.tr("已复制，里面没有患者信息。"))
