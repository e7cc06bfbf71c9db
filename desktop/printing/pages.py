"""A paper on its pages: one layout, in units of a fixed resolution, that the file, the printer and the preview all paint.

Lines break by the measures of the bundled font without hinting, so the same paper has the same lines on every machine.
What does not fit on a page goes on on the next; nothing is shrunk and nothing is cut.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPageSize, QPainter, QPen, QTextLayout, QTextLine, QTextOption

from desktop.printing.compose import SMALL, Block, Cell, Paper, Ranges
from desktop.theme.fonts import FAMILIES
from desktop.theme.tokens import LIGHT

RESOLUTION = 600
"""Units of the layout in an inch."""

_POINT = RESOLUTION / 72
_MM = RESOLUTION / 25.4
_LEADING = 1.5
_ABOVE_FOOT = 3.0
"""Millimetres between the text and the line of the foot."""
_STROKES = (0.27, 0.49)
_UNDER = (-0.16,)
"""How high above the line the two strokes through a text, and the one under it, lie, as parts of its size."""
_SHORT = 0.25
"""A block no taller than this part of a page is not torn apart."""


class PaperSize(Enum):
    """The sizes a clinic prints on: width, height and margin in millimetres."""

    A4 = (210.0, 297.0, 16.0)
    A5 = (148.0, 210.0, 12.0)

    @property
    def page_size(self) -> QPageSize:
        """As Qt names it."""
        return QPageSize(QPageSize.PageSizeId.A4 if self is PaperSize.A4 else QPageSize.PageSizeId.A5)

    @property
    def sheet(self) -> QSizeF:
        """The whole sheet, in units."""
        return QSizeF(self.value[0] * _MM, self.value[1] * _MM)

    @property
    def area(self) -> QRectF:
        """The writing area with the foot, in units."""
        margin = self.value[2] * _MM
        return QRectF(QPointF(0, 0), self.sheet).adjusted(margin, margin, -margin, -margin)


@dataclass(frozen=True, slots=True)
class _Piece:
    """One laid out line: the layout keeps it alive."""

    layout: QTextLayout
    number: int
    height: float
    grey: bool
    struck: Ranges = ()
    added: Ranges = ()

    @property
    def line(self) -> QTextLine:
        return self.layout.lineAt(self.number)

    def strokes(self, place: QPointF) -> Iterator[QLineF]:
        """Two lines through each part that is struck out, which leave it legible, and one under each that is new."""
        line, size = self.line, self.layout.font().pixelSize()
        begins, ends = line.textStart(), line.textStart() + line.textLength()
        for ranges, heights in ((self.struck, _STROKES), (self.added, _UNDER)):
            for first, last in ranges:
                left, right = max(first, begins), min(last, ends)
                if left < right:
                    xs = [line.cursorToX(at)[0] for at in (left, right)]  # type: ignore[index]  # with its index
                    for height in heights:
                        y = place.y() + line.ascent() - height * size
                        yield QLineF(place.x() + xs[0], y, place.x() + xs[1], y)


@dataclass(slots=True)
class _Page:
    pieces: list[tuple[QPointF, _Piece]] = field(default_factory=list)
    lines: list[QLineF] = field(default_factory=list)


class Pages:
    """A paper laid out. `characters` were composed and `placed` stand on pages, both without what repeats on each page."""

    def __init__(self, paper: Paper, size: PaperSize) -> None:
        self.size = size
        self.title = paper.title
        self.characters = sum(
            _length(text) for block in paper.blocks for cell in block.cells for text in cell.paragraphs
        )
        self.placed = 0
        self._paper = paper
        self._area = size.area
        note = Cell(paper.note, 0, 0.74, SMALL, grey=True)
        self._note = list(_pieces(note, self._area.width()))
        foot = max(_height(self._note), _line_height(SMALL)) + _MM
        self._bottom = self._area.bottom() - foot - _ABOVE_FOOT * _MM
        self._pages: list[_Page] = []
        self._y = 0.0
        self._flow()
        self._number()

    @property
    def count(self) -> int:
        """How many pages there are; at least one."""
        return len(self._pages)

    @property
    def glyphs(self) -> int:
        """Signs to be drawn on all pages together, blanks counted."""
        return sum(
            len(run.glyphIndexes())
            for page in self._pages
            for _, piece in page.pieces
            for run in piece.line.glyphRuns()
        )

    @property
    def missing(self) -> int:
        """Signs no font here has; they print as boxes."""
        return sum(
            run.glyphIndexes().count(0)
            for page in self._pages
            for _, piece in page.pieces
            for run in piece.line.glyphRuns()
        )

    @property
    def alphabet(self) -> str:
        """Each character that is drawn, once."""
        return "".join(sorted(set("".join(self.text(page) for page in range(self.count)))))

    def text(self, page: int) -> str:
        """The words of a page, from 0, in the order they are drawn."""
        return "\n".join(
            piece.layout.text()[piece.line.textStart() : piece.line.textStart() + piece.line.textLength()]
            for _, piece in self._pages[page].pieces
        )

    def paint(self, painter: QPainter, page: int) -> None:
        """Paint a page, from 0, on a painter that counts in our units from the corner of the sheet."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text, grey = QColor(LIGHT.text), QColor(LIGHT.muted)
        for place, piece in self._pages[page].pieces:
            painter.setPen(grey if piece.grey else text)
            piece.line.draw(painter, place)
        struck = [stroke for place, piece in self._pages[page].pieces for stroke in piece.strokes(place)]
        painter.setPen(QPen(text, 0.18 * _MM))
        painter.drawLines(struck)
        pen = QPen(QColor(LIGHT.control), 0.15 * _MM)
        painter.setPen(pen)
        painter.drawLines(self._pages[page].lines)

    def _flow(self) -> None:
        self._turn()
        blocks = self._paper.blocks
        for number, block in enumerate(blocks):
            columns = [list(_pieces(cell, self._area.width())) for cell in block.cells]
            tall = max((_height(column) for column in columns), default=0.0)
            above = block.above * _MM
            wanted = above + tall
            if block.keep and number + 1 < len(blocks):
                wanted += 2 * _line_height(blocks[number + 1].cells[0].size)
            room = self._bottom - self._y
            if wanted > room and (wanted <= _SHORT * self._area.height() or room < 0.1 * self._area.height()):
                self._turn()
            self._y += above
            self._place(block, columns, is_body=True)

    def _turn(self) -> None:
        """Begin a page with what stands on each."""
        self._pages.append(_Page())
        self._y = self._area.top()
        repeated = self._paper.columns
        for block in (*self._paper.head, *([repeated] if repeated else [])):
            self._y += block.above * _MM
            self._place(block, [list(_pieces(cell, self._area.width())) for cell in block.cells])
        self._y += _MM

    def _place(self, block: Block, columns: list[list[_Piece]], *, is_body: bool = False) -> None:
        """Put the cells of a block side by side, on as many pages as they need."""
        while True:
            top = lowest = self._y
            for cell, column in zip(block.cells, columns, strict=True):
                y = top
                left = self._area.left() + cell.left * self._area.width()
                while column and (y + column[0].height <= self._bottom or not is_body):
                    piece = column.pop(0)
                    self._pages[-1].pieces.append((QPointF(left, y), piece))
                    y += piece.height
                    self.placed += piece.line.textLength() if is_body else 0
                lowest = max(lowest, y)
            self._y = lowest
            if not any(columns):
                break
            self._turn()
        if block.line_below:
            self._y += 0.8 * _MM
            self._pages[-1].lines.append(QLineF(self._area.left(), self._y, self._area.right(), self._y))

    def _number(self) -> None:
        """Write the foot once the number of pages is known."""
        for number, page in enumerate(self._pages, start=1):
            words = QCoreApplication.translate("printing", "第 {page} 页，共 {pages} 页")
            place = words.format(page=number, pages=self.count)
            y = self._bottom + _ABOVE_FOOT * _MM
            page.lines.append(QLineF(self._area.left(), y, self._area.right(), y))
            y += _MM
            for line, piece in enumerate(self._note):
                at = QPointF(self._area.left(), y + line * piece.height)
                page.pieces.append((at, piece))
            cell = Cell(place, 0.76, 0.24, SMALL, grey=True)
            left = self._area.left() + cell.left * self._area.width()
            for piece in _pieces(cell, self._area.width(), is_right=True):
                page.pieces.append((QPointF(left, y), piece))


