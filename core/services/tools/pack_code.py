"""What the code of all mounted packs brings: tools, constraints, prompt sections. Loaded on first use, and once.

A pack that ships runs in this process, any other in a worker of its own. What cannot be taken is told of and left out, and nothing else
with it: a tool without a proper name leaves its siblings, a pack whose code does not load keeps the constraints of its files.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from threading import Lock

from core.base.errors import ClinicError, Refused, UserError
from core.base.ids import looks_like_record_no
from core.base.messages import Phrase
from core.constraints.constraint import Constraint
from core.constraints.engine import Engine
from core.constraints.reach import about_no_argument, about_nothing
from core.constraints.reading import guarded
from core.forms.problems import shown
from core.packhost.api import PromptSection, Result
from core.packhost.current_call import CurrentCall, under
from core.packhost.files import BadFile
from core.packhost.host import Mounted, Packs
from core.packhost.manifest import CODE
from core.packhost.sections import Section, block, of_code
from core.packhost.tiers import Notice, Tier
from core.packhost.trust import fingerprint
from core.packhost.worker.describing import describe, tool_named
from core.packhost.worker.description import DescribedTool, Description, read_description
from core.packhost.worker.ports import ContextPorts
from core.packhost.worker.protocol import NotPlain, plain
from core.packhost.worker.worker import PackWorker
from core.tools.registry import Registry
from core.tools.tool import DEADLINE_S, Tool, ToolResult, Unit, full_name

PATIENT = "patientId"
"""The argument of a pack's tool that names a patient. One that calls it otherwise is about nobody, and no record is open to it."""

Carry = Callable[[Mapping[str, object], Unit], Result | str]


@dataclass(frozen=True)
class Brought:
    """All of it, ready."""

    registry: Registry
    engine: Engine
    rules: str
    """What the prompt sections of files and of code tell a model; "" when there are none."""
    notices: tuple[Notice, ...]


@dataclass(frozen=True)
class _Offered:
    """A tool as its pack describes it, and what carries it out."""

    told: DescribedTool
    carry: Carry


@dataclass(frozen=True)
class _Given:
    """What the code of one pack gave."""

    tools: tuple[_Offered, ...] = ()
    unfit: tuple[str, ...] = ()
    constraints: tuple[object, ...] = ()
    sections: Sequence[PromptSection] = ()

    @classmethod
    def of(cls, said: Description, carry_of: Callable[[str], Carry]) -> "_Given":
        tools = tuple(_Offered(one, carry_of(one.name)) for one in said.tools)
        return cls(tools, said.unfit, said.constraints, said.prompt_sections)


class PackCode:
    """The code of the packs of an open clinic."""

    def __init__(self, packs: Packs, today: Callable[[], date]) -> None:
        self._packs, self._today = packs, today
        self._turn = Lock()
        self._brought: Brought | None = None
        self._ending = Lock()
        """Over the next two alone, so that nobody waits for the code of a pack to end it."""
        self._workers: list[PackWorker] = []
        self._is_closed = False

    def brought(self) -> Brought:
        """Everything packs bring; loads their code if that was not done yet. Raises nothing for what is wrong with a pack."""
        with self._turn:
            if self._brought is None:
                self._brought = self._load()
            return self._brought

    def close(self) -> None:
        """End the workers, also of packs that are being loaded; none is started any more."""
        with self._ending:
            self._is_closed = True
            workers = tuple(self._workers)
        for worker in workers:
            worker.close()

    def _load(self) -> Brought:
        registry, notices = Registry(), list[Notice]()
        constraints, sections = list[Constraint](), list[Section]()
        for pack in self._packs.mounted:
            name = pack.manifest.name
            given = self._given(pack, notices)
            for offered in given.tools:
                try:
                    _refuse_unsaid(pack, offered)
                    registry.add(_tool(name, offered))
                except ClinicError as error:
                    notices.append(_left_out(name, offered.told.name, error))
            notices += [_left_out(name, tool, UserError("tool_unfit", tool=tool)) for tool in given.unfit]
            for where, written in ((name, pack.constraints), (f"{name}/{CODE}", given.constraints)):
                read = guarded(written, where, name)
                constraints += read.constraints
                notices += [_notice("constraint_dead", name, where=one.where) for one in read.invalid]
                notices += [
                    _notice("constraint_strict", name, where=one.id)
                    for one in read.constraints
                    if one.spec_error
                ]
            sections += (*pack.sections, *of_code(name, given.sections))
        notices += [
            _notice("constraint_idle", one.pack, where=one.id, tool=one.tool)
            for one in about_nothing(constraints, (tool.name for tool in registry))
        ]
        schemas = {tool.name: tool.parameters for tool in registry}
        notices += [
            _notice("constraint_argument", one.pack, where=one.id, tool=tool, arg=arg)
            for one, tool, arg in about_no_argument(constraints, schemas)
        ]
        return Brought(registry, Engine(constraints, self._today), block(sections), tuple(notices))

    def _given(self, pack: Mounted, notices: list[Notice]) -> _Given:
        """What the code of a pack gives; nothing, and a notice, where it does not load."""
        if not pack.has_code:
            return _Given()
        try:
            return self._in_process(pack) if pack.tier is Tier.BUILTIN else self._apart(pack)
        except ClinicError as error:
            notices.append(_notice("code_fails", pack.manifest.name, reason=_said(error)))
        except Exception as error:  # noqa: BLE001 - whatever a pack raises is the pack's fault, and is told
            notices.append(_notice("code_fails", pack.manifest.name, reason=type(error).__name__))
        return _Given()

    def _in_process(self, pack: Mounted) -> _Given:
        context, code = pack.context, pack.code

        def carry_of(name: str) -> Carry:
            tool = tool_named(code, name)
            return lambda arguments, _unit: tool.run(arguments, context)

        return _Given.of(read_description(describe(code)), carry_of)

    def _apart(self, pack: Mounted) -> _Given:
        manifest, ports = pack.manifest, ContextPorts(pack.context)
        worker = PackWorker(
            *(pack.folder, manifest.name, manifest.version, ports), look=lambda: _refuse_changed(pack)
        )
        with self._ending:
            if self._is_closed:
                raise ClinicError("worker_closed", pack=manifest.name)
            self._workers.append(worker)

        def carry_of(name: str) -> Carry:
            return lambda arguments, unit: worker.call(
                name, arguments, seconds=DEADLINE_S, is_stopped=lambda: unit.is_cancelled
            )

        return _Given.of(worker.describe(), carry_of)


