"""What a pack holds in its hands: exactly the members, the same object, nothing behind them, nothing to change."""

import gc
import os
from collections.abc import Iterator
from dataclasses import fields
from types import FunctionType, MethodType
from typing import Any

import pytest

from core.base import log
from core.base.chain import AuditKeys
from core.base.errors import ClinicError
from core.constraints.engine import Engine
from core.packhost.api import Context
from core.packhost.context.make import context_without_clinic
from core.packhost.worker.contract import ports
from core.packhost.worker.ports import ContextPorts
from core.services.at_work.desk import Desk
from core.settings.model import Settings
from core.store.store import Store
from core.tools.permissions import Permissions
from tests.core.packhost.context.conftest import Stand, manifest_of

MEMBERS = ("llm", "storage", "fs", "http", "env", "records", "log", "clock")
BEHIND = (AuditKeys, Desk, Engine, Permissions, Settings, Store, Stand)


def reached(start: object) -> Iterator[object]:
    """Everything that attributes lead to, classes and bound methods among it; not the insides of functions."""
    seen, waiting = set[int](), [start]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, FunctionType | str | int | float | bytes):
            continue
        seen.add(id(one))
        yield one
        if isinstance(one, MethodType):
            waiting.append(one.__self__)
        elif isinstance(one, dict | list | tuple | set | frozenset):
            waiting += list(one.values()) if isinstance(one, dict) else list(one)
        else:
            names = [name for name in dir(one) if not name.startswith("__")]
            waiting += [
                getattr(one, name) for name in (*names, "__dict__", "__class__") if hasattr(one, name)
            ]


def test_K72_a_context_has_exactly_its_members_and_no_attribute_leads_behind_them(stand: Stand) -> None:
    context = stand.context(net=["h.cn"], env=["DEMO_API_KEY"])
    assert tuple(field.name for field in fields(Context)) == ("name", "version", *MEMBERS)
    assert (context.name, context.version) == ("demo", "0.1.0")
    for member in MEMBERS:
        port = getattr(context, member)
        public = {name for name in dir(port) if not name.startswith("__")}
        assert public == {one.method for one in ports().values() if one.member == member}, member
    found = list(reached(context))
    assert len(found) > 20
    assert not [one for one in found if isinstance(one, BEHIND)]
    # Honestly: whoever looks into functions, or asks for every object there is, finds it all.
    assert any(isinstance(one, Desk) for one in gc.get_objects())


