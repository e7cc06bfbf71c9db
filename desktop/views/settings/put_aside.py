"""另存的文字: what a wording rule kept from being shown or from entering a record, as it was written. A physician opens one to read it.

The list has no word of the texts. Opening one is written into the trail by the service; about somebody whom others look after it asks
for a reason first, as their record does.
"""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.rights import Right
from core.services.red_lines.quarantine import PutAside
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.withheld import REASON_NEEDED
from desktop.models.rights_words import may_not_words
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.views.settings.packs_words import in_one_run
from desktop.views.settings.put_aside_sheet import PutAsideSheet, origin_words, whose_words
from desktop.views.settings.said import Said
from desktop.views.settings.section import Rows, Section
from desktop.widgets.button import link, small
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.tab_order import put_after

AT_ONCE = 30
"""Entries that are shown before somebody wants older ones."""


class PutAsideSection(Section):
    """Lists them, the newest first."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, page: QWidget) -> None:
        super().__init__(self.tr("另存的文字"), self.tr("触及用词约束、没有显示也没有存入病历的原文"))
        self._clinic, self._messages, self._page = clinic, messages, page
        self._every: tuple[PutAside, ...] | None = None
        self._count = AT_ONCE
        self.sheet: PutAsideSheet | None = None
        self.rows: dict[int, PutAsideRow] = {}
        self._list = Rows(self.title)
        self.older = link(self.tr("显示更早的"), icon=Icon.OPEN)
        self.older.clicked.connect(self._on_older)
        self.older.hide()
        self.said = Said()
        foot = QHBoxLayout()
        foot.addWidget(self.older)
        foot.addStretch()
        self.cards.addWidget(self._list)
        self.cards.addLayout(foot)
        self.cards.addWidget(self.said)
        self.about = Label(
            self.tr("原文加密存在病历库里，不随病历打印和导出。触及约束和每次查看，都在“账本”里各有一行。"),
            Type.META,
            Tone.MUTED,
            wrap=True,
        )
        self.cards.addWidget(self.about)

    def first(self) -> QWidget | None:
        return next((row.read for row in self.rows.values()), None)

    def refresh(self) -> None:
        may = self._clinic.may(Right.CLINICAL_READ)
        self._list.setVisible(may)
        self.about.setVisible(may)
        if may:
            self._clinic.ask(self, _every, self._show, self._on_failed, latest="put aside")
            return
        opened = self._clinic.opened
        if opened is not None:
            words = may_not_words(opened.role, Right.CLINICAL_READ, self._messages)
            self.said.say(words, Icon.LOCK)

    def _show(self, every: tuple[PutAside, ...]) -> None:
        if every == self._every:
            return
        self.said.say("")
        self._every = every
        self._put(every)

    def _put(self, every: tuple[PutAside, ...]) -> None:
        old, may = self._list, self._clinic.may(Right.CLINICAL_READ)
        self._list = Rows(self.title)
        self.rows = {}
        for one in every[: self._count]:
            row = PutAsideRow(one, self._messages)
            row.wanted.connect(self._on_wanted)
            self._list.put(row)
            self.rows[one.number] = row
        if not every:
            self._list.put(self._none())
        self.cards.replaceWidget(old, self._list)
        old.hide()
        old.deleteLater()
        self._list.setVisible(may)
        self.older.setVisible(len(every) > self._count)
        put_after(self._list, self.older)
        self.fit()

    def _none(self) -> QWidget:
        said = in_one_run(
            self.tr("还没有另存的文字。"),
            self.tr(
                "模型、模板或工具写的文字触及领域包的用词约束时，不显示，也不存入病历；原文放到这里，由医师查看。"
            ),
            self.tr("医师自己写的从不扣下，只在保存时提示。"),
        )
        none = Label(said, tone=Tone.MUTED, wrap=True)
        none.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        return none

    def _on_older(self) -> None:
        last = list(self.rows)[-1]
        self._count += AT_ONCE
        self._put(self._every or ())
        following = [row for number, row in self.rows.items() if number < last]
        if following:
            following[0].read.setFocus()

    def _on_wanted(self, number: int) -> None:
        self.said.say("")
        work = partial(_read, number)
        self._clinic.ask(self, work, self._open, self._on_failed, latest="put aside text")

    def _open(self, one: PutAside) -> None:
        self.sheet = PutAsideSheet(self._page, one, self._messages)
        self.sheet.open(self.sheet.back)

    def _on_failed(self, error: ClinicError) -> None:
        if error.code != REASON_NEEDED:  # whoever left the sheet knows
            self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)


class PutAsideRow(QWidget):
    """One of them: whose, when, by which rule, and where it came from."""

    wanted = Signal(int)

    def __init__(self, one: PutAside, messages: Messages) -> None:
        super().__init__()
        between = messages.text("list.between")
        self.number = one.number
        whose = whose_words(one)
        rules = self.tr("约束 {0}").format(between.join(one.constraints))
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(Space.L, Space.S + 2, Space.M, Space.S + 2)
        what = QHBoxLayout()
        what.setSpacing(Space.M)
        what.addWidget(IconLabel(Icon.HIDE, Tone.MUTED))
        words = QVBoxLayout()
        words.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addWidget(ElidedLabel(whose))
        head.addWidget(ElidedLabel(f"{one.at:%Y-%m-%d %H:%M}", Type.SECONDARY, Tone.MUTED), 1)
        words.addLayout(head)
        self.brief = ElidedLabel(
            " · ".join((self.tr("第 {0} 号").format(one.number), rules, origin_words(one, messages), one.by)),
            Type.META,
            Tone.MUTED,
        )
        words.addWidget(self.brief)
        what.addLayout(words, 1)
        self._line.addLayout(what, 1)
        self.read = small(self.tr("查看原文"))
        self.read.setAccessibleName(self.tr("查看原文：第 {0} 号，{1}").format(one.number, whose))
        self._deeds = QHBoxLayout()
        self._deeds.addWidget(self.read)
        self._deeds.addStretch(0)
        self._line.addLayout(self._deeds)
        self.setAccessibleName(f"{whose} {one.at:%Y-%m-%d %H:%M} {self.brief.text()}")
        self.read.clicked.connect(lambda: self.wanted.emit(self.number))

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page the button stands under the words, on their edge."""
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else beside)
        self._line.setSpacing(Space.XS if narrow else Space.M)
        self._deeds.setContentsMargins(px(IconSize.FIELD) + Space.M if narrow else 0, 0, 0, 0)


def _every(kernel: Kernel) -> tuple[PutAside, ...]:
    return kernel.quarantine.every()


def _read(number: int, kernel: Kernel) -> PutAside:
    return kernel.quarantine.show(number)
