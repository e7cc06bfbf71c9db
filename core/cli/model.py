"""`mingdao model …`: which models can be asked, registering one, and which is asked where none is named."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from core.base.messages import Messages
from core.base.rights import Right
from core.cli.front import Front, read_text
from core.cli.output import say, table, write_json
from core.cli.plain import moment
from core.cli.strict_group import StrictGroup
from core.kernel import Kernel
from core.services.local_servers import LocalServer
from core.services.model_test.model_test import Finding, Trial
from core.services.models import Boundary, Entry, Model, Registration, origin_of
from core.services.spending.words import yuan

app = typer.Typer(no_args_is_help=True, cls=StrictGroup, help="模型：列出、登记、更改、移除、选默认的一个")

COLUMNS = ("name", "provider", "boundary", "context", "note", "base_url")

ANY, OWN = "openai", "own"
"""The kind of a server that is no other one, and its provider's name where none is given."""

Name = Annotated[str, typer.Argument(help="模型名，与服务器所称相同")]
Provider = Annotated[str | None, typer.Option("--provider", help="谁的服务器；同一服务商用同一把密钥")]
KindName = Annotated[
    str | None, typer.Option("--kind", help="哪种服务器：vllm、ollama、llama.cpp、oneapi、dify、openai")
]
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="地址；本机与写明地址的内网服务器可用 http")]
BoundaryOption = Annotated[
    Boundary | None, typer.Option("--boundary", help="on_device 只限本机地址；内网服务器也是 external")
]
Context = Annotated[int | None, typer.Option("--context", help="上下文（token）")]
MaxOutput = Annotated[int | None, typer.Option("--max-output", help="一次回答的上限（token）")]
Effort = Annotated[
    list[str] | None, typer.Option("--effort", help="接受的思考强度：low、high、max；可写几次")
]
Thinking = Annotated[bool | None, typer.Option("--thinking/--no-thinking", help="是否接受 thinking 参数")]
CountsUsage = Annotated[
    bool | None,
    typer.Option(
        "--usage/--no-usage", help="流式回答是否要求报用量；服务器不认 stream_options 时用 --no-usage"
    ),
]
Certificate = Annotated[
    Path | None, typer.Option("--certificate", help="服务器自己的证书（PEM 文件）：只信任它；空文件即去掉")
]
KeyName = Annotated[str | None, typer.Option("--key-env", help="存放密钥的环境变量；不写即用系统密钥环")]


@app.command("list")
def list_models(ctx: typer.Context) -> None:
    """列出全部模型；哪一个是默认，还缺什么（密钥、价目）。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        every = clinic.models.every()
        lacks = {} if front.json else _lacks(clinic, every)
    if front.json:
        write_json({"models": [_plain(one) for one in every]})
        return
    words = front.messages
    table(
        [words.text(f"models.columns.{column}") for column in COLUMNS],
        [_cells(front, one, lacks.get(one.name, ())) for one in every],
        whole={0},
    )


@app.command()
def add(
    ctx: typer.Context,
    name: Name,
    base_url: BaseUrl = None,
    kind: KindName = None,
    provider: Provider = None,
    boundary: BoundaryOption = None,
    context: Context = None,
    max_output: MaxOutput = None,
    effort: Effort = None,
    thinking: Thinking = None,
    usage: CountsUsage = None,
    key_env: KeyName = None,
    certificate: Certificate = None,
) -> None:
    """登记一个模型。需要管理员身份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        usual = {one.name: one for one in clinic.models.kinds()}
        kind = kind or ANY
        one = Registration(
            name=name,
            provider=provider or (OWN if kind == ANY else kind),
            kind=kind,
            base_url=base_url or (usual[kind].base_url if kind in usual else ""),
            boundary=boundary or Boundary.EXTERNAL,
            context=context,
            max_output=max_output,
            efforts=tuple(effort or ()),
            takes_thinking=bool(thinking),
            include_usage=usage is not False,
            key_name=key_env or "",
            certificate=_read(certificate) or "",
        )
        _done(front, "models.added", clinic.models.add(one))


