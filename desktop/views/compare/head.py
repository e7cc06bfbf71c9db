"""The head of the comparison: which two visits stand side by side. The earlier one is always 上次; there is no swap."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.models.comparison import Comparison, VisitChoice, visit_words
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.widgets.button import plain_button
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.label import Label

_SELECTOR = 232


class CompareHead(QWidget):
    """`visits_chosen` tells the numbers of both visits; None for the earlier means the one before."""

    visits_chosen = Signal(object, object)
    print_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self.setFixedHeight(px(Frame.PAGE_HEAD))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.M)
        row.addWidget(Label(self.tr("复诊对比"), Type.TITLE))
        row.addSpacing(Space.XL)
        self.base = ComboBox(self.tr("上次就诊"), prefix=self.tr("上次"), tier="head")
        self.to = ComboBox(self.tr("本次就诊"), prefix=self.tr("本次"), tier="head")
        for selector in (self.base, self.to):
            selector.setFixedWidth(px(_SELECTOR))
            row.addWidget(selector)
        self._apart = Label("", Type.META, Tone.MUTED)
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
        apart = ""
        if compared and compared.base_day and compared.to_day:
            days = (compared.to_day - compared.base_day).days
            apart = self.tr("相隔 {days} 天，只并列事实，不下结论").format(days=days)
        self._apart.setText(apart)

    def _offer(self, selector: ComboBox, visits: tuple[VisitChoice, ...], chosen: int | None) -> None:
        with QSignalBlocker(selector):
            selector.clear()
            for visit in visits:
                selector.addItem(f"{visit_words(visit.place)}·{visit.day.isoformat()}", visit.number)
            selector.setCurrentIndex(selector.findData(chosen))

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
