"""Costs as a file for a spreadsheet: exact, readable as Chinese, and nothing in it is carried out."""

import csv
import io
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from core.base.errors import Refused, UserError
from core.base.messages import Messages
from core.cost.books import Ended
from core.services.spending.facts import By
from core.services.spending.table_file import MARK, content
from tests.fakes.clinic import Clinic
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.spending import reserve, spend

WORDS = Messages()


def rows_of(raw: bytes) -> list[list[str]]:
    text = raw.decode()
    assert text.startswith(MARK)
    return list(csv.reader(io.StringIO(text.removeprefix(MARK), newline="")))


@pytest.mark.parametrize(
    "cell",
    [
        *("=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1+1", "＠SUM", " =1+1", "\n=1+1"),
        *("=cmd|' /C calc'!A0", '=HYPERLINK("http://x","y")'),
    ],
)
def test_a_cell_never_begins_as_a_formula(cell: str) -> None:
    ((written,),) = rows_of(content([[cell]]))
    assert written.startswith("'")
    assert "\n" not in written
    assert written.lstrip("'").split() == cell.split()


@pytest.mark.parametrize("cell", ["中医", "deepseek-flash", "a=b", "0.05100", "", "a,b", 'a"b', "'x"])
def test_any_other_cell_is_as_it_was(cell: str) -> None:
    assert rows_of(content([[cell, "x"]])) == [[cell, "x"]]


def test_a_report_is_written_whole_with_exact_amounts_and_what_nobody_knows(
    clinic: Clinic, tmp_path: Path
) -> None:
    file = tmp_path / "costs.csv"
    with clinic.open() as kernel:
        spend(kernel, "0.123456", session="=2+5", hit=0)
        made = reserve(kernel, session="s2").reservation
        assert made is not None
        kernel.spending.settle(made, Ended(None, "ok"))
        reserve(kernel, session="s3", model="glm-5")
        assert kernel.spending.export(file, By.SESSION, None, None, WORDS) == 3
        with pytest.raises(UserError, match="file_exists"):
            kernel.spending.export(file, By.SESSION, None, None, WORDS)
        with pytest.raises(UserError, match="out_inside"):
            kernel.spending.export(clinic.home.folder / "costs.csv", By.SESSION, None, None, WORDS)
        nothing = tmp_path / "nothing.csv"
        assert kernel.spending.export(nothing, By.DAY, date(2020, 1, 1), date(2020, 1, 2), WORDS) == 0
    head, *lines = rows_of(file.read_bytes())
    assert head[:3] == ["会话", "调用次数", "提示 token"]
    assert "以官方账单为准" in head[6]
    assert [(line[0], line[2], *line[6:10]) for line in lines] == [
        ("'=2+5", "123456", "0.123456", "0", "0", "0"),
        ("s2", "", "无法估算", "1", "1", "0"),
        ("s3", "", "无法估算", "1", "0", "1"),
        ("合计", "123456", "0.123456", "2", "1", "1"),
    ]
    assert [line[-1] for line in lines] == ["0.123456", "1", "0", "1.123456"]
    assert file.stat().st_mode & 0o077 == 0
    assert Decimal(lines[-1][-1]) == sum(Decimal(line[-1]) for line in lines[:-1])
    assert [row[0] for row in rows_of(nothing.read_bytes())] == ["日期", "合计"]


def test_whoever_may_not_see_costs_gets_no_file(clinic: Clinic, tmp_path: Path) -> None:
    staffed(clinic)
    file = tmp_path / "costs.csv"
    with (
        clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel,
        pytest.raises(Refused, match="not_allowed"),
    ):
        kernel.spending.export(file, By.PACK, None, None, WORDS)
    assert not file.exists()
