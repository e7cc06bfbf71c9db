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
THIEF = """
import os, pathlib
from keyring.backends.null import Keyring as Null
pathlib.Path(os.environ["TOLD"]).write_text("loaded")
class Thief(Null):
    priority = 99
"""
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


def test_S19_a_dismissed_prompt_is_locked_and_not_missing(desktop: Desktop) -> None:
    desktop.session(INIT + ADD)
    dismissing = f'cd {program.ROOT} && "$PYTHON" -m tests.fakes.dismissing >"$HOME/ready" &\nNOBODY=$!\n'
    wait = 'until grep -q ready "$HOME/ready"; do sleep 0.1; done\n'
    refused, found = desktop.session(
        dismissing + wait + FIND + FIND_BY_PASSPHRASE + "kill $NOBODY\n", password="another"
    )
    assert refused["error"]["code"] == "keyring_locked"
    assert found["outcome"] == "exact"
    assert "PerformPrompt" in (desktop.folder / "ready").read_text(encoding="utf-8")


def test_S11_a_keyring_wiped_while_the_clinic_is_open_loses_nothing(desktop: Desktop) -> None:
    desktop.session(INIT)
    open_wipe_add = (
        "from core.base.paths import Home; from core.kernel import open_clinic, system_vault;"
        "from core.services.patients.patients import Given; import json, sys;"
        "vault = system_vault();"
        'opened = open_clinic(Home.chosen(), vault, passphrase=None, source="test");'
        "kernel = opened.__enter__();"
        "vault.forget(sys.argv[1]);"
        'kernel.patients.register(Given("陈敏", "女"));'
        "opened.__exit__(None, None, None);"
        "print(json.dumps(kernel.opened_by))"
    )
    road, refused, found = desktop.session(
        f"\"$PYTHON\" -c '{open_wipe_add}' {desktop.entry()}\n" + FIND + FIND_BY_PASSPHRASE
    )
    assert road == "keyring"
    assert refused["error"]["code"] == "keyring_missing"
    assert found["outcome"] == "exact"


@pytest.mark.parametrize("named", ["thief.Thief", "keyring.backends.null.Keyring"])
def test_S3_S4_a_hostile_environment_gets_no_secret(desktop: Desktop, named: str) -> None:
    """The variable and the file both name another keyring, on a desktop whose own works."""
    folder = desktop.folder / "config" / "python_keyring"
    folder.mkdir()
    told = desktop.folder / "told"
    (desktop.folder / "thief.py").write_text(THIEF, encoding="utf-8")
    config = f"[backend]\ndefault-keyring={named}\nkeyring-path={desktop.folder}\n"
    (folder / "keyringrc.cfg").write_text(config, encoding="utf-8")
    hostile = (
        f"export PYTHON_KEYRING_BACKEND={named} TOLD={told} PYTHONPATH={program.ROOT}:{desktop.folder}\n"
    )
    made, found = desktop.session(hostile + INIT + FIND)
    assert (made["keyring"], found["outcome"]) == ("ok", "new")
    assert not told.exists()
    (later,) = desktop.session(FIND)
    assert later["outcome"] == "new"


def test_the_keyring_off_on_and_only_and_another_data_key(desktop: Desktop) -> None:
    by = '--json --passphrase-file "$PASSPHRASE"\n'
    out = '"$HOME/code"'
    keys = '"$MINGDAO" keys '
    script = (
        f'"$MINGDAO" init --recovery-out {out} {by}'
        + ADD
        + f"{keys}confirm-recovery --recovery-file {out} {by}"
        + f"{keys}keyring off {by}"
        + FIND
        + f"{keys}keyring on {by}"
        + f"{keys}rotate {by}"
        + FIND
        + f"{keys}keyring only {by}"
        + FIND_BY_PASSPHRASE
        + FIND
    )
    *_, confirmed, off, refused, on, rotated, found, only, no_passphrase, still = desktop.session(script)
    assert confirmed["recovery_confirmed"] is True
    assert (off["keyring"], on["keyring"], only["keyring"]) == ("off", "on", "only")
    assert refused["error"]["code"] == "passphrase_needed"
    assert rotated["rotated"] is True
    assert found["outcome"] == still["outcome"] == "exact"
    assert no_passphrase["error"]["code"] == "wrong_passphrase"


def test_S76_a_folder_put_back_is_found_by_the_real_keyring(desktop: Desktop) -> None:
    copy = 'cp -r "$MINGDAO_HOME" "$HOME/copy"\n'
    back = 'rm -r "$MINGDAO_HOME"; mv "$HOME/copy" "$MINGDAO_HOME"\n'
    verify = '"$MINGDAO" audit verify --json --passphrase-file "$PASSPHRASE"\n'
    *_, told = desktop.session(INIT + ADD + copy + ADD.replace("陈敏", "何静") + back + verify)
    assert told["whole"] is False or told["opening"]
    assert "rolled_back" in json.dumps(told)


def test_an_account_without_a_keyring_sets_up_by_passphrase_alone(desktop: Desktop) -> None:
    without = "export DBUS_SESSION_BUS_ADDRESS=disabled:\n"
    made, refused, found = desktop.session(f"{without}{INIT}{FIND}{FIND_BY_PASSPHRASE}", password=None)
    assert made["keyring"] == "keyring_unavailable"
    assert refused["error"]["code"] == "passphrase_needed"
    assert found["outcome"] == "new"


def test_the_window_sets_up_by_passphrase_and_opens_by_the_keyring(desktop: Desktop) -> None:
    window = '"$PYTHON" -m tests.journeys.scenarios.keyring "$MINGDAO_HOME"'
    told, made, opened = desktop.session(f"{window} set_up\n{window} open\n")
    assert told == {"said": "密钥环可用：写入、读回、删除都对。"}
    assert made == opened == {"operator": OPERATOR, "warned": False}
    (later,) = desktop.session(f"{window} open\n")
    assert later == opened


def test_the_window_sets_up_without_a_keyring_and_says_so(desktop: Desktop) -> None:
    without = "export DBUS_SESSION_BUS_ADDRESS=disabled:\n"
    window = '"$PYTHON" -m tests.journeys.scenarios.keyring "$MINGDAO_HOME"'
    told, made = desktop.session(f"{without}{window} set_up\n", password=None)
    assert told == {"said": "这台电脑上没有可用的系统密钥环。"}
    assert made["operator"] == OPERATOR


@pytest.mark.parametrize(
    ("has_keyring", "said"),
    [
        (True, "密钥环锁着，没有存入任何东西。"),
        (False, "解锁密钥环的提示被关掉了，没有存入任何东西。"),
    ],
)
def test_the_window_sets_up_where_every_prompt_is_dismissed_and_says_so(
    desktop: Desktop, has_keyring: bool, said: str
) -> None:
    if has_keyring:
        desktop.session(
            "\"$PYTHON\" -c \"from core.kernel import system_vault; system_vault().write('a', 'b')\"\n"
        )
    dismissing = f'cd {program.ROOT} && "$PYTHON" -m tests.fakes.dismissing >"$HOME/ready" &\nNOBODY=$!\n'
    wait = 'until grep -q ready "$HOME/ready"; do sleep 0.1; done\n'
    window = '"$PYTHON" -m tests.journeys.scenarios.keyring "$MINGDAO_HOME"'
    told, made = desktop.session(
        f"{dismissing}{wait}{window} set_up\nkill $NOBODY\n", password="another" if has_keyring else None
    )
    assert told["said"] == said
    assert made["operator"] == OPERATOR
