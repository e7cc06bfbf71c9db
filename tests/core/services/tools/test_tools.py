"""Tools of packs in an open clinic: registered each for itself, held by every constraint, told in the trail, written only when they passed.

By number: the shared kernel cases and pitfalls where they speak of tools.
"""

import asyncio
import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from core.base.errors import Damaged, Refused
from core.base.messages import Messages
from core.base.rights import Role
from core.constraints import engine
from core.constraints.event import Author
from core.kernel import Kernel
from core.packhost.host import mount_for
from core.services.patients.patients import Given
from core.services.tools.tools import Caller, People
from core.tools.words import told
from tests.fakes.calls import COLLECT, FULL, WILLING, ask, code_of, confirms, stopped_by, with_demo
from tests.fakes.clinic import PASSPHRASE, Clinic, rows, store_of
from tests.fakes.pack_folder import pack_at, trusted
from tests.fakes.people import PASSPHRASES, staffed

CODE = """
from core.packhost.api import Pack, PromptSection, Result, Tool

ANY = {"type": "object", "properties": {"patientId": {"type": "string"}, "n": {"type": "integer"}}}


def t(arguments, context):
    return Result(str(arguments.get("say", "done")), data=arguments.get("data"), ok=arguments.get("ok", True))


def writes(arguments, context):
    context.records.save_visit(arguments["patientId"], "menzhen", {"zhushu": "头晕", "xianbingshi": "晨起头晕。"})
    return Result("collected", data=arguments.get("data"))


def peeks(arguments, context):
    return Result(str(len(context.records.visits(arguments["other"]))))


def fails(arguments, context):
    raise ValueError("陈敏 1985")


def create_pack(context):
    tools = [Tool(name, name, "", ANY, t) for name in ("t", "u", "bad name", "x" * 64, "t")]
    tools.append(Tool("schema", "", "", {"type": "nonsense"}, t))
    tools.append(Tool("idle", "", "", ANY, None))
    tools.append(Tool("writes", "", "", ANY, writes))
    tools.append(Tool("sly", "", "", ANY, writes, read_only=True))
    tools.append(Tool("peeks", "", "", ANY, peeks, read_only=True))
    tools.append(Tool("fails", "", "", ANY, fails, read_only=True))
    return Pack(
        tools=tools,
        constraints=[{"id": "returned", "kind": "tool-deny", "tool": "u"}, {"id": "half", "kind": "tool-deny"}],
        prompt_sections=[PromptSection("said", "由代码给出", 5)],
    )
"""

T = "pack__demo__t"


def opened(
    clinic: Clinic, folder: Path, *constraints: Mapping[str, object]
) -> AbstractContextManager[Kernel]:
    """A clinic with the demo pack."""
    contributes = {"tools": True, "constraints": ["constraints.json"], "promptSections": ["prompts/a.md"]}
    files = {
        "pack.py": CODE,
        "constraints.json": json.dumps(constraints, ensure_ascii=False),
        "prompts/a.md": "由文件给出",
    }
    return clinic.open(packs=with_demo(folder, files, contributes=contributes))


def told_rows(kernel: Kernel, action: str) -> list[tuple[object, ...]]:
    return rows(
        store_of(kernel),
        "SELECT tool, record_no, reason, outcome, detail, digest_after FROM audit WHERE action = :action ORDER BY seq",
        action=action,
    )


def test_opening_runs_no_code_and_first_use_does(clinic: Clinic, tmp_path: Path) -> None:
    files = {"pack.py": "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n" + CODE}
    with clinic.open(packs=with_demo(tmp_path, files, name="late")) as kernel:
        ran = tmp_path / "shipped" / "demo" / "ran"
        assert kernel.patients.page().rows == ()
        assert not ran.exists()
        assert "pack__late__t" in [tool.name for tool in kernel.tools.every()]
        assert ran.exists()


def test_K14_one_bad_name_leaves_its_siblings(clinic: Clinic, tmp_path: Path) -> None:
    with opened(clinic, tmp_path) as kernel:
        names = [tool.name for tool in kernel.tools.every() if tool.pack == "demo"]
        assert names == [f"pack__demo__{name}" for name in ("fails", "peeks", "sly", "t", "u", "writes")]
        said = [Messages().text(one.phrase.key, **one.phrase.params) for one in kernel.tools.notices]
    assert len([one for one in said if "没有登记" in one]) == 5
    assert any("idle" in one and "没有可执行的内容" in one for one in said)
    assert any("bad name" in one for one in said)
    assert any("pack.py[1]" in one for one in said)


