"""A Windows icon out of a drawing: every size that the shell, the taskbar and the setup ask for, in one file."""

import struct

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
"""Pixels: 16, 32 and 48 at the usual scales of a screen, 256 for the large views."""

AS_PNG = 256
"""From this size on the picture is packed."""


def icon(drawing: bytes) -> bytes:
    """The file. Raises ValueError for what is no drawing."""
    renderer = QSvgRenderer(QByteArray(drawing))
    if not renderer.isValid():
        raise ValueError("no drawing")
    pictures = [_picture(_drawn(renderer, size)) for size in SIZES]
    head, body = struct.pack("<HHH", 0, 1, len(SIZES)), b""
    start = len(head) + 16 * len(SIZES)
    for size, picture in zip(SIZES, pictures, strict=True):
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), start + len(body))
        body += picture
    return head + body


def _drawn(renderer: QSvgRenderer, size: int) -> QImage:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def _picture(image: QImage) -> bytes:
    """A PNG, or a bitmap without its file's head: lines from below, then a mask that masks nothing, as the alpha does that."""
    size = image.width()
    if size >= AS_PNG:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload] # PySide takes a str
        return bytes(buffer.data().data())
    lines = bytes(image.constBits())
    upwards = b"".join(lines[row * size * 4 : (row + 1) * size * 4] for row in reversed(range(size)))
    mask = bytes(-(-size // 32) * 4 * size)
    return (
        struct.pack("<IiiHHIIiiII", 40, size, 2 * size, 1, 32, 0, len(upwards), 0, 0, 0, 0) + upwards + mask
    )
