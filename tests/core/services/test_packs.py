"""Trusting and installing packs: by an admin, with a row, as a whole."""

from pathlib import Path

import pytest

from core.base.errors import ClinicError, Refused, UserError
from core.base.paths import Home
from core.base.rights import Role
from core.packhost.tiers import State
from core.packhost.trust import Trust, fingerprint
from core.services.pack_facts import Listing
from core.services.packs import InstalledPacks, packs_of
from tests.fakes.clinic import Clinic, store_of, trail
from tests.fakes.pack_folder import files_of, pack_at, zipped


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return pack_at(tmp_path / "demo", contributes={"constraints": []})


def test_an_admins_yes_leaves_a_row_and_counts_from_the_next_opening(clinic: Clinic, tmp_path: Path) -> None:
    archive, digest = zipped(tmp_path / "demo.zip", files_of(contributes={"promptSections": []}))
    with clinic.open() as kernel:
        done = kernel.packs.install(str(archive), digest)
        (one,) = kernel.packs.trust(done.folder)
        assert [notice.code for notice in kernel.pack_notices] == []
        assert trail(store_of(kernel))[-2:] == [
            ("pack.install", None, None, {"sha256": digest}),
            ("pack.trust", None, None, {"pack": "demo", "version": "0.1.0", "sha256": one.fingerprint}),
        ]
    with clinic.open() as kernel:
        assert kernel._desk.packs.versions == "demo 0.1.0 tcm 0.2.0"
        assert kernel.packs.untrust(done.folder) == [done.folder]
        assert trail(store_of(kernel))[-1] == ("pack.untrust", None, None, {"folders": 1})
    with clinic.open() as kernel:
        assert kernel._desk.packs.versions == "tcm 0.2.0"
        assert [notice.code for notice in kernel.pack_notices] == ["untrusted"]


@pytest.mark.parametrize("role", [Role.PHYSICIAN, Role.AUDITOR])
def test_it_takes_an_admin(clinic: Clinic, pack: Path, role: Role) -> None:
    with clinic.open(role=role) as kernel:
        for attempt in (
            lambda: kernel.packs.trust(pack),
            lambda: kernel.packs.untrust(pack),
            lambda: kernel.packs.install("x.zip", "0" * 64),
        ):
            with pytest.raises(Refused, match="not_allowed"):
                attempt()
        assert [row[0] for row in trail(store_of(kernel))[-3:]] == ["access.refused"] * 3
    assert not clinic.home.pack_trust.exists()


def test_what_cannot_be_carried_out_leaves_no_row(clinic: Clinic, tmp_path: Path) -> None:
    archive, _ = zipped(tmp_path / "demo.zip", files_of())
    with clinic.open() as kernel:
        before = len(trail(store_of(kernel)))
        with pytest.raises(Refused, match="pack_hash_differs"):
            kernel.packs.install(str(archive), "0" * 64)
        assert len(trail(store_of(kernel))) == before


def test_a_pack_that_is_not_in_order_is_not_trusted(clinic: Clinic, tmp_path: Path) -> None:
    good, bad = pack_at(tmp_path / "many" / "good"), pack_at(tmp_path / "many" / "bad", version="v1")
    with clinic.open() as kernel, pytest.raises(UserError, match="pack_invalid"):
        kernel.packs.trust(tmp_path / "many")
    assert [Trust(clinic.home).standing(one).is_trusted for one in (good, bad)] == [False, False]


def test_a_damaged_record_is_not_written_over(clinic: Clinic, pack: Path) -> None:
    clinic.home.pack_trust.write_text("{", encoding="utf-8")
    with clinic.open() as kernel:
        for attempt in (kernel.packs.trust, kernel.packs.untrust):
            with pytest.raises(ClinicError, match="pack_trust_damaged"):
                attempt(pack)
    assert clinic.home.pack_trust.read_text(encoding="utf-8") == "{"


