"""Which pack counts, and what is said of the others."""

import errno
import os
from pathlib import Path

import pytest

from core.base.messages import LANGUAGES, Messages
from core.base.paths import Home
from core.packhost import tiers
from core.packhost.contributed import read_pack
from core.packhost.files import PackFiles
from core.packhost.host import SHIPPED, mount_found
from core.packhost.tiers import Discovered, Found, Places, State, Tier, discover, protected_names
from core.packhost.trust import Why
from tests.fakes.pack_folder import pack_at, trusted

FORM = (SHIPPED / "tcm" / "forms" / "menzhen.json").read_text(encoding="utf-8")


@pytest.fixture
def places(tmp_path: Path) -> Places:
    (tmp_path / "shipped").mkdir()
    return Places(tmp_path / "shipped", Home(tmp_path / "home"), tmp_path / "work")


def of(places: Places) -> Discovered:
    return discover(places)


def home(places: Places) -> Home:
    assert places.home is not None
    return places.home


def user(places: Places, at: str = "demo", **changes: object) -> Path:
    """A pack among the clinic's own, not trusted."""
    return pack_at(home(places).packs / at, None, **changes)


def project(places: Places, at: str = "demo", **changes: object) -> Path:
    assert places.project is not None
    return pack_at(places.project / ".mingdao" / "packs" / at, None, **changes)


def states(found: Discovered) -> list[tuple[Tier, State]]:
    return [(one.tier, one.state) for one in found.every]


def said(found: Discovered) -> str:
    return "\n".join(Messages().text(one.phrase.key, **one.phrase.params) for one in found.notices)


def effective(found: Discovered) -> Found:
    (one,) = found.effective
    return one


def test_names_are_those_of_manifests_and_sorted(places: Places) -> None:
    pack_at(places.builtin / "zz", name="alpha")
    pack_at(places.builtin / "aa", name="omega")
    assert [one.name for one in of(places).effective] == ["alpha", "omega"]


def test_a_tier_folder_may_be_one_pack(places: Places) -> None:
    trusted(home(places), pack_at(home(places).packs))
    assert states(of(places)) == [(Tier.USER, State.EFFECTIVE)]


def test_without_a_project_its_packs_are_not_looked_for(places: Places) -> None:
    project(places)
    assert of(Places(places.builtin, places.home)).every == ()


def test_of_the_settings_the_later_one_counts(places: Places, tmp_path: Path) -> None:
    first, second = (
        trusted(home(places), pack_at(tmp_path / name, version=f"0.{number}.0"))
        for number, name in enumerate(("first", "second"))
    )
    found = discover(Places(places.builtin, home(places), None, (str(first), str(second))))
    assert effective(found).folder == second
    assert states(found) == [(Tier.CONFIG, State.SHADOWED), (Tier.CONFIG, State.EFFECTIVE)]


@pytest.mark.parametrize("source", ["npm:pack-tcm", "https://example.cn/p.zip", "HTTP://x", "git+ssh://x"])
def test_a_source_to_be_fetched_is_refused_by_name(places: Places, source: str) -> None:
    found = discover(Places(places.builtin, home(places), None, (source,)))
    assert [one.code for one in found.notices] == ["source_refused"]
    assert source in said(found)


@pytest.mark.parametrize("source", ["relative/packs", "/no/such/folder", "~nobody-here/packs"])
def test_a_folder_that_is_not_there_is_told_of(places: Places, source: str) -> None:
    found = discover(Places(places.builtin, home(places), None, (source,)))
    assert [one.code for one in found.notices] == ["source_missing"]


def test_two_of_one_name_in_one_place(places: Places) -> None:
    for name in ("b", "a"):
        trusted(home(places), user(places, name))
    found = of(places)
    assert effective(found).folder.name == "a"
    assert [one.code for one in found.notices] == ["twice"]


def test_a_kept_name_is_nobody_elses(places: Places) -> None:
    (places.builtin / "protected.json").write_text('["demo", "later"]', encoding="utf-8")
    shipped = pack_at(places.builtin / "demo")
    trusted(home(places), user(places, version="9.0.0"))
    trusted(home(places), user(places, "later", name="later"))
    found = of(places)
    assert effective(found).folder == shipped
    assert [one.code for one in found.notices] == ["name_kept", "name_kept"]


