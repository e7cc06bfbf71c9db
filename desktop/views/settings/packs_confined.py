"""How far packs that run apart are shut in on this machine, as it was measured; opened, by what."""

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.pack_facts import Confined
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.views.settings.packs_parts import Lines
from desktop.views.settings.packs_words import Line
from desktop.widgets.disclosure import Disclosure
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label

WHOLE, INTERPRETER = "kernel", "interpreter"


class ConfinedRow(QWidget):
    """Says it as it is: where only Python keeps watch there is no wall."""

    def __init__(self, messages: Messages) -> None:
        super().__init__()
        self._messages = messages
        self._sign = IconLabel(Icon.LOCK)
        self.said = Label("", Type.META, Tone.MUTED, wrap=True)
        self.more = Disclosure(self.tr("详情"))
        self.more.setAccessibleName(self.tr("详情：外来的包怎样隔离"))
        self.more.hide()
        self.guards = Lines()
        self.guards.hide()
        self.more.toggled.connect(self.guards.setVisible)
        self._line = QHBoxLayout()
        self._line.setContentsMargins(Space.L, Space.S + 2, Space.M, Space.S + 2)
        what = QHBoxLayout()
        what.setSpacing(Space.M)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(self.tr("外来的包怎样隔离")))
        words.addWidget(self.said)
        what.addWidget(self._sign)
        what.addLayout(words, 1)
        self._line.addLayout(what, 1)
        deeds = QHBoxLayout()
        deeds.addWidget(self.more)
        deeds.addStretch(0)
        self._line.addLayout(deeds)
        self._deeds = deeds
        under = QVBoxLayout()
        under.setContentsMargins(Space.L + px(IconSize.FIELD) + Space.M, 0, Space.L, 0)
        self.guards.setContentsMargins(0, 0, 0, Space.M)
        under.addWidget(self.guards)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._line)
        column.addLayout(under)

    def show_held(self, held: Confined) -> None:
        """It was measured."""
        level = self._messages.text(f"confinement.level.{held.level}")
        self.said.setText(
            self.tr("各在单独的进程里运行；这台电脑上实测：{0}。随程序的包在本程序内运行。").format(level)
        )
        tone = {WHOLE: Tone.MUTED, INTERPRETER: Tone.DANGER}.get(held.level, Tone.WARN)
        self.said.set_tone(tone)
        self._sign.set_icon(Icon.LOCK if held.level == WHOLE else Icon.WARN, tone)
        self.guards.fill(
            Line(Icon.RESOLVED, Tone.MUTED, self._messages.text(f"confinement.guard.{guard}"))
            for guard in held.guards
        )
        self.guards.setVisible(self.more.isChecked())
        self.more.setVisible(bool(held.guards))
        self.setAccessibleName(self.said.text())

    def show_failure(self, error: ClinicError) -> None:
        """It could not be measured, so nothing is known."""
        self.said.setText(self.tr("没有测出来：{0}").format(sentences(error, self._messages)))
        self.said.set_tone(Tone.WARN)
        self._sign.set_icon(Icon.WARN, Tone.WARN)
        self.setAccessibleName(self.said.text())

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page the button stands under the words, on their edge."""
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else beside)
        self._line.setSpacing(Space.XS if narrow else Space.M)
        self._deeds.setContentsMargins(px(IconSize.FIELD) + Space.M if narrow else 0, 0, 0, 0)
