"""The closed table, case by case, from the shared files. Nothing in them is typed again here."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from core.packhost.api import Count, Finding, MoreIs, Status, Trend
from tests.fakes.packs import tcm_module

SHARED_CASES = Path(__file__).parents[3].parent / "shared" / "cases"


def _cases(name: str) -> list[dict[str, Any]]:
    path = SHARED_CASES / name
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    )


def _finding(raw: dict[str, Any]) -> Finding:
    count = raw.get("count")
    return Finding(
        term="症状",
        status=Status(raw["status"]),
        grade=raw.get("grade"),
        count=Count(Decimal(count["value"]), count["unit"]) if count else None,
        trend=Trend(raw["trend"]) if raw.get("trend") else None,
        words=raw.get("words") or "",
    )


@pytest.mark.parametrize(
    "case",
    [*_cases("comparison_table.jsonl"), *_cases("comparison_records.jsonl")],
    ids=lambda case: case["id"],
)
def test_case_of_the_closed_table(case: dict[str, Any]) -> None:
    directions = {
        count["unit"]: MoreIs(count["more_is"])
        for raw in (*case["history"], case["current"])
        if (count := raw.get("count")) and count.get("more_is")
    }
    verdict = tcm_module("comparison").judge(
        [_finding(raw) for raw in case["history"]],
        _finding(case["current"]),
        lambda _term, unit: directions.get(unit),
    )
    found = verdict and {"state": verdict.state, "marker": verdict.marker, "rule": verdict.rule}
    assert found == case["expected"]