def print_font(points: float) -> QFont:
    """The font of a layout: sized in units, unhinted, and one sign for each character.

    A ligature or a variant of a digit has no character of its own: it could not be read out of a file again.
    """
    font = QFont()
    font.setFamilies(list(FAMILIES))
    font.setPixelSize(round(points * _POINT))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setKerning(False)
    for feature in ("liga", "calt", "locl"):
        font.setFeature(QFont.Tag(feature), 0)
    return font


def _pieces(cell: Cell, area: float, *, is_right: bool = False) -> Iterator[_Piece]:
    """The lines a cell takes in a writing area that wide."""
    option = QTextOption()
    option.setUseDesignMetrics(True)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    if cell.centred:
        option.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    elif is_right:
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
    for text, *marked in cell.marked_paragraphs():
        layout = QTextLayout(text, print_font(cell.size))
        layout.setTextOption(option)
        layout.setCacheEnabled(True)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(cell.width * area)
        layout.endLayout()
        struck, added = (
            tuple((_length(text[:first]), _length(text[:end])) for first, end in ranges) for ranges in marked
        )
        for number in range(layout.lineCount()):
            yield _Piece(layout, number, _line_height(cell.size), cell.grey, struck, added)


def _height(column: list[_Piece]) -> float:
    return sum(piece.height for piece in column)


def _line_height(points: float) -> float:
    return points * _POINT * _LEADING


def _length(text: str) -> int:
    """In Qt's own units, of which a rare sign takes two."""
    return len(text.encode("utf-16-le")) // 2
