"""Days as bars: gaps stay gaps, what nobody knows has no height, and every day is reached by keyboard and said."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.theme.scheme import colour
from desktop.theme.tokens import Tone
from desktop.widgets.day_chart import DayBar, DayChart, Level, _slots

LEVELS = (Level(0, "¥0"), Level(1, "¥1"), Level(2, "¥2"))
BARS = (
    DayBar("11-01", 2.0, "11-01：2 次"),
    DayBar("11-02", None, "11-02：没有调用"),
    DayBar("11-03", 1.0, "11-03：3 次", is_marked=True),
    DayBar("11-04", None, "11-04：无法估算", is_marked=True),
    DayBar("11-05", 0.001, "11-05：1 次"),
    DayBar("11-06", 0.0, "11-06：1 次，¥0"),
)


def chart(qtbot: QtBot, bars: tuple[DayBar, ...] = BARS) -> DayChart:
    made = DayChart("每日费用")
    qtbot.addWidget(made)
    made.resize(600, made.sizeHint().height())
    made.show_bars(bars, LEVELS)
    with qtbot.waitActive(made):
        made.show()
    return made


def heights(made: DayChart, tone: Tone) -> list[int]:
    """How much of a tone stands in the middle of each day."""
    image = made.grab().toImage()
    wanted, band = colour(tone), made.band
    columns = (round(slot.center().x()) for slot in _slots(band, len(made.bars)))
    return [
        sum(QColor.fromRgba(image.pixel(x, y)) == wanted for y in range(band.top(), band.bottom() + 1))
        for x in columns
    ]


def test_a_bar_is_as_high_as_its_amount_and_nothing_has_none(qtbot: QtBot) -> None:
    made = chart(qtbot)
    most, nothing, half, unknown, least, free = heights(made, Tone.ACCENT)
    assert abs(most - made.band.height()) <= 1
    assert abs(half - most / 2) <= 1
    assert nothing == unknown == free == 0
    assert least >= 1, "an amount is seen, however small"


def test_what_nobody_knows_is_marked(qtbot: QtBot) -> None:
    made = chart(qtbot)
    image, wanted = made.grab().toImage(), colour(Tone.WARN)
    found = []
    for slot in _slots(made.band, len(BARS)):
        places = [
            QColor.fromRgba(image.pixel(round(slot.center().x()) + x, y))
            for x in range(-4, 5)
            for y in range(made.band.top(), made.band.bottom())
        ]
        found.append(any(_is_near(one, wanted) for one in places))
    assert found == [False, False, True, True, False, False]


def _is_near(one: QColor, other: QColor) -> bool:
    """Whether it is that colour, smoothed a little at an edge."""
    apart = (one.red() - other.red(), one.green() - other.green(), one.blue() - other.blue())
    return sum(map(abs, apart)) < 120


def test_every_day_is_reached_by_keyboard_and_said(qtbot: QtBot) -> None:
    made = chart(qtbot)
    told: list[str] = []
    made.told.connect(told.append)
    made.setFocus(Qt.FocusReason.TabFocusReason)
    told.clear()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_End):
        QTest.keyClick(made, key)
    assert told == [BARS[place].spoken for place in (4, 0, 0, 1, 5)]
    assert made.accessibleName() == f"每日费用 {BARS[5].spoken}"
    assert all(bar.spoken in made.accessibleDescription() for bar in BARS)


def test_the_day_under_the_pointer_is_told_and_let_go_of(qtbot: QtBot) -> None:
    made = chart(qtbot)
    slot = _slots(made.band, len(BARS))[2]
    QTest.mouseMove(made, QPoint(round(slot.center().x()), round(slot.center().y())))
    assert (made.looked_at, made.toolTip()) == (BARS[2], BARS[2].spoken)
    made.clearFocus()
    made.leaveEvent(None)
    assert (made.looked_at, made.toolTip()) == (None, "")


def test_labels_never_touch_and_the_last_day_has_one(qtbot: QtBot) -> None:
    many = tuple(DayBar(f"{day:02}-01", 1.0, f"{day}") for day in range(120))
    made = chart(qtbot, many)
    made.resize(300, made.height())
    assert not made.grab().isNull()
    made.show_bars((), ())
    assert made.looked_at is None
    assert not made.grab().isNull()
