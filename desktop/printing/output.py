"""A paper's way to a file or a printer through Qt's own dialogs, which never block.

A file that is written here can be read by this account alone.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QWidget

from desktop.printing.compose import Paper
from desktop.printing.pages import Pages, PaperSize
from desktop.printing.pdf import print_out, write_pdf
from desktop.widgets.file_dialog import ask_new_file

_FORBIDDEN = '\\/:*?"<>|'


def ask_file(over: QWidget, stem: str, chosen: Callable[[str], None]) -> None:
    """Ask for the name of a PDF file. `stem` is proposed, without what no file's name may hold."""
    name = "".join("-" if mark in _FORBIDDEN else mark for mark in stem) + ".pdf"
    title = QCoreApplication.translate("Output", "存为 PDF")
    ask_new_file(over, title, name, chosen, ("PDF (*.pdf)",))


def ask_printer(over: QWidget, size: PaperSize, chosen: Callable[[QPrinter], None]) -> None:
    """Ask for a printer, set to paper of this size."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageSize(size.page_size)
    dialog = QPrintDialog(printer, over)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setModal(True)
    dialog.accepted.connect(partial(chosen, printer))
    dialog.show()


class Output(QObject):
    """Asks where, and puts it there. The paper is let go of when that is done or called off."""

    written = Signal(str)
    """The path of a PDF file that was written and read again."""

    printed = Signal()

    failed = Signal(str)
    """Why a file or a printer did not take it, in the words of the system."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over

    @staticmethod
    def has_printer() -> bool:
        """Whether this computer knows a printer."""
        return bool(QPrinterInfo.availablePrinterNames())

    def ask_file(self, paper: Paper, stem: str, size: PaperSize = PaperSize.A4) -> None:
        """Ask for a file and write it, for this account alone."""
        ask_file(self._over, stem, partial(self._on_file, paper, size))

    def ask_printer(self, paper: Paper, size: PaperSize = PaperSize.A4) -> None:
        """Ask for a printer and print."""
        ask_printer(self._over, size, partial(self._on_printer, paper, size))

    def _on_file(self, paper: Paper, size: PaperSize, file: str) -> None:
        path = Path(file)
        try:
            write_pdf(paper, size, path)
            path.chmod(0o600)
        except OSError as error:
            self.failed.emit(str(error))
            return
        self.written.emit(file)

    def _on_printer(self, paper: Paper, size: PaperSize, printer: QPrinter) -> None:
        try:
            print_out(Pages(paper, size), printer)
        except OSError as error:
            self.failed.emit(str(error))
            return
        self.printed.emit()
