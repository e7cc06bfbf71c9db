"""The one table of kinds: what loads is carried out, and every key is read."""

from collections.abc import Mapping
from typing import Any

import pytest

from core.constraints.engine import CHECKS
from core.constraints.kinds import ALWAYS_OPTIONAL, KINDS, Action, Stage
from core.constraints.reading import _TAKES
from tests.fakes.constraints import T, data, engine, spec

STOPPED: Mapping[str, dict[str, Any]] = {
    "tool-deny": {},
    "tool-arg-require": {"requireArg": "p"},
    "arg-forbid": {"arg": "a", "pattern": "x"},
    "confirm": {},
    "completeness": {"fields": ["f"]},
    "result-forbid": {"pattern": "结果"},
}


def test_P13_every_kind_that_loads_is_carried_out() -> None:
    about_tools = {name for name, kind in KINDS.items() if kind.has_tool and not kind.refused}
    assert about_tools == set(CHECKS) == set(STOPPED)
    assert {name for name in KINDS if name not in about_tools} == {"output-forbid", "require-citation"}


@pytest.mark.parametrize("kind", STOPPED)
def test_each_kind_acts_at_its_stage(kind: str) -> None:
    checked = engine(spec(kind, tool="t", **STOPPED[kind]))
    before, after = checked.before_tool(T, {"a": "x"}), checked.after_tool(T, {"a": "x"}, data())
    acts, rests = (before, after) if KINDS[kind].stage is Stage.PRE_TOOL else (after, before)
    assert acts.action is KINDS[kind].actions[0]
    assert rests.events == ()


def test_every_key_is_read() -> None:
    keys = {key for kind in KINDS.values() for key in (*kind.required, *kind.optional)}
    assert keys | set(ALWAYS_OPTIONAL) == set(_TAKES)


def test_actions_stand_from_mild_to_strict() -> None:
    order = [
        Action.PASS,
        Action.NOTICE,
        Action.WARN,
        Action.CONFIRM,
        Action.REWRITE,
        Action.REJECT,
        Action.BLOCK,
    ]
    assert sorted(order, key=lambda action: action.weight) == order
