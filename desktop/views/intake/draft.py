"""What is being written for one patient on one form: kept as a draft from the first key, and seen by the guard of leaving.

While the draft cannot be kept a bar says so and stays until it is; the saving is tried again and again meanwhile.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from core.base.ids import RecordNo
from core.base.messages import Messages
from desktop.bridge.clinic import ClinicBridge
from desktop.bridge.notices import Notice, Notices
from desktop.session.autosave import Autosave, DraftSaver
from desktop.session.close_guard import Then


class Draft:
    """One draft. `title` is the record it is about, as a person knows it."""

    keeps_draft = True

    def __init__(
        self,
        owner: QObject,
        clinic: ClinicBridge,
        notices: Notices,
        messages: Messages,
        *,
        record_no: RecordNo,
        form: str,
        title: str,
        content: Callable[[], str],
    ) -> None:
        self.record_no, self.form, self.title = record_no, form, title
        self._notices, self._messages = notices, messages
        self._bar: Notice | None = None
        self._content = content
        self._closed: str | None = None
        self.autosave = Autosave(self._read, DraftSaver(clinic, owner, record_no, form), owner)
        self.autosave.failed.connect(self._on_failed)
        self.autosave.saved.connect(self._on_saved)

    @property
    def is_dirty(self) -> bool:
        return self.autosave.is_dirty

    def save(self, then: Then) -> None:
        self.autosave.flush(then)

    def discard(self, then: Then) -> None:
        if self.autosave.is_held:
            # It is just being saved as a visit: it cannot be thrown away before that is decided.
            then(False)
        else:
            self.autosave.hold(partial(self._rest, then))

    def close(self) -> None:
        """It is written no more, and the form goes to another. What could not be kept yet is still tried for, as it stands."""
        self._closed = self._content() if self.is_dirty else ""
        self._let_go()

    def _read(self) -> str:
        return self._content() if self._closed is None else self._closed

    def _let_go(self) -> None:
        if self._closed is not None and not self.is_dirty:
            self._withdraw()
            self.autosave.deleteLater()

    def _rest(self, then: Then) -> None:
        self.autosave.rest()
        self._withdraw()
        then(True)

    def _on_failed(self, _error: object) -> None:
        if self._bar not in self._notices.standing:
            words = self._messages
            self._bar = self._notices.error(words.text("autosave.failed"), title=self.title)

    def _on_saved(self, _at: object) -> None:
        self._withdraw()
        self._let_go()

    def _withdraw(self) -> None:
        bar, self._bar = self._bar, None
        if bar is not None:
            self._notices.withdraw(bar)
