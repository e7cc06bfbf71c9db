"""The trend: steps on a band, gaps that are never joined, and every point in words."""

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.widgets.trend_chart import ChartPoint, ChartSeries, TrendChart, _lines, _slots

BAND = QRect(0, 0, 400, 40)


def points(*levels: int | None) -> tuple[ChartPoint, ...]:
    return tuple(
        ChartPoint(level, f"第{place}诊 {'未问' if level is None else level}")
        for place, level in enumerate(levels, start=1)
    )


def chart(qtbot: QtBot, *series: ChartSeries) -> TrendChart:
    made = TrendChart("症状变化")
    qtbot.addWidget(made)
    made.resize(400, made.sizeHint().height())
    made.show_series(series)
    with qtbot.waitActive(made):
        made.show()
    return made


def test_a_gap_is_never_joined() -> None:
    shown = points(3, 2, None, 2, None, 0)
    slots = [QRectF(*slot) for slot in _slots(BAND, len(shown))]
    runs = list(_lines(BAND, slots, shown))
    assert [(round(run.first().x()), round(run.last().x())) for run in runs] == [
        (0, 133),
        (200, 267),
        (333, 400),
    ]


def test_a_higher_grade_stands_higher_and_none_at_the_foot() -> None:
    shown = points(0, 1, 2, 3)
    slots = [QRectF(*slot) for slot in _slots(BAND, len(shown))]
    (run,) = _lines(BAND, slots, shown)
    heights = [run.at(2 * place).y() for place in range(4)]
    assert heights == sorted(heights, reverse=True)
    assert all(BAND.top() < height < BAND.bottom() + 1 for height in heights)


def test_every_point_is_reached_by_keyboard_and_said(qtbot: QtBot) -> None:
    made = chart(
        qtbot,
        ChartSeries("入睡困难", points(3, None, 2), "中"),
        ChartSeries("口干", points(1, 1, None), "未问", is_asked=False),
    )
    made.setFocus(Qt.FocusReason.TabFocusReason)
    told: list[str] = []
    made.told.connect(told.append)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_End):
        QTest.keyClick(made, key)
    assert told == [
        "入睡困难 第2诊 未问",
        "入睡困难 第1诊 3",
        "入睡困难 第1诊 3",
        "口干 第1诊 1",
        "口干 第3诊 未问",
    ]
    assert made.accessibleName() == "症状变化 口干 第3诊 未问"
    assert "入睡困难：第1诊 3；第2诊 未问；第3诊 2" in made.accessibleDescription()


def test_the_pointer_tells_what_it_is_over(qtbot: QtBot) -> None:
    made = chart(qtbot, ChartSeries("入睡困难", points(3, 1), "轻"))
    band = made.band(0)
    QTest.mouseMove(made, QPoint(band.left() + 3, band.center().y()))
    qtbot.waitUntil(lambda: "第1诊 3" in made.toolTip(), timeout=5000)
    QTest.mouseMove(made, QPoint(2, 2))
    qtbot.waitUntil(lambda: made.toolTip() == "", timeout=5000)
    assert "第1诊" not in made.accessibleName()
