"""什么可以离开本机: for each purpose how far its texts may go. Nothing holds until it is saved, and what changes is shown before."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from core.services.egress import (
    FIRST_BYTES,
    FIRST_TOKENS,
    Boundary,
    InForce,
    PurposeRule,
    purposes_to_decide,
)
from desktop.theme.fonts import px
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.settings.models_parts import Head, TableHead
from desktop.views.settings.models_policy_row import HERE, LIMITS, OUTSIDE, PURPOSE, PurposeRow
from desktop.views.settings.models_words import ModelWords
from desktop.widgets.button import Button, Kind, Size, link, small
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.label import Label
from desktop.widgets.notice_bar import NoticeBar, Weight
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface

Rules = Mapping[str, PurposeRule]


@dataclass(frozen=True, slots=True)
class PolicySeen:
    """The policy as it stands, and whether whoever is at work may set another."""

    in_force: InForce | None
    may: bool

    @property
    def revision(self) -> int:
        return self.in_force.revision if self.in_force else 0

    @property
    def rules(self) -> Rules:
        policy = self.in_force.policy if self.in_force else None
        return policy.purposes if policy else {}


class PolicyCard(QWidget):
    """The table and what is done with it; `head` goes over it. `draft` is what is chosen and not saved."""

    first_wanted = Signal()
    save_wanted = Signal()
    limits_wanted = Signal(str)
    history_wanted = Signal()
    import_wanted = Signal()
    export_wanted = Signal()
    chosen = Signal()

    def __init__(self, words: ModelWords) -> None:
        super().__init__()
        self._words = words
        self._seen: PolicySeen | None = None
        self._draft: dict[str, PurposeRule] = {}
        self._is_narrow = False
        self.rows: dict[str, PurposeRow] = {}
        self.unsaved = Label("", Type.SECONDARY, Tone.WARN)
        self.drop = small(self.tr("放弃"))
        self.save = Button(self.tr("保存策略…"), kind=Kind.PRIMARY, size=Size.SMALL)
        self.head = Head(
            self.tr("什么可以交给模型"),
            self.tr("按用途逐项定；没有列出的，什么也不发"),
            (self.unsaved, self.drop, self.save),
        )
        self.none = NoticeBar(
            Weight.WARN,
            self.tr("还没有策略：什么也不会交给模型，本机的也不行。"),
            detail=self.tr("问诊、对比、回访照常可用。先设“只限本机”，内容不离开这台电脑；以后再逐项放开。"),
            closable=False,
        )
        self.begin = Button(self.tr("第一份策略：只限本机"), kind=Kind.PRIMARY)
        self.damaged = NoticeBar(Weight.DANGER, "", closable=False)
        self.table = Surface(padding=1)
        self.table.setAccessibleName(self.head.title.text())
        self.table.column.setSpacing(0)
        self.heads = TableHead()
        for name, width in (
            (self.tr("用途"), PURPOSE),
            (self.tr("本机"), HERE),
            (self.tr("外部"), OUTSIDE),
            (self.tr("外发前"), 0),
            (self.tr("长度上限"), LIMITS),
        ):
            label = Label(name, Type.META, Tone.MUTED)
            self.heads.row.addWidget(label, 0 if width else 1)
            if width:
                label.setFixedWidth(px(width))
        self.heads.row.setSpacing(Space.M)
        self.table.column.addWidget(self.heads)
        self._listed: QWidget = QWidget()
        self.table.column.addWidget(self._listed)
        self.said = ElidedLabel("", Type.META, Tone.MUTED)
        self.history, self.bring, self.give = (
            link(self.tr("历次策略…")),
            link(self.tr("由文件设定…")),
            link(self.tr("存成文件…")),
        )
        self._lay_out()
        self._listen()
        for bar in (self.none, self.damaged):
            # Of several lines, which wrap where it is narrow.
            bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        for part in (self.none, self.begin, self.damaged, self.unsaved, self.drop, self.save):
            part.hide()

    @property
    def draft(self) -> Rules:
        """What is chosen: the rules that hold with what was changed in them. What goes nowhere and stood nowhere is left out."""
        return {
            name: rule
            for name, rule in self._draft.items()
            if rule.boundaries or (self._seen is not None and name in self._seen.rules)
        }

    @property
    def changed(self) -> tuple[str, ...]:
        """The purposes that are not as they were saved."""
        saved, draft = (self._seen.rules if self._seen else {}), self.draft
        return tuple(name for name in {**saved, **draft} if saved.get(name) != draft.get(name))

    @property
    def revision(self) -> int:
        """Of the policy the draft began with."""
        return self._seen.revision if self._seen else 0

    def rule_of(self, name: str) -> PurposeRule:
        return self._draft.get(name) or PurposeRule((), True, FIRST_BYTES, FIRST_TOKENS)

    def show_seen(self, seen: PolicySeen) -> None:
        """Show this one. What was changed and not saved stays while the policy is the same."""
        same = self._seen is not None and self._seen.in_force == seen.in_force
        self._seen = seen
        if not same:
            self._draft = dict(seen.rules)
        self.none.setVisible(seen.in_force is None)
        self.begin.setVisible(seen.may and seen.in_force is None)
        is_damaged = seen.in_force is not None and seen.in_force.policy is None
        if is_damaged:
            said = self._words.messages.text("egress.damaged", revision=seen.revision)
            self.damaged.say(Weight.DANGER, said)
        else:
            self.damaged.hide()
        self.bring.setVisible(seen.may)
        self.history.setVisible(seen.may and seen.in_force is not None)
        self.give.setVisible(seen.may and seen.in_force is not None and not is_damaged)
        if seen.in_force is None:
            self.said.setText("")
        else:
            found = seen.in_force
            self.said.setText(
                self.tr("第 {0} 版，{1} 设定于 {2}").format(
                    found.revision, found.by, f"{found.at:%Y-%m-%d %H:%M}"
                )
            )
        self._fill(seen)
        self._show_changes()

    def set_rule(self, name: str, rule: PurposeRule) -> None:
        """Choose this for a purpose; it holds once it is saved."""
        self._draft[name] = rule
        self.rows[name].show_rule(rule)
        self._show_changes()

    def drop_draft(self) -> None:
        """As it was saved."""
        if self._seen is not None:
            self._draft = dict(self._seen.rules)
            self._fill(self._seen)
            self._show_changes()

    def lay_out(self, *, narrow: bool) -> None:
        self._is_narrow = narrow
        self.head.lay_out(narrow=narrow)
        self.heads.setVisible(not narrow)
        for row in self.rows.values():
            row.lay_out(narrow=narrow)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        start = QHBoxLayout()
        start.addWidget(self.begin)
        start.addStretch()
        column.addWidget(self.none)
        column.addLayout(start)
        column.addWidget(self.damaged)
        column.addWidget(self.table)
        foot = QHBoxLayout()
        foot.setSpacing(Space.S)
        foot.addWidget(self.said, 1)
        for button in (self.history, self.bring, self.give):
            foot.addWidget(button)
        column.addLayout(foot)

    def _listen(self) -> None:
        self.begin.clicked.connect(self.first_wanted)
        self.save.clicked.connect(self.save_wanted)
        self.drop.clicked.connect(self.drop_draft)
        self.history.clicked.connect(self.history_wanted)
        self.bring.clicked.connect(self.import_wanted)
        self.give.clicked.connect(self.export_wanted)

    def _fill(self, seen: PolicySeen) -> None:
        names = dict.fromkeys((*purposes_to_decide(), *seen.rules))
        if tuple(self.rows) != tuple(names):
            self._make(tuple(names))
        for name, row in self.rows.items():
            row.show_rule(self.rule_of(name))
            row.limit(may=seen.may)

    def _make(self, names: tuple[str, ...]) -> None:
        listed = QWidget()
        column = QVBoxLayout(listed)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.rows = {}
        for name in names:
            if self.rows:
                column.addWidget(Separator())
            row = PurposeRow(name, self._words)
            row.toggled.connect(partial(self._on_toggled, name))
            row.limits.clicked.connect(partial(self._on_limits, name))
            column.addWidget(row)
            self.rows[name] = row
        self.table.column.replaceWidget(self._listed, listed)
        self._listed.hide()
        self._listed.deleteLater()
        self._listed = listed
        listed.show()
        for row in self.rows.values():
            row.lay_out(narrow=self._is_narrow)

    def _show_changes(self) -> None:
        count = len(self.changed)
        self.unsaved.setText(self.tr("改了 {0} 项，还没保存", "", count).format(count))
        for part in (self.unsaved, self.drop, self.save):
            part.setVisible(bool(count))
        self.head.hint.setVisible(not count or not self._is_narrow)
        changed = self.changed
        for name, row in self.rows.items():
            row.mark(is_changed=name in changed)

    def _on_toggled(self, name: str, boundary: Boundary, is_on: bool) -> None:
        rule = self.rule_of(name)
        wanted = {*rule.boundaries, boundary} if is_on else {*rule.boundaries} - {boundary}
        self.set_rule(name, replace(rule, boundaries=tuple(one for one in Boundary if one in wanted)))
        self.chosen.emit()

    def _on_limits(self, name: str, *_: object) -> None:
        self.limits_wanted.emit(name)
