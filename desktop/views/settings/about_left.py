"""What is left of other versions: of an update that was cut off, and of versions that were removed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from core.base.messages import Messages
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone, Type
from desktop.views.settings.section import Rows
from desktop.widgets.button import plain_button
from desktop.widgets.label import Label

if TYPE_CHECKING:
    from core.services.program import Program, Remains


class LeftCard(Rows):
    """Says what it is, how much room it takes and what to do. It is not there when there is nothing."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(self.tr("别的版本留下的"))
        self._messages, self._place = messages, ""
        self.what = Label("", Type.META, Tone.MUTED, wrap=True)
        self.open = plain_button(self.tr("打开目录"), icon=Icon.FOLDER)
        self.open.setAccessibleName(self.tr("打开程序目录"))
        self.add(self.tr("别的版本留下的"), "", self.open, about=self.what)
        self.open.clicked.connect(self._on_open)
        self.hide()

    def show_remains(self, program: "Program", remains: "Remains") -> None:
        """Say it."""
        lines = remains.lines(self._messages)
        self._place = str(program.installation.prefix) if program.installation else ""
        self.what.setText("\n".join(lines))
        self.open.setVisible(bool(remains.left))
        self.setVisible(bool(lines))

    def _on_open(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(self._place))
