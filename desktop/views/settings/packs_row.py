"""One pack in the list: what it is and how it stands; opened, what it holds, what it asks for, and what can be done with it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.pack_facts import Listed, State
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.views.settings.packs_parts import Facts, Lines
from desktop.views.settings.packs_words import Line, PackWords, fingerprint_words, moment_words
from desktop.widgets.button import link, small
from desktop.widgets.disclosure import Disclosure
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label


class PackRow(QWidget):
    """Nothing is done here: the signals say what somebody wants done with it."""

    trust = Signal(object)
    untrust = Signal(object)
    verify = Signal(object)
    test = Signal(object)
    folder = Signal(object)

    def __init__(self, one: Listed, messages: Messages, *, may: bool) -> None:
        """`may`: whether whoever is at work may decide about packs."""
        super().__init__()
        self.one, self._messages = one, messages
        self._is_narrow = False
        self._words = PackWords(messages)
        self.standing = self._words.standing_of(one)
        self.title = one.title
        self.more = Disclosure(self.tr("详情"))
        self.more.setAccessibleName(self.tr("详情：{0}").format(self.title))
        self.give = small(self.tr("信任…"))
        self.give.setAccessibleName(self.tr("信任：{0}").format(self.title))
        self.detail = QWidget()
        self.facts: Facts | None = None
        self.deeds = {
            "verify": link(self.tr("校验…"), icon=Icon.INTACT),
            "test": link(self.tr("试验约束…"), icon=Icon.RESOLVED),
            "folder": link(self.tr("打开文件夹"), icon=Icon.FOLDER),
            "untrust": link(self.tr("不再信任…"), tone=Tone.DANGER),
        }
        offered = {
            "verify": True,
            "test": may and one.found.state is State.EFFECTIVE and self._has_rules,
            "folder": True,
            "untrust": may and one.is_trusted,
        }
        self._lay_out()
        self._offered = [self.deeds[name] for name, is_so in offered.items() if is_so]
        for button in (self.give, *self.deeds.values()):
            button.hide()
        if may and one.may_be_trusted:
            self.give.show()
        self.setAccessibleName(f"{self.title} {self.standing.words} {self.brief.text()}")
        self.detail.hide()
        self.more.toggled.connect(self.open)
        self.give.clicked.connect(lambda: self.trust.emit(one))
        for name, told in (
            ("verify", self.verify),
            ("test", self.test),
            ("folder", self.folder),
            ("untrust", self.untrust),
        ):
            self.deeds[name].setAccessibleDescription(self.title)
            self.deeds[name].clicked.connect(lambda _=False, told=told: told.emit(one))

    @property
    def _has_rules(self) -> bool:
        contents = self.one.contents
        return contents is not None and bool(contents.constraints or contents.code)

    def open(self, is_open: bool) -> None:
        """Show what it holds, or put it away. It is made when it is first wanted."""
        if is_open and self.facts is None:
            self._fill()
        self.more.setChecked(is_open)
        self.detail.setVisible(is_open)

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page how it stands and what can be done come under the words."""
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else beside)
        self._line.setSpacing(Space.XS if narrow else Space.M)
        left = px(IconSize.FIELD) + Space.M
        self._state.setContentsMargins(left if narrow else 0, 0, 0, 0)
        self._inner.setContentsMargins(Space.L if narrow else Space.L + left, 0, Space.L, Space.M)
        self._deeds.setDirection(down if narrow else beside)
        if self.facts:
            self.facts.lay_out(narrow=narrow)
        self._is_narrow = narrow

    def _lay_out(self) -> None:
        contents = self.one.contents
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._line = QHBoxLayout()
        self._line.setContentsMargins(Space.L, Space.S + 2, Space.M, Space.S + 2)
        what = QHBoxLayout()
        what.setSpacing(Space.M)
        what.addWidget(IconLabel(self.standing.icon, self.standing.tone))
        said = QVBoxLayout()
        said.setSpacing(0)
        name = QHBoxLayout()
        name.setSpacing(Space.S)
        name.addWidget(ElidedLabel(self.title))
        named = " ".join(filter(None, (self._name_beside_title(), self.one.found.version)))
        name.addWidget(ElidedLabel(named, Type.SECONDARY, Tone.MUTED), 1)
        said.addLayout(name)
        tier = self._messages.text(f"packs.tier.{self.one.found.tier}")
        between = self._messages.text("list.between")
        brings = between.join(self._words.brings_of(contents)) if contents else ""
        self.brief = ElidedLabel(" · ".join(filter(None, (tier, brings))), Type.META, Tone.MUTED)
        said.addWidget(self.brief)
        what.addLayout(said, 1)
        self._line.addLayout(what, 1)
        self._state = QHBoxLayout()
        self._state.setSpacing(Space.M)
        self._state.addWidget(Label(self.standing.words, Type.META, self.standing.tone))
        self._state.addWidget(self.give)
        self._state.addWidget(self.more)
        self._state.addStretch(0)
        self._line.addLayout(self._state)
        column.addLayout(self._line)
        self._inner = QVBoxLayout(self.detail)
        self._inner.setSpacing(Space.S)
        self._deeds = QHBoxLayout()
        self._deeds.setSpacing(Space.M)
        column.addWidget(self.detail)

    def _name_beside_title(self) -> str:
        return "" if self.title == self.one.found.name else self.one.found.name

    def _fill(self) -> None:
        one = self.one
        if self.standing.detail:
            about = Line(self.standing.icon, self.standing.tone, self.standing.detail)
            self._inner.addWidget(Lines([about]))
        if one.found.problems:
            self._inner.addWidget(Lines(self._words.problem_lines(one.found.problems)))
        facts = list(self._words.facts_of(one.contents, is_added=one.is_added)) if one.contents else []
        facts.append((self.tr("目录"), str(one.found.folder)))
        standing = one.found.standing
        if standing and standing.trusted_at:
            facts.append((self.tr("信任于"), moment_words(standing.trusted_at)))
        if standing:
            facts.append((self.tr("指纹"), fingerprint_words(standing.fingerprint)))
        self.facts = Facts(facts)
        self.facts.lay_out(narrow=self._is_narrow)
        self._inner.addWidget(self.facts)
        self._inner.addLayout(self._deeds)
        for button in self._offered:
            self._deeds.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            button.show()
        self._deeds.addStretch()
