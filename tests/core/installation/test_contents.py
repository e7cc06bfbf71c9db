"""Whatever is not as it was built is named; a manifest that could mean anything else than its folder is not read."""

import json
import os
import shutil
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.errors import Damaged
from core.base.messages import LANGUAGES, Messages
from core.installation import contents as module
from core.installation.contents import (
    CONTENTS,
    SIGNATURE,
    Contents,
    Difference,
    Stopped,
    compare,
    listed,
    sha256_of,
)
from tests.fakes.release import FILES, program_at, seal

HASH = "0" * 64


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return program_at(tmp_path / "程序 文件")


def differs(folder: Path) -> Difference:
    return compare(folder, Contents.read(folder))


def faults(content: bytes) -> set[tuple[str, str]]:
    with pytest.raises(Damaged) as caught:
        Contents.parse(content, Path("program"))
    assert caught.value.code == "contents_damaged"
    for language in LANGUAGES:
        assert all(part.encode() for part in Messages(language).error(caught.value))
    return {(str(one["kind"]), str(one["where"])) for one in caught.value.details["faults"]}  # type: ignore[index]


def written(**changes: Any) -> bytes:
    said = {"schema": module.SCHEMA, "version": "1", "platform": "linux", "architecture": "x86_64"}
    return json.dumps({**said, "floor": "2.28", "store": "0013", "files": {"a": HASH}, **changes}).encode()


def test_a_whole_folder_is_what_its_manifest_says(folder: Path) -> None:
    assert not differs(folder)
    said = Contents.read(folder)
    assert said.files.keys() == {*FILES, "_internal/libQt.so"}
    assert (said.version, said.platform, said.architecture, said.floor) == (
        "0.1.0",
        "linux",
        "x86_64",
        "2.28",
    )


@pytest.mark.parametrize("name", FILES)
def test_each_file_that_is_gone_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    # What a link led to is gone with it.
    assert name in differs(folder).missing
    assert {name} <= set(differs(folder).names) <= {name, "_internal/libQt.so"}


@pytest.mark.parametrize("name", ["_internal/sitecustomize.py", "x", "_internal/packs/tcm/x/y/z.so", ".x"])
def test_each_file_too_many_is_named(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).touch()
    assert differs(folder) == Difference(foreign=(name,))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(sorted(FILES)), place=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_S71_any_bit_turned_in_any_file_is_named(folder: Path, name: str, place: int, bit: int) -> None:
    file = folder / name
    before = file.read_bytes()
    turned = bytearray(before)
    turned[place % len(turned)] ^= 1 << bit
    file.write_bytes(turned)
    found = differs(folder)
    file.write_bytes(before)
    assert name in found.altered
    assert not found.missing + found.foreign
    assert not differs(folder)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_any_bit_turned_in_the_manifest_itself_shows(folder: Path, place: int, bit: int) -> None:
    turned = bytearray((folder / CONTENTS).read_bytes())
    turned[place % len(turned)] ^= 1 << bit
    assert faults(bytes(turned))


def test_everything_wrong_is_said_at_once() -> None:
    bad = {
        "../x": HASH,
        "/etc/passwd": HASH,
        "a\\b": HASH,
        "C:/x": HASH,
        "a//b": HASH,
        "~root/x": HASH,
        "a/./b": HASH,
        "": HASH,
    }
    odd = {"con": HASH, "a/NUL.txt": HASH, "x.": HASH, " x": HASH, "а": HASH, "a\u200bb": HASH, "x\ny": HASH}
    found = faults(
        written(
            schema="other",
            platform="",
            extra=1,
            files={
                **bad,
                **odd,
                "n" * 250: HASH,
                CONTENTS: HASH,
                SIGNATURE: HASH,
                "Q": HASH,
                "q": HASH,
                "d/e": HASH,
                "D": HASH,
                "\ud800": HASH,
                "h": "0" * 63,
                "i": HASH.replace("0", "A"),
            },
        )
    )
    assert {("outside", name) for name in bad} <= found
    assert {("unplain", name) for name in (*odd, "?")} <= found
    assert {
        *{("schema", "other"), ("field", "platform"), ("field", "extra"), ("long", "n" * 80)},
        *{("itself", CONTENTS), ("itself", SIGNATURE), ("alike", "q"), ("alike", "D"), ("hash", "h")},
        ("hash", "i"),
    } <= found


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b"\xff", b"null", b"[" * 5000, b"1", b'{"a":NaN}', b" " * (9 << 20)]
)
def test_what_is_no_manifest_is_said_to_be_none(content: bytes) -> None:
    assert faults(content)


