"""Over the form: which form it is, and of which moment the visit is, by whom. Below 900 pixels also the two drawers' buttons."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.services.forms import Questionnaire
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.views.intake.symptom_row import OUT
from desktop.widgets.button import Button, Kind, Size, small
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.label import Label
from desktop.widgets.segmented import Option, Segmented


class _QuietButton(Button):
    """Words that can be pressed and do not ask for it. Marked, they ask to be looked at."""

    is_marked = False

    def _tone(self) -> Tone:
        if self.is_marked:
            return Tone.WARN
        return Tone.ACCENT if self.underMouse() or self.hasFocus() else Tone.MUTED


class TopLine(QWidget):
    """One line. What it shows it is told; the forms of the packs come once they are known."""

    form_chosen = Signal(str)
    find_wanted = Signal()
    outline_wanted = Signal()
    time_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs: Segmented | None = None
        self._is_narrow = False
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(OUT, 0, OUT, Space.XS)
        self.setMaximumWidth(px(Frame.FORM) + 2 * OUT)
        row.setSpacing(Space.S)
        self.find_button = small(self.tr("查找"), icon=Icon.SEARCH)
        self.find_button.clicked.connect(self._on_find)
        self.outline_button = small(self.tr("大纲"), icon=Icon.LIST)
        self.outline_button.clicked.connect(self._on_outline)
        self.note = ElidedLabel("", Type.META, Tone.MUTED)
        self.time = _QuietButton("", kind=Kind.LINK, size=Size.SMALL)
        self.time.clicked.connect(self._on_time)
        self.by = Label("", Type.SECONDARY, Tone.MUTED)
        row.addWidget(self.find_button)
        row.addWidget(self.outline_button)
        row.addSpacing(Space.S)
        row.addWidget(self.note, 1)
        row.addWidget(self.time)
        row.addWidget(self.by)
        self.narrow(is_narrow=False)

    def narrow(self, *, is_narrow: bool) -> None:
        """Offer the drawers, or not."""
        self.find_button.setVisible(is_narrow)
        self.outline_button.setVisible(is_narrow)
        self.by.setVisible(not is_narrow and not self.time.isHidden())
        self._is_narrow = is_narrow

    def show_forms(self, forms: Sequence[Questionnaire], chosen: str) -> None:
        """Show which forms there are, and which it is."""
        if self.tabs is None:
            options = [Option(form.slug, form.title) for form in forms]
            self.tabs = Segmented(self.tr("表单"), options, value=chosen, padding=14)
            self.tabs.chosen.connect(self._on_form)
            self._row.insertWidget(0, self.tabs)
            QWidget.setTabOrder(self.tabs, self.find_button)
        self.tabs.set_value(chosen)

    def show_visit(self, at: datetime, operator: str, *, is_late: bool) -> None:
        """Show the moment of the visit, by the clinic's clock, and who writes."""
        words = self.tr("就诊 {0}").format(f"{at:%Y-%m-%d %H:%M}")
        self.time.is_marked = is_late
        self.time.set_words(self.tr("{0}，补记").format(words) if is_late else words)
        self.time.setAccessibleDescription(self.tr("修改就诊时间"))
        self.by.setText(self.tr("医师 {0}").format(operator))

    def say(self, words: str) -> None:
        """Say something quietly beside the forms."""
        self.note.setText(words)

    def set_writing(self, *, is_writing: bool) -> None:
        """A saved visit has its time; only one that is being written may be given another."""
        self.time.setVisible(is_writing)
        self.by.setVisible(is_writing and not self._is_narrow)
        self.outline_button.setEnabled(is_writing)

    def _on_form(self, name: object) -> None:
        self.form_chosen.emit(str(name))

    def _on_find(self) -> None:
        self.find_wanted.emit()

    def _on_outline(self) -> None:
        self.outline_wanted.emit()

    def _on_time(self) -> None:
        self.time_wanted.emit()
