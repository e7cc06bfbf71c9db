"""How far the sections of a form are: what the outline shows."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from core.services.forms import Item
from desktop.views.intake.item_view import ItemView
from desktop.views.intake.symptoms import SymptomTable


class Progress(Enum):
    """● complete, ◐ partly, ○ untouched."""

    COMPLETE = "complete"
    PARTLY = "partly"
    UNTOUCHED = "untouched"


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its first item's linkId, how far it is, required answers that are missing, rows of last time still 未问.

    `gap` names the one question that has no answer, when it is only one: a required one before any other.
    """

    link_id: str
    title: str
    progress: Progress
    missing: int = 0
    open_rows: int = 0
    gap: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """All sections that are asked, and how many of the required items have an answer."""

    sections: tuple[Section, ...] = ()
    required: int = 0
    missing: tuple[str, ...] = ()

    @property
    def open_rows(self) -> int:
        """Symptoms of last time that are still 未问."""
        return sum(section.open_rows for section in self.sections)


def outline_of(views: Iterable[ItemView], missing: tuple[str, ...], required: int) -> Outline:
    """What the sections on screen come to."""
    return Outline(
        tuple(_section(view, missing) for view in views if view.asked and _holds_questions(view.item)),
        required,
        missing,
    )


def _section(view: ItemView, missing: tuple[str, ...]) -> Section:
    given, asked = view.answered()
    gaps = sum(1 for link_id in missing if link_id in set(_link_ids(view.item)))
    if asked and given == asked and not gaps:
        progress = Progress.COMPLETE
    else:
        progress = Progress.PARTLY if given else Progress.UNTOUCHED
    open_rows = view.open_count if isinstance(view, SymptomTable) else 0
    required = [label for link_id, label in view.unanswered() if link_id in set(missing)]
    others = [label for _, label in view.unanswered()] if progress is Progress.PARTLY else []
    one = required or others
    return Section(view.item.link_id, view.title, progress, gaps, open_rows, one[0] if len(one) == 1 else "")


def _holds_questions(item: Item) -> bool:
    return item.is_question or any(_holds_questions(child) for child in item.items)


def _link_ids(item: Item) -> Iterable[str]:
    yield item.link_id
    for child in item.items:
        yield from _link_ids(child)
