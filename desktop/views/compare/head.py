"""The head of the comparison: which two visits stand side by side. The earlier one is always 上次; there is no swap."""

from datetime import date

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.models.comparison import Comparison, VisitChoice, visit_words
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.widgets.button import plain_button
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.label import Label

_SELECTOR, _NARROW = 232, 212
_SHORT_BUTTON = 84


class CompareHead(QWidget):
    """`visits_chosen` tells the numbers of both visits; None for the earlier means the one before."""

    visits_chosen = Signal(object, object)
    print_wanted = Signal()
    """Somebody wants to see what would be printed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self.setFixedHeight(px(Frame.PAGE_HEAD))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.M)
        self._title = Label(self.tr("复诊对比"), Type.TITLE)
        row.addWidget(self._title)
        self._gap = QWidget()
        self._gap.setFixedWidth(Space.M)
        row.addWidget(self._gap)
        self.base = ComboBox(self.tr("上次就诊"), prefix=self.tr("上次"), tier="head")
        self.to = ComboBox(self.tr("本次就诊"), prefix=self.tr("本次"), tier="head")
        for selector in (self.base, self.to):
            selector.setFixedWidth(px(_SELECTOR))
            row.addWidget(selector)
        self._apart = ElidedLabel("", Type.META, Tone.MUTED)
        row.addWidget(self._apart)
        row.addStretch()
        self.print_button = plain_button(self.tr("打印对比表"), icon=Icon.PRINT, key="Ctrl P")
        self.print_button.clicked.connect(self._on_print)
        row.addWidget(self.print_button)
        self.base.activated.connect(self._on_base)
        self.to.activated.connect(self._on_to)

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Offer the visits of a comparison, with its two chosen."""
        self._comparison = comparison
        visits = comparison.visits if comparison else ()
        compared = comparison.compared if comparison else None
        to = comparison.visit(compared.to) if comparison and compared else None
        earlier = tuple(visit for visit in visits if to is not None and visit.place < to.place)
        self._offer(self.base, earlier, compared.base if compared else None)
        self._offer(self.to, visits[1:], compared.to if compared else None)
        ready = compared is not None and compared.to is not None
        for control in (self.base, self.to, self.print_button):
            control.setVisible(ready)
        self._apart.setText(self._apart_words(compared.base_day, compared.to_day) if compared else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The rail says which screen it is; where there is little room the visits keep it.
        is_narrow = self.width() < px(Frame.DRAWER_BELOW)
        self._title.setHidden(is_narrow)
        self._gap.setHidden(is_narrow)
        self._apart.setHidden(is_narrow)
        for selector in (self.base, self.to):
            selector.setFixedWidth(px(_NARROW if is_narrow else _SELECTOR))
        self.print_button.set_words(self.tr("打印") if is_narrow else self.tr("打印对比表"))
        self.print_button.set_key("" if is_narrow else "Ctrl P")

    def minimumSizeHint(self) -> QSize:
        # What the button needs at its shortest; it takes its full words where there is room.
        return QSize(2 * px(_NARROW) + 3 * Space.M + px(_SHORT_BUTTON), self.height())

    def _apart_words(self, base: date | None, to: date | None) -> str:
        if base is None or to is None:
            return ""
        days = (to - base).days
        apart = self.tr("相隔 {days} 天").format(days=days) if days else self.tr("同日两次就诊")
        return self.tr("{0}·只并列事实，不下结论").format(apart)

    def _offer(self, selector: ComboBox, visits: tuple[VisitChoice, ...], chosen: int | None) -> None:
        with QSignalBlocker(selector):
            selector.clear()
            for visit in visits:
                selector.addItem(f"{visit_words(visit.place)}·{self._day(visit)}", visit.number)
            selector.setCurrentIndex(selector.findData(chosen))

    def _day(self, visit: VisitChoice) -> str:
        """The day, and the time where another visit was on the same day."""
        every = self._comparison.visits if self._comparison else ()
        is_alone = sum(other.day == visit.day for other in every) == 1
        return visit.day.isoformat() if is_alone else f"{visit.at:%Y-%m-%d %H:%M}"

    def _on_base(self) -> None:
        self.visits_chosen.emit(self.base.currentData(), self.to.currentData())

    def _on_to(self) -> None:
        """The earlier visit stays if it is still earlier."""
        comparison = self._comparison
        base = comparison.visit(self.base.currentData()) if comparison else None
        to = comparison.visit(self.to.currentData()) if comparison else None
        keeps = base is not None and to is not None and base.place < to.place
        self.visits_chosen.emit(base.number if base and keeps else None, self.to.currentData())

    def _on_print(self) -> None:
        self.print_wanted.emit()
