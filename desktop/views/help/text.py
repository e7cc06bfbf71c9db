"""A document of the help on screen: markdown in our type and colours, its headings, and finding words in it.

It shows what lies beside the document and nothing else: no link leads out of the help, no picture is fetched.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QFont,
    QImage,
    QPainter,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextList,
    QTextListFormat,
    QTextTable,
    QTextTableCell,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from desktop.theme.fonts import font, px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.help.book import book_of, picture

AS_TALL_AS_THERE_IS_ROOM = 4000
LEAST = 120
UNDER = Space.S + 2
"""What is read begins so far down: a heading that was gone to has air above."""

FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
SIZES = {1: Type.TITLE, 2: Type.TITLE}
"""Of headings; deeper ones are sections."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: how deep it is, its words, and where it stands in the document."""

    level: int
    words: str
    position: int


class HelpText(QTextBrowser):
    """Shows one document. `wanted` tells a link to another one, `scrolled` that something else may be at the top now."""

    wanted = Signal(str)
    scrolled = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(px(LEAST))
        self._written = ""
        self._words = ""
        self._fitted = 0
        self._found: list[QTextCursor] = []
        self._at = -1
        self.headings: tuple[Heading, ...] = ()
        self.anchorClicked.connect(self._on_link)
        self.verticalScrollBar().valueChanged.connect(self.scrolled)

    def show_document(self, markdown: str) -> None:
        """Show it from its beginning."""
        self._written = markdown
        self._dress()
        self.verticalScrollBar().setValue(0)
        self.scrolled.emit()

    def go_to(self, heading: Heading) -> None:
        """Scroll until a heading stands at the top."""
        self._go_to(self.document().findBlock(heading.position))

    def go_to_words(self, words: str) -> None:
        """Scroll to the heading of these words, as a link names it."""
        for heading in self.headings:
            if slug(heading.words) == slug(words):
                self.go_to(heading)
                return

    @property
    def here(self) -> int:
        """Which heading what is at the top stands under; 0 before the first."""
        top = self.verticalScrollBar().value() + Space.XXL
        passed = [
            place
            for place, heading in enumerate(self.headings)
            if self._top(self.document().findBlock(heading.position)) <= top
        ]
        at_end = self.verticalScrollBar().value() == self.verticalScrollBar().maximum() > 0
        return len(self.headings) - 1 if at_end and self.headings else max(passed, default=0)

    def find_words(self, words: str) -> int:
        """Mark every place where these words stand, and show the first from here on. Returns how many there are."""
        self._words = words
        self._found, self._at = list(self._places(words)), -1
        if self._found:
            top = self.cursorForPosition(self.viewport().rect().topLeft()).position()
            after = [place for place, one in enumerate(self._found) if one.selectionStart() >= top]
            self._show_found(after[0] if after else 0)
        self._mark()
        return len(self._found)

    def step(self, by: int) -> int:
        """Show the next place that was found, or the one before, going round. Returns which it is; -1 for none."""
        if self._found:
            self._show_found((self._at + by) % len(self._found))
            self._mark()
        return self._at

    @property
    def at(self) -> int:
        """Which of the places that were found is shown; -1 for none."""
        return self._at

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), AS_TALL_AS_THERE_IS_ROOM)

    def minimumSizeHint(self) -> QSize:
        return QSize(px(LEAST), px(LEAST))

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """A picture beside the document, as wide as there is room; nothing else there is."""
        place = name.toString() if isinstance(name, QUrl) else name
        content = picture(place) if kind == QTextDocument.ResourceType.ImageResource.value else None
        image = QImage.fromData(content) if content else QImage()
        return None if image.isNull() else self._drawn(image)

    def resizeEvent(self, event: QResizeEvent) -> None:
        read = self._reading()
        super().resizeEvent(event)
        if self._room != self._fitted:
            self._fit(self.document())
            self._read_on(read)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and self._written:
            read, at = self._reading(), self._at
            self._dress()
            self._found, self._at = list(self._places(self._words)), at
            self._mark()
            self._read_on(read)

    # ── How it looks ────────────────────────────────────────────────────────────────────────────────

    @property
    def _room(self) -> int:
        return self.viewport().width() - 2 * Space.XS - Space.S

    def _dress(self) -> None:
        """Read the document anew and put our type and colours on it: what Qt makes of markdown is bold and has none.

        It is made beside, and laid out once it is shown: every change to one that is shown lays it out again.
        """
        document = QTextDocument(self)
        document.setDocumentMargin(Space.XS)
        document.setDefaultFont(font())
        document.setIndentWidth(Space.XL)
        document.setMarkdown(self._written, FEATURES)
        tables = [one for one in document.rootFrame().childFrames() if isinstance(one, QTextTable)]
        found = []
        for block in _blocks(document):
            if level := block.blockFormat().headingLevel():
                found.append(Heading(level, block.text(), block.position()))
            _dress_block(block)
        self.headings = tuple(found)
        for table in tables:
            _dress_table(table)
        self._found, self._at = [], -1
        self._fit(document)
        self.setDocument(document)  # the one before goes: it was ours

    def _fit(self, document: QTextDocument) -> None:
        """Make the pictures as wide as there is room."""
        self._fitted = self._room
        for block in _blocks(document):
            for position, length, given in _pieces(block):
                if given.isImageFormat():
                    place = given.toImageFormat().name()
                    image = self.loadResource(QTextDocument.ResourceType.ImageResource.value, place)
                    document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(place), image)
                    _set(document, position, length, _sized(given.toImageFormat(), image))

    def _drawn(self, image: QImage) -> QImage:
        """A picture at the size it is shown in, with a line round it: its ground may be ours."""
        dpr = self.devicePixelRatioF()
        width = round(min(self._room, image.width()) * dpr)
        result = image.scaledToWidth(max(width, 1), Qt.TransformationMode.SmoothTransformation)
        painter = QPainter(result)
        painter.setPen(colour(Tone.LINE))
        painter.drawRect(QRect(0, 0, result.width() - 1, result.height() - 1))
        painter.end()
        result.setDevicePixelRatio(dpr)
        return result

    # ── Moving and finding ──────────────────────────────────────────────────────────────────────────

    def _top(self, block: QTextBlock) -> float:
        return self.document().documentLayout().blockBoundingRect(block).top()

    def _reading(self) -> tuple[int, float]:
        """Where what is at the top stands: its block, and how far down in that; before the first line at the very top."""
        value = self.verticalScrollBar().value()
        if not value:
            return 0, -1.0
        block = self.cursorForPosition(QPoint(0, UNDER)).block()
        box = self.document().documentLayout().blockBoundingRect(block)
        return block.position(), (value + UNDER - box.top()) / max(box.height(), 1.0)

    def _read_on(self, read: tuple[int, float]) -> None:
        """What was read is in sight again, however tall everything before it is now."""
        position, share = read
        if share >= 0:
            box = self.document().documentLayout().blockBoundingRect(self.document().findBlock(position))
            self._scroll_to(round(box.top() + share * box.height()) - UNDER)
            self.scrolled.emit()

    def _go_to(self, block: QTextBlock) -> None:
        self._scroll_to(int(self._top(block)) - Space.S)

    def _scroll_to(self, place: int) -> None:
        self.document().pageCount()  # Qt lays a long document out bit by bit, and the bar ends where that is
        self.verticalScrollBar().setValue(place)

    def _places(self, words: str) -> Iterator[QTextCursor]:
        document = self.document()
        found = document.find(words, 0) if words.strip() else QTextCursor()
        while not found.isNull():
            yield found
            found = document.find(words, found)

    def _show_found(self, at: int) -> None:
        self._at = at
        block = self._found[at].block()
        top, here = self._top(block), self.verticalScrollBar().value()
        if not here <= top <= here + self.viewport().height() - Space.XXL:
            self._go_to(block)

    def _mark(self) -> None:
        marks = []
        for place, cursor in enumerate(self._found):
            mark = QTextEdit.ExtraSelection()
            ink, ground = (Tone.ON_ACCENT, Tone.ACCENT) if place == self._at else (Tone.TEXT, Tone.LINE)
            # The stubs know neither.
            mark.cursor = cursor  # type: ignore[attr-defined]
            mark.format = QTextCharFormat()  # type: ignore[attr-defined]
            mark.format.setForeground(colour(ink))  # type: ignore[attr-defined]
            mark.format.setBackground(colour(ground))  # type: ignore[attr-defined]
            marks.append(mark)
        self.setExtraSelections(marks)

    def _on_link(self, link: QUrl) -> None:
        place = link.toString()
        if place.startswith("#"):
            self.go_to_words(place[1:])
        elif book_of(place) is not None:
            self.wanted.emit(place)


