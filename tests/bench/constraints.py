"""Constraints: an allowed call under 20 of them, and a page of text under the wording rules that ship. In microseconds, too."""

from collections.abc import Callable, Iterator
from typing import Any

from core.constraints.engine import Result
from core.constraints.event import Author
from tests.bench.ground import Ground
from tests.bench.measure import Line, gathered, line, timed
from tests.fakes.constraints import T, engine, shipped

ARGUMENTS = {"patientId": "P001", "form": "shiwen", "narrative": "入睡难，夜醒三次，晨起头昏，纳可，二便调。"}
RESULT = Result("已记录十项。", {f"f{number}": "无" for number in range(10)})
TEXT = (
    "患者诉夜里醒的次数变少，胃脘胀痛次数比前一次少，大便成形，舌淡红，苔薄白，脉弦。未见好转之处仍有头昏。"
)


KINDS: tuple[dict[str, Any], ...] = (
    {"kind": "tool-arg-require", "requireArg": "patientId"},
    {"kind": "arg-forbid", "arg": "narrative", "pattern": r"身份证|\d{17}[\dXx]"},
    {"kind": "completeness", "fields": [f"f{field}" for field in range(10)]},
    {"kind": "result-forbid", "pattern": "有效|好转|治愈|确诊为"},
    {"kind": "arg-forbid", "arg": "form", "pattern": "^(系统|内部)"},
)


def twenty() -> list[dict[str, Any]]:
    """Constraints of every kind about tools, half of them about the tool that is called."""
    return [
        {"id": f"c{number}", "tool": "t" if number % 2 else "u", **KINDS[number % len(KINDS)]}
        for number in range(20)
    ]


def bench(ground: Ground) -> Iterator[Line]:
    """Before and after a call, and before a text is seen."""
    checked, wording = engine(*twenty()), shipped()
    text = TEXT * 8
    work: dict[str, Callable[[], object]] = {
        "constraints.before_tool": lambda: checked.before_tool(T, ARGUMENTS),
        "constraints.after_tool": lambda: checked.after_tool(T, ARGUMENTS, RESULT),
        "constraints.output": lambda: wording.before_output(text, Author.MODEL),
    }
    for name, once in work.items():
        once()
        times = gathered(timed(once) for _ in range(20 * ground.sizes.repeats))
        yield line(name, times, p50_us=round(times.p50 * 1000), p95_us=round(times.p95 * 1000))
