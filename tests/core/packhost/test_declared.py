"""What a pack may not ask for, at verification and when it is loaded: one test each."""

import os
from pathlib import Path

import pytest

from core.base.paths import OWN_NAMES, Home, is_own_name
from core.packhost.declared import Grant, grants
from core.packhost.manifest import checked
from core.packhost.tiers import Places, State, discover
from core.packhost.verify import verify
from tests.fakes.pack_folder import MANIFEST, pack_at, trusted


def refused(key: str, entry: str, tmp_path: Path) -> str:
    """The one reason why an entry is refused: read alone, verified and mounted."""
    asked = {key: [entry]}
    (problem,) = checked({**MANIFEST, "permissions": asked})[1]
    home = Home(tmp_path / "home")
    folder = trusted(home, pack_at(home.packs / "demo", permissions=asked))
    assert [one.code for one in verify(folder, home).problems] == [problem.code]
    (found,) = discover(Places(tmp_path / "none", home)).every
    assert found.state is State.BROKEN
    assert [one["code"] for one in found.problems] == [problem.code]
    return problem.code


def allowed(key: str, entry: str) -> bool:
    return checked({**MANIFEST, "permissions": {key: [entry]}})[1] == []


@pytest.mark.parametrize("entry", ["/etc/passwd", "data/x", "~/x", "C:\\x", "<HOME>/x", "<MINGDAO_HOME>"])
def test_a_place_outside_the_data_folder(tmp_path: Path, entry: str) -> None:
    assert refused("fs", entry, tmp_path) == "pack_fs_outside"


@pytest.mark.parametrize("entry", ["<MINGDAO_HOME>/../x", "<MINGDAO_HOME>/a/../clinic.db", "..\\x"])
def test_a_way_back_up(tmp_path: Path, entry: str) -> None:
    assert refused("fs", entry, tmp_path) == "pack_fs_dots"


@pytest.mark.parametrize("entry", ["<MINGDAO_HOME>/**", "<MINGDAO_HOME>/*", "<MINGDAO_HOME>/c*"])
def test_the_whole_data_folder(tmp_path: Path, entry: str) -> None:
    assert refused("fs", entry, tmp_path) == "pack_fs_whole"


@pytest.mark.parametrize(
    "name",
    [
        *("clinic.db", "CLINIC.DB", "clinic.db-wal", "clinic.db.rotated", "clinic.db.before-rotation"),
        *("keys.json", "keys.json.previous", "keys.json.rotated", "keys.json.damaged-1a2b"),
        *("backups", "backup-work", "restore.ready", "restored.json", "restore-stray", "replaced-2026-11-30"),
        *("damaged-2026-11-30", "before-0007-2026-11-30", "rescued-1.json", "head.json", "settings.toml"),
        *("pack-trust.json", "packs", "window.json", "mingdao.log", "credentials.json"),
    ],
)
def test_the_store_the_keys_and_the_backups(tmp_path: Path, name: str) -> None:
    assert refused("fs", f"<MINGDAO_HOME>/{name}", tmp_path) == "pack_fs_own"
    assert not allowed("fs", f"<MINGDAO_HOME>/{name}/**")


def test_every_file_of_the_program_is_its_own() -> None:
    home = Home(Path("/clinic"))
    named = [getattr(home, name).name for name, member in vars(Home).items() if isinstance(member, property)]
    assert len(named) > 12
    assert [name for name in named if not is_own_name(name)] == []
    assert not is_own_name("patients.json")
    assert len(OWN_NAMES) == len(set(OWN_NAMES))


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
@pytest.mark.parametrize("target", ["outside", "home/backups", "home/notes"])
def test_a_link_out_of_the_data_folder_or_to_what_is_the_programs(tmp_path: Path, target: str) -> None:
    home = Home(tmp_path / "home")
    folder = trusted(home, pack_at(home.packs / "demo", permissions={"fs": ["<MINGDAO_HOME>/notes/**"]}))
    assert verify(folder, home).problems == ()
    if target != "home/notes":  # the link leads to itself
        (tmp_path / target).mkdir(parents=True)
    (home.folder / "notes").symlink_to(tmp_path / target)
    assert [one.code for one in verify(folder, home).problems] == ["pack_fs_link"]
    (found,) = discover(Places(tmp_path / "none", home)).every
    assert [one["code"] for one in found.problems] == ["pack_fs_link"]


@pytest.mark.parametrize("entry", ["*", "*:443", "*.com", "*.*"])
def test_any_host(tmp_path: Path, entry: str) -> None:
    assert refused("net", entry, tmp_path) == "pack_net_any"


@pytest.mark.parametrize(
    "entry", ["http://a.example", "a/b", "a b", "", "a..b", "医院.example", "a.example:port"]
)
def test_what_is_no_host(tmp_path: Path, entry: str) -> None:
    assert refused("net", entry, tmp_path) == "pack_net_shape"


@pytest.mark.parametrize("entry", ["DEEPSEEK_API_KEY", "OPENAI_API_KEY", "DIFY_API_KEY"])
def test_the_key_of_another_provider(tmp_path: Path, entry: str) -> None:
    assert refused("env", entry, tmp_path) == "pack_env_key"


def test_the_key_of_a_provider_whose_name_the_pack_took() -> None:
    named = {**MANIFEST, "name": "deepseek", "permissions": {"env": ["DEEPSEEK_API_KEY"]}}
    assert [problem.code for problem in checked(named)[1]] == ["pack_env_key"]


@pytest.mark.parametrize("entry", ["MINGDAO_API_KEY", "MINGDAO_PASSPHRASE_FILE"])
def test_what_is_this_programs_own(tmp_path: Path, entry: str) -> None:
    assert refused("env", entry, tmp_path) == "pack_env_own"


@pytest.mark.parametrize("entry", ["*", "path", "A=B"])
def test_what_is_no_variable(tmp_path: Path, entry: str) -> None:
    assert refused("env", entry, tmp_path) == "pack_env_shape"


@pytest.mark.parametrize(
    ("key", "entry"),
    [
        *(("fs", "<MINGDAO_HOME>/patients.json"), ("fs", "<MINGDAO_HOME>/intake/**")),
        *(("net", "his.example.cn"), ("net", "*.example.cn"), ("net", "10.0.0.8:8443"), ("net", "localhost")),
        *(("env", "DEMO_API_KEY"), ("env", "HIS_USER")),
    ],
)
def test_what_may_be_asked_for(key: str, entry: str) -> None:
    assert allowed(key, entry)


def test_what_is_granted_are_places() -> None:
    home = Home(Path("/clinic"))
    assert grants(home, ["<MINGDAO_HOME>/a/b.json", "<MINGDAO_HOME>/intake/**"]) == (
        Grant(Path("/clinic/a/b.json"), below=False),
        Grant(Path("/clinic/intake"), below=True),
    )
