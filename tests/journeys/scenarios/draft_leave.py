"""Writes for P001 and leaves in the same breath, in the way that is named: quit, lock, or another patient."""

from core.base.ids import RecordNo
from desktop.tour import hands
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.walk import Steps
from tests.journeys.scenarios.stage import open_form, play


def scenario(guide: Guide, clock: TourClock, way: str) -> Steps:
    yield guide.opened()
    yield from open_form(guide, "陈敏", "P001")
    hands.fill("现病史", f"最后一句，随即{way}。")
    if way == "lock":
        yield from guide.lock()
    elif way == "turn":
        guide.look_for("周平")
        yield guide.turned_to(RecordNo("P002"))
    yield from guide.leave()


if __name__ == "__main__":
    play(scenario)
