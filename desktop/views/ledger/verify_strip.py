"""核验: how far it is, and what it found. It stands over the list, which can be read meanwhile."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from core.services.trail.words import FindingWords
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.widgets.button import small
from desktop.widgets.icon_button import IconButton
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface

FINDINGS = 180
"""The height from which findings scroll."""


class VerifyStrip(QWidget):
    """A card that is there while a verification runs, and with its result until it is put away."""

    cancelled = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        card = Surface(padding=0)
        card.column.setSpacing(0)
        around = QVBoxLayout(self)
        # The air under the card goes with it.
        around.setContentsMargins(0, 0, 0, Space.M)
        around.addWidget(card)
        self.sign = IconLabel(Icon.INTACT, Tone.MUTED, IconSize.FIELD)
        self.sentence = Label("", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("核验进度"))
        self.cancel = small(self.tr("停止核验"), key="Esc")
        self.close_button = IconButton(Icon.CLOSE, self.tr("收起"))
        words = QVBoxLayout()
        words.setSpacing(Space.XS)
        words.addWidget(self.sentence)
        words.addWidget(self.bar)
        top = QHBoxLayout()
        top.setContentsMargins(Space.L, Space.S + 2, Space.M, Space.S + 2)
        top.setSpacing(Space.M)
        top.addWidget(self.sign)
        top.addLayout(words, 1)
        top.addWidget(self.cancel)
        top.addWidget(self.close_button)
        self._rule = Separator()
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setAccessibleName(self.tr("发现的问题"))
        self._findings: list[FindingWords] = []
        card.column.addLayout(top)
        card.column.addWidget(self._rule)
        card.column.addWidget(self._area)
        self.cancel.clicked.connect(self.cancelled)
        self.close_button.clicked.connect(self.closed)
        self.hide()

    @property
    def findings(self) -> list[FindingWords]:
        """What is listed."""
        return self._findings

    @property
    def is_running(self) -> bool:
        """Whether a verification runs."""
        return not self.isHidden() and not self.cancel.isHidden()

    def begin(self) -> None:
        """A verification has begun."""
        self.bar.setRange(0, 0)
        self._show(Icon.INTACT, Tone.MUTED, self.tr("正在核验…"), is_running=True)

    def go_on(self, done: int, total: int) -> None:
        """So many rows of so many are done."""
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
        self.sentence.setText(self.tr("正在核验：{0} / {1} 行").format(f"{done:,}", f"{total:,}"))

    def end(self, icon: Icon, tone: Tone, sentence: str, findings: Sequence[FindingWords] = ()) -> None:
        """Say how it ended, and what was found."""
        self._show(icon, tone, sentence, findings, is_running=False)

    def _show(
        self,
        icon: Icon,
        tone: Tone,
        sentence: str,
        findings: Sequence[FindingWords] = (),
        *,
        is_running: bool,
    ) -> None:
        self._findings = list(findings)
        self.sign.set_icon(icon, tone)
        self.sentence.setText(sentence)
        self.setAccessibleName(sentence)
        self.bar.setVisible(is_running)
        self.cancel.setVisible(is_running)
        self.close_button.setVisible(not is_running)
        for part in (self._rule, self._area):
            part.setVisible(bool(findings))
        if findings:
            content = _listed(findings)
            self._area.setWidget(content)
            self._area.setFixedHeight(min(content.sizeHint().height(), px(FINDINGS), self._room()))
        self.show()

    def _room(self) -> int:
        """What findings may take of a low window."""
        return max(self.window().height() // 3, px(Height.ROW_DENSE))


def _listed(findings: Sequence[FindingWords]) -> QWidget:
    content = QWidget()
    content.setProperty("plain", True)
    column = QVBoxLayout(content)
    column.setContentsMargins(Space.L + px(IconSize.FIELD) + Space.M, Space.S, Space.L, Space.M)
    column.setSpacing(Space.S)
    for one in findings:
        pair = QVBoxLayout()
        pair.setSpacing(0)
        pair.addWidget(Label(one.message, wrap=True))
        pair.addWidget(Label(one.hint, Type.SECONDARY, Tone.MUTED, wrap=True))
        column.addLayout(pair)
    return content