def test_K18_P9_sections_of_files_and_of_code_reach_the_model(clinic: Clinic, tmp_path: Path) -> None:
    with opened(clinic, tmp_path) as kernel:
        first = kernel.tools.rules
        assert first == kernel.tools.rules
    assert first.index("由代码给出") < first.index("由文件给出")
    assert first.startswith("<pack_rules>")
    with opened(clinic, tmp_path) as kernel:
        assert kernel.tools.rules == first


def test_K13_P7_asking_twice_loads_once_and_opening_twice_brings_the_same(
    clinic: Clinic, tmp_path: Path
) -> None:
    def counted() -> tuple[object, ...]:
        with opened(clinic, tmp_path, {"id": "d", "kind": "tool-deny", "tool": "t"}) as kernel:
            every, notices, rules = kernel.tools.every(), kernel.tools.notices, kernel.tools.rules
            assert (kernel.tools.every(), kernel.tools.notices, kernel.tools.rules) == (every, notices, rules)
            # How often the one constraint acts is how often it is there.
            return [tool.name for tool in every], notices, rules, stopped_by(ask(kernel, T, {}))

    first = counted()
    assert counted() == first
    assert first[-1] == ["d"]


def test_K08_P8_constraints_of_a_file_and_of_code_act(clinic: Clinic, tmp_path: Path) -> None:
    with opened(clinic, tmp_path, {"id": "d", "kind": "tool-deny", "tool": "t"}) as kernel:
        assert stopped_by(ask(kernel, T, {})) == ["d"]
        assert stopped_by(ask(kernel, "pack__demo__u", {})) == ["returned"]


@pytest.mark.parametrize("apart", [False, True])
def test_what_code_returns_counts_though_the_manifest_names_nothing_of_it(
    clinic: Clinic, tmp_path: Path, apart: bool
) -> None:
    rule = '{"id": "no", "kind": "output-forbid", "pattern": "保证痊愈"}'
    code = (
        "from core.packhost.api import Pack, PromptSection, Tool\n\n\ndef create_pack(context):\n"
        "    tool = Tool('t', 't', '', {'type': 'object'}, lambda arguments, context: '')\n"
        f"    return Pack(tools=[tool], constraints=[{rule}], prompt_sections=[PromptSection('said', '由代码给出')])\n"
    )
    files: dict[str, str] = {"pack.py": code}
    if apart:
        folder = pack_at(clinic.home.packs / "quiet", files, name="quiet", contributes={})
        trusted(clinic.home, folder)
        packs = mount_for(clinic.home)
    else:
        packs = with_demo(tmp_path, files, name="quiet", contributes={})
    with clinic.open(packs=packs) as kernel:
        assert asyncio.run(kernel.tools.released("保证痊愈。", Author.MODEL)).text is None
        assert "由代码给出" in kernel.tools.rules
        assert not [tool for tool in kernel.tools.every() if tool.pack == "quiet"]
        (notice,) = kernel.tools.notices
    assert "没有声明工具" in Messages().text(notice.phrase.key, **notice.phrase.params)


@pytest.mark.parametrize("data", [None, {"zhushu": "头痛", "han": "未提及"}])
def test_K29_P24_P25_a_rejected_result_leaves_nothing_behind(
    clinic: Clinic, tmp_path: Path, data: Mapping[str, object] | None
) -> None:
    clinic.add("陈敏")
    rule = {"id": "whole", "kind": "completeness", "tool": "writes", "fields": ["zhushu", "han"]}
    with opened(clinic, tmp_path, rule) as kernel:
        answer = ask(kernel, "pack__demo__writes", {"patientId": "P001", "data": data})
        assert stopped_by(answer) == ["whole"]
        assert told(Messages(), answer).startswith("【领域约束】")
        assert "collected" not in told(Messages(), answer)
        assert kernel.records.of_patient("P001") == ()
        whole = ask(
            kernel, "pack__demo__writes", {"patientId": "P001", "data": {"zhushu": "头痛", "han": "无"}}
        )
        assert whole.ok
        assert len(kernel.records.of_patient("P001")) == 1


