"""Who is due: by the days since somebody was last seen. The one place that knows the thresholds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from core.packhost.api import Context, FollowUp, Result, Tool

OVERDUE_DAYS = 14
DUE_SOON_DAYS = 3
"""Before it is overdue."""


class Due(StrEnum):
    """How it stands, in the order of the board."""

    OVERDUE = "超期"
    SOON = "临期"
    NORMAL = "正常"
    NEVER = "未就诊"


@dataclass(frozen=True, slots=True)
class Line:
    """One patient on the board. `days` is None for somebody who was never seen."""

    record_no: str
    due: Due
    days: int | None
    visits: int


def due_by(days: int | None) -> Due:
    """How it stands after so many days."""
    if days is None:
        return Due.NEVER
    if days >= OVERDUE_DAYS:
        return Due.OVERDUE
    return Due.SOON if days >= OVERDUE_DAYS - DUE_SOON_DAYS else Due.NORMAL


def board(people: tuple[FollowUp, ...], today: date) -> tuple[Line, ...]:
    """Everybody, the most pressing first; of two alike who was seen earlier, then by number."""
    lines = []
    for one in people:
        days = (today - one.last_visit).days if one.last_visit else None
        lines.append(Line(one.record_no, due_by(days), days, one.visits))
    order = list(Due)
    return tuple(
        sorted(
            lines,
            key=lambda one: (order.index(one.due), -(one.days or 0), len(one.record_no), one.record_no),
        )
    )


def show(_arguments: Mapping[str, object], context: Context) -> Result:
    lines = board(context.records.follow_ups(), context.clock.now().date())
    counts = {due: sum(one.due is due for one in lines) for due in Due}
    visits = sum(one.visits for one in lines)
    head = f"{len(lines)} 位患者，{visits} 次就诊；" + "，".join(
        f"{due} {count}" for due, count in counts.items()
    )
    listed = [
        f"{one.record_no} {one.due}" + (f"（{one.days} 天）" if one.days is not None else "")
        for one in lines
        if one.due in {Due.OVERDUE, Due.SOON}
    ]
    data: dict[str, object] = {
        "patients": len(lines),
        "visits": visits,
        "overdueDays": OVERDUE_DAYS,
        "dueSoonDays": DUE_SOON_DAYS,
        "overdue": [one.record_no for one in lines if one.due is Due.OVERDUE],
        "dueSoon": [one.record_no for one in lines if one.due is Due.SOON],
        "rows": [{"patientId": one.record_no, "status": one.due.value, "days": one.days} for one in lines],
    }
    return Result("\n".join((head, *listed)), data=data)


FOLLOWUP_BOARD = Tool(
    "followup_board",
    "随访看板",
    f"按未就诊的天数列出随访：满 {OVERDUE_DAYS} 天为超期，此前 {DUE_SOON_DAYS} 天为临期。只看病历号，没有姓名。",
    {"type": "object", "properties": {}, "additionalProperties": False},
    show,
    read_only=True,
)
