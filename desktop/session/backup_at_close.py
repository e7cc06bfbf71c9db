"""The backup at the close: when something was saved since the last, one is made before the program goes. Nobody is asked anything.

A small card shows how far it is. Skipped, it is stopped and counts for nothing; failed, the trail says so and the bar at the next opening.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from desktop.bridge.clinic import ClinicBridge, ClinicState, Kernel
from desktop.session.backup_words import far_words
from desktop.session.backup_work import BackupWork
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import plain_button
from desktop.widgets.label import Label
from desktop.widgets.sheet import Sheet

WIDTH = 420


class BackupAtClose(QObject):
    """Made once; `begin` leads to what it is given, whatever becomes of the backup."""

    def __init__(self, clinic: ClinicBridge, work: BackupWork, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clinic, self._work = clinic, work
        self._then: Callable[[], None] | None = None
        self.card: ClosingCard | None = None
        work.ended.connect(self._go_on)

    @property
    def is_busy(self) -> bool:
        """Whether the program is about to close."""
        return self._then is not None

    def begin(self, ground: QWidget, messages: Messages, then: Callable[[], None]) -> None:
        """Back up what is due, then go on."""
        if self._then is not None:
            return
        if self._clinic.state is not ClinicState.OPEN:
            then()
            return
        self._then = then

        def due(is_due: bool) -> None:
            self._on_due(ground, messages, is_due=is_due)

        self._clinic.ask(self, _is_due, due, self._on_failed)

    def _on_due(self, ground: QWidget, messages: Messages, *, is_due: bool) -> None:
        from core.services.backup.backups import Occasion

        if not is_due and not self._work.is_running:
            self._go_on()
            return
        self.card = ClosingCard(ground, self._work, messages)
        self.card.open(self.card.skip)
        self._work.make_by_itself(Occasion.CLOSE, is_waited_for=True)

    def _on_failed(self, _error: ClinicError) -> None:
        self._go_on()

    def _go_on(self) -> None:
        then, self._then = self._then, None
        if self.card:
            self.card.shut()
            self.card = None
        if then:
            then()


class ClosingCard(Sheet):
    """How far it is, and a way not to wait for it."""

    def __init__(self, ground: QWidget, work: BackupWork, messages: Messages) -> None:
        super().__init__(
            ground,
            self.tr("正在备份，然后关闭"),
            self.tr("今天的病历已存好。备份核验过才算数；不等就跳过，这次不算。"),
            width=WIDTH,
            once=True,
        )
        self._work, self._messages = work, messages
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("备份进度"))
        self.said = Label("", Type.SECONDARY, Tone.MUTED)
        self.skip = plain_button(self.tr("跳过"), key="Esc")
        self.skip.clicked.connect(self.dismiss)
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        box.setSpacing(Space.S)
        box.addWidget(self.bar)
        box.addWidget(self.said)
        self.body.addLayout(box)
        self.foot.addStretch()
        self.foot.addWidget(self.skip)
        work.moved.connect(self._show)
        self._show()

    def dismiss(self) -> None:
        """Do not wait: the close goes on once it has stopped."""
        self.skip.setEnabled(False)
        self._work.cancel()

    def _show(self) -> None:
        _, done, total = self._work.far.now
        self.bar.setRange(0, 1000 if total else 0)
        self.bar.setValue(done * 1000 // max(total, 1))
        self.said.setText(far_words(self._work.far.now, self._messages))


def _is_due(kernel: Kernel) -> bool:
    from core.services.backup.backups import Occasion

    return kernel.backups.is_due(Occasion.CLOSE)
