"""What is shown while no clinic is open. It finds out by itself what is needed: set up, unlock, or mend.

The keyring is tried first and quietly; after a lock it is not, because then the person wants to be asked. A passphrase is let
go of as soon as the clinic is open. Where there is none yet, `first_run` leads to one.
"""

from collections.abc import Callable
from enum import Enum
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout

from core.base.errors import ClinicError, KeyTrouble, UserError
from core.base.messages import Messages
from core.base.paths import Home
from core.installation.inspection import is_unsigned
from core.installation.versions import program_folder
from core.services.keys.presence import is_set_up
from core.services.keys.states import KeyAction, KeyState
from core.settings.load import load_settings
from desktop.bridge.clinic import ClinicBridge, ClinicState, Kernel, Opened, Vault
from desktop.bridge.closed_clinic import putting_key_file_back
from desktop.bridge.failures import what_the_world_did
from desktop.bridge.notices import Notices
from desktop.session.backup_words import UNNAMED
from desktop.session.page import Page
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import sentences, words
from desktop.views.entry.before_leaving import BeforeLeaving
from desktop.views.entry.by_code import ByCode
from desktop.views.entry.first_run import FirstRun
from desktop.views.entry.ground import LOW, Ground
from desktop.views.entry.key_states import BY_PERSON, state_of, steps_of
from desktop.views.entry.mark import Mark
from desktop.views.entry.parts import Card
from desktop.views.entry.rescue import Rescue
from desktop.views.entry.restore import Restore
from desktop.views.entry.trouble import TroubleCard
from desktop.views.entry.unlock import UnlockCard
from desktop.widgets.button import link
from desktop.widgets.label import Label

EVERY_MS = 20_000
PATIENCE_MS = 1500
"""An opening that takes longer says why it may: a store of an older program is brought up to date first."""


class Why(Enum):
    """Why the clinic is not open."""

    STARTED = "started"
    LOCKED = "locked"


