"""A question as a sheet over the page. Esc is the way back it always has."""

from functools import partial

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.bridge.notices import Choice, Notice, Notices, Weight
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import Button, Kind
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.sheet import Sheet

WIDTH = 520


class Question(Sheet):
    """One question. It answers once; whoever drew it takes it away when it is over."""

    def __init__(self, page: QWidget, notices: Notices, notice: Notice) -> None:
        super().__init__(
            page, notice.text, notice.title if notice.title not in notice.text else "", width=WIDTH
        )
        self._notices, self._notice = notices, notice
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        box.setSpacing(Space.M)
        if notice.next_step:
            box.addWidget(Label(notice.next_step, Type.BODY, Tone.MUTED, wrap=True))
        self.reason = LineEdit(self.tr("理由"), hint=self.tr("理由"))
        self.reason.setVisible(any(choice.needs_reason for choice in notice.choices))
        box.addWidget(self.reason)
        self.body.addLayout(box)
        self.foot.addStretch()
        self.buttons = {choice.id: self._button(choice) for choice in notice.choices}
        ranks = [Weight.BACK, Weight.DANGER, Weight.PLAIN, Weight.PRIMARY]
        for choice in sorted(notice.choices, key=partial(_rank, ranks)):
            self.foot.addWidget(self.buttons[choice.id])
        self.dismissed.connect(self._on_dismissed)

    def begin(self) -> None:
        """Ask. The focus is on the way back: a hasty Enter destroys nothing."""
        back = next(choice for choice in self._notice.choices if choice.weight is Weight.BACK)
        self.open(self.buttons[back.id])

    def _button(self, choice: Choice) -> Button:
        kind = Kind.PRIMARY if choice.weight is Weight.PRIMARY else Kind.PLAIN
        button = Button(choice.text, kind=kind, key="Esc" if choice.weight is Weight.BACK else "")
        button.clicked.connect(partial(self._on_chosen, choice))
        return button

    def _on_chosen(self, choice: Choice, *_: object) -> None:
        if choice.needs_reason and not self.reason.text().strip():
            self.reason.set_invalid(True)
            self.reason.setFocus()
            return
        self._notices.answer(self._notice, choice.id, self.reason.text())

    def _on_dismissed(self) -> None:
        back = next(choice for choice in self._notice.choices if choice.weight is Weight.BACK)
        self._notices.answer(self._notice, back.id)


def _rank(ranks: list[Weight], choice: Choice) -> int:
    return ranks.index(choice.weight)
