"""链头抄写: the head of the trail as a line to copy on paper, and a field to hold an earlier line against the trail."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.trail.audit import Agreement, OnPaper
from core.services.trail.words import paper_words
from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.widgets.button import plain_button, primary, small
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.in_sight import keep_in_sight
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.sheet import Sheet
from desktop.widgets.surface import Ground, Surface

WIDTH = 600

_LOOKS = {
    Agreement.HOLDS: (Icon.DONE, Tone.ACCENT),
    Agreement.SLIP: (Icon.WARN, Tone.WARN),
    Agreement.DIFFERS: (Icon.DANGER, Tone.DANGER),
    Agreement.GONE: (Icon.DANGER, Tone.DANGER),
}


class PaperSheet(Sheet):
    """Over the page."""

    checked = Signal(str)
    """A line somebody typed."""

    def __init__(self, page: QWidget, line: str, messages: Messages) -> None:
        super().__init__(
            page,
            self.tr("链头抄写"),
            self.tr("每周抄一行在纸上并签名，纸不随文件改动：日后账本若被整个重写，一对便知。"),
            width=WIDTH,
            once=True,
        )
        self._messages = messages
        self.line = Label(line, Type.SECTION)
        self.line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.line.setAccessibleName(self.tr("现在的链头 {0}").format(line))
        self.copy = small(self.tr("复制"), icon=Icon.COPY)
        self.typed = LineEdit(
            self.tr("以前抄的一行"), hint=self.tr("如 1284 A1B2-C3D4-E5F6-0718"), clearable=True
        )
        self.check = plain_button(self.tr("核对"), key="Enter")
        self.result = Label("", Type.SECONDARY, wrap=True)
        self._sign = IconLabel(Icon.DONE, Tone.ACCENT, IconSize.FIELD)
        self.back = primary(self.tr("完成"), key="Esc")
        self._fill()
        self.copy.clicked.connect(self._on_copy)
        self.check.clicked.connect(self._on_check)
        self.typed.returnPressed.connect(self._on_check)
        self.typed.textChanged.connect(self._on_typed)
        self.back.clicked.connect(self.dismiss)

    def answer(self, found: OnPaper) -> None:
        """Say how the typed line agrees."""
        icon, tone = _LOOKS[found.agreement]
        self._say(icon, tone, paper_words(found, self._messages))

    def refuse(self, message: str, hint: str) -> None:
        """Say that what is typed cannot be read."""
        self.typed.set_invalid(True)
        self._say(Icon.WARN, Tone.WARN, f"{message}{hint}")
        self.typed.setFocus()

    def _say(self, icon: Icon, tone: Tone, words: str) -> None:
        self._sign.set_icon(icon, tone)
        self.result.setText(words)
        self._outcome.setVisible(bool(words))
        self._outcome.setAccessibleName(words)

    def _on_copy(self) -> None:
        QApplication.clipboard().setText(self.line.text())
        self.copy.set_words(self.tr("已复制"))

    def _on_check(self) -> None:
        if self.typed.text().strip():
            self.checked.emit(self.typed.text())

    def _on_typed(self) -> None:
        self.typed.set_invalid(False)
        self._say(Icon.DONE, Tone.ACCENT, "")

    def _fill(self) -> None:
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.S)
        column.addWidget(Label(self.tr("现在的链头：行号、时间、封印的前十六位"), Type.SECONDARY, Tone.MUTED))
        well = Surface(Ground.WELL)
        row = QHBoxLayout()
        row.addWidget(self.line, 1)
        row.addWidget(self.copy)
        well.column.addLayout(row)
        column.addWidget(well)
        column.addSpacing(Space.M)
        column.addWidget(Label(self.tr("核对以前抄的一行"), Type.SECONDARY, Tone.MUTED, buddy=self.typed))
        pair = QHBoxLayout()
        pair.setSpacing(Space.S)
        pair.addWidget(self.typed, 1)
        pair.addWidget(self.check)
        column.addLayout(pair)
        self._outcome = QWidget()
        said = QHBoxLayout(self._outcome)
        said.setContentsMargins(0, Space.XS, 0, 0)
        said.setSpacing(Space.S)
        said.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self.result, 1)
        column.addWidget(self._outcome)
        keep_in_sight(self._outcome)
        self._say(Icon.DONE, Tone.ACCENT, "")
        self.body.addWidget(place)
        self.foot.addStretch()
        self.foot.addWidget(self.back)
