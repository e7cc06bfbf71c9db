"""Clocks that are wrong by seconds or by decades: the clinic opens, saves, keeps its order and says so."""

from collections.abc import Iterator

from tests.fakes.clock import FixedClock
from tests.reliability.ground import Ground, save, state_of
from tests.reliability.line import Line, Tally

SECONDS = (-6.5, 6.5, -3600, 3600, -86400, 86400)
YEARS = (-40, -10, 10, 12, 74)
"""Ten years back and on; the last two are 2038, when short counters of seconds end, and 2100."""

YEAR_S = 365.25 * 86400
ALL = (*SECONDS, *(year * YEAR_S for year in YEARS))
FEW = (-6.5, 3600, -10 * YEAR_S, 10 * YEAR_S)


def bench(ground: Ground) -> Iterator[Line]:
    """A visit now, one by the wrong clock, one by the right clock again."""
    tally = Tally.of("clock", "lost", "corrupt", "unopenable")
    for seconds in ALL if ground.sizes.large else FEW:
        clinic, told, order = ground.clinic(visits=1, in_memory=True), list[str](), list[int]()
        for shift in (0.0, seconds, 0.0):
            clock = FixedClock()
            clock.advance(seconds=shift)
            with clinic.open(clock=clock) as kernel:
                save(kernel, 1)
                told = [one.code for one in kernel.health.look().concerns]
                order = [one.number for one in kernel.records.of_patient("P001")]
            if shift < -120:
                tally.require("clock_behind" in told, f"a clock {shift} s behind is not said")
        if seconds > 120:
            tally.require("visits_ahead" in told, f"a visit {seconds} s ahead is not flagged")
        # The third was at the wrong time; of one time, the number decides.
        ordered = [1, 2, 4, 3] if seconds > 0 else [3, 1, 2, 4]
        tally.require(order == ordered, f"with a clock {seconds} s wrong the visits stand as {order}")
        state = state_of(clinic)
        tally.n += 1
        tally.add("unopenable", state.trouble, int(not state.is_open))
        tally.add("lost", str(state), len({1, 2, 3, 4} - set(state.visits)) if state.is_open else 0)
        # The measurement's own look is by the right clock.
        tally.add("corrupt", str(state), int(state.is_corrupt))
        ground.drop(clinic)
    yield tally.line()
