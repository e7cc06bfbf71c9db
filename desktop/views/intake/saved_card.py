"""What was saved, as it stands in the record: so that nobody wonders where the words went, with what can be done next."""

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.visits.intake import Noted
from core.services.visits.records import Line, Record
from desktop.models.comparison import visit_words
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import SCROLL_BAR, Frame, IconSize, Space, Tone, Type
from desktop.views.intake.symptom_row import OUT
from desktop.widgets.button import link, plain_button
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.noted_view import NotedView
from desktop.widgets.separator import Separator

_LABEL = 112
_LEAST = 32


class SavedCard(QWidget):
    """The card of one saved visit. Its buttons only say what is wanted."""

    compare_wanted = Signal()
    print_wanted = Signal()
    sign_wanted = Signal()
    next_wanted = Signal()

    def __init__(self, messages: Messages, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages = messages
        self.record: Record | None = None
        self.noted: NotedView | None = None
        card = QFrame()
        card.setProperty("kind", "card")
        card.setMaximumWidth(px(Frame.FORM))
        card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        head.setSpacing(2)
        line = QHBoxLayout()
        line.setSpacing(Space.S)
        self._sign = IconLabel(Icon.DONE, Tone.ACCENT, IconSize.FIELD)
        self.title = Label("", Type.SECTION)
        line.addWidget(self._sign)
        line.addWidget(self.title)
        line.addStretch()
        head.addLayout(line)
        self.meta = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        head.addWidget(self.meta)
        inside.addLayout(head)
        inside.addWidget(Separator())
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(self.tr("已保存的病历"))
        self._area.setMinimumHeight(px(_LEAST))
        inside.addWidget(self._area, 1)
        inside.addWidget(Separator())
        inside.addLayout(self._actions())
        row = QHBoxLayout(self)
        row.setContentsMargins(OUT, Space.XS, OUT + SCROLL_BAR, Space.L)
        row.addStretch()
        row.addWidget(card, 1_000)
        row.addStretch()

    def show_record(self, record: Record, noted: Sequence[Noted] = ()) -> None:
        """Show a saved visit, and what rules of packs mention in it."""
        self.record = record
        signed = record.signed
        self.title.setText(self.tr("已签名定稿") if signed else self.tr("已保存"))
        label = visit_words(record.place)
        told = [label, f"{record.visited_at:%Y-%m-%d %H:%M}", record.form.title, _who(record)]
        if noted:
            # Also where the window is so low that what stands over the record has to be scrolled to.
            told.append(self.tr("{0} 项的用词有规则提到", "", len(noted)).format(len(noted)))
        self.meta.setText("·".join(told))
        self.compare.setVisible(record.place > 1)
        self.sign.setVisible(signed is None)
        self._area.setWidget(self._body(record, noted))

    def clear(self) -> None:
        """Show nothing of anybody."""
        self.record = self.noted = None
        self.meta.setText("")
        self._area.setWidget(QWidget())

    def take_focus(self) -> None:
        """Put the focus on what comes next."""
        (self.next if self.sign.isHidden() else self.sign).setFocus(Qt.FocusReason.OtherFocusReason)

    def _actions(self) -> QHBoxLayout:
        self.compare = plain_button(self.tr("对比上次"), icon=Icon.COMPARE)
        self.print = plain_button(self.tr("打印病历"), icon=Icon.PRINT)
        self.sign = plain_button(self.tr("签名定稿…"))
        self.next = link(self.tr("继续写下一份"))
        row = QHBoxLayout()
        row.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        row.setSpacing(Space.S)
        self.compare.clicked.connect(self._on_compare)
        self.print.clicked.connect(self._on_print)
        self.sign.clicked.connect(self._on_sign)
        self.next.clicked.connect(self._on_next)
        for button in (self.compare, self.print, self.sign):
            row.addWidget(button)
        row.addStretch()
        row.addWidget(self.next)
        return row

    def _body(self, record: Record, noted: Sequence[Noted]) -> QWidget:
        body = QWidget()
        body.setProperty("plain", True)
        grid = QGridLayout(body)
        grid.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        grid.setHorizontalSpacing(Space.M)
        grid.setVerticalSpacing(Space.S)
        grid.setColumnMinimumWidth(0, px(_LABEL))
        grid.setColumnStretch(1, 1)
        self.noted = NotedView(noted, self._messages) if noted else None
        if self.noted:
            grid.addWidget(self.noted, 0, 0, 1, 2)
        for number, line in enumerate(record.lines):
            words = self._words(line.kind.value, line.text)
            if line.carried:
                words = self._messages.text("visit.carried", text=words, day=line.carried)
            label = f"{line.label} {line.row}" if line.row is not None else line.label
            place = grid.rowCount()
            if line.kind.value == "heading":
                if self._is_over_words(record.lines[number + 1 :], line.level):
                    grid.addWidget(Label(label, Type.SECONDARY, Tone.MUTED), place, 0, 1, 2)
            elif words:
                name = Label(label, Type.SECONDARY, Tone.MUTED, wrap=True)
                grid.addWidget(name, place, 0, Qt.AlignmentFlag.AlignTop)
                grid.addWidget(Label(words, Type.BODY, wrap=True), place, 1)
        grid.setRowStretch(grid.rowCount(), 1)
        return body

    def _is_over_words(self, below: Sequence[Line], level: int) -> bool:
        """Whether anything was written under a heading: what was left empty is not shown, nor is a heading over it."""
        inside = takewhile(lambda line: line.level > level, below)
        return any(
            line.kind.value != "heading" and self._words(line.kind.value, line.text) for line in inside
        )

    def _words(self, kind: str, text: str) -> str:
        return self._messages.text(f"visit.{kind}") if kind in {"yes", "no"} else text

    def _on_compare(self) -> None:
        self.compare_wanted.emit()

    def _on_print(self) -> None:
        self.print_wanted.emit()

    def _on_sign(self) -> None:
        self.sign_wanted.emit()

    def _on_next(self) -> None:
        self.next_wanted.emit()


def _who(record: Record) -> str:
    signed = record.signed
    return f"{signed.by} {signed.at:%Y-%m-%d %H:%M}" if signed else record.saved_by
