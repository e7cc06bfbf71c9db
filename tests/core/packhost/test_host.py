"""What is mounted of what was found: a broken pack of ours ends the opening, anybody else's is told of."""

from pathlib import Path

import pytest

from core.base.errors import Damaged
from core.base.paths import Home
from core.packhost.host import SHIPPED, mount, mount_found
from core.packhost.tiers import Places, discover
from tests.fakes.pack_folder import pack_at, trusted

BROKEN = "v1"
"""No version."""


def test_a_broken_pack_that_ships_ends_the_opening(tmp_path: Path) -> None:
    pack_at(tmp_path / "shipped" / "demo", version=BROKEN)
    pack_at(tmp_path / "shipped" / "other", name="other")
    with pytest.raises(Damaged, match="pack_broken"):
        mount_found(discover(Places(tmp_path / "shipped", Home(tmp_path / "home"))))
    with pytest.raises(Damaged, match="pack_broken"):
        mount(tmp_path / "shipped")


def test_a_broken_pack_of_anybody_else_is_told_of(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    trusted(home, pack_at(home.packs / "demo", version=BROKEN))
    pack_at(tmp_path / "shipped" / "other", name="other")
    packs = mount_found(discover(Places(tmp_path / "shipped", home)))
    assert [pack.manifest.name for pack in packs.mounted] == ["other"]
    assert [notice.code for notice in packs.notices] == ["broken"]


def test_an_example_is_mounted_by_neither_way(tmp_path: Path) -> None:
    found = discover(Places(SHIPPED, Home(tmp_path)))
    for packs in (mount_found(found), mount()):
        assert [pack.manifest.name for pack in packs.mounted] == ["tcm"]
