"""A paper as a PDF file. It is read again before it takes its name: pages and signs must be those that were laid out."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSaveFile
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPainter, QPdfWriter, QRawFont
from PySide6.QtPrintSupport import QPrinter

from desktop.printing.compose import BODY, Paper
from desktop.printing.pages import RESOLUTION, Pages, PaperSize, print_font

_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
_CONTENTS = re.compile(rb"/Contents (\d+) 0 R")
_TO_UNICODE = re.compile(rb"begincmap\n.*?endcmap", re.DOTALL)
_NAMED = re.compile(rb"<([0-9A-F]{4})>(?= *[<\]])")
_RADICALS = "".join(map(chr, range(0x2E80, 0x2FD6)))
_FOUR_DIGITS = 0x10000
_SHOWN = re.compile(rb"<([0-9A-Fa-f]+)>\s*Tj")


class Incomplete(RuntimeError):
    """What was written is not what was laid out: a fault of this program. No file was left."""


@dataclass(frozen=True, slots=True)
class Written:
    """What stands in a file: its pages, its signs, and how many of them no font here has."""

    pages: int
    signs: int
    missing: int


def write_pdf(paper: Paper, size: PaperSize, file: Path) -> Written:
    """Write a file, whole or not at all. Raises OSError, and `Incomplete` when something vanished on the way."""
    pages = Pages(paper, size)
    content = pdf_bytes(pages)
    written = check(content, pages)
    target = QSaveFile(str(file))
    if not target.open(QIODevice.OpenModeFlag.WriteOnly) or target.write(content) != len(content):
        raise OSError(target.errorString())
    if not target.commit():
        raise OSError(target.errorString())
    return written


def pdf_bytes(pages: Pages) -> bytes:
    """The file of a layout."""
    store = QByteArray()
    buffer = QBuffer(store)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(pages.title)
    writer.setCreator("MingDao Clinic")
    writer.setResolution(RESOLUTION)
    _paint(pages, writer, RESOLUTION)
    del writer
    buffer.close()
    return _readable(bytes(store.data()), pages.alphabet)


def print_out(pages: Pages, printer: QPrinter) -> None:
    """Send a layout to a printer, at the printer's own resolution and on the layout's paper. Raises `Incomplete`."""
    printer.setDocName(pages.title)
    printer.setFullPage(True)
    _demand_all(pages)
    _paint(pages, printer, printer.resolution())


def check(content: bytes, pages: Pages) -> Written:
    """Read a file and compare it with what was laid out. Raises `Incomplete`."""
    _demand_all(pages)
    count = len(_PAGE.findall(content))
    signs = sum(1 for _ in shown_signs(content))
    if (count, signs) != (pages.count, pages.glyphs):
        raise Incomplete(f"{count} of {pages.count} pages, {signs} of {pages.glyphs} signs")
    return Written(count, signs, pages.missing)


def shown_signs(content: bytes) -> Iterator[int]:
    """The signs of a file by their number in its fonts, in the order they are drawn."""
    for stream in _page_streams(content):
        for shown in _SHOWN.findall(stream):
            yield from (int(shown[at : at + 4], 16) for at in range(0, len(shown) - 3, 4))


def _readable(content: bytes, alphabet: str) -> bytes:
    """Name the signs of a file by the characters that were written.

    Qt asks the font backwards which character a sign stands for, and for one that also serves as a radical it gets the
    radical: 门 would be found as ⻔. Both names take four digits, so nothing moves in the file.
    """
    raw = QRawFont.fromFont(print_font(BODY))
    radicals = dict(zip(raw.glyphIndexesForString(_RADICALS), _RADICALS, strict=True))
    names = {
        b"%04X" % ord(radicals[sign]): b"%04X" % ord(character)
        for character in alphabet
        if ord(character) < _FOUR_DIGITS and character not in _RADICALS
        for sign in raw.glyphIndexesForString(character)
        if sign and sign in radicals
    }

    def named(found: re.Match[bytes]) -> bytes:
        return _NAMED.sub(lambda one: b"<" + names.get(one[1], one[1]) + b">", found[0])

    return _TO_UNICODE.sub(named, content)


def _demand_all(pages: Pages) -> None:
    if pages.placed != pages.characters:
        raise Incomplete(f"{pages.placed} of {pages.characters} characters were placed")


def _paint(pages: Pages, device: QPagedPaintDevice, resolution: int) -> None:
    device.setPageLayout(
        QPageLayout(
            pages.size.page_size,
            QPageLayout.Orientation.Portrait,
            QMarginsF(0, 0, 0, 0),
            QPageLayout.Unit.Millimeter,
        )
    )
    painter = QPainter()
    if not painter.begin(device):
        raise OSError("the printer does not take the document")
    try:
        scale = resolution / RESOLUTION
        painter.scale(scale, scale)
        for page in range(pages.count):
            if page and not device.newPage():
                raise OSError("the printer does not take another page")
            pages.paint(painter, page)
    finally:
        painter.end()


def _page_streams(content: bytes) -> Iterator[bytes]:
    """What is drawn on each page."""
    for found in _CONTENTS.finditer(content):
        start = content.find(b"\n%d 0 obj" % int(found[1]))
        begin = content.find(b"stream", start)
        begin = content.find(b"\n", begin) + 1
        end = content.find(b"endstream", begin)
        yield zlib.decompressobj().decompress(content[begin:end])
