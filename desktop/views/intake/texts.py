"""Texts: one line or several, kept byte for byte, with 无 and 不详 to choose in place of typing.

A choice is offered while nothing is typed, and typing takes it back; so neither ever erases the other.
"""

from PySide6.QtWidgets import QSizePolicy, QWidget

from core.services.forms import Item
from desktop.views.intake.fields import Field, Kept, chosen_of
from desktop.widgets.data_words import shown
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.text_edit import TextEdit

CHOICES = ("无", "不详")
"""What a person may choose on a text item (core.forms.values.CHOSEN)."""


class ChosenField(Field):
    """What both kinds of text share: the text, and the choice. Who shows the field puts `choice` where there is room."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self._kept = Kept()
        self.choice: Segmented | None = None

    def _make_choice(self) -> None:
        """Offer 无 and 不详. Made after the text widget: Tab comes to it later, although it stands in the heading."""
        if self.item.takes_text:
            options = [Option(code, shown(code)) for code in CHOICES]
            self.choice = Segmented("", options, clearable=True, least=36, parent=self)
            self.choice.chosen.connect(self._on_chosen)
            policy = self.choice.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            self.choice.setSizePolicy(policy)

    def text(self) -> str:
        """What stands in the text widget."""
        raise NotImplementedError

    def put_text(self, text: str) -> None:
        """Show a text."""
        raise NotImplementedError

    def value(self) -> object:
        if self.choice and self.choice.value is not None and not self.text():
            return {"code": self.choice.value}
        text = self.text()
        return self._kept.back(text, text or None)

    def set_value(self, value: object) -> None:
        code = chosen_of(value)
        known = code in CHOICES and self.choice is not None
        if self.choice:
            self.choice.set_value(code if known else None)
        self.put_text("" if value is None or known else str(value))
        self._kept.put(value if isinstance(value, str) else None, self.text())
        self._offer()

    def name(self, words: str) -> None:
        super().name(words)
        if self.choice:
            self.choice.set_name(words)

    def on_edited(self) -> None:
        """The person typed."""
        if self.choice and self.text():
            self.choice.set_value(None)
        self._offer()
        self.changed.emit()

    def _offer(self) -> None:
        if self.choice:
            self.choice.setVisible(not self.text())

    def _on_chosen(self, _value: object) -> None:
        self.changed.emit()


class LineField(ChosenField):
    """One line: a string or a url."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self.edit = LineEdit("", hint=item.help or "", parent=self)
        self.edit.textEdited.connect(self._on_text)
        self.row.addWidget(self.edit, 1)
        self._make_choice()

    def text(self) -> str:
        return self.edit.text()

    def put_text(self, text: str) -> None:
        self.edit.setText(text)

    def inputs(self) -> tuple[QWidget, ...]:
        return (self.edit,)

    def _on_text(self, _text: str) -> None:
        self.on_edited()


class TextField(ChosenField):
    """Several lines."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self._is_filling = False
        self.edit = TextEdit("", hint=item.help or "", lines=(1, 8), parent=self)
        self.edit.textChanged.connect(self._on_text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.row.addWidget(self.edit, 1)
        self._make_choice()

    def text(self) -> str:
        return self.edit.toPlainText()

    def put_text(self, text: str) -> None:
        self._is_filling = True
        self.edit.setPlainText(text)
        self._is_filling = False

    def inputs(self) -> tuple[QWidget, ...]:
        return (self.edit,)

    def _on_text(self) -> None:
        # A document is also said to have changed by an input method that only shows its candidates.
        if not self._is_filling:
            self.on_edited()
