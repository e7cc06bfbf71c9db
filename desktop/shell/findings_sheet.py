"""All that the opening found wrong with the audit trail, each with what to do. A sheet over the page; the bar stays behind it."""

from dataclasses import dataclass
from datetime import tzinfo

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.trail.audit import Finding
from core.services.trail.words import FindingWords, finding_words
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import primary
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.problem import beside_text
from desktop.widgets.sheet import Sheet

WIDTH = 640


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that is wrong, and the clinic's zone."""

    finding: Finding
    zone: tzinfo

    def words(self, messages: Messages) -> FindingWords:
        """What is wrong, and what to do."""
        return finding_words(self.finding, self.zone, messages)


class FindingsSheet(Sheet):
    """Lists them, the gravest as the opening found them first."""

    def __init__(self, page: QWidget, findings: tuple[Found, ...], messages: Messages) -> None:
        super().__init__(
            page,
            self.tr("审计记录有 {0} 处不对", "", len(findings)).format(len(findings)),
            self.tr("病历可以照常读写，这些发现已记入审计记录，不会消失。请照下面做。"),
            width=WIDTH,
            once=True,
        )
        self.rows: list[tuple[Label, Label]] = []
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        box.setSpacing(Space.L)
        for found in findings:
            said = found.words(messages)
            words = Label(said.message, wrap=True), Label(said.hint, Type.SECONDARY, Tone.MUTED, wrap=True)
            self.rows.append(words)
            row = QHBoxLayout()
            row.setSpacing(Space.S)
            row.addLayout(beside_text(IconLabel(Icon.DANGER, Tone.DANGER)))
            column = QVBoxLayout()
            column.setSpacing(0)
            for line in words:
                column.addWidget(line)
            row.addLayout(column, 1)
            box.addLayout(row)
        self.body.addLayout(box)
        self.back = primary(self.tr("知道了"), key="Esc")
        self.back.clicked.connect(self.dismiss)
        self.foot.addStretch()
        self.foot.addWidget(self.back)