def slug(words: str) -> str:
    """How a link names a heading: as the readers of markdown on the web do."""
    kept = "".join(sign for sign in words.strip().casefold() if sign.isalnum() or sign in " -_")
    return kept.replace(" ", "-")


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _pieces(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    """The fragments of a block: where, how long, and with which format. Taken before any of them is changed."""
    found = []
    at = block.begin()
    while not at.atEnd():
        piece = at.fragment()
        found.append((piece.position(), piece.length(), piece.charFormat()))
        at += 1
    return found


def _set(document: QTextDocument, position: int, length: int, given: QTextCharFormat) -> None:
    cursor = QTextCursor(document)
    cursor.setPosition(position)
    cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
    cursor.setCharFormat(given)


def _dress_block(block: QTextBlock) -> None:
    level, before = block.blockFormat().headingLevel(), block.blockFormat()
    is_code = before.hasProperty(QTextFormat.Property.BlockCodeFence)
    is_told = before.hasProperty(QTextFormat.Property.BlockQuoteLevel)
    now = QTextBlockFormat(before)
    if level:
        now.setTopMargin(Space.XL if level > 1 else Space.S)
        now.setBottomMargin(Space.S)
    elif held := _list_of(block):
        if held.format().style() == QTextListFormat.Style.ListCircle:
            look = held.format()
            look.setStyle(QTextListFormat.Style.ListDisc)
            held.setFormat(look)
        now.setTopMargin(Space.XS)
        now.setBottomMargin(Space.XS)
    elif is_code or is_told:
        now.setNonBreakableLines(False)
        now.setBackground(colour(Tone.SUNKEN))
        now.setLeftMargin(Space.S)
        now.setRightMargin(Space.S)
        now.setTopMargin(0 if _goes_on(block.previous(), before) else Space.S)
        now.setBottomMargin(0 if _goes_on(block.next(), before) else Space.S)
    elif not _is_in_table(block):  # a cell has its padding
        now.setTopMargin(Space.XS + 2)
        now.setBottomMargin(Space.XS + 2)
    cursor = QTextCursor(block)
    cursor.setBlockFormat(now)
    for position, length, given in _pieces(block):
        if not given.isImageFormat():
            _set(block.document(), position, length, _worded(given, level, is_told=is_told))


def _list_of(block: QTextBlock) -> QTextList | None:
    return block.textList()  # None for most blocks, whatever the stubs say


def _is_in_table(block: QTextBlock) -> bool:
    return QTextCursor(block).currentTable() is not None


def _goes_on(other: QTextBlock, given: QTextBlockFormat) -> bool:
    """Whether a block beside one of code is of the same."""
    fence = QTextFormat.Property.BlockCodeFence
    return other.isValid() and given.hasProperty(fence) and other.blockFormat().hasProperty(fence)


def _worded(given: QTextCharFormat, level: int, *, is_told: bool) -> QTextCharFormat:
    """How words look: of a heading, of code, the names of controls, a link within the help. A link to elsewhere is no link here."""
    result = QTextCharFormat()
    size = SIZES.get(level, Type.SECTION) if level else Type.SECONDARY if is_told else Type.BODY
    result.setFont(font(Type.SECONDARY if given.fontFixedPitch() else size))
    if given.fontFixedPitch():
        result.setBackground(colour(Tone.SUNKEN))
    elif not level and given.fontWeight() > QFont.Weight.Normal:
        result.setForeground(colour(Tone.ACCENT))
    href = given.anchorHref()
    if href.startswith("#") or book_of(href) is not None:
        result.setAnchor(True)
        result.setAnchorHref(href)
        result.setForeground(colour(Tone.ACCENT))
        result.setFontUnderline(True)
    return result


def _dress_table(table: QTextTable) -> None:
    look = table.format()
    look.setBorderCollapse(True)
    look.setBorder(1)
    look.setBorderBrush(colour(Tone.LINE))
    look.setBorderStyle(
        QTextFrameFormat.BorderStyle.BorderStyle_Solid
    )  # Qt's own is lit from above: white on white
    look.setCellPadding(Space.XS + 2)
    look.setCellSpacing(0)
    look.setTopMargin(Space.S)
    look.setBottomMargin(Space.S)
    look.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    table.setFormat(look)
    for column in range(table.columns()):
        _ground(table.cellAt(0, column))


def _ground(cell: QTextTableCell) -> None:
    """A cell of the head, as the heads of our tables look."""
    look = cell.format()
    look.setBackground(colour(Tone.SUNKEN))
    cell.setFormat(look)
    words = QTextCharFormat()
    words.setFont(font(Type.META))
    words.setForeground(colour(Tone.MUTED))
    cursor = cell.firstCursorPosition()
    cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
    cursor.setCharFormat(words)


def _sized(given: QTextImageFormat, image: object) -> QTextImageFormat:
    result = QTextImageFormat(given)
    if isinstance(image, QImage):
        size = image.deviceIndependentSize()
        result.setWidth(size.width())
        result.setHeight(size.height())
    return result
