"""The icon for Windows: every size, as the shell reads it."""

import struct

import pytest
from PySide6.QtGui import QImage

from installer.windows.icon import AS_PNG, SIZES, icon
from installer.windows.launchers import numbers

DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="2" height="1" fill="#1B7A4B"/></svg>'


def test_it_has_every_size_where_it_says() -> None:
    made = icon(DRAWING)
    assert struct.unpack_from("<HHH", made) == (0, 1, len(SIZES))
    end = 0
    for index, size in enumerate(SIZES):
        width, height, _, _, _, bits, length, start = struct.unpack_from("<BBBBHHII", made, 6 + 16 * index)
        assert (width, height, bits) == (size % 256, size % 256, 32)
        end = start + length
        picture = made[start:end]
        if size >= AS_PNG:
            assert QImage.fromData(picture).width() == size
            continue
        assert struct.unpack_from("<Iii", picture) == (40, size, 2 * size)
        pixels = picture[40 : 40 + 4 * size * size]
        assert pixels[:4] == bytes(4), "the lowest line is transparent"
        assert pixels[-4:] == bytes((0x4B, 0x7A, 0x1B, 0xFF)), "the highest has the colour"
    assert end == len(made)


def test_what_is_no_drawing_is_refused() -> None:
    with pytest.raises(ValueError, match="no drawing"):
        icon(b"nonsense")


@pytest.mark.parametrize(
    ("version", "four"),
    [("0.1.0", "0.1.0.0"), ("1.2", "1.2.0.0"), ("1.2.3-rc1", "1.2.3.0"), ("1.2.3.4.5", "1.2.3.4")],
)
def test_windows_knows_a_version_by_four_numbers(version: str, four: str) -> None:
    assert ".".join(numbers(version)) == four
