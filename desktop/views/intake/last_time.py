"""The second line of a symptom's row on a return visit: what was recorded last time, in grey."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.services.forms import GRADES, Finding, Status
from desktop.theme.fonts import px
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.intake.numbers import number_text
from desktop.widgets.data_words import shown
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.grade import GradeDots
from desktop.widgets.label import Label

if TYPE_CHECKING:
    from core.services.visits.carried import Carried

_QUOTE_AT = 129
"""Where the words begin; their opening mark hangs left of it."""


class LastTime(QWidget):
    """Date, grade or number, and the words."""

    def __init__(self, carried: "Carried", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        finding = carried.finding
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        short = QWidget()
        short.setMinimumWidth(px(_QUOTE_AT))
        left = QHBoxLayout(short)
        left.setContentsMargins(0, 0, Space.S, 0)
        left.setSpacing(Space.S)
        day = carried.day.strftime("%m-%d")
        date = Label(self.tr("上次 {0}").format(day), Type.META, Tone.MUTED)
        date.setToolTip(carried.day.isoformat())
        left.addWidget(date)
        said = short_of(finding)
        if finding.status is Status.PRESENT and finding.grade and not finding.count:
            left.addWidget(GradeDots(finding.grade, said, tone=Tone.MUTED, size=Type.META))
        else:
            left.addWidget(Label(said, Type.META, Tone.MUTED))
        left.addStretch()
        row.addWidget(short)
        self.quote = ElidedLabel(f"“{finding.words}”" if finding.words else "", Type.META, Tone.MUTED)
        row.addWidget(self.quote, 1)


def short_of(finding: Finding) -> str:
    """A finding in a word: 无, 重, 3 次/夜, 有."""
    if finding.status is not Status.PRESENT:
        return shown(finding.status.value)
    if finding.count:
        return f"{number_text(finding.count.value)} {finding.count.unit}"
    return shown(GRADES[finding.grade] if finding.grade else finding.status.value)
