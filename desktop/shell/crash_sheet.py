"""What is shown when the program fails: what happened, what is safe, what can be done. The report stands in it, ready to read.

It is a sheet over the whole window, so that nothing is stacked: a further fault is counted in it, and its report added.
"""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.atomic import write_atomically
from core.base.messages import Messages
from core.base.system_words import reason_of
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.crash_report import CrashReport
from desktop.widgets.button import Button, Kind
from desktop.widgets.file_dialog import ask_new_file
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.in_sight import keep_in_sight
from desktop.widgets.label import Label
from desktop.widgets.sheet import Sheet
from desktop.widgets.text_edit import TextEdit

WIDTH = 640
LINES = (6, 9)
FILE = "mingdao-report.txt"
MOST_REPORTS = 20
"""Different reports that are shown; further ones are counted."""


class CrashSheet(Sheet):
    """One sheet for as many faults as come while it is open."""

    quit_wanted = Signal()

    def __init__(self, window: QWidget, messages: Messages) -> None:
        super().__init__(window, messages.text("crash.title"), messages.text("crash.message"), width=WIDTH)
        self._messages = messages
        self._reports: list[CrashReport] = []
        self._times = 0
        self.safe = Label("", wrap=True)
        self._sign = IconLabel(Icon.SAVE, Tone.ACCENT)
        self.next = Label(messages.text("crash.hint"), Type.SECONDARY, Tone.MUTED, wrap=True)
        self.again = Label("", Type.SECONDARY, Tone.WARN, wrap=True)
        self.report = TextEdit(messages.text("crash.report"), lines=LINES)
        self.report.setReadOnly(True)
        self.said = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        keep_in_sight(self.again)
        keep_in_sight(self.said)
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.M, Space.XL, Space.M)
        box.setSpacing(Space.S)
        safe = QHBoxLayout()
        safe.setSpacing(Space.S)
        sign = QVBoxLayout()
        sign.setContentsMargins(0, Space.XS, 0, 0)
        sign.addWidget(self._sign)
        sign.addStretch()
        safe.addLayout(sign)
        safe.addWidget(self.safe, 1)
        box.addLayout(safe)
        for part in (self.next, self.again, self.report, self.said):
            box.addWidget(part)
        self.body.addLayout(box)
        say = messages.text
        self.copy = Button(say("crash.copy"), icon=Icon.COPY)
        self.save = Button(say("crash.save"), icon=Icon.SAVE)
        self.leave = Button(say("crash.quit"))
        self.go_on = Button(say("crash.go_on"), kind=Kind.PRIMARY)
        self.foot.addWidget(self.copy)
        self.foot.addWidget(self.save)
        self.foot.addStretch()
        self.foot.addWidget(self.leave)
        self.foot.addWidget(self.go_on)
        self.copy.clicked.connect(self._on_copy)
        self.save.clicked.connect(self._on_save)
        self.leave.clicked.connect(self.quit_wanted)
        self.go_on.clicked.connect(self.dismiss)

    @property
    def times(self) -> int:
        """How many faults it tells of."""
        return self._times

    def tell(self, report: CrashReport) -> None:
        """Tell of a fault: the first opens the sheet, a further one is counted."""
        self._times += 1
        if report not in self._reports and len(self._reports) < MOST_REPORTS:
            self._reports.append(report)
            self.report.setPlainText("\n\n".join(one.text for one in self._reports))
        self.again.setText(self._messages.text("crash.again", times=self._times) if self._times > 1 else "")
        self.again.setVisible(self._times > 1)
        self.said.setVisible(bool(self.said.text()))
        if not self.isVisible():
            self.open(self.go_on)

    def show_safe(self, *, safe: bool) -> None:
        """Whether everything typed is in a draft by now."""
        self.safe.setText(self._messages.text("crash.safe" if safe else "crash.saving"))
        self._sign.set_icon(Icon.SAVE if safe else Icon.WARN, Tone.ACCENT if safe else Tone.WARN)

    def write(self, file: Path) -> None:
        """Put the report into a file."""
        try:
            write_atomically(file, (self.report.toPlainText() + "\n").encode())
        except OSError as error:
            self._say(self._messages.text("crash.not_written", file=file.name, reason=reason_of(error)))
        else:
            self._say(self._messages.text("crash.written", file=str(file)))

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())
        self._say(self._messages.text("crash.copied"))

    def _on_save(self) -> None:
        ask_new_file(self, self._messages.text("crash.save"), FILE, self._on_file_chosen, ("*.txt",))

    def _on_file_chosen(self, file: str) -> None:
        self.write(Path(file))

    def _say(self, words: str) -> None:
        self.said.setText(words)
        self.said.show()