@app.command()
def change(
    ctx: typer.Context,
    name: Name,
    base_url: BaseUrl = None,
    kind: KindName = None,
    provider: Provider = None,
    boundary: BoundaryOption = None,
    context: Context = None,
    max_output: MaxOutput = None,
    effort: Effort = None,
    thinking: Thinking = None,
    usage: CountsUsage = None,
    key_env: KeyName = None,
    certificate: Certificate = None,
) -> None:
    """更改登记的模型；没有写出的不变。换了地址，密钥要重新录入。需要管理员身份。"""
    front: Front = ctx.obj
    said: dict[str, object] = {
        "base_url": base_url,
        "kind": kind,
        "provider": provider,
        "boundary": boundary,
        "context": context,
        "max_output": max_output,
        "efforts": effort,
        "takes_thinking": thinking,
        "include_usage": usage,
        "key_name": key_env,
        "certificate": _read(certificate),
    }
    changes = {field: value for field, value in said.items() if value is not None}
    with front.clinic() as clinic:
        changed = clinic.models.change(
            clinic.models.with_changes(name, changes), names_variable=key_env is not None
        )
        _done(front, "models.changed", changed)


@app.command()
def remove(ctx: typer.Context, name: Name) -> None:
    """移除登记的模型；其密钥留在密钥环，另用 mingdao key remove 移除。需要管理员身份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        clinic.models.remove(name)
    if front.json:
        write_json({"removed": name})
    else:
        say(front.messages.text("models.removed", model=name))


@app.command()
def choose(ctx: typer.Context, name: Name) -> None:
    """没有指名时用哪一个模型。需要管理员身份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        chosen = clinic.models.choose_default(name)
    if front.json:
        write_json({"default": chosen.name})
    else:
        say(front.messages.text("models.default_now", model=chosen.name))


@app.command()
def test(ctx: typer.Context, name: Name) -> None:
    """测试一个模型：边界、密钥、连通、回答、流式、用量、JSON、工具、上下文。只发出程序自带的几句话。需要管理员身份。"""
    front: Front = ctx.obj
    words = front.messages

    def tell(one: Finding) -> None:
        if not front.json:
            say(" ".join(_told(one, words)))

    with front.clinic() as clinic:
        tested = clinic.model_test.run(name, tell)
    if front.json:
        write_json(_tested(tested, words))
    else:
        _ended(tested, words)
    if not tested.passed:
        raise typer.Exit(1)


@app.command()
def find(ctx: typer.Context) -> None:
    """在本机常用端口上找模型服务器（vLLM、Ollama、llama.cpp）；不登记。需要管理员身份。"""
    front: Front = ctx.obj
    words = front.messages
    with front.clinic() as clinic:
        servers = clinic.local_servers.look()
    if front.json:
        write_json({"servers": [_server(one) for one in servers]})
        return
    if not servers:
        say(words.text("model_test.no_servers"))
    for server in servers:
        names = words.text("list.between").join(one.registration.name for one in server.offered)
        models = names or words.text("model_test.nothing_offered")
        say(words.text("model_test.server", kind=server.kind, url=server.base_url, models=models))
        for one in server.offered:
            if not one.is_registered:
                boundary = one.registration.boundary.value
                name = one.registration.name
                say(words.text("model_test.register", model=name, kind=server.kind, boundary=boundary))


def _told(one: Finding, words: Messages) -> tuple[str, ...]:
    ms = () if one.ms is None else (f"{one.ms} ms",)
    hint = () if one.next_step is None else (words.text(one.next_step.key, **one.next_step.params),)
    said = words.text(one.said.key, **one.said.params)
    state = words.text(f"model_test.state.{one.state}")
    step = words.text(f"model_test.step.{one.step}")
    return (words.text("list.said", name=step, said=state), *ms, said, *hint)


