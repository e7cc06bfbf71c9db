"""The red line on wording against the pack's own terms: none of them reads as a cue that excuses a conclusion."""

import pytest

from core.constraints.event import Author
from core.packhost.host import mount
from tests.fakes.constraints import shipped

TERMS = sorted(
    {
        name
        for pack in mount().mounted
        for axis in pack.axes
        for term in axis.terms
        for name in (term.term, *term.aliases)
    }
)


@pytest.mark.parametrize("conclusion", ["好转", "有效", "已治愈", "明显好转"])
def test_no_symptom_excuses_what_is_concluded_of_it(conclusion: str) -> None:
    engine = shipped()
    excused = [term for term in TERMS if not engine.before_output(f"{term}{conclusion}。", Author.MODEL).hits]
    assert excused == []
    assert len(TERMS) > 1000
