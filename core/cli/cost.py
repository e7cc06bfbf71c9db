"""`mingdao cost …`: what calls of models cost, today, by what they were for, and month by month.

A call whose amount nobody knows is said to be that: never ¥0.00.
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Annotated

import typer

from core.base.errors import UserError
from core.base.messages import Messages
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.plain import moment
from core.kernel import Kernel
from core.services.spending.facts import By, Line, PackStanding, Report, Tariff, Today
from core.services.spending.spending import month
from core.services.spending.words import cost_words, open_questions, pack_words, tariff_words, yuan

app = typer.Typer(help="费用：今日用了多少、按领域包等分账、月报")

COLUMNS = ("calls", "prompt", "completion", "cost")

ALL = "all"

ByOption = Annotated[By | None, typer.Option("--by", help="按什么分账")]


@app.callback(invoke_without_command=True)
def cost(
    ctx: typer.Context,
    by: ByOption = None,
    today: Annotated[bool, typer.Option("--today", help="只看今日")] = False,
    since: Annotated[str, typer.Option("--since", help="从哪一天起，如 2026-11-01")] = "",
) -> None:
    """今日的费用与限额；写 --by 时分账，不写 --today 或 --since 时为全部时间。"""
    if ctx.invoked_subcommand is not None:
        if given := _given(by, today=today, since=since):
            raise UserError("cost_before_report", names=given)
        return
    if today and since:
        raise UserError("cost_period")
    front: Front = ctx.obj
    first = _day_of(since) if since else None
    with front.clinic() as clinic:
        if by is None and not today and first is None:
            _tell_today(front, clinic)
            return
        day = clinic.clock.now().date() if today else first
        report = clinic.spending.report(by or By.PACK, day)
    if front.json:
        write_json(_report(report))
        return
    words = front.messages
    key = "all" if day is None else "one_day" if today else "since"
    _tell_table(report, words.text(f"spending.{key}", day=str(day), since=str(day)), words)


@app.command()
def report(
    ctx: typer.Context,
    period: Annotated[str, typer.Argument(help="哪个月，如 2026-11；all 为全部；不写为本月")] = "",
    by: ByOption = None,
) -> None:
    """一个月或全部的费用，写成 Markdown。"""
    front: Front = ctx.obj
    words = front.messages
    with front.clinic() as clinic:
        named = period or f"{clinic.clock.now():%Y-%m}"
        since, until = (None, None) if named == ALL else month(named)
        kinds = [by] if by else list(By)
        reports = [clinic.spending.report(one, since, until) for one in kinds]
    if front.json:
        write_json({"period": named, "reports": [_report(one) for one in reports]})
        return
    said = words.text("spending.all") if named == ALL else words.text("spending.month", month=named)
    if not reports[0].lines:
        say(_none(reports[0], said, words))
        return
    for line in _markdown(reports, said, words):
        say(line)


def pack_plain(one: PackStanding) -> dict[str, object]:
    return {
        "pack": one.pack,
        "spent": _amount(one.spent),
        "limit": _amount(one.limit),
        "left": _amount(one.left),
        "stops": one.stops,
    }


def _given(by: By | None, *, today: bool, since: str) -> tuple[str, ...]:
    """The options that were written."""
    written = {"--by": by, "--today": today, "--since": since}
    return tuple(name for name, value in written.items() if value)


def _day_of(text: str) -> date:
    """Raises `UserError` bad_day."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise UserError("bad_day", value=text) from None


def _tell_today(front: Front, clinic: Kernel) -> None:
    stands = clinic.spending.today()
    model = clinic.models.resolve().name
    tariff = clinic.spending.tariff(model)
    if front.json:
        write_json({"today": _today(stands), "tariff": _tariff(model, tariff)})
        return
    words = front.messages
    for line in (*_today_lines(stands, words), *_tariff_lines(model, tariff, words)):
        say(line)
    for one in stands.packs:
        say(words.text("list.said", name=one.pack, said=pack_words(one, words)))
    say(words.text("spending.estimate"))


