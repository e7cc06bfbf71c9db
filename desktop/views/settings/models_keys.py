"""密钥: of each provider, from where, without the key itself; entered, taken out, or moved from the file of the program this one comes from."""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.model_keys import KeyStatus, Source
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.views.settings.models_words import ModelWords, address_words
from desktop.views.settings.section import Rows
from desktop.widgets.button import small
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.notice_bar import NoticeBar, Weight

NAME = 112
"""Room for the name of a provider."""

ELSEWHERE = "model_key_of_endpoint"


class KeysCard(QWidget):
    """The rows, and over them what stands in the way of all keys."""

    enter = Signal(str)
    take = Signal(str)
    bring_file = Signal()

    def __init__(self, messages: Messages, words: ModelWords) -> None:
        super().__init__()
        self._messages, self._words = messages, words
        self._is_narrow = False
        self.rows: dict[str, KeyRow] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        self.keyring = NoticeBar(Weight.WARN, "", closable=False)
        self.file = NoticeBar(
            Weight.INFO,
            self.tr("数据目录里有旧程序的密钥文件 credentials.json，里面是明文密钥。"),
            detail=self.tr("可一次移入系统密钥环；移完请删去原文件。"),
            step=self.tr("移入密钥环…"),
            closable=False,
        )
        self.file.acted.connect(self.bring_file)
        for bar in (self.keyring, self.file):
            # Of several lines, which wrap where it is narrow.
            bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
            bar.hide()
            column.addWidget(bar)
        self._listed = Rows(self.tr("模型的密钥"))
        column.addWidget(self._listed)
        self._column = column

    def show_keys(self, keys: Iterable[KeyStatus], keyring: str, *, has_file: bool) -> None:
        """Show these."""
        self.file.setVisible(has_file)
        if keyring:
            message, hint = (self._messages.text(f"errors.{keyring}.{part}") for part in ("message", "hint"))
            self.keyring.say(Weight.WARN, message, hint)
        else:
            self.keyring.hide()
        rows = Rows(self.tr("模型的密钥"))
        self.rows = {}
        for one in keys:
            row = KeyRow(one, self._words, can_keep=not keyring)
            row.enter.clicked.connect(lambda _=False, name=one.provider: self.enter.emit(name))
            row.take.clicked.connect(lambda _=False, name=one.provider: self.take.emit(name))
            rows.put(row)
            self.rows[one.provider] = row
        self._column.replaceWidget(self._listed, rows)
        self._listed.hide()
        self._listed.deleteLater()
        self._listed = rows
        rows.show()
        self.lay_out(narrow=self._is_narrow)

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page the buttons stand under the words."""
        self._is_narrow = narrow
        self._listed.lay_out(narrow=narrow)


class KeyRow(QWidget):
    """A provider."""

    def __init__(self, one: KeyStatus, words: ModelWords, *, can_keep: bool) -> None:
        super().__init__()
        name = words.provider(one.provider)
        mask, source, tone = words.key(one)
        self.enter = small(self.tr("换密钥…") if one.mask else self.tr("填密钥…"))
        self.enter.setAccessibleName(self.tr("填密钥：{0}").format(name))
        self.enter.setEnabled(can_keep)
        self.take = small(self.tr("移除…"))
        self.take.setAccessibleName(self.tr("移除密钥：{0}").format(name))
        self._row = QHBoxLayout(self)
        about = QHBoxLayout()
        about.setSpacing(Space.M)
        about.addWidget(IconLabel(Icon.KEY))
        title = ElidedLabel(name)
        title.setFixedWidth(px(NAME))
        about.addWidget(title)
        self.key = ElidedLabel(mask, Type.SECONDARY, tone)
        key = QHBoxLayout()
        key.setSpacing(Space.S)
        key.addWidget(self.key)
        key.addWidget(ElidedLabel(source, Type.META, Tone.MUTED))
        if one.shadowed:
            key.addWidget(ElidedLabel(self.tr("先用变量里的；密钥环里另有一把"), Type.META, Tone.WARN))
        key.addStretch()
        held = QWidget()
        held.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        held.setLayout(key)
        key.setContentsMargins(0, 0, 0, 0)
        address = address_words(one.origin)
        goes = ElidedLabel(
            self.tr("只发往 {0}").format(address) if one.mask else address, Type.META, Tone.MUTED
        )
        goes.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._words = QHBoxLayout()
        self._words.addWidget(held, 1)
        self._words.addWidget(goes, 1)
        about.addLayout(self._words, 1)
        deeds = QHBoxLayout()
        deeds.setSpacing(Space.S)
        deeds.addWidget(self.take)
        deeds.addWidget(self.enter)
        deeds.addStretch()
        self._row.addLayout(about, 1)
        self._row.addLayout(deeds)
        self._deeds = deeds
        self.take.setVisible(
            can_keep and (one.source is Source.KEYRING or one.shadowed or one.trouble == ELSEWHERE)
        )
        self.setAccessibleName(f"{name} {mask} {source}".strip())
        self.lay_out(narrow=False)

    def lay_out(self, *, narrow: bool) -> None:
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if narrow else beside)
        self._row.setSpacing(Space.S if narrow else Space.M)
        keeps = self.take.sizePolicy()
        keeps.setRetainSizeWhenHidden(not narrow)
        self.take.setSizePolicy(keeps)
        self._words.setDirection(down if narrow else beside)
        self._words.setSpacing(0 if narrow else Space.M)
        air = Space.S if narrow else 0
        self._row.setContentsMargins(Space.L, air, Space.L, air)
        self.setMinimumHeight(0 if narrow else px(Height.ROW_COMFORTABLE))
        self._deeds.setContentsMargins(px(IconSize.FIELD) + Space.M if narrow else 0, 0, 0, 0)
