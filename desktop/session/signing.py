"""Signing is asked once, by what it is about, and done for the version that was read."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.visits.intake import Signed
from core.services.visits.records import minute
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.notices import Answer, Choice, Notice, Notices, Weight
from desktop.models.chosen_visit import ChosenVisit
from desktop.models.comparison import visit_words

SIGN, BACK = "sign", "back"


class Signing(QObject):
    """Asks and signs for one page. What becomes of the page is the page's."""

    signed = Signal(object)
    """A `Signed`."""

    not_signed = Signal(object)
    """The `ClinicError` for which nothing was signed."""

    def __init__(self, clinic: ClinicBridge, notices: Notices, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._clinic, self._notices, self._messages = clinic, notices, messages
        self._question: Notice | None = None

    def ask(self, visit: ChosenVisit) -> None:
        """Ask whether this saved visit is to be signed, as it was read, and sign it."""
        self.withdraw()
        say = self._messages.text
        sentence = say(
            "intake.sign",
            name=visit.name,
            record_no=visit.record_no,
            label=visit_words(visit.place),
            visited_at=minute(visit.visited_at),
            form=visit.title,
        )
        choices = (
            Choice(SIGN, say("intake.sign_do"), Weight.PRIMARY),
            Choice(BACK, say("intake.sign_back"), Weight.BACK),
        )
        answered = partial(self._on_decided, visit)
        self._question = self._notices.ask(
            self, sentence, choices, answered, say("intake.sign_next"), title=visit.about
        )

    def withdraw(self) -> None:
        """The question is over: its visit is not on the page any more."""
        question, self._question = self._question, None
        if question is not None:
            self._notices.withdraw(question)

    def _on_decided(self, visit: ChosenVisit, answer: Answer) -> None:
        self._question = None
        if answer.choice == SIGN:
            self._clinic.ask(self, partial(_sign, visit), self.signed.emit, self._on_not_signed)

    def _on_not_signed(self, error: ClinicError) -> None:
        self.not_signed.emit(error)


def _sign(visit: ChosenVisit, kernel: Kernel) -> Signed:
    return kernel.intake.sign(visit.record_no, visit.number, visit.version)
