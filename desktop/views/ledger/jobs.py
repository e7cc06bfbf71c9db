"""What takes long or stands over the ledger: verifying, the line for paper, exporting."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.trail.audit import Asked, Exported, OnPaper
from desktop.bridge.clinic import ClinicBridge, Control, Kernel
from desktop.bridge.task import Task
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone
from desktop.trouble.present import sentences, words
from desktop.views.ledger.export_sheet import ExportSheet
from desktop.views.ledger.looking import Result, verify
from desktop.views.ledger.paper_sheet import PaperSheet
from desktop.views.ledger.verify_strip import VerifyStrip


class Jobs(QObject):
    """Of one page. One long piece of work at a time; `cancel` stops it."""

    changed = Signal()
    """Something has begun or ended."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(page)
        self._page, self._clinic, self._messages = page, clinic, messages
        self._task: Task | None = None
        self.strip = VerifyStrip()
        self.sheet: PaperSheet | ExportSheet | None = None
        self.strip.cancelled.connect(self.cancel)

    @property
    def is_busy(self) -> bool:
        """Whether something takes long just now."""
        return self._task is not None

    def verify(self) -> None:
        """Walk the whole trail."""
        if self.is_busy:
            return
        self.strip.begin()
        self._follow(
            self._clinic.run(self, partial(verify, self._messages), self._on_verified, self._on_not_verified),
            self.strip.go_on,
        )

    def copy_head(self) -> None:
        """Show the line for paper."""
        self._clinic.ask(self, _paper_line, self._on_paper_line, latest="paper")

    def export(self, asked: Asked, said: str) -> None:
        """Ask what is to be exported and where to; `said` is what is asked just now, in words."""
        if self.is_busy:
            return
        sheet = ExportSheet(self._page, asked, said, f"{self._clinic.now():%Y-%m-%d}")
        sheet.chosen.connect(self._on_export_to)
        sheet.cancelled.connect(self.cancel)
        self._open(sheet, sheet.go_on)

    def cancel(self) -> None:
        """Stop what takes long."""
        if self._task is not None:
            self._task.cancel()

    def _on_verified(self, result: Result) -> None:
        verified = result.verified
        rows = f"{verified.verdict.rows:,}"
        if verified.whole:
            said = self.tr(
                "账本完整：{0} 行逐行核对，没有改动，没有缺失。", "", verified.verdict.rows
            ).format(rows)
            if result.noted:
                said += self.tr(
                    "以往打开时发现并已记入的问题 {0} 处，列在下面。", "", len(result.noted)
                ).format(len(result.noted))
            self.strip.end(Icon.INTACT, Tone.ACCENT, said, result.noted)
        else:
            said = self.tr(
                "账本有缺：核对了 {0} 行，发现 {1} 处问题。现有病历可以照常读写。", "", len(result.findings)
            ).format(rows, len(result.findings))
            self.strip.end(Icon.DANGER, Tone.DANGER, said, (*result.findings, *result.noted))
        self.strip.close_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_not_verified(self, error: ClinicError) -> None:
        self.strip.end(Icon.WARN, Tone.WARN, sentences(error, self._messages))

    def _on_paper_line(self, line: str) -> None:
        sheet = PaperSheet(self._page, line, self._messages)
        sheet.checked.connect(self._on_paper_typed)
        self._open(sheet, sheet.copy)

    def _on_paper_typed(self, typed: str) -> None:
        work = partial(_against_paper, typed)
        self._clinic.ask(self, work, self._on_paper_checked, self._on_paper_refused, latest="check")

    def _on_paper_checked(self, found: OnPaper) -> None:
        if isinstance(self.sheet, PaperSheet):
            self.sheet.answer(found)

    def _on_paper_refused(self, error: ClinicError) -> None:
        if isinstance(self.sheet, PaperSheet):
            self.sheet.refuse(*words(error, self._messages))

    def _on_export_to(self, asked: Asked, file: Path) -> None:
        if isinstance(self.sheet, ExportSheet):
            work = partial(_export, asked, file)
            self._follow(
                self._clinic.run(self, work, self._on_exported, self._on_not_exported), self.sheet.go_on_to
            )

    def _on_exported(self, done: Exported) -> None:
        if isinstance(self.sheet, ExportSheet):
            said = self._messages.text("audit.exported", file=done.file, rows=done.rows, seq=done.head.seq)
            self.sheet.end(f"{said}\n{self._messages.text('audit.head', line=done.paper_line)}")

    def _on_not_exported(self, error: ClinicError) -> None:
        if isinstance(self.sheet, ExportSheet):
            self.sheet.refuse(sentences(error, self._messages))

    def _follow(self, task: Task, told: Callable[[int, int], None]) -> None:
        self._task = task
        task.progress.connect(told)
        task.ended.connect(partial(self._on_ended, task))
        self.changed.emit()

    def _on_ended(self, task: Task) -> None:
        if self._task is task:
            self._task = None
        if self.strip.is_running:
            self.strip.end(Icon.INFO, Tone.MUTED, self.tr("核验已停止，没有结论。"))
        self.changed.emit()

    def _open(self, sheet: PaperSheet | ExportSheet, first: QWidget) -> None:
        """One sheet at a time."""
        if self.sheet is not None:
            sheet.deleteLater()
            return
        self.sheet = sheet
        sheet.dismissed.connect(self._on_sheet_left)
        sheet.open(first)

    def _on_sheet_left(self) -> None:
        self.sheet = None


def _paper_line(kernel: Kernel) -> str:
    return kernel.audit.paper_line()


def _against_paper(typed: str, kernel: Kernel) -> OnPaper:
    return kernel.audit.against_paper(typed)


def _export(asked: Asked, file: Path, kernel: Kernel, control: Control) -> Exported:
    return kernel.audit.export(file, asked, control.progress)
