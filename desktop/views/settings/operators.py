"""操作者: who works here and in which roles, and what the clinic wants two people for. Each change asks again for one's own passphrase."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.rights import Right, TwoPersonRule
from core.services.operators import Operator
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.rights_words import may_not_words
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.views.settings.keys_sheets import KeySheet
from desktop.views.settings.operators_sheets import AddSheet, EndSheet, RolesSheet
from desktop.views.settings.rule_sheet import RuleOffSheet
from desktop.views.settings.said import Said
from desktop.views.settings.section import Rows, Section
from desktop.widgets.button import plain_button, small
from desktop.widgets.check_box import Switch
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.tab_order import put_after


@dataclass(frozen=True, slots=True)
class _Read:
    """Everyone, who of them has a passphrase, and the rules of two people with whether there are two for each."""

    everyone: tuple[Operator, ...]
    with_passphrase: tuple[str, ...]
    rules: frozenset[TwoPersonRule]
    possible: frozenset[TwoPersonRule]


class OperatorsSection(Section):
    """Shows and changes who works here; a role that may not is told who may."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, page: QWidget) -> None:
        super().__init__(self.tr("操作者"), self.tr("每人用自己的口令；读写和签名都记在本人名下"))
        self._clinic, self._messages, self._page = clinic, messages, page
        self._read: _Read | None = None
        self.sheet: KeySheet | None = None
        self.people: dict[str, _Person] = {}
        self._rows = Rows(self.title)
        self.add = plain_button(self.tr("添加操作者"), icon=Icon.NEW_PATIENT)
        self.add.clicked.connect(self._on_add)
        self.said = Said()
        under = QHBoxLayout()
        under.addWidget(self.add)
        under.addStretch()
        self.rules = {rule: Switch("", name=self._title(rule)) for rule in TwoPersonRule}
        self.why = Said()
        self._two = Rows(self.tr("需要两个人的事"))
        for rule, switch in self.rules.items():
            switch.clicked.connect(partial(self._on_rule, rule))
            self._two.add(self._title(rule), messages.text(f"rules.{rule}.help"), switch)
        self._two_head = Label(self.tr("需要两个人的事"), Type.SECTION)
        for part in (self._rows, under, self.said, self._two_head, self._two, self.why):
            if isinstance(part, QWidget):
                self.cards.addWidget(part)
            else:
                self.cards.addLayout(part)

    def first(self) -> QWidget | None:
        return self.add if self.add.isEnabled() and self.add.isVisible() else None

    def refresh(self) -> None:
        may = self._clinic.may(Right.OPERATORS)
        for part in (self.add, self._two_head, self._two):
            part.setVisible(may)
        if may:
            self._clinic.ask(self, _look, self._show, self._on_failed, latest="operators")
        else:
            self._show_me()

    def _show_me(self) -> None:
        """Whoever may not see the others sees themselves, and who may."""
        opened = self._clinic.opened
        if opened is None:
            return
        self._read = None
        self.why.say("")
        roles = tuple(self._messages.text(f"roles.{role}") for role in opened.roles)
        me = _Person(opened.operator, self._join(roles), self.tr("正在使用"), Icon.OPERATOR)
        self._put([me])
        self.said.say(may_not_words(opened.role, Right.OPERATORS, self._messages))

    def _show(self, read: _Read) -> None:
        if read == self._read:
            return
        self._read = read
        people = sorted(read.everyone, key=lambda one: not one.is_active)
        self._put([self._person(one) for one in people])
        for rule, switch in self.rules.items():
            is_on = rule in read.rules
            switch.setChecked(is_on)
            # One that is on, by whatever way, can be turned off.
            switch.setEnabled(is_on or rule in read.possible)
        if all(switch.isEnabled() for switch in self.rules.values()):
            self.why.say("")
        else:
            self.why.say(
                self.tr("灰色的现在打不开：每个可以做此事的人，都要有另一人可以同意。请先添加操作者。")
            )

    def _person(self, one: Operator) -> "_Person":
        opened = self._clinic.opened
        is_me = opened is not None and opened.operator == one.name
        roles = self._join(tuple(self._messages.text(f"roles.{role}") for role in one.roles))
        since = self.tr("{0} 起").format(f"{one.active_from:%Y-%m-%d}")
        if one.ended_at is not None:
            gone = self.tr("已离开：{0} 至 {1}").format(
                f"{one.active_from:%Y-%m-%d}", f"{one.ended_at:%Y-%m-%d}"
            )
            return _Person(one.name, roles, gone, Icon.OPERATOR, is_gone=True)
        state = self.tr("{0}，正在使用").format(since) if is_me else since
        person = _Person(one.name, roles, state, Icon.OPERATOR)
        change = small(self.tr("改身份"))
        change.setAccessibleName(self.tr("改身份：{0}").format(one.name))
        change.clicked.connect(partial(self._on_roles, one))
        person.offer(change)
        if not is_me:
            end = small(self.tr("结束"), tone=Tone.DANGER)
            end.setAccessibleName(self.tr("结束：{0}").format(one.name))
            end.clicked.connect(partial(self._on_end, one))
            person.offer(end)
        return person

    def _put(self, people: "list[_Person]") -> None:
        old = self._rows
        self._rows = Rows(self.title)
        self.people = {person.name: person for person in people}
        for person in people:
            self._rows.put(person)
        self.cards.replaceWidget(old, self._rows)
        old.hide()
        old.deleteLater()
        self._rows.show()
        put_after(self._rows, self.add)
        put_after(self.add, self._two)
        self.fit()

    def _on_add(self) -> None:
        if self._read:
            sheet = AddSheet(self._page, self._clinic, self._messages, has_passphrase=self._has_passphrase)
            self._begin(sheet, sheet.name)

    def _on_roles(self, one: Operator, *_: object) -> None:
        sheet = RolesSheet(self._page, self._clinic, self._messages, one, has_passphrase=self._has_passphrase)
        self._begin(sheet, sheet.roles.first)

    def _on_end(self, one: Operator, *_: object) -> None:
        sheet = EndSheet(self._page, self._clinic, self._messages, one, has_passphrase=self._has_passphrase)
        self._begin(sheet, sheet.by.field)

    @property
    def _has_passphrase(self) -> bool:
        """Whether whoever is at work has one; else the recovery code says who may."""
        opened = self._clinic.opened
        return bool(opened and self._read and opened.operator in self._read.with_passphrase)

    def _begin(self, sheet: KeySheet, first: QWidget) -> None:
        self.said.say("")
        self.sheet = sheet
        sheet.changed.connect(self._on_changed)
        sheet.open(first)

    def _on_changed(self, said: str) -> None:
        self.said.say(said, Icon.DONE)
        self.refresh()

    def _on_rule(self, rule: TwoPersonRule, *_: object) -> None:
        if self._read is None:
            return
        self.why.say("")
        if self.rules[rule].isChecked():
            self._clinic.ask(self, partial(_turn_on, rule), self._on_kept, self._on_refused)
        else:
            self.rules[rule].setChecked(True)  # until the other one has said yes
            sheet = RuleOffSheet(self._page, self._clinic, self._messages, rule)
            self._begin(sheet, sheet.own)

    def _on_kept(self, _nothing: None) -> None:
        self.said.say(self.tr("已保存，立即生效"), Icon.DONE)
        self.refresh()

    def _on_refused(self, error: ClinicError) -> None:
        self._read = None
        self._on_failed(error)
        self._clinic.ask(self, _look, self._show, latest="operators")

    def _on_failed(self, error: ClinicError) -> None:
        self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)

    def _title(self, rule: TwoPersonRule) -> str:
        return self._messages.text(f"rules.{rule}.title")

    def _join(self, parts: tuple[str, ...]) -> str:
        return self._messages.text("list.between").join(parts)


