"""What comes with the program, a row each, and the sheet with the text of one."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from core.base.text import one_line
from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.views.settings.licences import Part
from desktop.widgets import paint
from desktop.widgets.button import plain_button
from desktop.widgets.ringed import RingedButton
from desktop.widgets.sheet import Sheet
from desktop.widgets.text_edit import TextEdit

NAME, VERSION = 240, 96
LINES = (16, 16)


class PartRow(RingedButton):
    """A part of the program with its terms; pressed, it shows the licence."""

    def __init__(self, part: Part) -> None:
        super().__init__()
        self.part = part
        self.setProperty("kind", "bare")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(" ".join(filter(None, (part.name, part.version, part.terms))))
        self.setEnabled(bool(part.text))

    def sizeHint(self) -> QSize:
        return QSize(px(NAME + VERSION), px(Height.ROW_DENSE))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, px(Height.ROW_DENSE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        left = int(Space.L)
        for words, width, size, tone in (
            (self.part.name, NAME, Type.BODY, Tone.TEXT),
            (self.part.version, VERSION, Type.SECONDARY, Tone.MUTED),
            (one_line(self.part.terms), 0, Type.SECONDARY, Tone.MUTED),
        ):
            painter.setFont(font(size))
            room = (px(width) if width else self.width() - left - Space.L - px(IconSize.CHIP)) - Space.S
            cut = metrics(size).elidedText(words, Qt.TextElideMode.ElideRight, room)
            paint.text(painter, QRect(left, 0, room, self.height()), cut, tone, level=True)
            left += px(width)
        if self.isEnabled():
            side = px(IconSize.CHIP)
            place = QRect(self.width() - Space.L - side, 0, side, self.height())
            icons.draw(painter, Icon.FORTH, Tone.MUTED, place, side)
        self.paint_ring(painter, self.rect().adjusted(Space.XS, 2, -Space.XS, -2))


class LicenceSheet(Sheet):
    """One licence."""

    def __init__(self, page: QWidget, part: Part) -> None:
        super().__init__(page, f"{part.name} {part.version}".strip(), one_line(part.terms))
        self.text = TextEdit(part.name, lines=LINES)
        self.text.setReadOnly(True)
        self.text.setPlainText(part.text)
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.M, Space.XL, Space.M)
        box.addWidget(self.text)
        self.body.addLayout(box)
        self.leave = plain_button(self.tr("收起"), key="Esc")
        self.leave.clicked.connect(self.dismiss)
        self.foot.addStretch()
        self.foot.addWidget(self.leave)
