"""From the records to the chart: heights only where a grade or 无 was recorded, and each point in words."""

from datetime import date
from decimal import Decimal

from core.base.ids import RecordNo
from core.services.visits.timeline import Count, Point, Series, Status, Timeline
from desktop.models.trend import chart_series
from tests.fakes.clinic import Clinic, count_of, symptom


def test_only_a_grade_or_none_has_a_height(clinic: Clinic) -> None:
    number = clinic.add("陈敏")
    days = ("2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06")
    said = (
        symptom("夜尿", grade=2, words="起夜"),
        symptom("夜尿", "无"),
        symptom("夜尿", count=count_of(3, "次/夜")),
        symptom("夜尿"),
        symptom("夜尿", "不详"),
        None,
    )
    for day, one in zip(days, said, strict=True):
        clinic.save(number, symptoms=[one] if one else [], at=day)
    with clinic.open() as kernel:
        timeline = kernel.records.timeline(number)
    series = chart_series(timeline.symptoms[0], timeline)
    assert [point.level for point in series.points] == [2, 0, None, None, None, None]
    assert [point.mark for point in series.points] == ["", "", "3", "有", "", ""]
    assert [point.spoken.split("·")[1] for point in series.points] == [
        "中 “起夜”",
        "无",
        "3 次/夜",
        "未分级",
        "不详",
        "未问",
    ]
    assert (series.latest, series.is_asked) == ("未问", False)


def test_R22_a_number_is_written_as_it_was_recorded() -> None:
    written = {
        "0.10": "0.10 次/日",
        "1E+1": "10 次/日",
        "12.500": "12.500 次/日",
        "3": "3 次/日",
    }
    assert {text: Count(Decimal(text), "次/日").text for text in written} == written
    point = Point(1, date(2026, 3, 1), Status.PRESENT, None, Count(Decimal("1E+1"), "次/日"))
    assert point.count is not None
    assert point.count.number == "10"
    assert Timeline(RecordNo("P001"), (), (Series("夜 尿", "", ()),)).symptoms[0].key == "夜尿"
