"""About: the version, the keys, and the licences of everything that comes with the program, readable without a network."""

import platform
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal, qVersion
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from core.base.text import one_line
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.views.settings.licences import Part, parts, version
from desktop.views.settings.section import Rows, Section
from desktop.widgets import paint
from desktop.widgets.button import plain_button
from desktop.widgets.label import Label
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


class AboutSection(Section):
    """Shows what the program is."""

    shortcuts_wanted = Signal()

    def __init__(self, clinic: ClinicBridge, page: QWidget) -> None:
        super().__init__(self.tr("关于"), self.tr("这些内容不联网也能看"))
        self._clinic, self._page = clinic, page
        self._sheet: LicenceSheet | None = None
        rows = Rows(self.title)
        rows.fact(self.tr("明道诊所"), self.tr("版本 {0}").format(version()))
        rows.fact(
            self.tr("运行环境"), f"Python {platform.python_version()} · Qt {qVersion()} · {platform.system()}"
        )
        self.cards.addWidget(rows)
        self.keys = plain_button(self.tr("快捷键一览"), icon=Icon.KEYBOARD, key="F1")
        self.keys.clicked.connect(self.shortcuts_wanted)
        foot = QHBoxLayout()
        foot.addWidget(self.keys)
        foot.addStretch()
        self.cards.addLayout(foot)
        self.cards.addWidget(Label(self.tr("许可"), Type.SECTION))
        self.parts = Rows(self.tr("许可"))
        self.cards.addWidget(self.parts)
        self.parts.hide()
        self.rows: list[PartRow] = []

    def first(self) -> QWidget | None:
        return self.keys

    def refresh(self) -> None:
        if not self.rows:
            self._clinic.ask(self, _parts, self._show, latest="parts")

    def _show(self, found: tuple[Part, ...]) -> None:
        if self.rows:
            return
        for part in found:
            row = PartRow(part)
            row.clicked.connect(partial(self._on_part, part))
            self.parts.put(row)
            self.rows.append(row)
        self.parts.show()

    def _on_part(self, part: Part, *_: object) -> None:
        if self._sheet:
            self._sheet.deleteLater()
        self._sheet = LicenceSheet(self._page, part)
        self._sheet.open(self._sheet.leave)


def _parts(_kernel: Kernel) -> tuple[Part, ...]:
    return parts()
