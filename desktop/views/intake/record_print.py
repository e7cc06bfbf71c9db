"""The saved visit on paper, seen before it is printed, and told of when it was."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from core.base.messages import Messages
from core.services.visits.records import Record
from desktop.bridge.clinic import ClinicBridge
from desktop.bridge.notices import Notices
from desktop.printing.order import PrintOrder, Wanted
from desktop.printing.preview import PrintSheet
from desktop.trouble.present import Trouble


class RecordPrint(QObject):
    """Opens the sheet over a page."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, notices: Notices, messages: Messages, *, trouble: Trouble
    ) -> None:
        super().__init__(page)
        self._notices = notices
        self._order = PrintOrder(page, clinic, messages)
        self._order.ready.connect(self._on_ready)
        self._order.not_read.connect(trouble.present)
        self.sheet: PrintSheet | None = None

    def open(self, record: Record) -> None:
        """Show a saved visit as it would be printed."""
        self._order.place(Wanted(record.record_no, record.number, compares=False))

    def turn_to(self, record: Record | None) -> None:
        """Another visit is shown, or none: a sheet about the one before goes."""
        self._order.turn_to(record.record_no if record else None)
        self._close()

    def _on_ready(self, sheet: PrintSheet, _wanted: Wanted) -> None:
        self._close()
        self.sheet = sheet
        sheet.written.connect(self._on_written)
        sheet.failed.connect(self._on_failed)
        sheet.dismissed.connect(self._close)
        sheet.open()

    def _close(self) -> None:
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            sheet.shut()
            sheet.deleteLater()

    def _on_written(self, words: str, file: str) -> None:
        self._close()
        self._notices.info(words, file)

    def _on_failed(self, words: str, reason: str) -> None:
        self._close()
        self._notices.error(words, reason)
