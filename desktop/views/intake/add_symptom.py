"""Adding a symptom by typing Chinese, pinyin or initials. Terms are offered below; nothing typed is replaced by itself.

Enter takes the marked term, or, with none marked, the words as they stand. Letters alone are pinyin, so their first term is
marked at once. While an input method holds text, Enter is its own.
"""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, Space
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.tip import plain

IDLE_MS = 150
"""How long the typing rests before terms are asked for."""


class Offered(Protocol):
    """A term of the vocabulary, as `Intake.suggest` gives it."""

    @property
    def term(self) -> str: ...
    @property
    def axis(self) -> str: ...
    @property
    def alias(self) -> str: ...
    @property
    def caution(self) -> str: ...


class AddSymptom(QWidget):
    """The field and its list. Without a clinic it offers nothing and takes what is typed."""

    added = Signal(str, str)
    """The term, and the axis of the vocabulary it came from or ""."""

    def __init__(self, clinic: ClinicBridge | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clinic = clinic
        column = QVBoxLayout(self)
        column.setContentsMargins(0, Space.S, 0, 0)
        column.setSpacing(Space.XS)
        self.edit = _Typing(
            self.tr("添加症状"), hint=self.tr("添加症状：中文、拼音或首字母"), leading=Icon.ADD, parent=self
        )
        self.edit.textEdited.connect(self._on_edited)
        self.edit.returnPressed.connect(self._on_enter)
        self.edit.stepped.connect(self._on_step)
        self.edit.dropped.connect(self.clear)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("词表中的症状"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(self._on_clicked)
        self.list.setProperty("kind", "card")
        self.list.hide()
        column.addWidget(self.edit)
        column.addWidget(self.list)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(IDLE_MS)
        self._timer.timeout.connect(self._on_time)

    def clear(self) -> None:
        """Forget what was typed and what was offered."""
        self._timer.stop()
        self.edit.clear()
        self.list.clear()
        self.list.hide()

    def show_suggestions(self, typed: str, found: Sequence[Offered]) -> None:
        """Offer terms for what was typed, if that still stands."""
        if typed != self.edit.text():
            return
        self.list.clear()
        for one in found:
            words = f"{one.term}  ·  {one.alias}" if one.alias else one.term
            line = QListWidgetItem(words, self.list)
            line.setData(Qt.ItemDataRole.UserRole, (one.term, one.axis))
            if one.caution:
                line.setToolTip(plain(one.caution))
                line.setData(Qt.ItemDataRole.AccessibleDescriptionRole, one.caution)
        self.list.setFixedHeight(min(len(found), 8) * px(Height.ROW_DENSE) + 2)
        self.list.setVisible(bool(found))
        if found and typed.isascii():
            self.list.setCurrentRow(0)

    def _on_edited(self, text: str) -> None:
        if not text.strip():
            self.clear()
        elif self._clinic:
            self._timer.start()

    def _on_time(self) -> None:
        typed = self.edit.text()
        if self._clinic and typed.strip() and not self.edit.composing:
            self._clinic.ask(
                self, partial(_suggest, typed), partial(self.show_suggestions, typed), latest="suggest"
            )

    def _on_step(self, places: int) -> None:
        if self.list.count():
            row = self.list.currentRow() + places
            self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))

    def _on_enter(self) -> None:
        marked = self.list.currentItem() if not self.list.isHidden() else None
        if marked:
            self._on_clicked(marked)
        elif self.edit.text().strip():
            self._add(self.edit.text().strip(), "")

    def _on_clicked(self, line: QListWidgetItem) -> None:
        term, axis = line.data(Qt.ItemDataRole.UserRole)
        self._add(term, axis)

    def _add(self, term: str, axis: str) -> None:
        self.clear()
        self.added.emit(term, axis)


class _Typing(LineEdit):
    """The field: up and down move in the list, Esc drops what was typed."""

    stepped = Signal(int)
    dropped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step:
            self.stepped.emit(step)
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.dropped.emit()
        else:
            super().keyPressEvent(event)


def _suggest(typed: str, kernel: Kernel) -> Sequence[Offered]:
    return kernel.intake.suggest(typed)
