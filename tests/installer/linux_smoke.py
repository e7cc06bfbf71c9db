"""The self-extracting file in short: built, installed for one user who has nothing but HOME and PATH, tried, removed.

`make installer-smoke` runs it. It needs no root, no network and no other system.
"""

import json
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from installer.linux import run
from installer.release import Release

NO_NETWORK = next(
    (
        command
        for command in (["unshare", "-n"], ["unshare", "-rn"])
        if shutil.which("unshare")
        and subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0
    ),
    [],
)


def test_installs_tries_itself_and_is_gone(tmp_path: Path) -> None:
    home, cwd = tmp_path / "家 目录", tmp_path / "别处"
    for folder in (home, cwd):
        folder.mkdir()

    def call(*words: object, what: str) -> str:
        began = time.monotonic()
        done = subprocess.run(
            [*NO_NETWORK, *map(str, words)],
            cwd=cwd,
            env={"HOME": str(home), "PATH": "/usr/bin:/bin"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        sys.stderr.write(f"{what}: {time.monotonic() - began:.1f} s\n")
        assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
        return done.stdout.decode()

    began = time.monotonic()
    file = run.build(replace(Release.of(fast=True), dist=tmp_path))
    sys.stderr.write(f"packed: {time.monotonic() - began:.1f} s\n")
    record = home / ".local" / "share" / "mingdao-clinic" / "store.db"
    record.parent.mkdir(parents=True)
    record.write_bytes(b"a patient")
    before = sorted(home.rglob("*"))
    call("sh", file, what="installed")
    programs = home / ".local" / "bin"
    whole = json.loads(call(programs / "mingdao", "verify-install", "--json", what="verified"))
    assert whole["files"] > 300
    said = json.loads(call(programs / "mingdao-clinic", "--self-test", "--json", what="tested"))
    assert [one for one in said["checks"] if one["verdict"] == "FAILED"] == []
    call(home / ".local/opt/mingdao-clinic/uninstall", what="removed")
    assert sorted(home.rglob("*")) == before
    assert record.read_bytes() == b"a patient"
