"""`mingdao price …`: what models cost, and what an admin sets over the price list.

A command of its own beside `mingdao cost`: that tells what was spent, this decides what calls cost from now on.
"""

from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Annotated

import typer

from core.base.clock import parse_moment
from core.base.errors import UserError
from core.base.messages import Messages
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.plain import moment
from core.cli.strict_group import StrictGroup
from core.kernel import Kernel
from core.services.spending.prices import DECIMALS, MOST, Given, Listed, Override
from core.services.visits.records import minute

app = typer.Typer(no_args_is_help=True, cls=StrictGroup, help="价格：各模型每百万 token 多少元，由管理员另设")

COLUMNS = ("model", "window", "hit", "miss", "output", "version", "since", "by")
HISTORY = ("model", "since", "amounts", "by", "at")

Model = Annotated[str, typer.Argument(help="模型的名称")]
Since = Annotated[str, typer.Option("--from", help="从何时起，如 2026-12-01T00:00；不写为现在，不能是过去")]


@app.command("list")
def list_prices(
    ctx: typer.Context,
    history: Annotated[bool, typer.Option("--history", help="列出曾经另设的全部价格")] = False,
) -> None:
    """列出各模型现在的价格；--history 列出谁在何时设过什么。"""
    front: Front = ctx.obj
    words = front.messages
    with front.clinic() as clinic:
        if history:
            _tell_history(front, clinic.prices.history())
            return
        every = clinic.prices.every()
    if front.json:
        write_json({"prices": [_plain(one) for one in every]})
        return
    headings = [words.text(f"prices.columns.{column}") for column in COLUMNS]
    table(headings, [_cells(one, words) for one in every], whole={0})


@app.command("set")
def set_price(
    ctx: typer.Context,
    model: Model,
    miss: Annotated[str, typer.Option("--miss", help="每百万 token 元：输入，缓存未命中")] = "",
    output: Annotated[str, typer.Option("--output", help="每百万 token 元：输出")] = "",
    hit: Annotated[str, typer.Option("--hit", help="每百万 token 元：输入，缓存命中；不写同未命中")] = "",
    peak_miss: Annotated[str, typer.Option("--peak-miss", help="峰时的 --miss")] = "",
    peak_output: Annotated[str, typer.Option("--peak-output", help="峰时的 --output")] = "",
    peak_hit: Annotated[str, typer.Option("--peak-hit", help="峰时的 --hit")] = "",
    since: Since = "",
) -> None:
    """为一个模型另设价格；只管以后的调用。需要管理员身份。"""
    front: Front = ctx.obj
    given = Given(*map(_amount, (miss, output, hit, peak_miss, peak_output, peak_hit)))
    with front.clinic() as clinic:
        done = clinic.prices.set(model, given, _from(clinic, since))
        is_known = any(done.model == one.name for one in clinic.models.every())
    if not is_known:
        say(front.messages.text("prices.no_model", model=done.model), to_error=True)
    if front.json:
        write_json({"price": _override(done)})
    else:
        words = front.messages
        said = _amounts(done, words)
        say(words.text("prices.set", model=done.model, since=minute(done.since), amounts=said))


@app.command("remove")
def remove_price(ctx: typer.Context, model: Model, since: Since = "") -> None:
    """不再用另设的价格，此后按价目表。设过什么仍有记录。需要管理员身份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        done = clinic.prices.remove(model, _from(clinic, since))
    if front.json:
        write_json({"price": _override(done)})
    else:
        say(front.messages.text("prices.removed", model=done.model, since=minute(done.since)))


def _tell_history(front: Front, every: tuple[Override, ...]) -> None:
    words = front.messages
    if front.json:
        write_json({"history": [_override(one) for one in every]})
    elif not every:
        say(words.text("prices.never_set"))
    else:
        table(
            [words.text(f"prices.columns.{column}") for column in HISTORY],
            [(one.model, minute(one.since), _amounts(one, words), one.by, minute(one.at)) for one in every],
        )


def _from(clinic: Kernel, text: str) -> datetime | None:
    return parse_moment(text, clinic.clock.zone) if text else None


def _amount(text: str) -> Decimal | None:
    """Raises `UserError` price_amount."""
    if not text.strip():
        return None
    try:
        return Decimal(text.strip())
    except InvalidOperation:
        raise UserError("price_amount", value=text, most=MOST, decimals=DECIMALS) from None


def _cells(one: Listed, words: Messages) -> list[str]:
    price, override = one.price, one.override
    set_by = [minute(override.since), override.by] if override else ["", ""]
    if price is None:
        return [one.model, words.text("spending.not_estimated"), "", "", "", "", *set_by]
    rates = [_digits(price.hit), _digits(price.miss), _digits(price.output)]
    return [one.model, words.text(f"spending.window.{price.window}"), *rates, price.version, *set_by]


def _amounts(one: Override, words: Messages) -> str:
    if one.is_end:
        return words.text("prices.removal")
    parts = [
        f"{words.text(f'prices.columns.{name}')} {_digits(value)}"
        for name in ("hit", "miss", "output")
        if (value := getattr(one, name)) is not None
    ]
    if one.peak is not None:
        peak = " / ".join(_digits(getattr(one.peak, name)) for name in ("hit", "miss", "output"))
        parts.append(f"{words.text('spending.window.peak')} {peak}")
    return words.text("list.between").join(parts)


def _digits(value: Decimal) -> str:
    return f"{value.normalize():f}"


def _plain(one: Listed) -> dict[str, object]:
    price = one.price
    return {
        "model": one.model,
        "window": price.window if price else None,
        "hit": price.hit if price else None,
        "miss": price.miss if price else None,
        "output": price.output if price else None,
        "version": price.version if price else None,
        "override": _override(one.override) if one.override else None,
    }


def _override(one: Override) -> dict[str, object]:
    peak = one.peak
    return {
        "number": one.number,
        "model": one.model,
        "since": moment(one.since),
        "ends": one.is_end,
        "hit": one.hit,
        "miss": one.miss,
        "output": one.output,
        "peak": {"hit": peak.hit, "miss": peak.miss, "output": peak.output} if peak else None,
        "by": one.by,
        "at": moment(one.at),
    }
