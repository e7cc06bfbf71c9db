"""The find panel: one box, under it the people of the day or who fits what is typed, and somebody new as the last line.

Nobody is chosen here for anybody: only a line that was taken, or Enter on what means one person alone, leads to a record.
An answer to what was typed before is dropped, whenever it comes.
"""

from collections.abc import Callable
from datetime import date, datetime
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.patients.patients import Asked, Found, Outcome, Typed, read_typed
from core.services.today import DayList
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.patient_context import PatientContext
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Height, Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.intake.find_lines import Current, Shown, day_shown, failed_shown, is_holder, result_shown
from desktop.views.intake.foot_action import FootAction
from desktop.views.intake.line import Kind, Line
from desktop.views.intake.people_list import PeopleList
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit

DELAY_MS = 150
"""From the last key to the question: fast enough to feel at once, slow enough not to ask for every key."""

FEWEST = 2
"""Letters it takes to look for somebody while typing; Enter asks with fewer."""


class FindBox(LineEdit):
    """The box: Down goes into the list under it, Esc empties it."""

    stepped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and not self.composing:
            self.stepped.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class FindPanel(QWidget):
    """Who is it? The panel says what a person chose; what comes of it is decided elsewhere."""

    picked = Signal(str)
    """The record number of the line that was taken, or of the only person meant."""

    unsettled = Signal(object)
    """A `Found` that a person has to decide: ambiguous, near, contradictory, or of an unknown number."""

    new_patient = Signal(str)
    """Nobody fits: register a person of this name, "" when none was typed."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clinic, self._messages = clinic, messages
        self._found: Found | None = None
        self._day: DayList | None = None
        self._current: Current | None = None
        self._will_decide = False
        self.setFixedWidth(px(Frame.FIND))
        self.box = FindBox(
            self.tr("查找患者"),
            hint=self.tr("姓名·拼音首字母·电话"),
            leading=Icon.SEARCH,
            clearable=True,
            key="Ctrl F",
        )
        self.heading = Label("")
        self.beside = Label("", Type.META, Tone.MUTED)
        self.right = Label("", Type.META, Tone.MUTED)
        self.list = PeopleList(self.tr("患者"))
        self.new = FootAction(Icon.NEW_PATIENT, self.tr("新建患者"), "Ctrl N")
        self._lay_out()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._ask)
        self.box.textChanged.connect(self._on_typed)
        self.box.returnPressed.connect(self._on_enter)
        self.box.stepped.connect(self.list.enter)
        self.list.taken.connect(self._on_taken)
        self.list.left.connect(self._on_list_left)
        self.new.clicked.connect(self._on_new)

    @property
    def typed(self) -> Typed:
        """What stands in the box, taken apart."""
        return read_typed(self.box.text(), self._today())

    @property
    def found(self) -> Found | None:
        """The answer to what stands in the box now, None while there is none."""
        return self._found

    def refresh(self) -> None:
        """Look again who was looked after today, and who fits what is typed."""
        self._clinic.ask(self, _people, self._on_day, self._clinic.unheard.emit, latest="day")
        if self._found is not None:
            self._ask()

    def turn_to(self, context: PatientContext | None) -> None:
        """Mark who is being written for; once somebody is chosen, what was typed has done its work."""
        self._current = Current(context, self._now()) if context else None
        if context is not None:
            self.box.clear()
        self._show_day()

    def look_for(self, text: str) -> None:
        """Put a text into the box and list who fits; nobody is decided on."""
        self.box.setText(text)
        self._timer.stop()
        self._ask()
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.width() - 1, 0, 1, self.height(), colour(Tone.LINE))

    # ── Typing ──────────────────────────────────────────────────────────────────────────────────

    def _on_typed(self, _text: str) -> None:
        self._found = None
        self._will_decide = False
        if len(self.box.text().strip()) < FEWEST:
            self._timer.stop()
            self._show_day()
        else:
            self._timer.start()

    def _ask(self) -> None:
        if self.box.composing:
            self._timer.start()  # until what is being written is written
        elif self.box.text().strip():
            self._look_for(self._on_found)

    def _look_for(self, done: Callable[[str, Found], None]) -> None:
        text = self.box.text()
        work = partial(_find, text.strip())
        self._clinic.ask(self, work, partial(done, text), partial(self._on_failed, text), latest="find")

    def _on_found(self, text: str, found: Found) -> None:
        # A ticket lapses with the next question only; until then the box may hold something else already.
        if text != self.box.text():
            return
        self._found = found
        self._show(result_shown(self.typed, text.strip(), found, self._today()))

    def _on_failed(self, text: str, error: ClinicError) -> None:
        if text == self.box.text():
            self._show(failed_shown(*words(error, self._messages)))

    # ── Deciding ────────────────────────────────────────────────────────────────────────────────

    def _on_enter(self) -> None:
        if self._found is not None:
            self._decide(self._found)
        elif self.box.text().strip():
            self._timer.stop()
            self._will_decide = True
            self._look_for(self._on_decisive)

    def _on_decisive(self, text: str, found: Found) -> None:
        self._on_found(text, found)
        # A key or a line taken since Enter was pressed has called the decision off.
        if self._will_decide:
            self._will_decide = False
            self._decide(found)

    def _decide(self, found: Found) -> None:
        if found.patient is not None:
            self.picked.emit(found.patient.record_no)
        elif found.candidates or found.outcome is Outcome.UNKNOWN_RECORD_NO:
            self.unsettled.emit(found)
        else:
            # Nobody: the way on is one more Enter away, so that a slip registers no one.
            self.list.enter(Kind.NEW)

    def _on_taken(self, line: Line) -> None:
        self._will_decide = False
        if line.kind is Kind.NEW:
            self._on_new()
        elif self._found is not None and is_holder(line, self._found):
            self.unsettled.emit(self._found)
        else:
            self.picked.emit(line.record_no)

    def _on_new(self) -> None:
        self.new_patient.emit(self.typed.new_name)

    def _on_list_left(self) -> None:
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)

    # ── Showing ─────────────────────────────────────────────────────────────────────────────────

    def _on_day(self, day: DayList) -> None:
        self._day = day
        self._show_day()

    def _show_day(self) -> None:
        """The list of the day, unless who fits what is typed stands there."""
        if self._day is not None and len(self.box.text().strip()) < FEWEST and self._found is None:
            self._show(day_shown(self._day, self._current, self._messages))

    def _show(self, shown: Shown) -> None:
        self.heading.setText(shown.heading)
        self.beside.setText(shown.beside)
        self.right.setText(shown.right)
        self.list.setAccessibleName(" ".join(filter(None, (shown.heading, shown.beside, shown.right))))
        self.list.show_lines(list(shown.lines))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Space.L, Space.XS, Space.L, 0)
        head.setSpacing(Space.M)
        self.heading.setFixedHeight(px(Height.ROW_DENSE))
        head.addWidget(self.heading)
        head.addWidget(self.beside)
        head.addStretch()
        head.addWidget(self.right)
        box = QVBoxLayout()
        box.setContentsMargins(Space.M, Space.M, Space.M, 0)
        box.addWidget(self.box)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addLayout(box)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addWidget(self.new)

    def _now(self) -> datetime:
        opened = self._clinic.opened
        return opened.clock.now() if opened else datetime.now().astimezone()

    def _today(self) -> date:
        return self._now().date()


def _people(kernel: Kernel) -> DayList:
    return kernel.today.people()


def _find(text: str, kernel: Kernel) -> Found:
    return kernel.patients.find(Asked(text=text))