def _ended(tested: Trial, words: Messages) -> None:
    name = tested.model.name
    if tested.stopped:
        say(words.text("model_test.stopped"))
    elif not tested.passed:
        say(words.text("model_test.failed", model=name))
    elif tested.ms is None:
        say(words.text("model_test.passed_thinking", model=name))
    else:
        say(words.text("model_test.passed", model=name, ms=tested.ms))
    if tested.calls:
        key = "cost" if tested.cost is not None else "cost_unknown"
        cost = "" if tested.cost is None else yuan(tested.cost)
        say(words.text(f"model_test.{key}", calls=tested.calls, cost=cost))


def _tested(tested: Trial, words: Messages) -> dict[str, object]:
    return {
        "model": tested.model.name,
        "passed": tested.passed,
        "stopped": tested.stopped,
        "at": moment(tested.at),
        "calls": tested.calls,
        "cost": tested.cost,
        "findings": [
            {
                "step": one.step,
                "state": one.state,
                "code": one.code,
                "said": words.text(one.said.key, **one.said.params),
                "ms": one.ms,
            }
            for one in tested.findings
        ],
    }


def _server(one: LocalServer) -> dict[str, object]:
    return {
        "kind": one.kind,
        "base_url": one.base_url,
        "models": [
            {
                "name": offered.registration.name,
                "boundary": offered.registration.boundary,
                "registered": offered.is_registered,
            }
            for offered in one.offered
        ],
    }


def _read(file: Path | None) -> str | None:
    return None if file is None else read_text(file).strip()


def _done(front: Front, key: str, one: Entry) -> None:
    if front.json:
        write_json({"model": _plain(one)})
        return
    say(front.messages.text(key, model=one.name))
    if one.model is not None:
        say(front.messages.text(f"models.boundary.{one.model.boundary}_said"))


def _lacks(clinic: Kernel, every: tuple[Entry, ...]) -> dict[str, tuple[str, ...]]:
    """What each model still needs before it is asked, as far as whoever asks may know of it: keys are an admin's, prices are not everybody's."""
    fit = [one.model for one in every if one.model is not None]
    keyless: set[str] = set()
    if clinic.could(Right.SETTINGS):
        bare = {(one.provider, one.origin) for one in clinic.model_keys.status() if one.trouble}
        keyless = {model.name for model in fit if (model.provider, origin_of(model)) in bare}
    unpriced: set[str] = set()
    if clinic.could(Right.COSTS):
        unpriced = {model.name for model in fit if clinic.spending.tariff(model.name).price is None}
    kinds = (("no_key", keyless), ("no_price", unpriced))
    return {model.name: tuple(kind for kind, names in kinds if model.name in names) for model in fit}


def _cells(front: Front, one: Entry, lacks: Iterable[str]) -> tuple[object, ...]:
    words = front.messages
    model = one.model
    notes = [
        words.text(f"models.note.{note}")
        for note, is_so in (
            ("default", one.is_default),
            ("registered", one.revision > 0),
            ("unfit", bool(one.fault)),
        )
        if is_so
    ]
    notes += [words.text(f"models.note.{lack}") for lack in lacks]
    between = words.text("list.between")
    if model is None:
        return (one.name, "", "", "", between.join(notes), "")
    if model.aliases:
        notes.append(words.text("models.note.alias", names=model.aliases))
    boundary = words.text(f"models.boundary.{model.boundary}")
    return (one.name, model.provider, boundary, model.context, between.join(notes), model.base_url)


def _plain(one: Entry) -> dict[str, object]:
    return {
        "name": one.name,
        "default": one.is_default,
        "registered": one.revision > 0,
        "revision": one.revision or None,
        "at": moment(one.at) if one.at else None,
        "by": one.by or None,
        "fault": one.fault or None,
        **(_of_model(one.model) if one.model else {}),
    }


def _of_model(model: Model) -> dict[str, object]:
    return {
        "provider": model.provider,
        "base_url": model.base_url,
        "wire": model.wire,
        "boundary": model.boundary,
        "context": model.context,
        "max_output": model.max_output,
        "efforts": list(model.efforts),
        "takes_thinking": model.takes_thinking,
        "include_usage": model.include_usage,
        "aliases": list(model.aliases),
        "key_name": model.key_name,
        "certificate": bool(model.certificate),
    }