class EntryPage(Page):
    """The page before every other."""

    language_wanted = Signal()
    """The other language."""

    demo_wanted = Signal()
    """A clinic of invented people, to look round in first."""

    _backup: Path | None = None
    """What a damaged clinic can be put back from."""

    def __init__(
        self,
        clinic: ClinicBridge,
        home: Home,
        vault: Vault,
        notices: Notices,
        messages: Messages,
    ) -> None:
        super().__init__(clinic)
        self._home, self._vault, self._notices, self._messages = home, vault, notices, messages
        self._why, self._said = Why.STARTED, ""
        self._leaving: BeforeLeaving | None = None
        self.name = ""
        self.unlock = UnlockCard()
        self.trouble = TroubleCard(home, messages)
        self.first_run = FirstRun(clinic, home, vault, messages, self)
        self.by_code = ByCode(clinic, home, vault, messages, self)
        self.restore = Restore(clinic, home, messages, self)
        self.rescue = Rescue(clinic, home, vault, messages, self)
        self._clinic_name = Label(self.tr("明道诊所"), Type.SECTION)
        self._now = Label("", tone=Tone.MUTED)
        # Named in the language it leads to, for whoever cannot read this one.
        self.language = link(self.tr("English"), icon=Icon.EXTERNAL)
        self.language.clicked.connect(self.language_wanted)
        self._all: tuple[Card, ...] = (
            *self.first_run.cards,
            *(self.unlock, self.by_code.code, self.by_code.renew, self.trouble),
            *(self.restore.choose, self.restore.done, self.rescue.choose, self.rescue.done),
        )
        self._cards = QStackedWidget()
        for card in self._all:
            self._cards.addWidget(Ground(card))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(self._cards, 1)
        self._hear_first_run()
        self.unlock.form.submitted.connect(self._on_passphrase)
        self.unlock.form.code_wanted.connect(self.by_code.begin)
        self.unlock.form.retry_wanted.connect(self._on_keyring_wanted)
        self.by_code.front.connect(self._show)
        self.by_code.opens.connect(self._on_renewed)
        self.by_code.left.connect(self._on_code_left)
        self.by_code.failed.connect(self._fail)
        self.trouble.chosen.connect(self._on_step)
        for road in (self.restore, self.rescue):
            road.front.connect(self._show)
            road.left.connect(self._on_left)
        self.restore.ended.connect(self._on_restored)
        self.rescue.restore_wanted.connect(self.begin_restore)
        clinic.state_changed.connect(self._on_state)
        self._clock = QTimer(self)
        self._clock.setInterval(EVERY_MS)
        self._clock.timeout.connect(self._show_time)
        self._clock.start()
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._on_long)
        self._show_time()

    def _hear_first_run(self) -> None:
        self.first_run.front.connect(self._show)
        self.first_run.language.chosen.connect(self._on_language)
        self.first_run.language.restore_wanted.connect(self._on_restore_wanted)
        self.first_run.demo_wanted.connect(self.demo_wanted)
        self.first_run.made.connect(self._show_name)
        self.first_run.opens.connect(self._open)
        self.first_run.warned.connect(self._on_warned)
        self.first_run.failed.connect(self._fail)

    @property
    def why(self) -> Why:
        """Why the clinic is not open."""
        return self._why

    @property
    def card(self) -> Card:
        """The card in front."""
        return self._all[self._cards.currentIndex()]

    def cover(self, said: str) -> None:
        """The clinic is being locked: say why, while nothing can be typed yet."""
        self._why, self._said = Why.LOCKED, said
        self.language.setEnabled(False)  # nobody went there: the focus must not fall on it, unseen
        self._ask(said)
        self.unlock.form.be_busy(busy=True)
        self.unlock.button.set_words(self.tr("正在保存并锁定…"))

    def say_why(self, said: str) -> None:
        """Why it was locked, in other words."""
        if self._why is Why.LOCKED and self.card is self.unlock:
            self._said = said
            self.unlock.explain(self.tr("已锁定"), said)

    def begin(self, why: Why = Why.STARTED, said: str = "") -> None:
        """Find out what is needed, and ask for it. After a lock, `said` is why it was locked."""
        self._why, self._said = why, said
        try:
            settings = load_settings(self._home.settings)
            exists = is_set_up(self._home)
        except (ClinicError, OSError) as error:
            self._fail(what_the_world_did(error) or UserError("file_trouble", file="", reason=""))
            return
        name = settings.clinic_name
        self.clinic.keep_time_of(settings)
        self._show_time()
        self._show_name(name)
        if not exists:
            self.first_run.begin(name)
        elif why is Why.STARTED:
            self._on_keyring_wanted()
        else:
            self._ask(said or self.tr("诊所已锁定，请输入口令继续。"), self._after_lock())

    def begin_restore(self, file: Path | None = None) -> None:
        """Put the clinic back from a backup: from this file, or from one that is chosen."""
        self._why, self._said = Why.STARTED, ""
        self.restore.begin(file)

    def take(self, other: "EntryPage") -> None:
        """Stand where a page of another language stood: what is typed there is typed here."""
        self._why = other.why
        self.unlock.passphrase.setText(other.unlock.passphrase.text())
        self._show_name(other.name)
        is_first_run = other.card in other.first_run.cards
        self.first_run.take(other.first_run)
        other.unlock.form.forget()
        other.by_code.forget()
        if is_first_run:
            self.first_run.begin()
        elif other.card in {other.unlock, other.by_code.code, other.by_code.renew}:
            self._ask("" if self._why is Why.STARTED else self.tr("请输入口令继续。"), BY_PERSON)
        else:
            self.retry()

    def refuse_demo(self, error: ClinicError) -> None:
        """There is no demonstration; nothing else has changed."""
        self.first_run.refuse_demo(error)

    def leave(self, then: Callable[[], None]) -> None:
        """The program is to be closed: `then` is called, at once, or when a person says so who has a code for a clinic that is not there yet."""
        if not self.first_run.is_pending:
            then()
        elif self._leaving is None or not self._leaving.isVisible():
            self._leaving = BeforeLeaving(self, then)
            self._leaving.begin()

    def retry(self) -> None:
        """Look again at what is needed."""
        if self.clinic.state is ClinicState.CLOSED:
            self.begin(self._why, self._said)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.card is self.unlock:
            self.unlock.passphrase.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        air = Space.XS if self.height() < LOW else Space.L
        self._top.setContentsMargins(Space.XL, air, Space.XL, air)

    def _ask(self, sentence: str, steps: tuple[KeyAction, ...] = ()) -> None:
        title = self.tr("已锁定") if self._why is Why.LOCKED else self.tr("打开诊所")
        self.unlock.explain(title, sentence)
        self.unlock.form.offer(*steps)
        self._show(self.unlock)
        self.unlock.form.begin(self._home)

    def _after_lock(self) -> tuple[KeyAction, ...]:
        """A passphrase is asked for also where the keyring could open; only where nobody has one it is the keyring's turn again."""
        from core.services.keys.keys import keys_at_hand

        try:
            by_keyring = keys_at_hand(self._home).keyring_only
        except (ClinicError, OSError):
            by_keyring = False
        return steps_of(KeyState.LOCKED if by_keyring else KeyState.PASSPHRASE, self._home)

    def _on_keyring_wanted(self) -> None:
        if self.clinic.state is not ClinicState.CLOSED:
            return
        title = self.tr("打开诊所")
        self.unlock.explain(title, self.tr("正在用这台电脑的密钥环打开…"))
        self.unlock.form.offer()
        self.unlock.problem.say("")
        self.unlock.form.be_busy(busy=True)
        self._show(self.unlock)
        self.clinic.open(self._home, self._vault, None, failed=self._on_keyring_failed)

    def _on_keyring_failed(self, error: ClinicError) -> None:
        if isinstance(error, KeyTrouble):
            self._ask(sentences(error, self._messages), steps_of(state_of(error), self._home))
        else:
            self._fail(error)

    def _on_passphrase(self, passphrase: str) -> None:
        if self.clinic.state is not ClinicState.CLOSED:
            return
        self.unlock.form.be_busy(busy=True)
        self._open(passphrase)

    def _open(self, passphrase: str) -> None:
        opening = (self._home, self._vault, passphrase)
        self.clinic.open(*opening, done=self._on_opened, failed=self._on_passphrase_failed)

    def _on_opened(self, opened: Opened) -> None:
        """Where several people have a passphrase it says who is at work now."""
        self.clinic.ask(self, _people, partial(self._on_people, opened.operator), latest="people")

    def _on_people(self, operator: str, people: int) -> None:
        if people > 1:
            self._notices.info(self.tr("{0} 已打开诊所。").format(operator))

    def _on_passphrase_failed(self, error: ClinicError) -> None:
        self.first_run.forget()
        if isinstance(error, KeyTrouble):
            if self.card is not self.unlock:
                self._ask("", BY_PERSON)
            self.unlock.form.refuse_by(error, self._home, self._messages)
        else:
            self._fail(error)

    def _on_renewed(self, passphrase: str) -> None:
        if self.clinic.state is ClinicState.CLOSED:
            self._open(passphrase)

    def _on_code_left(self) -> None:
        self._ask("", BY_PERSON)

    def _on_step(self, step: KeyAction) -> None:
        match step:
            case KeyAction.RESTORE:
                self.begin_restore(self._backup)
            case KeyAction.RESCUE:
                self.rescue.begin()
            case KeyAction.PREVIOUS_KEYS:
                self._put_previous_back()
            case _:
                self.retry()

    def _put_previous_back(self) -> None:
        if self.clinic.state is not ClinicState.CLOSED:
            return
        came: list[None] = []

        def ended() -> None:
            if came:
                self._notices.info(self._messages.text("keys.previous_used"))
                self.retry()

        job = putting_key_file_back(self._home)
        self.clinic.while_closed(job, done=came.append, failed=self._fail, ended=ended)

    def _on_left(self) -> None:
        """Nothing was done; whoever came from an open clinic is asked for the passphrase again."""
        self.retry()

    def _on_restored(self, clinic: str) -> None:
        if clinic not in {"", UNNAMED} and not self._home.settings.exists():
            try:
                self.first_run.keep_name(clinic)
                self._show_name(clinic)
            except OSError as error:
                trouble = what_the_world_did(error)
                if trouble:
                    self._on_warned(trouble)
        self.retry()

    def _on_language(self, _language: str) -> None:
        """There are two, so it is the other one."""
        self.language_wanted.emit()

    def _on_restore_wanted(self) -> None:
        self.begin_restore()

    def _on_warned(self, error: ClinicError) -> None:
        self._notices.warn(*words(error, self._messages))

    def _show_name(self, name: str) -> None:
        self.name = name
        self._clinic_name.setText(name or self.tr("明道诊所"))

    def _fail(self, error: ClinicError) -> None:
        """Say what can be done; for a damaged store that depends on whether a backup is there, so that is looked at first."""
        self._backup = None
        if KeyAction.RESCUE in steps_of(state_of(error), self._home):
            self.clinic.aside(
                *(self, self._newest_backup, partial(self._on_backup, error)),
                lambda _: self._show_trouble(error),
            )
        else:
            self._show_trouble(error)

    def _newest_backup(self) -> Path | None:
        from core.services.backup.at_hand import newest_backup

        return newest_backup(self._home)

    def _on_backup(self, error: ClinicError, newest: Path | None) -> None:
        self._backup = newest
        self._show_trouble(error)

    def _show_trouble(self, error: ClinicError) -> None:
        self.unlock.form.be_busy(busy=False)
        state = state_of(error)
        steps = steps_of(state, self._home, has_backup=self._backup is not None)
        self.trouble.say(state, *words(error, self._messages), steps, error.code)
        self._show(self.trouble)
        self.trouble.button.setFocus()

    def _on_state(self, state: ClinicState) -> None:
        self.language.setEnabled(state is ClinicState.CLOSED)
        if state is ClinicState.OPENING:
            self._patience.start()
            return
        self._patience.stop()
        self.unlock.form.be_long(is_long=False)
        if state is ClinicState.OPEN:
            self.unlock.form.forget()
            self.first_run.forget()
            self.by_code.forget()

    def _on_long(self) -> None:
        self.unlock.form.be_long(is_long=True)

    def _show(self, card: Card) -> None:
        self._cards.setCurrentIndex(self._all.index(card))

    def _show_time(self) -> None:
        now = self.clinic.now()
        day = QLocale().toString(QDate(now.year, now.month, now.day), "yyyy-MM-dd   dddd")
        self._now.setText(f"{day}   {now:%H:%M}")

    def _head(self) -> QHBoxLayout:
        row = self._top = QHBoxLayout()
        row.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        row.setSpacing(Space.M)
        row.addWidget(Mark())
        row.addWidget(self._clinic_name)
        if is_unsigned(program_folder()):
            row.addWidget(Label(self.tr("未签名的构建"), Type.META, Tone.WARN))
        row.addStretch()
        row.addWidget(self._now)
        row.addSpacing(Space.S)
        row.addWidget(self.language)
        return row


def _people(kernel: Kernel) -> int:
    """How many have a passphrase."""
    return len(kernel.keys.at_hand().operators)
