"""docs/PACK-API.md names the keys and kinds there are, no more and no fewer."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from core.constraints.differences import ESCAPES, GROUPS, IN_CLASS, OTHERS
from core.constraints.event import Author, Event
from core.constraints.kinds import ALWAYS_OPTIONAL, KINDS, Action, Stage
from core.constraints.reading_unless import UNLESS_KEYS
from core.net import client, exchange
from core.packhost import api, archives, files
from core.packhost.context import fs, http, keeping, log, storage
from core.packhost.host import SHIPPED
from core.packhost.manifest import (
    REFUSED,
    RESERVED,
    SUPPORTED,
    Budget,
    Contributes,
    Manifest,
    Permissions,
)
from core.packhost.providers import key_of
from core.packhost.ranges import COMPAT
from core.packhost.sections import ORDER
from core.packhost.tiers import protected_names
from core.packhost.worker.contract import ports
from core.services.tools.pack_code import PATIENT
from core.tools import arguments, tool
from core.tools.permissions import Mode

DOCS = Path(__file__).resolve().parents[2] / "docs"
TEXT = (DOCS / "PACK-API.md").read_text(encoding="utf-8")


def table(heading: str) -> dict[str, str]:
    """The rows of the table whose first heading this is: the name in the first cell, and the rest of the row."""
    _, _, rest = TEXT.partition(f"\n| {heading} |")
    rows = rest.partition("\n\n")[0].splitlines()[2:]
    return {row.split("|")[1].strip().strip("`"): "|".join(row.split("|")[2:-1]) for row in rows}


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("key", Manifest.model_fields),
        ("key of `contributes`", Contributes.model_fields),
        ("key of `permissions`", Permissions.model_fields),
        ("kind", KINDS),
    ],
)
def test_each_table_has_every_key(heading: str, keys: dict[str, object]) -> None:
    assert sorted(table(heading)) == sorted(keys)


def test_the_table_of_capabilities_says_of_each_contribution_what_it_is() -> None:
    said = {
        name.removeprefix("contributes."): row.split("|")[0].strip()
        for name, row in table("capability").items()
    }
    assert {key: said[key] for key in Contributes.model_fields} == dict.fromkeys(
        Contributes.model_fields, "built"
    )
    assert {key: said[key] for key in REFUSED} == dict.fromkeys(REFUSED, "refused")


def test_each_kind_says_what_it_needs_and_what_it_may_have() -> None:
    constraints = TEXT.partition("\n## Constraints\n")[2].partition("\n## ")[0]
    for name, kind in KINDS.items():
        needs, may, does = table("kind")[name].split("|")
        if kind.refused:
            assert needs.strip() == "refused"
            continue
        assert set(re.findall(r"`(\w+)`", needs)) == set(kind.required), name
        assert set(re.findall(r"`(\w+)`", may)) == set(kind.optional), name
        if len(kind.actions) > 1:
            assert set(re.findall(r"`([\w-]+)`", does)) >= {action.value for action in kind.actions}, name
    assert all(f"`{key}`" in constraints for key in (*ALWAYS_OPTIONAL, *UNLESS_KEYS))


def test_every_difference_of_patterns_is_told_with_its_example() -> None:
    examples = {one.reason: one.example for one in (*GROUPS, *ESCAPES, *IN_CLASS)} | dict(OTHERS)
    section = TEXT.partition("\n| refused |")[2].partition("\n## ")[0]
    told = dict(re.findall(r"^\| `(\w+)` \| (.*) \| [^|]*\S \|$", section, re.MULTILINE))
    assert sorted(told) == sorted(examples)
    in_words = {"empty", "too_deep", "too_long", "unseen"}
    for reason in set(told) - in_words:
        assert told[reason].strip("`").replace("\\|", "|") == examples[reason], reason


def test_every_field_of_an_event_is_told() -> None:
    event = Event(
        *("c", "p", "output-forbid", Stage.PRE_OUTPUT, Action.BLOCK, "t", "wording", "p", "a", "x"),
        missing=("f",),
        matched="x",
        author=Author.MODEL,
    )
    assert [key for key in event.as_plain() if f"`{key}`" not in TEXT] == []


def test_the_table_of_the_context_has_every_member_with_its_methods() -> None:
    listed = {name: set(re.findall(r"`(\w+)`", row.split("|")[0])) for name, row in table("member").items()}
    built: dict[str, set[str]] = {}
    for port in ports().values():
        built.setdefault(port.member, set()).add(port.method)
    assert listed == built


def test_tools_are_told_as_they_are() -> None:
    tools = TEXT.partition("\n## Tools\n")[2].partition("\n## ")[0]
    for one in (api.Pack, api.Tool, api.Result, api.PromptSection):
        (told,) = re.findall(rf"`{one.__name__}\(([\w, ]+)\)`", tools)
        assert set(told.split(", ")) == {field.name for field in fields(one)}, one
    assert set(re.findall(r"`(\$?\w+)`", tools)) >= {*arguments.REFUSED, PATIENT, *Mode}
    assert f"{tool.LONGEST} characters" in tools
    assert f"{arguments.MOST_BYTES >> 10} KiB" in tools
    assert f"{tool.DEADLINE_S:.0f} s" in tools
    assert f"({ORDER} where none is given" in tools


def test_limits_of_the_ports_are_those_of_the_code() -> None:
    rows = table("member")
    assert f"1 to {storage.LONGEST_KEY} visible" in rows["storage"]
    assert f"{storage.LARGEST >> 10} KiB" in rows["storage"]
    assert f"{keeping.MOST_VALUES:,} values and {keeping.MOST_BYTES >> 20} MiB" in rows["storage"]
    assert f"{fs.LARGEST >> 20} MiB" in rows["fs"]
    sizes = (
        f"{client.MOST_SENT >> 20} MiB out, {exchange.MOST_RECEIVED >> 20} MiB in, {exchange.SECONDS:.0f} s"
    )
    assert f"{http.MOST_IN_A_CALL} requests a call, {sizes}" in rows["http"]
    assert f"{log.LONGEST} characters" in rows["log"]


def test_each_error_of_a_question_to_a_model_has_its_words() -> None:
    codes = re.findall(r"`(\w+)`", TEXT.partition("\n| it raises |")[2].partition("\n\n")[0])
    with (DOCS.parent / "resources" / "messages" / "en.toml").open("rb") as file:
        known = tomllib.load(file)["errors"]
    assert len(codes) > 15
    assert [code for code in codes if code not in known] == []


def test_names_and_numbers_are_those_of_the_code() -> None:
    assert all(f" {name}" in table("key")["name"] for name in RESERVED)
    assert all(name in table("key of `contributes`")["provider"] for name in key_of())
    assert set(re.findall(r"`(\w+)`", table("key")["budget"])) >= set(Budget.model_fields)
    assert f"compat version {COMPAT}" in TEXT
    assert all(f"`{name}`" in TEXT for name in protected_names(SHIPPED))
    assert all(f".{ending}" in TEXT for ending in archives.ENDINGS)
    assert f"{archives.LARGEST_ARCHIVE >> 20} MiB" in TEXT
    assert f"unpacked {files.MOST_BYTES >> 20} MiB" in TEXT
    assert f"{archives.MOST_ENTRIES}\nentries" in TEXT or f"{archives.MOST_ENTRIES} entries" in TEXT


def test_the_matrix_has_this_program() -> None:
    changes = (DOCS / "CHANGELOG-PACK.md").read_text(encoding="utf-8")
    with (DOCS.parent / "pyproject.toml").open("rb") as file:
        program = tomllib.load(file)["project"]["version"]
    rows = re.findall(r"^\| (\d+\.\d+) \| ([\d.]+) \| (\d+) \|", changes, re.MULTILINE)
    assert (program.rpartition(".")[0], COMPAT, str(SUPPORTED[-1])) in rows
    for word in ("last two minor versions", "major version", "guide"):
        assert word in changes
