"""What is drawn: the bundled font, the icons, and the words of both languages. Needs a QApplication."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QImage, QPainter, QRawFont

from desktop.self_test.finding import Faulty
from desktop.start.early import Translations
from desktop.theme import fonts
from desktop.theme.icons import Icon, pixmap
from desktop.theme.scheme import colour
from desktop.theme.tokens import Tone, Type

RARE = "㛃䶮℃"
"""A name of the household register that a common font draws as boxes, another, and a sign that some fonts leave empty."""

NONE = "\U0010fffd"
"""No font has it: this is how a missing sign looks."""

WORDS = (("QPlatformTheme", "Cancel", "zh_CN", "取消"), ("MainWindow", "明道诊所", "en", "MingDao Clinic"))
"""A word of Qt's and one of ours: context, source, language, and how it is said there."""


def font(signs: str = RARE) -> str:
    """Raises `Faulty` naming a sign that the bundled font does not draw."""
    fonts.load()
    chosen = fonts.font(Type.BODY)
    raw = QRawFont.fromFont(chosen)
    if raw.familyName() != fonts.FAMILY:
        raise Faulty(f"{raw.familyName()} is used in place of {fonts.FAMILY}")
    missing = _ink(NONE)
    for sign in signs:
        drawn = _ink(sign)
        if not raw.supportsCharacter(ord(sign)) or drawn in {missing, _ink(" ")}:
            raise Faulty(f"{sign} (U+{ord(sign):04X}) is not drawn")
    return f"{fonts.FAMILY} draws {' '.join(signs)}"


def icons(every: Iterable[Icon] = Icon) -> str:
    """Raises `Faulty` naming an icon without ink."""
    count = 0
    for icon in every:
        image = pixmap(icon, Tone.TEXT).toImage()
        if not any(
            image.pixelColor(x, y).alpha() for x in range(image.width()) for y in range(image.height())
        ):
            raise Faulty(f"{icon.value} is empty")
        count += 1
    return f"{count} drawn"


def translations(application: QCoreApplication, words: Iterable[tuple[str, str, str, str]] = WORDS) -> str:
    """Raises `Faulty` naming a word that is not said as it must be."""
    spoken = Translations(application)
    try:
        for context, source, language, meant in words:
            spoken.use(language)
            said = QCoreApplication.translate(context, source)
            if said != meant:
                raise Faulty(f"{language}: {source} is said {said}, not {meant}")
    finally:
        spoken.end()
    return "Qt's and ours"


def _ink(sign: str) -> bytes:
    """A sign as it is drawn."""
    image = QImage(40, 40, QImage.Format.Format_Grayscale8)
    image.fill(colour(Tone.SURFACE))
    painter = QPainter(image)
    painter.setPen(colour(Tone.TEXT))
    painter.setFont(fonts.font(Type.BODY))
    painter.drawText(image.rect(), Qt.AlignmentFlag.AlignCenter, sign)
    painter.end()
    return bytes(image.constBits())
