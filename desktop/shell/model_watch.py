"""What the window hears of models: a call is over, a limit is near, a price, a policy or a limit is another, a variable comes before a key.

Asked anew at once when something happened, and by the clock of minutes when prices change or the day does; never by looking again and again.
"""

from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.errors import ClinicError
from core.base.rights import Right
from core.events.model import (
    BudgetSpoke,
    CallSettled,
    EgressPolicyChanged,
    Event,
    ModelKeyShadowed,
    ModelsChanged,
    PricesChanged,
)
from desktop.bridge.clinic import ClinicState
from desktop.bridge.notices import Action, Notice
from desktop.models.costs_now import CostsNow, look
from desktop.shell.status_costs import MODELS

if TYPE_CHECKING:
    from desktop.shell.main_window import MainWindow

CLOSED = "clinic_closed"
HEARD = (CallSettled, PricesChanged, ModelsChanged, EgressPolicyChanged)
"""After these the status line may have something else to say."""

MINUTE_MS = 60_000


class ModelWatch(QObject):
    """Made once, with the window; it speaks by whatever status line there is."""

    told = Signal()
    """The status line says how it stands."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._shadowed: dict[Notice, ModelKeyShadowed] = {}
        self._warned: set[tuple[date, str, str]] = set()
        self._minute = QTimer(self)
        self._minute.setSingleShot(True)
        self._minute.timeout.connect(self._on_minute)
        room = window.room
        room.clinic.happened.connect(self._on_happened)
        room.clinic.settings_changed.connect(self.look)

    @property
    def standing(self) -> tuple[ModelKeyShadowed, ...]:
        """What was told and nobody put away."""
        stands = self._window.room.notices.standing
        return tuple(event for notice, event in self._shadowed.items() if notice in stands)

    def look(self) -> None:
        """Ask how it stands. With no clinic open there is nothing to ask, and nothing to wait for."""
        clinic = self._window.room.clinic
        if clinic.state is ClinicState.OPEN:
            clinic.ask(self, look, self._on_now, self._on_failed, latest="costs")
        else:
            self._minute.stop()

    def tell_shadowed(self, *events: ModelKeyShadowed) -> None:
        """Say which variable comes before which key, until somebody puts it away."""
        room = self._window.room
        for event in events:
            said = room.messages.text("model_keys.shadowed", variable=event.variable, provider=event.provider)
            step = Action(self.tr("去设置"), partial(self._window.go_to, *MODELS))
            self._shadowed[room.notices.warn(said, action=step)] = event

    def tell_budget(self, event: BudgetSpoke) -> None:
        """Say what the budgets have to say of a call, to whom costs may be shown: each thing once a day, not with every call."""
        room = self._window.room
        if not room.clinic.may(Right.COSTS):
            return
        for phrase in event.said:
            about = (self._at().date(), event.pack, phrase.key)
            if about not in self._warned:
                self._warned.add(about)
                room.notices.warn(room.messages.text(phrase.key, **phrase.params))

    def _on_happened(self, event: Event) -> None:
        status = self._window.status
        if isinstance(event, CallSettled):
            status.costs.used_by(event.pack)
        if isinstance(event, HEARD):
            self.look()
        elif isinstance(event, BudgetSpoke):
            self.tell_budget(event)
        elif isinstance(event, ModelKeyShadowed):
            self.tell_shadowed(event)

    def _on_now(self, now: CostsNow) -> None:
        self._window.status.costs.show_now(now, self._at())
        self._wait()
        self.told.emit()

    def _on_failed(self, error: ClinicError) -> None:
        clinic = self._window.room.clinic
        if error.code != CLOSED and clinic.may(Right.COSTS):
            self._window.status.costs.show_unknown(error)
        self._wait()
        self.told.emit()

    def _on_minute(self) -> None:
        if self._window.status.costs.tick(self._at()):
            self.look()
        else:
            self._wait()

    def _wait(self) -> None:
        """Until the next minute of the clinic's clock begins."""
        at = self._at()
        self._minute.start(MINUTE_MS - at.second * 1000 - at.microsecond // 1000)

    def _at(self) -> datetime:
        clinic = self._window.room.clinic
        return clinic.opened.clock.now() if clinic.opened else clinic.now()
