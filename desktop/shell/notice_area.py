"""Draws what the program says: the newest notice as a bar, a question as a sheet. Nothing is stacked.

When the newest is put away the one before shows again. An info goes by itself.
"""

from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.bridge.notices import Notice, Notices, Verb
from desktop.shell.question import Question
from desktop.theme.tokens import Space
from desktop.widgets.notice_bar import NoticeBar, Weight

INFO_MS = 8000
_WEIGHTS = {Verb.INFO: Weight.INFO, Verb.WARN: Weight.WARN, Verb.ERROR: Weight.DANGER}


class NoticeArea(QWidget):
    """A strip over the page; `page` is what a question covers, None where nobody asks."""

    def __init__(self, notices: Notices, page: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent or page)  # a notice may stand already, and would show as a window of its own
        self._notices, self._page = notices, page
        self._bar: NoticeBar | None = None
        self._drawn: Notice | None = None
        self._questions: dict[Notice, Question] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(Space.XL, Space.S, Space.XL, 0)
        self._leave = QTimer(self)
        self._leave.setSingleShot(True)
        self._leave.setInterval(INFO_MS)
        self._leave.timeout.connect(self._on_closed)
        notices.raised.connect(self._on_raised)
        notices.withdrawn.connect(self._on_withdrawn)
        for notice in notices.standing:
            self._on_raised(notice)
        self._draw()

    @property
    def bar(self) -> NoticeBar | None:
        """The notice that is drawn."""
        return self._bar

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions that wait, the oldest first."""
        return tuple(self._questions.values())

    def _on_raised(self, notice: Notice) -> None:
        if notice.verb is not Verb.ASK:
            self._draw()
        elif self._page is not None:
            question = self._questions[notice] = Question(self._page, self._notices, notice)
            question.begin()

    def _on_withdrawn(self, notice: Notice) -> None:
        question = self._questions.pop(notice, None)
        if question:
            question.shut()
            question.deleteLater()
        self._draw()

    def _draw(self) -> None:
        """Draw the newest notice that stands, if it is not drawn."""
        said = [notice for notice in self._notices.standing if notice.verb is not Verb.ASK]
        newest = said[-1] if said else None
        if newest is self._drawn and self._bar is not None:
            return
        self._drawn = newest
        if self._bar is not None:
            self._bar.hide()
            self._column.removeWidget(self._bar)
            self._bar.deleteLater()
            self._bar = None
        self.setVisible(newest is not None)
        if newest is None:
            return
        step = newest.action.text if newest.action else ""
        bar = self._bar = NoticeBar(_WEIGHTS[newest.verb], newest.text, detail=newest.next_step, step=step)
        bar.closed.connect(self._on_closed)
        bar.acted.connect(partial(self._on_acted, newest))
        self._column.addWidget(bar)
        bar.show()
        if newest.verb is Verb.INFO:
            self._leave.start()
        else:
            self._leave.stop()

    def _on_closed(self) -> None:
        if self._drawn:
            self._notices.withdraw(self._drawn)

    def _on_acted(self, notice: Notice) -> None:
        self._notices.withdraw(notice)
        if notice.action:
            notice.action.do()
