"""One text that was put aside, as it was written, with the words marked for which it was kept back. It is read here and goes nowhere."""

from collections import Counter
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.base.text import one_line
from core.services.red_lines.quarantine import Mark, PutAside
from core.services.trail.words import source_words, tool_words
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone
from desktop.views.settings.packs_parts import Facts, Lines
from desktop.views.settings.packs_words import Line
from desktop.widgets.button import plain_button
from desktop.widgets.marked_label import MarkedLabel
from desktop.widgets.read_line import ReadLine
from desktop.widgets.sheet import Sheet
from desktop.widgets.surface import Ground, Surface

WIDTH = 640


class PutAsideSheet(Sheet):
    """Made for one text."""

    def __init__(self, page: QWidget, one: PutAside, messages: Messages) -> None:
        super().__init__(
            page,
            self.tr("另存的文字：第 {0} 号，{1}").format(one.number, whose_words(one)),
            self.tr("这段文字没有显示，也没有存入病历。这次查看已记入审计记录。"),
            width=WIDTH,
            once=True,
        )
        self._messages = messages
        between = messages.text("list.between")
        facts = [
            (self.tr("时间"), f"{one.at:%Y-%m-%d %H:%M}"),
            (self.tr("来自"), origin_words(one, messages)),
            (self.tr("当时在用"), one.by),
            (self.tr("约束"), between.join(one.constraints)),
        ]
        self.facts = Facts((name, value) for name, value in facts if value)
        self.lines = [MarkedLabel(text, places) for text, places in _lines(one.text or "", one.marks)]
        well = Surface(Ground.WELL)
        well.setAccessibleName(self.tr("原文"))
        well.column.setSpacing(0)
        for line in self.lines:
            read = ReadLine(line.accessibleName())
            row = QHBoxLayout(read)
            row.setContentsMargins(0, 2, 0, 2)
            row.addWidget(line)
            well.column.addWidget(read)
        self.found = Lines(self._found(one))
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        box.setSpacing(Space.M)
        for part in (well, self.found, self.facts):
            box.addWidget(part)
        self.body.addLayout(box)
        self.back = plain_button(self.tr("关闭"), key="Esc")
        self.back.clicked.connect(self.dismiss)
        self.foot.addStretch()
        self.foot.addWidget(self.back)

    def _found(self, one: PutAside) -> Iterator[Line]:
        """What is marked, by rule; why nothing is."""
        text = one.text or ""
        for rule in one.constraints:
            words = Counter(one_line(text[mark.start : mark.end]) for mark in one.marks if mark.rule == rule)
            if not words:
                said = self.tr("按约束 {0} 现在的写法，没有可标出的字样：它改过，或不在了。").format(rule)
                yield Line(Icon.INFO, Tone.MUTED, said)
                continue
            named = self._messages.text("list.between").join(
                self.tr("“{0}”").format(word) if count == 1 else self.tr("“{0}”{1} 处").format(word, count)
                for word, count in words.items()
            )
            yield Line(
                Icon.WARN, Tone.WARN, self.tr("标出：{0}").format(named), self.tr("约束 {0}").format(rule)
            )


def whose_words(one: PutAside) -> str:
    """Whom it is about."""
    nobody = QCoreApplication.translate("PutAsideSheet", "不属于哪位患者")
    return " ".join(filter(None, (one.name, one.record_no))) or nobody


def origin_words(one: PutAside, messages: Messages) -> str:
    """Through what it came."""
    return tool_words(one.tool, messages) or source_words(one.source, messages)


def _lines(text: str, marks: Sequence[Mark]) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """The lines of a text, each with the places in it."""
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        places = [
            (max(mark.start, start) - start, min(mark.end, end) - start)
            for mark in marks
            if mark.start < end and mark.end > start
        ]
        yield line, places
        start = end + 1
