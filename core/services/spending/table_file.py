"""A table of costs as a file for a spreadsheet: CSV in UTF-8, begun with its mark, so that Chinese is read as what it is.

No cell begins as a formula does (OWASP, CSV injection): models are named by admins, packs and sessions by anybody.
"""

import csv
import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from core.base.errors import UserError
from core.base.messages import Messages
from core.services.spending.facts import Line, Report
from core.services.spending.words import key_words

COLUMNS = (
    "calls",
    "prompt",
    "completion",
    "hit",
    "percent",
    "cost",
    "unmeasured",
    "unknown",
    "unpriced",
    "running",
    "booked",
)
"""After whose line it is; heads at `spending.file.<name>`."""

_TOKENS = {"prompt", "completion", "hit"}

MARK = "\ufeff"
_BEGINS = ("=", "+", "-", "@", "\t", "＝", "＋", "－", "＠")


def rows_of(report: Report, titles: Mapping[str, str], words: Messages) -> Iterator[list[str]]:
    """The heads, each line, and all of them together. Amounts are exact; one that nobody knows says so."""
    by = words.text(f"spending.columns.{report.by}")
    yield [by, *(words.text(f"spending.file.{column}") for column in COLUMNS)]
    for line in report.lines:
        yield [key_words(report.by, line.key, titles, words), *_cells(line, words)]
    yield [words.text("spending.total"), *_cells(report.total, words)]


def content(rows: Iterable[Sequence[str]]) -> bytes:
    """The rows, each on a line of its own."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return (MARK + out.getvalue()).encode()


def write(file: Path, rows: Iterable[Sequence[str]]) -> None:
    """Into a new file, read by its owner only. Raises `UserError` file_exists; OSError, and no file is left."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise UserError("file_exists", file=file) from error
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content(rows))
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _cells(line: Line, words: Messages) -> Iterator[str]:
    for column in COLUMNS:
        if column == "cost":
            yield words.text("spending.not_estimated") if line.cost is None else _digits(line.cost)
        elif column == "percent":
            yield "" if line.hit_percent is None else f"{line.hit_percent:.1f}"
        elif column in _TOKENS and line.unmeasured == line.calls:
            yield ""  # not nothing: nobody knows
        elif column == "booked":
            yield _digits(line.booked)
        else:
            yield str(getattr(line, column))


def _digits(amount: Decimal) -> str:
    return f"{amount.normalize():f}"


def _safe(cell: str) -> str:
    """The text on one line; an apostrophe before what would be carried out."""
    line = " ".join(cell.splitlines()) if "\n" in cell or "\r" in cell else cell
    return f"'{line}" if line.lstrip(" ").startswith(_BEGINS) else line
