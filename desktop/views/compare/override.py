"""The physician chooses a state or a marker instead of the computed one, and says why. The computed one stays in sight."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.text import is_missing
from desktop.models.comparison import Entry
from desktop.session.close_guard import CloseGuard, Then
from desktop.session.guarded_sheet import GuardedSheet
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import plain_button, primary
from desktop.widgets.change import STATES, Change
from desktop.widgets.data_words import shown
from desktop.widgets.in_sight import keep_in_sight
from desktop.widgets.label import Label
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.text_edit import TextEdit


class OverrideSheet(GuardedSheet):
    """Nothing is chosen beforehand. `answered` tells state, marker (one of them is "") and reason.

    `about` names the patient and the visit; `decided` or `say` tells the sheet what became of an answer.
    """

    answered = Signal(str, str, str)

    def __init__(self, page: QWidget, guard: CloseGuard, entry: Entry, rule: str, about: str) -> None:
        self._title = self.tr("{0} 的改判：{1}").format(about, entry.row.symptom)
        self._then: Then | None = None
        super().__init__(
            page,
            guard,
            self.tr("医师改判：{0}·{1}").format(entry.row.symptom, about),
            self.tr("计算为 {computed}（{rule}）").format(
                computed=shown(entry.computed), rule=f"{entry.row.rule} {rule}"
            ),
        )
        self.states = Segmented(self.tr("变化"), _options(first=1, changes=STATES))
        markers = tuple(change for change in Change if not change.is_state)
        self.markers = Segmented(self.tr("标记"), _options(first=5, changes=markers))
        self.states.chosen.connect(self._on_state)
        self.markers.chosen.connect(self._on_marker)
        self.reason = TextEdit(
            self.tr("理由"), hint=self.tr("为什么与计算不同，例如：当日漏记"), lines=(2, 6)
        )
        self.reason.textChanged.connect(self._on_typed)
        self._trouble = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
        self._trouble.hide()
        keep_in_sight(self._trouble)
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.XS)
        for words, control in (
            (self.tr("变化（四种状态，选一）"), self.states),
            (self.tr("或标记"), self.markers),
            (self.tr("理由（必填）"), self.reason),
        ):
            column.addWidget(Label(words, Type.SECONDARY, Tone.MUTED))
            column.addWidget(control)
            column.addSpacing(Space.M)
        column.addWidget(self._trouble)
        self.body.addWidget(place)
        self.foot.addWidget(Label(self.tr("原判和依据原样留存"), Type.META, Tone.MUTED))
        self.foot.addStretch()
        self.back_button = plain_button(self.tr("不改判"))
        self.back_button.clicked.connect(self.dismiss)
        self.confirm_button = primary(self.tr("改判"))
        self.confirm_button.clicked.connect(self._on_confirm)
        self.foot.addWidget(self.back_button)
        self.foot.addWidget(self.confirm_button)

    @property
    def title(self) -> str:
        return self._title

    @property
    def is_dirty(self) -> bool:
        return not self.isHidden() and bool(
            self.states.value or self.markers.value or self.reason.toPlainText().strip()
        )

    def save(self, then: Then) -> None:
        self._then = then
        self._on_confirm()

    def say(self, trouble: str) -> None:
        """Say beside the fields why it cannot be done."""
        self._trouble.setText(trouble)
        self._trouble.setVisible(bool(trouble))
        if trouble:
            self._tell(is_saved=False)

    def decided(self) -> None:
        """The choice is kept."""
        self.shut()
        self._tell(is_saved=True)

    def _tell(self, *, is_saved: bool) -> None:
        """Who waits for the answer hears it, once."""
        then, self._then = self._then, None
        if then:
            then(is_saved)

    def _on_state(self, value: object) -> None:
        if value is not None:
            self.markers.set_value(None)
        self.say("")

    def _on_marker(self, value: object) -> None:
        if value is not None:
            self.states.set_value(None)
        self.say("")

    def _on_typed(self) -> None:
        self.reason.set_invalid(False)
        self.say("")

    def _on_confirm(self) -> None:
        state, marker = self.states.value or "", self.markers.value or ""
        reason = self.reason.toPlainText()
        if not state and not marker:
            self.say(self.tr("请选一个状态或一个标记"))
            self.states.setFocus()
        elif is_missing(reason):
            self.say(self.tr("请写理由"))
            self.reason.set_invalid(True)
            self.reason.setFocus()
        else:
            self.answered.emit(state, marker, reason)


def _options(first: int, changes: tuple[Change, ...]) -> list[Option]:
    """Options with the digits from `first` as keys, as far as they reach."""
    return [
        Option(change.value, change.words, key=str(digit % 10))
        for digit, change in enumerate(changes, start=first)
    ]
