"""Unlocking: says why a passphrase is asked for, what is safe, and, at a wrong one, that it was wrong and nothing changed."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar

from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.entry.parts import Card, Problem, Secret
from desktop.widgets.button import pinned
from desktop.widgets.label import Label


class UnlockCard(Card):
    """Asks for the passphrase."""

    submitted = Signal(str)
    """The passphrase as typed."""

    def __init__(self) -> None:
        super().__init__(Icon.LOCK)
        self.well(
            (Icon.INTACT, Tone.ACCENT, self.tr("病历已加密关闭，屏幕上不留患者信息")),
            (Icon.SAVE, Tone.ACCENT, self.tr("已保存的病历和草稿都在")),
            (Icon.BACK, Tone.MUTED, self.tr("解锁后接着工作")),
        )
        self.passphrase = Secret(self.tr("口令"))
        self.column.addSpacing(Space.M)
        self.column.addLayout(self.field(self.passphrase))
        self.problem = Problem()
        self.column.addWidget(self.problem)
        self.long = Label(
            self.tr("还在打开。升级后第一次打开要整理数据，病历多时约十几秒，请不要关机。"),
            Type.SECONDARY,
            Tone.MUTED,
            wrap=True,
        )
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("正在打开…"))
        self.column.addSpacing(Space.XS)
        self.column.addWidget(self.bar)
        self.column.addWidget(self.long)
        self.be_long(is_long=False)
        self.column.addSpacing(Space.M)
        self.button = pinned("", key="Enter")
        self.column.addWidget(self.button)
        self.button.clicked.connect(self.submit)
        self.passphrase.returnPressed.connect(self.submit)
        self.passphrase.textEdited.connect(self._on_edited)
        self.be_busy(busy=False)

    def be_busy(self, *, busy: bool) -> None:
        """While the key is worked out nothing can be typed."""
        self.passphrase.setEnabled(not busy)
        self.button.setEnabled(not busy)
        self.button.set_words(self.tr("正在打开…") if busy else self.tr("解锁"))

    def be_long(self, *, is_long: bool) -> None:
        """It takes long: say why it may, and that it goes on."""
        self.bar.setVisible(is_long)
        self.long.setVisible(is_long)

    def refuse(self, message: str, hint: str) -> None:
        """The passphrase did not do; what was typed can be typed over."""
        self.be_busy(busy=False)
        self.passphrase.set_invalid(True)
        self.problem.say(message, hint)
        self.passphrase.setFocus()
        self.passphrase.selectAll()

    def submit(self) -> None:
        """Hand in what is typed. Nothing is handed in empty, nor twice."""
        if self.button.isEnabled() and self.passphrase.text():
            self._on_edited()
            self.submitted.emit(self.passphrase.text())

    def _on_edited(self) -> None:
        self.passphrase.set_invalid(False)
        self.problem.say("")
