"""A finding: one symptom at one visit, as design/comparison.md defines it. Answers become findings in `core.forms.symptoms`."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from core.base.text import compact


class Status(StrEnum):
    """What asking brought. 未问 is always missing; 无 and 不详 are answers."""

    PRESENT = "有"
    ABSENT = "无"
    NOT_ASKED = "未问"
    UNKNOWN = "不详"


class Trend(StrEnum):
    """What the patient or the physician said about the change. Words, not a computed state."""

    GONE = "消失"
    LESS = "减轻"
    SAME = "无变化"
    MORE = "加重"
    AGAIN = "又起"


class MoreIs(StrEnum):
    """Whether more of a count is worse or better. Data of a pack's vocabulary; without it a count is no evidence."""

    WORSE = "worse"
    BETTER = "better"


@dataclass(frozen=True, slots=True)
class Count:
    """A number with its unit as recorded, such as 3 次/夜."""

    value: Decimal
    unit: str

    @property
    def number(self) -> str:
        """The number as it was written, never with an exponent."""
        return format(self.value, "f")

    @property
    def text(self) -> str:
        """As it is shown and printed: 3 次/夜."""
        return f"{self.number} {self.unit}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One symptom at one visit. `grade` is 1 轻, 2 中, 3 重; texts are as typed, empty when nothing was."""

    term: str
    status: Status
    field: str = ""
    grade: int | None = None
    count: Count | None = None
    trend: Trend | None = None
    since: str = ""
    frequency: str = ""
    words: str = ""

    @property
    def key(self) -> str:
        """The identity of the symptom: its term, NFKC, without blanks."""
        return compact(self.term)