@pytest.mark.parametrize("text", [None, "{}", "[1]", "not json"])
def test_without_the_list_every_shipped_name_is_kept(places: Places, text: str | None) -> None:
    if text is not None:
        (places.builtin / "protected.json").write_text(text, encoding="utf-8")
    shipped = pack_at(places.builtin / "demo")
    trusted(home(places), user(places, version="9.0.0"))
    assert effective(of(places)).folder == shipped


def test_the_shipped_list_keeps_the_names_of_what_is_trusted() -> None:
    (tcm,) = discover(Places(SHIPPED)).of_name("tcm")
    assert tcm.state is State.EFFECTIVE
    assert protected_names(SHIPPED) == {"kbreg", "tcm"}


def test_what_cannot_be_read_is_broken_and_told_of(places: Places) -> None:
    folder = home(places).packs / "odd"
    pack_at(folder)
    (folder / "pack.json").write_bytes(b"\xff\xfe")
    trusted(home(places), folder)
    found = of(places)
    assert [(one.name, one.state) for one in found.every] == [("odd", State.BROKEN)]
    assert "odd" in said(found)


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_pack_with_a_link_in_it_is_broken(places: Places) -> None:
    folder = trusted(home(places), user(places))
    (folder / "more.json").symlink_to("/etc/passwd")
    (one,) = of(places).every
    assert (one.state, one.problems[0]["code"]) == (State.BROKEN, "pack_file_link")


def test_a_folder_the_system_does_not_give_is_told_as_that(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = trusted(home(places), user(places))
    scandir = os.scandir

    def refusing(path: object) -> object:
        if Path(str(path)) == folder:
            raise PermissionError(errno.EACCES, "no", str(path))
        return scandir(path)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "scandir", refusing)
    (one,) = of(places).every
    assert (one.state, one.problems[0]["code"]) == (State.BROKEN, "pack_file_unreadable")
    assert one.problems[0]["params"] == {"file": folder.name, "reason": "EACCES"}


def test_a_damaged_record_of_trust_trusts_nothing_and_says_so(places: Places) -> None:
    trusted(home(places), user(places))
    home(places).pack_trust.write_text("{", encoding="utf-8")
    found = of(places)
    (one,) = found.every
    assert one.standing is not None
    assert one.standing.why is Why.UNREADABLE
    assert "信任记录读不出来" in said(found)
    assert home(places).pack_trust.read_text(encoding="utf-8") == "{"


def test_what_changes_while_it_is_read_is_not_taken(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    assert places.home is not None
    folder = trusted(places.home, pack_at(places.home.packs / "demo"))

    def swapped(files: PackFiles) -> object:
        if files.folder == folder:
            pack_at(folder, {"pack.py": "import os\n"})
        return read_pack(files)

    monkeypatch.setattr(tiers, "read_pack", swapped)
    (found,) = discover(places).of_name("demo")
    assert (found.state, found.contributed) == (State.UNTRUSTED, None)


def test_a_form_another_pack_has_leaves_the_pack_out(places: Places) -> None:
    contributes = {"forms": ["forms/*.json"]}
    files = {"forms/menzhen.json": FORM}
    pack_at(places.builtin / "own", files, name="own", contributes=contributes)
    trusted(home(places), pack_at(home(places).packs / "aaa", files, name="aaa", contributes=contributes))
    packs = mount_found(of(places))
    assert packs.versions == "own 0.1.0"
    assert [one.code for one in packs.notices] == ["form_taken"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notice_has_words(places: Places, language: str) -> None:
    project(places, version="0.3.0")
    trusted(home(places), user(places, version="0.2.0"))
    pack_at(places.builtin / "demo")
    (places.builtin / "protected.json").write_text('["kept"]', encoding="utf-8")
    user(places, "kept", name="kept")
    trusted(home(places), user(places, "broken", name="broken", version="v1"))
    found = of(places)
    assert {one.code for one in found.notices} == {"untrusted", "shadowed", "name_kept", "broken"}
    words = Messages(language)
    assert all(words.text(one.phrase.key, **one.phrase.params) for one in found.notices)
