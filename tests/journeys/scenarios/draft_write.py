"""Writes without end for P001 and tells each word that the program has acknowledged as kept. Run to be killed."""

from itertools import count

from core.events.model import DraftSaved
from desktop.tour import eyes, hands
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.walk import Steps, Until
from tests.journeys.scenarios.stage import open_form, play, tell

MORE = 3
"""Words that follow a word that was acknowledged, before the next is waited for."""


def scenario(guide: Guide, clock: TourClock) -> Steps:
    yield guide.opened()
    yield from open_form(guide, "陈敏", "P001")
    hands.to("现病史")
    numbers = count(1)
    kept = guide.program.messages.text("autosave.saved", time=f"{clock.now():%H:%M}")
    while True:
        before = len(guide.heard)
        number = next(numbers)
        hands.write(f"第{number}句。")
        yield guide.told_of(DraftSaved, before)
        yield guide.until("the status line says so", lambda: eyes.says(kept))
        tell(acknowledged=number)
        for _ in range(MORE):
            hands.write(f"第{next(numbers)}句。")
            yield Until("the next word", lambda: True)


if __name__ == "__main__":
    play(scenario)
