"""The outline at the right of a form: sections with how far they are, what is missing, and Save pinned at the foot."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, IconSize, Space, Tone, Type
from desktop.views.intake.save_foot import SaveFoot
from desktop.views.intake.sections import Outline, Progress, Section
from desktop.widgets import paint
from desktop.widgets.button import Button
from desktop.widgets.label import Label

_ROW, _MARK_AT, _WORDS_AT = 32, 14, 38
_MARKS = {
    Progress.COMPLETE: (Icon.NEW, Tone.ACCENT),
    Progress.PARTLY: (Icon.PARTLY, Tone.ACCENT),
    Progress.UNTOUCHED: (Icon.FIRST_RECORDED, Tone.MUTED),
}


class OutlineRow(QAbstractButton):
    """One section."""

    stepped = Signal(int)

    def __init__(self, section: Section, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.section = section
        self.current = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_section(section)

    @property
    def note(self) -> str:
        """What is missing, in a word: how many rows are 未问, or what has no answer."""
        section = self.section
        if section.open_rows:
            return self.tr("余 {0}").format(section.open_rows)
        if section.missing == 1 and section.gap == section.title:
            return self.tr("必填")
        if section.gap:
            return self.tr("缺 {0}").format(section.gap)
        return self.tr("缺 {0}").format(section.missing) if section.missing else ""

    def show_section(self, section: Section) -> None:
        """Show how far it is."""
        self.section = section
        words = {
            Progress.COMPLETE: self.tr("已填"),
            Progress.PARTLY: self.tr("部分已填"),
            Progress.UNTOUCHED: self.tr("未填"),
        }
        self.setAccessibleName(f"{section.title} {words[section.progress]} {self.note}".strip())
        self.update()

    def set_current(self, current: bool) -> None:
        """Show that the caret is in this section."""
        self.current = current
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if current else Qt.FocusPolicy.ClickFocus)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(120), px(_ROW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step:
            self.stepped.emit(step)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.current:
            painter.fillRect(self.rect(), colour(Tone.SELECTED))
            painter.fillRect(QRect(0, 0, int(Frame.BAR), self.height()), colour(Tone.ACCENT))
        elif self.underMouse():
            painter.fillRect(self.rect(), colour(Tone.SUNKEN))
        mark, tone = _MARKS[self.section.progress]
        side = px(IconSize.FIELD)
        icons.draw(painter, mark, tone, QRect(px(_MARK_AT), 0, side, self.height()), side)
        painter.setFont(font(Type.META))
        note_width = metrics(Type.META).horizontalAdvance(self.note)
        right = self.rect().adjusted(0, 0, -int(Space.L), 0)
        note_tone = Tone.DANGER if self.section.missing and self.current else Tone.MUTED
        paint.text(painter, right, self.note, note_tone, paint.RIGHT)
        painter.setFont(font())
        words = self.rect().adjusted(px(_WORDS_AT), 0, -int(Space.L) - note_width - int(Space.XS), 0)
        shown = metrics().elidedText(self.section.title, Qt.TextElideMode.ElideRight, words.width())
        untouched = self.section.progress is Progress.UNTOUCHED and not self.current
        paint.text(painter, words, shown, Tone.MUTED if untouched else Tone.TEXT)
        if self.hasFocus():
            paint.ring(painter, self.rect())


class OutlinePanel(QFrame):
    """The panel. `foot` is what saves; where the panel is a drawer, it lies under the form instead."""

    jump_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "page")
        self.setFixedWidth(px(Frame.OUTLINE))
        self.rows: list[OutlineRow] = []
        self._current = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        head.addWidget(Label(self.tr("大纲"), Type.SECONDARY))
        head.addStretch()
        self.required = Label("", Type.META, Tone.MUTED)
        head.addWidget(self.required)
        column.addLayout(head)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget()
        body.setProperty("plain", True)
        self._list = QVBoxLayout(body)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        self._list.addStretch()
        area.setWidget(body)
        column.addWidget(area, 1)
        self.foot = SaveFoot()
        column.addWidget(self.foot)
        self._column = column

    def take_foot(self) -> None:
        """Have the foot at one's own foot again, after it lay under the form."""
        self.foot.lie(across=False)
        self._column.addWidget(self.foot)

    @property
    def save(self) -> Button:
        """The button that saves."""
        return self.foot.save

    @property
    def sign(self) -> Button:
        """The button that signs."""
        return self.foot.sign

    @property
    def current_row(self) -> OutlineRow | None:
        """The row of the section the caret is in, or the first."""
        return next((row for row in self.rows if row.current), self.rows[0] if self.rows else None)

    def clear(self) -> None:
        """Show no section."""
        self.show_outline(Outline())
        self.set_current("")
        self.required.setText("")
        self.foot.say("")

    def show_outline(self, outline: Outline) -> None:
        """Show how far the sections are. Rows that stay are reused, so that the focus and the pointer stay where they are."""
        if [row.section.link_id for row in self.rows] != [one.link_id for one in outline.sections]:
            self._make_rows(outline)
        for row, section in zip(self.rows, outline.sections, strict=True):
            row.show_section(section)
        given = outline.required - len(outline.missing)
        self.required.setText(self.tr("必填 {0} / {1}").format(given, outline.required))
        self.foot.say_outline(outline)

    def set_current(self, link_id: str) -> None:
        """Mark the section the caret is in."""
        self._current = link_id
        for row in self.rows:
            row.set_current(row.section.link_id == link_id)
        if self.rows and not any(row.current for row in self.rows):
            self.rows[0].setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _make_rows(self, outline: Outline) -> None:
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [OutlineRow(section) for section in outline.sections]
        for place, row in enumerate(self.rows):
            row.clicked.connect(self._on_clicked)
            row.stepped.connect(self._on_stepped)
            self._list.insertWidget(place, row)
        self.set_current(self._current)

    def _on_clicked(self) -> None:
        row = self.sender()
        if isinstance(row, OutlineRow):
            self.jump_wanted.emit(row.section.link_id)

    def _on_stepped(self, places: int) -> None:
        row = self.sender()
        if isinstance(row, OutlineRow):
            place = self.rows.index(row) + places
            if 0 <= place < len(self.rows):
                self.rows[place].setFocus(Qt.FocusReason.TabFocusReason)
