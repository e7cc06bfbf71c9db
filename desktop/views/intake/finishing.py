"""From what is typed to a saved visit, and from a saved visit to a signed one."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.visits.intake import Checked, Noted, Saved
from core.services.visits.records import Record
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.notices import Notices
from desktop.session.signing import Signing


class Finishing(QObject):
    """Saves, and `signing` signs. What becomes of the page is the page's."""

    saved = Signal(object, bool)
    """A `Saved`, and whether it is to be signed now."""

    refused = Signal(object)
    """The `Checked` that says every gap and problem. Nothing was saved."""

    failed = Signal(object)
    """The `ClinicError` for which nothing was saved."""

    def __init__(self, clinic: ClinicBridge, notices: Notices, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._clinic = clinic
        self.signing = Signing(clinic, notices, messages, self)
        self._last: Saved | None = None

    def save(self, record_no: RecordNo, form: str, content: str, *, then_sign: bool) -> None:
        """Save a visit, or tell all that keeps it from being one."""

        def work(kernel: Kernel) -> Checked | Saved:
            checked = kernel.intake.check(form, content, record_no)
            return checked if checked.refusals else kernel.intake.save(record_no, form, content)

        self._clinic.ask(self, work, partial(self._on_answer, then_sign), self.failed.emit)

    def noted_of(self, record: Record) -> tuple[Noted, ...]:
        """What rules of packs mention in a visit, if it is the one that was saved last."""
        last = self._last
        is_last = last is not None and (last.record_no, last.number) == (record.record_no, record.number)
        return last.noted if last is not None and is_last and record.version == 1 else ()

    def _on_answer(self, then_sign: bool, answer: Checked | Saved) -> None:
        if isinstance(answer, Saved):
            self._last = answer
            self.saved.emit(answer, then_sign)
        else:
            self.refused.emit(answer)
