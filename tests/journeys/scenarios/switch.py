"""Turns to another patient while the visit of the first is being saved: the writer's lane is held until the turn was asked for.
Whom a search finds is shown only when its row in the trail is durable, so the second patient comes after the save.

With `typing`, something more is typed for the first patient while the save is under way.
"""

import threading

from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from core.base.ids import RecordNo
from core.events.model import DraftSaved, VisitSaved
from core.kernel import Kernel
from desktop.actions.catalog import ActionId
from desktop.tour import eyes, hands
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.walk import Astray, Steps, Until
from tests.fakes.clinic import store_of
from tests.journeys.scenarios.stage import later, open_form, play, tell

HELD_S = 60.0


class Gate:
    """Holds the writer's lane until it is opened."""

    def __init__(self) -> None:
        self.is_shut, self._open = threading.Event(), threading.Event()

    def hold(self, kernel: Kernel) -> None:
        def wait(_connection: object) -> None:
            self.is_shut.set()
            self._open.wait(HELD_S)

        store_of(kernel).write(wait)

    def open(self) -> None:
        self._open.set()


def written() -> str:
    """All that stands in the fields in sight but the find box."""
    fields = [one for one in eyes.widgets() if isinstance(one, (QLineEdit, QPlainTextEdit))]
    texts = [one.toPlainText() if isinstance(one, QPlainTextEdit) else one.text() for one in fields]
    return "\n".join(texts)


def scenario(guide: Guide, clock: TourClock, typing: str = "") -> Steps:
    gate = Gate()
    yield guide.opened()
    yield from open_form(guide, "陈敏", "P001")
    hands.fill("主诉", "甲的主诉")
    hands.fill("现病史", "甲的现病史")
    guide.program.clinic.ask(guide, gate.hold)
    yield guide.until("the writer's lane is held", gate.is_shut.is_set)
    hands.do(ActionId.SAVE)
    yield Until("a moment for the save to begin", lambda: True)
    if typing and (fields := eyes.named("既往史", None, eyes.Use.WRITE)):
        fields[0].setFocus()
        hands.write("甲的后话")
    guide.look_for("周平")
    still = eyes.Still(guide.program.window)
    yield guide.until("the window stands still", still)
    _agree(guide)
    if any(isinstance(event, VisitSaved) for event in guide.heard):
        raise Astray("The lane was not held")
    gate.open()
    yield guide.told_of(VisitSaved, 0)
    yield guide.turned_to(RecordNo("P002"))
    yield guide.control("主诉")
    yield guide.until("the window stands still", eyes.Still(guide.program.window))
    _agree(guide)
    (found,) = yield guide.asked("周平", lambda kernel: kernel.patients.show("P002"))
    tell(name=found.details.name, written=written())
    before = len(guide.heard)
    later(clock, 1)
    hands.fill("主诉", "乙的主诉")
    yield guide.until(
        "the second patient's draft is kept",
        lambda: any(isinstance(one, DraftSaved) and one.record_no == "P002" for one in guide.heard[before:]),
    )
    yield from guide.leave()


def _agree(guide: Guide) -> None:
    """Banner, title and page are about one person."""
    title = guide.program.window.windowTitle()
    numbers = [number for number in ("P001", "P002") if title.startswith(f"{number} ")]
    banner = next(
        name
        for widget in eyes.widgets()
        if (name := widget.accessibleName()).startswith(("陈敏 ", "周平 ")) and "P00" in name
    )
    if len(numbers) != 1 or numbers[0] not in banner:
        raise Astray(f"The title says {title}, the banner {banner}")


if __name__ == "__main__":
    play(scenario)
