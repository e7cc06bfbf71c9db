"""更正: the form as it stands, to be corrected; then what changes, and why. The original is kept, and what is typed is a draft.

Two steps of one sheet: writing, and looking over what changes with the reason for it. Nothing is saved before the second.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.forms import as_plain, dump_json, load_json
from core.services.visits.amendments import Amended, AmendReason, KeptAmendment
from core.services.visits.intake import Checked
from core.services.visits.records import Record, Told
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.chosen_visit import ChosenVisit
from desktop.session.amending import AmendingSheet
from desktop.session.autosave import Autosave
from desktop.session.close_guard import CloseGuard, KeptSheet, Then
from desktop.session.kept_fields import take_fields
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.views.intake.form import FormView
from desktop.widgets.button import link, plain_button, primary
from desktop.widgets.difference_view import DifferenceView
from desktop.widgets.label import Label
from desktop.widgets.reason_choice import ReasonChoice
from desktop.widgets.separator import Separator

WIDTH = 880
TALL = 4_000
"""More than any page: the form takes all the room there is."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    record: Record
    draft: KeptAmendment | None


@dataclass(frozen=True, slots=True)
class _Looked:
    """What was typed, looked at; `changes` are there when nothing keeps it from being saved."""

    checked: Checked
    changes: tuple[Told, ...]


class _Room(QStackedWidget):
    """As tall as the sheet can be, whatever is in it."""

    def hasHeightForWidth(self) -> bool:
        return False

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), TALL)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)


