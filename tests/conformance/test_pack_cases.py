"""Manifest and loader by number: K01–K20 of the shared kernel cases, and P1–P9, the first pitfalls of its register."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.messages import Messages
from core.base.paths import Home
from core.cli import plain
from core.packhost import verify as verifying
from core.packhost.api import PromptSection
from core.packhost.host import Packs, mount_found
from core.packhost.manifest import checked
from core.packhost.ranges import includes
from core.packhost.sections import Section, block, of_code
from core.packhost.tiers import Discovered, Places, State, Tier, discover
from core.packhost.trust import Trust, Why
from core.packhost.verify import load_code, verify
from tests.fakes.clinic import Clinic
from tests.fakes.pack_folder import CODE, MANIFEST, pack_at, trusted

M0 = {**MANIFEST, "name": "tcm"}
MARKS = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped" / "protected.json").write_text("[]", encoding="utf-8")
    return Places(tmp_path / "shipped", Home(tmp_path / "home"), tmp_path / "work")


def home(places: Places) -> Home:
    assert places.home is not None
    return places.home


def said(found: Discovered) -> str:
    return "\n".join(Messages().text(one.phrase.key, **one.phrase.params) for one in found.notices)


def three(places: Places) -> Path:
    """`demo` in three tiers, the first two of them trusted or shipped; the folder of the third."""
    pack_at(places.builtin / "demo", version="0.1.0")
    trusted(home(places), pack_at(home(places).packs / "demo", version="0.2.0"))
    assert places.project is not None
    return pack_at(places.project / ".mingdao" / "packs" / "demo", version="0.3.0")


def versions(found: Discovered) -> list[tuple[str, State]]:
    return [(one.version, one.state) for one in found.every]


def test_K01_the_least_manifest(tmp_path: Path) -> None:
    assert checked(M0)[1] == []
    assert verify(pack_at(tmp_path / "demo"), Home(tmp_path)).problems == ()


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"name": "Bad Name"}, "Bad Name"),
        ({"name": "a"}, "“a”"),
        ({"name": "core"}, "core"),
        ({"name": "mcp"}, "mcp"),
        ({"name": "builtin"}, "builtin"),
        ({"version": "v1"}, "v1"),
        ({"engines": {}}, "mingdao"),
        ({"engines": {"mingdao": ">=9.0"}}, ">=9.0"),
        ({"apiVersion": "1"}, "apiVersion"),
        ({"apiVersion": 99}, "99"),
        ({"apiVersion": True}, "apiVersion"),
        ({"permissions": {"shell": ["*"]}}, "shell"),
        ({"permissions": {"fs": "x"}}, "permissions.fs"),
        ({"contributes": {"nope": 1}}, "nope"),
        ({"budget": {"dailyYuan": 0}}, "dailyYuan"),
        ({"budget": {"dailyYuan": True}}, "dailyYuan"),
        ({"budget": {"dailyYuan": 5, "action": "stop"}}, "stop"),
        ({"dependsOn": []}, "dependsOn"),
    ],
)
def test_K02_one_change_is_one_problem_that_names_its_cause(change: dict[str, object], cause: str) -> None:
    manifest, (problem,) = checked({**M0, **change})
    assert manifest is None
    told = f"{problem.where} {plain.problem(problem.as_plain(), Messages())}"
    assert cause in told
    if change.get("engines"):
        assert "0.6.0" in told
    if "dependsOn" in change:
        assert all(key in told for key in ("contributes", "permissions", "budget"))
    if change.get("apiVersion") == 99:
        assert "apiVersion 1" in told


def test_K03_two_faults_are_both_told() -> None:
    assert {problem.where for problem in checked({**M0, "name": "core", "version": "v1"})[1]} == {
        "name",
        "version",
    }


@pytest.mark.parametrize(
    ("version", "range_", "is_in"),
    [
        *(("0.5.0", ">=0.5 <0.7", True), ("0.4.6", ">=0.5 <0.7", False), ("0.6.9", ">=0.5 <0.7", True)),
        *(("0.7.0", ">=0.5 <0.7", False), ("1.9.9", "^1.2.0", True), ("2.0.0", "^1.2.0", False)),
        *(("0.5.9", "^0.5.0", True), ("0.6.0", "^0.5.0", False), ("0.0.3", "^0.0.3", True)),
        *(("0.0.4", "^0.0.3", False), ("1.2.9", "~1.2.0", True), ("1.3.0", "~1.2.0", False)),
        *(("1.2.3", "*", True), ("1.2.4", "1.2.3", False)),
    ],
)
def test_K04_ranges(version: str, range_: str, is_in: bool) -> None:
    assert includes(range_, version) is is_in


def test_K06_a_clinic_opens_without_the_pack_and_verify_ends_with_1(clinic: Clinic) -> None:
    broken = pack_at(clinic.home.packs / "broken", name="broken")
    (broken / "pack.py").unlink()
    trusted(clinic.home, broken)
    trusted(clinic.home, pack_at(clinic.home.packs / "other", name="other"))
    assert clinic.run("pack", "verify", str(broken)).code == 1
    opened = clinic.run("whoami")
    assert opened.code == 0
    assert str(broken) in opened.err
    states = {one["name"]: one["state"] for one in clinic.json("pack", "list")["packs"]}
    assert states == {"broken": "broken", "other": "effective", "tcm": "effective"}


def test_K06_tools_without_code(places: Places) -> None:
    broken = pack_at(home(places).packs / "demo")
    (broken / "pack.py").unlink()
    trusted(home(places), broken)
    trusted(home(places), pack_at(home(places).packs / "other", name="other"))
    assert [problem.code for problem in verify(broken, home(places)).problems] == ["pack_code_missing"]
    packs = mount_found(discover(places))
    assert packs.versions == "other 0.1.0"
    assert [one.code for one in packs.notices] == ["broken"]


def test_K07_a_prompt_file_that_is_not_there(places: Places) -> None:
    contributes = {"tools": True, "promptSections": ["prompts/missing.md"]}
    trusted(home(places), pack_at(home(places).packs / "demo", contributes=contributes))
    (found,) = discover(places).every
    assert found.state is State.BROKEN
    assert found.problems[0]["params"] == {"file": "prompts/missing.md"}
    assert mount_found(discover(places)).mounted == ()


def test_K08_P8_a_file_of_constraints_is_read_and_checked(places: Places) -> None:
    contributes = {"tools": True, "constraints": ["constraints.json"]}
    written = '[{"id": "d", "kind": "tool-deny", "tool": "t"}]'
    folder = pack_at(home(places).packs / "demo", {"constraints.json": written}, contributes=contributes)
    trusted(home(places), folder)
    (mounted,) = mount_found(discover(places)).mounted
    assert mounted.constraints == ({"id": "d", "kind": "tool-deny", "tool": "t"},)
    (folder / "constraints.json").write_text(written.replace("tool-deny", "nope"), encoding="utf-8")
    trusted(home(places), folder)
    (found,) = discover(places).every
    assert (found.state, found.problems[0]["code"]) == (State.BROKEN, "constraint_kind")


def test_K10_P5_the_highest_trusted_one_counts(places: Places) -> None:
    project = three(places)
    found = discover(places)
    assert versions(found) == [
        ("0.1.0", State.SHADOWED),
        ("0.2.0", State.EFFECTIVE),
        ("0.3.0", State.UNTRUSTED),
    ]
    told = said(found)
    assert str(project) in told
    assert "未信任" in told
    assert f"mingdao pack trust {project}" in told
    trusted(home(places), project)
    found = discover(places)
    assert versions(found) == [
        ("0.1.0", State.SHADOWED),
        ("0.2.0", State.SHADOWED),
        ("0.3.0", State.EFFECTIVE),
    ]
    assert [one.code for one in found.notices] == ["shadowed", "shadowed"]


@pytest.mark.parametrize("name", ["tcm", "kbreg"])
def test_the_names_of_a_trust_position_are_nobody_elses(clinic: Clinic, tmp_path: Path, name: str) -> None:
    """Not in the data folder, and not named in the settings, the highest tier; trusted all the same."""
    theirs = trusted(clinic.home, pack_at(clinic.home.packs / "theirs", name=name, version="9.0.0"))
    named = trusted(clinic.home, pack_at(tmp_path / "named", name=name, version="9.0.0"))
    clinic.json("settings", "set", "packs", str(named))
    states = [
        (one["version"], one["state"]) for one in clinic.json("pack", "list")["packs"] if one["name"] == name
    ]
    kept = [("9.0.0", "name_kept"), ("9.0.0", "name_kept")]
    assert states == ([("0.2.0", "effective"), *kept] if name == "tcm" else kept)
    refused = clinic.run("pack", "verify", str(theirs), "--json")
    assert [one["code"] for one in refused.json["problems"]] == ["pack_name_protected"]


@pytest.mark.parametrize("name", ["a.md", "pack.json", "pack.py", "deep/b.json"])
def test_K11_P3_one_byte_ends_the_trust(places: Places, name: str) -> None:
    folder = trusted(home(places), pack_at(home(places).packs / "demo", {"a.md": "a", "deep/b.json": "[]"}))
    assert len(discover(places).effective) == 1
    with (folder / name).open("ab") as file:
        file.write(b"\n")
    found = discover(places)
    (one,) = found.every
    assert one.standing is not None
    assert (one.state, one.standing.why) == (State.UNTRUSTED, Why.CHANGED)
    assert "改动" in said(found)
    trusted(home(places), folder)
    assert len(discover(places).effective) == 1


def test_K13_P7_mounting_twice_changes_nothing(places: Places) -> None:
    contributes = {
        "tools": True,
        "constraints": [{"id": "d", "kind": "tool-deny", "tool": "t"}],
        "promptSections": ["a.md"],
    }
    trusted(home(places), pack_at(home(places).packs / "demo", {"a.md": "甲"}, contributes=contributes))

    def counted(packs: Packs) -> tuple[int, int, int, str]:
        (one,) = packs.mounted
        return len(packs.mounted), len(one.constraints), len(one.sections), packs.rules

    first, second = (counted(mount_found(discover(places))) for _ in range(2))
    assert first == second
    assert first[:3] == (1, 1, 1)


@pytest.fixture
def marking(tmp_path: Path) -> Path:
    """A pack whose code leaves a mark when it runs."""
    return pack_at(
        tmp_path / "packs" / "marking",
        {"pack.py": MARKS + CODE},
        name="marking",
        contributes={"constraints": []},
    )


def test_K15_P2_verification_runs_nothing_unless_asked(
    marking: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = verify(marking, Home(tmp_path))
    assert (static.problems, static.surface) == ((), None)
    assert not (marking / "ran").exists()
    monkeypatch.setattr(verifying, "SHIPPED", marking.parent)
    assert verify(marking, Home(tmp_path), load_code).surface is not None
    assert (marking / "ran").exists()


def test_K15_the_command_says_static(clinic: Clinic, marking: Path) -> None:
    done = clinic.run("pack", "verify", str(marking))
    assert done.code == 0
    assert "静态" in done.out
    assert not (marking / "ran").exists()


@pytest.mark.parametrize(
    ("use", "is_told"), [("# context.llm", True), ("'context.llm'", True), ("context.llm", False)]
)
def test_K16_calls_past_the_exit_are_told(tmp_path: Path, use: str, is_told: bool) -> None:
    code = f"import urllib.request\n\n\ndef create_pack(context):\n    {use}\n    return None\n"
    done = verify(pack_at(tmp_path / "demo", {"pack.py": code}), Home(tmp_path))
    assert done.is_sound
    assert ("pack_calls_directly" in {problem.code for problem in done.advice}) is is_told


def test_K18_P9_the_block_of_prompt_sections(places: Places) -> None:
    sections = [Section("b", "x", "1", 10), Section("a", "y", "2", 10), Section("a", "z", "3", 5)]
    told = block(sections)
    assert [told.index(f'id="{name}"') for name in ("z", "y", "x")] == sorted(
        told.index(f'id="{name}"') for name in ("z", "y", "x")
    )
    assert block(reversed(sections)) == told
    assert block([]) == ""
    assert mount_found(discover(places)).rules == ""
    contributes = {"promptSections": ["prompts/domain.md"]}
    trusted(
        home(places),
        pack_at(home(places).packs / "demo", {"prompts/domain.md": "问必有据"}, contributes=contributes),
    )
    rules = mount_found(discover(places)).rules
    assert '<pack_section pack="demo" id="domain">\n问必有据\n</pack_section>' in rules
    assert list(of_code("a", [PromptSection("z", "3", 5)])) == [Section("a", "z", "3", 5)]


def test_K20_a_new_pack_is_in_order_and_begun_once(
    clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = clinic.json("pack", "new", "demo")
    assert clinic.json("pack", "verify", made["folder"])["sound"] is True
    assert clinic.refused("pack", "new", "demo")["code"] == "pack_exists"
    for name in ("core", "Bad", "x/../y"):
        assert clinic.refused("pack", "new", name)["code"] == "pack_invalid"


def test_P1_information_about_an_untrusted_pack_runs_nothing(
    clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = pack_at(tmp_path / ".mingdao" / "packs" / "demo", {"pack.py": MARKS + CODE})
    for command in (
        ("info", "demo"),
        ("list",),
        ("verify", str(folder)),
        ("trust", str(folder)),
        ("info", "demo"),
    ):
        clinic.run("pack", *command)
    assert not (folder / "ran").exists()
    clinic.run("pack", "untrust", str(folder))
    assert clinic.run("pack", "info", "demo").code == 1


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_P4_a_link_and_what_it_leads_to_are_one_entry(places: Places, tmp_path: Path) -> None:
    folder = pack_at(tmp_path / "real" / "demo")
    link = tmp_path / "link"
    link.symlink_to(folder)
    trusted(home(places), link)
    assert Trust(home(places)).standing(folder).is_trusted
    found = discover(Places(places.builtin, home(places), None, (str(link),)))
    assert [(one.tier, one.state) for one in found.every] == [(Tier.CONFIG, State.EFFECTIVE)]
    assert Trust(home(places)).take(folder)
    assert not Trust(home(places)).standing(link).is_trusted


def version_broken(folder: Path) -> None:
    pack_at(folder, version="v9")


def manifest_cut(folder: Path) -> None:
    (folder / "pack.json").write_text('{"name": "demo"', encoding="utf-8")


def constraints_gone(folder: Path) -> None:
    pack_at(folder, version="0.3.0", contributes={"constraints": ["gone.json"]})


@pytest.mark.parametrize("breaks", [version_broken, manifest_cut, constraints_gone])
def test_P6_a_broken_higher_one_takes_no_red_line_away(
    places: Places, breaks: Callable[[Path], None]
) -> None:
    red_line = {"id": "d", "kind": "tool-deny", "tool": "t"}
    pack_at(places.builtin / "demo", contributes={"constraints": [red_line]})
    folder = pack_at(home(places).packs / "demo", version="0.2.0")
    breaks(folder)
    trusted(home(places), folder)
    packs = mount_found(discover(places))
    (mounted,) = packs.mounted
    assert (mounted.tier, mounted.constraints) == (Tier.BUILTIN, (red_line,))
    (notice,) = packs.notices
    assert notice.code == "broken"
    assert str(folder) in Messages().text(notice.phrase.key, **notice.phrase.params)


def test_a_pack_that_is_not_there_is_named(clinic: Clinic) -> None:
    refused = clinic.refused("pack", "info", "nonesuch")
    assert refused["code"] == "unknown_pack"
    assert "tcm" in refused["hint"]