class _Person(QWidget):
    """A row: the name and roles, since when, and what can be done. On a narrow page that stands below."""

    def __init__(self, name: str, roles: str, state: str, sign: Icon, *, is_gone: bool = False) -> None:
        super().__init__()
        self.name, self.roles, self.state = name, roles, state
        self.setAccessibleName(f"{name} {roles} {state}")
        tone = Tone.MUTED if is_gone else Tone.TEXT
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(Space.L, Space.S + 2, Space.L, Space.S + 2)
        self._line.setSpacing(Space.M)
        who = QHBoxLayout()
        who.setSpacing(Space.M)
        said = QVBoxLayout()
        said.setSpacing(0)
        said.addWidget(Label(name, tone=tone))
        said.addWidget(Label(state, Type.META, Tone.MUTED))
        who.addWidget(IconLabel(sign, tone))
        who.addLayout(said, 1)
        self._deeds = QHBoxLayout()
        self._deeds.setSpacing(Space.S)
        self._deeds.addWidget(Label(roles, Type.SECONDARY, tone), 1)
        self.buttons: list[QWidget] = []
        self._line.addLayout(who, 1)
        self._line.addLayout(self._deeds, 1)

    def offer(self, button: QWidget) -> None:
        """Something that can be done with them."""
        self.buttons.append(button)
        self._deeds.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)

    def lay_out(self, *, narrow: bool) -> None:
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else beside)
        self._line.setSpacing(Space.XS if narrow else Space.M)


def _look(kernel: Kernel) -> _Read:
    everyone = kernel.operators.every()
    with_passphrase = kernel.keys.at_hand().operators
    return _Read(everyone, with_passphrase, kernel.rules.on(), kernel.rules.possible())


def _turn_on(rule: TwoPersonRule, kernel: Kernel) -> None:
    kernel.rules.turn_on(rule)
