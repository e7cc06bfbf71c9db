"""Symptoms recognised in the narrative, offered under it for the table below. Nothing is recorded until a person takes it.

A row of last time that was not asked about yet is answered, any other symptom gets a row. What stands in a row already is never
replaced, and a symptom somebody answered is not offered. The patient's words stay empty: the narrative is the physician's.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from core.base.errors import ClinicError
from core.base.text import compact
from core.services.forms import Status
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.fonts import px
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.views.intake.offer_chip import OfferChip
from desktop.views.intake.question import QuestionView
from desktop.views.intake.symptom_row import OUT, SymptomRow
from desktop.views.intake.symptoms import SymptomTable
from desktop.widgets.button import link
from desktop.widgets.label import Label

if TYPE_CHECKING:
    from core.services.visits.intake import Offer

IDLE_MS = 400
"""How long the typing rests before the narrative is read."""

_LEAST_BESIDE = 240
"""With less room than this beside the words, the chips stand under them."""


class NarrativeStrip(QWidget):
    """The offers in one line, under the last of `stories`; it takes no room while there are none."""

    def __init__(
        self,
        stories: Sequence[QuestionView],
        table: SymptomTable,
        clinic: ClinicBridge | None,
        within: QWidget,
    ) -> None:
        super().__init__(within)
        self._stories, self._table, self._clinic = tuple(stories), table, clinic
        self._text = ""
        self._offers: tuple[Offer, ...] = ()
        self._left: set[tuple[str, Status]] = set()
        self._is_unfolded = False
        self.chips: list[OfferChip] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        said = self.tr("从{0}识别，点一下记入").format(self._stories[-1].item.label)
        self._words = Label(said, Type.META, Tone.MUTED, parent=self)
        self.more = link("")
        self.more.setParent(self)
        self.more.clicked.connect(self._on_more)
        self.all = link(self.tr("全部记入"), key="Alt A")
        self.all.setParent(self)
        self.all.clicked.connect(self.take_all)
        shortcut = QShortcut(QKeySequence("Alt+A"), within)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self.take_all)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(IDLE_MS)
        self._timer.timeout.connect(self._on_time)
        self.hide()

    def heed(self) -> None:
        """Something on the form changed: read the narrative again if it was that, and offer what is still open."""
        text = self._story()
        if text != self._text:
            self._text = text
            self._timer.start()
            if not text:
                self._offers = ()
        self._show()

    def forget(self) -> None:
        """Another patient, or nobody: nothing is offered, and nothing is left out."""
        self._timer.stop()
        self._text, self._offers, self._is_unfolded = "", (), False
        self._left.clear()
        self._show()

    def take_all(self) -> None:
        """Record every offer. While an input method holds text, its keys are its own."""
        if self._is_composing():
            return
        was_here = self._has_focus()
        for offer in self._open():
            self._record(offer)
        if was_here:
            self._table.take_focus()

    def sizeHint(self) -> QSize:
        return QSize(0, px(Height.SMALL) + 2 * Space.XS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    # ── Reading ─────────────────────────────────────────────────────────────────────────────────

    def _on_time(self) -> None:
        if self._is_composing():
            self._timer.start()
        elif self._clinic and self._text:
            self._clinic.ask(
                self,
                partial(_recognise, self._text),
                partial(self._on_read, self._text),
                self._on_failed,
                latest="narrative",
            )

    def _on_read(self, text: str, offers: "Sequence[Offer]") -> None:
        if text == self._text:
            self._offers = tuple(offers)
            self._show()

    def _on_failed(self, _error: ClinicError) -> None:
        """Offers are a help: without them everything can be written, so nothing is said of it."""

    def _story(self) -> str:
        return "\n".join(
            value for view in self._stories if view.asked for value in view.values() if isinstance(value, str)
        )

    def _is_composing(self) -> bool:
        inputs = (part for view in self._stories for one in view.fields for part in one.inputs())
        return any(getattr(part, "composing", False) for part in inputs)

    # ── Offers ──────────────────────────────────────────────────────────────────────────────────

    def _open(self) -> "list[Offer]":
        """What is neither answered in the table nor left out."""
        if not self._table.asked:
            return []
        return [
            offer
            for offer in self._offers
            if (offer.term, offer.status) not in self._left
            and all(row.status is Status.NOT_ASKED for row in self._rows_of(offer))
        ]

    def _rows_of(self, offer: "Offer") -> Iterator[SymptomRow]:
        terms = {compact(term) for term in (offer.term, *offer.meant)}
        return (row for row in self._table.rows if compact(row.term) in terms)

    def _record(self, offer: "Offer") -> None:
        row = next(self._rows_of(offer), None) or self._table.row_for(offer.term, offer.field)
        cells = row.cells
        plain = dict(row.plain())
        if offer.status is Status.PRESENT:
            plain["grade"] = cells.grade.value or offer.grade
            plain["since"] = cells.since.text() or offer.since
            unit = cells.unit_word.text()
            if offer.count and not cells.number.text() and unit in {"", offer.count.unit}:
                plain["count"] = {"value": offer.count.value, "unit": offer.count.unit}
        row.fill(plain)
        row.choose_status(offer.status)

    def _on_taken(self, offer: "Offer") -> None:
        place, had_focus = self._place_of(offer), self._has_focus()
        self._record(offer)
        self._go_on(place, had_focus)

    def _on_left(self, offer: "Offer") -> None:
        place, had_focus = self._place_of(offer), self._has_focus()
        self._left.add((offer.term, offer.status))
        self._show()
        self._go_on(place, had_focus)

    def _place_of(self, offer: "Offer") -> int:
        return next(place for place, chip in enumerate(self.chips) if chip.offer == offer)

    def _go_on(self, place: int, had_focus: bool) -> None:
        """Keep the focus that was on a chip: the next one, or the table when that was the last."""
        if not had_focus:
            return
        shown = [chip for chip in self.chips if not chip.isHidden()]
        if shown:
            shown[min(place, len(shown) - 1)].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self._table.take_focus()

    def _has_focus(self) -> bool:
        now = QApplication.focusWidget()
        return now is not None and self.isAncestorOf(now)

    def _on_more(self) -> None:
        self._is_unfolded = True
        first = next(chip for chip in self.chips if chip.isHidden())
        self._place()
        first.setFocus(Qt.FocusReason.TabFocusReason)

    # ── Places ──────────────────────────────────────────────────────────────────────────────────

    def _show(self) -> None:
        wanted = [
            (offer, next((row.term for row in self._rows_of(offer)), offer.term)) for offer in self._open()
        ]
        if wanted != [(chip.offer, chip.term) for chip in self.chips]:
            kept = {(chip.offer, chip.term): chip for chip in self.chips}
            self.chips = [kept.pop(one) if one in kept else self._chip(*one) for one in wanted]
            for chip in kept.values():
                chip.hide()
                chip.deleteLater()
            before: QWidget = self._stories[-1].fields[-1].inputs()[-1]
            for after in (*self.chips, self.more, self.all):
                QWidget.setTabOrder(before, after)
                before = after
        self.setVisible(bool(self.chips))
        if self.chips:
            self._place()

    def _chip(self, offer: "Offer", term: str) -> OfferChip:
        chip = OfferChip(offer, term, self)
        chip.taken.connect(self._on_taken)
        chip.left.connect(self._on_left)
        return chip

    def _place(self) -> None:
        """Set the chips in one line, or, unfolded, in as many as they need."""
        tall, gap, above, right = px(Height.SMALL), int(Space.S), int(Space.XS), self.width() - OUT
        self._words.setGeometry(OUT, above, self._words.sizeHint().width(), tall)
        side = self.all.sizeHint().width()
        self.all.setGeometry(right - side, above, side, tall)
        beside = self._words.geometry().right() + gap + 4
        is_under = right - side - gap - beside < px(_LEAST_BESIDE)
        begin, end = (OUT, right) if is_under else (beside, right - side - 2 * gap)
        left, top = begin, above + (tall + gap if is_under else 0)
        folded = self._folded(end - begin)
        for place, chip in enumerate(self.chips):
            chip.setVisible(place < folded)
            if chip.isHidden():
                continue
            size = chip.sizeHint()
            if left > begin and left + size.width() > end:
                left, top = begin, top + tall + gap
            chip.setGeometry(QRect(left, top, min(size.width(), end - begin), tall))
            left += size.width() + gap
        rest = len(self.chips) - folded
        self.more.setVisible(rest > 0)
        if rest > 0:
            self.more.set_words(self.tr("还有 {0} 项").format(rest))
            self.more.setGeometry(left, top, self.more.sizeHint().width(), tall)
        self.setFixedHeight(top + tall + above)

    def _folded(self, room: int) -> int:
        """How many chips fit into one line, with room for saying how many do not; all of them once unfolded."""
        widths = [chip.sizeHint().width() + int(Space.S) for chip in self.chips]
        if self._is_unfolded or sum(widths) - int(Space.S) <= room:
            return len(widths)
        self.more.set_words(self.tr("还有 {0} 项").format(len(widths)))
        room -= self.more.sizeHint().width()
        fits = 0
        while fits < len(widths) and sum(widths[: fits + 1]) <= room:
            fits += 1
        return max(fits, 1)


def _recognise(narrative: str, kernel: Kernel) -> "Sequence[Offer]":
    return kernel.intake.recognise(narrative)
