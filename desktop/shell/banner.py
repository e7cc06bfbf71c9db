"""The patient banner: who is being looked after, on every screen, so that nobody writes into another's record."""

from collections.abc import Collection
from datetime import date

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.actions.catalog import SCREENS, ActionId
from desktop.models.age import age_words
from desktop.models.patient_context import PatientContext
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.widgets.button import link, small
from desktop.widgets.data_words import shown
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.key_cap import KeyCap
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Ground, Surface

NAME, ALLERGY = 200, 120


class Banner(Surface):
    """Shows one `PatientContext`, or that nobody is chosen."""

    palette_wanted = Signal()

    screen_wanted = Signal(object)
    """The `ActionId` of a screen: to the comparison, and back from it to writing."""

    def __init__(self, screens: Collection[ActionId] = SCREENS) -> None:
        super().__init__(Ground.PANEL)
        self._screens = screens
        self.setFixedHeight(px(Frame.BANNER))
        self.name = ElidedLabel("", Type.TITLE)
        self.sex, self.age = Label(), Label()
        self.birth = Label("", tone=Tone.MUTED)
        self.record_no = Label()
        self.allergy = ElidedLabel("", Type.BODY, Tone.WARN)
        self.visit = Label()
        self.since = Label("", Type.SECONDARY, Tone.MUTED)
        self._facts = _group(self.sex, self.age, self.birth)
        self._number_label = Label(self.tr("病历号"), Type.SECONDARY, Tone.MUTED)
        self._number = _group(Separator(upright=True), self._number_label, self.record_no)
        self._warning = _group(Separator(upright=True), IconLabel(Icon.WARN, Tone.WARN), self.allergy)
        self._place = _group(Separator(upright=True), self.visit, self.since)
        row = self._row = QHBoxLayout()
        row.setSpacing(Space.L)
        for part in (self.name, self._facts, self._number, self._warning, self._place):
            row.addWidget(part)
        row.addStretch(1)
        self.across = small("")
        self.across.clicked.connect(self._on_across)
        row.addWidget(self.across)
        every = link(self.tr("全部操作"), tone=Tone.MUTED)
        every.clicked.connect(self.palette_wanted)
        self._every = _group(KeyCap("Ctrl K"), every)
        row.addWidget(self._every)
        self.column.addLayout(row)
        self._leads_to = ActionId.COMPARE
        self.show_screen(ActionId.TODAY)
        self.turn_to(None, None)

    def show_screen(self, screen: ActionId) -> None:
        """Offer the way that is wanted from the screen in front: to the comparison, or back from it."""
        back = screen is ActionId.COMPARE
        self._leads_to = ActionId.INTAKE if back else ActionId.COMPARE
        self.across.set_icon(Icon.INTAKE if back else Icon.COMPARE)
        self.across.set_words(self.tr("回到问诊") if back else self.tr("对比"))

    def turn_to(self, context: PatientContext | None, today: date | None) -> None:
        """Show this patient, or that nobody is chosen."""
        self.name.set_tone(Tone.TEXT if context else Tone.MUTED)
        for part in (self._facts, self._number, self._warning, self._place):
            part.setVisible(context is not None)
        self.across.setVisible(context is not None and self._leads_to in self._screens)
        if context is None:
            self.name.setText(self.tr("未选择患者"))
            self.setAccessibleName(self.name.text())
            return
        details = context.patient.details
        self.name.setText(details.name)
        self.sex.setText(shown(details.sex))
        birth = details.birth
        self.age.setText(age_words(birth, today) if birth and today else self.tr("年龄未录"))
        self.birth.setText(birth.text if birth else "")
        self.record_no.setText(context.record_no)
        self.allergy.setText(self.tr("过敏：%1").replace("%1", context.allergy))
        self._warning.setVisible(bool(context.allergy))
        days = (today - context.last_visit).days if today and context.last_visit else None
        # Who was seen today is at that visit still, not at one to come.
        place = context.next_place - (days == 0)
        self.visit.setText(self.tr("初诊") if place == 1 else self.tr("第%1诊").replace("%1", str(place)))
        self.since.setText(self._since(days))
        # Who it is, and what must not be given, is the last to give way.
        for label, most in ((self.name, NAME), (self.allergy, ALLERGY)):
            label.setMinimumWidth(min(label.sizeHint().width(), px(most)))
        self._give_way()
        spoken = (self.name, self.sex, self.age, self.record_no, self.visit)
        warned = [self.allergy.text()] if context.allergy else []
        self.setAccessibleName(" ".join([*(label.text() for label in spoken), *warned]))

    def _since(self, days: int | None) -> str:
        if days is None:
            return ""
        return self.tr("今天已记") if days == 0 else self.tr("距上次 %1 天").replace("%1", str(days))

    def _on_across(self) -> None:
        self.screen_wanted.emit(self._leads_to)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_way()

    def _give_way(self) -> None:
        """On a small screen what can be read elsewhere goes."""
        roomy = self.width() >= px(Frame.DRAWER_BELOW)
        self.birth.setVisible(roomy and bool(self.birth.text()))
        self.since.setVisible(roomy and bool(self.since.text()))
        self._number_label.setVisible(roomy)
        self._every.setVisible(roomy)
        # The words of a link, not its edge, end where the page does.
        self._row.setContentsMargins(Space.XL, 0, Space.XL - (Space.XS if roomy else 0), 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(QRect(0, self.height() - 1, self.width(), 1), colour(Tone.LINE))


def _group(*parts: QWidget) -> QWidget:
    """Parts that come and go together."""
    group = QWidget()
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(Space.M)
    for part in parts:
        row.addWidget(part)
    return group
