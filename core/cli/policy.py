"""`mingdao policy …`: what may be given to models. A policy is a file, the same for every machine; nothing is given where none was set."""

import json
from pathlib import Path
from typing import Annotated

import typer

from core.base.atomic import write_atomically
from core.base.errors import UserError
from core.base.system_words import reason_of
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.place import place
from core.cli.plain import moment
from core.cli.strict_group import StrictGroup
from core.net.egress_policy import LARGEST
from core.services.egress import EgressPolicy, InForce, Preview
from core.services.spending.facts import By
from core.services.spending.words import key_words

app = typer.Typer(
    no_args_is_help=True, cls=StrictGroup, help="出口策略：哪些内容可以交给哪里的模型；没有策略即一概不发"
)

COLUMNS = ("purpose", "name", "boundaries", "deidentified", "bytes", "tokens")

File = Annotated[Path, typer.Argument(parser=place, metavar="FILE", help="策略文件（JSON）")]
Out = Annotated[
    Path | None, typer.Option("--out", parser=place, metavar="PATH", help="写入这个新文件，不写在屏幕上")
]


@app.command()
def show(ctx: typer.Context, out: Out = None) -> None:
    """现行的策略，何时由谁设定；--out 写成文件，供其他电脑使用。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        found = clinic.egress.in_force()
        exported = clinic.egress.exported() if out is not None else b""
    words = front.messages
    if out is not None:
        _written(out, exported)
        if not front.json:
            say(words.text("egress.saved", file=out))
    if front.json:
        write_json({"in_force": _in_force(found) if found else None})
    elif found is None:
        say(words.text("egress.none"))
    elif found.policy is None:
        say(words.text("egress.damaged", revision=found.revision))
    else:
        say(
            words.text(
                "egress.in_force", revision=found.revision, by=found.by, at=f"{found.at:%Y-%m-%d %H:%M}"
            )
        )
        _rules(front, found.policy)
        say(words.text("egress.digest", digest=found.digest))


@app.command()
def history(ctx: typer.Context) -> None:
    """每一次设定：版次、何时、由谁、指纹。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        every = clinic.egress.history()
    if front.json:
        write_json({"revisions": [_in_force(one) for one in every]})
        return
    if not every:
        say(front.messages.text("egress.none"))
        return
    columns = ("revision", "at", "by", "digest")
    table(
        [front.messages.text(f"egress.columns.{column}") for column in columns],
        [(one.revision, f"{one.at:%Y-%m-%d %H:%M}", one.by, one.digest) for one in every],
        whole={len(columns) - 1},
    )


@app.command()
def preview(ctx: typer.Context, file: File) -> None:
    """一份策略文件会允许什么、与现行的有何不同；不设定。需要管理员身份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        _shown(front, clinic.egress.preview(_read(file)), "egress.would_be")


@app.command("set")
def set_policy(ctx: typer.Context, file: File) -> None:
    """设定一份策略；版次须高于现行的。需要管理员身份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        _shown(front, clinic.egress.set_file(_read(file)), "egress.set")


@app.command()
def template(ctx: typer.Context, out: Out = None) -> None:
    """写出一份起始策略，供修改后设定：各用途只限本机模型。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        raw = _for_people(clinic.egress.first())
    if out is not None:
        _written(out, raw)
        if not front.json:
            say(front.messages.text("egress.written", file=out))
    elif not front.json:
        say(raw.decode().rstrip())
    if front.json:
        write_json({"policy": raw.decode(), "file": str(out) if out else None})


def _for_people(raw: bytes) -> bytes:
    """The same policy, a purpose a line: it is going to be changed by hand."""
    document = json.loads(raw)
    rules = ",\n".join(f'    "{name}": {json.dumps(rule)}' for name, rule in document["purposes"].items())
    schema, revision = document["schema"], document["revision"]
    head = f'  "schema": "{schema}",\n  "revision": {revision},\n'
    return f'{{\n{head}  "purposes": {{\n{rules}\n  }}\n}}\n'.encode()


def _shown(front: Front, one: Preview, key: str) -> None:
    if front.json:
        write_json(
            {
                "revision": one.policy.revision,
                "digest": one.policy.digest,
                "policy": one.policy.canonical.decode(),
                "added": list(one.added),
                "changed": list(one.changed),
                "removed": list(one.removed),
                "unknown": list(one.unknown),
                "external": list(one.outside),
            }
        )
        return
    words = front.messages
    between = words.text("list.between")
    say(words.text(key, revision=one.policy.revision))
    _rules(front, one.policy)
    for name, purposes in (
        ("added", one.added),
        ("changed", one.changed),
        ("removed", one.removed),
        ("unknown", one.unknown),
    ):
        if purposes:
            say(words.text(f"egress.{name}", purposes=between.join(purposes)))
    say(
        words.text("egress.outside", purposes=between.join(one.outside))
        if one.outside
        else words.text("egress.nothing_outside")
    )
    say(words.text("egress.digest", digest=one.policy.digest))


def _rules(front: Front, policy: EgressPolicy) -> None:
    words = front.messages
    between = words.text("list.between")
    table(
        [words.text(f"egress.columns.{column}") for column in COLUMNS],
        [
            (
                key_words(By.PURPOSE, name, {}, words),
                name,
                between.join(words.text(f"models.boundary.{one}") for one in rule.boundaries)
                or words.text("egress.off"),
                words.text("audit.yes" if rule.deidentification else "audit.no"),
                rule.max_input_bytes,
                rule.max_output_tokens,
            )
            for name, rule in policy.purposes.items()
        ],
        whole={0, 1},
    )


def _in_force(one: InForce) -> dict[str, object]:
    return {
        "revision": one.revision,
        "digest": one.digest,
        "at": moment(one.at),
        "by": one.by,
        "policy": one.policy.canonical.decode() if one.policy else None,
    }


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST + 1)
    except OSError as error:
        raise UserError("file_unreadable", file=file, reason=reason_of(error)) from error


def _written(file: Path, raw: bytes) -> None:
    if file.exists():
        raise UserError("file_exists", file=file)
    write_atomically(file, raw)
