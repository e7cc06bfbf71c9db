"""A record number was typed beside something the record denies: both sides are shown, and nobody is opened by one key.

The record opens only after it was ticked that this is the person meant; until then nothing has happened.
"""

from datetime import date

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.patients.patients import Found, Patient, Typed
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.views.intake.who_words import birth_text, phone_tail, sex_and_age
from desktop.widgets.button import plain_button, primary
from desktop.widgets.check_box import CheckBox
from desktop.widgets.data_words import shown
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.sheet import Sheet
from desktop.widgets.surface import Ground, Surface

FIELD = 92
DISAGREES = {
    "record_no_disagrees_name": "name",
    "record_no_disagrees_sex": "sex",
    "record_no_disagrees_birth": "birth",
}
"""The part that a reason of `Found` objects to."""


class Contradiction(Sheet):
    """What was typed beside what the record says."""

    picked = Signal(object)
    """The `Patient` of the number, confirmed twice."""

    name_wanted = Signal(str)
    """Look for the name that was typed instead."""

    def __init__(
        self,
        page: QWidget,
        found: Found,
        typed: Typed,
        *,
        messages: Messages,
        day: date,
        anchor: QWidget | None = None,
    ) -> None:
        super().__init__(
            page,
            messages.text(f"reason.{found.reason}"),
            QCoreApplication.translate(
                "Contradiction", "没有打开任何病历，也没有改动。请对照两边，确认要找的是谁。"
            ),
            anchor=anchor,
            once=True,
        )
        self._typed, self._patient = typed, found.candidates[0].patient
        number = self._patient.record_no
        self._show_sides(_sides(typed, self._patient, day), DISAGREES.get(found.reason, ""), number)
        self.checked = CheckBox(
            self.tr("已核对，要找的就是 {0} {1}").format(number, self._patient.details.name)
        )
        self.checked.toggled.connect(self._on_checked)
        ticked = QVBoxLayout()
        ticked.setContentsMargins(Space.XL - 4, Space.M, Space.XL, Space.M)
        ticked.addWidget(self.checked)
        self.body.addLayout(ticked)
        self.back = plain_button(self.tr("返回修改"), key="Esc")
        self.back.clicked.connect(self.dismiss)
        self.by_name = plain_button(self.tr("按姓名查找“{0}”").format(typed.name), icon=Icon.SEARCH)
        self.by_name.clicked.connect(self._on_by_name)
        self.open_record = primary(self.tr("打开 {0} 的病历").format(number))
        self.open_record.setEnabled(False)
        self.open_record.clicked.connect(self._on_open)
        self.foot.addWidget(self.back)
        self.foot.addWidget(self.by_name)
        self.by_name.setVisible(bool(typed.name))
        self.foot.addStretch()
        self.foot.addWidget(self.open_record)

    def begin(self) -> None:
        """Show it, with the focus on the way back."""
        self.open(self.back)

    def _show_sides(self, sides: list[tuple[str, str, str, str]], odd: str, number: str) -> None:
        head = Surface(Ground.RAIL)
        head.setFixedHeight(px(Height.TABLE_HEAD))
        heads = QHBoxLayout()
        heads.setContentsMargins(Space.XL - 1, 0, Space.XL, 0)
        heads.setSpacing(0)
        field = Label("", Type.META, Tone.MUTED)
        field.setFixedWidth(px(FIELD))
        heads.addWidget(field)
        heads.addWidget(Label(self.tr("您输入的"), Type.META, Tone.MUTED), 1)
        heads.addWidget(Label(self.tr("病历 {0} 里的").format(number), Type.META, Tone.MUTED), 1)
        head.column.setContentsMargins(0, 0, 0, 0)
        head.column.addLayout(heads)
        self.body.addWidget(head)
        for part, words, typed, on_file in sides:
            self.body.addWidget(_Side(words, typed, on_file, differs=part == odd))
            self.body.addWidget(Separator())

    def _on_checked(self, is_checked: bool) -> None:
        self.open_record.setEnabled(is_checked)

    def _on_by_name(self) -> None:
        self.shut()
        self.name_wanted.emit(self._typed.name)

    def _on_open(self) -> None:
        self.shut()
        self.picked.emit(self._patient)


class _Side(QWidget):
    """One part of a person: its name, what was typed, what is on file."""

    def __init__(self, words: str, typed: str, on_file: str, *, differs: bool) -> None:
        super().__init__()
        self.setFixedHeight(px(Height.ROW_COMFORTABLE))
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.XL - 1, 0, Space.XL, 0)
        row.setSpacing(0)
        field = Label(words, Type.META, Tone.MUTED)
        field.setFixedWidth(px(FIELD))
        row.addWidget(field)
        for value in (typed, on_file):
            tone = Tone.WARN if differs else Tone.TEXT if value else Tone.MUTED
            side = QHBoxLayout()
            side.setSpacing(Space.S)
            if differs:
                side.addWidget(IconLabel(Icon.WARN, Tone.WARN, IconSize.FIELD))
            label = ElidedLabel(value or self.tr("没有写"), Type.SECTION if differs else Type.BODY, tone)
            side.addWidget(label, 1)
            row.addLayout(side, 1)
        state = self.tr("不符") if differs else ""
        self.setAccessibleName(" ".join(part for part in (words, typed, on_file, state) if part))


def _sides(typed: Typed, patient: Patient, day: date) -> list[tuple[str, str, str, str]]:
    """Each part with its name, what was typed of it and what is on file. A part neither side has is left out."""
    details = patient.details
    translate = QCoreApplication.translate
    age = sex_and_age(patient, day).removeprefix(shown(details.sex)).strip()
    birth = birth_text(patient)
    if age:
        birth = translate("Contradiction", "{0}（{1}）").format(birth, age)
    sides = [
        ("name", translate("Contradiction", "姓名"), typed.name, details.name),
        ("sex", translate("Contradiction", "性别"), shown(typed.sex), shown(details.sex)),
        ("birth", translate("Contradiction", "出生"), typed.birth, birth),
        ("phone", translate("Contradiction", "电话尾号"), typed.phone[-4:], phone_tail(patient)),
    ]
    return [side for side in sides if side[2] or side[3]]