@pytest.mark.parametrize("say", ["身份证 110…", '["身份证"]'])
def test_K30_P22_a_forbidden_result_is_withheld(clinic: Clinic, tmp_path: Path, say: str) -> None:
    rule = {"id": "r", "kind": "result-forbid", "tool": "t", "pattern": "身份证"}
    with opened(clinic, tmp_path, rule) as kernel:
        answer = ask(kernel, T, {"say": say})
        assert stopped_by(answer) == ["r"]
        assert "身份证" not in told(Messages(), answer)


def test_P23_a_forbidden_argument_is_found_at_any_depth(clinic: Clinic, tmp_path: Path) -> None:
    rule = {"id": "a", "kind": "arg-forbid", "tool": "t", "arg": "cmd", "pattern": "rm -rf"}
    with opened(clinic, tmp_path, rule) as kernel:
        assert stopped_by(ask(kernel, T, {"cmd": {"deep": [["rm -rf /"]]}})) == ["a"]
        assert ask(kernel, T, {"cmd": "ls"}).ok


def test_P26_K40_a_pack_holds_its_own_tools_alone(clinic: Clinic, tmp_path: Path) -> None:
    clinic.add("陈敏")
    with opened(clinic, tmp_path, {"id": "d", "kind": "tool-deny", "tool": "intake_collect"}) as kernel:
        assert ask(kernel, COLLECT, {"patientId": "P001", "answers": FULL}).ok
        assert any(one.code == "constraint_idle" for one in kernel.tools.notices)


LYING = """
from core.packhost.api import Pack, Result, Tool


class Full(dict):
    def get(self, key, default=None):
        return "无"


def t(arguments, context):
    return Result("done", Full())


def odd(arguments, context):
    return Result("done", {"a": object()})


def create_pack(context):
    return Pack(tools=[Tool(one.__name__, "", "", {"type": "object"}, one) for one in (t, odd)])
"""


def test_data_that_answers_otherwise_than_it_is_counts_for_what_it_is(clinic: Clinic, tmp_path: Path) -> None:
    rule = {"id": "whole", "kind": "completeness", "tool": "t", "fields": ["a"]}
    files = {"pack.py": LYING, "constraints.json": json.dumps([rule])}
    contributes = {"tools": True, "constraints": ["constraints.json"]}
    with clinic.open(packs=with_demo(tmp_path, files, name="liar", contributes=contributes)) as kernel:
        assert stopped_by(ask(kernel, "pack__liar__t", {})) == ["whole"]
        assert code_of(ask(kernel, "pack__liar__odd", {})) == "tool_no_result"


def test_an_argument_the_tool_does_not_have_is_told(clinic: Clinic, tmp_path: Path) -> None:
    rule = {"id": "a", "kind": "arg-forbid", "tool": "t", "arg": "cmdd", "pattern": "rm"}
    with opened(clinic, tmp_path, rule) as kernel:
        (notice,) = [one for one in kernel.tools.notices if one.code == "constraint_argument"]
    assert "cmdd" in Messages().text(notice.phrase.key, **notice.phrase.params)


def test_P27_a_wildcard_is_no_tool(clinic: Clinic, tmp_path: Path) -> None:
    with pytest.raises(Damaged), opened(clinic, tmp_path, {"id": "d", "kind": "tool-deny", "tool": "*"}):
        pass


def test_P30_arguments_are_held_against_the_schema_before_anything(clinic: Clinic, tmp_path: Path) -> None:
    with opened(clinic, tmp_path) as kernel:
        assert code_of(ask(kernel, T, {"n": "one"})) == "tool_arguments_unfit"
        assert code_of(ask(kernel, T, "{")) == "tool_arguments_unreadable"


def test_P31_a_tool_that_says_it_reads_writes_nothing(clinic: Clinic, tmp_path: Path) -> None:
    clinic.add("陈敏")
    with opened(clinic, tmp_path) as kernel:
        assert code_of(ask(kernel, "pack__demo__sly", {"patientId": "P001"})) == "tool_reads_only"
        assert kernel.records.of_patient("P001") == ()


@pytest.mark.parametrize("whom", [{}, {"patientId": "P002"}])
def test_a_record_nobody_named_is_closed(clinic: Clinic, tmp_path: Path, whom: Mapping[str, object]) -> None:
    clinic.add("陈敏")
    clinic.add("周强")
    with opened(clinic, tmp_path) as kernel:
        answer = ask(kernel, "pack__demo__peeks", {**whom, "other": "P001"})
        assert code_of(answer) == "tool_not_their_patient"
        assert ask(kernel, "pack__demo__peeks", {"patientId": "P001", "other": "p1"}).ok


