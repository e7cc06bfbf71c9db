"""Keeps a draft saved: a moment after the last change, at once on leaving, and again and again after a failure.

There is never more than one save of a draft under way, and each takes the content as it is when it starts: the latest wins.
While a visit is being saved from the same content the autosave is held, so that no draft comes after its visit.
"""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.ids import RecordNo
from desktop.bridge.clinic import ClinicBridge, Kernel

IDLE_MS = 1500
RETRY_MS = 2000
LONGEST_RETRY_MS = 30_000

Then = Callable[[bool], None]
"""Hears whether it worked out."""

Save = Callable[[str, Callable[[datetime], None], Callable[[Exception], None]], None]
"""Saves a content and calls one of the two, later, on the window's thread: saved at, or why not."""


class Autosave(QObject):
    """The saving of one draft. A child of the page that shows it."""

    saved = Signal(object)
    """The moment the draft was saved."""

    failed = Signal(object)
    """Why it could not be saved: after each attempt. Stands until `saved`; see `failure`."""

    dirty = Signal(bool)
    """Whether there is something typed that is not saved; when that changes."""

    def __init__(
        self,
        content: Callable[[], str],
        save: Save,
        parent: QObject,
        *,
        idle_ms: int = IDLE_MS,
        retry_ms: int = RETRY_MS,
    ) -> None:
        super().__init__(parent)
        self._content = content
        self._save = save
        self._retry_ms = retry_ms
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_time)
        self._idle_ms = idle_ms
        self._typed = 0
        self._kept = 0
        self._under_way: int | None = None
        self._failures = 0
        self._failure: Exception | None = None
        self._waiting: list[tuple[int, Then]] = []
        self._held: int | None = None
        self._on_held: Callable[[], None] | None = None
        self._was_dirty = False

    @property
    def is_dirty(self) -> bool:
        """Whether something typed is not saved."""
        return self._typed > self._kept

    @property
    def is_held(self) -> bool:
        """Whether something else decides now what becomes of what was typed: it is being saved as a visit."""
        return self._held is not None

    @property
    def failure(self) -> Exception | None:
        """Why the last attempt failed, None once one worked out."""
        return self._failure

    def changed(self) -> None:
        """Something was typed."""
        self._typed += 1
        self._tell()
        if self._held is None:
            self._timer.start(self._idle_ms)

    def flush(self, then: Then | None = None) -> None:
        """Save now. `then` hears whether everything typed so far is saved; at once when it is already.

        A save under way is waited for and followed by another when something was typed since it began. While held, the
        answer comes after `resume` or `rest`.
        """
        if then:
            self._waiting.append((self._typed, then))
        self._answer_the_saved()
        if self._held is None and self.is_dirty and self._under_way is None:
            self._start()

    def hold(self, then: Callable[[], None]) -> None:
        """Save no more until `resume` or `rest`; `then` is called when none is under way. Raises RuntimeError when held."""
        if self._held is not None:
            raise RuntimeError("The autosave is held already")
        self._held = self._typed
        self._timer.stop()
        self._on_held = then
        self._tell_holder()

    def resume(self) -> None:
        """Go on: what it was held for did not work out."""
        self._let_go()

    def rest(self) -> None:
        """What had been typed when it was held is now a visit, or was thrown away: there is no draft of it to save.

        What was typed since then will be saved.
        """
        if self._held is not None:
            self._kept = max(self._kept, self._held)
            self._failure, self._failures = None, 0
        self._let_go()

    def _let_go(self) -> None:
        self._held = self._on_held = None
        self._tell()
        self._answer_the_saved()
        if self.is_dirty:
            self._timer.start(0 if self._waiting else self._idle_ms)

    def _on_time(self) -> None:
        if self._held is None and self.is_dirty and self._under_way is None:
            self._start()

    def _start(self) -> None:
        self._timer.stop()
        self._under_way = self._typed
        try:
            self._save(self._content(), self._on_saved, self._on_failed)
        except Exception as error:
            self._on_failed(error)
            raise  # a fault of this program: it is reported, and the draft is tried again

    def _on_saved(self, at: datetime) -> None:
        saved, self._under_way = self._under_way, None
        self._kept = max(self._kept, saved or 0)
        self._failure, self._failures = None, 0
        self.saved.emit(at)
        self._tell()
        self._answer_the_saved()
        self._tell_holder()
        if self._held is None and self.is_dirty:
            if self._waiting:
                self._start()
            elif not self._timer.isActive():
                self._timer.start(self._idle_ms)

    def _on_failed(self, error: Exception) -> None:
        tried, self._under_way = self._under_way, None
        self._failure = error
        self._failures += 1
        if self._held is None:
            self._timer.start(min(self._retry_ms * 2 ** min(self._failures - 1, 8), LONGEST_RETRY_MS))
        self.failed.emit(error)
        self._answer(tried or 0, is_saved=False)
        self._tell_holder()
        # Who asked after this attempt began has not been tried for.
        if self._waiting and self._held is None and self._under_way is None:
            self._start()

    def _answer_the_saved(self) -> None:
        self._answer(self._kept, is_saved=True)

    def _answer(self, reached: int, *, is_saved: bool) -> None:
        due = [then for asked, then in self._waiting if asked <= reached]
        self._waiting = [(asked, then) for asked, then in self._waiting if asked > reached]
        for then in due:
            then(is_saved)

    def _tell_holder(self) -> None:
        if self._on_held and self._under_way is None:
            then, self._on_held = self._on_held, None
            then()

    def _tell(self) -> None:
        if self.is_dirty != self._was_dirty:
            self._was_dirty = self.is_dirty
            self.dirty.emit(self._was_dirty)


class DraftSaver:
    """Saves the draft of one patient's form through the clinic. The record number is fixed for its life.

    It names no ticket: a reply about a draft is wanted even after the page has turned to somebody else.
    """

    def __init__(self, clinic: ClinicBridge, owner: QObject, record_no: RecordNo, form: str) -> None:
        self._clinic = clinic
        self._owner = owner
        self._record_no = record_no
        self._form = form

    def __call__(
        self, content: str, saved: Callable[[datetime], None], failed: Callable[[Exception], None]
    ) -> None:
        record_no, form = self._record_no, self._form

        def work(kernel: Kernel) -> datetime:
            return kernel.intake.save_draft(record_no, form, content).saved_at

        task = self._clinic.ask(self._owner, work, saved, _not_told_twice)
        task.failed.connect(failed)


def _not_told_twice(error: Exception) -> None:
    """The autosave's own failed state tells the person, for as long as it lasts."""
