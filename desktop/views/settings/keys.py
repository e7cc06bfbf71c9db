"""密钥: the ways into the clinic, whether the recovery code is confirmed, and what can be changed about them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.rights import Right, TwoPersonRule
from core.services.keys.keys import KeyringUse, KeysAtHand
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.views.settings.keys_rotation import RotationSheet
from desktop.views.settings.keys_sheets import (
    ChangePassphraseSheet,
    ConfirmCodeSheet,
    KeyringUseSheet,
    KeySheet,
    PassphraseByCodeSheet,
)
from desktop.views.settings.new_code_sheet import NewCodeSheet
from desktop.views.settings.section import Rows, Section
from desktop.widgets.button import Button, plain_button
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.new_passphrase import rule_words


@dataclass(frozen=True, slots=True)
class _Seen:
    """The ways in, whether whoever is at work may change them, and whether another data key takes two people."""

    at_hand: KeysAtHand
    may: bool
    rotation_takes_two: bool


class KeysSection(Section):
    """Shows the ways in. What is changed here asks again for the passphrase."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, page: QWidget) -> None:
        super().__init__(self.tr("密钥"), self.tr("谁能打开病历；每次改动都要再输入口令"))
        self._clinic, self._messages, self._page = clinic, messages, page
        self._seen: _Seen | None = None
        self._goes_first = False
        self.sheet: KeySheet | None = None
        self.confirm = plain_button(self.tr("确认恢复码"))
        self.renew = plain_button(self.tr("换新的"))
        self.change = plain_button(self.tr("改口令"))
        self.only, self.use = plain_button(self.tr("只用密钥环")), plain_button("")
        self.recovery = _Way(Icon.KEY, self.tr("恢复码"), (self.confirm, self.renew))
        self.passphrase = _Way(Icon.OPERATOR, self.tr("我的口令"), (self.change,))
        self.keyring = _Way(Icon.LOCK, self.tr("系统密钥环"), (self.only, self.use))
        self.rotate = plain_button(self.tr("更换…"))
        self.data_key = _Way(Icon.INTACT, self.tr("数据密钥"), (self.rotate,))
        self.data_key.say(
            self.tr(
                "病历库用它加密。有管理员离开、怀疑有人抄走过文件时更换；此前的备份仍以当时的恢复码打开。"
            )
        )
        rows = Rows(self.title)
        for way in (self.recovery, self.passphrase, self.keyring, self.data_key):
            rows.put(way)
        self.cards.addWidget(rows)
        self.who = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self.said = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self.cards.addWidget(self.who)
        self.cards.addWidget(self.said)
        self.confirm.clicked.connect(self._on_confirm)
        self.renew.clicked.connect(self._on_renew)
        self.change.clicked.connect(self._on_change)
        self.use.clicked.connect(self._on_use)
        self.only.clicked.connect(partial(self._use_keyring, KeyringUse.ONLY))
        self.rotate.clicked.connect(self._on_rotate)
        self._buttons = (self.confirm, self.renew, self.change, self.use, self.only, self.rotate)
        for button in self._buttons:
            button.setEnabled(False)
        self.use.hide()
        self.only.hide()
        self._say("")

    def first(self) -> QWidget | None:
        """The first thing to do here; while the ways are being read, they are gone to once they are."""
        self._goes_first = self._seen is None
        return next((one for one in self._buttons if one.isEnabled() and not one.isHidden()), None)

    def refresh(self) -> None:
        self._clinic.ask(self, _look, self._show, self._on_failed, latest="keys")

    def _show(self, seen: _Seen) -> None:
        self._seen = seen
        at_hand, may = seen.at_hand, seen.may
        for button in self._buttons:
            button.setEnabled(may or button in {self.confirm, self.change})
        self._show_code(at_hand.confirmed)
        self.change.set_words(self.tr("改口令") if at_hand.operators else self.tr("设口令"))
        self.passphrase.say(rule_words())
        self._show_keyring(at_hand)
        between = self.tr("、")
        people = (
            self.tr("有口令的人：{0}。").format(between.join(at_hand.operators)) if at_hand.operators else ""
        )
        needs = "" if may else self.tr("换恢复码和改密钥环要由管理员来做。")
        self.who.setText(f"{people}{needs}")
        if self._goes_first:
            first = self.first()
            if first:
                first.setFocus(Qt.FocusReason.TabFocusReason)

    def _show_code(self, confirmed: bool | None) -> None:
        self.confirm.setVisible(confirmed is False)
        self.renew.set_words(self.tr("做恢复码") if confirmed is None else self.tr("换新的"))
        if confirmed:
            self.recovery.say(self.tr("已确认抄下。忘记口令、换电脑、电脑被盗换机时，只有它能打开病历。"))
        elif confirmed is None:
            self.recovery.say(self.tr("还没有恢复码：忘了口令，病历可能再也打不开。"), Tone.WARN)
        else:
            self.recovery.say(self.tr("还没有确认抄下：忘了口令，病历可能再也打不开。"), Tone.WARN)

    def _show_keyring(self, at_hand: KeysAtHand) -> None:
        use = at_hand.keyring
        tone = Tone.WARN if use is KeyringUse.ONLY else Tone.MUTED
        self.keyring.say(self._messages.text(f"keys.keyring.{use}"), tone)
        self.use.set_words(self.tr("启用") if use is KeyringUse.OFF else self.tr("停用"))
        self.use.setVisible(
            use is not KeyringUse.ONLY and not (use is KeyringUse.OFF and len(at_hand.operators) > 1)
        )
        self.only.setVisible(use in {KeyringUse.ON, KeyringUse.OFF} and len(at_hand.operators) == 1)

    def _on_failed(self, error: ClinicError) -> None:
        for button in self._buttons:
            button.setEnabled(False)
        self._say(sentences(error, self._messages), Tone.DANGER)

    def _say(self, sentence: str, tone: Tone = Tone.MUTED) -> None:
        self.said.setText(sentence)
        self.said.set_tone(tone)
        self.said.setVisible(bool(sentence))

    def _on_confirm(self) -> None:
        sheet = ConfirmCodeSheet(self._page, self._clinic, self._messages)
        self._begin(sheet, sheet.code.edit)

    def _on_renew(self) -> None:
        if self._seen:
            has_passphrase = bool(self._seen.at_hand.operators)
            sheet = NewCodeSheet(self._page, self._clinic, self._messages, has_passphrase=has_passphrase)
            self._begin(sheet, sheet.passphrase if has_passphrase else sheet.go)

    def _on_change(self) -> None:
        if self._seen and self._seen.at_hand.operators:
            sheet = ChangePassphraseSheet(self._page, self._clinic, self._messages)
            self._begin(sheet, sheet.old)
        elif self._seen:
            by_code = PassphraseByCodeSheet(self._page, self._clinic, self._messages)
            self._begin(by_code, by_code.code.edit)

    def _on_use(self) -> None:
        if self._seen:
            off = self._seen.at_hand.keyring is KeyringUse.OFF
            self._use_keyring(KeyringUse.ON if off else KeyringUse.OFF)

    def _on_rotate(self) -> None:
        needs_two = self._seen is not None and self._seen.rotation_takes_two
        sheet = RotationSheet(self._page, self._clinic, self._messages, needs_two=needs_two)
        self._begin(sheet, sheet.passphrase)

    def _use_keyring(self, use: KeyringUse, *_: object) -> None:
        sheet = KeyringUseSheet(self._page, self._clinic, self._messages, use)
        self._begin(sheet, sheet.passphrase)

    def _begin(self, sheet: KeySheet, first: QWidget) -> None:
        self._say("")
        self.sheet = sheet
        sheet.changed.connect(self._on_changed)
        sheet.open(first)

    def _on_changed(self, said: str) -> None:
        self._say(said)
        self.refresh()


