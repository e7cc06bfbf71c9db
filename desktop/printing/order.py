"""What is to be printed of a saved visit: read anew from the record, laid out, and put on a sheet over the page that asked.

Whose page it is opens the sheet, closes it, and tells what became of it.
"""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.prints import Sheet, Target
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.comparison import load as load_comparison
from desktop.models.comparison import visit_words
from desktop.printing.compose import Paper, comparison_paper, record_paper
from desktop.printing.preview import Leaving, PrintSheet
from desktop.trouble.present import sentences


@dataclass(frozen=True, slots=True)
class Wanted:
    """A visit whose record is to be printed, and with it the comparison with `base`, or with the visit before it; the comparison
    stands first where it is what somebody looks at.
    """

    record_no: RecordNo
    visit: int
    base: int | None = None
    compares: bool = True
    comparison_first: bool = False


@dataclass(frozen=True, slots=True)
class _Composed:
    papers: tuple[Paper, ...]
    kinds: tuple[Sheet, ...]
    stem: str
    about: str


class PrintOrder(QObject):
    """Made for one page. A later order takes the place of one that is still being read."""

    ready = Signal(object, object)
    """A `PrintSheet` that is to be opened, and the `Wanted` it is for."""

    not_read = Signal(object)
    """The `ClinicError` for which there is nothing to print."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(page)
        self._page, self._clinic, self._messages = page, clinic, messages

    def turn_to(self, record_no: RecordNo | None) -> None:
        """Another patient is shown, or none: what was ordered for the one before is not wanted any more."""
        self._clinic.turn_to(self, record_no)

    def place(self, wanted: Wanted) -> None:
        """Have it read and laid out."""
        opened = self._clinic.opened
        work = partial(_composed, wanted, opened.settings.clinic_name if opened else "", self._messages)
        done = partial(self._on_composed, wanted)
        self._clinic.ask(self, work, done, self._on_not_read, latest="print", about=wanted.record_no)

    def _on_composed(self, wanted: Wanted, composed: _Composed) -> None:
        tells = partial(self._on_leaving, wanted, composed.kinds)
        sheet = PrintSheet(self._page, composed.papers, composed.stem, about=composed.about, tells=tells)
        self.ready.emit(sheet, wanted)

    def _on_leaving(self, wanted: Wanted, kinds: tuple[Sheet, ...], leaving: Leaving) -> None:
        def refuse(error: ClinicError) -> None:
            leaving.refuse(sentences(error, self._messages))

        work = partial(_told, wanted, kinds[leaving.paper], leaving.target)
        self._clinic.ask(self, work, lambda _: leaving.go_on(), refuse)

    def _on_not_read(self, error: ClinicError) -> None:
        self.not_read.emit(error)


def _composed(wanted: Wanted, clinic_name: str, messages: Messages, kernel: Kernel) -> _Composed:
    versions = kernel.records.versions(wanted.record_no, wanted.visit)
    record = versions.record
    papers, kinds = [record_paper(record, clinic_name, messages, versions)], [Sheet.VISIT]
    if wanted.compares and record.place > 1:
        comparison = load_comparison(kernel, wanted.record_no, wanted.base, wanted.visit)
        papers.append(comparison_paper(comparison, record, clinic_name, messages))
        kinds.append(Sheet.COMPARISON)
    if wanted.comparison_first:
        papers.reverse()
        kinds.reverse()
    name = record.subject.get("name") or ""
    return _Composed(
        tuple(papers),
        tuple(kinds),
        f"{record.record_no}-{papers[0].title}-{record.visited_at.date()}",
        f"{name} {record.record_no}·{visit_words(record.place)}",
    )


def _told(wanted: Wanted, sheet: Sheet, target: Target, kernel: Kernel) -> None:
    kernel.prints.note(wanted.record_no, wanted.visit, sheet, target)
