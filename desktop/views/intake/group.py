"""A group on screen: a section or a part of one, once or in as many entries as a person adds; and the notes between."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.services.forms import Enabling, Item, is_absent
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.views.intake.fields import Field
from desktop.views.intake.item_view import HELD, Answered, ItemView, Rows, Tree
from desktop.widgets.button import link
from desktop.widgets.icon_button import IconButton
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.tab_order import put_after

if TYPE_CHECKING:
    from core.services.visits.carried import LastAnswer

MakeViews = Callable[[Sequence[Item], int], list[ItemView]]
"""Makes the views of items at a depth."""


class NoteView(ItemView):
    """A display item: words, and nothing to answer."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(Label(item.label, Type.SECONDARY, Tone.MUTED, wrap=True))


class Entry(QWidget):
    """One entry of a group."""

    def __init__(self, views: Sequence[ItemView], title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.views = tuple(views)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        self.title = Label(title, Type.SECONDARY, Tone.MUTED)
        self.remove = IconButton(Icon.CLOSE, "")
        if title:
            head = QHBoxLayout()
            head.addWidget(self.title)
            head.addStretch()
            head.addWidget(self.remove)
            column.addWidget(Separator())
            column.addLayout(head)
        else:
            self.title.setParent(self)
            self.remove.setParent(self)
            self.title.hide()
            self.remove.hide()
        for view in self.views:
            column.addWidget(view)

    def tree(self, *, everything: bool) -> Tree:
        """The answers of this entry."""
        tree: Tree = {}
        for view in self.views:
            view.write(tree, everything=everything)
        return tree


class GroupView(ItemView):
    """A group with its entries: always one, or, when it repeats, none to begin with."""

    def __init__(self, item: Item, depth: int, make_views: MakeViews, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self._depth = depth
        self._make_views = make_views
        self.entries: list[Entry] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.S)
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        title = Label(item.label, Type.SECTION if depth == 0 else Type.BODY)
        title.setMinimumHeight(px(Height.SMALL))
        head.addWidget(title)
        if item.required:
            head.addWidget(Label(self.tr("必填"), Type.SECONDARY, Tone.MUTED))
        head.addStretch()
        self.add_button = None
        if item.repeats:
            self.add_button = link(self.tr("添加"), icon=Icon.ADD)
            self.add_button.setAccessibleName(self.tr("添加 {0}").format(item.label))
            self.add_button.clicked.connect(self._on_add)
            head.addWidget(self.add_button)
        self._column.addLayout(head)
        if item.help:
            self._column.addWidget(Label(item.help, Type.META, Tone.MUTED, wrap=True))
        self.problem = Label("", Type.META, Tone.DANGER, wrap=True)
        self.problem.hide()
        self._column.addWidget(self.problem)
        if not item.repeats:
            self.add_entry()

    def add_entry(self) -> Entry:
        """Another entry, empty."""
        number = len(self.entries) + 1
        title = f"{self.item.label} {number}" if self.item.repeats else ""
        entry = Entry(self._make_views(self.item.items, self._depth + 1), title)
        entry.remove.setAccessibleName(self.tr("移除 {0}").format(title))
        entry.remove.clicked.connect(self._on_remove)
        for view in entry.views:
            view.changed.connect(self.changed)
        self._column.addWidget(entry)
        if self.add_button:
            put_after(self.entries[-1] if self.entries else self.add_button, entry)
        self.entries.append(entry)
        return entry

    def write(self, tree: Tree, *, everything: bool) -> None:
        if not (everything or self.asked):
            return
        trees = [entry.tree(everything=everything) for entry in self.entries]
        if everything and self.item.repeats:
            trees = [{**one, HELD: True} for one in trees]
        trees = [one for one in trees if not is_absent(one)]
        if trees:
            tree[self.item.link_id] = trees if self.item.repeats else trees[0]

    def read(self, tree: Mapping[str, object]) -> None:
        value = tree.get(self.item.link_id)
        if self.item.repeats:
            listed = value if isinstance(value, list) else []
            while len(self.entries) > len(listed):
                self._drop(self.entries[-1])
            while len(self.entries) < len(listed):
                self.add_entry()
        else:
            listed = [value]
        for entry, one in zip(self.entries, listed, strict=True):
            for view in entry.views:
                view.read(one if isinstance(one, Mapping) else {})

    def stand_ready(self, last: "Mapping[str, LastAnswer]") -> None:
        for view in self._inside():
            view.stand_ready(last)

    def marks(self) -> Iterator[tuple[str, int]]:
        for view in self._inside() if self.asked else ():
            yield from view.marks()

    def put_marks(self, marks: Mapping[str, object]) -> None:
        for view in self._inside():
            view.put_marks(marks)

    def ask(self, enabling: Enabling, rows: Rows) -> None:
        super().ask(enabling, rows)
        for row, entry in enumerate(self.entries):
            for view in entry.views:
                view.ask(enabling, (*rows, row))

    def answered(self) -> Answered:
        if not self.asked:
            return Answered(0, 0)
        inside = [view.answered() for entry in self.entries for view in entry.views]
        return Answered(sum(one.given for one in inside), sum(one.asked for one in inside))

    def unanswered(self) -> Iterator[tuple[str, str]]:
        for view in self._inside() if self.asked else ():
            yield from view.unanswered()

    def view_of(self, link_id: str, numbers: Sequence[int]) -> ItemView | None:
        if self.item.link_id == link_id:
            return self
        here: Sequence[Entry] = self.entries
        if self.item.repeats and numbers:
            filled = [entry for entry in self.entries if not is_absent(entry.tree(everything=False))]
            here, numbers = filled[numbers[0] - 1 : numbers[0]], numbers[1:]
        found = (view.view_of(link_id, numbers) for entry in here for view in entry.views)
        return next((view for view in found if view), None)

    def first_field(self) -> Field | None:
        fields = (view.first_field() for entry in self.entries for view in entry.views if view.asked)
        return next((field for field in fields if field), None)

    def show_problem(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        if not words:
            for entry in self.entries:
                for view in entry.views:
                    view.show_problem("")

    def _inside(self) -> Iterator[ItemView]:
        return (view for entry in self.entries for view in entry.views)

    def _drop(self, entry: Entry) -> None:
        self.entries.remove(entry)
        self._column.removeWidget(entry)
        entry.hide()
        entry.deleteLater()
        for number, left in enumerate(self.entries, start=1):
            left.title.setText(f"{self.item.label} {number}")

    def _on_add(self) -> None:
        entry = self.add_entry()
        self.changed.emit()
        field = next((field for field in (view.first_field() for view in entry.views) if field), None)
        if field:
            field.take_focus()

    def _on_remove(self) -> None:
        button = self.sender()
        entry = next(one for one in self.entries if one.remove is button)
        self._drop(entry)
        self.changed.emit()
