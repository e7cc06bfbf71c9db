"""A pack of somebody else's in a process of its own reaches records by the same port, under the same rules."""

import threading
import time

import pytest

from core.base.messages import Messages, Phrase
from core.packhost.host import mount_for
from core.packhost.worker.description import Description
from core.packhost.worker.limits import Limits
from core.packhost.worker.worker import PackWorker
from tests.fakes.calls import ask, code_of, stopped_by
from tests.fakes.clinic import MENZHEN, Clinic, content, symptom
from tests.fakes.pack_folder import pack_at, trusted

CODE = """
from core.packhost.api import Count, Pack, PromptSection, Result, Tool

ONE = {"type": "object", "properties": {"patientId": {"type": "string"}}}
LEAST = {"zhushu": "头晕", "xianbingshi": "晨起头晕。"}


def collect(arguments, context):
    who = arguments.get("patientId", "P001")
    form = context.records.form("menzhen")
    required = [one.link_id for one in form.items if one.required]
    gaps = context.records.check(who, "menzhen", {"zhushu": "头晕"})
    context.records.save_visit(who, "menzhen", LEAST)
    return Result(",".join(required), data={"missing": [one.link_id for one in gaps.missing]})


def read(arguments, context):
    visits = context.records.visits(arguments["patientId"])
    found = context.records.compare(arguments["patientId"])
    first = visits[0].findings[0]
    return Result(
        f"{first.count.text} {first.status.value} {visits[0].day:%d} {found.rows[0].state} {found.to_day:%d}",
        data={"people": [one.record_no for one in context.records.follow_ups()]},
    )


def create_pack(context):
    return Pack(
        tools=[Tool("collect", "", "", ONE, collect), Tool("read", "", "", ONE, read, read_only=True),
               Tool("sly", "", "", ONE, collect, read_only=True)],
        constraints=[{"id": "returned", "kind": "tool-arg-require", "tool": "collect", "requireArg": "patientId"}],
        prompt_sections=[PromptSection("apart", "由另一进程给出")],
    )
"""

pytestmark = pytest.mark.slow


def test_what_is_asked_from_there_is_answered_here(clinic: Clinic) -> None:
    clinic.add("陈敏")
    trusted(clinic.home, pack_at(clinic.home.packs / "apart", {"pack.py": CODE}, name="apart"))
    with clinic.open(packs=mount_for(clinic.home)) as kernel:
        for day, value in (("20", "3.50"), ("27", "1")):
            entries = [symptom("头晕", count={"value": value, "unit": "次/日"})]
            text = content(MENZHEN, entries).replace(f'"{value}"', value)
            kernel.intake.save("P001", "menzhen", text, f"2026-11-{day}T09:00")
        read = ask(kernel, "pack__apart__read", {"patientId": "p001"})
        assert read.result is not None
        assert read.result.output == "3.50 次/日 有 20 减轻 27"
        assert read.result.data == {"people": ["P001"]}
        done = ask(kernel, "pack__apart__collect", {"patientId": "P001"})
        assert done.result is not None
        assert done.result.output.splitlines()[0] == "zhushu,xianbingshi"
        assert done.result.data == {"missing": ["xianbingshi"]}
        assert len(kernel.records.of_patient("P001")) == 3
        assert stopped_by(ask(kernel, "pack__apart__collect", {})) == ["returned"]
        assert code_of(ask(kernel, "pack__apart__sly", {"patientId": "P001"})) == "tool_reads_only"
        assert code_of(ask(kernel, "pack__apart__sly", {})) == "tool_not_their_patient"
        assert len(kernel.records.of_patient("P001")) == 3
        assert "由另一进程给出" in kernel.tools.rules


def test_code_that_was_changed_after_it_was_trusted_does_not_run(clinic: Clinic) -> None:
    clinic.add("陈敏")
    folder = clinic.home.packs / "apart"
    trusted(clinic.home, pack_at(folder, {"pack.py": CODE}, name="apart"))
    with clinic.open(packs=mount_for(clinic.home)) as kernel:
        (folder / "pack.py").write_text(CODE.replace("由另一进程给出", "由别人给出"), encoding="utf-8")
        (notice,) = [one for one in kernel.tools.notices if one.code == "code_fails"]
        assert "有了改动" in Messages().text(notice.phrase.key, **notice.phrase.params)
        assert "由别人给出" not in kernel.tools.rules


def test_code_that_was_changed_does_not_run_in_the_next_worker_either(clinic: Clinic) -> None:
    clinic.add("陈敏")
    folder = clinic.home.packs / "apart"
    dying = CODE.replace("who = ", "import os; os._exit(1); who = ")
    trusted(clinic.home, pack_at(folder, {"pack.py": dying}, name="apart"))
    with clinic.open(packs=mount_for(clinic.home)) as kernel:
        assert code_of(ask(kernel, "pack__apart__collect", {"patientId": "P001"})) == "worker_crashed"
        (folder / "pack.py").write_text(CODE, encoding="utf-8")
        assert code_of(ask(kernel, "pack__apart__collect", {"patientId": "P001"})) == "pack_changed"
        assert kernel.records.of_patient("P001") == ()


def test_a_tool_that_is_none_leaves_its_siblings(clinic: Clinic) -> None:
    clinic.add("陈敏")
    odd = CODE.replace("tools=[", "tools=[Tool(3, '', '', ONE, collect), ")
    trusted(clinic.home, pack_at(clinic.home.packs / "apart", {"pack.py": odd}, name="apart"))
    with clinic.open(packs=mount_for(clinic.home)) as kernel:
        (notice,) = [one for one in kernel.tools.notices if one.code == "tool_left_out"]
        assert notice.params["tool"] == "tools[0]"
        assert notice.params["reason"] == Phrase("errors.tool_unfit.message", tool="tools[0]")
        assert code_of(ask(kernel, "pack__apart__sly", {"patientId": "P001"})) == "tool_reads_only"


@pytest.mark.parametrize("is_loading", [True, False])
def test_closing_waits_for_no_pack_that_is_loading_and_none_loads_after_it(
    clinic: Clinic, is_loading: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    def load(worker: PackWorker) -> Description:
        begun.set()
        return describe(worker)

    describe = PackWorker.describe
    monkeypatch.setattr(PackWorker, "describe", load)
    code = "import time\ntime.sleep(60)\n"
    trusted(clinic.home, pack_at(clinic.home.packs / "apart", {"pack.py": code}, name="apart"))
    with clinic.open(packs=mount_for(clinic.home)) as kernel:
        loading = threading.Thread(target=kernel.tools.every)
        began = time.monotonic()
        if is_loading:
            loading.start()
            assert begun.wait(5)
        kernel.close()
        if not is_loading:
            loading.start()
        loading.join()
        assert time.monotonic() - began < Limits().start / 2
        (notice,) = [one for one in kernel.tools.notices if one.code == "code_fails"]
        assert notice.params["reason"] == Phrase("errors.worker_closed.message", pack="apart")
        assert begun.is_set() is is_loading


def test_a_pack_apart_that_does_not_load_leaves_the_others(clinic: Clinic) -> None:
    folder = clinic.home.packs / "apart"
    trusted(clinic.home, pack_at(folder, {"pack.py": "raise ValueError\n"}, name="apart"))
    with clinic.open(packs=mount_for(clinic.home)) as kernel:
        assert [one.code for one in kernel.tools.notices] == ["code_fails"]
        assert [one.name for one in kernel.tools.every()] != []
