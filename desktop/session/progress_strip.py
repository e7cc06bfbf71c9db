"""How far long work is: a bar, what is being done in words, and a button to stop. Takes no room while nothing is done."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import small
from desktop.widgets.in_sight import keep_in_sight
from desktop.widgets.label import Label


class ProgressStrip(QWidget):
    """Shows it."""

    stopped = Signal()
    """Nobody wants to wait any longer."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(name)
        self.said = Label("", Type.SECONDARY, Tone.MUTED)
        self.stop = small(self.tr("停止"))
        self.stop.clicked.connect(self._on_stop)
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addWidget(self.said, 1)
        row.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(self.bar)
        column.addLayout(row)
        keep_in_sight(self)
        self.hide()

    def go_on(self, said: str, done: int = 0, total: int = 0) -> None:
        """It is so far."""
        if self.isHidden():
            self.stop.setEnabled(True)
        self.bar.setRange(0, 1000 if total else 0)
        self.bar.setValue(done * 1000 // max(total, 1))
        self.said.setText(said)
        self.show()

    def _on_stop(self) -> None:
        self.stop.setEnabled(False)
        self.said.setText(self.tr("正在停止…"))
        self.stopped.emit()