class _Way(QWidget):
    """One way in: what it is, how it stands, and what can be done about it."""

    def __init__(self, sign: Icon, title: str, buttons: Iterable[Button]) -> None:
        super().__init__()
        self._detail = Label("", Type.META, Tone.MUTED, wrap=True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        about = QHBoxLayout()
        about.setSpacing(Space.M)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(title))
        words.addWidget(self._detail)
        about.addWidget(IconLabel(sign))
        about.addLayout(words, 1)
        deeds = QHBoxLayout()
        deeds.setSpacing(Space.S)
        for button in buttons:
            deeds.addWidget(button)
        deeds.addStretch()
        self._row.addLayout(about, 1)
        self._row.addLayout(deeds)
        self._deeds = deeds
        self.lay_out(narrow=False)

    @property
    def detail(self) -> str:
        """How it stands."""
        return self._detail.text()

    def say(self, detail: str, tone: Tone = Tone.MUTED) -> None:
        """Say how it stands."""
        self._detail.setText(detail)
        self._detail.set_tone(tone)

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page the buttons stand under the words, on their edge."""
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if narrow else beside)
        self._row.setSpacing(Space.S if narrow else Space.M)
        self._deeds.setContentsMargins(px(IconSize.FIELD) + Space.M if narrow else 0, 0, 0, 0)


def _look(kernel: Kernel) -> _Seen:
    takes_two = TwoPersonRule.ROTATION in kernel.rules.on()
    return _Seen(kernel.keys.at_hand(), kernel.could(Right.KEYS), takes_two)
