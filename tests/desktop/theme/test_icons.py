"""Every icon is there, is drawn, takes the colour it is asked for, and is sharp at the resolution it is asked for."""

from importlib import resources

import pytest
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QApplication

from desktop.theme import icons, style
from desktop.theme.icons import Icon
from desktop.theme.scheme import Scheme, colour
from desktop.theme.tokens import IconSize, Tone


def inks(pixmap: QPixmap) -> set[str]:
    """The colours of what is fully covered."""
    image = pixmap.toImage()
    colours = (
        QColor.fromRgba(image.pixel(x, y)) for x in range(image.width()) for y in range(image.height())
    )
    return {found.name() for found in colours if found.alpha() == 255}


def test_files_and_names_are_the_same() -> None:
    folder = resources.files("resources") / "icons"
    files = {file.name.removesuffix(".svg") for file in folder.iterdir() if file.name.endswith(".svg")}
    assert files == {icon.value for icon in Icon}
    assert "ISC" in (folder / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize("icon", Icon)
def test_an_icon_is_drawn_in_its_colour_alone(icon: Icon) -> None:
    assert inks(icons.pixmap(icon, Tone.WARN, IconSize.RAIL, 4)) == {colour(Tone.WARN).name()}


@pytest.mark.parametrize("dpr", [1.0, 1.25, 2.0])
def test_a_pixmap_has_the_pixels_of_its_screen(dpr: float) -> None:
    pixmap = icons.pixmap(Icon.SEARCH, Tone.TEXT, 16, dpr)
    assert (pixmap.width(), pixmap.devicePixelRatio()) == (16 * dpr, dpr)


def test_a_pixmap_is_kept(qapp: QApplication) -> None:
    first = icons.pixmap(Icon.SAVE, Tone.TEXT)
    assert icons.pixmap(Icon.SAVE, Tone.TEXT).cacheKey() == first.cacheKey()
    style.apply(qapp, Scheme.DARK)
    assert icons.pixmap(Icon.SAVE, Tone.TEXT).cacheKey() != first.cacheKey()


def test_an_action_icon_is_muted_when_disabled() -> None:
    icon = icons.icon(Icon.SAVE, Tone.ACCENT)
    assert inks(icon.pixmap(16)) <= {colour(Tone.ACCENT).name()}
    assert inks(icon.pixmap(16, QIcon.Mode.Disabled)) <= {colour(Tone.MUTED).name()}
    assert not icon.isNull()


def test_large_icons_have_the_thinner_stroke() -> None:
    def coverage(size: int) -> float:
        image = icons.pixmap(Icon.NOT_RECORDED, Tone.TEXT, size, 8).toImage()
        column = [QColor.fromRgba(image.pixel(image.width() // 2, y)).alphaF() for y in range(image.height())]
        return 24 * sum(column) / image.height()

    assert coverage(IconSize.RAIL) == pytest.approx(1.75, abs=0.1)
    assert coverage(IconSize.FIELD) == pytest.approx(2, abs=0.1)
