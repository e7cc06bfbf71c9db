"""What the list is asked: whose record, by whom, what, from when to when, and what was refused or has a reason."""

from dataclasses import dataclass, replace
from datetime import date

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from core.base.ids import looks_like_record_no
from core.base.messages import Messages
from core.services.trail.audit import EVERYTHING, Action, Asked
from core.services.trail.words import action_words
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space
from desktop.widgets.button import link
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.filter_chip import FilterChip
from desktop.widgets.icon_button import IconButton
from desktop.widgets.line_edit import LineEdit

TYPING_MS = 150
"""After the last letter before anything is asked."""

CHARACTERS = 7
"""Of the operators and the actions that are read without opening the list."""

DAY = 118
FIND = 200


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody a typed name can mean, as the menu under the box names them."""

    record_no: str
    words: str


class Filters(QWidget):
    """Two groups side by side, or one over the other on a small screen."""

    changed = Signal(object)
    """The `Asked` that is set now."""

    cleared = Signal()
    """Nothing is to be left out any more."""

    looked_for = Signal(str)
    """A name: who can be meant is asked, and answered by `offer`."""

    def __init__(self, messages: Messages) -> None:
        super().__init__()
        self._messages = messages
        self._asked = EVERYTHING
        self._person, self._is_setting = "", False
        self.menu: QMenu | None = None
        self.patient = LineEdit(
            self.tr("患者"),
            hint=self.tr("病历号或姓名"),
            leading=Icon.SEARCH,
            clearable=True,
            key="Ctrl F",
            tier="head",
        )
        self.operator = ComboBox(self.tr("操作者"), tier="head")
        self.action = ComboBox(self.tr("操作"), tier="head")
        self.since = LineEdit(self.tr("从哪天起"), hint=self.tr("从 2026-11-01"), clearable=True, tier="head")
        self.until = LineEdit(self.tr("到哪天止"), hint=self.tr("到 2026-11-30"), clearable=True, tier="head")
        self.refused = FilterChip(self.tr("只看被拒"), icon=Icon.NOT_COMPARABLE)
        self.reasoned = FilterChip(self.tr("只看有事由"), icon=Icon.EDIT)
        self.clear_all = link(self.tr("清除筛选"), icon=Icon.CLOSE)
        self.more = IconButton(Icon.OPEN, self.tr("更多筛选"), framed=True)
        self.more.setCheckable(True)
        self.more.hide()
        for combo in (self.operator, self.action):
            # A list is as wide as its longest entry; the control need not be.
            combo.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(CHARACTERS)
        self.action.addItem(self.tr("全部操作"), "")
        for action in Action:
            self.action.addItem(action_words(action, messages), action.value)
        self.offer_operators(())
        self.clear_all.hide()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._lay_out()
        self._connect()

    @property
    def asked(self) -> Asked:
        """What is set."""
        return self._asked

    @property
    def is_set(self) -> bool:
        """Whether something is left out."""
        return self._asked != EVERYTHING

    def offer_operators(self, names: tuple[str, ...]) -> None:
        """These can be chosen; who is chosen stays."""
        chosen = self._asked.operator
        self.operator.clear()
        self.operator.addItem(self.tr("全部操作者"), "")
        for name in names:
            self.operator.addItem(name, name)
        if chosen and chosen not in names:
            self.operator.addItem(chosen, chosen)
        self.operator.setCurrentIndex(max(self.operator.findData(chosen), 0))

    def ask(self, asked: Asked, patient: str = "") -> None:
        """Set these; `patient` is what is written in the box."""
        self._asked, self._is_setting = asked, True
        self.patient.setText(patient or asked.record_no)
        self.offer_operators(
            tuple(str(self.operator.itemData(row)) for row in range(1, self.operator.count()))
        )
        self.action.setCurrentIndex(max(self.action.findData(asked.action), 0))
        self.since.setText(asked.since)
        self.until.setText(asked.until)
        self._is_setting = False
        self._typing.stop()
        self.refused.setChecked(asked.refused)
        self.reasoned.setChecked(asked.reasoned)
        for field in (self.patient, self.since, self.until):
            field.set_invalid(False)
        self._tell()

    def go_to_patient(self) -> None:
        """Go to the box of the patient."""
        self.patient.setFocus()
        self.patient.selectAll()

    def offer(self, people: tuple[Person, ...]) -> None:
        """Who the name in the box can mean. Nobody is taken without being chosen, but the only one there is."""
        if len(people) == 1:
            self._on_person(people[0])
            return
        self.patient.set_invalid(not people)
        if not people:
            return
        menu = self.menu = QMenu(self)
        menu.setAccessibleName(self.tr("同名或相近的患者"))
        for person in people:
            action = menu.addAction(person.words)
            action.setData(person)
        menu.triggered.connect(lambda action: self._on_person(action.data()))
        menu.popup(self.patient.mapToGlobal(QPoint(0, self.patient.height() + Space.XS)))
        menu.setActiveAction(menu.actions()[0])

    def spare(self, *, is_narrow: bool) -> None:
        """On a small screen the second group stands under the first, when it is asked for."""
        self._rows.setDirection(
            QVBoxLayout.Direction.TopToBottom if is_narrow else QVBoxLayout.Direction.LeftToRight
        )
        self.more.setVisible(is_narrow)
        self._when.setVisible(not is_narrow or self.more.isChecked())

    def _connect(self) -> None:
        self.patient.textChanged.connect(self._on_patient)
        self.patient.returnPressed.connect(self._on_patient_meant)
        self.operator.activated.connect(self._on_combos)
        self.action.activated.connect(self._on_combos)
        for day in (self.since, self.until):
            day.textChanged.connect(self._typing.start)
            day.returnPressed.connect(self._on_days)
            day.editingFinished.connect(self._on_days)
        self._typing.timeout.connect(self._on_days)
        self.refused.clicked.connect(self._on_chips)
        self.reasoned.clicked.connect(self._on_chips)
        self.clear_all.clicked.connect(self.cleared)
        self.more.toggled.connect(self._on_more)

    def _set(self, asked: Asked) -> None:
        if asked != self._asked:
            self._asked = asked
            self._tell()

    def _tell(self) -> None:
        self.clear_all.setVisible(self.is_set)
        self.changed.emit(self._asked)

    def _on_patient(self, text: str) -> None:
        """A number filters as it stands; anything else waits for Enter, and an empty box asks about everyone."""
        if self._is_setting:
            return
        self.patient.set_invalid(False)
        number = looks_like_record_no(text)
        if number or not text.strip():
            self._set(replace(self._asked, record_no=number or ""))

    def _on_patient_meant(self) -> None:
        text = self.patient.text().strip()
        if text and text != self._person and not looks_like_record_no(text):
            self.looked_for.emit(text)

    def _on_person(self, person: Person) -> None:
        self._person = person.words
        self.ask(replace(self._asked, record_no=person.record_no), person.words)

    def _on_combos(self, *_: object) -> None:
        self._set(
            replace(
                self._asked,
                operator=str(self.operator.currentData() or ""),
                action=str(self.action.currentData() or ""),
            )
        )

    def _on_days(self) -> None:
        self._typing.stop()
        if self._is_setting:
            return
        days = [_day(field.text()) for field in (self.since, self.until)]
        for field, day in zip((self.since, self.until), days, strict=True):
            # A day that is being typed is not wrong yet.
            field.set_invalid(day is None and not field.hasFocus())
        if None not in days:
            since, until = (day or "" for day in days)
            is_upside_down = bool(since and until and since > until)
            self.until.set_invalid(is_upside_down)
            if not is_upside_down:
                self._set(replace(self._asked, since=since, until=until))

    def _on_more(self, is_open: bool) -> None:
        self.more.set_icon(Icon.SHUT if is_open else Icon.OPEN, self.more.accessibleName())
        self._when.setVisible(is_open)

    def _on_chips(self, *_: object) -> None:
        self._set(replace(self._asked, refused=self.refused.isChecked(), reasoned=self.reasoned.isChecked()))

    def _lay_out(self) -> None:
        self.patient.setMinimumWidth(px(FIND))
        for day in (self.since, self.until):
            day.setFixedWidth(px(DAY) + px(Space.XL))
        self._when = QWidget()
        who, when = QHBoxLayout(), QHBoxLayout(self._when)
        when.setContentsMargins(0, 0, 0, 0)
        for group, parts in (
            (who, (self.patient, self.operator, self.action, self.more)),
            (when, (self.since, self.until, self.refused, self.reasoned)),
        ):
            group.setSpacing(Space.S)
            for place, part in enumerate(parts):
                group.addWidget(part, int(group is who and place == 0))
        when.addWidget(self.clear_all)
        when.addStretch()
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(Space.XL, 0, Space.XL, Space.M)
        self._rows.setSpacing(Space.S)
        self._rows.addLayout(who, 1)
        self._rows.addWidget(self._when)


def _day(text: str) -> str | None:
    """The day that is written, as the list is asked; empty for none, None for what is no day."""
    if not text.strip():
        return ""
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        return None
