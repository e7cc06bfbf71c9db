"""Packs by chance: manifests that are nearly right, files of any bytes, archives with any names. Told of or taken, and soon."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.errors import Refused
from core.base.messages import Messages
from core.base.paths import Home
from core.cli import plain
from core.packhost.archives import read_archive
from core.packhost.tiers import Places, discover
from core.packhost.verify import verify
from tests.fakes.mutated import ANY, mutated
from tests.fakes.pack_folder import MANIFEST, files_of, pack_at, sha256, tarred, trusted, zipped

WORDS = Messages()
SOON = timedelta(seconds=5)
FULL: Mapping[str, object] = {
    **MANIFEST,
    "displayName": "示例",
    "description": "一个完整的例子",
    "permissions": {
        "fs": ["<MINGDAO_HOME>/cache/**", "<MINGDAO_HOME>/lists/a.json"],
        "net": ["api.example.org:443", "*.example.org"],
        "env": ["DEMO_WORD", "DEMO_API_KEY"],
    },
    "budget": {"dailyYuan": 5, "action": "warn"},
    "contributes": {
        "tools": True,
        "constraints": [
            "rules.json",
            {"id": "a", "kind": "arg-forbid", "tool": "t", "arg": "x", "pattern": "^a{2,3}$"},
            {
                "id": "b",
                "kind": "completeness",
                "tool": "t",
                "fields": ["x"],
                "when": {"arg": "y", "in": ["z"]},
            },
        ],
        "promptSections": ["prompts/a.md"],
        "provider": "deepseek",
        "forms": ["forms/**/*.json"],
        "vocabulary": ["words/*.json"],
    },
}
RULES = [{"id": "c", "kind": "output-forbid", "pattern": "好", "unless": [{"id": "u", "before": ["未"]}]}]
FILES: Mapping[str, bytes] = {"prompts/a.md": "按时复诊。".encode(), "rules.json": json.dumps(RULES).encode()}


@settings(max_examples=250, deadline=SOON)
@given(
    mutated(FULL) | ANY,
    st.fixed_dictionaries(
        {},
        optional={
            "prompts/a.md": st.binary(max_size=20),
            "rules.json": (mutated(RULES) | ANY).map(lambda one: json.dumps(one).encode())
            | st.binary(max_size=20),
            "forms/a/b.json": ANY.map(lambda one: json.dumps(one).encode()),
            "words/a.json": ANY.map(lambda one: json.dumps(one).encode()),
            "pack.py": st.binary(max_size=40),
        },
    ),
)
def test_what_lies_in_a_folder_is_a_pack_or_told_of(written: Any, files: dict[str, bytes]) -> None:
    with TemporaryDirectory() as place:
        home = Home(Path(place, "home"))
        folder = pack_at(Path(place, "demo"), {**FILES, **files, "pack.json": json.dumps(written)})
        verified = verify(folder, home)
        assert all(
            plain.problem(problem.as_plain(), WORDS) for problem in (*verified.problems, *verified.advice)
        )
        trusted(home, folder)
        found = discover(Places(Path(place, "none"), home, None, [str(folder)]))
        assert [one.folder for one in found.every] == [folder.resolve()]
        assert all(WORDS.text(notice.phrase.key, **notice.phrase.params) for notice in found.notices)
        assert bool(found.effective) is (verified.is_sound or _only_code(verified.problems))


def _only_code(problems: Any) -> bool:
    """Whether nothing is wrong but the source, which no opening looks at: it is loaded on first use."""
    return all(problem.where.startswith("pack.py") for problem in problems)


@settings(max_examples=150, deadline=SOON)
@given(st.integers(0, 1500), st.binary(max_size=4), st.integers(0, 4))
def test_a_manifest_with_other_bytes_is_read_or_told_of(at: int, put_in: bytes, left_out: int) -> None:
    text = json.dumps(FULL, ensure_ascii=False).encode()
    with TemporaryDirectory() as place:
        folder = pack_at(Path(place), {**FILES, "pack.json": text[:at] + put_in + text[at + left_out :]})
        for problem in verify(folder, Home(folder / "home")).problems:
            assert plain.problem(problem.as_plain(), WORDS)


PARTS = st.sampled_from(
    [
        *(
            "a",
            "B",
            "pack",
            "con",
            "NUL",
            "__pycache__",
            "..",
            ".",
            "",
            " ",
            "-",
            "a b",
            "提示",
            "ﬁ",
            "\u202e",
            "\x00",
        ),
        *(
            "a.md",
            "a.MD",
            "x.py",
            "x.so",
            "pack.json",
            "PACK.JSON",
            "sitecustomize.py",
            ".git",
            "C:",
            "\\x",
            "a" * 120,
        ),
    ]
) | st.text(max_size=6)
NAMES = st.lists(PARTS, min_size=1, max_size=10).map("/".join) | st.lists(PARTS, max_size=3).map("".join)


@pytest.mark.parametrize("make", [zipped, tarred], ids=["zip", "tar.gz"])
def test_any_member_names(
    make: Callable[[Path, Mapping[str, bytes]], tuple[Path, str]], tmp_path: Path
) -> None:
    """What is taken has plain names, all inside, each one file on every disk."""

    @settings(max_examples=250, deadline=SOON)
    @given(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    def tried(names: list[str]) -> None:
        path = tmp_path / "pack"
        try:
            make(path, {**files_of(), **dict.fromkeys(names, b"x")})
        except (ValueError, IndexError, UserWarning):
            return  # no archive has such a name
        try:
            files = read_archive(path, sha256(path))
        except Refused as refused:
            listed: Any = refused.details.get("problems", ())
            assert all(plain.problem(one, WORDS) for one in listed)
            assert "\x00" not in json.dumps(listed)
            return
        assert len({name.casefold() for name in files}) == len(files)
        for name in files:
            assert re.fullmatch(r"([A-Za-z0-9_-][A-Za-z0-9_.-]*/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*", name)
            assert not {"con", "nul"} & {part.partition(".")[0].casefold() for part in name.split("/")}
            assert not any(part.startswith("__") for part in name.split("/"))

    tried()


def test_a_pattern_of_stars_that_no_folder_understands_is_refused(tmp_path: Path) -> None:
    for pattern in ("a**.json", "***.json", "**.json", "**a/x.json"):
        pack_at(tmp_path, contributes={"forms": [pattern]})
        assert [one.code for one in verify(tmp_path, Home(tmp_path / "home")).problems] == ["pack_path_shape"]
