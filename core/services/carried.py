"""What stands ready on a return visit: of each symptom the last that was said for certain. None of it is an answer yet."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, tzinfo

from core.base.clock import local_date
from core.forms.findings import Count, Finding, Status
from core.store.visits import Visit

__all__ = ["Carried", "Count", "Finding", "Status", "carried_from"]


@dataclass(frozen=True, slots=True)
class Carried:
    """The newest finding of one symptom with status 有 or 无, and the visit that recorded it: `last` of the comparison."""

    finding: Finding
    visit: int
    day: date


def carried_from(every: Iterable[Visit], zone: tzinfo) -> tuple[Carried, ...]:
    """Those that were 有 first, then those that were 无, each in the order of the newest visit that has them.

    `every` is in order of time. 未问 and 不详 say nothing, so an older finding stands through them.
    """
    found: dict[str, Carried] = {}
    for visit in reversed(tuple(every)):
        day = local_date(visit.visited_at, zone)
        for finding in visit.findings:
            if finding.status in {Status.PRESENT, Status.ABSENT}:
                found.setdefault(finding.key, Carried(finding, visit.number, day))
    return tuple(sorted(found.values(), key=lambda one: one.finding.status is not Status.PRESENT))
