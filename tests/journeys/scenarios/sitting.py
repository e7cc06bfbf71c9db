"""Two hundred visits in one sitting, over a few patients; tells what the process holds after the first round and after the last."""

import gc
import threading
from collections import Counter
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from core.base.ids import RecordNo
from core.events.model import VisitSaved
from desktop.actions.catalog import ActionId
from desktop.tour import eyes, hands
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.walk import Steps
from tests.journeys.scenarios.stage import play, tell

PEOPLE = ("陈敏", "周平", "吴刚", "郑丽", "何青")
ROUND = 20
"""Visits of a day."""


def scenario(guide: Guide, clock: TourClock, rounds: str) -> Steps:
    yield guide.opened()
    for day in range(int(rounds)):
        for place in range(ROUND):
            person = place % len(PEOPLE)
            yield from visit(guide, PEOPLE[person], RecordNo(f"P{person + 1:03d}"), f"第{day}日第{place}位")
            clock.advance(timedelta(minutes=6))
        for screen in (ActionId.TODAY, ActionId.PATIENTS, ActionId.COMPARE, ActionId.INTAKE):
            hands.do(screen)
            for _ in range(2):  # what a screen asks, and what it asks once it was answered
                yield guide.asked("what was asked before", lambda kernel: kernel.patients.count())
        clock.advance(timedelta(hours=22))
        settle()
        tell(**held(guide))
    yield from guide.leave()


def visit(guide: Guide, name: str, record_no: RecordNo, words: str) -> Steps:
    """Find, choose, write, save, by direct keys."""
    hands.do(ActionId.FIND)
    hands.write(record_no)
    hands.key(Qt.Key.Key_Return)
    yield guide.turned_to(record_no)
    yield from guide.write_another()
    hands.fill("主诉", words)
    hands.fill("现病史", f"{name}：{words}")
    before = len(guide.heard)
    yield from guide.do(ActionId.SAVE)
    yield guide.told_of(VisitSaved, before)
    yield guide.until("what was saved is shown", lambda: not eyes.named("主诉", None, eyes.Use.WRITE))


def settle() -> None:
    """Carry out what waits to be deleted, and collect what Python let go of."""
    for _ in range(3):
        gc.collect()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def held(guide: Guide) -> dict[str, object]:
    """What the process holds: widgets by class, timers, threads and memory."""
    tops: list[QObject] = [*QApplication.topLevelWidgets(), guide.program.clinic, guide.program.guard]
    timers = sum(len(top.findChildren(QTimer)) for top in tops)
    names = [type(widget).__name__ for widget in QApplication.allWidgets()]
    return {
        "widgets": dict(Counter(names)),
        "timers": timers,
        "objects": sum(len(top.findChildren(QObject)) for top in tops),
        "threads": threading.active_count(),
        "resident_kb": resident_kb(),
    }


def resident_kb() -> int:
    """The process's resident memory, 0 where the system does not say."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return 0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1])


if __name__ == "__main__":
    play(scenario)