def test_what_changed_after_the_look_is_not_what_was_trusted(
    home: Home, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = fingerprint(pack)

    def then_changed(folder: Path) -> str:
        (folder / "late.py").touch()
        return taken

    monkeypatch.setattr("core.services.packs.fingerprint", then_changed)
    InstalledPacks(home).trust(pack)
    assert not Trust(home).standing(pack).is_trusted


def test_without_a_clinic_there_is_nobody_to_ask(home: Home, pack: Path) -> None:
    InstalledPacks(home).trust(pack)
    assert Trust(home).standing(pack).is_trusted


def test_a_pack_that_is_gone_is_still_taken_back(home: Home, pack: Path) -> None:
    packs = InstalledPacks(home)
    packs.trust(pack)
    pack.rename(pack.with_name("elsewhere"))
    assert packs.untrust(pack) == [pack]
    assert packs.untrust(pack) == []


def test_a_folder_names_one_pack_or_several_or_those_of_a_project(tmp_path: Path) -> None:
    first, second = (pack_at(tmp_path / ".mingdao" / "packs" / name) for name in ("a", "b"))
    pack_at(tmp_path / ".mingdao" / "packs" / ".new-1")
    assert packs_of(first) == [first]
    assert packs_of(first.parent) == packs_of(tmp_path) == [first, second]
    with pytest.raises(UserError, match="pack_none"):
        packs_of(tmp_path / ".mingdao" / "nothing")


def test_the_settings_name_folders_of_packs(clinic: Clinic, pack: Path) -> None:
    with clinic.open() as kernel:
        kernel.preferences.change(kernel.preferences.read(), {"packs": (str(pack), "npm:pack-x")})
        found = kernel.packs.look()
        assert [(one.name, one.state) for one in found.every if one.name == "demo"] == [
            ("demo", State.UNTRUSTED)
        ]
        assert {notice.code for notice in found.notices} == {"untrusted", "source_refused"}
    assert clinic.run("settings", "list").code == 0
    assert clinic.json("settings", "set", "packs", f"{pack}; ")["settings"]["packs"] == [str(pack)]


def test_constraints_are_tried(home: Home, tmp_path: Path) -> None:
    red_line = {"id": "d", "kind": "output-forbid", "pattern": "包好"}
    folder = pack_at(home.packs / "demo", contributes={"constraints": [red_line]})
    (folder / "pack.py").unlink()
    packs = InstalledPacks(home)
    with pytest.raises(UserError, match="pack_not_effective"):
        packs.tried("demo")
    packs.trust(folder)
    (one,) = packs.tried("demo")
    assert (one.constraint.id, one.ok) == ("d", True)


def test_a_red_line_about_no_tool_or_no_argument_of_the_pack_does_not_work(home: Home) -> None:
    code = (
        "from core.packhost.api import Pack, Tool\n\nTAKES = {'type': 'object', 'properties': {'a': {'type': 'string'}}}\n\n\n"
        "def create_pack(context):\n    return Pack(tools=[Tool('t', 'T', 'T.', TAKES, lambda given, context: '')])\n"
    )
    lines = [
        {"id": "right", "kind": "arg-forbid", "tool": "t", "arg": "a", "pattern": "!"},
        {"id": "in-full", "kind": "tool-deny", "tool": "pack__demo__t"},
        {"id": "of-another", "kind": "tool-deny", "tool": "pack__tcm__visit_compare"},
        {"id": "no-tool", "kind": "tool-deny", "tool": "tt"},
        {"id": "no-argument", "kind": "arg-forbid", "tool": "t", "arg": "b", "pattern": "!"},
    ]
    folder = pack_at(
        home.packs / "demo", {"pack.py": code}, contributes={"tools": True, "constraints": lines}
    )
    packs = InstalledPacks(home)
    packs.trust(folder)
    tried = {one.constraint.id: one.faults for one in packs.tried("demo")}
    assert tried == {
        "right": (),
        "in-full": (),
        "of-another": (),
        "no-tool": ("idle",),
        "no-argument": ("idle",),
    }


def test_running_the_code_of_a_pack_takes_an_admin(clinic: Clinic, pack: Path) -> None:
    with clinic.open(role=Role.PHYSICIAN) as kernel:
        assert kernel.packs.verify(pack).is_sound
        with pytest.raises(Refused, match="not_allowed"):
            kernel.packs.verify(pack, runtime=True)
        with pytest.raises(Refused, match="not_allowed"):
            kernel.packs.tried("tcm")
    with clinic.open(role=Role.ADMIN) as kernel:
        assert kernel.packs.verify(pack, runtime=True).surface is not None


def test_an_archive_is_looked_into_and_nothing_stays(clinic: Clinic, tmp_path: Path) -> None:
    archive, digest = zipped(
        tmp_path / "demo.zip", files_of(version="0.2.0", permissions={"net": ["his.example.cn"]})
    )
    with clinic.open() as kernel:
        before = len(trail(store_of(kernel)))
        offered = kernel.packs.offered(str(archive), digest)
        assert (offered.contents.version, offered.contents.net) == ("0.2.0", ("his.example.cn",))
        assert offered.contents.code == ("pack.py",)
        assert (offered.replaces, offered.ends_trust) == ("", False)
        assert list(clinic.home.packs.iterdir()) == []
        assert len(trail(store_of(kernel))) == before
        kernel.packs.trust(pack_at(clinic.home.packs / "demo"))
        offered = kernel.packs.offered(str(archive), digest)
        assert (offered.replaces, offered.ends_trust) == ("0.1.0", True)
        for source, sha256, code in (
            (str(archive), "0" * 64, "pack_hash_differs"),
            ("npm:demo", digest, "pack_source_remote"),
        ):
            with pytest.raises(Refused, match=code):
                kernel.packs.offered(source, sha256)
    with clinic.open(role=Role.PHYSICIAN) as kernel, pytest.raises(Refused, match="not_allowed"):
        kernel.packs.offered(str(archive), digest)


def test_what_was_not_shown_is_not_trusted(home: Home, pack: Path) -> None:
    shown = fingerprint(pack)
    (pack / "late.py").touch()
    with pytest.raises(Refused, match="pack_not_as_shown"):
        InstalledPacks(home).trust(pack, shown)
    assert Trust(home).standing(pack).why == "new"
    InstalledPacks(home).trust(pack, fingerprint(pack))
    assert Trust(home).standing(pack).is_trusted


def test_each_pack_says_whether_the_open_clinic_works_with_it(clinic: Clinic) -> None:
    folder = pack_at(clinic.home.packs / "demo")
    InstalledPacks(clinic.home).trust(folder)
    form = {"forms": ["forms/a.json"]}
    source = (Path(__file__).parents[3] / "packs" / "tcm" / "forms" / "shiwen.json").read_bytes()
    taken = pack_at(clinic.home.packs / "taken", {"forms/a.json": source}, name="taken", contributes=form)
    InstalledPacks(clinic.home).trust(taken)

    def stands(listing: Listing) -> dict[str, tuple[bool, bool]]:
        return {one.found.name: (one.is_in_use, one.was_in_use) for one in listing.packs}

    with clinic.open() as kernel:
        listing = kernel.packs.listed()
        assert stands(listing) == {
            "demo": (True, True),
            "taken": (False, False),
            "tcm": (True, True),
        }
        assert [(one.found.name, one.form_taken) for one in listing.packs if one.form_taken] == [
            ("taken", "shiwen")
        ]
        assert [notice.code for notice in listing.notices] == ["form_taken"]
        tcm = next(one for one in listing.packs if one.found.name == "tcm")
        assert tcm.contents is not None
        assert "十问" in tcm.contents.forms
        assert not tcm.is_added
        kernel.packs.untrust(folder)
        assert stands(kernel.packs.listed())["demo"] == (False, True)
    assert not any(one.is_in_use for one in InstalledPacks(clinic.home).listed().packs)


def test_how_far_packs_are_shut_in_is_measured(home: Home) -> None:
    held = InstalledPacks(home).confinement()
    assert held.level in {"kernel", "calls", "interpreter"}
    assert held.guards
