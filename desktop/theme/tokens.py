"""Every colour, space, radius, type size and height of the window. Nothing else names one.

Colours are written `#RRGGBB`; lengths are pixels at 100 %. Qt is not needed to read them. The contrast of each pair that
can meet on screen is computed by `contrast` and held by a test (WCAG 2: text 4.5 : 1, borders of controls 3 : 1).
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Tone(StrEnum):
    """The name of a colour; what it is depends on the scheme that is shown."""

    BG = "bg"
    SURFACE = "surface"
    SUNKEN = "sunken"
    SELECTED = "selected"
    LINE = "line"
    CONTROL = "control"
    SCRIM = "scrim"
    SHADOW = "shadow"
    TEXT = "text"
    MUTED = "muted"
    ACCENT = "accent"
    ACCENT_OVER = "accent_over"
    ACCENT_DOWN = "accent_down"
    ON_ACCENT = "on_accent"
    RESOLVED = "resolved"
    IMPROVED = "improved"
    UNCHANGED = "unchanged"
    WORSE = "worse"
    DANGER = "danger"
    DANGER_OVER = "danger_over"
    DANGER_DOWN = "danger_down"
    ON_DANGER = "on_danger"
    WARN = "warn"


@dataclass(frozen=True, slots=True)
class Colours:
    """One scheme. `…_over` and `…_down` are the filled button under the pointer and pressed."""

    dark: bool
    bg: str
    surface: str
    sunken: str
    selected: str
    line: str
    control: str
    scrim: str
    scrim_alpha: float
    shadow: str
    shadow_alpha: float
    text: str
    muted: str
    accent: str
    accent_over: str
    accent_down: str
    on_accent: str
    resolved: str
    improved: str
    unchanged: str
    worse: str
    danger: str
    danger_over: str
    danger_down: str
    on_danger: str
    warn: str

    def of(self, tone: Tone) -> str:
        """The colour of a tone, as `#RRGGBB`."""
        return str(getattr(self, tone.value))


LIGHT = Colours(
    dark=False,
    bg="#F6F7F9",
    surface="#FFFFFF",
    sunken="#EEF1F4",
    selected="#E7F1F1",
    line="#D5DBE3",
    control="#868F9C",
    scrim="#18212C",
    scrim_alpha=0.24,
    shadow="#18212C",
    shadow_alpha=0.18,
    text="#18212C",
    muted="#56616F",
    accent="#0B6B68",
    accent_over="#095C59",
    accent_down="#074D4B",
    on_accent="#FFFFFF",
    resolved="#1B7A4B",
    improved="#2A66A8",
    unchanged="#5F6B79",
    worse="#B0302A",
    danger="#B0302A",
    danger_over="#9A2924",
    danger_down="#84221E",
    on_danger="#FFFFFF",
    warn="#8A5600",
)
DARK = Colours(
    dark=True,
    bg="#11161B",
    surface="#192027",
    sunken="#0D1115",
    selected="#1B2C31",
    line="#313B46",
    control="#66737F",
    scrim="#000000",
    scrim_alpha=0.50,
    shadow="#000000",
    shadow_alpha=0.40,
    text="#E6EBF0",
    muted="#A4B0BD",
    accent="#55BDB5",
    accent_over="#6CCAC3",
    accent_down="#47A8A1",
    on_accent="#06110F",
    resolved="#5CC58C",
    improved="#7DB1EA",
    unchanged="#A4B0BD",
    worse="#F0837B",
    danger="#F0837B",
    danger_over="#F49A93",
    danger_down="#DB6F67",
    on_danger="#06110F",
    warn="#E0AC58",
)

SURFACES = (Tone.BG, Tone.SURFACE, Tone.SUNKEN, Tone.SELECTED)
"""What text may stand on."""
WRITING = (
    *(Tone.TEXT, Tone.MUTED, Tone.ACCENT, Tone.RESOLVED, Tone.IMPROVED),
    *(Tone.UNCHANGED, Tone.WORSE, Tone.DANGER, Tone.WARN),
)
"""What text and icons may be drawn in, on any of `SURFACES`."""


class Type(IntEnum):
    """Sizes of type. The font has one weight: rank is size, then text, muted, accent."""

    META = 12
    SECONDARY = 13
    BODY = 14
    SECTION = 16
    TITLE = 20


class Space(IntEnum):
    """Gaps and paddings."""

    XS = 4
    S = 8
    M = 12
    L = 16
    XL = 24
    XXL = 32


class Radius(IntEnum):
    """Corners: fields, buttons and chips; cards and sheets."""

    FIELD = 6
    CARD = 10


class IconSize(IntEnum):
    """Sides of icons: chip and status bar, button and field, rail."""

    CHIP = 14
    FIELD = 16
    RAIL = 20


class Height(IntEnum):
    """Heights of what holds text; scaled with the text by `desktop.theme.fonts.px`."""

    KEY_CAP = 20
    TREND_KEY = 22
    CHIP = 24
    SMALL = 28
    SEGMENT = 28
    FILTER_CHIP = 28
    PICKER_KEY = 28
    BUTTON = 32
    HEAD_FIELD = 32
    FIELD = 36
    PINNED = 40
    ROW_DENSE = 36
    ROW_COMFORTABLE = 44
    LIST_ROW = 52
    SHEET_ROW = 56
    TABLE_HEAD = 28


class Frame(IntEnum):
    """The parts of the window at 1366 × 768."""

    RAIL = 72
    RAIL_ITEM = 60
    BAR = 3
    BANNER = 56
    STATUS = 28
    PAGE_HEAD = 56
    FIND = 300
    FORM = 720
    OUTLINE = 220
    SHEET = 720
    SHEET_TOP = 24
    DRAWER_BELOW = 900


FOCUS = 2
"""Width of the focus ring. It replaces the 1 px border and takes its extra pixel from the padding: nothing moves."""
SCROLL_BAR = 6
SHADOW_DROP, SHADOW_BLUR = 8, 24


_LINEAR_UP_TO = 0.04045


def luminance(colour: str) -> float:
    """Relative luminance of `#RRGGBB`, 0 to 1 (WCAG 2.2, relative luminance)."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        channel / 12.92 if channel <= _LINEAR_UP_TO else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
