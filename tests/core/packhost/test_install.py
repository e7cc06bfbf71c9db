"""A pack is put in place as a whole, or nothing changes; and never trusted by that."""

from pathlib import Path

import pytest

from core.base.errors import ClinicError, Refused, UserError
from core.base.paths import Home
from core.packhost import install as module
from core.packhost.host import SHIPPED
from core.packhost.install import install, refuse_remote_source, settle
from core.packhost.tiers import Places, State, discover
from core.packhost.trust import Trust
from tests.fakes.pack_folder import files_of, tarred, trusted, zipped


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def put(home: Home, folder: Path, **changes: object) -> module.Installed:
    path, digest = zipped(folder / "pack.zip", files_of(None, **changes))
    return install(home, path, digest, builtin=SHIPPED)


def there(home: Home) -> list[str]:
    return sorted(path.name for path in home.packs.iterdir())


def test_it_lies_under_its_name_and_waits_for_trust(home: Home, tmp_path: Path) -> None:
    path, digest = tarred(
        tmp_path / "x.tgz", {f"top/{name}": content for name, content in files_of().items()}
    )
    done = install(home, path, digest.upper(), builtin=SHIPPED)
    assert (done.folder, done.replaced, done.code) == (home.packs / "demo", "", ("pack.py",))
    assert there(home) == ["demo"]
    assert all(one.stat().st_mode & 0o077 == 0 for one in (home.packs, *home.packs.rglob("*")))
    (found,) = discover(Places(tmp_path / "none", home)).every
    assert found.state is State.UNTRUSTED


def test_another_version_takes_the_place_and_the_trust_goes(home: Home, tmp_path: Path) -> None:
    trusted(home, put(home, tmp_path).folder)
    done = put(home, tmp_path, version="0.2.0")
    assert (done.replaced, done.manifest.version) == ("0.1.0", "0.2.0")
    assert there(home) == ["demo"]
    assert Trust(home).standing(done.folder).why == "changed"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "tcm"}, "pack_invalid"),
        ({"name": "kbreg"}, "pack_invalid"),
        ({"contributes": {"comparison": True}}, "pack_invalid"),
        ({"version": "v1"}, "pack_invalid"),
        ({"permissions": {"fs": ["<MINGDAO_HOME>/clinic.db"]}}, "pack_invalid"),
        ({"contributes": {"promptSections": ["prompts/missing.md"]}}, "pack_invalid"),
        ({"contributes": {"constraints": [{"id": "x", "kind": "require-citation"}]}}, "pack_invalid"),
    ],
)
def test_what_is_not_in_order_leaves_all_as_it_was(
    home: Home, tmp_path: Path, changes: dict[str, object], code: str
) -> None:
    put(home, tmp_path)
    with pytest.raises(ClinicError) as caught:
        put(home, tmp_path, **changes)
    assert caught.value.code == code
    assert there(home) == ["demo"]


def test_a_file_of_another_hash_leaves_all_as_it_was(home: Home, tmp_path: Path) -> None:
    path, _ = zipped(tmp_path / "pack.zip", files_of())
    with pytest.raises(Refused, match="pack_hash_differs"):
        install(home, path, "0" * 64, builtin=SHIPPED)
    assert not home.packs.exists()


def test_the_older_one_comes_back_when_the_new_one_cannot_take_the_place(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(home, tmp_path)
    rename = Path.rename

    def refused(path: Path, target: Path) -> Path:
        if path.name.startswith(module.NEW):
            raise PermissionError(13, "in use")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(PermissionError):
        put(home, tmp_path, version="0.2.0")
    monkeypatch.undo()
    assert there(home) == ["demo"]
    assert '"0.1.0"' in (home.packs / "demo" / "pack.json").read_text(encoding="utf-8")


def test_after_a_crash_the_older_one_is_put_back(home: Home, tmp_path: Path) -> None:
    put(home, tmp_path)
    (home.packs / "demo").rename(home.packs / ".before-demo")
    (home.packs / ".new-00").mkdir()
    assert discover(Places(tmp_path / "none", home)).every == ()
    settle(home)
    assert there(home) == ["demo"]


def test_after_a_crash_that_came_later_the_new_one_stays(home: Home, tmp_path: Path) -> None:
    put(home, tmp_path, version="0.2.0")
    (home.packs / ".before-demo").mkdir()
    settle(home)
    assert there(home) == ["demo"]


def test_without_a_folder_of_packs_there_is_nothing_to_settle(home: Home) -> None:
    settle(home)
    assert not home.packs.exists()


@pytest.mark.parametrize("source", ["npm:pack-tcm", "https://example.cn/p.zip", "HTTPS://x", "git+https://x"])
def test_what_would_have_to_be_fetched_is_refused_by_name(source: str) -> None:
    with pytest.raises(Refused, match="pack_source_remote") as caught:
        refuse_remote_source(source)
    assert caught.value.params["source"] == source


def test_no_file_no_install(home: Home, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="file_unreadable"):
        install(home, tmp_path / "none.zip", "0" * 64, builtin=SHIPPED)
