"""Before anything is printed it is seen: the pages as they will come out, A4 or A5, then a file or a printer.

A sheet over the page that shows one saved record or comparison. Its dialogs are Qt's own and never block.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from core.services.prints import Target
from desktop.printing.compose import Paper
from desktop.printing.output import Output, ask_file, ask_printer
from desktop.printing.pages import Pages, PaperSize
from desktop.printing.pdf import print_out, write_pdf
from desktop.theme.icons import Icon
from desktop.theme.tokens import LIGHT, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.button import plain_button, primary
from desktop.widgets.check_box import CheckBox
from desktop.widgets.icon_button import IconButton
from desktop.widgets.label import Label
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.sheet import Sheet

_HEIGHT = 420
WHOLE, WIDE = "whole", "wide"


@dataclass(frozen=True, slots=True)
class Leaving:
    """A sheet is about to leave: which of the papers, where to; `go_on` lets it, `refuse` says why it may not."""

    paper: int
    target: Target
    go_on: Callable[[], None]
    refuse: Callable[[str], None]


class PageView(QWidget):
    """One page of a layout: the whole of it, or as wide as there is room so that it can be read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages: Pages | None = None
        self._page = 0
        self._is_wide = False
        self.setMinimumHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_page(self, pages: Pages, page: int) -> None:
        """Show a page, from 0; its text is what a screen reader speaks."""
        self._pages, self._page = pages, page
        self.setAccessibleName(pages.title)
        self.setAccessibleDescription(pages.text(page))
        self._fit()

    def show_wide(self, *, is_wide: bool) -> None:
        """Show it as wide as there is room, or the whole page."""
        self._is_wide = is_wide
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wanted = _HEIGHT
        if self._is_wide and self._pages is not None:
            sheet = self._pages.size.sheet
            wanted = max(round(self.width() * sheet.height() / sheet.width()), _HEIGHT)
        self.setMinimumHeight(wanted)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_HEIGHT, _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._pages is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sheet = self._pages.size.sheet
        scale = min(self.width() / sheet.width(), self.height() / sheet.height())
        left = (self.width() - sheet.width() * scale) / 2
        place = QRectF(round(left), 0, sheet.width() * scale, sheet.height() * scale)
        painter.fillRect(place, QColor(LIGHT.surface))
        paint.box(painter, place, border=Tone.LINE, radius=0)
        painter.translate(place.topLeft())
        painter.scale(scale, scale)
        self._pages.paint(painter, self._page)


