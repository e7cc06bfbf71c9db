"""One fact of the status line: an icon and a few words that lead to their screen. Where there is little room it says less, and never half of it."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from desktop.actions.catalog import ActionId
from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.ringed import RingedButton
from desktop.widgets.tip import set_tip

GAP = 6


class Item(RingedButton):
    """Without a screen to lead to, it only says."""

    wanted = Signal(object, str)
    """The `ActionId` of the screen, and the place there, "" for wherever it stands."""

    said = Signal()
    """It says something else, or has gone, or come."""

    def __init__(self, icon: Icon, words: str = "", leads_to: ActionId | None = None) -> None:
        super().__init__()
        self._icon, self._tone = icon, Tone.MUTED
        self._forms: tuple[str, ...] = (words,)
        self._form, self._width = 0, 0
        self._is_there, self._is_left_out = True, False
        self._leads_to, self._place = leads_to, ""
        self.setProperty("kind", "bare")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.clicked.connect(self._on_clicked)
        self.say(icon, words)

    @property
    def words(self) -> str:
        """What it says, in full."""
        return self._forms[0]

    @property
    def shown(self) -> str:
        """What of it there is room for."""
        words, room = self._forms[self._form], self._width - self._around()
        if not self._width:
            return words
        return metrics(Type.META).elidedText(words, Qt.TextElideMode.ElideRight, room)

    @property
    def tone(self) -> Tone:
        """In which tone."""
        return self._tone

    @property
    def icon_shown(self) -> Icon:
        """Beside which icon."""
        return self._icon

    @property
    def is_there(self) -> bool:
        """Whether it has something to say, be there room for it or not."""
        return self._is_there

    def say(
        self,
        icon: Icon,
        words: str,
        tone: Tone = Tone.MUTED,
        *,
        detail: str = "",
        shorter: tuple[str, ...] = (),
    ) -> None:
        """Say something else; `detail` is told where there is room for it, `shorter` are the same words for less and less room."""
        before = (self._icon, self._forms, self._tone)
        self._icon, self._forms, self._tone = icon, (words, *shorter), tone
        self.setAccessibleName(words)
        self.setAccessibleDescription(detail)
        if before != (self._icon, self._forms, self._tone):
            self.make_room()
            self.said.emit()
        self._explain()
        self.update()

    def be_there(self, is_there: bool) -> None:
        """Whether there is anything to say."""
        if is_there is not self._is_there:
            self._is_there = is_there
            self.said.emit()
        self._settle()

    def lead_to(self, screen: ActionId | None, place: str = "") -> None:
        """Where a click and Enter lead; None takes it out of the way of Tab."""
        self._leads_to, self._place = screen, place
        self.setEnabled(screen is not None)

    def make_room(self) -> None:
        """All of it may be said again."""
        self._form, self._width, self._is_left_out = 0, 0, False
        self._settle()

    def shorten(self, times: int) -> None:
        """Say it in its form of that number, 0 the longest, or in the shortest there is."""
        self._form = min(times, len(self._forms) - 1)
        self._settle()

    def leave_out(self) -> None:
        """There is no room for it. What must be seen stays."""
        self._is_left_out = self._tone is Tone.MUTED
        self._settle()

    def hold_to(self, width: int) -> None:
        """No wider than this, whatever it says; the end is cut with … then."""
        self._width = max(width, self._around())
        self._settle()

    def sizeHint(self) -> QSize:
        width = metrics(Type.META).horizontalAdvance(self._forms[self._form]) + self._around()
        return QSize(min(width, self._width) if self._width else width, px(Frame.STATUS) - 1)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        tone = self._tone
        if tone is Tone.MUTED and self.underMouse() and self.isEnabled():
            tone = Tone.TEXT
        side = px(IconSize.CHIP)
        icons.draw(painter, self._icon, tone, QRect(Space.M, 0, side, self.height()), side)
        painter.setFont(font(Type.META))
        place = self.rect().adjusted(Space.M + side + GAP, 0, 0, 0)
        paint.text(painter, place, self.shown, tone)
        self.paint_ring(painter, self.rect().adjusted(Space.XS, 2, -Space.XS, -2))

    def _around(self) -> int:
        """The width beside the words; an icon alone needs no gap."""
        gap = GAP if self._forms[self._form] else 0
        return px(IconSize.CHIP) + gap + 2 * Space.M

    def _settle(self) -> None:
        self.setVisible(self._is_there and not self._is_left_out)
        self._explain()
        self.updateGeometry()
        self.update()

    def _explain(self) -> None:
        detail = self.accessibleDescription()
        parts = (self.words if self._form or self._width else "", detail)
        set_tip(self, "\n".join(part for part in parts if part))

    def _on_clicked(self) -> None:
        if self._leads_to is not None:
            self.wanted.emit(self._leads_to, self._place)


class WhoItem(Item):
    """Who is at work. Any role but the physician's stands in a frame, so that nobody writes in the wrong one."""

    def __init__(self) -> None:
        super().__init__(Icon.OPERATOR)
        self._is_special = False

    @property
    def is_special(self) -> bool:
        """Whether the role is another than the physician's."""
        return self._is_special

    def show_who(self, operator: str, role: str, leads_to: ActionId | None, *, is_special: bool) -> None:
        """Say who; `leads_to` is what a click does, None for nothing."""
        self._is_special = is_special
        detail = self.tr("换身份或换人操作") if leads_to else self.tr("正在操作的人和身份")
        self.say(
            Icon.OPERATOR,
            self.tr("{0}·{1}").format(operator, role),
            Tone.ACCENT if is_special else Tone.MUTED,
            detail=detail,
            shorter=(role if is_special and role else operator,),
        )
        self.lead_to(leads_to)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_special:
            place = self.rect().adjusted(Space.XS, 3, -Space.XS, -3)
            paint.box(QPainter(self), place, Tone.SELECTED, Tone.ACCENT)
        super().paintEvent(event)
