"""Constraints and engines made short for tests."""

import json
from datetime import date
from pathlib import Path
from typing import Any

from core.constraints.constraint import Constraint
from core.constraints.engine import Engine, Result
from core.constraints.reading import read_constraints

TODAY = date(2026, 11, 30)
T = "pack__tcm__t"
WORDS = "有效|好转|治愈|确诊为"
SHIPPED = Path(__file__).resolve().parents[2] / "packs/tcm/constraints/wording.json"


def spec(kind: str, **keys: Any) -> dict[str, Any]:
    """One constraint as a pack writes it."""
    return {"id": "c", "kind": kind, **keys}


def read(*specs: dict[str, Any], pack: str = "tcm") -> tuple[Constraint, ...]:
    return read_constraints(specs, "constraints", pack)


def engine(*specs: dict[str, Any], pack: str = "tcm") -> Engine:
    """An engine with constraints of one pack, on a fixed day."""
    return Engine(read(*specs, pack=pack), lambda: TODAY)


def wording(**keys: Any) -> Engine:
    """An engine with one rule on wording; without keys it blocks."""
    return engine(spec("output-forbid", **{"pattern": WORDS, **keys}))


def shipped() -> Engine:
    """An engine with the wording rules that ship."""
    return engine(*json.loads(SHIPPED.read_text(encoding="utf-8")))


def data(**entries: object) -> Result:
    """What a tool returns that has data."""
    return Result("结果文字", entries)
