"""When a clinic cannot be opened by any key: one sentence, what can be done about it, and ways to get help."""

from functools import partial

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout

from core.base.messages import Messages
from core.base.paths import Home
from core.services.keys.states import KeyAction, KeyState
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.entry.parts import Card
from desktop.widgets.button import Button, link, pinned, plain_button
from desktop.widgets.label import Label

_SIGNS = {
    KeyAction.PREVIOUS_KEYS: Icon.HISTORY,
    KeyAction.RETRY: Icon.RELOAD,
    KeyAction.RESTORE: Icon.BACKUP,
    KeyAction.RESCUE: Icon.EXPORT,
    KeyAction.SHOW_FOLDER: Icon.FOLDER,
}


class TroubleCard(Card):
    """Says what stands in the way, and offers the steps it is given: the first as `button`, the others under it."""

    chosen = Signal(object)
    """A `KeyAction`. The data folder is opened here."""

    def __init__(self, home: Home, messages: Messages) -> None:
        super().__init__(Icon.WARN, Tone.WARN)
        self._home, self._messages = home, messages
        self._facts = ""
        self._first = KeyAction.RETRY
        self.hint = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self.column.addWidget(self.hint)
        self.column.addSpacing(Space.L)
        self.button = pinned("")
        self.column.addWidget(self.button)
        self.others: dict[KeyAction, Button] = {
            step: plain_button(self._name(step), icon=sign) for step, sign in _SIGNS.items()
        }
        self.folder = self.others[KeyAction.SHOW_FOLDER]
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        for step, button in self.others.items():
            button.clicked.connect(partial(self._on_step, step))
            row.addWidget(button)
        row.addStretch()
        self.column.addSpacing(Space.S)
        self.column.addLayout(row)
        self.copy = link(self.tr("复制说明"), icon=Icon.COPY)
        self.again = link(self._name(KeyAction.RETRY), icon=Icon.RELOAD)
        self.copied = Label("", Type.META, Tone.MUTED)
        help_ = QHBoxLayout()
        help_.setSpacing(Space.S)
        help_.addWidget(self.again)
        help_.addWidget(self.copy)
        help_.addWidget(self.copied)
        help_.addStretch()
        self.column.addSpacing(Space.XS)
        self.column.addLayout(help_)
        self.button.clicked.connect(self._on_first)
        self.again.clicked.connect(partial(self._on_step, KeyAction.RETRY))
        self.copy.clicked.connect(self._on_copy)

    def say(
        self, state: KeyState | None, message: str, hint: str, steps: tuple[KeyAction, ...], code: str
    ) -> None:
        """Say it; `code` is for whoever is asked for help."""
        self.explain(self._title(state), message)
        self.hint.setText(hint)
        self._facts = "\n".join(part for part in (code, message, hint, str(self._home.folder)) if part)
        self._first = steps[0]
        self.button.set_icon(_SIGNS[self._first])
        self.button.set_words(self._name(self._first))
        for step, button in self.others.items():
            button.setVisible(step in steps[1:])
        # Where the table has no room for another try: the right file may have been put back.
        self.again.setVisible(KeyAction.RETRY not in steps)
        self.copied.setText("")

    def _name(self, step: KeyAction) -> str:
        return self._messages.text(f"keys.action.{step}")

    def _title(self, state: KeyState | None) -> str:
        match state:
            case KeyState.STORE_ABSENT:
                return self.tr("病历库不见了")
            case KeyState.STORE_DAMAGED:
                return self.tr("病历库已损坏")
            case KeyState.KEYS_ABSENT:
                return self.tr("密钥文件不见了")
            case KeyState.KEYS_DAMAGED:
                return self.tr("密钥文件已损坏")
            case KeyState.KEYS_ALTERED:
                return self.tr("密钥文件被改动过")
            case KeyState.OLDER:
                return self.tr("密钥文件太旧")
            case KeyState.NEWER:
                return self.tr("需要更新版本的程序")
            case _:
                return self.tr("诊所打不开")

    def _on_first(self) -> None:
        self._on_step(self._first)

    def _on_step(self, step: KeyAction, *_: object) -> None:
        if step is KeyAction.SHOW_FOLDER:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._home.folder)))
        else:
            self.chosen.emit(step)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._facts)
        self.copied.setText(self.tr("已复制，里面没有患者信息。"))
