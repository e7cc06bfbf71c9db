"""The symptoms of a patient over all visits, as a chart draws them and as they are said."""

from core.base.text import one_line
from core.services.visits.timeline import Point, Series, Timeline
from desktop.bridge.clinic import Kernel
from desktop.models.comparison import value_words, visit_words
from desktop.widgets.data_words import shown
from desktop.widgets.trend_chart import ChartPoint, ChartSeries


def chart_of(timeline: Timeline) -> tuple[ChartSeries, ...]:
    """Every symptom, as the last visit lists them."""
    return tuple(chart_series(series, timeline) for series in timeline.symptoms)


def chart_series(series: Series, timeline: Timeline) -> ChartSeries:
    """One symptom. Its latest value is that of the last visit: what was not asked then is not filled in."""
    places = {visit.number: visit.place for visit in timeline.visits}
    last = series.points[-1]
    return ChartSeries(
        one_line(series.term),
        tuple(_chart_point(point, places[point.visit]) for point in series.points),
        value_words(last),
        is_asked=not last.is_gap,
    )


def point_words(point: Point, place: int) -> str:
    """One visit in words: 第2诊 2026-03-17·中 “一个钟头左右能睡着”."""
    quote = f" “{one_line(point.words)}”" if point.words else ""
    return f"{visit_words(place)} {point.day.isoformat()}·{value_words(point)}{quote}"


def load_series(kernel: Kernel, record_no: str, key: str) -> tuple[Timeline, Series | None]:
    """A patient's visits, and one symptom over them by its key. For a worker. Raises `UserError` unknown_record_no."""
    timeline = kernel.records.timeline(record_no)
    return timeline, next((series for series in timeline.symptoms if series.key == key), None)


def _chart_point(point: Point, place: int) -> ChartPoint:
    spoken, label = point_words(point, place), visit_words(place)
    if point.status.value == "无":
        return ChartPoint(0, spoken, label=label)
    if point.status.value == "有" and point.grade is not None:
        return ChartPoint(point.grade, spoken, label=label)
    if point.is_gap:
        return ChartPoint(None, spoken, label=label)
    mark = point.count.number if point.count else shown(point.status.value)
    return ChartPoint(None, spoken, mark, label)
