"""Choices: a few side by side, many in a list, and a list that also takes words of one's own. Yes and no are a choice of two.

Two options may show the same words; the answer is always the code. An answer the form does not offer (from a draft of an
older form) is kept and told as it came, so that the check can say so.
"""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.services.forms import Item
from desktop.theme.fonts import px
from desktop.theme.tokens import Space
from desktop.views.intake.fields import Field, Kept
from desktop.views.intake.symptom_cells import STATUS_KEYS
from desktop.widgets.check_box import CheckBox
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.restyle import restyle
from desktop.widgets.segmented import Emphasis, Option, Segmented

FEW = 5
"""As many options as stand side by side."""

_COMBO_WIDTH = 240
_EMPHASIS = {"有": Emphasis.FILLED, "未问": Emphasis.QUIET}
_YES, _NO = "1", "0"
_KEYS = {status.value: key for key, status in STATUS_KEYS.items()}
"""The four answers have the same keys here as in the row of a symptom."""


class SwitchField(Field):
    """A segmented control as a field."""

    def __init__(self, item: Item, options: list[Option], parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self._kept = Kept()
        self.switch = Segmented("", options, clearable=True, parent=self)
        self.switch.chosen.connect(self._on_chosen)
        self.row.addWidget(self.switch)
        self.row.addStretch()

    def inputs(self) -> tuple[QWidget, ...]:
        return (self.switch,)

    def name(self, words: str) -> None:
        self.switch.set_name(words)

    def mark(self, *, invalid: bool) -> None:
        restyle(self, invalid=invalid)

    def _on_chosen(self, _value: object) -> None:
        self.changed.emit()


class SegmentedField(SwitchField):
    """A choice of a few."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        options = [
            Option(
                option.code,
                option.display,
                _EMPHASIS.get(option.code, Emphasis.OUTLINED),
                _KEYS.get(option.code, ""),
            )
            for option in item.options
        ]
        super().__init__(item, options, parent)

    def value(self) -> object:
        return self._kept.back(self.switch.value, self.switch.value)

    def set_value(self, value: object) -> None:
        known = self.item.option(value) is not None
        self.switch.set_value(str(value) if known else None)
        self._kept.put(value, self.switch.value)


class BooleanField(SwitchField):
    """Yes, no, or no answer."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        translate = QCoreApplication.translate
        options = [
            Option(_YES, translate("BooleanField", "是")),
            Option(_NO, translate("BooleanField", "否")),
        ]
        super().__init__(item, options, parent)

    def value(self) -> object:
        shown = self.switch.value
        return self._kept.back(shown, None if shown is None else shown == _YES)

    def set_value(self, value: object) -> None:
        shown = None if not isinstance(value, bool) else _YES if value else _NO
        self.switch.set_value(shown)
        self._kept.put(value, shown)


class ChecksField(Field):
    """A choice that repeats: any number of boxes. Its answer is the list of codes, in the form's order."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self._kept = Kept()
        self.boxes = {option.code: CheckBox(option.display, parent=self) for option in item.options}
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        for box in self.boxes.values():
            box.clicked.connect(self._on_clicked)
            column.addWidget(box)
        self.row.addLayout(column)
        self.row.addStretch()

    def value(self) -> object:
        shown = self._shown()
        return self._kept.back(shown, list(shown) or None)

    def set_value(self, value: object) -> None:
        listed = value if isinstance(value, list) else []
        for code, box in self.boxes.items():
            box.setChecked(code in listed)
        self._kept.put(value, self._shown())

    def inputs(self) -> tuple[QWidget, ...]:
        return tuple(self.boxes.values())

    def name(self, words: str) -> None:
        for box in self.boxes.values():
            box.setAccessibleName(f"{words} {box.text()}")

    def _shown(self) -> tuple[str, ...]:
        return tuple(code for code, box in self.boxes.items() if box.isChecked())

    def _on_clicked(self, _checked: bool) -> None:
        self.changed.emit()


class ComboField(Field):
    """A choice of many. Its first line is no answer."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self._kept = Kept()
        self.combo = ComboBox("", parent=self)
        self.combo.setMinimumWidth(px(_COMBO_WIDTH))
        self.combo.addItem(self.tr("未选"), None)
        for option in item.options:
            self.combo.addItem(option.display, option.code)
        self.combo.activated.connect(self._on_activated)
        self.row.addWidget(self.combo)
        self.row.addStretch()

    def value(self) -> object:
        shown = self.combo.currentIndex()
        return self._kept.back(shown, self.combo.currentData())

    def set_value(self, value: object) -> None:
        known = self.item.option(value) is not None
        self.combo.setCurrentIndex(self.combo.findData(value) if known else 0)
        self._kept.put(value, self.combo.currentIndex())

    def inputs(self) -> tuple[QWidget, ...]:
        return (self.combo,)

    def _on_activated(self, _index: int) -> None:
        self.changed.emit()


class OpenChoiceField(Field):
    """A list whose line also takes other words. A code is the answer only when its line was chosen; typed words are words."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self._kept = Kept()
        self._code: str | None = None
        self.combo = ComboBox("", editable=True, parent=self)
        self.line = LineEdit("")
        self.combo.setLineEdit(self.line)
        self.combo.setMinimumWidth(px(_COMBO_WIDTH))
        for option in item.options:
            self.combo.addItem(option.display, option.code)
        self.combo.setCurrentIndex(-1)
        # A completer would put an option in the place of what is typed.
        self.combo.setCompleter(None)  # type: ignore[arg-type]  # the stubs know no None
        self.combo.activated.connect(self._on_activated)
        self.line.textEdited.connect(self._on_edited)
        self.line.setPlaceholderText(item.help or self.tr("选择或输入"))
        self.row.addWidget(self.combo, 1)

    def value(self) -> object:
        text = self.combo.currentText()
        return self._kept.back((text, self._code), self._code or text or None)

    def set_value(self, value: object) -> None:
        option = self.item.option(value)
        self._code = option.code if option else None
        if option:
            self.combo.setCurrentIndex(self.combo.findData(option.code))
        else:
            self.combo.setCurrentIndex(-1)
            self.combo.setEditText("" if value is None else str(value))
        self._kept.put(value, (self.combo.currentText(), self._code))

    def inputs(self) -> tuple[QWidget, ...]:
        return (self.combo,)

    def name(self, words: str) -> None:
        super().name(words)
        self.line.setAccessibleName(words)

    def _on_activated(self, index: int) -> None:
        self._code = self.combo.itemData(index)
        self.changed.emit()

    def _on_edited(self, _text: str) -> None:
        self._code = None
        self.changed.emit()
