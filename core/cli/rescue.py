"""`mingdao rescue`: what can be read of a damaged store, written out."""

from pathlib import Path
from typing import Annotated

import typer

from core.cli.front import Front
from core.cli.output import say, write_json
from core.cli.place import place
from core.cli.progress import Meter
from core.kernel import rescue_clinic
from core.services.rescue import INDEX

NAMED = 20
"""So many that are missing are named on the screen; the index has them all."""


def rescue(
    ctx: typer.Context,
    out: Annotated[
        Path,
        typer.Option(
            "--out", parser=place, metavar="PATH", help="写到这个新的或空的目录；写出的内容不再加密"
        ),
    ],
) -> None:
    """从损坏的病历库中救出读得出的病历，并说明哪些读不出；绝不改动损坏的文件。"""
    front: Front = ctx.obj
    meter = Meter(front.messages)
    try:
        done = rescue_clinic(
            front.home,
            front.vault,
            front.credential(),
            out.absolute(),
            told=lambda tried, total: meter.show("rescue.stage", tried, total),
        )
    finally:
        meter.done()
    if front.json:
        write_json(
            {
                "folder": str(done.folder),
                "index": str(done.folder / INDEX),
                "records": {
                    "expected": done.records_expected,
                    "read": done.records,
                    "missing": done.records_missing,
                },
                "visits": {
                    "expected": done.visits_expected,
                    "read": done.visits,
                    "missing": [
                        {"record_no": record_no, "visit": number} for record_no, number in done.visits_missing
                    ],
                    "unknown": done.unknown_visits,
                },
            }
        )
        return
    words = front.messages
    say(
        words.text(
            "rescue.done",
            records=done.records,
            records_expected=done.records_expected,
            visits=done.visits,
            visits_expected=done.visits_expected,
            folder=str(done.folder),
        )
    )
    if done.records_missing:
        say(words.text("rescue.records_missing", numbers=_named(done.records_missing)))
    if done.visits_missing:
        visits = tuple(
            words.text("rescue.visit", record_no=record_no, number=number)
            for record_no, number in done.visits_missing
        )
        say(words.text("rescue.visits_missing", visits=_named(visits)))
    if done.unknown_visits:
        say(words.text("rescue.unknown", count=done.unknown_visits))
    say(words.text("rescue.in_clear"))


def _named(names: tuple[str, ...]) -> str:
    more = " …" if len(names) > NAMED else ""
    return "、".join(names[:NAMED]) + more