def _today_lines(one: Today, words: Messages) -> Iterator[str]:
    if one.spent is None or one.line is None:
        yield words.text("spending.unreadable")
        return
    key, limit = ("today", "") if one.guard.limit is None else ("today_of_limit", yuan(one.guard.limit))
    said = words.text(
        f"spending.{key}", day=str(one.day), spent=yuan(one.spent), limit=limit, calls=one.line.calls
    )
    level = words.text(f"spending.level.{one.level}")
    yield said if one.guard.limit is None else f"{said} · {level}"
    if one.day != one.clock_day:
        yield words.text("spending.clock_back", clock_day=str(one.clock_day), day=str(one.day))
    if one.line.hit_percent is not None:
        yield words.text("spending.hit", percent=f"{one.line.hit_percent:.1f}")
    yield from open_questions(one.line, words)


def _tariff_lines(model: str, one: Tariff, words: Messages) -> Iterator[str]:
    yield tariff_words(model, one, words)
    if one.until is not None and one.minutes is not None:
        yield words.text("spending.tariff_until", minutes=one.minutes, at=f"{one.until:%m-%d %H:%M}")
    if one.is_holiday_unknown:
        yield words.text("spending.holidays_unknown")


def _tell_table(one: Report, period: str, words: Messages) -> None:
    if not one.lines:
        say(_none(one, period, words))
        return
    say(words.text("spending.heading", by=words.text(f"spending.by.{one.by}"), period=period))
    headings = [words.text(f"spending.columns.{column}") for column in (one.by.value, *COLUMNS)]
    table(headings, [_cells(line, words) for line in (*one.lines, one.total)], whole={0, len(COLUMNS)})
    for line in open_questions(one.total, words):
        say(line)
    say(words.text("spending.estimate"))


def _none(one: Report, period: str, words: Messages) -> str:
    """That nothing was asked: ever, or in a time that was named."""
    is_all = one.since is None and one.until is None
    return words.text("spending.none") if is_all else words.text("spending.none_then", period=period)


def _markdown(reports: list[Report], period: str, words: Messages) -> Iterator[str]:
    yield words.text("spending.report", period=period)
    for one in reports:
        by = words.text(f"spending.by.{one.by}")
        headings = [words.text(f"spending.columns.{column}") for column in (one.by.value, *COLUMNS)]
        yield ""
        yield "## " + words.text("spending.heading", by=by, period=period)
        yield ""
        yield _row(headings)
        yield _row(["---", *["---:"] * len(COLUMNS)])
        for line in (*one.lines, one.total):
            yield _row(_cells(line, words))
    yield ""
    yield from open_questions(reports[0].total, words)
    yield words.text("spending.estimate")


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _cells(one: Line, words: Messages) -> list[str]:
    name = words.text("spending.total") if one.is_total else one.key or words.text("spending.nobody")
    return [name, str(one.calls), str(one.prompt), str(one.completion), cost_words(one, words)]


def _amount(value: Decimal | None) -> Decimal | None:
    """Digits without an exponent where there need be none."""
    return None if value is None else Decimal(f"{value.normalize():f}")


def _line(one: Line) -> dict[str, object]:
    return {
        "key": one.key,
        "calls": one.calls,
        "prompt": one.prompt,
        "completion": one.completion,
        "hit": one.hit,
        "cost": _amount(one.cost),
        "booked": _amount(one.booked),
        "unknown": one.unknown,
        "unpriced": one.unpriced,
        "running": one.running,
    }


def _report(one: Report) -> dict[str, object]:
    return {
        "by": one.by,
        "since": _day(one.since),
        "until": _day(one.until),
        "lines": [_line(line) for line in one.lines],
        "total": _line(one.total),
    }


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _today(one: Today) -> dict[str, object]:
    percent = one.line.hit_percent if one.line else None
    return {
        "day": one.day.isoformat(),
        "clock_day": one.clock_day.isoformat(),
        "spent": _amount(one.spent),
        "limit": _amount(one.guard.limit),
        "warn_at": _amount(one.guard.warned_at),
        "left": _amount(one.left),
        "action": one.guard.action,
        "level": one.level,
        "hit_percent": None if percent is None else round(percent, 1),
        "line": _line(one.line) if one.line else None,
        "packs": [pack_plain(pack) for pack in one.packs],
    }


def _tariff(model: str, one: Tariff) -> dict[str, object]:
    price = one.price
    return {
        "model": model,
        "window": price.window if price else None,
        "hit": price.hit if price else None,
        "miss": price.miss if price else None,
        "output": price.output if price else None,
        "version": price.version if price else None,
        "until": moment(one.until) if one.until else None,
        "minutes": one.minutes,
        "holidays_known": not one.is_holiday_unknown,
    }
