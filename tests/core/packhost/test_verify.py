"""A pack is looked at from its manifest to its source; nothing of it runs unless somebody asks."""

import sys
from pathlib import Path

import pytest

from core.base.errors import ClinicError, Damaged, UserError
from core.base.paths import Home
from core.packhost import host
from core.packhost import verify as module
from core.packhost.contributed import Contributed
from core.packhost.manifest import Manifest
from core.packhost.verify import Surface, Verified, load_code, verify
from tests.fakes.pack_folder import CODE, pack_at


def verified(folder: Path, load: module.Load | None = None) -> Verified:
    return verify(folder, Home(folder.parent / "home"), load)


def codes(folder: Path, load: module.Load | None = None) -> list[str]:
    return [problem.code for problem in verified(folder, load).problems]


def given(surface: Surface) -> module.Load:
    """Code that returns this."""

    def load(_folder: Path, _manifest: Manifest, _contributed: Contributed) -> Surface:
        return surface

    return load


def test_the_packs_that_ship_are_in_order_and_do_what_they_say(tmp_path: Path) -> None:
    folders = sorted(path.parent for path in host.SHIPPED.glob("*/pack.json"))
    assert folders
    for folder in folders:
        done = verify(folder, Home(tmp_path), load_code)
        assert (done.problems, done.advice) == ((), ()), folder
        assert done.surface is not None


def test_the_code_of_an_example_runs_as_anybodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Mounted", None)
    verified_ = verify(host.SHIPPED / "example_hello", Home(tmp_path), load_code)
    assert verified_.surface is not None


@pytest.mark.parametrize("contributes", [{"tools": True}, {"comparison": True}])
def test_what_only_code_brings_needs_code(tmp_path: Path, contributes: dict[str, object]) -> None:
    folder = pack_at(tmp_path / "demo", contributes=contributes)
    (folder / "pack.py").unlink()
    assert "pack_code_missing" in codes(folder)


def test_a_folder_without_a_pack(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="pack_none"):
        verified(tmp_path)


def test_problems_of_all_files_come_at_once(tmp_path: Path) -> None:
    contributes: dict[str, object] = {
        "tools": True,
        "forms": ["forms/a.json", "none/*.json"],
        "vocabulary": ["words/a.json"],
        "promptSections": ["prompts/a.md", "prompts/none.md"],
        "constraints": ["c.json", {"id": "有 空"}],
    }
    files: dict[str, str | bytes] = {
        "forms/a.json": '{"resourceType": "Questionnaire", "item": [null]}',
        "words/a.json": '{"axis": 3}',
        "prompts/a.md": b"\xff",
        "c.json": '{"constraints": [], "more": 1}',
        "pack.py": "def (:",
    }
    found = codes(pack_at(tmp_path / "demo", files, contributes=contributes))
    assert {
        *("pack_file_missing", "pack_file_not_utf8", "pack_words_unfit", "pack_constraints_shape"),
        *("constraint_id", "constraint_kind", "pack_code_unreadable"),
    } <= set(found)


@pytest.mark.parametrize(
    "text", ['[{"id": "x", "kind": "tool-deny", "tool": "t"}]', '{"constraints": []}', "[]"]
)
def test_both_shapes_of_a_constraints_file(tmp_path: Path, text: str) -> None:
    folder = pack_at(tmp_path / "demo", {"c.json": text}, contributes={"constraints": ["c.json"]})
    assert codes(folder) == []


@pytest.mark.parametrize(
    ("text", "code"), [("[3]", "pack_constraint_entry"), ("3", "pack_constraints_shape")]
)
def test_what_is_no_list_of_constraints(tmp_path: Path, text: str, code: str) -> None:
    folder = pack_at(tmp_path / "demo", {"c.json": text}, contributes={"constraints": ["c.json"]})
    assert codes(folder) == [code]


def test_the_name_of_what_ships_is_kept(tmp_path: Path) -> None:
    assert codes(pack_at(tmp_path / "x", name="kbreg")) == ["pack_name_protected"]


def test_code_for_a_provider_is_refused(tmp_path: Path) -> None:
    code = "from core.packhost.api import Pack\n\n\ndef create_pack(context):\n    return Pack(provider=1)\n"
    folder = pack_at(tmp_path / "x", {"pack.py": code}, contributes={"tools": True, "provider": "deepseek"})
    assert codes(folder) == ["pack_provider_code"]


def test_code_for_a_provider_does_not_load_either(tmp_path: Path) -> None:
    code = "from core.packhost.api import Pack\n\n\ndef create_pack(context):\n    return Pack(**{'provider': 1})\n"
    assert codes(pack_at(tmp_path / "x", {"pack.py": code}), load_code) == ["pack_code_fails"]


def test_a_pack_without_code_has_nothing_to_load(tmp_path: Path) -> None:
    folder = pack_at(tmp_path / "x", contributes={"constraints": []})
    (folder / "pack.py").unlink()
    done = verified(folder, load_code)
    assert (done.problems, done.surface) == ((), Surface())


