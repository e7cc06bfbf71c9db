"""A section under a patient that opens and shuts, and is read when it is opened."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.theme.tokens import Space
from desktop.widgets.disclosure import Disclosure
from desktop.widgets.label import Label


class Unfolding(QWidget):
    """`title` opens it. Of another patient it is shut."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.record_no = ""
        self._content: QWidget | None = None
        self.head = Disclosure(title)
        self.head.toggled.connect(self._on_toggled)
        top = QHBoxLayout()
        top.setContentsMargins(Space.XL - Space.XS, 0, Space.XL, 0)
        top.addWidget(self.head)
        top.addStretch()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.XS)
        self._column.addLayout(top)

    def watch(self, record_no: str) -> None:
        """Say whose record it is about."""
        if record_no != self.record_no:
            self.record_no = record_no
            self.head.setChecked(False)

    @property
    def lines(self) -> tuple[str, ...]:
        """What is shown, in words."""
        return tuple(label.text() for label in self._content.findChildren(Label)) if self._content else ()

    def begin(self) -> None:
        """Read what it shows. It was opened, and shows nothing yet."""
        raise NotImplementedError

    def is_about(self, record_no: str) -> bool:
        """Whether an answer about this patient is still waited for."""
        return record_no == self.record_no and self.head.isChecked()

    def show_content(self, content: QWidget | None) -> None:
        """Show this and nothing else."""
        if self._content is not None:
            self._column.removeWidget(self._content)
            self._content.hide()
            self._content.deleteLater()
        self._content = content
        if content is not None:
            self._column.addWidget(content)

    def _on_toggled(self, is_open: bool) -> None:
        self.show_content(None)
        if is_open:
            self.begin()
