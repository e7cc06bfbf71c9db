"""Each constraint is tried: against what is made from it and what its pack gives."""

from dataclasses import replace

import pytest

from core.constraints.counter_examples import Tried, try_all
from tests.fakes.constraints import TODAY, read, spec

ALL = [
    spec("tool-deny", tool="t"),
    spec("tool-arg-require", tool="t", requireArg="p"),
    spec("arg-forbid", tool="t", arg="a", pattern=r"rm\s+-rf"),
    spec("confirm", tool="t"),
    spec("completeness", tool="t", fields=["a", "b"], when={"arg": "form", "in": ["x"]}),
    spec("result-forbid", tool="t", pattern=r"\d{17}[\dX]"),
    spec("output-forbid", pattern="有效|好转", action="warn"),
]


def tried(written: dict[str, object]) -> Tried:
    return try_all(read(written), TODAY)[0]


@pytest.mark.parametrize("written", ALL, ids=lambda written: str(written["kind"]))
@pytest.mark.parametrize("pack", ["tcm", ""])
def test_each_kind_has_examples_of_its_own(written: dict[str, object], pack: str) -> None:
    (one,) = try_all(read(written, pack=pack), TODAY)
    assert one.ok
    assert {trial.is_given for trial in one.trials} == {False}


def test_one_that_stops_nothing_is_told() -> None:
    assert tried(spec("output-forbid", pattern=r"a\bb")).stops_nothing
    assert tried(spec("output-forbid", pattern=r"[^\s\S]")).stops_nothing
    one = read(spec("tool-deny", tool="t"))[0]
    assert try_all([replace(one, tool="")], TODAY)[0].stops_nothing


def test_one_that_stops_everything_is_told() -> None:
    assert tried(spec("output-forbid", pattern="(a+)?")).passes_nothing
    assert not tried(spec("output-forbid", pattern="(a+)?")).ok


def test_examples_of_the_pack() -> None:
    right = {"blocks": [{"p": "未知"}], "passes": [{"p": "P001"}]}
    assert tried(spec("tool-arg-require", tool="t", requireArg="p", examples=right)).ok
    wrong = {"blocks": right["passes"], "passes": right["blocks"]}
    found = tried(spec("tool-arg-require", tool="t", requireArg="p", examples=wrong))
    assert [trial.example for trial in found.wrong] == [{"p": "P001"}, {"p": "未知"}]
    assert not found.ok


def test_results_of_the_pack() -> None:
    examples = {
        "blocks": [{"output": "x"}, {"data": {"a": "不详"}}],
        "passes": [{"data": {"a": "无"}}, {"ok": False}],
    }
    assert tried(spec("completeness", tool="t", fields=["a"], examples=examples)).ok
