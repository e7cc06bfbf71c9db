"""What an archive can do to a disk, each refused before anything is written."""

import gzip
import io
import json
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.errors import Refused, UserError
from core.packhost import archives
from core.packhost.archives import read_archive
from core.packhost.files import LARGEST
from tests.fakes.pack_folder import files_of, sha256, tarred, zipped

Make = Callable[[Path, Mapping[str, bytes]], tuple[Path, str]]

MAKERS = pytest.mark.parametrize("make", [zipped, tarred], ids=["zip", "tar.gz"])


def refusal(path: Path) -> set[str]:
    """The codes an archive is refused for."""
    with pytest.raises(Refused) as caught:
        read_archive(path, sha256(path))
    assert caught.value.code in {"pack_archive_refused", "pack_archive_unreadable"}
    return {
        str(entry["code"]) for entry in caught.value.details.get("problems", ()) if isinstance(entry, dict)
    } or {caught.value.code}


@MAKERS
def test_a_pack_is_read_with_and_without_its_folder(tmp_path: Path, make: Make) -> None:
    files = files_of({"prompts/a.md": "甲"})
    assert read_archive(*make(tmp_path / "flat", files)) == files
    folded = {f"demo-0.1/{name}": content for name, content in files.items()}
    assert read_archive(*make(tmp_path / "folded", folded)) == files


@MAKERS
def test_another_file_than_was_meant_is_not_read(
    tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, digest = make(tmp_path / "pack", files_of())
    monkeypatch.setattr(archives, "_files_in", lambda _: pytest.fail("it was read"))
    with pytest.raises(Refused, match="pack_hash_differs"):
        read_archive(path, digest[:-1] + ("0" if digest[-1] != "0" else "1"))


@pytest.mark.parametrize("given_hash", ["", "abc", "g" * 64, "a" * 63])
def test_without_a_hash_nothing_is_done(tmp_path: Path, given_hash: str) -> None:
    path, _ = zipped(tmp_path / "pack.zip", files_of())
    with pytest.raises(UserError, match="pack_hash_shape"):
        read_archive(path, given_hash)


def listed(shared: Path) -> list[str]:
    names: list[str] = json.loads(
        (shared / "data/security/archive_member_names.json").read_text(encoding="utf-8")
    )
    return names


def made_otherwise() -> dict[str, Callable[[Path], Path]]:
    """How what is no plain name is made."""
    return {
        "symlink -> ../../etc": link_in_tar,
        "device node": device,
        "hardlink": hard_link,
        "entry with 2^40 declared size (zip bomb)": declared_size,
        "10000 empty entries": many_entries,
    }


def test_every_name_of_the_shared_list_is_refused(shared: Path, tmp_path: Path) -> None:
    names = listed(shared)
    assert len(names) > 30
    for place, name in enumerate(names):
        if name in made_otherwise():
            assert refusal(made_otherwise()[name](tmp_path / f"{place}"))
            continue
        for make in (zipped, tarred):
            files = (
                {**files_of(), name: b"x"}
                if name.casefold() != "pack.json"
                else {name: files_of()["pack.json"]}
            )
            path, _ = make(tmp_path / f"{place}-{make.__name__}", files)
            assert refusal(path), name


def test_composed_and_decomposed_are_one_name(tmp_path: Path) -> None:
    path, _ = zipped(tmp_path / "pack.zip", {**files_of(), "a.MD": b"", "A.md": b""})
    assert "pack_archive_twice" in refusal(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("a/", "a/", "a/b.md"), ""),
        (("a.md", "a.md"), "pack_archive_twice"),
        (("a/", "A/"), "pack_archive_twice"),
        (("a.md", "A.md", "a.md"), "pack_archive_twice"),
        (("README", "README/"), "pack_archive_twice"),
        (("README/", "README"), "pack_archive_twice"),
        (("README", "README/b.md"), "pack_archive_twice"),
        (("README/b.md", "README"), "pack_archive_twice"),
        (("x/a.md", "X/b.md"), "pack_archive_twice"),
    ],
)
def test_a_folder_may_be_named_again_and_nothing_else(
    tmp_path: Path, names: tuple[str, ...], code: str
) -> None:
    path = tmp_path / "pack.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("pack.json", *names):
            archive.writestr(name, b"" if name.endswith("/") else b"{}")
    if code:
        assert refusal(path) == {code}
    else:
        assert set(read_archive(path, sha256(path))) == {"pack.json", "a/b.md"}