@pytest.mark.parametrize(
    ("said", "found"), [("1", []), ("2", ["pack_code_other"]), ("True", ["pack_code_other"])]
)
def test_code_that_names_a_contract_names_this_one(tmp_path: Path, said: str, found: list[str]) -> None:
    folder = pack_at(
        tmp_path / "x", {"pack.py": f"apiVersion = {said}\n{CODE}"}, contributes={"constraints": []}
    )
    assert codes(folder, load_code) == found


def test_code_that_ships_is_held_to_the_contract_too(tmp_path: Path) -> None:
    for name, said in (("one", "apiVersion = 2\n"), ("two", "")):
        code = said + CODE.replace("Pack()", "Pack()" if said else "3")
        (pack,) = host.mount(pack_at(tmp_path / name / name, {"pack.py": code}, name=name).parent).mounted
        with pytest.raises(Damaged, match="pack_broken") as caught:
            _ = pack.code
        assert caught.value.params["reason"] == ("apiVersion" if said else "create_pack")


def test_code_has_to_give_what_the_manifest_says_and_no_more(tmp_path: Path) -> None:
    folder = pack_at(tmp_path / "x")
    assert codes(folder, given(Surface(tools=("t",)))) == []
    assert codes(folder, given(Surface(comparison=True))) == ["pack_code_lacks", "pack_code_gives"]
    assert codes(folder, given(Surface(("t",), ({"id": "x", "kind": "nope"},)))) == ["constraint_kind"]
    assert codes(folder, given(Surface(unfit=("t",)))) == ["pack_tool_unfit"]


@pytest.mark.parametrize(
    ("code", "problem", "said"),
    [
        ("1 / 0", "pack_code_fails", {"reason": "ZeroDivisionError pack.py:1"}),
        ("import nonesuch", "pack_code_fails", {"reason": "ModuleNotFoundError pack.py:1"}),
        (CODE.replace("Pack()", "3"), "pack_code_none", {}),
        ("", "pack_code_none", {}),
        ("import os\nos._exit(3)", "pack_code_ends", {"how": "3"}),
    ],
)
def test_code_that_fails_is_a_problem_of_the_pack_and_says_why(
    tmp_path: Path, code: str, problem: str, said: dict[str, object]
) -> None:
    (found,) = verified(pack_at(tmp_path / "x", {"pack.py": code}), load_code).problems
    assert (found.code, found.params) == (problem, said)


@pytest.mark.parametrize(
    ("code", "problem"), [("worker_timeout", "pack_code_hangs"), ("worker_flood", "pack_code_floods")]
)
def test_code_that_was_ended_while_loading_is_told_in_words(tmp_path: Path, code: str, problem: str) -> None:
    def load(_folder: Path, manifest: Manifest, _contributed: Contributed) -> Surface:
        raise ClinicError(code, pack=manifest.name)

    assert codes(pack_at(tmp_path / "x"), load) == [problem]


def test_code_of_others_runs_in_a_process_of_its_own_that_is_let_do_nothing(tmp_path: Path) -> None:
    code = CODE.replace("return Pack()", 'context.storage.put("a", 1)\n    return Pack()')
    folder = pack_at(tmp_path / "x", {"pack.py": code}, name="apart", contributes={"constraints": []})
    assert codes(folder, load_code) == ["pack_code_asks"]
    assert "mingdao_pack_apart" not in sys.modules


def test_a_comparison_comes_with_the_program_alone(tmp_path: Path) -> None:
    assert codes(pack_at(tmp_path / "x", contributes={"comparison": True})) == ["pack_comparison_added"]


@pytest.mark.parametrize(
    ("source", "advice"),
    [
        ("import httpx", ["pack_calls_directly", "pack_undeclared"]),
        ("from urllib.request import urlopen", ["pack_calls_directly", "pack_undeclared"]),
        ("from urllib.parse import quote", []),
        ("x = 'import httpx'  # requests.get(url)", []),
        ("import os\nx = os.environ", ["pack_undeclared"]),
        ("open('x')", ["pack_undeclared"]),
        (
            "import requests\n\ndef f(context):\n    return context.llm.ask('x', purpose='y')",
            ["pack_undeclared"],
        ),
        ("import requests\nx = getattr(y, 'llm')", ["pack_undeclared"]),
    ],
)
def test_advice_is_of_the_source_and_refuses_nothing(tmp_path: Path, source: str, advice: list[str]) -> None:
    done = verified(pack_at(tmp_path / "x", {"more.py": source}))
    assert done.is_sound
    assert [problem.code for problem in done.advice] == advice


def test_what_is_asked_for_needs_no_advice(tmp_path: Path) -> None:
    folder = pack_at(
        tmp_path / "x", {"more.py": "import os\nos.getenv('A')"}, permissions={"env": ["HIS_USER"]}
    )
    assert verified(folder).advice == ()
