"""What every line of a form has in common on screen, whether it is a question, a group, a note or the symptom list."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.services.forms import Enabling, Item
from desktop.views.intake.fields import Field

if TYPE_CHECKING:
    from core.services.visits.carried import LastAnswer

Tree = dict[str, object]
"""One object of the answers file."""

Rows = tuple[int, ...]

HELD = "\0"
"""A key no form can have: it holds the place of an entry without answers while the program asks what is asked in it."""


class Answered(NamedTuple):
    """How many of the questions that are asked have an answer."""

    given: int
    asked: int


class ItemView(QWidget):
    """One item of a form."""

    changed = Signal()
    """A person changed something in it."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item = item
        self.asked = True

    @property
    def title(self) -> str:
        """The heading, when it is a section of the form."""
        return self.item.label

    def write(self, tree: Tree, *, everything: bool) -> None:
        """Put the answers into an object of the answers file: all there are, or only those that are asked for."""

    def read(self, tree: Mapping[str, object]) -> None:
        """Show the answers of an object; what is not in it becomes empty."""

    def stand_ready(self, last: "Mapping[str, LastAnswer]") -> None:
        """Show beside each text what was answered last time, by linkId. None of it becomes an answer."""

    def marks(self) -> Iterator[tuple[str, int]]:
        """The linkIds of answers that were taken over, with the number of the visit they come from."""
        return iter(())

    def put_marks(self, marks: Mapping[str, object]) -> None:
        """Show the marks of a draft, after `read`."""

    def ask(self, enabling: Enabling, rows: Rows) -> None:
        """Show or hide, as the answers so far ask."""
        self.asked = enabling.asks(self.item, rows)
        self.setVisible(self.asked)

    def answered(self) -> Answered:
        """The count of questions in it."""
        return Answered(0, 0)

    def unanswered(self) -> Iterator[tuple[str, str]]:
        """The questions in it that are asked and have no answer: linkId and label."""
        return iter(())

    def view_of(self, link_id: str, numbers: Sequence[int]) -> "ItemView | None":
        """The view of an item, in the entries with these numbers (from 1) of the groups around it."""
        return self if self.item.link_id == link_id else None

    def first_field(self) -> Field | None:
        """Where the caret goes when a person comes here."""
        return None

    def show_problem(self, words: str) -> None:
        """Say beside it what is wrong; "" is nothing, here and in everything inside."""
