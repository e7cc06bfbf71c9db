"""What is shown while no clinic is open. It finds out by itself what is needed: set up, unlock, or mend.

The keyring is tried first and quietly; after a lock it is not, because then the person wants to be asked. A passphrase is let
go of as soon as the clinic is open.
"""

import json
from enum import Enum
from functools import partial

from PySide6.QtCore import QDate, QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from core.base.atomic import write_atomically
from core.base.errors import ClinicError, KeyTrouble, UserError
from core.base.messages import Messages
from core.base.paths import Home
from core.settings.load import load_settings
from desktop.bridge.clinic import ClinicBridge, ClinicState, SetUp, Vault
from desktop.bridge.failures import what_the_world_did
from desktop.bridge.notices import Notices
from desktop.session.page import Page
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.entry.first_run import FirstRunCard, NewClinic
from desktop.views.entry.mark import Mark
from desktop.views.entry.parts import Card
from desktop.views.entry.trouble import TroubleCard
from desktop.views.entry.unlock import UnlockCard
from desktop.widgets.button import link
from desktop.widgets.label import Label

HEAD = 66
CARD_TOP = 128
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
        self._why = Why.STARTED
        self.name = ""
        self.first_run, self.unlock, self.trouble = FirstRunCard(), UnlockCard(), TroubleCard()
        self._clinic_name = Label(self.tr("明道诊所"), Type.SECTION)
        self._now = Label("", tone=Tone.MUTED)
        # Named in the language it leads to, for whoever cannot read this one.
        self.language = link(self.tr("English"), icon=Icon.EXTERNAL)
        self.language.clicked.connect(self.language_wanted)
        self._cards = QStackedWidget()
        for card in (self.first_run, self.unlock, self.trouble):
            self._cards.addWidget(_centred(card))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(self._cards, 1)
        self.first_run.submitted.connect(self._on_set_up)
        self.first_run.demo_wanted.connect(self._on_demo)
        self.unlock.submitted.connect(self._on_passphrase)
        self.trouble.button.clicked.connect(self.retry)
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

    @property
    def why(self) -> Why:
        """Why the clinic is not open."""
        return self._why

    @property
    def card(self) -> Card:
        """The card in front."""
        return (self.first_run, self.unlock, self.trouble)[self._cards.currentIndex()]

    def begin(self, why: Why = Why.STARTED) -> None:
        """Find out what is needed, and ask for it."""
        self._why = why
        try:
            name = load_settings(self._home.settings).clinic_name
            exists = self._home.store.exists() or self._home.envelope.exists()
        except (ClinicError, OSError) as error:
            self._fail(what_the_world_did(error) or UserError("file_trouble", file="", reason=""))
            return
        self._show_name(name)
        if not exists:
            if name:  # what was typed before a look at the demonstration stays
                self.first_run.clinic.setText(name)
            self._show(self.first_run)
            self.first_run.be_busy(busy=False)
            (self.first_run.operator if name else self.first_run.clinic).setFocus()
        elif why is Why.STARTED:
            self._ask(self.tr("正在用这台电脑的密钥环打开…"))
            self.unlock.be_busy(busy=True)
            self.clinic.open(self._home, self._vault, None, failed=self._on_keyring_failed)
        else:
            self._ask(self.tr("诊所已锁定，请输入口令继续。"))

    def take(self, other: "EntryPage") -> None:
        """Stand where a page of another language stood: what is typed there is typed here."""
        self._why = other.why
        for mine, its in zip(self.first_run.edits, other.first_run.edits, strict=True):
            mine.setText(its.text())
        self.unlock.passphrase.setText(other.unlock.passphrase.text())
        self._show_name(other.name)
        other.first_run.forget()
        other.unlock.passphrase.forget()
        if other.card is other.unlock:
            self._ask("" if self._why is Why.STARTED else self.tr("请输入口令继续。"))
        elif other.card is other.first_run:
            self._show(self.first_run)
            self.first_run.clinic.setFocus()
        else:
            self.retry()

    def refuse_demo(self, error: ClinicError) -> None:
        """There is no demonstration; nothing else has changed."""
        self.first_run.refuse(*words(error, self._messages))
        self.first_run.demo.setFocus()

    def retry(self) -> None:
        """Look again at what is needed."""
        if self.clinic.state is ClinicState.CLOSED:
            self.begin(self._why)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.card is self.unlock:
            self.unlock.passphrase.setFocus()

    def _ask(self, sentence: str) -> None:
        title = self.tr("已锁定") if self._why is Why.LOCKED else self.tr("打开诊所")
        self.unlock.explain(title, sentence)
        self.unlock.problem.say("")
        self.unlock.be_busy(busy=False)
        self._show(self.unlock)
        self.unlock.passphrase.setFocus()

    def _on_keyring_failed(self, error: ClinicError) -> None:
        if isinstance(error, KeyTrouble):
            self._ask(" ".join(words(error, self._messages)))
        else:
            self._fail(error)

    def _on_passphrase(self, passphrase: str) -> None:
        if self.clinic.state is not ClinicState.CLOSED:
            return
        self.unlock.be_busy(busy=True)
        self.clinic.open(self._home, self._vault, passphrase, failed=self._on_passphrase_failed)

    def _on_passphrase_failed(self, error: ClinicError) -> None:
        if isinstance(error, KeyTrouble):
            self.unlock.refuse(*words(error, self._messages))
        else:
            self._fail(error)

    def _on_demo(self) -> None:
        if self.clinic.state is ClinicState.CLOSED:
            self.first_run.prepare_demo()
            self.demo_wanted.emit()

    def _on_set_up(self, wanted: NewClinic) -> None:
        if self.clinic.state is not ClinicState.CLOSED:
            return
        self.first_run.be_busy(busy=True)
        task = self.clinic.set_up(
            self._home, wanted.passphrase, self._vault, wanted.operator, failed=self._on_set_up_failed
        )
        task.done.connect(partial(self._on_was_set_up, wanted))

    def _on_was_set_up(self, wanted: NewClinic, done: SetUp) -> None:
        try:
            self._keep_name(wanted.clinic)
        except OSError as error:
            trouble = what_the_world_did(error)
            if trouble:
                self._notices.warn(*words(trouble, self._messages))
        if done.keyring != "ok":
            self._notices.info(self._messages.text(f"init.keyring.{done.keyring}"))
        # The window does not show the code yet, so nobody has it: a new one has to be made where it is shown.
        self._notices.warn(
            self._messages.text("desktop.no_recovery_code"),
            self._messages.text("desktop.new_recovery_code"),
        )
        # Opening is a step of its own, and begins once this one has ended.
        QTimer.singleShot(0, self, partial(self._on_passphrase, wanted.passphrase))

    def _keep_name(self, name: str) -> None:
        """The clinic's name, where there are no settings yet. A file that somebody wrote is left as it is."""
        if not self._home.settings.exists():
            # A JSON text is a TOML text too, but for DEL, which no keyboard types.
            chosen = {"clinic_name": name, "language": self._messages.language}
            lines = [
                f"{option} = {json.dumps(value, ensure_ascii=False)}\n" for option, value in chosen.items()
            ]
            write_atomically(self._home.settings, "".join(lines).encode())
        self._show_name(name)

    def _show_name(self, name: str) -> None:
        self.name = name
        self._clinic_name.setText(name or self.tr("明道诊所"))

    def _on_set_up_failed(self, error: ClinicError) -> None:
        if isinstance(error, UserError):
            self.first_run.refuse(*words(error, self._messages))
        else:
            self._fail(error)

    def _fail(self, error: ClinicError) -> None:
        self.first_run.be_busy(busy=False)
        self.unlock.be_busy(busy=False)
        self.trouble.say(*words(error, self._messages))
        self._show(self.trouble)
        self.trouble.button.setFocus()

    def _on_state(self, state: ClinicState) -> None:
        if state is ClinicState.OPENING:
            self._patience.start()
            self.language.setEnabled(False)
            return
        self._patience.stop()
        self.unlock.be_long(is_long=False)
        self.language.setEnabled(True)
        if state is ClinicState.OPEN:
            self.unlock.passphrase.forget()
            self.first_run.forget()

    def _on_long(self) -> None:
        self.unlock.be_long(is_long=True)

    def _show(self, card: Card) -> None:
        self._cards.setCurrentIndex((self.first_run, self.unlock, self.trouble).index(card))

    def _show_time(self) -> None:
        now = self.clinic.now()
        day = QLocale().toString(QDate(now.year, now.month, now.day), "yyyy-MM-dd   dddd")
        self._now.setText(f"{day}   {now:%H:%M}")

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        row.setSpacing(Space.M)
        row.addWidget(Mark())
        row.addWidget(self._clinic_name)
        row.addStretch()
        row.addWidget(self._now)
        row.addSpacing(Space.S)
        row.addWidget(self.language)
        return row


def _centred(card: Card) -> QScrollArea:
    """A card in the middle, as high as the mock-up has it; a small window scrolls."""
    ground = QWidget()
    ground.setProperty("plain", True)
    column = QVBoxLayout(ground)
    column.setContentsMargins(Space.XL, CARD_TOP - HEAD, Space.XL, Frame.STATUS)
    column.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setWidget(ground)
    return scroll