def test_K39_P14_confirming(clinic: Clinic, tmp_path: Path) -> None:
    rule = {"id": "c", "kind": "confirm", "tool": "t"}
    clinic.json("settings", "set", "tool_mode", "auto")
    with opened(clinic, tmp_path, rule) as kernel:
        assert stopped_by(ask(kernel, T, {})) == ["c"]
        people = People(permission=WILLING.permission, confirmation=confirms)
        assert ask(kernel, T, {}, people=people).ok
        details = [json.loads(str(row[4])) for row in told_rows(kernel, "tool.result")]
    assert [(one["decision"], one["source"]) for one in details] == [
        ("confirm-granted", "constraint.confirm")
    ]


def test_K39_P15_a_denial_asks_nobody(clinic: Clinic, tmp_path: Path) -> None:
    asked: list[object] = []

    async def note(events: object, /) -> bool:
        asked.append(events)
        return True

    rules = ({"id": "c", "kind": "confirm", "tool": "t"}, {"id": "d", "kind": "tool-deny", "tool": "t"})
    with opened(clinic, tmp_path, *rules) as kernel:
        people = People(permission=WILLING.permission, confirmation=note)
        assert stopped_by(ask(kernel, T, {}, people=people)) == ["d"]
    assert asked == []


@pytest.mark.expect_log("constraint returned could not be carried out")
def test_K41_a_constraint_that_raises_blocks(
    clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raises(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(engine, "CHECKS", {**engine.CHECKS, "tool-deny": raises})
    with opened(clinic, tmp_path) as kernel:
        assert stopped_by(ask(kernel, "pack__demo__u", {})) == ["returned"]
        details = [json.loads(str(row[4])) for row in told_rows(kernel, "constraint.hit")]
    assert [one["constraint"]["kind"] for one in details] == ["error"]


def test_K42_no_constraint_allows_what_a_rule_denies(clinic: Clinic, tmp_path: Path) -> None:
    clinic.json("settings", "set", "tool_mode", "auto")
    clinic.json("settings", "set", "tool_deny", T)
    people = People(permission=WILLING.permission, confirmation=confirms)
    with opened(clinic, tmp_path, {"id": "c", "kind": "confirm", "tool": "t"}) as kernel:
        assert code_of(ask(kernel, T, {}, people=people)) == "tool_denied"
        assert ask(kernel, "pack__demo__peeks", {"patientId": "P001", "other": "P1"}, people=People()).stopped
    clinic.json("settings", "set", "tool_deny", "")
    with opened(clinic, tmp_path) as kernel:
        assert ask(kernel, T, {}, people=People()).ok


def test_a_rule_of_the_settings_looks_at_an_argument_and_one_about_no_tool_is_told(
    clinic: Clinic, tmp_path: Path
) -> None:
    clinic.json("settings", "set", "tool_mode", "auto")
    clinic.json("settings", "set", "tool_deny", f"{T}:patientId=P001; t")
    with opened(clinic, tmp_path) as kernel:
        assert code_of(ask(kernel, T, {"patientId": "P001"}, people=People())) == "tool_denied"
        assert ask(kernel, T, {"patientId": "P002"}, people=People()).ok
        assert [one.params for one in kernel.tools.notices if one.code == "rule_idle"] == [{"rule": "t"}]
        assert all(Messages().text(one.phrase.key, **one.phrase.params) for one in kernel.tools.notices)


def test_what_writes_is_asked_for(clinic: Clinic, tmp_path: Path) -> None:
    with opened(clinic, tmp_path) as kernel:
        assert code_of(ask(kernel, T, {}, people=People())) == "tool_not_allowed"
    clinic.json("settings", "set", "tool_allow", T)
    with opened(clinic, tmp_path) as kernel:
        assert ask(kernel, T, {}, people=People()).ok


def test_the_trail_tells_of_a_call_by_codes_and_a_digest(clinic: Clinic, tmp_path: Path) -> None:
    record_no = clinic.add("陈敏")
    with opened(clinic, tmp_path) as kernel:
        given = {"patientId": record_no, "say": "陈敏诉头痛", "data": {"zhushu": "头痛"}}
        ask(kernel, T, given)
        (call,) = told_rows(kernel, "tool.call")
        (result,) = told_rows(kernel, "tool.result")
        whole = str(rows(store_of(kernel), "SELECT * FROM audit"))
    assert call[:4] == (T, record_no, "", "ok")
    assert json.loads(str(call[4]))["asker"] == "assistant"
    assert len(str(call[5])) == 64
    assert json.loads(str(result[4])) == {"call": json.loads(str(call[4]))["call"], "ok": True, "step": ""}
    assert "头痛" not in whole


def test_a_refused_call_has_its_row(clinic: Clinic, tmp_path: Path) -> None:
    with opened(clinic, tmp_path) as kernel:
        ask(kernel, "pack__demo__u", {})
        (call,) = told_rows(kernel, "tool.call")
        (hit,) = told_rows(kernel, "constraint.hit")
    assert call[2:4] == ("tool_constrained", "refused")
    assert hit[2:4] == ("denied", "refused")
    assert json.loads(str(hit[4]))["constraint"]["id"] == "returned"


@pytest.mark.expect_log("pack__demo__fails failed at run: ValueError")
def test_what_a_tool_raises_is_told_by_its_kind(clinic: Clinic, tmp_path: Path) -> None:
    with opened(clinic, tmp_path) as kernel:
        answer = ask(kernel, "pack__demo__fails", {})
        assert code_of(answer) == "tool_failed"
        assert "陈敏" not in told(Messages(), answer)


def test_a_pack_whose_code_does_not_load_keeps_its_red_lines(clinic: Clinic, tmp_path: Path) -> None:
    rule = {"id": "no", "kind": "output-forbid", "pattern": "保证痊愈"}
    files = {"pack.py": "raise ValueError('x')", "constraints.json": json.dumps([rule], ensure_ascii=False)}
    contributes = {"tools": True, "constraints": ["constraints.json"]}
    with clinic.open(packs=with_demo(tmp_path, files, name="broken", contributes=contributes)) as kernel:
        assert [one.code for one in kernel.tools.notices] == ["code_fails"]
        released = asyncio.run(kernel.tools.released("保证痊愈。", Author.MODEL))
        assert released.text is None
        assert COLLECT in [tool.name for tool in kernel.tools.every()]


def test_what_is_kept_back_is_put_aside(clinic: Clinic) -> None:
    record_no = clinic.add("陈敏")
    with clinic.open() as kernel:
        released = asyncio.run(
            kernel.tools.released("患者已好转。", Author.MODEL, record_no=record_no, tool="assistant")
        )
        assert (released.text, [event.id for event in released.events]) == (None, ["no-diagnosis"])
        (kept,) = kernel.quarantine.every()
        assert (kept.record_no, kept.tool, kept.by) == (record_no, "assistant", "李大夫")
        assert kernel.quarantine.show(kept.number).text == "患者已好转。"
        (hit,) = told_rows(kernel, "constraint.hit")
        assert json.loads(str(hit[4]))["constraint"]["matched"] == "好转"
        assert json.loads(str(hit[4]))["quarantined"] == kept.number
        assert [row[1] for row in told_rows(kernel, "quarantine.read")] == [record_no]
        assert asyncio.run(kernel.tools.released("请按时复诊。", Author.MODEL)).text == "请按时复诊。"
        assert len(kernel.quarantine.every()) == 1


def test_who_may_not_see_a_record_calls_no_tool_on_it(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        kernel.patients.register(Given(name="陈敏", sex="女"))
        assert ask(kernel, COLLECT, {"patientId": "P001", "answers": FULL}).ok
        asyncio.run(kernel.tools.released("患者已好转。", Author.MODEL, record_no="P001"))
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel:
        answer = ask(kernel, COLLECT, {"patientId": "P001", "answers": FULL})
        assert code_of(answer) == "not_allowed"
        with pytest.raises(Refused, match="not_allowed"):
            kernel.quarantine.every()
    with clinic.open(passphrase=PASSPHRASES["钱管理"]) as kernel:
        assert kernel.actor.role is Role.ADMIN
        with pytest.raises(Refused, match="not_allowed"):
            asyncio.run(kernel.tools.call(COLLECT, {}, Caller("cli")))


def test_a_record_others_look_after_needs_its_reason(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        kernel.patients.register(Given(name="陈敏", sex="女"))
        assert ask(kernel, COLLECT, {"patientId": "P001", "answers": FULL}).ok
        asyncio.run(kernel.tools.released("患者已好转。", Author.MODEL, record_no="P001"))
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        answer = ask(kernel, COLLECT, {"patientId": "P001", "answers": FULL})
        assert code_of(answer) == "reason_needed"
        with pytest.raises(Refused, match="reason_needed"):
            kernel.quarantine.show(1)
