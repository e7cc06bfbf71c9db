"""The first run: from an empty home to an open clinic, step by step, back and forth.

Nothing is written before three groups of the recovery code were typed back: until then everything is kept here and whoever leaves
leaves nothing. Then the clinic is set up, with its code confirmed; what comes after may be left out. The code is let go of when the
clinic is there, the passphrase when it is open.
"""

import json
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Signal

from core.base.atomic import write_atomically
from core.base.errors import ClinicError, UserError
from core.base.messages import Messages
from core.base.passphrase import WILL_NOT_DO
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.services.keys.before_set_up import refuse_unfit
from core.services.keys.keyring_trial import Outcome, try_keyring
from desktop.bridge.clinic import ClinicBridge, ClinicState, SetUp, Vault
from desktop.bridge.failures import what_the_world_did
from desktop.printing.hand_over import Handed
from desktop.trouble.present import words
from desktop.views.entry.first_cards import ClinicCard, LanguageCard, PassphraseCard
from desktop.views.entry.last_cards import Begin, BeginCard, KeyringCard, ModelCard, Wish, demo_words
from desktop.views.entry.recovery_card import RecoveryCard, TypedBackCard
from desktop.views.entry.step_card import StepCard


class FirstRun(QObject):
    """Leads through its cards."""

    front = Signal(object)
    """The card to show."""

    opens = Signal(str)
    """The passphrase of the new clinic."""

    demo_wanted = Signal()

    made = Signal(str)
    """There is a clinic of this name now."""

    warned = Signal(object)
    """A `ClinicError` that changes nothing about the steps."""

    failed = Signal(object)
    """A `ClinicError` for which there is no way on from here."""

    def __init__(
        self, clinic: ClinicBridge, home: Home, vault: Vault, messages: Messages, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._clinic, self._home, self._vault, self._messages = clinic, home, vault, messages
        self.language, self.names, self.secret = (
            LanguageCard(messages),
            ClinicCard(),
            PassphraseCard(messages),
        )
        self.shown, self.typed = RecoveryCard(), TypedBackCard()
        self.keyring, self.model, self.start = KeyringCard(), ModelCard(), BeginCard()
        self.cards: tuple[StepCard, ...] = (
            *(self.language, self.names, self.secret, self.shown, self.typed),
            *(self.keyring, self.model, self.start),
        )
        self._here: StepCard = self.language
        self._code: RecoveryCode | None = None
        self._made: SetUp | None = None
        for card in self.cards:
            card.onward.connect(partial(self._on_onward, card))
            card.backward.connect(partial(self._on_backward, card))
        self.language.demo_wanted.connect(self._on_demo)
        self.keyring.again_wanted.connect(self._try_keyring)

    @property
    def is_pending(self) -> bool:
        """Whether a code was shown for a clinic that is not there yet."""
        return self._code is not None and self._made is None

    def begin(self, clinic: str = "") -> None:
        """Go on where it stands."""
        if clinic and not self.names.clinic.text():
            self.names.clinic.setText(clinic)
        self._show(self._here)

    def take_wish(self) -> Wish:
        """What is to be done about a model, told once."""
        wish = Wish(self.model.choice.value)
        self.model.choice.rows[Wish.NONE].setChecked(True)
        return wish

    def take(self, other: "FirstRun") -> None:
        """Stand where the one of another language stood: what is typed there is typed here."""
        for mine, its in zip(
            (*self.names.edits, *self.secret.pair.edits),
            (*other.names.edits, *other.secret.pair.edits),
            strict=True,
        ):
            mine.setText(its.text())
        for name in ("model", "start"):
            getattr(self, name).choice.rows[getattr(other, name).choice.value].setChecked(True)
        self._code, self._made = other._code, other._made  # noqa: SLF001 - the same class
        self._here = self.cards[other.cards.index(other._here)]  # noqa: SLF001
        other.forget()

    def forget(self) -> None:
        """Let go of the code and the passphrase, in every part."""
        self._code = self._made = None
        self._here = self.language
        self.secret.pair.forget()
        self.shown.hand_over.forget()
        self.typed.forget()
        for card in self.cards:
            card.be_busy(busy=False)

    def prepare_demo(self, done: int = 0, total: int = 0) -> None:
        """The demonstration is being made: so far, `done` of its `total` people are in."""
        card = self.start if self._here is self.start else self.language
        card.prepare_demo(demo_words(done, total))

    def refuse_demo(self, error: ClinicError) -> None:
        """There is no demonstration; nothing else has changed."""
        self._here.refuse(*words(error, self._messages))
        self._here.begin()

    def _on_onward(self, card: StepCard) -> None:
        if card is self.secret:
            self._look_ahead()
        elif card is self.typed:
            self._set_up()
        elif card is self.start:
            self._start()
        else:
            self._show(self.cards[self.cards.index(card) + 1])

    def _on_backward(self, card: StepCard) -> None:
        self._show(self.cards[self.cards.index(card) - 1])

    def _show(self, card: StepCard) -> None:
        self._here = card
        # What is asked back is not to be read off the card behind.
        self.shown.hand_over.forget()
        if card is self.shown:
            self._code = self._code or RecoveryCode.new()
            self.shown.hand_over.show_code(Handed(self._code, self._clinic_name, self._today))
        elif card is self.typed and self._code:
            self.typed.ask(self._code)
        elif card is self.keyring:
            self._try_keyring()
        elif card is self.start:
            self.start.name_clinic(self._clinic_name)
        # Whoever has a code on paper goes on with it: both ways would let it go.
        for way in (self.language.demo, self.language.restore):
            way.setVisible(not self.is_pending)
        self.front.emit(card)
        card.begin()

    def _look_ahead(self) -> None:
        """Nobody is to write a code on paper for a clinic that cannot be set up."""
        self.secret.be_busy(busy=True)
        job = partial(refuse_unfit, self._home, self.secret.pair.text, (self._operator, self._clinic_name))
        self._clinic.aside(self, job, self._on_fit, self._on_unfit)

    def _on_fit(self, _none: None) -> None:
        self.secret.be_busy(busy=False)
        self._show(self.shown)

    def _on_unfit(self, error: ClinicError) -> None:
        if error.code in WILL_NOT_DO:
            self.secret.refuse_weak(*words(error, self._messages))
        else:
            self.secret.refuse(*words(error, self._messages))
            self.secret.button.setFocus()

    def _set_up(self) -> None:
        self.typed.be_busy(busy=True)
        task = self._clinic.set_up(
            *(self._home, self.secret.pair.text, self._vault, self._operator),
            recovery=self._code,
            failed=self._on_not_set_up,
        )
        task.done.connect(self._on_set_up)

    def _on_set_up(self, made: SetUp) -> None:
        self._code, self._made = None, made
        self.typed.be_busy(busy=False)
        self.typed.forget()
        try:
            self.keep_name(self._clinic_name)
        except OSError as error:
            trouble = what_the_world_did(error)
            if trouble:
                self.warned.emit(trouble)
        self.made.emit(self._clinic_name)
        self._show(self.keyring)

    def _on_not_set_up(self, error: ClinicError) -> None:
        self.typed.be_busy(busy=False)
        if isinstance(error, UserError) and error.code in WILL_NOT_DO:
            self._show(self.secret)
            self.secret.refuse_weak(*words(error, self._messages))
        elif error.code in {"already_set_up", "envelope_missing", "store_missing", "store_busy"}:
            self.forget()
            self.failed.emit(error)
        else:
            # Nothing of it is left, and what was typed stays: the same press tries again.
            self.typed.refuse(*words(error, self._messages))
            self.typed.button.setFocus()

    def keep_name(self, name: str) -> None:
        """The clinic's name, where there are no settings yet. A file that somebody wrote is left as it is. Raises OSError."""
        if self._home.settings.exists():
            return
        # A JSON text is a TOML text too, but for DEL, which no keyboard types.
        chosen = {"clinic_name": name, "language": self._messages.language}
        lines = [f"{option} = {json.dumps(value, ensure_ascii=False)}\n" for option, value in chosen.items()]
        write_atomically(self._home.settings, "".join(lines).encode())

    def _try_keyring(self) -> None:
        self.keyring.try_it()
        self._clinic.aside(self, partial(try_keyring, self._vault), self._on_tried, self._on_not_tried)

    def _on_tried(self, outcome: Outcome) -> None:
        is_stored = self._made is not None and self._made.keyring == "ok"
        had_focus = self.keyring.again.hasFocus()
        self.keyring.tell(outcome, is_stored=is_stored)
        if had_focus and outcome is Outcome.WORKS:
            self.keyring.begin()

    def _on_not_tried(self, error: ClinicError) -> None:
        self._on_tried(Outcome.UNANSWERED)
        self.warned.emit(error)

    def _start(self) -> None:
        if self.start.choice.value == Begin.DEMO:
            self._on_demo()
        else:
            self.start.be_busy(busy=True)
            self.opens.emit(self.secret.pair.text)

    def _on_demo(self) -> None:
        if self._clinic.state is ClinicState.CLOSED:
            self.prepare_demo()
            self.demo_wanted.emit()

    @property
    def _clinic_name(self) -> str:
        return self.names.clinic.text().strip()

    @property
    def _operator(self) -> str:
        return self.names.operator.text().strip()

    @property
    def _today(self) -> date:
        return self._clinic.now().date()
