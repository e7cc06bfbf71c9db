"""Opens the form of P001 again, later, and tells what stands in it and what the page says of the draft."""

from datetime import timedelta

from PySide6.QtWidgets import QPlainTextEdit

from desktop.tour import eyes, hands
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.walk import Steps
from tests.fakes.clock import NOON
from tests.journeys.scenarios.stage import open_form, play, tell


def scenario(guide: Guide, clock: TourClock) -> Steps:
    yield guide.opened()
    yield from open_form(guide, "陈敏", "P001")
    story = hands.to("现病史")
    assert isinstance(story, QPlainTextEdit)
    yield guide.until("the draft stands in the form", story.toPlainText)
    tell(story=story.toPlainText(), said=[words for words in eyes.words() if "草稿" in words])
    yield from guide.leave()


if __name__ == "__main__":
    play(scenario, begins=NOON + timedelta(hours=3))
