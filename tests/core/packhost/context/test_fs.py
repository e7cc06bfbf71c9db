"""Files within what is declared, wherever links lead; never what is the program's own."""

import os
from pathlib import Path

import pytest

from core.base.errors import ClinicError
from core.base.paths import OWN_NAMES
from core.packhost.api import Context
from core.packhost.context import fs as fs_port
from core.packhost.context.fs import DeclaredFiles
from core.packhost.context.keeping import Keeping
from tests.core.packhost.context.conftest import Stand

AT = "<MINGDAO_HOME>"


@pytest.fixture
def context(stand: Stand) -> Context:
    return stand.context(fs=[f"{AT}/data/**", f"{AT}/one.json"])


@pytest.fixture
def folder(stand: Stand) -> Path:
    data = stand.clinic.home.folder / "data"
    data.mkdir()
    return data


def refused(context: Context, path: str) -> bool:
    with pytest.raises(ClinicError) as caught:
        context.fs.read(path)
    return caught.value.code == "fs_undeclared"


def test_what_is_declared_is_read_and_written_whole(stand: Stand, context: Context) -> None:
    def work(context: Context) -> str:
        context.fs.write(f"{AT}/data/deep/er/x.bin", b"\x00\xff")
        context.fs.write(f"{AT}/one.json", b"{}")
        return f"{context.fs.read(f'{AT}/one.json')!r} {context.fs.names(f'{AT}/data')}"

    # What a call writes it reads.
    assert stand.done(context, work) == "b'{}' ('deep/',)"
    assert context.fs.read(f"{AT}/data/deep/er/x.bin") == b"\x00\xff"
    assert context.fs.names(f"{AT}/data/deep/er") == ("x.bin",)
    assert context.fs.names(f"{AT}/data/nowhere") == ()
    home = stand.clinic.home.folder
    if os.name != "nt":
        assert (home / "one.json").stat().st_mode & 0o777 == 0o600
    assert not list(home.rglob("*.tmp"))
    assert not list(home.rglob("one.json.*"))


