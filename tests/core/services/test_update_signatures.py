"""Whose file a program takes, by who signed the one that runs (None: nobody). `docs/admin.md` has the same table."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import Refused
from core.installation.contents import CONTENTS, SIGNATURE
from core.services.updates import Updates
from tests.fakes.brought import run_at
from tests.fakes.installed import EARLIER, HERE, LATER, stick_at
from tests.fakes.release import ReleaseKey, program_at

OURS, THEIRS = ReleaseKey(), ReleaseKey()
Key = ReleaseKey | None
CODES = {
    "run": {"unsigned": "sums_unsigned", "foreign": "sums_foreign"},
    "folder": {"unsigned": "update_no_signature", "foreign": "update_foreign"},
}


@pytest.mark.parametrize("kind", ["run", "folder"])
@pytest.mark.parametrize(
    ("signers", "refusals"),
    [
        ((OURS, OURS), ("", "")),
        ((OURS, None), ("unsigned", "unsigned")),
        ((OURS, THEIRS), ("foreign", "foreign")),
        ((None, None), ("update_unsigned", "")),
        ((None, OURS), ("update_unsigned", "")),
    ],
    ids=["signed ours", "signed none", "signed theirs", "unsigned none", "unsigned signed"],
)
def test_a_file(tmp_path: Path, kind: str, signers: tuple[Key, Key], refusals: tuple[str, str]) -> None:
    """`signers` are those of the program and of the file; `refusals` without and with the word of a person, "" where it is installed."""
    mine, theirs = signers
    for confirmed, refusal in zip((False, True), refusals, strict=True):
        stick = stick_at(tmp_path / str(confirmed), mine)
        if kind == "run":
            file = run_at(stick.folder, LATER, theirs)
        else:
            file = program_at(stick.folder / "程序", theirs, LATER)
        updates = Updates(program=stick.program)
        if refusal:
            with pytest.raises(Refused, match=CODES[kind].get(refusal, refusal)):
                updates.install(file, unsigned=confirmed)
        else:
            updates.install(file, unsigned=confirmed)
        assert stick.place.current == (HERE if refusal else LATER)


@pytest.mark.parametrize(
    ("mine", "before", "refusal"),
    [
        (OURS, OURS, ""),
        (OURS, None, "update_no_signature"),
        (OURS, THEIRS, "update_foreign"),
        (None, None, ""),
        (None, OURS, ""),
    ],
)
def test_back(tmp_path: Path, mine: Key, before: Key, refusal: str) -> None:
    stick = stick_at(tmp_path, mine)
    replace(stick, key=before).from_before()
    if refusal:
        with pytest.raises(Refused, match=refusal):
            Updates(program=stick.program).back()
    else:
        Updates(program=stick.program).back()
    assert stick.place.current == (HERE if refusal else EARLIER)


def test_a_signature_that_its_own_key_did_not_make_is_nobody_s(tmp_path: Path) -> None:
    stick = stick_at(tmp_path, None)
    folder = program_at(stick.folder / "程序", OURS, LATER)
    (folder / SIGNATURE).write_bytes(THEIRS.sign((folder / CONTENTS).read_bytes()))
    with pytest.raises(Refused, match="update_foreign"):
        Updates(program=stick.program).install(folder, unsigned=True)
