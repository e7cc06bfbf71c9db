"""A card of the first run: which step it is of how many, what it asks for, one way on and one way back.

Enter in what is asked for, or Alt and the right arrow, goes on; Alt and the left arrow goes back.
"""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QWidget

from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.entry.parts import CARD, Card
from desktop.widgets.button import Button, Kind, Size, pinned
from desktop.widgets.label import Label
from desktop.widgets.problem import Problem

STEPS = 7
DASH = 3
WIDE = 600
"""In a low window: its sentences need fewer lines."""


class StepCard(Card):
    """`button` goes on, `back` goes back. Whoever makes one puts in what it asks for, then calls `end`."""

    onward = Signal()

    backward = Signal()

    least_air = Space.M

    def __init__(self, sign: Icon, step: int) -> None:
        super().__init__(sign)
        self.step = step
        self.position = Label(self.tr("第 {0} 步 / {1}").format(step, STEPS), Type.META, Tone.MUTED)
        self.head.addWidget(self.position)
        self._dashes = _Dashes(step)
        self.column.insertWidget(0, self._dashes)
        self.problem = Problem()
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.button = pinned("")
        self.back = Button(self.tr("上一步"), kind=Kind.LINK, size=Size.PINNED, icon=Icon.PREVIOUS)
        self._words = self._busy = ""

    def end(self, words: str, busy: str = "") -> None:
        """The foot: what goes on says `words`, and `busy` while something is done about it."""
        self._words, self._busy = words, busy or words
        self.bar.setAccessibleName(self._busy)
        self.column.addWidget(self.problem)
        self.column.addSpacing(Space.S)
        self.column.addWidget(self.bar)
        self.column.addSpacing(Space.XS)
        foot = QHBoxLayout()
        foot.setSpacing(Space.M)
        foot.addWidget(self.back)
        foot.addWidget(self.button, 1)
        self.column.addLayout(foot)
        self.back.setVisible(self.step > 1)
        self.back.setAccessibleDescription("Alt ←")
        self.button.clicked.connect(self.submit)
        self.back.clicked.connect(self._on_back)
        for keys, on in (("Alt+Right", self.submit), ("Alt+Left", self._on_back)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(on)
        self.be_busy(busy=False)

    @property
    def asked(self) -> tuple[QWidget, ...]:
        """What cannot be changed while it is busy."""
        return ()

    @property
    def first(self) -> QWidget:
        """Where the focus goes when the card comes to the front."""
        return self.button

    def begin(self) -> None:
        """It has come to the front."""
        self.first.setFocus(Qt.FocusReason.OtherFocusReason)

    def be_busy(self, *, busy: bool) -> None:
        """While something is done nothing can be changed."""
        for part in (*self.asked, self.button, self.back):
            part.setEnabled(not busy)
        self.bar.setVisible(busy)
        self.button.set_words(self._busy if busy else self._words)
        # Where the focus goes to something that Enter presses, it does not go on.
        self.button.set_key(
            "" if busy or (isinstance(self.first, Button) and self.first is not self.button) else "Enter"
        )

    def refuse(self, message: str, hint: str = "") -> None:
        """It cannot go on like this."""
        self.be_busy(busy=False)
        self.problem.say(message, hint)

    def submit(self) -> None:
        """Go on, where what is asked for is there."""
        if self.button.isEnabled():
            self.onward.emit()

    def lie_low(self, *, is_low: bool) -> None:
        super().lie_low(is_low=is_low)
        self._dashes.setVisible(not is_low)
        self.setFixedWidth(WIDE if is_low else CARD)

    def _on_back(self) -> None:
        if self.back.isVisible() and self.back.isEnabled():
            self.backward.emit()


class _Dashes(QWidget):
    """A dash for every step, filled up to this one. Silent: the words beside the title say it."""

    def __init__(self, step: int) -> None:
        super().__init__()
        self._step = step
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(DASH + Space.M)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        wide = (self.width() - (STEPS - 1) * Space.XS) / STEPS
        for place in range(STEPS):
            painter.setBrush(colour(Tone.ACCENT if place < self._step else Tone.LINE))
            painter.drawRoundedRect(QRectF(place * (wide + Space.XS), 0, wide, DASH), DASH / 2, DASH / 2)
