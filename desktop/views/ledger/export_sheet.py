"""导出: the whole trail, or what the filters leave of it, into a file that can be checked without this program."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from core.services.trail.audit import EVERYTHING, Asked
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import plain_button, primary
from desktop.widgets.file_dialog import ask_new_file
from desktop.widgets.in_sight import keep_in_sight
from desktop.widgets.label import Label
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.sheet import Sheet

WIDTH = 600
WHOLE, LISTED = "whole", "listed"


class ExportSheet(Sheet):
    """Over the page: what is to be written, where to, how far it is, and what came of it."""

    chosen = Signal(object, object)
    """An `Asked` and the `Path` it is to be written to."""

    cancelled = Signal()
    """The export is to stop; nothing of it is left."""

    def __init__(self, page: QWidget, asked: Asked, told: str, day: str) -> None:
        super().__init__(
            page,
            self.tr("导出账本"),
            self.tr("一行一条的 JSON 文件，附链头和不用本程序也能核验的方法。导出本身也记一行。"),
            width=WIDTH,
            once=True,
        )
        self._asked, self._stem = asked, self.tr("账本-{0}").format(day)
        self._is_running = False
        options = [Option(WHOLE, self.tr("全部"))]
        if asked != EVERYTHING:
            options.append(Option(LISTED, self.tr("只导出筛选出的")))
        self.what = Segmented(self.tr("导出什么"), options, value=options[-1].value)
        self.what.setVisible(False)  # shown once it is in its place, and only where there is a choice
        self.about = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self._told = told
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("导出进度"))
        self.said = Label("", Type.SECONDARY, wrap=True)
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.back = plain_button(self.tr("不导出"), key="Esc")
        self.go_on = primary(self.tr("选文件…"), icon=Icon.EXPORT)
        self._fill()
        self.what.chosen.connect(self._on_what)
        self.back.clicked.connect(self.dismiss)
        self.go_on.clicked.connect(self._on_file)
        self._on_what()

    @property
    def wanted(self) -> Asked:
        """What is to be written."""
        return self._asked if self.what.value == LISTED else EVERYTHING

    def take_file(self, file: Path) -> None:
        """Write to this file."""
        self._is_running = True
        self.bar.setRange(0, 0)
        self.bar.show()
        self.what.setEnabled(False)
        self.go_on.setEnabled(False)
        self.back.set_words(self.tr("停止"))
        self._say(self.tr("正在写…"), Tone.MUTED)
        self.chosen.emit(self.wanted, file)

    def go_on_to(self, done: int, total: int) -> None:
        """So far in the trail it is."""
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
        self._say(self.tr("正在写：{0} / {1} 行").format(f"{done:,}", f"{total:,}"), Tone.MUTED)

    def end(self, said: str) -> None:
        """It is written."""
        self._stop(said, Tone.TEXT)
        self.what.setEnabled(False)
        self.go_on.hide()
        self.back.set_words(self.tr("完成"))
        self.back.setFocus()

    def refuse(self, said: str) -> None:
        """It was not written: another file can be chosen."""
        self._stop(said, Tone.DANGER)
        self.go_on.setFocus()

    def dismiss(self) -> None:
        if self._is_running:
            self.cancelled.emit()
            self._stop(self.tr("已停止，没有留下文件。"), Tone.MUTED)
            return
        super().dismiss()

    def _stop(self, said: str, tone: Tone) -> None:
        self._is_running = False
        self.bar.hide()
        self.what.setEnabled(True)
        self.go_on.setEnabled(True)
        self.back.set_words(self.tr("不导出"))
        self._say(said, tone)

    def _say(self, said: str, tone: Tone) -> None:
        self.said.setText(said)
        self.said.set_tone(tone)
        self.said.setVisible(bool(said))

    def _on_what(self, *_: object) -> None:
        is_whole = self.wanted == EVERYTHING
        self.about.setText(self.tr("自第一行起的每一行。") if is_whole else self._told)

    def _on_file(self) -> None:
        name = f"{self._stem}.jsonl"
        # What exists is not written over; the refusal is said here.
        kinds = (self.tr("JSON 行 (*.jsonl)"),)
        ask_new_file(self, self.tr("导出账本"), name, self._on_file_chosen, kinds, replaces=False)

    def _on_file_chosen(self, file: str) -> None:
        self.take_file(Path(file))

    def _fill(self) -> None:
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.S)
        column.addWidget(self.what, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.about)
        column.addWidget(self.bar)
        column.addWidget(self.said)
        for part in (self.bar, self.said):
            keep_in_sight(part)
        self.bar.hide()
        self.what.setVisible(self._asked != EVERYTHING)
        self._say("", Tone.TEXT)
        self.body.addWidget(place)
        self.foot.addStretch()
        self.foot.addWidget(self.back)
        self.foot.addWidget(self.go_on)
