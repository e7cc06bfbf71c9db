"""A clinic in which models were asked for a while: packs, tools, purposes, days with nothing, calls nobody can put a price on."""

from datetime import datetime, timedelta

from core.cost.books import Cause, Ended
from core.cost.usage import Usage
from core.kernel import Kernel
from core.llm.model import Boundary, Model, Wire
from tests.fakes.clinic import Clinic
from tests.fakes.clock import FixedClock

WAYS = (
    ("tcm", "pack__tcm__intake_collect", "intake-extract", "deepseek-flash"),
    ("tcm", "pack__tcm__visit_compare", "visit-compare", "deepseek-flash"),
    ("", "", "assistant", "deepseek-v4-pro"),
    ("tcm", "pack__tcm__followup_board", "followup-script", "deepseek-flash"),
)
ELSEWHERE = Model("glm-5", "zhipuai", "https://open.bigmodel.cn/api/paas/v4", Wire.OPENAI, Boundary.EXTERNAL)
"""It has no price."""


def spent_for(clinic: Clinic, until: datetime, days: int = 45) -> None:
    """Calls on most of so many days up to a moment."""
    for back in range(days, -1, -1):
        at = until - timedelta(days=back)
        if back % 7 == 3:
            continue
        with clinic.open(clock=FixedClock(at)) as kernel:
            for number in range(1 + back * 5 % 7):
                _call(kernel, number + back, back)


def _call(kernel: Kernel, number: int, back: int) -> None:
    pack, tool, purpose, model = WAYS[number % len(WAYS)]
    cause = Cause(pack, tool, purpose, f"sitting-{back // 3}")
    asked = ELSEWHERE if number % 13 == 0 else kernel.models.resolve(model)
    prompt = 3_000 + 911 * (number % 9)
    made = kernel.spending.reserve(cause, asked, prompt=prompt + 500, max_output=2_000).reservation
    assert made is not None
    usage = (
        None
        if number % 17 == 0
        else Usage(prompt, 300 + 40 * (number % 5), prompt * 6 // 10, prompt * 4 // 10)
    )
    kernel.spending.settle(made, Ended(usage, "ok"))
