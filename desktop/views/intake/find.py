"""The find panel: one box, its answers, and the way to a new patient as the last row. Nobody is chosen here for anybody."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from core.services.patients import Asked, Found, Outcome
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.widgets.button import Button, Kind
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit

DELAY_MS = 150
"""From the last key to the question: fast enough to feel at once, slow enough not to ask for every key."""

FEWEST = 2
"""Letters it takes to look for somebody."""


class FindPanel(QWidget):
    """Who is it? `settled` brings an answer that names one person; `unsettled` one that a person has to decide."""

    settled = Signal(object)
    """A `Found` with outcome exact, after Enter or a choice from the list."""

    unsettled = Signal(object)
    """A `Found` that is ambiguous, near, contradictory or unknown: the picker's."""

    new_patient = Signal(str)
    """Nobody fits: register a person of this name."""

    def __init__(self, clinic: ClinicBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clinic = clinic
        self._found: Found | None = None
        self.setFixedWidth(px(Frame.FIND))
        self.box = LineEdit(
            self.tr("查找患者"),
            hint=self.tr("姓名·拼音首字母·电话"),
            leading=Icon.SEARCH,
            clearable=True,
            key="Ctrl F",
        )
        self._heading = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("查找结果"))
        self._list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setProperty("kind", "bare")
        self._new = Button(self.tr("新建患者"), kind=Kind.LINK, icon=Icon.NEW_PATIENT, key="Ctrl N")
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        column.setSpacing(Space.S)
        for part in (self.box, self._heading, self._list, self._new):
            column.addWidget(part, int(part is self._list))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._ask)
        self.box.textChanged.connect(self._on_typed)
        self.box.returnPressed.connect(self._on_enter)
        self._list.itemActivated.connect(self._on_activated)
        self._new.clicked.connect(self._on_new)
        self._show_nothing()

    def _on_typed(self, _text: str) -> None:
        self._found = None
        self._timer.start()

    def _ask(self) -> None:
        if len(self.box.text().strip()) < FEWEST:
            self._show_nothing()
        else:
            self._look_for(self._on_found)

    def _look_for(self, done: Callable[[Found], None]) -> None:
        typed = self.box.text().strip()

        def work(kernel: Kernel) -> Found:
            return kernel.patients.find(Asked(text=typed))

        self._clinic.ask(self, work, done, latest="find")

    def _on_found(self, found: Found) -> None:
        self._found = found
        self._list.clear()
        for candidate in found.candidates:
            details = candidate.patient.details
            birth = details.birth.text if details.birth else self.tr("出生未录")
            row = QListWidgetItem(
                f"{details.name}  {details.sex}·{birth}\n{candidate.patient.record_no}  "
                f"{candidate.patient.chief_complaint or self.tr('还没有就诊')}"
            )
            row.setData(Qt.ItemDataRole.UserRole, candidate.patient.record_no)
            self._list.addItem(row)
        self._heading.setText(
            self.tr("%n 位符合", "", len(found.candidates)) if found.candidates else self.tr("没有符合的患者")
        )

    def _on_enter(self) -> None:
        if self._found is not None:
            self._decide(self._found)
        elif self.box.text().strip():
            self._timer.stop()
            self._look_for(self._on_decisive)

    def _on_decisive(self, found: Found) -> None:
        self._on_found(found)
        self._decide(found)

    def _decide(self, found: Found) -> None:
        if found.outcome is Outcome.NEW:
            self.new_patient.emit(self.box.text().strip())
        elif found.patient is not None:
            self.settled.emit(found)
        else:
            self.unsettled.emit(found)

    def _on_activated(self, row: QListWidgetItem) -> None:
        record_no = str(row.data(Qt.ItemDataRole.UserRole))

        def work(kernel: Kernel) -> Found:
            return kernel.patients.find(Asked(record_no=record_no))

        self._clinic.ask(self, work, self._decide, latest="choose")

    def _on_new(self) -> None:
        self.new_patient.emit(self.box.text().strip())

    def _show_nothing(self) -> None:
        self._list.clear()
        self._heading.setText(self.tr("输入两个字即可查找。"))
