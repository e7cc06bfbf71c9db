"""How a person is registered, as a form: one for registering and for editing, each error beside its field."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.base.id_card import masked
from core.services.patients.patients import Given, Patient
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import Button, link
from desktop.widgets.data_words import shown
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.segmented import Option, Segmented

LABEL = 88
SEXES = ("女", "男")

_FIELD_OF = (
    ("bad_sex", "sex"),
    ("birth", "birth"),
    ("bad_phone", "phone"),
    ("id_card", "id_card"),
    ("name", "name"),
)
"""Where an error whose code begins so is to be mended."""


class PersonForm(QWidget):
    """Five fields. What is registered already stands in them; `given` is what differs from it."""

    edited = Signal()
    entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = LineEdit(self.tr("姓名"))
        self.sex = Segmented(self.tr("性别"), [Option(sex, shown(sex)) for sex in SEXES])
        self.birth = LineEdit(self.tr("出生"), hint=self.tr("1985-03-02、1985，或 35岁"))
        self.phone = LineEdit(self.tr("电话"))
        self.id_card = LineEdit(self.tr("身份证号"))
        self.forget_card: Button = link(self.tr("清除已录的号码"))
        self.forget_card.setCheckable(True)
        self.forget_card.toggled.connect(self._on_forget)
        self._edits = {"name": self.name, "birth": self.birth, "phone": self.phone, "id_card": self.id_card}
        self._before = dict.fromkeys((*self._edits, "sex"), "")
        self._errors: dict[str, Label] = {}
        self._build()
        for edit in self._edits.values():
            edit.textEdited.connect(self._on_edited)
            edit.returnPressed.connect(self.entered)
        self.sex.chosen.connect(self._on_edited)
        self.show_person(None)

    def show_person(self, patient: Patient | None, name: str = "") -> None:
        """Begin with what is registered, or with nothing but a name that was typed elsewhere."""
        details = patient.details if patient else None
        self._before = {
            "name": details.name if details else "",
            "sex": details.sex if details else "",
            "birth": details.birth.text if details and details.birth else "",
            "phone": (details.phone or "") if details else "",
            "id_card": "",
        }
        for field, edit in self._edits.items():
            edit.setText(self._before[field])
        self.sex.set_value(self._before["sex"] or None)
        if patient is None:
            self.name.setText(name)
        card = details.id_card if details else None
        self.id_card.setPlaceholderText(self.tr("已录 {0}，不填则不改").format(masked(card)) if card else "")
        self.forget_card.setVisible(bool(card))
        self.forget_card.setChecked(False)
        self.clear_errors()

    @property
    def given(self) -> Given:
        """What was changed, as typed; the rest is not given."""
        changed = {
            field: edit.text() for field, edit in self._edits.items() if edit.text() != self._before[field]
        }
        if (self.sex.value or "") != self._before["sex"]:
            changed["sex"] = self.sex.value or ""
        if self.forget_card.isChecked():
            changed["id_card"] = ""
        return Given(**changed)

    @property
    def is_dirty(self) -> bool:
        """Whether anything differs from what is registered."""
        return self.given != Given()

    def control(self, field: str) -> QWidget:
        """The field by the name `Details` has for it."""
        return self.sex if field == "sex" else self._edits[field]

    def error(self, field: str) -> str:
        """What is said beside a field, "" for nothing."""
        return self._errors[field].text()

    def show_error(self, code: str, words: str) -> bool:
        """Say an error beside the field it is about and go there; the result says whether it is about one."""
        field = next((name for start, name in _FIELD_OF if code.startswith(start)), None)
        if field is None:
            return False
        label, control = self._errors[field], self.control(field)
        label.setText(words)
        label.show()
        control.setFocus()
        control.setAccessibleDescription(words)
        if isinstance(control, LineEdit):
            control.set_invalid(True)
            control.selectAll()
        return True

    def clear_errors(self) -> None:
        """What was found out about an earlier typing does not hold any more."""
        for field, label in self._errors.items():
            label.clear()
            label.hide()
            self.control(field).setAccessibleDescription("")
        for edit in self._edits.values():
            edit.set_invalid(False)

    def _on_edited(self, *_: object) -> None:
        self.clear_errors()
        self.edited.emit()

    def _on_forget(self, is_on: bool) -> None:
        self.id_card.setEnabled(not is_on)
        if is_on:
            self.id_card.clear()
        self.forget_card.set_words(self.tr("保留已录的号码") if is_on else self.tr("清除已录的号码"))
        self._on_edited()

    def _build(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(Space.XL, Space.L, Space.XL, Space.S)
        grid.setVerticalSpacing(Space.M)
        grid.setHorizontalSpacing(Space.M)
        grid.setColumnMinimumWidth(0, LABEL)
        grid.setColumnStretch(1, 1)
        for row, field in enumerate(("name", "sex", "birth", "phone", "id_card")):
            control = self.control(field)
            label = Label(control.accessibleName(), tone=Tone.MUTED, buddy=control)
            label.setMinimumHeight(control.sizeHint().height())
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            place = QVBoxLayout()
            place.setSpacing(2)
            place.addWidget(control, 0, Qt.AlignmentFlag.AlignLeft if field == "sex" else Qt.AlignmentFlag(0))
            error = self._errors[field] = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
            place.addWidget(error)
            if field == "id_card":
                more = QHBoxLayout()
                more.addWidget(self.forget_card)
                more.addStretch()
                place.addLayout(more)
            grid.addLayout(place, row, 1)
