"""A recovery code as it is handed over: its groups, what it is for, and the ways to paper.

It is shown once. `forget` takes it out of every part of this; nothing here puts it on the clipboard, in a title or in a log.
What prints is loaded when it is first wanted: it comes with the services, for which no window waits.
"""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.recovery_code import RecoveryCode
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import plain_button
from desktop.widgets.code_groups import CodeGroups
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.problem import beside_text

if TYPE_CHECKING:
    from desktop.printing.compose import Paper
    from desktop.printing.output import Output


@dataclass(frozen=True, slots=True)
class Handed:
    """A code, and what stands over it on paper."""

    code: RecoveryCode
    clinic: str
    day: date

    def paper(self) -> "Paper":
        """The page to keep."""
        from desktop.printing.recovery_paper import recovery_paper

        return recovery_paper(self.code, self.clinic, self.day)


class HandOver(QWidget):
    """Shows a code and brings it to paper."""

    def __init__(self) -> None:
        super().__init__()
        self._handed: Handed | None = None
        self.groups = CodeGroups()
        self.print_button = plain_button(self.tr("打印…"), icon=Icon.PRINT)
        self.file_button = plain_button(self.tr("存为 PDF…"), icon=Icon.EXPORT)
        self.said = Label("", Type.SECONDARY, wrap=True)
        self._sign = IconLabel(Icon.DONE)
        self._output: Output | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._column = column
        column.setSpacing(Space.M)
        column.addWidget(self.groups)
        column.addLayout(
            _line(
                IconLabel(Icon.WARN, Tone.WARN),
                Label(
                    self.tr("只显示这一次：离开后程序里不再有它。请打印，或抄在纸上。"),
                    Type.SECONDARY,
                    wrap=True,
                ),
            )
        )
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(self.print_button)
        row.addWidget(self.file_button)
        row.addStretch()
        column.addLayout(row)
        self._line = QWidget()
        self._line.setLayout(_line(self._sign, self.said))
        column.addWidget(self._line)
        self.print_button.clicked.connect(self._on_print)
        self.file_button.clicked.connect(self._on_file)
        self._say("")

    def show_code(self, handed: Handed) -> None:
        """Show this code."""
        self._handed = handed
        self.groups.show_groups(handed.code.groups)
        self._say("")

    def be_tight(self, *, is_tight: bool) -> None:
        """In a low window it wastes no room."""
        self.groups.be_tight(is_tight=is_tight)
        self._column.setSpacing(Space.XS if is_tight else Space.M)

    def forget(self) -> None:
        """Let go of it."""
        self._handed = None
        self.groups.forget()
        self._say("")

    def _on_print(self) -> None:
        if self._handed is None:
            return
        if self._way_out().has_printer():
            self._way_out().ask_printer(self._handed.paper())
        else:
            self._say(
                self.tr("这台电脑还没有装打印机。可以抄在纸上，或存为 PDF 拿到别处打印。"),
                Icon.WARN,
                Tone.WARN,
            )

    def _on_file(self) -> None:
        if self._handed:
            stem = " ".join(part for part in (self.tr("恢复码"), self._handed.clinic) if part)
            self._way_out().ask_file(self._handed.paper(), stem)

    def _way_out(self) -> "Output":
        if self._output is None:
            from desktop.printing.output import Output

            self._output = Output(self)
            self._output.written.connect(self._on_written)
            self._output.printed.connect(self._on_printed)
            self._output.failed.connect(self._on_failed)
        return self._output

    def _on_written(self, file: str) -> None:
        name = Path(file).name
        self._say(
            self.tr(
                "已存为 {0}。打印好或拷到 U 盘后，请把它从这台电脑上删掉：谁拿到它谁就能打开病历。"
            ).format(name),
            Icon.DONE,
            Tone.ACCENT,
        )

    def _on_printed(self) -> None:
        self._say(self.tr("已送到打印机。请等纸出来，看清九组再继续。"), Icon.DONE, Tone.ACCENT)

    def _on_failed(self, reason: str) -> None:
        self._say(
            self.tr("没有打印成：{0}。恢复码没有变，请再试或抄在纸上。").format(reason),
            Icon.DANGER,
            Tone.DANGER,
        )

    def _say(self, words: str, sign: Icon = Icon.DONE, tone: Tone = Tone.MUTED) -> None:
        self.said.setText(words)
        self._sign.set_icon(sign, tone)
        self._line.setVisible(bool(words))


def _line(sign: IconLabel, words: Label) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(Space.S)
    row.addLayout(beside_text(sign))
    row.addWidget(words, 1)
    return row
