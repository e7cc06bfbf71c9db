"""docs/PACK-API.md names the keys and kinds there are, no more and no fewer."""

import re
from pathlib import Path

import pytest

from core.constraints.kinds import KINDS
from core.net import client
from core.packhost import archives
from core.packhost.context import fs, http, keeping, log, storage
from core.packhost.host import SHIPPED
from core.packhost.manifest import REFUSED, RESERVED, Budget, Contributes, Manifest, Permissions
from core.packhost.providers import KEY_OF
from core.packhost.ranges import COMPAT
from core.packhost.tiers import protected_names
from core.packhost.worker.contract import ports

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


def test_each_kind_says_what_it_needs() -> None:
    for name, kind in KINDS.items():
        needs = table("kind")[name]
        if kind.refused:
            assert needs.strip() == "refused"
        else:
            assert set(re.findall(r"`(\w+)`", needs)) == set(kind.required), name


def test_the_table_of_the_context_has_every_member_with_its_methods() -> None:
    listed = {name: set(re.findall(r"`(\w+)`", row.split("|")[0])) for name, row in table("member").items()}
    built: dict[str, set[str]] = {}
    for port in ports().values():
        built.setdefault(port.member, set()).add(port.method)
    assert listed == built


def test_limits_of_the_ports_are_those_of_the_code() -> None:
    rows = table("member")
    assert f"1 to {storage.LONGEST_KEY} visible" in rows["storage"]
    assert f"{storage.LARGEST >> 10} KiB" in rows["storage"]
    assert f"{keeping.MOST_VALUES:,} values and {keeping.MOST_BYTES >> 20} MiB" in rows["storage"]
    assert f"{fs.LARGEST >> 20} MiB" in rows["fs"]
    sizes = f"{client.MOST_SENT >> 20} MiB out, {client.MOST_RECEIVED >> 20} MiB in, {client.SECONDS:.0f} s"
    assert f"{http.MOST_IN_A_CALL} requests a call, {sizes}" in rows["http"]
    assert f"{log.LONGEST} characters" in rows["log"]


def test_names_and_numbers_are_those_of_the_code() -> None:
    assert all(f" {name}" in table("key")["name"] for name in RESERVED)
    assert all(name in table("key of `contributes`")["provider"] for name in KEY_OF)
    assert set(re.findall(r"`(\w+)`", table("key")["budget"])) >= set(Budget.model_fields)
    assert f"compat version {COMPAT}" in TEXT
    assert all(f"`{name}`" in TEXT for name in protected_names(SHIPPED))
    assert all(f".{ending}" in TEXT for ending in archives.ENDINGS)
    assert f"{archives.LARGEST_ARCHIVE >> 20} MiB" in TEXT
    assert f"unpacked {archives.MOST_UNPACKED >> 20} MiB" in TEXT
    assert f"{archives.MOST_ENTRIES}\nentries" in TEXT or f"{archives.MOST_ENTRIES} entries" in TEXT
    assert COMPAT in (DOCS / "CHANGELOG-PACK.md").read_text(encoding="utf-8")
