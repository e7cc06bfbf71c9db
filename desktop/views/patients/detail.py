"""One patient beside the table: how they are registered, and their visits, the newest first."""

from dataclasses import dataclass
from datetime import date
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from core.base.birth import age_text
from core.base.errors import ClinicError
from core.base.id_card import masked
from core.services.patients import Patient
from core.services.timeline import TimedVisit, Timeline
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.widgets.button import primary
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Ground, Surface

WIDTH = 380


@dataclass(frozen=True, slots=True)
class Found:
    """A patient and their visits, read together."""

    patient: Patient
    timeline: Timeline


class Detail(Surface):
    """The side of the page."""

    chosen = Signal(object)
    """The `Patient` to look after."""

    def __init__(self, clinic: ClinicBridge) -> None:
        super().__init__(Ground.PAGE)
        self._clinic = clinic
        self._found: Found | None = None
        self.column.setSpacing(0)
        self.setFixedWidth(WIDTH)
        self.setAccessibleName(self.tr("患者详情"))
        self._empty = EmptyState(self.tr("在左边选一位患者，这里显示登记与各次就诊。"))
        self._content: QWidget | None = None
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.choose = primary(self.tr("选定此患者"), key="Enter")
        self.choose.clicked.connect(self._on_choose)
        self._foot = QWidget()
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(Space.XL, Space.M, Space.XL, Space.M)
        foot.addWidget(self.choose, 1)
        self._rule = Separator()
        for part, stretch in ((self._empty, 1), (self._scroll, 1), (self._rule, 0), (self._foot, 0)):
            self.column.addWidget(part, stretch)
        self.clear()

    @property
    def patient(self) -> Patient | None:
        """Who is shown."""
        return self._found.patient if self._found else None

    def clear(self) -> None:
        """Show nobody."""
        self._found = None
        self._fill(None)

    def look_up(self, record_no: str) -> None:
        """Show somebody, once they are read."""
        self._clinic.ask(self, partial(_found, record_no), self._on_found, self._on_failed, latest="detail")

    def _on_found(self, found: Found) -> None:
        if found != self._found:
            self._found = found
            self._fill(found)

    def _on_failed(self, error: ClinicError) -> None:
        self.clear()
        self._clinic.unheard.emit(error)

    def _on_choose(self) -> None:
        if self._found:
            self.chosen.emit(self._found.patient)

    def _fill(self, found: Found | None) -> None:
        self._empty.setVisible(found is None)
        for part in (self._scroll, self._rule, self._foot):
            part.setVisible(found is not None)
        old, self._content = self._scroll.takeWidget(), None
        if old is not None:
            old.deleteLater()
        if found is None:
            return
        content = self._content = QWidget()
        content.setProperty("plain", True)
        column = QVBoxLayout(content)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.XS)
        column.addWidget(Label(found.patient.details.name, Type.TITLE))
        column.addLayout(self._registration(found.patient))
        column.addSpacing(Space.L)
        column.addWidget(
            Label(self.tr("就诊 %1 次").replace("%1", str(len(found.timeline.visits))), Type.SECTION)
        )
        for visit in reversed(found.timeline.visits):
            column.addWidget(Separator())
            column.addLayout(self._visit(visit))
        if not found.timeline.visits:
            column.addWidget(Label(self.tr("还没有就诊记录。"), tone=Tone.MUTED))
        column.addStretch()
        self._scroll.setWidget(content)

    def _registration(self, patient: Patient) -> QGridLayout:
        details = patient.details
        none = self.tr("未录")
        age = f"{details.birth.text}（{age_text(details.birth, self._today())}）" if details.birth else none
        facts = (
            (self.tr("病历号"), patient.record_no),
            (self.tr("性别"), details.sex),
            (self.tr("出生"), age),
            (self.tr("电话"), details.phone or none),
            (self.tr("身份证号"), masked(details.id_card) if details.id_card else none),
            (self.tr("登记"), f"{patient.registered_at:%Y-%m-%d}"),
        )
        grid = QGridLayout()
        grid.setVerticalSpacing(Space.XS)
        grid.setHorizontalSpacing(Space.L)
        grid.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(facts):
            grid.addWidget(Label(name, Type.SECONDARY, Tone.MUTED), row, 0)
            grid.addWidget(Label(value, Type.SECONDARY), row, 1)
        return grid

    def _visit(self, visit: TimedVisit) -> QVBoxLayout:
        place = self.tr("初诊") if visit.place == 1 else self.tr("第%1诊").replace("%1", str(visit.place))
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addWidget(Label(place))
        head.addWidget(Label(f"{visit.visited_at:%Y-%m-%d %H:%M}", Type.META, Tone.MUTED))
        head.addStretch()
        signed = visit.signed is not None
        head.addWidget(
            IconLabel(
                Icon.RESOLVED if signed else Icon.EDIT, Tone.MUTED if signed else Tone.WARN, IconSize.CHIP
            )
        )
        said = self.tr("已签") if signed else self.tr("未签")
        head.addWidget(Label(said, Type.META, Tone.MUTED if signed else Tone.WARN))
        column = QVBoxLayout()
        column.setContentsMargins(0, Space.S, 0, Space.S)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(ElidedLabel(visit.chief_complaint or self.tr("没有主诉"), Type.SECONDARY))
        symptoms = self.tr("%1 项症状").replace("%1", str(visit.symptoms))
        column.addWidget(ElidedLabel(f"{visit.title}·{symptoms}", Type.META, Tone.MUTED))
        return column

    def _today(self) -> date:
        opened = self._clinic.opened
        if opened is None:
            raise RuntimeError("Somebody is shown without a clinic")
        return opened.clock.now().date()


def _found(record_no: str, kernel: Kernel) -> Found:
    return Found(kernel.patients.show(record_no), kernel.records.timeline(record_no))
