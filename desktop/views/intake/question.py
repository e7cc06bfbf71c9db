"""A question on screen: its label, 必填, its help, its answer or answers, what is wrong with it, and what is asked under it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.services.forms import Enabling, Item, ItemType, is_absent
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.views.intake.choices import ChecksField
from desktop.views.intake.field_kinds import BESIDE, field_for
from desktop.views.intake.fields import Field
from desktop.views.intake.item_view import Answered, ItemView, Rows, Tree
from desktop.views.intake.last_answer import LastAnswerLine
from desktop.views.intake.texts import ChosenField
from desktop.widgets.button import link
from desktop.widgets.icon_button import IconButton
from desktop.widgets.label import Label
from desktop.widgets.tab_order import put_after
from desktop.widgets.tip import set_tip

if TYPE_CHECKING:
    from core.services.visits.carried import LastAnswer

LABEL_WIDTH = 128


class QuestionView(ItemView):
    """A question. `depth` 0 is a section of the form; deeper ones are smaller, and short answers stand beside their label.

    An answer that was taken over keeps its mark until a person changes it.
    """

    def __init__(
        self,
        item: Item,
        depth: int,
        children: Sequence[ItemView],
        zone: tzinfo,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(item, parent)
        self.carried: int | None = None
        self._last: LastAnswer | None = None
        self._last_line: LastAnswerLine | None = None
        self._zone = zone
        self.fields: list[Field] = []
        self._lines: dict[Field, QWidget] = {}
        self._whole = item.repeats and item.type is ItemType.CHOICE
        self._beside = depth > 0 and item.type in BESIDE and not item.repeats
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        self._top = QHBoxLayout()
        self._top.setSpacing(Space.S)
        column.addLayout(self._top)
        self.label = Label(item.label, Type.SECTION if depth == 0 else Type.BODY, wrap=True)
        self._add_head(depth)
        self._answers = QVBoxLayout()
        self._answers.setSpacing(Space.S)
        column.addLayout(self._answers)
        if item.help and not item.takes_text:
            hint = Label(item.help, Type.META, Tone.MUTED, wrap=True)
            hint.setContentsMargins(px(LABEL_WIDTH) + Space.S if self._beside else 0, 0, 0, 0)
            column.addWidget(hint)
        self.problem = Label("", Type.META, Tone.DANGER, wrap=True)
        self.problem.hide()
        column.addWidget(self.problem)
        self.add_button = None
        if item.repeats and not self._whole:
            self.add_button = link(self.tr("添加"), icon=Icon.ADD)
            self.add_button.setAccessibleName(self.tr("添加 {0}").format(item.label))
            self.add_button.clicked.connect(self._on_add)
            line = QHBoxLayout()
            line.addWidget(self.add_button)
            line.addStretch()
            column.addLayout(line)
        self._children = tuple(children)
        for child in self._children:
            child.changed.connect(self.changed)
            column.addWidget(child)
        self._add_field()

    def values(self) -> list[object]:
        """The answers there are."""
        return [value for value in (field.value() for field in self.fields) if not is_absent(value)]

    def write(self, tree: Tree, *, everything: bool) -> None:
        if not (everything or self.asked):
            return
        values = self.values()
        if values:
            tree[self.item.link_id] = values if self.item.repeats and not self._whole else values[0]
        for child in self._children:
            child.write(tree, everything=everything)

    def read(self, tree: Mapping[str, object]) -> None:
        value = tree.get(self.item.link_id)
        listed = value if isinstance(value, list) and not self._whole else [value]
        while len(self.fields) > max(1, len(listed)):
            self._drop(self.fields[-1])
        while len(self.fields) < len(listed):
            self._add_field()
        for field, one in zip(self.fields, listed or [None], strict=True):
            field.set_value(one)
        for child in self._children:
            child.read(tree)
        self.carried = None
        self._show_last()

    @property
    def last_line(self) -> LastAnswerLine | None:
        """Where last time's answer stands, if there was one."""
        return self._last_line

    def stand_ready(self, last: "Mapping[str, LastAnswer]") -> None:
        self._last = last.get(self.item.link_id)
        self._show_last()
        for child in self._children:
            child.stand_ready(last)

    def marks(self) -> Iterator[tuple[str, int]]:
        if self.asked and self.carried is not None and self.values():
            yield self.item.link_id, self.carried
        for child in self._children:
            yield from child.marks()

    def put_marks(self, marks: Mapping[str, object]) -> None:
        visit = marks.get(self.item.link_id)
        self.carried = visit if isinstance(visit, int) else None
        self._show_last()
        for child in self._children:
            child.put_marks(marks)

    def ask(self, enabling: Enabling, rows: Rows) -> None:
        super().ask(enabling, rows)
        for child in self._children:
            child.ask(enabling, rows)

    def answered(self) -> Answered:
        if not self.asked:
            return Answered(0, 0)
        inside = [child.answered() for child in self._children]
        own = 1 if self.values() else 0
        return Answered(own + sum(one.given for one in inside), 1 + sum(one.asked for one in inside))

    def unanswered(self) -> Iterator[tuple[str, str]]:
        if self.asked and not self.values():
            yield self.item.link_id, self.item.label
        for child in self._children if self.asked else ():
            yield from child.unanswered()

    def view_of(self, link_id: str, numbers: Sequence[int]) -> ItemView | None:
        if self.item.link_id == link_id:
            return self
        found = (child.view_of(link_id, numbers) for child in self._children)
        return next((view for view in found if view), None)

    def first_field(self) -> Field | None:
        return self.fields[0]

    def show_problem(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        for field in self.fields:
            field.mark(invalid=bool(words))
            for part in field.inputs():
                part.setAccessibleDescription(words)
        if not words:
            for child in self._children:
                child.show_problem("")

    def _add_head(self, depth: int) -> None:
        names = QWidget()
        line = self._head = QHBoxLayout(names)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(Space.S)
        line.addWidget(self.label, 1 if self._beside else 0)
        if self.item.required:
            line.addWidget(Label(self.tr("必填"), Type.SECONDARY, Tone.MUTED))
        if self._beside:
            names.setFixedWidth(px(LABEL_WIDTH))
        else:
            self.label.setMinimumHeight(px(Height.SMALL))
            self.label.setWordWrap(False)
            line.addStretch(1)
        self._top.addWidget(names, 0 if self._beside else 1)
        if self.item.help:
            set_tip(self.label, self.item.help)

    def _add_field(self) -> Field:
        field: Field = ChecksField(self.item) if self._whole else field_for(self.item, self._zone)
        field.name(self.item.label)
        field.changed.connect(self._on_changed)
        self.fields.append(field)
        if self._beside:
            self._top.addWidget(field, 1)
        elif self.item.repeats and not self._whole:
            self._add_line(field)
        else:
            self._answers.addWidget(field)
        if isinstance(field, ChosenField) and field.choice and not self.item.repeats:
            self._top.addWidget(field.choice)
        return field

    def _add_line(self, field: Field) -> None:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(field, 1)
        if isinstance(field, ChosenField) and field.choice:
            row.addWidget(field.choice)
        remove = IconButton(Icon.CLOSE, self.tr("移除 {0}").format(self.item.label))
        remove.clicked.connect(self._on_remove)
        row.addWidget(remove)
        self._answers.addWidget(line)
        if self._lines:
            put_after(list(self._lines.values())[-1], line)
        if self.add_button:
            put_after(line, self.add_button)
        self._lines[field] = line

    def _drop(self, field: Field) -> None:
        self.fields.remove(field)
        line = self._lines.pop(field)
        self._answers.removeWidget(line)
        line.hide()
        line.deleteLater()

    def _on_add(self) -> None:
        self._add_field().take_focus()

    def _on_remove(self) -> None:
        button = self.sender()
        field = next(one for one, line in self._lines.items() if button in line.children())
        if len(self.fields) > 1:
            self._drop(field)
        else:
            field.set_value(None)
        self.changed.emit()

    def _on_changed(self) -> None:
        if self.problem.text():
            self.show_problem("")
        self.carried = None
        self._show_last()
        self.changed.emit()

    def _show_last(self) -> None:
        """Say what was answered last time. The line is made when there is something to say."""
        if self._last_line is None:
            if self._last is None and self.carried is None:
                return
            line = self._last_line = LastAnswerLine(self.item.label)
            line.taken.connect(self._on_take)
            line.dropped.connect(self._on_drop_carried)
            self._head.insertWidget(self._head.count() - 1, line, 1000)
            for before, after in pairwise((self.fields[0].inputs()[-1], line.take, line.drop)):
                QWidget.setTabOrder(before, after)
        self._last_line.show_last(self._last, carried=self.carried, empty=not self.values())

    def _on_take(self) -> None:
        if self._last is not None:
            self.fields[0].set_value(self._last.value)
            self._carry(self._last.source.visit)

    def _on_drop_carried(self) -> None:
        self.fields[0].set_value(None)
        self._carry(None)

    def _carry(self, visit: int | None) -> None:
        self.show_problem("")
        self.carried = visit
        self._show_last()
        self.fields[0].take_focus()
        self.changed.emit()