def test_a_folder_that_cannot_be_listed_is_not_an_empty_one(
    context: Context, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scandir(path: Path) -> None:
        assert path == folder.resolve()
        raise PermissionError(13, "no")

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(ClinicError, match="fs_failed"):
        context.fs.names(f"{AT}/data")
    monkeypatch.undo()


@pytest.mark.parametrize(
    "path",
    [
        f"{AT}/other",
        f"{AT}/datax",
        f"{AT}/data",
        f"{AT}/data/**",
        f"{AT}/data/../clinic.db",
        f"{AT}/data//x",
        f"{AT}/data/.",
        "/etc/passwd",
        "data/x",
        f"{AT}",
        f"{AT}/",
        "",
        f"{AT}/data\\..\\x",
        f"{AT}/data/x\x00",
        f"{AT}/one.json/x",
        f"{AT}/*",
        f"{AT}/data/" + "a/" * 12 + "x",
        f"{AT}/data/" + "a" * 500,
        "~/x",
        f"{AT}/data/x:stream",
        "<OTHER>/data/x",
    ],
)
def test_what_is_not_declared_is_not_opened(stand: Stand, context: Context, folder: Path, path: str) -> None:
    assert refused(context, path)
    assert stand.code(context, lambda context: context.fs.write(path, b"")) == "fs_undeclared"
    if path != f"{AT}/data":
        with pytest.raises(ClinicError, match="fs_undeclared"):
            context.fs.names(path)


@pytest.mark.parametrize(
    "name", [*OWN_NAMES, "clinic.db", "backups/x", "packs/demo/pack.py", "CLINIC.db", "Keys.json"]
)
def test_what_is_the_programs_own_is_refused_even_by_a_rule_that_is_wrong(stand: Stand, name: str) -> None:
    home = stand.clinic.home
    keeping = Keeping(stand.kernel._desk, "demo")
    wrong = DeclaredFiles(
        home, "demo", [f"{AT}/{name.split('/', maxsplit=1)[0]}/**", f"{AT}/{name}"], keeping
    )
    with pytest.raises(ClinicError, match="fs_undeclared"):
        wrong.read(f"{AT}/{name}")
    whole = DeclaredFiles(home, "demo", [f"{AT}/**"], keeping)
    with pytest.raises(ClinicError, match="fs_undeclared"):
        whole.read(f"{AT}/{name}")


@pytest.mark.skipif(os.name == "nt", reason="links take a privilege")
def test_links_are_followed_and_refused_out_of_bounds(
    stand: Stand, context: Context, folder: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_bytes(b"secret")
    (folder / "inside").write_bytes(b"inside")
    (stand.clinic.home.folder / "other").write_bytes(b"other")
    for name, target in (
        ("out", outside / "secret"),
        ("away", outside),
        ("store", stand.clinic.home.store),
        ("undeclared", stand.clinic.home.folder / "other"),
        ("loop", folder / "loop"),
    ):
        (folder / name).symlink_to(target)
        assert refused(context, f"{AT}/data/{name}")
        with stand.calling(context), pytest.raises(ClinicError, match="fs_undeclared"):
            context.fs.write(f"{AT}/data/{name}", b"")
    assert refused(context, f"{AT}/data/away/secret")
    (folder / "in").symlink_to(folder / "inside")
    assert context.fs.read(f"{AT}/data/in") == b"inside"
    # Links are not told of.
    assert context.fs.names(f"{AT}/data") == ("inside",)
    assert (outside / "secret").read_bytes() == b"secret"


@pytest.mark.skipif(os.name == "nt", reason="links take a privilege")
def test_P69_a_dangling_link_that_leads_outside_is_not_written_through(
    stand: Stand, context: Context, folder: Path, tmp_path: Path
) -> None:
    (folder / "dangling").symlink_to(tmp_path / "made")
    (folder / "up").symlink_to(tmp_path / "nowhere")
    for path in (f"{AT}/data/dangling", f"{AT}/data/up/x"):
        assert stand.code(context, lambda context, path=path: context.fs.write(path, b"x")) == "fs_undeclared"  # type: ignore[misc]
    assert not (tmp_path / "made").exists()
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.skipif(os.name == "nt", reason="links take a privilege")
def test_a_folder_that_becomes_a_link_meanwhile_is_not_written_into(
    stand: Stand, context: Context, folder: Path, tmp_path: Path
) -> None:
    def work(context: Context) -> None:
        context.fs.write(f"{AT}/data/sub/x", b"x")
        (folder / "sub").symlink_to(tmp_path)

    assert stand.code(context, work) == "fs_undeclared"
    assert not (tmp_path / "x").exists()


@pytest.mark.skipif(os.name == "nt", reason="links take a privilege")
def test_a_link_to_what_is_the_programs_own_is_refused_even_by_a_rule_that_is_wrong(
    stand: Stand, folder: Path
) -> None:
    (folder / "link").symlink_to(stand.clinic.home.envelope)
    keeping = Keeping(stand.kernel._desk, "demo")
    wrong = DeclaredFiles(stand.clinic.home, "demo", [f"{AT}/data/**", f"{AT}/keys.json"], keeping)
    with pytest.raises(ClinicError, match="fs_undeclared"):
        wrong.read(f"{AT}/data/link")


@pytest.mark.skipif(os.name == "nt", reason="links take a privilege")
def test_a_folder_that_becomes_a_link_at_the_last_moment_is_not_written_into(
    stand: Stand, context: Context, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "mkdir", lambda path, **_: path.symlink_to(tmp_path))
    write = lambda context: context.fs.write(f"{AT}/data/sub/x", b"x")  # noqa: E731 - as a tool's work
    assert stand.code(context, write) == "fs_undeclared"
    assert not (tmp_path / "x").exists()


@pytest.mark.skipif(os.name == "nt", reason="needs hard links and pipes")
def test_a_file_with_a_second_name_and_what_is_no_file_are_refused(
    stand: Stand, context: Context, folder: Path
) -> None:
    (folder / "keys").hardlink_to(stand.clinic.home.envelope)
    os.mkfifo(folder / "pipe")
    assert refused(context, f"{AT}/data/keys")
    assert refused(context, f"{AT}/data/pipe")


def test_there_are_limits_and_words_for_what_is_not_there(
    stand: Stand, context: Context, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ClinicError, match="fs_missing"):
        context.fs.read(f"{AT}/data/x")
    monkeypatch.setattr(fs_port, "LARGEST", 3)
    (folder / "x").write_bytes(b"1234")
    with pytest.raises(ClinicError, match="fs_large"):
        context.fs.read(f"{AT}/data/x")
    assert stand.code(context, lambda context: context.fs.write(f"{AT}/data/y", b"1234")) == "fs_large"
    stand.done(context, lambda context: context.fs.write(f"{AT}/data/y", b"123"))


def test_without_permission_there_are_no_files(stand: Stand) -> None:
    assert refused(stand.context(), f"{AT}/data/x")
