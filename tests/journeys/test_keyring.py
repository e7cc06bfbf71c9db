"""The keyring of a real desktop: gnome-keyring on a session bus of its own, with throw-away folders, gone with the bus."""

import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.fakes import program
from tests.fakes.clinic import OPERATOR

pytestmark = [
    pytest.mark.keyring,
    pytest.mark.slow,
    pytest.mark.skipif(
        not (shutil.which("gnome-keyring-daemon") and shutil.which("dbus-run-session")),
        reason="gnome-keyring and dbus-run-session are not installed",
    ),
]

READ = "import json, sys; from core.store.keys import SystemVault; print(json.dumps(SystemVault().read(sys.argv[1])))"
FORGET = "import sys; from core.store.keys import SystemVault; SystemVault().forget(sys.argv[1])"


@dataclass
class Desktop:
    """An account with a keyring. Each script runs in a session of its own, at whose end the keyring is closed."""

    folder: Path

    def __post_init__(self) -> None:
        for name in ("data", "runtime", "config", "cache"):
            (self.folder / name).mkdir(mode=0o700)
        (self.folder / "passphrase").write_text("正确 horse battery", encoding="utf-8")

    def session(self, script: str, *, password: str | None = "login") -> list[Any]:
        """Run `mingdao` lines in one session, the keyring unlocked by `password`; each line's JSON document."""
        unlock = (
            f"printf %s {password} | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1\n"
        )
        env = {
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_RUNTIME_DIR": str(self.folder / "runtime"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "MINGDAO_HOME": str(self.folder / "clinic"),
            "PASSPHRASE": str(self.folder / "passphrase"),
            "MINGDAO": str(program.MINGDAO),
            "PYTHON": sys.executable,
        }
        lines = (unlock if password else "") + script
        done = program.run_any(["dbus-run-session", "--", "sh", "-c", lines], env=env)
        return [json.loads(line) for line in done.out.splitlines()]

    def entry(self) -> str:
        """The name of the secret."""
        raw = json.loads((self.folder / "clinic" / "keys.json").read_bytes())
        return next(str(wrap["entry"]) for wrap in raw["wraps"] if wrap["kind"] == "keyring")


INIT = '"$MINGDAO" init --json --passphrase-file "$PASSPHRASE"\n'
ADD = '"$MINGDAO" patient add --name 陈敏 --sex 女 --json\n'
FIND = '"$MINGDAO" patient find 陈敏 --json\n'
FIND_BY_PASSPHRASE = '"$MINGDAO" patient find 陈敏 --json --passphrase-file "$PASSPHRASE"\n'


@pytest.fixture
def desktop(tmp_path: Path) -> Desktop:
    return Desktop(tmp_path)


def test_after_setting_up_no_passphrase_is_needed(desktop: Desktop) -> None:
    made, added, found = desktop.session(INIT + ADD + FIND)
    assert made["keyring"] == "ok"
    assert added["patient"]["record_no"] == "P001"
    assert found["outcome"] == "exact"
    (later,) = desktop.session(FIND)
    assert later["outcome"] == "exact"


def test_the_secret_is_in_no_file_in_clear(desktop: Desktop) -> None:
    desktop.session(INIT)
    kept = [path for path in (desktop.folder / "data").rglob("*") if path.is_file()]
    assert kept
    (secret,) = desktop.session(f"\"$PYTHON\" -c '{READ}' {desktop.entry()}\n")
    assert len(secret) == 64
    assert [path for path in kept if secret.encode() in path.read_bytes()] == []


def test_a_wiped_keyring_says_so_and_the_passphrase_still_opens(desktop: Desktop) -> None:
    desktop.session(INIT + ADD)
    wipe = f"\"$PYTHON\" -c '{FORGET}' {desktop.entry()}\n"
    refused, found = desktop.session(wipe + FIND + FIND_BY_PASSPHRASE)
    assert refused["error"]["code"] == "keyring_missing"
    assert "口令" in refused["error"]["hint"]
    assert found["outcome"] == "exact"


def test_a_locked_keyring_says_so_and_the_passphrase_still_opens(desktop: Desktop) -> None:
    desktop.session(INIT + ADD)
    refused, found = desktop.session(FIND + FIND_BY_PASSPHRASE, password="another")
    assert refused["error"]["code"] in {"keyring_locked", "keyring_unavailable"}
    assert "口令" in refused["error"]["hint"]
    assert found["outcome"] == "exact"


def test_an_account_without_a_keyring_sets_up_by_passphrase_alone(desktop: Desktop) -> None:
    without = "export DBUS_SESSION_BUS_ADDRESS=disabled:\n"
    made, refused, found = desktop.session(f"{without}{INIT}{FIND}{FIND_BY_PASSPHRASE}", password=None)
    assert made["keyring"] == "keyring_unavailable"
    assert refused["error"]["code"] == "passphrase_needed"
    assert found["outcome"] == "new"


def test_the_window_sets_up_by_passphrase_and_opens_by_the_keyring(desktop: Desktop) -> None:
    window = '"$PYTHON" -m tests.journeys.scenarios.keyring "$MINGDAO_HOME"'
    made, opened = desktop.session(f"{window} set_up\n{window} open\n")
    assert made == opened == {"operator": OPERATOR, "warned": False}
    (later,) = desktop.session(f"{window} open\n")
    assert later == opened