def test_what_is_too_large_is_not_taken_apart() -> None:
    assert faults(b" " * (9 << 20)) == {("large", "8 MiB")}


def test_an_empty_document_is_no_manifest() -> None:
    assert ("schema", "None") in faults(b"{}")


@pytest.mark.parametrize("files", [{}, [], None, "a"])
def test_without_files_there_is_no_manifest(files: Any) -> None:
    assert ("field", "files") in faults(written(files=files))


def test_a_name_that_stands_there_twice_is_refused(folder: Path) -> None:
    content = (folder / CONTENTS).read_bytes()
    line = next(line for line in content.splitlines() if b'"mingdao"' in line)
    assert ("twice", "mingdao") in faults(content.replace(line, line + b",\n" + line))
    assert ("twice", "version") in faults(content.replace(b'"version"', b'"version": "2", "version"'))


def test_another_way_to_write_the_same_is_refused(folder: Path) -> None:
    said = json.loads((folder / CONTENTS).read_bytes())
    assert faults(json.dumps(said).encode()) == {("sum", CONTENTS)}


def test_a_manifest_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(Damaged) as caught:
        Contents.read(tmp_path)
    assert caught.value.code == "contents_unreadable"
    assert str(caught.value.params["file"]).endswith("contents.json")


def _link_out(folder: Path, outside: Path) -> None:
    (folder / "mingdao").rename(outside)
    (folder / "mingdao").symlink_to(outside)


def _link_nowhere(folder: Path, _outside: Path) -> None:
    (folder / "mingdao").unlink()
    (folder / "mingdao").symlink_to("nothing")


def _fifo(folder: Path, _outside: Path) -> None:
    (folder / "mingdao").unlink()
    os.mkfifo(folder / "mingdao")


def _loop(folder: Path, _outside: Path) -> None:
    (folder / "mingdao").unlink()
    (folder / "mingdao").symlink_to("mingdao")


@pytest.mark.parametrize("change", [_link_out, _link_nowhere, _fifo, _loop])
def test_what_is_no_file_of_the_folder_is_altered(
    folder: Path, tmp_path: Path, change: Callable[[Path, Path], None]
) -> None:
    change(folder, tmp_path / "outside")
    assert differs(folder) == Difference(altered=("mingdao",))


def test_a_folder_in_place_of_a_file_and_a_linked_folder_are_named(folder: Path, tmp_path: Path) -> None:
    (folder / "mingdao").unlink()
    (folder / "mingdao").mkdir()
    shutil.copytree(folder / "_internal" / "packs", tmp_path / "packs")
    shutil.rmtree(folder / "_internal" / "packs")
    (folder / "_internal" / "packs").symlink_to(tmp_path / "packs")
    found = differs(folder)
    assert found.missing == ("_internal/packs/tcm/pack.json", "mingdao")
    assert found.foreign == ("_internal/packs",)


def test_a_link_within_the_folder_is_the_file_it_leads_to(folder: Path) -> None:
    said = Contents.read(folder).files
    assert said["_internal/libQt.so"] == said["_internal/base_library.zip"]
    # A disk without links has copies in their place.
    (folder / "_internal" / "libQt.so").unlink()
    shutil.copy(folder / "_internal" / "base_library.zip", folder / "_internal" / "libQt.so")
    assert not differs(folder)
    (folder / "_internal" / "libQt.so").unlink()
    (folder / "_internal" / "libQt.so").symlink_to("../mingdao")
    assert differs(folder).altered == ("_internal/libQt.so",)


def test_a_link_to_a_program_is_looked_through(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "current").symlink_to(folder)
    assert not differs(tmp_path / "current")


