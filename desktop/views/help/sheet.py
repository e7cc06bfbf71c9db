"""The sheet of the help: its documents, what each consists of, and a box to find words in it."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from core.base.messages import Messages
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.views.help.book import Book, book_of
from desktop.views.help.text import Heading, HelpText
from desktop.widgets.button import plain_button
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.icon_button import IconButton
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.sheet import Sheet

WIDTH = 1080
NARROW = 800
"""Below it the headings stand in a list that opens, not beside the text."""

FIND = 240
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
LISTED = 2
"""Headings down to this level are listed."""


class _Box(LineEdit):
    """The box for words: up, down and Enter walk what was found."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self.composing:
            super().keyPressEvent(event)
        elif key in STEPS:
            self.stepped.emit(STEPS[key])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.stepped.emit(-1 if back else 1)
        else:
            super().keyPressEvent(event)


class HelpSheet(Sheet):
    """Shows the help. It lies over whatever is in front, and leaves it as it was."""

    def __init__(self, page: QWidget, messages: Messages) -> None:
        super().__init__(page, self.tr("使用说明"), self.tr("都在这台电脑上，不联网也能看"), width=WIDTH)
        self._language = messages.language
        self._listed: list[Heading] = []
        self._found = 0
        self._elsewhere: Book | None = None
        self._names = {Book.PHYSICIAN: self.tr("医师的一天"), Book.ADMIN: self.tr("安装与管理")}
        self.books = Segmented(
            self.tr("哪一份"),
            tuple(Option(book, name) for book, name in self._names.items()),
            value=Book.PHYSICIAN,
            padding=Space.M,
        )
        self.box = _Box(
            self.tr("在说明中查找"), hint=self.tr("在说明中查找"), leading=Icon.SEARCH, tier="head"
        )
        self.box.setMaximumWidth(px(FIND))
        self.count = Label("", Type.META, Tone.MUTED)
        self.before = IconButton(Icon.SHUT, self.tr("上一处"), framed=True, key="Shift+Enter")
        self.after = IconButton(Icon.OPEN, self.tr("下一处"), framed=True, key="Enter")
        self.contents = QListWidget()
        self.contents.setProperty("kind", "contents")
        self.contents.setAccessibleName(self.tr("目录"))
        self.contents.setFixedWidth(px(Frame.OUTLINE))
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.places = ComboBox(self.tr("目录"), tier="head")
        self.text = HelpText(self.tr("使用说明"))
        self._lay()
        self.leave = plain_button(self.tr("收起"), key="Esc")
        self.leave.clicked.connect(self.dismiss)
        self.foot.addStretch()
        self.foot.addWidget(self.leave)
        self.books.chosen.connect(self._on_book)
        self.contents.currentRowChanged.connect(self._on_place)
        self.places.activated.connect(self._on_place)
        self.text.scrolled.connect(self._show_here)
        self.text.wanted.connect(self._on_wanted)
        self.box.textChanged.connect(self._on_words)
        self.box.stepped.connect(self._on_step)
        self.before.clicked.connect(lambda: self._on_step(-1))
        self.after.clicked.connect(lambda: self._on_step(1))
        self.show_book(Book.PHYSICIAN)

    def begin(self) -> None:
        """Open it; arrows and Page Down read on."""
        self.open(self.text)

    def show_book(self, book: Book) -> None:
        """Show a document from its beginning."""
        self.books.set_value(book)
        self.text.show_document(book.text(self._language))
        self._listed = [one for one in self.text.headings if one.level <= LISTED]
        for held in (self.contents, self.places):
            held.blockSignals(True)
            held.clear()
        for heading in self._listed:
            item = QListWidgetItem(heading.words)
            item.setToolTip("")
            self.contents.addItem(item)
            self.places.addItem(heading.words)
        for held in (self.contents, self.places):
            held.blockSignals(False)
        self._show_here()
        self._on_words(self.box.text())

    def event(self, event: QEvent) -> bool:
        # The key of the find box behind it is that of ours while it is open.
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Find)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Find):
            self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.box.selectAll()
            event.accept()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = min(self.width(), WIDTH) < px(NARROW)
        self.contents.setVisible(not is_narrow)
        self.places.setVisible(is_narrow)
        for button in (self.before, self.after):  # Enter does it, too
            button.setVisible(not is_narrow)

    def _lay(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addWidget(self.books)
        head.addWidget(self.places, 1)
        head.addStretch()
        head.addWidget(self.count)
        head.addWidget(self.box, 1)
        head.addWidget(self.before)
        head.addWidget(self.after)
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addWidget(self.contents)
        row.addWidget(self.text, 1)
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.M, Space.XL, Space.M)
        box.setSpacing(Space.M)
        box.addLayout(head)
        box.addLayout(row, 1)
        self.body.addLayout(box, 1)

    def _show_here(self) -> None:
        """Take the heading that is read under in the list."""
        here = self.text.here
        if not self._listed:
            return
        heading = self.text.headings[here]
        row = max(
            (place for place, one in enumerate(self._listed) if one.position <= heading.position), default=0
        )
        for held in (self.contents, self.places):
            held.blockSignals(True)
        self.contents.setCurrentRow(row)
        self.places.setCurrentIndex(row)
        for held in (self.contents, self.places):
            held.blockSignals(False)

    def _on_book(self, value: object) -> None:
        self.show_book(Book(str(value)))

    def _on_wanted(self, link: str) -> None:
        book = book_of(link)
        if book is not None:
            self.show_book(book)
            self.text.go_to_words(link.partition("#")[2])

    def _on_place(self, row: int) -> None:
        if 0 <= row < len(self._listed):
            self.text.go_to(self._listed[row])

    def _on_words(self, words: str) -> None:
        found = self.text.find_words(words)
        self._elsewhere = None if found else self._other_with(words.strip().casefold())
        self._show_count(found, self.text.at)

    def _other_with(self, words: str) -> Book | None:
        """The other document, where it holds words that this one does not."""
        others = (book for book in Book if words and book != self.books.value)
        return next((book for book in others if words in book.text(self._language).casefold()), None)

    def _on_step(self, by: int) -> None:
        if self._elsewhere:
            self.show_book(self._elsewhere)
            return
        at = self.text.step(by)
        if at >= 0:
            self._show_count(self._found, at)

    def _show_count(self, found: int, at: int) -> None:
        self._found = found
        is_asked = bool(self.box.text().strip())
        said = self.tr("第 {0} 处，共 {1} 处").format(at + 1, found) if found else self.tr("没有找到")
        if self._elsewhere:
            said = self.tr("在“{0}”里，按 Enter 去看").format(self._names[self._elsewhere])
        self.count.setText(said if is_asked else "")
        for button in (self.before, self.after):
            button.setEnabled(found > 0 or self._elsewhere is not None)