def _refuse_unsaid(pack: Mounted, offered: _Offered) -> None:
    """Raises `UserError` tool_undeclared where the manifest, which an admin read, says nothing of tools; tool_runs_nothing."""
    if not pack.manifest.contributes.tools:
        raise UserError("tool_undeclared", tool=offered.told.name)
    if not offered.told.runs:
        raise UserError("tool_runs_nothing", tool=offered.told.name)


def _refuse_changed(pack: Mounted) -> None:
    """Raises `Refused` pack_changed for a pack that is another than the one that was trusted when it was mounted."""
    try:
        now = fingerprint(pack.folder)
    except (BadFile, OSError):
        now = ""
    if not now or now != pack.fingerprint:
        raise Refused("pack_changed", pack=pack.manifest.name)


def _tool(pack: str, offered: _Offered) -> Tool:
    """The tool under its full name. Raises `UserError` tool_name, tool_name_long."""
    told = offered.told
    named = told.parameters.get("properties")
    has_patient = isinstance(named, Mapping) and PATIENT in named

    def run(arguments: Mapping[str, object], unit: Unit) -> ToolResult:
        whom = arguments.get(PATIENT) if has_patient else None
        record_no = looks_like_record_no(whom) if isinstance(whom, str) else None
        with under(CurrentCall(pack, told.name, unit, record_no or "")):
            done = offered.carry(arguments, unit)
        return _result(pack, told.name, done if isinstance(done, Result) else Result(str(done)))

    return Tool(
        full_name(pack, told.name),
        *(told.title, told.description, told.parameters, run),
        pack=pack,
        read_only=told.read_only,
        patient=PATIENT if has_patient else "",
    )


def _result(pack: str, tool: str, given: Result) -> ToolResult:
    """What a pack gave, as plain values of our own: nothing it still holds is looked at, handed on or written down.

    Raises `ClinicError` tool_no_result for what is none.
    """
    try:
        output, data = plain(given.output), None if given.data is None else plain(given.data)
    except NotPlain as error:
        raise ClinicError("tool_no_result", tool=full_name(pack, tool)) from error
    if not isinstance(output, str) or not isinstance(data, dict | None) or not isinstance(given.ok, bool):
        raise ClinicError("tool_no_result", tool=full_name(pack, tool))
    return ToolResult(output, data, given.ok)


def _notice(code: str, pack: str, **params: object) -> Notice:
    return Notice(code, {"pack": pack, **params})


def _left_out(pack: str, tool: str, error: ClinicError) -> Notice:
    return _notice("tool_left_out", pack, tool=shown(tool), reason=_said(error))


def _said(error: ClinicError) -> Phrase:
    return Phrase(f"errors.{error.code}.message", **error.params)
