"""The tool that says what changed between two visits, in rows: facts alone, as the comparison has them. What was compared is kept."""

from collections.abc import Mapping

from core.packhost.api import ComparedVisits, Context, Result, Row, Side, Tool

HEAD = ("症状", "上次", "本次", "变化")
NOTHING = "—"

PARAMETERS: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "patientId": {"type": "string", "description": "病历号，如 P001；不是姓名"},
        "base": {"type": "integer", "minimum": 1, "description": "与哪一次比（就诊序号）；不写为前一次"},
        "to": {"type": "integer", "minimum": 1, "description": "哪一次（就诊序号）；不写为最近一次"},
    },
    "required": [],  # as in `intake`
    "additionalProperties": False,
}


def compare(arguments: Mapping[str, object], context: Context) -> Result:
    record_no = str(arguments.get("patientId", ""))
    base, to = _number(arguments.get("base")), _number(arguments.get("to"))
    found = context.records.compare(record_no, base, to)
    if found.base is None:
        return Result(
            f"这位患者有 {found.visits} 次就诊，不足两次，不能对比。", data={"visits": found.visits}
        )
    context.records.keep_comparison(record_no, base, to)
    return Result(_table(found), data=_plain(found))


def _table(found: ComparedVisits) -> str:
    head = f"第 {found.base} 次（{found.base_day}）与第 {found.to} 次（{found.to_day}）就诊："
    lines = [" | ".join(HEAD), *(" | ".join(map(_cell, _row(row, found))) for row in found.rows)]
    return "\n".join((head, *lines))


def _row(row: Row, found: ComparedVisits) -> tuple[str, ...]:
    said = row.state or row.marker or NOTHING
    change = f"{said}（医师判定）" if row.symptom in found.decided else said
    return row.symptom, _side(row.previous), _side(row.current), change


def _side(side: Side | None) -> str:
    """What a visit recorded, in its own words where there are any."""
    if side is None:
        return NOTHING
    grade = ("", "轻", "中", "重")[side.grade] if side.grade else ""
    parts = (
        side.status.value if side.status else "",
        grade,
        side.count.text if side.count else "",
        side.words,
    )
    return "，".join(filter(None, parts)) or NOTHING


def _cell(text: str) -> str:
    """A text that stays in its cell."""
    return " ".join(text.replace("|", "｜").split())


def _plain(found: ComparedVisits) -> dict[str, object]:
    rows = [
        {"symptom": row.symptom, "state": row.state, "marker": row.marker, "rule": row.rule}
        for row in found.rows
    ]
    return {"visits": found.visits, "base": found.base, "to": found.to, "rows": rows}


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None


VISIT_COMPARE = Tool(
    "visit_compare",
    "复诊对比",
    "两次就诊之间，每个症状的变化：四态与标记，只陈述事实；对比的结果留存。",
    PARAMETERS,
    compare,
)
