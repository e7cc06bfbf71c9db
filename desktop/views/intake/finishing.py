"""From what is typed to a saved visit, and from a saved visit to a signed one. Signing asks once, and names what it is about."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.intake import Checked, Saved, Signed
from core.services.records import Record
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.notices import Answer, Choice, Notice, Notices, Weight
from desktop.models.comparison import visit_words

SIGN, BACK = "sign", "back"


class Finishing(QObject):
    """Saves and signs. What becomes of the page is the page's."""

    saved = Signal(object, bool)
    """A `Saved`, and whether it is to be signed now."""

    refused = Signal(object)
    """The `Checked` that says every gap and problem. Nothing was saved."""

    failed = Signal(object)
    """The `ClinicError` for which nothing was saved."""

    signed = Signal(object)
    """A `Signed`."""

    not_signed = Signal(object)
    """The `ClinicError` for which nothing was signed."""

    def __init__(self, clinic: ClinicBridge, notices: Notices, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._clinic, self._notices, self._messages = clinic, notices, messages
        self._question: Notice | None = None

    def save(self, record_no: RecordNo, form: str, content: str, *, then_sign: bool) -> None:
        """Save a visit, or tell all that keeps it from being one."""

        def work(kernel: Kernel) -> Checked | Saved:
            checked = kernel.intake.check(form, content, record_no)
            return checked if checked.refusals else kernel.intake.save(record_no, form, content)

        self._clinic.ask(self, work, partial(self._on_answer, then_sign), self.failed.emit)

    def ask_to_sign(self, record: Record, name: str) -> None:
        """Ask whether this saved visit is to be signed, and sign it."""
        self.withdraw()
        say = self._messages.text
        sentence = say(
            "intake.sign",
            name=name,
            record_no=record.record_no,
            label=visit_words(record.place),
            visited_at=f"{record.visited_at:%Y-%m-%d %H:%M}",
            form=record.form.title,
        )
        choices = (
            Choice(SIGN, say("intake.sign_do"), Weight.PRIMARY),
            Choice(BACK, say("intake.sign_back"), Weight.BACK),
        )
        answered = partial(self._on_decided, record.record_no, record.number)
        self._question = self._notices.ask(self, sentence, choices, answered, say("intake.sign_next"))

    def withdraw(self) -> None:
        """The question is over: its visit is not on the page any more."""
        question, self._question = self._question, None
        if question is not None:
            self._notices.withdraw(question)

    def _on_answer(self, then_sign: bool, answer: Checked | Saved) -> None:
        if isinstance(answer, Saved):
            self.saved.emit(answer, then_sign)
        else:
            self.refused.emit(answer)

    def _on_decided(self, record_no: RecordNo, visit: int, answer: Answer) -> None:
        self._question = None
        if answer.choice != SIGN:
            return

        def work(kernel: Kernel) -> Signed:
            return kernel.intake.sign(record_no, visit)

        self._clinic.ask(self, work, self.signed.emit, self._on_not_signed)

    def _on_not_signed(self, error: ClinicError) -> None:
        self.not_signed.emit(error)
