"""`mingdao pack …`: which packs there are, whether one is in order, beginning, trusting and installing one.

Nothing here runs the code of a pack but `verify --runtime`, which says so first, `test` and `constraints test`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.cli import plain
from core.cli.cost import pack_plain
from core.cli.front import SOURCE, Front
from core.cli.output import say, table, write_json
from core.cost.yuan import yuan
from core.forms.problems import Problem
from core.kernel import open_clinic
from core.packhost.manifest import Manifest
from core.services.keys.presence import is_set_up
from core.services.packs import Found, InstalledPacks, Tried, Verified
from core.services.spending.facts import PackStanding
from core.services.spending.words import pack_words

app = typer.Typer(no_args_is_help=True, help="领域包：列出、校验、新建、信任、安装")

constraints = typer.Typer(no_args_is_help=True, help="约束：试验领域包的红线")

COLUMNS = ("name", "version", "tier", "state", "folder")

Folder = Annotated[Path, typer.Argument(help="领域包所在的目录")]
Name = Annotated[str, typer.Argument(help="领域包的名称（mingdao pack list）")]


@app.command("list")
def list_packs(ctx: typer.Context) -> None:
    """列出找到的领域包，哪一个生效，为什么。"""
    front: Front = ctx.obj
    found = _of_folder(front).look()
    words = front.messages
    if front.json:
        write_json(
            {
                "packs": [_found(one, words) for one in found.every],
                "notices": [
                    {"code": notice.code, "message": words.text(notice.phrase.key, **notice.phrase.params)}
                    for notice in found.notices
                ],
            }
        )
        return
    table(
        [words.text(f"packs.columns.{column}") for column in COLUMNS],
        [
            (
                f"{one.name}（{one.manifest.title}）" if one.manifest else one.name,
                one.version,
                words.text(f"packs.tier.{one.tier}"),
                _state(one, words),
                one.folder,
            )
            for one in found.every
        ],
        whole={0},
    )
    for notice in found.notices:
        say(words.text(notice.phrase.key, **notice.phrase.params))


@app.command()
def verify(
    ctx: typer.Context,
    folder: Folder,
    runtime: Annotated[bool, typer.Option("--runtime", help="同时装载代码：会执行这个包")] = False,
) -> None:
    """校验一个领域包，一次列出全部问题；默认只看文件，不执行代码。"""
    front: Front = ctx.obj
    words = front.messages
    if runtime and not front.json:
        say(words.text("packs.runs_code"), to_error=True)
    verified = _of_folder(front).verify(folder, runtime=runtime)
    if front.json:
        write_json(_verified(verified, words))
    else:
        _tell_verified(verified, words)
    if not verified.is_sound:
        raise typer.Exit(1)


@app.command()
def new(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="小写字母、数字和 -，2–32 个，以字母或数字开头")],
) -> None:
    """在当前目录的 .mingdao/packs 下新建一个领域包。"""
    front: Front = ctx.obj
    folder = _of_folder(front).new(name, Path.cwd())
    if front.json:
        write_json({"pack": name, "folder": str(folder)})
    else:
        say(front.messages.text("packs.made", pack=name, folder=folder))


@app.command()
def info(ctx: typer.Context, name: Name) -> None:
    """一个领域包贡献什么、要求什么权限；不执行代码。未受信任或有问题的以 1 退出。"""
    front: Front = ctx.obj
    first, *others = _of_folder(front).named(name)
    words, standing = front.messages, _standing(front, first)
    if front.json:
        costs = {"costs": pack_plain(standing) if standing else None}
        write_json(
            {"pack": {**_found(first, words), **costs}, "others": [_found(one, words) for one in others]}
        )
    else:
        say(
            f"{first.name} {first.version} · {words.text(f'packs.tier.{first.tier}')} · {_state(first, words)}"
        )
        say(str(first.folder))
        if first.manifest:
            _tell_surface(first.manifest, words)
            _tell_costs(first.manifest, standing, words)
        _tell_problems(first.problems, words)
        _tell_changes(first, words)
        for one in others:
            say(
                f"{one.version} · {words.text(f'packs.tier.{one.tier}')} · {_state(one, words)} · {one.folder}"
            )
            _tell_changes(one, words)
    if first.contributed is None:
        raise typer.Exit(1)


@app.command()
def test(ctx: typer.Context, name: Name) -> None:
    """校验生效的领域包并试验其约束；会执行这个包的代码。"""
    front: Front = ctx.obj
    words, packs = front.messages, _of_folder(front)
    verified = packs.verify(packs.named(name)[0].folder, runtime=True)
    tried = packs.tried(name) if verified.is_sound else ()
    if front.json:
        write_json({**_verified(verified, words), "constraints": [_tried(one) for one in tried]})
    else:
        _tell_verified(verified, words)
        _tell_tried(tried, words)
    if not verified.is_sound or not all(one.ok for one in tried):
        raise typer.Exit(1)


@constraints.command("test")
def test_constraints(ctx: typer.Context, name: Name) -> None:
    """用该拦与不该拦的例子试验一个领域包的每条约束；有一条不起作用即以 1 退出。"""
    front: Front = ctx.obj
    tried = _of_folder(front).tried(name)
    if front.json:
        write_json({"pack": name, "constraints": [_tried(one) for one in tried]})
    else:
        _tell_tried(tried, front.messages)
    if not all(one.ok for one in tried):
        raise typer.Exit(1)


@app.command()
def trust(ctx: typer.Context, folder: Folder) -> None:
    """信任目录中的领域包，从此其代码可以运行；有一个字节改变即失效。诊所已建立时需要管理员身份。"""
    front: Front = ctx.obj
    with _in_clinic(front) as packs:
        done = packs.trust(folder)
    words = front.messages
    if front.json:
        write_json(
            {"trusted": [{**_verified(one.verified, words), "sha256": one.fingerprint} for one in done]}
        )
        return
    for one in done:
        manifest = one.verified.manifest
        if manifest is not None:
            say(
                words.text(
                    "packs.trusted", pack=manifest.name, version=manifest.version, folder=one.verified.folder
                )
            )
            _tell_surface(manifest, words)
            _tell_code(one.verified.code, words)
            say(words.text("packs.fingerprint", sha256=one.fingerprint))


@app.command()
def untrust(ctx: typer.Context, folder: Folder) -> None:
    """不再信任目录中的领域包；下次打开诊所时它们不再生效。诊所已建立时需要管理员身份。"""
    front: Front = ctx.obj
    with _in_clinic(front) as packs:
        taken = packs.untrust(folder)
    if front.json:
        write_json({"untrusted": [str(one) for one in taken]})
        return
    for one in taken:
        say(front.messages.text("packs.untrusted", folder=one))
    if not taken:
        say(front.messages.text("packs.was_untrusted", folder=folder))


@app.command()
def install(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(help="领域包文件：.zip 或 .tar.gz，已在这台电脑上")],
    sha256: Annotated[str, typer.Option("--sha256", help="文件的 SHA-256，由提供者另行告知；不符即拒绝")],
) -> None:
    """从本机的文件安装领域包；安装不等于信任，代码不会运行。诊所已建立时需要管理员身份。"""
    front: Front = ctx.obj
    with _in_clinic(front) as packs:
        done = packs.install(file, sha256)
    words, manifest = front.messages, done.manifest
    if front.json:
        write_json(
            {
                "pack": manifest.name,
                "version": manifest.version,
                "folder": str(done.folder),
                "replaced": done.replaced or None,
                "code": list(done.code),
                "trusted": False,
            }
        )
        return
    key = "packs.replaced" if done.replaced else "packs.installed"
    say(
        words.text(
            key, pack=manifest.name, version=manifest.version, folder=done.folder, before=done.replaced
        )
    )
    _tell_surface(manifest, words)
    _tell_code(done.code, words)
    say(words.text("packs.trust_next", folder=done.folder))


def _of_folder(front: Front) -> InstalledPacks:
    return InstalledPacks(front.home, project=Path.cwd())


@contextmanager
def _in_clinic(front: Front) -> Iterator[InstalledPacks]:
    """The packs of the open clinic; of the data folder alone where no clinic was set up in it."""
    if not is_set_up(front.home):
        yield _of_folder(front)
        return
    with front.clinic() as clinic:
        yield clinic.packs


def _standing(front: Front, one: Found) -> PackStanding | None:
    """What a pack that counts cost today, where the clinic opens without asking for anything; None where it does not."""
    if one.contributed is None or not is_set_up(front.home):
        return None
    by = front.credential()
    try:
        with open_clinic(
            front.home,
            front.vault,
            passphrase=by.passphrase,
            recovery=by.recovery,
            source=SOURCE,
            project=Path.cwd(),
            role=front.role,
        ) as clinic:
            return clinic.spending.pack(one.name)
    except ClinicError:
        # Looking at a pack needs no clinic.
        return None


def _tell_costs(manifest: Manifest, standing: PackStanding | None, words: Messages) -> None:
    budget = manifest.budget
    if standing is not None:
        say(pack_words(standing, words))
    elif budget is not None and budget.dailyYuan is not None:
        action = words.text("spending.pack_stops" if budget.action == "block" else "spending.pack_warns")
        say(words.text("spending.pack_limit", limit=yuan(budget.dailyYuan), action=action))


def _state(one: Found, words: Messages) -> str:
    if one.standing is not None and not one.standing.is_trusted:
        return words.text(f"packs.why.{one.standing.why}")
    state = words.text(f"packs.state.{one.state}")
    # What a pack brings is read only of one that counts.
    if one.manifest is None or one.contributed is None:
        return state
    return f"{state} · apiVersion {one.manifest.apiVersion}"


def _tell_verified(verified: Verified, words: Messages) -> None:
    manifest = verified.manifest
    if verified.is_sound and manifest is not None:
        key = "packs.sound_static" if verified.surface is None else "packs.sound_runtime"
        say(words.text(key, pack=manifest.name, version=manifest.version))
        _tell_surface(manifest, words)
        read, ran = verified.contributed, verified.surface
        say(
            words.text(
                "packs.counts",
                forms=len(read.forms),
                words=len(read.axes) + len(read.cues),
                sections=len(read.sections) + (len(ran.sections) if ran else 0),
                constraints=len(read.constraints) + (len(ran.constraints) if ran else 0),
            )
        )
        if ran is not None:
            say(words.text("packs.tools", tools=words.text("list.between").join(ran.tools) or "—"))
    else:
        say(words.text("packs.unsound", folder=verified.folder, count=len(verified.problems)))
        _tell_problems([problem.as_plain() for problem in verified.problems], words)
    for one in verified.advice:
        say(words.text("packs.advice", what=_sentence(one, words)))


def _tell_problems(problems: Sequence[Mapping[str, object]], words: Messages) -> None:
    for number, entry in enumerate(problems, start=1):
        say(f"{number}. {entry['where']}：{plain.problem(entry, words)}")


def _tell_changes(one: Found, words: Messages) -> None:
    """Which files are others since somebody said yes."""
    for file, what in one.standing.changes if one.standing else ():
        say(words.text(f"packs.file.{what}", file=file))


def _tell_surface(manifest: Manifest, words: Messages) -> None:
    """What the pack brings and what it asks for, a line each."""
    contributes, asked = manifest.contributes, manifest.permissions
    between = words.text("list.between")
    brings = [words.text(f"packs.brings.{key}") for key, value in contributes.model_dump().items() if value]
    say(words.text("packs.brings_line", what=between.join(brings) or "—"))
    for key, entries in asked.model_dump().items():
        if entries:
            say(words.text(f"packs.asks.{key}", what=between.join(entries)))


def _tell_code(code: Sequence[str], words: Messages) -> None:
    if code:
        say(words.text("packs.code_line", what=words.text("list.between").join(code)))


def _tell_tried(tried: Sequence[Tried], words: Messages) -> None:
    if not tried:
        say(words.text("packs.no_constraints"))
    for one in tried:
        constraint = one.constraint
        outcome = words.text("list.between").join(words.text(f"packs.tried.{said}") for said in _outcome(one))
        say(
            words.text(
                "packs.tried_line",
                id=constraint.id,
                kind=constraint.kind,
                tool=constraint.tool or "—",
                outcome=outcome,
            )
        )


def _outcome(one: Tried) -> list[str]:
    """What came of it, as the last part of keys at `packs.tried`."""
    return list(one.faults) or ["ok"]


def _tried(one: Tried) -> dict[str, object]:
    return {
        "id": one.constraint.id,
        "kind": one.constraint.kind,
        "tool": one.constraint.tool or None,
        "ok": one.ok,
        "outcome": _outcome(one),
        "examples": len(one.trials),
    }


def _found(one: Found, words: Messages) -> dict[str, object]:
    return {
        "name": one.name,
        "title": one.manifest.title if one.manifest else None,
        "version": one.version or None,
        "tier": one.tier,
        "state": one.state,
        "why": one.standing.why if one.standing else None,
        "sha256": one.standing.fingerprint if one.standing else None,
        "trusted_at": (one.standing.trusted_at or None) if one.standing else None,
        "changes": {file: str(what) for file, what in one.standing.changes} if one.standing else {},
        "folder": str(one.folder),
        "apiVersion": one.manifest.apiVersion if one.manifest else None,
        "permissions": one.manifest.permissions.model_dump() if one.manifest else None,
        "contributes": _brought(one.manifest) if one.manifest else None,
        "problems": _listed(one.problems, words),
    }


def _verified(one: Verified, words: Messages) -> dict[str, object]:
    manifest, ran = one.manifest, one.surface
    return {
        "folder": str(one.folder),
        "sound": one.is_sound,
        "runtime": ran is not None,
        "pack": manifest.name if manifest else None,
        "version": manifest.version if manifest else None,
        "permissions": manifest.permissions.model_dump() if manifest else None,
        "contributes": _brought(manifest) if manifest else None,
        "code": list(one.code),
        "tools": list(ran.tools) if ran else None,
        "problems": _listed([problem.as_plain() for problem in one.problems], words),
        "advice": _listed([problem.as_plain() for problem in one.advice], words),
    }


def _brought(manifest: Manifest) -> dict[str, object]:
    return manifest.contributes.model_dump(exclude_defaults=True)


def _listed(problems: Sequence[Mapping[str, object]], words: Messages) -> list[dict[str, object]]:
    return [{**entry, "message": plain.problem(entry, words)} for entry in problems]


def _sentence(problem: Problem, words: Messages) -> str:
    return f"{problem.where}：{plain.problem(problem.as_plain(), words)}"
