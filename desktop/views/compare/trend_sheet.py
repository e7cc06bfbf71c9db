"""One symptom at every visit: its grade as steps, and under it each visit with its day and the patient's words."""

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from core.services.visits.timeline import Point, Series, Timeline
from desktop.models.comparison import value_words, visit_words
from desktop.models.trend import chart_series
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import plain_button
from desktop.widgets.grade import GradeDots, grade_word
from desktop.widgets.label import Label
from desktop.widgets.sheet import Sheet
from desktop.widgets.trend_chart import TrendChart


class TrendSheet(Sheet):
    """Over the comparison. `about` names the patient."""

    def __init__(self, page: QWidget, timeline: Timeline, series: Series, about: str) -> None:
        super().__init__(
            page,
            self.tr("{0} 历次变化·{1}").format(series.term, about),
            self.tr("未问的就诊留空，不连线。左右键逐次查看。"),
        )
        self.chart = TrendChart(series.term, tall=True)
        self.chart.show_series((chart_series(series, timeline),))
        self.reading = Label(" ", Type.SECONDARY, Tone.MUTED, wrap=True)
        self.chart.told.connect(self._on_told)
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.S)
        column.addWidget(self.chart)
        column.addWidget(self.reading)
        column.addLayout(self._visits(timeline, series))
        self.body.addWidget(place)
        self.foot.addStretch()
        self.back_button = plain_button(self.tr("关闭"), key="Esc")
        self.back_button.clicked.connect(self.dismiss)
        self.foot.addWidget(self.back_button)

    def _visits(self, timeline: Timeline, series: Series) -> QGridLayout:
        """The newest first, as everywhere."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.L)
        grid.setVerticalSpacing(Space.XS)
        grid.setColumnStretch(3, 1)
        places = {visit.number: visit.place for visit in timeline.visits}
        for row, point in enumerate(reversed(series.points)):
            tone = Tone.MUTED if point.is_gap else Tone.TEXT
            words = Label(f"“{point.words}”" if point.words else "", Type.SECONDARY, tone, wrap=True)
            parts = (
                Label(visit_words(places[point.visit]), Type.SECONDARY, tone),
                Label(point.day.isoformat(), Type.SECONDARY, Tone.MUTED),
                _value(point, tone),
                words,
            )
            for column, part in enumerate(parts):
                grid.addWidget(part, row, column)
        return grid

    def _on_told(self, words: str) -> None:
        self.reading.setText(words or " ")


def _value(point: Point, tone: Tone) -> QWidget:
    if point.grade is None or point.count is not None:
        return Label(value_words(point), Type.SECONDARY, tone)
    return GradeDots(point.grade, grade_word(point.grade), tone=tone, size=Type.SECONDARY)
