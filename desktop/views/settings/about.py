"""About: which program this is, whether it is whole, another version of it, and the licences of everything that comes with it."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.base.messages import Messages
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Type
from desktop.views.settings.about_left import LeftCard
from desktop.views.settings.about_parts import LicenceSheet, PartRow
from desktop.views.settings.about_program import ProgramCard
from desktop.views.settings.about_update import UpdateCard
from desktop.views.settings.licences import Part, parts_of
from desktop.views.settings.section import Rows, Section
from desktop.widgets.button import plain_button
from desktop.widgets.label import Label

if TYPE_CHECKING:
    from core.services.program import Beside, Program, Remains


class AboutSection(Section):
    """Shows what the program is."""

    shortcuts_wanted = Signal()
    help_wanted = Signal()

    def __init__(self, clinic: ClinicBridge, messages: Messages, page: QWidget) -> None:
        super().__init__(self.tr("关于"), self.tr("这些内容不联网也能看"))
        self._clinic, self._page = clinic, page
        self._sheet: LicenceSheet | None = None
        self.program = ProgramCard(clinic, messages, self.title)
        self.update_ = UpdateCard(clinic, messages, page)
        self.cards.addWidget(self.program)
        self.cards.addWidget(self.program.said)
        self.cards.addWidget(Label(self.tr("更新"), Type.SECTION))
        self.cards.addWidget(self.update_)
        self.cards.addWidget(self.update_.said)
        self.left = LeftCard(messages)
        self.cards.addWidget(self.left)
        self.help = plain_button(self.tr("使用说明"), icon=Icon.INFO, key="Shift F1")
        self.help.clicked.connect(self.help_wanted)
        self.keys = plain_button(self.tr("快捷键一览"), icon=Icon.KEYBOARD, key="F1")
        self.keys.clicked.connect(self.shortcuts_wanted)
        foot = QHBoxLayout()
        foot.addWidget(self.help)
        foot.addWidget(self.keys)
        foot.addStretch()
        self.cards.addLayout(foot)
        self.cards.addWidget(Label(self.tr("许可"), Type.SECTION))
        self.parts = Rows(self.tr("许可"))
        self.cards.addWidget(self.parts)
        self.parts.hide()
        self.rows: list[PartRow] = []
        self.update_.changed.connect(self._on_changed)

    def first(self) -> QWidget | None:
        return self.program.verify if self.program.verify.isEnabled() else self.keys

    def refresh(self) -> None:
        self._clinic.ask(self, _look, self._show_program, latest="program")
        if not self.rows:
            self._clinic.ask(self, _parts, self._show, latest="parts")

    def _on_changed(self) -> None:
        self.refresh()
        # Once it has its place: what to do next stands below everything else of the card.
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(self.update_.said, 0, Space.L))

    def _show_program(self, found: "tuple[Program, tuple[Beside, ...], Remains]") -> None:
        program, beside, remains = found
        self.program.show_program(program)
        self.update_.show_program(program, beside)
        self.left.show_remains(program, remains)
        self.fit()

    def _show(self, found: tuple[Part, ...]) -> None:
        if self.rows:
            return
        for part in found:
            row = PartRow(part)
            row.clicked.connect(partial(self._on_part, part))
            self.parts.put(row)
            self.rows.append(row)
        self.parts.show()

    def _on_part(self, part: Part, *_: object) -> None:
        if self._sheet:
            self._sheet.deleteLater()
        self._sheet = LicenceSheet(self._page, part)
        self._sheet.open(self._sheet.leave)


def _look(kernel: Kernel) -> "tuple[Program, tuple[Beside, ...], Remains]":
    program = kernel.updates.look()
    return program, program.beside(), program.remains()


def _parts(kernel: Kernel) -> tuple[Part, ...]:
    return parts_of(kernel.updates.look().folder)