class PrintSheet(Sheet):
    """Shows papers, one at a time, and prints them or writes them as PDF. `file_stem` names the file that is proposed, `about`
    the patient. PageUp and PageDown turn the pages.
    """

    written = Signal(str, str)
    """What to say of a PDF that is written, and the path of its file."""

    failed = Signal(str, str)
    """What to say of a paper that a file or a printer did not take, and why in the words of the system."""

    def __init__(
        self,
        page: QWidget,
        papers: Sequence[Paper],
        file_stem: str,
        *,
        about: str,
        size: PaperSize = PaperSize.A4,
        tells: Callable[[Leaving], None] | None = None,
    ) -> None:
        super().__init__(page, self.tr("打印：{0}").format(about), self.tr("只打印已保存的内容"))
        self._tells = tells
        self._papers = tuple(papers)
        self._stem = file_stem
        self._chosen, self._size, self._at = self._papers[0], size, 0
        self._pages = Pages(self._chosen, size)
        self.kinds = Segmented(
            self.tr("打印什么"),
            [Option(str(number), paper.title) for number, paper in enumerate(self._papers)],
            value="0",
        )
        if len(self._papers) == 1:
            self.kinds.hide()  # never shown here: without a parent it would be a window of its own
        self.sizes = Segmented(
            self.tr("纸张"), [Option(one.name, one.name) for one in PaperSize], value=size.name
        )
        self.fits = Segmented(
            self.tr("显示"),
            [Option(WHOLE, self.tr("整页")), Option(WIDE, self.tr("页宽"))],
            value=WHOLE,
        )
        self.traces = CheckBox(self.tr("含更正痕迹"))
        self.traces.setChecked(True)
        self.traces.toggled.connect(self._on_traces)
        self.view = PageView()
        self._count = Label("", Type.SECONDARY, Tone.MUTED)
        self._missing = Label("", Type.SECONDARY, Tone.WARN, wrap=True)
        self.trouble = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
        self.trouble.hide()
        self._back = IconButton(Icon.PREVIOUS, self.tr("上一页"), framed=True)
        self._forth = IconButton(Icon.FORTH, self.tr("下一页"), framed=True)
        self.kinds.chosen.connect(self._on_kind)
        self.sizes.chosen.connect(self._on_size)
        self.fits.chosen.connect(self._on_fit)
        self._back.clicked.connect(self._on_back)
        self._forth.clicked.connect(self._on_forth)
        self._fill()
        self._lay_out_paper()

    @property
    def pages(self) -> Pages:
        """The layout that is shown."""
        return self._pages

    def write(self, file: Path) -> None:
        """Write what is shown as PDF; the sheet closes when it is done."""
        try:
            write_pdf(self._paper, self._size, file)
        except OSError as error:
            self._fail(error)
            return
        self.shut()
        self.written.emit(self.tr("PDF 已写好并核对过页数和字数。"), str(file))

    def _fail(self, error: OSError) -> None:
        self.failed.emit(self.tr("没有打印成，病历没有改动。"), str(error))

    def _fill(self) -> None:
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(Space.XL, Space.M, Space.XL, Space.M)
        column.setSpacing(Space.M)
        bar = QHBoxLayout()
        bar.setSpacing(Space.M)
        bar.addWidget(self.kinds)
        bar.addWidget(self.sizes)
        bar.addWidget(self.fits)
        bar.addStretch()
        for control in (self._count, self._back, self._forth):
            bar.addWidget(control)
        column.addLayout(bar)
        column.addWidget(self.traces, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._missing)
        column.addWidget(self.trouble)
        column.addWidget(self.view, 1)
        self.body.addWidget(place)
        self.back_button = plain_button(self.tr("不打印"), key="Esc")
        self.file_button = plain_button(self.tr("存为 PDF…"), icon=Icon.EXPORT)
        self.print_button = primary(self.tr("打印…"), icon=Icon.PRINT)
        self.back_button.clicked.connect(self.dismiss)
        self.file_button.clicked.connect(self._on_file)
        self.print_button.clicked.connect(self._on_print)
        self.foot.addStretch()
        for button in (self.back_button, self.file_button, self.print_button):
            self.foot.addWidget(button)

    def _show(self) -> None:
        self._count.setText(
            self.tr("第 {page} 页，共 {pages} 页").format(page=self._at + 1, pages=self._pages.count)
        )
        self._back.setEnabled(self._at > 0)
        self._forth.setEnabled(self._at + 1 < self._pages.count)
        missing = self._pages.missing
        self._missing.setText(
            self.tr("有 {count} 个字本机没有字形，会印成方框").format(count=missing) if missing else ""
        )
        self._missing.setVisible(bool(missing))
        self.view.show_page(self._pages, self._at)

    @property
    def _paper(self) -> Paper:
        """What is shown: what amendments replaced is part of it unless somebody leaves it out."""
        paper = self._chosen
        return paper if self.traces.isChecked() else paper.without_traces or paper

    def _lay_out_paper(self) -> None:
        self.traces.setVisible(self._chosen.without_traces is not None)
        self._pages = Pages(self._paper, self._size)
        self._at = 0
        self._show()

    def _on_kind(self, value: object) -> None:
        self._chosen = self._papers[int(str(value))]
        self._lay_out_paper()

    def _on_traces(self, _checked: bool) -> None:
        self._lay_out_paper()

    def _on_size(self, value: object) -> None:
        self._size = PaperSize[str(value)]
        self._lay_out_paper()

    def _on_fit(self, value: object) -> None:
        self.view.show_wide(is_wide=value == WIDE)

    def _on_back(self) -> None:
        self._at = max(self._at - 1, 0)
        self._show()

    def _on_forth(self) -> None:
        self._at = min(self._at + 1, self._pages.count - 1)
        self._show()

    def _on_file(self) -> None:
        ask_file(self, self._stem, self._on_file_chosen)

    def _on_file_chosen(self, file: str) -> None:
        self._once_told(Target.PDF, partial(self.write, Path(file)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        turns = {Qt.Key.Key_PageUp: self._on_back, Qt.Key.Key_PageDown: self._on_forth}
        turn = turns.get(Qt.Key(event.key()))
        if turn:
            turn()
            event.accept()
        else:
            super().keyPressEvent(event)

    def _on_print(self) -> None:
        if not Output.has_printer():
            self.trouble.setText(
                self.tr("这台电脑还没有装打印机。病历没有改动；可以先存为 PDF，装好打印机再来打印。")
            )
            self.trouble.show()
            return
        ask_printer(self, self._size, self._on_printer_chosen)

    def _on_printer_chosen(self, printer: QPrinter) -> None:
        self._once_told(Target.PRINTER, partial(self._print, printer))

    def _once_told(self, target: Target, go_on: Callable[[], None]) -> None:
        """Let the sheet go once the trail says so; without the row there is no paper."""
        if self._tells is None:
            go_on()
        else:
            self._tells(Leaving(self._papers.index(self._chosen), target, go_on, self._refuse))

    def _refuse(self, why: str) -> None:
        self.trouble.setText(why)
        self.trouble.show()

    def _print(self, printer: QPrinter) -> None:
        try:
            print_out(self._pages, printer)
        except OSError as error:
            self._fail(error)
            return
        self.shut()
