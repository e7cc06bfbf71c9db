"""Every icon, by what it means here. The only file that names an icon's file or its stroke.

An icon is a line drawing in `currentColor`: it is rendered from SVG in a colour of the scheme, at the size and
resolution asked for, and kept in Qt's pixmap cache. What paints itself uses `draw`, which is sharp on every screen;
`icon` is for actions and item views, and must be asked for again when the scheme changes.
"""

from enum import Enum
from functools import cache
from importlib import resources

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from desktop.theme.scheme import colour
from desktop.theme.tokens import IconSize, Tone


class Icon(Enum):
    """What an icon means; the value is its file. Two meanings with one drawing share a file."""

    TODAY = "sun"
    INTAKE = "clipboard-pen"
    PATIENTS = "users"
    COMPARE = "square-split-horizontal"
    LEDGER = "notebook-text"
    SETTINGS = "settings-2"
    LOCK = "lock"
    KEY = "key-round"

    RESOLVED = "check"
    IMPROVED = "arrow-down"
    UNCHANGED = "equal"
    WORSE = "arrow-up"
    NEW = "dot"
    FIRST_RECORDED = "ring"
    RECURRED = "rotate-cw"
    NEEDS_REVIEW = "circle-question-mark"
    NOT_COMPARABLE = "circle-slash-2"
    NOT_RECORDED = "minus"

    PARTLY = "half-dot"
    SEARCH = "search"
    NEW_PATIENT = "user-plus"
    CLOSE = "x"
    ADD = "plus"
    EDIT = "pencil"
    SAVE = "save"
    PRINT = "printer"
    COPY = "copy"
    RELOAD = "refresh-cw"
    EXPORT = "download"
    SHOW = "eye"
    HIDE = "eye-off"
    BACK = "corner-down-left"
    OPEN = "chevron-down"
    SHUT = "chevron-up"
    FORTH = "chevron-right"
    PREVIOUS = "chevron-left"

    INFO = "info"
    WARN = "triangle-alert"
    DANGER = "circle-alert"
    DONE = "circle-check"
    INTACT = "shield-check"
    CALENDAR = "calendar"
    DRAFT = "file-pen"
    HISTORY = "history"
    LIST = "list"
    EXTERNAL = "globe"
    OFFLINE = "wifi-off"
    COST = "wallet"
    ON_DEVICE = "cpu"
    CACHE = "database-zap"
    HOURS = "clock"
    BACKUP = "hard-drive"
    CLINIC = "building-2"
    OPERATOR = "user-cog"
    LOOK = "palette"
    PACK = "package"
    FOLDER = "folder-open"
    SHUT_FOLDER = "folder"
    FILE = "file"
    KEYBOARD = "keyboard"


def pixmap(icon: Icon, tone: Tone, size: int = IconSize.FIELD, dpr: float = 1.0) -> QPixmap:
    """An icon of `size` logical pixels for a screen of that device pixel ratio."""
    ink = colour(tone)
    key = f"icon/{icon.value}/{ink.name()}/{size}/{dpr:.3f}"
    found = QPixmap()
    if QPixmapCache.find(key, found):
        return found
    result = _render(icon, ink, size, dpr)
    QPixmapCache.insert(key, result)
    return result


def icon(name: Icon, tone: Tone = Tone.TEXT, size: int = IconSize.FIELD) -> QIcon:
    """An icon for an action or an item; disabled it is muted. Ask again when the scheme changes."""
    result = QIcon()
    for dpr in sorted({1.0, 2.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())}):
        result.addPixmap(pixmap(name, tone, size, dpr))
        result.addPixmap(pixmap(name, Tone.MUTED, size, dpr), QIcon.Mode.Disabled)
    return result


def draw(painter: QPainter, name: Icon, tone: Tone, place: QRect, size: int = IconSize.FIELD) -> None:
    """Draw an icon in the middle of a rectangle, at the resolution of what is painted on."""
    image = pixmap(name, tone, size, painter.device().devicePixelRatioF())
    corner = QPointF(place.x() + (place.width() - size) / 2, place.y() + (place.height() - size) / 2)
    painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), image)


def _render(icon: Icon, ink: QColor, size: int, dpr: float) -> QPixmap:
    stroke = "1.75" if size >= IconSize.RAIL else "2"
    text = _source(icon.value).replace('stroke-width="2"', f'stroke-width="{stroke}"')
    renderer = QSvgRenderer(QByteArray(text.replace("currentColor", ink.name()).encode()))
    result = QPixmap(QSize(round(size * dpr), round(size * dpr)))
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(result.rect()))
    painter.end()
    result.setDevicePixelRatio(dpr)
    return result


@cache
def _source(name: str) -> str:
    return (resources.files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")
