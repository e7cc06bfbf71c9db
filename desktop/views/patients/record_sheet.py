"""A saved visit to read: sections and answers as they are printed, the symptoms as a table, what was chosen otherwise and why.

Left and right go to the visit before and after, up and down scroll. What was amended, void or entered late says so on top.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.forms import Finding, Status
from core.services.visits.compare import Compared
from core.services.visits.intake import Noted
from core.services.visits.records import Record, Versions
from core.services.visits.timeline import TextChange
from desktop.bridge.clinic import Kernel
from desktop.models.comparison import astray_words, value_words, visit_words
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.patients.standing import Standing
from desktop.widgets.button import plain_button
from desktop.widgets.data_words import shown
from desktop.widgets.grade import GradeDots, grade_word
from desktop.widgets.icon_button import IconButton
from desktop.widgets.label import Label
from desktop.widgets.noted_view import NotedView
from desktop.widgets.separator import Separator
from desktop.widgets.sheet import Sheet
from desktop.widgets.tip import set_tip

WIDTH = 960
LABEL, TERM, VALUE = 112, 96, 104
INDENT = 16
STEP = 72
"""Pixels an arrow scrolls."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A visit as it is shown: its versions, its neighbours in time by number, and what differs from the visit before: texts, and
    the comparison of symptoms. `draft_at` is since when an amendment is being typed.
    """

    versions: Versions
    earlier: int | None
    later: int | None
    changes: tuple[TextChange, ...]
    compared: Compared | None
    draft_at: datetime | None = None

    @property
    def record(self) -> Record:
        return self.versions.record


def load(kernel: Kernel, record_no: str, number: int) -> Reading:
    """Read a visit. For a worker. Raises `UserError` unknown_record_no, unknown_visit."""
    versions = kernel.records.versions(record_no, number)
    record = versions.record
    timed = kernel.records.timeline(record_no).everything
    draft = None if record.void else kernel.amendments.draft(record_no, number)
    numbers = [visit.number for visit in timed]
    at = numbers.index(number)
    return Reading(
        versions,
        numbers[at - 1] if at else None,
        numbers[at + 1] if at + 1 < len(numbers) else None,
        timed[at].changes,
        kernel.compare.visits(record_no, None, number) if record.place > 1 else None,
        draft.saved_at if draft else None,
    )


class RecordSheet(Sheet):
    """Made for one reading. `about` names the patient, `noted` is what rules of packs mention in what was just amended."""

    visit_wanted = Signal(int)
    """Another visit of the same patient, by number."""

    print_wanted = Signal()
    sign_wanted = Signal()
    amend_wanted = Signal()
    void_wanted = Signal()
    compare_wanted = Signal()

    def __init__(
        self,
        page: QWidget,
        reading: Reading,
        about: str,
        messages: Messages,
        noted: Sequence[Noted] = (),
    ) -> None:
        record = reading.record
        self.reading, self._messages = reading, messages
        self._noted = noted
        super().__init__(
            page,
            self.tr("{0}·{1}·{2}").format(about, visit_words(record.place), record.form.title),
            self._moment(record),
            width=WIDTH,
        )
        content = QWidget()
        column = self._column = QVBoxLayout(content)
        column.setContentsMargins(Space.XL, Space.M, Space.XL, Space.L)
        column.setSpacing(Space.S)
        self._fill()
        column.addStretch()
        self.body.addWidget(content)
        self.card.setAccessibleName(self.text)
        self._build_foot()

    @property
    def text(self) -> str:
        """Everything that stands on it, for a screen reader."""
        return "\n".join(label.text() for label in self.card.findChildren(QLabel) if label.text())

    def begin(self) -> None:
        """Open it, ready to be scrolled."""
        self.open(self.card)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        bar = self.card.findChildren(QScrollArea)[0].verticalScrollBar()
        steps = {
            Qt.Key.Key_Up: -STEP,
            Qt.Key.Key_Down: STEP,
            Qt.Key.Key_PageUp: -bar.pageStep(),
            Qt.Key.Key_PageDown: bar.pageStep(),
            Qt.Key.Key_Space: bar.pageStep(),
            Qt.Key.Key_Home: -bar.maximum(),
            Qt.Key.Key_End: bar.maximum(),
        }
        if key in steps:
            bar.setValue(bar.value() + steps[Qt.Key(key)])
            event.accept()
        elif key == Qt.Key.Key_Left:
            self._on_earlier()
            event.accept()
        elif key == Qt.Key.Key_Right:
            self._on_later()
            event.accept()
        else:
            super().keyPressEvent(event)

    def _moment(self, record: Record) -> str:
        signed = record.signed
        said = (
            self.tr("已签名 {0} {1:%Y-%m-%d %H:%M}").format(signed.by, signed.at)
            if signed
            else self.tr("未签名")
        )
        return self.tr("就诊 {0:%Y-%m-%d %H:%M}·医师 {1}·{2}").format(
            record.visited_at, record.saved_by, said
        )

    def _fill(self) -> None:
        self.standing = Standing(self.reading.versions, self.reading.draft_at, self._messages)
        self.standing.amend_wanted.connect(self.amend_wanted)
        self.standing.void_wanted.connect(self.void_wanted)
        self._column.addWidget(self.standing)
        self.noted = NotedView(self._noted, self._messages) if self._noted else None
        if self.noted:
            self._column.addWidget(self.noted)
        compared = self.reading.compared
        if compared is not None and compared.differs:
            self._column.addWidget(
                Label(self._messages.text("compare.differs"), Type.SECONDARY, Tone.WARN, wrap=True)
            )
        grid: QGridLayout | None = None
        has_findings = False
        for line in self.reading.record.lines:
            label = f"{line.label} {line.row}" if line.row is not None else line.label
            match line.kind.value:
                case "heading":
                    grid = None
                    heading = Label(label, Type.SECTION)
                    heading.setContentsMargins(_indent(line.level), Space.S, 0, 0)
                    self._column.addWidget(heading)
                case "note":
                    grid = None
                    self._column.addWidget(Label(label, Type.META, Tone.MUTED, wrap=True))
                case "finding" if has_findings:
                    pass
                case "finding":
                    grid, has_findings = None, True
                    self._column.addLayout(self._findings(self.reading.record.findings))
                case _:
                    grid = grid or self._grid()
                    self._answer(
                        grid, label, self._said(line.kind.value, line.text, line.carried), line.level
                    )
        self._changes()
        self._overrides()

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.M)
        grid.setVerticalSpacing(Space.XS)
        grid.setColumnMinimumWidth(0, px(LABEL))
        grid.setColumnStretch(1, 1)
        self._column.addLayout(grid)
        return grid

    def _said(self, kind: str, text: str, carried: object) -> str:
        if kind in {"yes", "no"}:
            return self._messages.text(f"visit.{kind}")
        return self._messages.text("visit.carried", text=text, day=carried) if carried else text

    def _answer(self, grid: QGridLayout, label: str, words: str, level: int) -> None:
        row = grid.rowCount()
        name = Label(label, Type.SECONDARY, Tone.MUTED, wrap=True)
        name.setContentsMargins(_indent(level), 0, 0, 0)
        is_empty = not words or words == Status.NOT_ASKED.value
        said = Label(
            shown(words) or self.tr("未填"), Type.BODY, Tone.MUTED if is_empty else Tone.TEXT, wrap=True
        )
        said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(said, row, 1)

    def _findings(self, findings: tuple[Finding, ...]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.M)
        grid.setVerticalSpacing(Space.XS)
        grid.setColumnMinimumWidth(0, px(TERM))
        grid.setColumnMinimumWidth(1, px(VALUE))
        grid.setColumnStretch(2, 3)
        grid.setColumnStretch(3, 2)
        heads = (self.tr("症状"), self.tr("本次"), self.tr("患者原话"), self.tr("起于·频次·所述"))
        for column, head in enumerate(heads):
            grid.addWidget(Label(head, Type.META, Tone.MUTED), 0, column)
        for row, finding in enumerate(findings, start=1):
            line = 2 * row
            grid.addWidget(Separator(), line - 1, 0, 1, len(heads))
            is_said = finding.status in {Status.PRESENT, Status.ABSENT}
            tone = Tone.TEXT if is_said else Tone.MUTED
            quote = f"“{finding.words}”" if finding.words else ""
            parts = (
                Label(finding.term, Type.BODY, tone, wrap=True),
                _value(finding, tone),
                Label(quote, Type.SECONDARY, wrap=True),
                Label(self._more(finding), Type.SECONDARY, Tone.MUTED, wrap=True),
            )
            for column, part in enumerate(parts):
                grid.addWidget(part, line, column)
        return grid

    def _more(self, finding: Finding) -> str:
        said = self.tr("所述 {0}").format(shown(finding.trend.value)) if finding.trend else ""
        return "·".join(part for part in (finding.since, finding.frequency, said) if part)

    def _changes(self) -> None:
        """The texts that are not what they were: both, one under the other."""
        changes = self.reading.changes
        if not changes:
            return
        heading = Label(self.tr("与前一次相比的改动"), Type.SECTION)
        heading.setContentsMargins(0, Space.S, 0, 0)
        self._column.addWidget(heading)
        none, grid = self.tr("未填"), self._grid()
        for change in changes:
            row = grid.rowCount()
            grid.addWidget(
                Label(change.label, Type.SECONDARY, Tone.MUTED, wrap=True), row, 0, Qt.AlignmentFlag.AlignTop
            )
            said = (
                Label(
                    self.tr("前一次：{0}").format(shown(change.before) or none),
                    Type.SECONDARY,
                    Tone.MUTED,
                    wrap=True,
                ),
                Label(self.tr("这一次：{0}").format(shown(change.after) or none), Type.SECONDARY, wrap=True),
            )
            for line, label in enumerate(said):
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                grid.addWidget(label, row + line, 1)

    def _overrides(self) -> None:
        compared = self.reading.compared
        found = list(_chosen(compared)) if compared else []
        astray = compared.astray if compared else {}
        if not found and not astray:
            return
        self._column.addWidget(Label(self.tr("医师改判"), Type.SECTION))
        for symptom, computed, verdict, reason, who in found:
            said = self.tr("{0}：原判 {1}，改判 {2}。理由：{3}（{4}）").format(
                symptom, shown(computed), shown(verdict), reason, who
            )
            self._column.addWidget(Label(said, Type.SECONDARY, wrap=True))
        for symptom, one in astray.items():
            told = astray_words(symptom, one, self._messages)
            self._column.addWidget(Label(told, Type.SECONDARY, Tone.WARN, wrap=True))

    def _build_foot(self) -> None:
        self.earlier = IconButton(Icon.PREVIOUS, self.tr("前一次就诊"), framed=True)
        self.later = IconButton(Icon.FORTH, self.tr("后一次就诊"), framed=True)
        self.earlier.setEnabled(self.reading.earlier is not None)
        self.later.setEnabled(self.reading.later is not None)
        self.back = plain_button(self.tr("关闭"), key="Esc")
        self.compare = plain_button(self.tr("对比"), icon=Icon.COMPARE)
        self.compare.setEnabled(self.reading.compared is not None)
        self.sign = plain_button(self.tr("签名定稿…"), icon=Icon.DONE)
        set_tip(self.sign, "Ctrl Shift S")
        self.print = plain_button(self.tr("打印"), icon=Icon.PRINT, key="Ctrl P")
        for button, what in (
            (self.earlier, self._on_earlier),
            (self.later, self._on_later),
            (self.back, self.dismiss),
            (self.compare, self.compare_wanted),
            (self.sign, self.sign_wanted),
            (self.print, self.print_wanted),
        ):
            button.clicked.connect(what)
        self.foot.addWidget(self.earlier)
        self.foot.addWidget(self.later)
        self.foot.addStretch()
        for button in (self.back, self.compare, self.sign, self.print):
            self.foot.addWidget(button)
        record = self.reading.record
        self.sign.setVisible(record.signed is None and record.void is None)

    def _on_earlier(self) -> None:
        if self.reading.earlier is not None:
            self.visit_wanted.emit(self.reading.earlier)

    def _on_later(self) -> None:
        if self.reading.later is not None:
            self.visit_wanted.emit(self.reading.later)


def _value(finding: Finding, tone: Tone) -> QWidget:
    """Dots for a grade, else what was answered in words."""
    if finding.grade is None or finding.count is not None:
        return Label(value_words(finding), Type.BODY, tone)
    return GradeDots(finding.grade, grade_word(finding.grade), tone=tone)


def _chosen(compared: Compared) -> Iterator[tuple[str, str, str, str, str]]:
    """Symptom, computed, chosen, reason, and who chose when, of each row a physician decided otherwise."""
    for row in compared.rows:
        chosen = compared.chosen.get(row.key) if row.rule else None
        if chosen is not None:
            computed = row.state or row.marker or ""
            who = f"{chosen.by} {chosen.at:%Y-%m-%d %H:%M}"
            yield row.symptom, computed, chosen.state or chosen.marker or "", chosen.reason, who


def _indent(level: int) -> int:
    return px(INDENT) * level