@pytest.mark.parametrize(
    ("limit", "others"),
    [
        ("LARGEST_ARCHIVE", {}),
        ("LARGEST", {}),
        ("MOST_ENTRIES", {}),
        ("MOST_BYTES", {}),
        ("SMALL", {"MOST_TIMES": 1}),
        ("MOST_TIMES", {"SMALL": 1}),
    ],
)
def test_each_limit_is_the_most_that_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, others: Mapping[str, int]
) -> None:
    path, digest = zipped(tmp_path / "pack.zip", {"pack.json": bytes(5_000), "a.md": bytes(1_000)})
    packed = path.stat().st_size
    most = {
        "LARGEST_ARCHIVE": packed,
        "LARGEST": 5_000,
        "MOST_ENTRIES": 2,
        "MOST_TIMES": 6_000 // packed + 1,
    }.get(limit, 6_000)
    for name, value in {**others, limit: most}.items():
        monkeypatch.setattr(archives, name, value)
    assert len(read_archive(path, digest)) == 2
    monkeypatch.setattr(archives, limit, most - 1)
    with pytest.raises(Refused):
        read_archive(path, digest)


def with_members(path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files_of().items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        for member in members:
            archive.addfile(member)
    return path


def member(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def link_in_tar(path: Path) -> Path:
    return with_members(path, member("a.md", tarfile.SYMTYPE, "../../etc"))


def hard_link(path: Path) -> Path:
    return with_members(path, member("a.md", tarfile.LNKTYPE, "pack.json"))


def device(path: Path) -> Path:
    return with_members(path, member("a.md", tarfile.CHRTYPE))


@pytest.mark.parametrize(
    "kind", [tarfile.FIFOTYPE, tarfile.BLKTYPE, tarfile.GNUTYPE_SPARSE, tarfile.CONTTYPE]
)
def test_other_kinds_of_members(tmp_path: Path, kind: bytes) -> None:
    assert refusal(with_members(tmp_path / "pack", member("a.md", kind)))


def test_a_link_in_a_zip(tmp_path: Path) -> None:
    path = tmp_path / "pack.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files_of().items():
            archive.writestr(name, content)
        info = zipfile.ZipInfo("a.md")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    assert refusal(path) == {"pack_member_link"}


def declared_size(path: Path) -> Path:
    """A tar whose header says 2^40 bytes."""
    huge = tarfile.TarInfo("big.md")
    huge.size = 1 << 40
    path.write_bytes(gzip.compress(huge.tobuf(tarfile.GNU_FORMAT) + bytes(1024)))
    return path


def many_entries(path: Path) -> Path:
    return zipped(path, {**files_of(), **{f"f{number}.md": b"" for number in range(10_000)}})[0]


@MAKERS
def test_what_unpacks_to_too_much(tmp_path: Path, make: Make) -> None:
    path, _ = make(tmp_path / "pack", {**files_of(), "zeros.txt": bytes(LARGEST - 1)})
    assert refusal(path) == {"pack_archive_bomb"}


def test_a_zip_that_lies_about_its_sizes(tmp_path: Path) -> None:
    path, _ = zipped(tmp_path / "pack.zip", {"pack.json": files_of()["pack.json"], "a.txt": bytes(200_000)})
    content = path.read_bytes().replace(struct.pack("<I", 200_000), struct.pack("<I", 10))
    path.write_bytes(content)
    assert refusal(path) & {"pack_archive_bomb", "pack_archive_unreadable"}


def test_a_zip_with_a_password(tmp_path: Path) -> None:
    path, _ = zipped(tmp_path / "pack.zip", files_of())
    content = bytearray(path.read_bytes())
    at = content.index(b"PK\x01\x02")
    content[at + 8] |= 1
    path.write_bytes(bytes(content))
    assert "pack_member_encrypted" in refusal(path)


def test_a_name_that_is_cut_at_a_zero_byte(tmp_path: Path) -> None:
    path, _ = zipped(tmp_path / "pack.zip", {**files_of(), "a.md#.py": b"x"})
    path.write_bytes(path.read_bytes().replace(b"a.md#.py", b"a.md\x00.py"))
    assert refusal(path) == {"pack_member_name_unplain"}


def test_nothing_without_a_manifest_at_the_top(tmp_path: Path) -> None:
    for number, files in enumerate(
        ({"a.md": b""}, {"a/b/pack.json": b"{}"}, {"a/pack.json": b"{}", "b.md": b""})
    ):
        assert refusal(zipped(tmp_path / f"{number}.zip", files)[0]) == {"pack_file_missing"}


def test_other_kinds_of_files(tmp_path: Path) -> None:
    path = tmp_path / "pack.rar"
    path.write_bytes(b"Rar!\x1a\x07")
    assert refusal(path) == {"pack_archive_kind"}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    start=st.sampled_from([b"PK\x03\x04", b"\x1f\x8b\x08", b"\x1f\x8b\x08\x00"]), rest=st.binary(max_size=400)
)
def test_bytes_that_only_look_like_one(tmp_path: Path, start: bytes, rest: bytes) -> None:
    path = tmp_path / "pack"
    path.write_bytes(start + rest)
    refusal(path)


@MAKERS
def test_a_byte_that_is_other_is_refused_or_makes_no_difference(tmp_path: Path, make: Make) -> None:
    files = files_of({"prompts/a.md": "甲" * 50})
    path, _ = make(tmp_path / "pack", files)
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            read_archive(path, sha256(path))
        except Refused:
            continue
