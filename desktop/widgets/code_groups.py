"""A recovery code as it is shown: numbered groups in rows of three, each sign in a cell of one width.

It is painted, so nothing of it can be selected or copied. `forget` empties it, and what a screen reader speaks with it.
"""

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.base.recovery_code import GROUPS, SIGNS
from desktop.theme.fonts import font, px
from desktop.theme.tokens import Radius, Space, Tone, Type
from desktop.widgets import paint

IN_A_ROW = 3
ROW = 44
TIGHT = 30
"""A row where there is no room to spare."""
SIGN = 19
NUMBER = 20


class CodeGroups(QWidget):
    """Shows the groups it is given until it forgets them."""

    def __init__(self) -> None:
        super().__init__()
        self._groups: tuple[str, ...] = ()
        self._is_tight = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.forget()

    @property
    def groups(self) -> tuple[str, ...]:
        """What is shown."""
        return self._groups

    def show_groups(self, groups: tuple[str, ...]) -> None:
        """Show these."""
        self._groups = groups
        self.setAccessibleName(self.tr("恢复码，共 {0} 组").format(len(groups)))
        self.setAccessibleDescription(
            self.tr("；").join(
                self.tr("第 {0} 组 {1}").format(number, " ".join(group))
                for number, group in enumerate(groups, start=1)
            )
        )
        self.updateGeometry()
        self.update()

    def be_tight(self, *, is_tight: bool) -> None:
        """Stand in lower rows, where there is little room."""
        if is_tight != self._is_tight:
            self._is_tight = is_tight
            self.updateGeometry()

    def forget(self) -> None:
        """Show nothing."""
        self._groups = ()
        self.setAccessibleName("")
        self.setAccessibleDescription("")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(IN_A_ROW * self._wanted(), GROUPS // IN_A_ROW * self._high())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint.box(painter, self.rect(), Tone.SUNKEN, radius=Radius.FIELD)
        column = self.width() // IN_A_ROW
        inset = (column - self._wanted()) // 2
        high = self._high()
        for place, group in enumerate(self._groups):
            down, across = divmod(place, IN_A_ROW)
            row = QRect(across * column + inset, down * high, column, high)
            painter.setFont(font(Type.META))
            number = QRect(row.left(), row.top(), px(NUMBER) - Space.S, row.height())
            paint.text(painter, number, str(place + 1), Tone.MUTED, paint.RIGHT)
            painter.setFont(font(Type.TITLE))
            for step, sign in enumerate(group):
                cell = QRect(row.left() + px(NUMBER + step * SIGN), row.top(), px(SIGN), row.height())
                paint.text(painter, cell, sign, Tone.TEXT, paint.CENTRE)

    def _high(self) -> int:
        """How high a row is."""
        return px(TIGHT if self._is_tight else ROW)

    def _wanted(self) -> int:
        """How wide a group is with its number."""
        return px(NUMBER + SIGNS * SIGN)
