"""`mingdao net …`: which hosts may be reached, and which were asked for. Told from the audit trail; nothing here opens a connection."""

from typing import Annotated

import typer

from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.plain import moment
from core.cli.strict_group import StrictGroup
from core.services.network import By, NetCount, NetReport, NetRow

app = typer.Typer(no_args_is_help=True, cls=StrictGroup, help="网络：允许的地址，对外请求的统计")


@app.command()
def policy(ctx: typer.Context) -> None:
    """领域包可以到达哪些地址，没有列出的怎么办。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        found = clinic.network.policy()
    if front.json:
        write_json({"allow": list(found.net_allow), "mode": found.net_mode})
        return
    words = front.messages
    say(words.text(f"net.mode.{found.net_mode}"))
    if found.net_allow:
        say(words.text("net.allowed", rules=words.text("list.between").join(found.net_allow)))
    else:
        say(words.text("net.none_allowed"))
    say(words.text("net.models_apart"))
    say(words.text("net.boundary"))


@app.command()
def report(
    ctx: typer.Context,
    since: Annotated[str, typer.Option("--since", help="7d、24h、90m，或天数；不写即全部")] = "",
    by: Annotated[By, typer.Option("--by", help="host 按地址，pack 按领域包再按地址")] = By.HOST,
) -> None:
    """对外请求：次数、放行与拦截、地址、命中的规则；不含路径与内容。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        found = clinic.network.report(since, by)
    if front.json:
        write_json(_plain(front, found, by))
        return
    words = front.messages
    columns = ("count", "outcome", "host", "rule", *(("pack",) if by is By.PACK else ()), "sent", "received")
    if found.counts:
        table(
            [words.text(f"net.columns.{column}") for column in columns],
            [_cells(front, one, by) for one in found.counts],
        )
    else:
        say(words.text("net.none"))
    if found.is_cut:
        say(words.text("net.cut"))
    say(words.text("net.boundary"))


def _cells(front: Front, one: NetCount, by: By) -> tuple[object, ...]:
    outcome = front.messages.text(
        "net.outcome" if not one.cut_off else "net.outcome_cut",
        allowed=one.allowed,
        refused=one.refused,
        cut_off=one.cut_off,
    )
    pack = (one.pack,) if by is By.PACK else ()
    return (one.count, outcome, one.host or "—", one.rule or "—", *pack, one.bytes_out, one.bytes_in)


def _plain(front: Front, found: NetReport, by: By) -> dict[str, object]:
    return {
        "since": moment(found.since) if found.since else None,
        "by": by,
        "counts": [
            {
                "host": one.host,
                **({"pack": one.pack} if by is By.PACK else {}),
                "rule": one.rule or None,
                "count": one.count,
                "allowed": one.allowed,
                "refused": one.refused,
                "cut_off": one.cut_off,
                "bytes_out": one.bytes_out,
                "bytes_in": one.bytes_in,
            }
            for one in found.counts
        ],
        "rows": [_row(one) for one in found.rows],
        "cut": found.is_cut,
        "boundary": front.messages.text("net.boundary"),
    }


def _row(one: NetRow) -> dict[str, object]:
    return {
        "at": moment(one.at),
        "host": one.host,
        "port": one.port,
        "kind": one.kind or None,
        "allowed": one.allowed,
        "rule": one.rule or None,
        "mode": one.mode or None,
        "outcome": one.outcome,
        "reason": one.reason or None,
        "pack": one.pack or None,
        "purpose": one.purpose or None,
        "bytes_out": one.bytes_out,
        "bytes_in": one.bytes_in,
    }
