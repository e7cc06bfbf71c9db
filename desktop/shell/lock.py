"""The lock: the window is covered first, then what was typed is saved, then the clinic is closed. Unlocking goes back to the place.

Nobody is asked on the way, since nobody may be there. What a draft cannot keep, because the disk is full or it is in a sheet that
has none, is sealed and stays in memory until its operator is back (`core.base.sealing`); another operator begins on the first screen.
Work under way is finished or, when it listens, stopped (`ClinicBridge.close`), behind the cover.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from desktop.bridge.clinic import ClinicState, Kernel
from desktop.session.caret import Return
from desktop.session.close_guard import DirtyHolder
from desktop.session.kept_fields import Kept, give_fields
from desktop.session.lock_clock import Cause
from desktop.session.lock_watch import MINUTE_S, LockWatch, limits_of
from desktop.session.swept_memory import sweep
from desktop.shell.cover import clear_away, empty_clipboard, hand_over_composition
from desktop.shell.screens import Keeps, Returns, Room
from desktop.shell.stand import Stand, take_sheets, take_stand, take_unsaved
from desktop.widgets.sheet import Sheet

if TYPE_CHECKING:
    from desktop.actions.catalog import ActionId
    from desktop.shell.desk import Desk
    from desktop.shell.main_window import MainWindow

SWEEP_MS = 300
"""After the closing: what was to be deleted is, and the threads that worked have let go."""

SAVE_MS = 2500
"""So long a draft may take to be saved; then it is sealed. Sleep is put off by a little more."""


class Lock(QObject):
    """Made once, with the window."""

    def __init__(self, window: "MainWindow", watch: LockWatch) -> None:
        super().__init__(window)
        self._window, self.watch = window, watch
        self._cause = Cause.BY_HAND
        self._at: datetime | None = None
        self._minutes = 0
        self._hours = 0
        self._is_locking = False
        self._desk: Desk | None = None
        self._stand: Stand | None = None
        self._pending: set[int] = set()
        self._left: dict[str, bytes] = {}
        self._later: dict[ActionId, Kept] = {}
        self._return: Return | None = None
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(SAVE_MS)
        self._patience.timeout.connect(self._seal)
        watch.due.connect(self.lock)
        watch.going_to_sleep.connect(self._on_sleep)

    @property
    def _room(self) -> Room:
        return self._window.room

    @property
    def is_locking(self) -> bool:
        """Whether the window is covered and what was typed is being saved."""
        return self._is_locking

    @property
    def sentence(self) -> str:
        """Why it is locked, since when."""
        say = self._room.messages.text
        time = f"{self._at:%H:%M}" if self._at else ""
        return say(f"lock.cause.{self._cause.value}", time=time, minutes=self._minutes, hours=self._hours)

    def lock(self, cause: Cause = Cause.BY_HAND) -> None:
        """Cover the window now, and lock. Where nothing is open there is nothing to do."""
        clinic, desk = self._room.clinic, self._window.desk
        if self._is_locking:
            return
        if clinic.state is ClinicState.OPENING:
            self._say(cause)
            clinic.close()
            return
        if clinic.state is not ClinicState.OPEN or desk is None:
            self.watch.let_sleep()
            return
        self._is_locking, self._desk = True, desk
        # First: whatever fails from here on, the clinic is closed when it runs out.
        self._patience.start()
        self._say(cause)
        self.watch.end()
        try:
            self._take(desk)
        except Exception as error:  # noqa: BLE001 - it is reported, and nothing may keep the window uncovered
            clinic.fault.emit(error)
            clear_away(self._window)
        self._window.cover(self.sentence)
        empty_clipboard()
        try:
            self._save(desk)
        except Exception as error:  # noqa: BLE001 - it is reported, and nothing may keep the clinic open
            clinic.fault.emit(error)
            self._seal()

    def opened(self) -> None:
        """A clinic is open: watch over it, and go back to where its operator was."""
        self.watch.begin()
        opened, desk = self._room.clinic.opened, self._window.desk
        sealed = self._left.get(opened.operator) if opened else None
        if opened and desk and sealed is not None:
            work = partial(_unseal, sealed, opened.operator)
            has_gone_on = partial(_has_gone_on, desk, desk.here)
            self._room.clinic.ask(self, work, partial(self._on_unsealed, has_gone_on))

    def closed(self) -> None:
        """The clinic is closed and the desk is gone."""
        self._is_locking = False
        self.watch.end()
        self.watch.let_sleep()
        QTimer.singleShot(SWEEP_MS, self, sweep)

    def _say(self, cause: Cause) -> None:
        self._cause, self._at = cause, self._room.clinic.now()
        opened = self._room.clinic.opened
        if opened:
            self._minutes = int(limits_of(opened).idle_s // MINUTE_S)
            self._hours = opened.settings.session_hours

    def _on_sleep(self) -> None:
        self.lock(Cause.SLEPT)

    # ── Going ───────────────────────────────────────────────────────────────────────────────────

    def _take(self, desk: "Desk") -> None:
        """Take note of where the desk stands, and clear away what is over it."""
        if self._return:
            self._return.give_up()
        hand_over_composition()
        sheets = take_sheets(desk, self._room.guard)
        self._room.guard.call_off()
        clear_away(self._window)
        self._stand = take_stand(desk, sheets)
        # What was not yet put back after the lock before.
        self._stand.fields = {**self._later, **self._stand.fields}

    def _save(self, desk: "Desk") -> None:
        """Save every draft, and wait for each, but not for ever."""
        desk.flush()
        holders = [holder for holder in self._room.guard.dirty(within=desk) if holder.keeps_draft]
        self._pending = {id(holder) for holder in holders}
        for holder in holders:
            holder.save(partial(self._on_saved, holder))
        if not holders:
            self._seal()

    def _on_saved(self, holder: DirtyHolder, _is_saved: bool) -> None:
        if id(holder) in self._pending:
            self._pending.discard(id(holder))
            if not self._pending:
                self._seal()

    def _seal(self) -> None:
        """Seal what has to outlive the desk, then close."""
        self._patience.stop()
        self._pending = set()
        stand, self._stand = self._stand, None
        opened, desk = self._room.clinic.opened, self._desk
        self._desk = None
        clinic = self._room.clinic
        if stand is None or opened is None or desk is None:
            clinic.close()
            return
        try:
            stand.unsaved = take_unsaved(desk)
            work = partial(_seal, stand.to_text(), opened.operator)
        except Exception as error:  # noqa: BLE001 - it is reported, and nothing may keep the clinic open
            clinic.fault.emit(error)
            clinic.close()
            return
        clinic.ask(self, work, partial(self._on_sealed, opened.operator), ended=clinic.close)

    def _on_sealed(self, operator: str, sealed: bytes) -> None:
        self._left[operator] = sealed

    # ── Coming back ─────────────────────────────────────────────────────────────────────────────

    def _on_unsealed(self, has_gone_on: Callable[[], bool], text: str | None) -> None:
        desk, opened = self._window.desk, self._room.clinic.opened
        if desk is None or opened is None:
            return
        self._left.pop(opened.operator, None)
        if text is None:
            return
        stand = Stand.from_text(text)
        self._later = stand.fields
        self._room.guard.kept.update(stand.sheets)
        desk.moved.connect(self._on_moved)
        for screen, content in stand.unsaved.items():
            page = desk.page_of(screen)
            if isinstance(page, Keeps):
                page.take_back(content)
        if stand.sheets:
            say = self._room.messages.text
            titles = say("lock.between").join(sheet.title for sheet in stand.sheets.values())
            self._room.notices.info(say("lock.sheets", titles=titles), say("lock.sheets_next"))
        if has_gone_on():
            self._on_moved(desk.here)
        elif stand.record_no is None:
            desk.go(stand.screen)
            self._settle_at(stand)
        else:
            desk.turned.connect(partial(self._on_turned, stand))
            desk.open_patient(stand.record_no, stand.screen, has_gone_on)

    def _on_turned(self, stand: Stand, *_: object) -> None:
        desk = self._window.desk
        if desk and stand.record_no is not None and self._return is None:
            stand_once, stand.record_no = stand.record_no, None
            if desk.context and desk.context.record_no == stand_once:
                # The desk goes to the screen after it has turned.
                QTimer.singleShot(0, self, partial(self._settle_at, stand))

    def _settle_at(self, stand: Stand) -> None:
        desk = self._window.desk
        if desk is None or desk.here is not stand.screen or self._is_locking:
            return
        page = desk.page
        if isinstance(page, Returns) and stand.place:
            page.return_to(stand.place)
        self._on_moved(stand.screen)
        back = self._return = Return(page, stand.spot, self._on_returned, self)
        self.watch.touch.touched.connect(back.give_up)

    def _on_returned(self) -> None:
        self._return = None

    def _on_moved(self, screen: "ActionId") -> None:
        """What was typed on a screen stands there again when it is next in front."""
        desk, fields = self._window.desk, self._later.pop(screen, None)
        if desk and fields:
            give_fields(desk.page_of(screen), fields)


def _has_gone_on(desk: "Desk", began_at: "ActionId") -> bool:
    """Whether its operator did not wait, and is somewhere, with somebody, or over a sheet: nobody is torn away from there."""
    elsewhere = desk.here is not began_at or desk.context is not None
    return elsewhere or any(sheet.isVisible() for sheet in desk.findChildren(Sheet))


def _seal(text: str, operator: str, kernel: Kernel) -> bytes:
    return kernel.sealing.seal(text, operator)


def _unseal(sealed: bytes, operator: str, kernel: Kernel) -> str | None:
    return kernel.sealing.unseal(sealed, operator)