class AmendSheet(AmendingSheet):
    """The sheet, on the forms of this screen."""

    keeps_draft = True

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, guard: CloseGuard, visit: ChosenVisit
    ) -> None:
        self._visit, self._clinic, self._messages = visit, clinic, messages
        self._version = visit.version
        self._is_restored = False
        self._is_busy = False
        super().__init__(
            page,
            guard,
            self.tr("更正：{0}").format(visit.about),
            self.tr("原文保留。就诊时间和表单不变；要改时间，请作废后重新录入。"),
            width=WIDTH,
        )
        self.form = FormView(clinic, messages)
        self.note = Label("", Type.META, Tone.MUTED)
        self.problem = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
        self.problem.hide()
        reasons = [(reason.value, messages.text(f"amend.reason.{reason}")) for reason in AmendReason]
        self.reason = ReasonChoice(reasons, self.tr("例如：患者复诊时说明"))
        self.changes: DifferenceView | None = None
        self._autosave = Autosave(self._content, self._save_draft, self)
        self._autosave.saved.connect(self._on_kept)
        self._autosave.failed.connect(self._on_not_kept)
        self.form.changed.connect(self._autosave.changed)
        self._build()

    @property
    def title(self) -> str:
        return self.tr("{0} 的更正").format(self._visit.about)

    @property
    def is_dirty(self) -> bool:
        return self._autosave.is_dirty

    @property
    def is_reviewing(self) -> bool:
        """Whether the changes are looked over."""
        return self._steps.currentWidget() is self._area

    def save(self, then: Then) -> None:
        self._autosave.flush(then)

    def discard(self, then: Then) -> None:
        self._autosave.hold(partial(self._on_held, then))

    def keep(self) -> KeptSheet:
        """What is typed in the form is a draft already."""
        return KeptSheet(self.title, take_fields(self.reason, choices=True))

    def begin(self) -> None:
        work = partial(_load, self._visit)
        self._clinic.ask(self, work, self._on_loaded, self.failed.emit)

    def submit(self) -> None:
        """The next step: look over what was typed, or save it."""
        if self._is_busy or self.form.questionnaire is None:
            return
        if not self.is_reviewing:
            self._wait(is_busy=True)
            work = partial(_look, self._visit, self._content(), self._version)
            self._clinic.ask(self, work, self._on_looked, self._on_refused)
        elif self.reason.is_ready():
            self._wait(is_busy=True)
            self._autosave.hold(self._send)

    def go_on_writing(self) -> None:
        """Back to the form, as it was left."""
        self._steps.setCurrentWidget(self._writing)
        self._say("")
        self._show_step()
        self.form.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_S and is_control:
            self.submit()
            event.accept()
        elif event.key() == Qt.Key.Key_Escape and self.is_reviewing:
            self.go_on_writing()
            event.accept()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        self._writing = QWidget()
        column = QVBoxLayout(self._writing)
        column.setContentsMargins(0, Space.S, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(self.form, 1)
        self._review = QWidget()
        self._looked = QVBoxLayout()
        self._looked.setSpacing(Space.S)
        inside = QVBoxLayout(self._review)
        inside.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        inside.setSpacing(Space.M)
        inside.addWidget(Label(self.tr("改动"), Type.SECTION))
        inside.addLayout(self._looked)
        inside.addWidget(Separator())
        inside.addWidget(self.reason)
        inside.addStretch()
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._review.setProperty("plain", True)
        self._area.setWidget(self._review)
        self._area.viewport().setAutoFillBackground(False)
        self._review.setAutoFillBackground(False)
        self._steps = _Room()
        self._steps.addWidget(self._writing)
        self._steps.addWidget(self._area)
        self.body.addWidget(self._steps)
        self.throw = link(self.tr("放弃草稿"))
        self.throw.hide()
        self.back = plain_button(self.tr("返回"), key="Esc")
        self.confirm = primary("", icon=Icon.SAVE, key="Ctrl S")
        self.throw.clicked.connect(self._on_throw)
        self.back.clicked.connect(self._on_back)
        self.confirm.clicked.connect(self.submit)
        self.foot.addWidget(self.note)
        self.foot.addWidget(self.problem, 1)
        self.foot.addStretch()
        for button in (self.throw, self.back, self.confirm):
            self.foot.addWidget(button)
        self._show_step()

    def _show_step(self) -> None:
        self.back.set_words(self.tr("继续修改") if self.is_reviewing else self.tr("返回"))
        self.confirm.set_words(self.tr("保存更正") if self.is_reviewing else self.tr("核对改动"))
        self.throw.setVisible(self._is_restored and not self.is_reviewing)

    def _on_loaded(self, loaded: _Loaded) -> None:
        record, draft = loaded.record, loaded.draft
        self._version = draft.version if draft else record.version
        self._is_restored = draft is not None
        content = load_json(draft.content) if draft else _content_of(record)
        self.form.show_form(record.form)
        self.form.fill(content if isinstance(content, dict) else {})
        if draft:
            self.note.setText(self.tr("草稿存于 {0:%Y-%m-%d %H:%M}，已恢复").format(draft.saved_at))
        self._show_step()
        self.loaded.emit()

    def take_focus(self) -> None:
        self.form.take_focus()

    def _content(self) -> str:
        return dump_json(self.form.content())

    def _save_draft(
        self, content: str, saved: Callable[[datetime], None], failed: Callable[[Exception], None]
    ) -> None:
        work = partial(_keep_draft, self._visit, content, self._version)
        task = self._clinic.ask(self, work, saved, _not_told_twice)
        task.failed.connect(failed)

    def _on_kept(self, at: datetime) -> None:
        self.note.setText(self.tr("草稿存于 {0:%H:%M}").format(at))
        self._is_restored = True
        self._show_step()

    def _on_not_kept(self, _error: object) -> None:
        self._say(self._messages.text("autosave.failed"))

    def _on_looked(self, looked: _Looked) -> None:
        self._wait(is_busy=False)
        checked = looked.checked
        self.form.show_problems(checked.problems, [gap.link_id for gap in checked.gaps])
        for error in checked.refusals:
            self._say(sentences(error, self._messages))
            return
        if self.changes is not None:
            self._looked.removeWidget(self.changes)
            self.changes.hide()
            self.changes.deleteLater()
        self.changes = DifferenceView(looked.changes, self._messages)
        self._looked.addWidget(self.changes)
        self._steps.setCurrentWidget(self._area)
        self._say("")
        self._show_step()
        self.reason.choice.setFocus()

    def _send(self) -> None:
        visit, version, content = self._visit, self._version, self._content()
        reason, note = self.reason.reason, self.reason.words

        def work(kernel: Kernel) -> Amended:
            return kernel.amendments.amend(
                visit.record_no, visit.number, content, version=version, reason=reason, note=note
            )

        self._clinic.ask(self, work, self._on_amended, self._on_refused)

    def _on_amended(self, amended: Amended) -> None:
        self._autosave.rest()
        self.shut()
        self.amended.emit(amended)

    def _on_refused(self, error: ClinicError) -> None:
        self._wait(is_busy=False)
        if self._autosave.is_held:
            self._autosave.resume()
        self._say(sentences(error, self._messages))

    def _on_back(self) -> None:
        if self.is_reviewing:
            self.go_on_writing()
        else:
            self.dismiss()

    def _on_throw(self) -> None:
        self.discard(self._on_thrown)

    def _on_thrown(self, is_gone: bool) -> None:
        if is_gone:
            self.leave()

    def _on_held(self, then: Then) -> None:
        self._clinic.ask(
            self, partial(_discard, self._visit), partial(self._on_discarded, then), self._on_refused
        )

    def _on_discarded(self, then: Then, _nothing: object) -> None:
        self._autosave.rest()
        self._is_restored = False
        then(True)

    def _wait(self, *, is_busy: bool) -> None:
        self._is_busy = is_busy
        self.confirm.setEnabled(not is_busy)

    def _say(self, trouble: str) -> None:
        self.problem.setText(trouble)
        self.problem.setVisible(bool(trouble))
        self.note.setVisible(not trouble)


def _not_told_twice(error: Exception) -> None:
    """The autosave's own failed state tells the person, for as long as it lasts."""


def _content_of(record: Record) -> dict[str, object]:
    """The answers file a record was made from."""
    return {
        "answers": dict(record.answers),
        "symptoms": [as_plain(finding) for finding in record.findings],
        "carried": {link_id: source.visit for link_id, source in record.carried.items()},
    }


def _load(visit: ChosenVisit, kernel: Kernel) -> _Loaded:
    return _Loaded(
        kernel.records.of_patient(visit.record_no, visit.number)[0],
        kernel.amendments.draft(visit.record_no, visit.number),
    )


def _look(visit: ChosenVisit, content: str, version: int, kernel: Kernel) -> _Looked:
    checked = kernel.amendments.check(visit.record_no, visit.number, content, version)
    if checked.refusals:
        return _Looked(checked, ())
    return _Looked(checked, kernel.amendments.changes(visit.record_no, visit.number, content, version))


def _keep_draft(visit: ChosenVisit, content: str, version: int, kernel: Kernel) -> datetime:
    return kernel.amendments.save_draft(visit.record_no, visit.number, content, version).saved_at


def _discard(visit: ChosenVisit, kernel: Kernel) -> None:
    kernel.amendments.discard_draft(visit.record_no, visit.number)