def test_K72_P29_what_a_pack_tries_to_change_stays_as_it_was(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = stand.context(fs=["<MINGDAO_HOME>/data/**"])
    monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-abcdef123456")
    attempts: list[Any] = [
        lambda context: setattr(context, "name", "tcm"),
        lambda context: setattr(context, "storage", None),
        lambda context: delattr(context, "http"),
        lambda context: setattr(context, "more", 1),
        *(
            lambda context, member=member: setattr(getattr(context, member), "_pack", "tcm")
            for member in MEMBERS
        ),
        lambda context: setattr(context.env, "get", os.environ.get),
        lambda context: setattr(type(context.env), "get", lambda *_: "key"),
        lambda context: delattr(type(context.storage), "put"),
        lambda context: vars(context.http),
        lambda context: setattr(context.http.request, "allowed", True),
        lambda context: context.env.get("DEEPSEEK_API_KEY"),
        lambda context: context.http.request("GET", "https://h.cn/", purpose="lookup"),
        lambda context: context.storage.put("k", 1, pack="tcm"),
        lambda context: context.storage.get(),
    ]
    failed = list[str]()

    def attempt(context: Context) -> str:
        for one in attempts:
            with pytest.raises((AttributeError, TypeError, ClinicError)) as caught:
                one(context)
            failed.append(type(caught.value).__name__)
        return "done"

    assert stand.done(context, attempt) == "done"
    assert len(failed) == len(attempts)
    assert context.env.get.__self__ is context.env  # type: ignore[attr-defined]
    # A denied tool is still denied, what is not declared is still refused, whose storage it is has not changed.
    assert stand.code(context, attempt, deny=["pack__demo__t"]) == "tool_denied"
    assert stand.code(context, lambda context: context.env.get("DEEPSEEK_API_KEY")) == "env_undeclared"
    assert stand.code(context, lambda context: context.fs.read("<MINGDAO_HOME>/keys.json")) == "fs_undeclared"
    # Its own copy of its name it can spoil; what it may goes by the program's.
    object.__setattr__(context, "name", "tcm")
    assert stand.code(context, lambda context: context.storage.put("k", 1)) == "tool_outside_call"


def test_P30_what_does_not_fit_the_contract_is_refused_at_the_pipe(stand: Stand) -> None:
    far = ContextPorts(stand.context())
    for port, params in (
        ("storage.put", {"key": 1, "value": 1}),
        ("env.get", {}),
        ("storage.get", {"key": "k", "pack": "tcm"}),
    ):
        with pytest.raises(ClinicError, match="port_unfit"):
            far.answer(port, params)
    with stand.calling(stand.context()):
        far.answer("storage.put", {"key": "k", "value": {"a": [1]}})
        assert far.answer("storage.get", {"key": "k"}) == {"a": [1]}
    with pytest.raises(ClinicError, match="egress_no_policy"):
        far.answer("llm.ask", {"user": "x", "purpose": "y", "temperature": 0, "json": True})


def test_variables_are_those_declared_and_no_key_of_another(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DEMO_REGION", "DEMO_API_KEY", "DEEPSEEK_API_KEY", "OTHER"):
        monkeypatch.setenv(name, name.lower())
    context = stand.context(env=["DEMO_REGION", "DEMO_API_KEY", "DEMO_UNSET"])
    assert [context.env.get(name) for name in ("DEMO_REGION", "DEMO_API_KEY", "DEMO_UNSET")] == [
        "demo_region",
        "demo_api_key",
        None,
    ]
    for name in ("DEEPSEEK_API_KEY", "OTHER", "PATH", "MINGDAO_HOME", "", "demo_region"):
        with pytest.raises(ClinicError, match="env_undeclared"):
            context.env.get(name)


def test_a_rule_that_is_wrong_still_gives_no_key_of_a_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    from core.packhost.context.env import DeclaredVariables

    monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-abcdef123456")
    wrong = DeclaredVariables("demo", ["DEEPSEEK_API_KEY", "OTHER_API_KEY", "MINGDAO_HOME"])
    for name in ("DEEPSEEK_API_KEY", "OTHER_API_KEY", "MINGDAO_HOME"):
        with pytest.raises(ClinicError, match="env_undeclared"):
            wrong.get(name)


def test_P56_lines_of_a_pack_stand_in_the_log_under_its_name_and_hold_nobody(stand: Stand) -> None:
    context, long = stand.context(), f"password=hunter22 {'x' * 5000}"
    with log.logged():
        log.keep_in(stand.clinic.home)
        context.log.info("loaded 12 entries")
        context.log.warning("陈敏 13800138000 110101199003078515 sk-abcdef123456\nERROR pack tcm: forged")
        context.log.info(long)
    lines = stand.clinic.home.log.read_text(encoding="utf-8").splitlines()
    assert next(line.partition(" ")[2] for line in lines) == "INFO pack demo: loaded 12 entries"
    assert lines[1].partition(" ")[2].startswith("WARNING pack demo: ")
    assert len(lines) == 3
    assert len(lines[2]) < 700
    assert not any(part in "".join(lines) for part in ("陈敏", "138001", "199003", "abcdef", "hunter22"))


def test_the_clock_is_the_clinics_and_without_a_policy_no_model_is_asked(stand: Stand) -> None:
    context = stand.context()
    assert context.clock.now() == stand.clinic.clock.now()
    assert context.clock.now().tzinfo is not None
    with pytest.raises(ClinicError, match="egress_no_policy"):
        context.llm.ask("头晕?", purpose="lookup")
    with pytest.raises(TypeError):
        context.llm.ask("头晕?")  # type: ignore[call-arg]


def test_K72_the_context_is_one_for_create_pack_and_every_call(stand: Stand) -> None:
    (pack,) = [one for one in stand.kernel._desk.packs.mounted if one.manifest.name == "tcm"]
    assert pack.context is pack.context
    assert pack.context.clock.now() == stand.clinic.clock.now()


def test_without_a_clinic_every_port_refuses() -> None:
    context = context_without_clinic(manifest_of())
    for port in ports().values():
        given: dict[str, Any] = {
            name: "" for name, one in port.signature.parameters.items() if one.default is one.empty
        }
        with pytest.raises(ClinicError, match="pack_only_verified"):
            getattr(getattr(context, port.member), port.method)(**given)