def test_a_file_that_cannot_be_read_is_altered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(file: Path, _told: object = None) -> str:
        if file.name == "pack.json":
            raise PermissionError(13, "no", str(file))
        return sha256_of(file)

    monkeypatch.setattr(module, "sha256_of", read)
    assert differs(folder).altered == ("_internal/packs/tcm/pack.json",)
    with pytest.raises(ValueError, match=r"pack\.json"):
        listed(folder)


def test_a_builder_is_told_of_names_that_no_manifest_may_hold(folder: Path) -> None:
    (folder / "_internal" / "Cоmmon.so").touch()  # a Cyrillic о
    with pytest.raises(ValueError, match="Cоmmon"):
        listed(folder)
    (folder / "_internal" / "Cоmmon.so").unlink()
    (folder / "out").symlink_to("/etc/hostname")
    with pytest.raises(ValueError, match="out"):
        listed(folder)


def test_how_far_it_is_is_told_and_it_can_be_stopped(folder: Path) -> None:
    heard: list[tuple[int, int]] = []
    compare(folder, Contents.read(folder), lambda done, total: heard.append((done, total)))
    size = sum(map(len, FILES.values()))
    assert heard[-1] == (size, size)  # what two names share is read once

    def stop(_done: int, _total: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        compare(folder, Contents.read(folder), stop)


def test_files_without_numbers_are_each_one_of_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows gives none when it lists a folder."""
    walk = module._walk

    def without_numbers(place: Path) -> Iterator[tuple[str, os.stat_result | None]]:
        for name, status in walk(place):
            yield name, status and os.stat_result((status.st_mode, 0, 0, *status[3:10]))

    monkeypatch.setattr(module, "_walk", without_numbers)
    heard: list[tuple[int, int]] = []
    assert not compare(folder, Contents.read(folder), lambda done, total: heard.append((done, total)))
    size = sum((folder / name).stat().st_size for name in Contents.read(folder).files)
    assert heard[-1] == (size, size)


def test_many_are_not_all_said_but_all_told(folder: Path) -> None:
    for number in range(9):
        (folder / f"x{number}").touch()
    error = differs(folder).refusal(folder)
    for language in LANGUAGES:
        said, hint = Messages(language).error(error)
        assert "x4" in said
        assert "x5" not in said
        assert "…" in said
        assert hint
    assert len(error.details["foreign"]) == 9


def test_the_same_folder_has_the_same_manifest(folder: Path) -> None:
    before = (folder / CONTENTS).read_bytes()
    seal(folder)
    assert (folder / CONTENTS).read_bytes() == before


def test_a_long_place_costs_no_more_than_its_length(folder: Path) -> None:
    content = json.dumps({"files": {"a/" * 20_000: HASH}}).encode()
    tracemalloc.start()
    try:
        with pytest.raises(Damaged, match="contents_damaged"):
            Contents.parse(content, folder)
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()


def test_a_manifest_that_is_only_led_to_is_altered(folder: Path, tmp_path: Path) -> None:
    (folder / CONTENTS).rename(tmp_path / "elsewhere.json")
    (folder / CONTENTS).symlink_to(tmp_path / "elsewhere.json")
    assert differs(folder).altered == (CONTENTS,)


def test_a_folder_that_lies_too_deep_is_named(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("深" * 80, dir_fd=handle)
        below = os.open("深" * 80, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    os.close(handle)
    (found,) = differs(folder).foreign
    assert found.startswith("深" * 80 + "/")
    shutil.rmtree(folder)


def test_a_folder_that_cannot_be_looked_into_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def scan(place: str) -> Iterator[os.DirEntry[str]]:
        if str(place).endswith("tcm"):
            raise PermissionError(13, "no", place)
        return scandir(place)

    monkeypatch.setattr(os, "scandir", scan)
    assert differs(folder).names == ("_internal/packs/tcm/", "_internal/packs/tcm/pack.json")
    with pytest.raises(ValueError, match="tcm"):
        listed(folder)


def test_what_a_terminal_would_obey_is_shown(folder: Path) -> None:
    (folder / "a\nb\x1b[2J").touch()
    said, _ = Messages("en").error(differs(folder).refusal(folder))
    assert r"a\nb\x1b[2J" in said
