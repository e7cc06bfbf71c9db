"""A sheet with the form of a person: what registering and editing have in common. It is sent once, and left only by choice."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.patients.patients import Candidate, Registered
from desktop.bridge.clinic import ClinicBridge
from desktop.session.close_guard import CloseGuard, Then
from desktop.session.guarded_sheet import GuardedSheet
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.patients.alike import Alike
from desktop.views.patients.person_form import PersonForm
from desktop.widgets.button import plain_button, primary
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.in_sight import keep_in_sight
from desktop.widgets.label import Label

WIDTH = 560


class PersonSheet(GuardedSheet):
    """A descendant says what its button does, and carries it out in `_send`."""

    registered = Signal(object)
    """A `Registered`: the person as they stand now."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        guard: CloseGuard,
        *,
        heading: str,
        reason: str,
        go: str,
        back: str,
        can_pick: bool,
    ) -> None:
        super().__init__(page, guard, heading, reason, width=WIDTH)
        self._clinic, self._messages, self._go = clinic, messages, go
        self._then: Then | None = None
        self.form = PersonForm()
        self.problem = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
        self.hint = Label("", Type.META, Tone.MUTED, wrap=True)
        self.alike = Alike(messages, can_pick=can_pick)
        self.confirm = primary(go, key="Enter")
        self.back = plain_button(back, key="Esc")
        self.body.addWidget(self.form)
        self.said = QVBoxLayout()
        self.said.setContentsMargins(Space.XL, 0, Space.XL, Space.M)
        self.said.setSpacing(Space.XS)
        for part in (self.problem, self.hint, self.alike):
            self.said.addWidget(part)
        keep_in_sight(self.problem)
        self.body.addLayout(self.said)
        self.foot.addWidget(IconLabel(Icon.INTACT))
        self.foot.addWidget(Label(self.tr("只存在本机，加密保存"), Type.META, Tone.MUTED))
        self.foot.addStretch()
        self.foot.addWidget(self.back)
        self.foot.addWidget(self.confirm)
        self.confirm.clicked.connect(self.submit)
        self.back.clicked.connect(self.dismiss)
        self.form.entered.connect(self.submit)
        self.form.edited.connect(self._on_edited)

    @property
    def is_dirty(self) -> bool:
        return not self.isHidden() and self.form.is_dirty

    @property
    def candidates(self) -> tuple[QWidget, ...]:
        """The people who could be the same."""
        return self.alike.rows

    def save(self, then: Then) -> None:
        """Send it; `then` hears whether it is saved, and no when something must be looked at first."""
        self._then = then
        self.submit()

    def submit(self) -> None:
        """Send it, unless that is under way."""
        if self.confirm.isEnabled():
            self._send()

    def _send(self) -> None:
        raise NotImplementedError

    def _on_registered(self, registered: Registered) -> None:
        self._be_busy(busy=False)
        self.shut()
        self._tell(is_saved=True)
        self.registered.emit(registered)

    def _on_refused(self, error: ClinicError) -> None:
        self._be_busy(busy=False)
        sentence, step = words(error, self._messages)
        if not self.form.show_error(error.code, f"{sentence}{step}"):
            self._say(sentence, step)
        self._tell(is_saved=False)

    def _tell(self, *, is_saved: bool) -> None:
        """Who waits for the answer hears it, once."""
        then, self._then = self._then, None
        if then:
            then(is_saved)

    def _on_edited(self) -> None:
        """What was found out about the person as typed before does not hold any more."""
        self._say("", "")
        self._show_alike(())

    def _say(self, message: str, hint: str) -> None:
        self.problem.setText(message)
        self.hint.setText(hint)
        self.problem.setVisible(bool(message))
        self.hint.setVisible(bool(hint))

    def _show_alike(self, candidates: Sequence[Candidate]) -> None:
        self.alike.show_people(candidates, self._today())
        self.confirm.set_words(self._go)

    def _be_busy(self, *, busy: bool) -> None:
        self.confirm.setEnabled(not busy)

    def _today(self) -> date | None:
        opened = self._clinic.opened
        return opened.clock.now().date() if opened else None
