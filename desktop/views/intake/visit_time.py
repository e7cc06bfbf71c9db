"""The time of a visit that is entered late: typed as people type it, in the clinic's zone, and never after now."""

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.clock import Clock
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.intake.moments import moment_from
from desktop.widgets.button import link, plain_button, primary
from desktop.widgets.in_sight import keep_in_sight
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.plain_digits import plain_digits
from desktop.widgets.sheet import Sheet

WIDTH = 440


class VisitTimeSheet(Sheet):
    """Asks for the moment. `answered` brings an aware datetime, or None for: whenever it is saved."""

    answered = Signal(object)

    def __init__(self, page: QWidget, at: datetime, clock: Clock) -> None:
        super().__init__(
            page,
            self.tr("就诊时间"),
            self.tr("补记以前的就诊时改这里，不能晚于现在。"),
            width=WIDTH,
            once=True,
        )
        self._clock = clock
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        box.setSpacing(Space.XS)
        self.edit = LineEdit(self.tr("就诊时间"), hint=self.tr("年-月-日 时:分"))
        self.edit.setText(f"{at:%Y-%m-%d %H:%M}")
        self.edit.textEdited.connect(self._on_edited)
        self.edit.returnPressed.connect(self.submit)
        self.problem = Label("", Type.META, Tone.DANGER, wrap=True)
        self.problem.hide()
        keep_in_sight(self.problem)
        box.addWidget(self.edit)
        box.addWidget(self.problem)
        self.body.addLayout(box)
        self.now = link(self.tr("用保存时的时间"))
        self.now.clicked.connect(self._on_now)
        back = plain_button(self.tr("返回"), key="Esc")
        back.clicked.connect(self.dismiss)
        self.confirm = primary(self.tr("确定"), key="Enter")
        self.confirm.clicked.connect(self.submit)
        self.foot.addWidget(self.now)
        self.foot.addStretch()
        self.foot.addWidget(back)
        self.foot.addWidget(self.confirm)

    def begin(self) -> None:
        """Ask, with the whole text ready to be replaced."""
        self.open(self.edit)
        self.edit.selectAll()

    def submit(self) -> None:
        """Take what is typed, or say why not."""
        text = moment_from(plain_digits(self.edit.text()).strip(), self._clock.zone)
        at = datetime.fromisoformat(text) if text and "T" in text else None
        if at is None:
            self._refuse(self.tr("读不懂这个时间，请写成 2026-11-01 9:30"))
        elif at > self._clock.now():
            self._refuse(self.tr("就诊时间不能晚于现在"))
        else:
            self.shut()
            self.answered.emit(at)

    def _refuse(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.show()
        self.edit.set_invalid(True)
        self.edit.setAccessibleDescription(words)
        self.edit.setFocus()

    def _on_edited(self, _text: str) -> None:
        self.problem.hide()
        self.edit.set_invalid(False)
        self.edit.setAccessibleDescription("")

    def _on_now(self) -> None:
        self.shut()
        self.answered.emit(None)
