"""看看会送出什么: a text as it would leave for a model outside, beside what it was. Nothing is sent, kept or told by looking."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo, looks_like_record_no
from core.base.messages import Messages
from core.services.leaving_preview import Piece, WouldLeave
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.views.settings.packs_parts import Lines
from desktop.views.settings.packs_words import Line
from desktop.views.settings.said import Said
from desktop.widgets.button import plain_button, small
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.marked_label import MarkedLabel
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface
from desktop.widgets.text_edit import TextEdit

MOST = 40
"""Pieces that are told one by one."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of several pieces that are the same."""

    piece: Piece
    count: int


class LeavingCard(Surface):
    """The card."""

    def __init__(self, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(padding=1)
        self._clinic, self._messages = clinic, messages
        self.shown: WouldLeave | None = None
        self.setAccessibleName(self.tr("看看会送出什么"))
        self.column.setSpacing(0)
        self.text = TextEdit(
            self.tr("要看的文字"), hint=self.tr("粘贴一段文字，看发往外部模型时会变成什么样。"), lines=(3, 8)
        )
        self.number = LineEdit(self.tr("病历号"), hint="P001")
        self.take = small(self.tr("取最近一次病历"))
        self.look = plain_button(self.tr("看看会送出什么"), icon=Icon.SHOW)
        self.said = Said()
        self.out = QWidget()
        self._head()
        body = QVBoxLayout()
        body.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        body.setSpacing(Space.M)
        body.addWidget(self.text)
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(Label(self.tr("病历号"), Type.SECONDARY, Tone.MUTED, buddy=self.number))
        row.addWidget(self.number, 1)
        row.addWidget(self.take)
        body.addLayout(row)
        foot = QHBoxLayout()
        foot.addWidget(self.look)
        foot.addStretch()
        body.addLayout(foot)
        body.addWidget(self.said)
        body.addWidget(self.out)
        body.addStretch()
        self._body = body
        self.column.addLayout(body, 1)
        self.look.clicked.connect(self.show_it)
        self.take.clicked.connect(self._on_take)
        self.number.returnPressed.connect(self._on_take)
        self.text.textChanged.connect(self._on_edited)
        self.number.textEdited.connect(self._on_edited)

    def show_it(self) -> None:
        """Work it out."""
        text = self.text.toPlainText()
        if not text.strip():
            self._refuse(self.tr("请先粘贴一段文字，或取一份病历。"))
            self.text.setFocus()
            return
        about = looks_like_record_no(self.number.text()) if self.number.text().strip() else None
        self._clinic.ask(self, partial(_looked, text, about), self._show, self._on_failed, latest="leaving")

    def limit(self, *, may: bool, reads: bool) -> None:
        """Whether whoever is at work may look, and whether they may read records."""
        self.setVisible(may)
        self.number.setEnabled(reads)
        self.take.setEnabled(reads)

    def _head(self) -> None:
        line = QHBoxLayout()
        line.setContentsMargins(Space.L, Space.S, Space.L, Space.S)
        line.setSpacing(Space.S)
        line.addWidget(Label(self.accessibleName(), Type.SECONDARY, Tone.MUTED))
        line.addStretch()
        line.addWidget(Label(self.tr("只在这里看，什么也不发出"), Type.META, Tone.MUTED))
        self.column.addLayout(line)
        self.column.addWidget(Separator())

    def _show(self, shown: WouldLeave) -> None:
        self.shown = shown
        self.said.say(self.tr("文字太长，只看了开头。") if shown.is_cut else "")
        out = QWidget()
        column = QVBoxLayout(out)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addWidget(
            Label(self.tr("发出的文字（{0} 字节）").format(f"{shown.bytes:,}"), Type.META, Tone.MUTED)
        )
        places, at = [], 0
        for piece in shown.pieces:
            if piece.kind is not None:
                places.append((at, at + len(piece.leaves)))
            at += len(piece.leaves)
        column.addWidget(MarkedLabel(shown.leaves, places, Type.SECONDARY, Tone.ACCENT))
        column.addWidget(Lines(self._lines(shown)))
        self._put(out)

    def _lines(self, shown: WouldLeave) -> list[Line]:
        lines = []
        counted: dict[tuple[str, str], Taken] = {}
        for one in shown.taken:
            key = (one.written, one.leaves)
            before = counted.get(key)
            counted[key] = Taken(one, before.count + 1 if before else 1)
        for taken in list(counted.values())[:MOST]:
            piece = taken.piece
            if piece.kind is None or piece.layer is None:
                continue
            kind = self._messages.text(f"deid.kind.{piece.kind.name}")
            layer = self._messages.text(f"deid.layer.{piece.layer}")
            times = self.tr("，{0} 处").format(taken.count) if taken.count > 1 else ""
            said = self.tr("{0} → {1}").format(piece.written, piece.leaves)
            lines.append(Line(Icon.HIDE, Tone.MUTED, said, self.tr("{0}，{1}{2}").format(kind, layer, times)))
        if not shown.taken:
            lines.append(Line(Icon.INFO, Tone.MUTED, self.tr("没有认出能指认到人的内容。")))
        rest = self.tr("其余原样发出，包括症状、原话和过敏史。请自己看一遍。")
        lines.append(Line(Icon.WARN, Tone.WARN, rest))
        return lines

    def _put(self, out: QWidget) -> None:
        old, self.out = self.out, out
        self._body.replaceWidget(old, out)
        old.hide()
        old.deleteLater()
        out.show()

    def _on_take(self) -> None:
        number = looks_like_record_no(self.number.text())
        if number is None:
            self._refuse(self.tr("请填病历号，例如 P001。"))
            self.number.set_invalid(True)
            self.number.setFocus()
            return
        self._clinic.ask(self, partial(_taken, number), self._on_taken, self._on_failed)

    def _on_taken(self, text: str) -> None:
        if not text:
            self._refuse(self.tr("这份病历还没有就诊记录。"))
            return
        self.text.setPlainText(text)
        self.show_it()

    def _on_edited(self) -> None:
        self.said.say("")
        self.number.set_invalid(False)
        if self.shown is not None:
            self.shown = None
            self._put(QWidget())

    def _refuse(self, words: str) -> None:
        self.said.say(words, Icon.DANGER, Tone.DANGER)

    def _on_failed(self, error: ClinicError) -> None:
        self._refuse(sentences(error, self._messages))


def _looked(text: str, about: RecordNo | None, kernel: Kernel) -> WouldLeave:
    return kernel.leaving_preview.of_text(text, about)


def _taken(number: RecordNo, kernel: Kernel) -> str:
    return kernel.leaving_preview.text_of(number)
