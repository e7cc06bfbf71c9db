"""Unlocking: one field for the passphrase, which itself says who is at work; what is wrong with it; the other ways in.

`UnlockForm` can stand by itself, in a card of the entry or over a desk that was locked: connect `submitted`, open the clinic with
what it brings, and answer by `refuse_by` when that fails; `be_busy` meanwhile, `forget` once it is open. It counts the wait after wrong
passphrases down by itself, with the field shut and the recovery code still offered. `code_wanted` and `retry_wanted` come
only where `offer` put their buttons in.
"""

from math import ceil

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from core.base.clock import uptime_s
from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.paths import Home
from core.services.keys.states import KeyAction
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.entry.parts import Card
from desktop.widgets.button import link, pinned
from desktop.widgets.label import Label
from desktop.widgets.problem import Problem
from desktop.widgets.secret import Secret

TICK_MS = 1000
MINUTE_S = 60


class UnlockForm(QWidget):
    """Asks for the passphrase."""

    submitted = Signal(str)
    """The passphrase as typed."""

    code_wanted = Signal()
    """To open by the recovery code."""

    retry_wanted = Signal()
    """To ask the keyring once more: it may have been unlocked."""

    def __init__(self) -> None:
        super().__init__()
        self._is_busy = False
        self._until: float | None = None
        self._wrong = 0
        self.passphrase = Secret(self.tr("口令"))
        self.setFocusProxy(self.passphrase)
        self.problem = Problem()
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
        self.button = pinned("", key="Enter")
        self.code = link(self.tr("用恢复码打开"), icon=Icon.KEY)
        self.retry = link(self.tr("再试系统密钥环"), icon=Icon.RELOAD)
        self._lay_out()
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._show_wait)
        self.button.clicked.connect(self.submit)
        self.passphrase.returnPressed.connect(self.submit)
        self.passphrase.textEdited.connect(self._on_edited)
        self.code.clicked.connect(self.code_wanted)
        self.retry.clicked.connect(self.retry_wanted)
        self.offer()
        self.be_long(is_long=False)
        self.be_busy(busy=False)

    @property
    def is_waiting(self) -> bool:
        """Whether wrong passphrases have to be waited for."""
        return self._until is not None

    def offer(self, *steps: KeyAction) -> None:
        """Offer these ways besides the passphrase."""
        self.code.setVisible(KeyAction.RECOVERY in steps)
        self.retry.setVisible(KeyAction.RETRY in steps)

    def be_busy(self, *, busy: bool) -> None:
        """While the key is worked out nothing can be typed."""
        self._is_busy = busy
        may = not busy and not self.is_waiting
        self.passphrase.setEnabled(may)
        self.button.setEnabled(may)
        self.code.setEnabled(not busy)
        self.retry.setEnabled(not busy)
        self.button.set_words(self.tr("正在打开…") if busy else self.tr("解锁"))

    def be_long(self, *, is_long: bool) -> None:
        """It takes long: say why it may, and that it goes on."""
        self.bar.setVisible(is_long)
        self.long.setVisible(is_long)

    def refuse_by(self, error: ClinicError, home: Home, messages: Messages) -> None:
        """Say why the passphrase did not open the clinic of this home: a wrong one, or one too many."""
        count, left_s = wrong_so_far(home)
        if left_s > 0:
            self.passphrase.forget()
            self.wait(count, left_s)
        else:
            self.refuse(*words(error, messages))

    def refuse(self, message: str, hint: str) -> None:
        """The passphrase did not do; what was typed can be typed over."""
        self.be_busy(busy=False)
        self.passphrase.set_invalid(True)
        self.problem.say(message, hint)
        self.passphrase.setFocus()
        self.passphrase.selectAll()

    def wait(self, wrong: int, left_s: float) -> None:
        """After so many wrong passphrases in a row, none is taken for so long."""
        self._wrong, self._until = wrong, uptime_s() + left_s
        self._tick.start()
        self.be_busy(busy=False)
        self._show_wait()
        if self.code.isVisibleTo(self):
            self.code.setFocus(Qt.FocusReason.OtherFocusReason)

    def submit(self) -> None:
        """Hand in what is typed. Nothing is handed in empty, nor twice."""
        if self.button.isEnabled() and self.passphrase.text():
            self._on_edited()
            self.submitted.emit(self.passphrase.text())

    def forget(self) -> None:
        """Let go of the passphrase, and of a wait that is over."""
        self.passphrase.forget()
        self._end_wait()

    def begin(self, home: Home) -> None:
        """Ask for the passphrase of the clinic of this home; a wait that is still to be served goes on."""
        self.problem.say("")
        self._end_wait()
        count, left_s = wrong_so_far(home)
        if left_s > 0:
            self.wait(count, left_s)
        else:
            self.be_busy(busy=False)
            self.passphrase.setFocus()

    def _show_wait(self) -> None:
        left_s = (self._until or 0.0) - uptime_s()
        if left_s <= 0:
            self._end_wait()
            self.be_busy(busy=self._is_busy)
            self.problem.say("")
            self.passphrase.setFocus()
            return
        minutes = ceil(left_s / MINUTE_S)
        self.problem.say(
            self.tr("口令已连续输错 {0} 次，还要等 {1} 分钟才能再试。").format(self._wrong, minutes),
            self.tr("病历没有改动。等待按开机时间计，改时钟无效；恢复码不用等。"),
        )

    def _end_wait(self) -> None:
        self._until = None
        self._tick.stop()

    def _on_edited(self) -> None:
        self.passphrase.set_invalid(False)
        self.problem.say("")

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(
            Label(self.passphrase.accessibleName(), Type.SECONDARY, Tone.MUTED, buddy=self.passphrase)
        )
        column.addWidget(self.passphrase)
        column.addWidget(self.problem)
        column.addSpacing(Space.XS)
        column.addWidget(self.bar)
        column.addWidget(self.long)
        column.addSpacing(Space.M)
        column.addWidget(self.button)
        column.addSpacing(Space.S)
        ways = QHBoxLayout()
        ways.setSpacing(Space.L)
        ways.addWidget(self.code)
        ways.addStretch()
        ways.addWidget(self.retry)
        column.addLayout(ways)


class UnlockCard(Card):
    """The form in a card that says why it is there and what is safe."""

    def __init__(self) -> None:
        super().__init__(Icon.LOCK)
        self._safe = self.well(
            (Icon.INTACT, Tone.ACCENT, self.tr("病历已加密关闭，屏幕上不留患者信息")),
            (Icon.SAVE, Tone.ACCENT, self.tr("已保存的病历和草稿都在")),
            (Icon.BACK, Tone.MUTED, self.tr("解锁后接着工作")),
        )
        self.form = UnlockForm()
        self.column.addSpacing(Space.M)
        self.column.addWidget(self.form)
        self.passphrase, self.button, self.problem = self.form.passphrase, self.form.button, self.form.problem
        self.submit = self.form.submit

    def lie_low(self, *, is_low: bool) -> None:
        """Where there is little room what is asked for comes before what is safe."""
        super().lie_low(is_low=is_low)
        self.column.removeWidget(self._safe)
        after = self.column.count() if is_low else self.column.indexOf(self.form) - 1
        self.column.insertWidget(after, self._safe)


def wrong_so_far(home: Home) -> tuple[int, float]:
    """Wrong passphrases in a row, and how many seconds none is taken; nothing where the keys cannot be read."""
    from core.services.keys.keys import keys_at_hand

    try:
        at_hand = keys_at_hand(home)
    except (ClinicError, OSError):
        return 0, 0.0
    return at_hand.failures, at_hand.wait_s
