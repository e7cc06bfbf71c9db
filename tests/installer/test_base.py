"""Where `make installer` builds the folder: in the old Debian that is kept, or here, and then it says why.

The tools are stubs that write down how they were called; the base itself is made and used by `make installer`.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from installer import parts

SCRIPTS = ("linux/base.sh", "linux/compile.sh", "linux/older_glibc.h", "bootstrap.sh")
STUBS = {
    "id": "echo 0",
    "uname": "echo x86_64",
    "apt-get": 'echo "bookworm mirror:/debian"; echo "bookworm-security mirror:/security"',
    "debootstrap": 'mkdir -p "$4/etc/apt"',
    "unshare": ":",
}
HERE = ".venv/bin/python -m installer.freeze"


class Tree:
    """A tree with the scripts and stubs for all they call."""

    def __init__(self, root: Path) -> None:
        self.root, self.calls = root, root / "calls"
        for name in SCRIPTS:
            (root / "installer" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(parts.ROOT / "installer" / name, root / "installer" / name)
        (root / "requirements.lock").write_text("a==1\n", encoding="utf-8")
        for name, script in STUBS.items():
            self.stub(f"stubs/{name}", script)
        for name in (".venv/bin/python", ".venv/bin/uv"):
            self.stub(name, "")
        self.stub("installer/tools.sh", "")

    def stub(self, name: str, script: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        noted = f"echo $(echo '{name}' \"$*\") >>'{self.calls}'"
        file.write_text(f"#!/bin/sh\nset -f\n{noted}\n{script}\n", encoding="utf-8")
        file.chmod(0o755)

    def build(self, **variables: str) -> tuple[int, str, list[str]]:
        """How it ended, what it said, and what was called."""
        self.calls.unlink(missing_ok=True)
        done = subprocess.run(
            ["sh", str(self.root / "installer" / "linux" / "base.sh")],
            env={"PATH": f"{self.root / 'stubs'}:{os.defpath}", **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stderr, self.calls.read_text(encoding="utf-8").splitlines()

    @property
    def kept(self) -> list[Path]:
        return [one for one in (self.root / "build" / "base").iterdir() if one.is_dir()]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    # The stub of unshare makes nothing, so the environment in the base is there beforehand.
    one = Tree(tmp_path)
    one.stub("stubs/debootstrap", STUBS["debootstrap"] + ' && mkdir -p "$4/venv"')
    return one


@pytest.mark.parametrize(
    ("name", "script", "reason"),
    [
        ("stubs/id", "echo 1000", "needs root"),
        ("stubs/uname", "echo aarch64", "only for x86_64"),
        ("installer/tools.sh", "exit 1", "tools"),
        ("stubs/unshare", "exit 1", "mounted"),
        ("stubs/apt-get", "", "no mirror"),
        ("stubs/debootstrap", "exit 1", "bullseye"),
    ],
)
def test_without_a_base_the_folder_is_built_here_and_it_says_why(
    tree: Tree, name: str, script: str, reason: str
) -> None:
    tree.stub(name, script)
    code, said, calls = tree.build()
    assert code == 0
    assert reason in said
    assert "its glibc" in said
    assert calls[-1] == HERE
    tree.stub(".venv/bin/python", "exit 3")
    assert tree.build()[0] == 3


def test_a_base_is_made_once_and_filled_once(tree: Tree) -> None:
    code, said, calls = tree.build()
    assert (code, HERE in calls) == (0, False)
    assert calls[-1].startswith("stubs/unshare ")
    assert calls[-1].endswith("/venv/bin/python -m installer.freeze")
    assert "--net" in calls[-1]
    assert [call for call in calls if "compile.sh" in call]
    (uv,) = (call for call in calls if call.startswith(".venv/bin/uv "))
    assert {"x86_64-manylinux_2_28", "--require-hashes", "--no-build"} <= set(uv.split())
    (kept,) = tree.kept

    again = tree.build()
    assert again[:2] == (0, "")
    assert not [call for call in again[2] if "debootstrap" in call or "compile.sh" in call or "/uv " in call]

    (tree.root / "requirements.lock").write_text("a==2\n", encoding="utf-8")
    calls = tree.build()[2]
    assert [call for call in calls if "/uv " in call]
    assert not [call for call in calls if "debootstrap" in call]

    for name in SCRIPTS[1:]:
        with (tree.root / "installer" / name).open("a", encoding="utf-8") as file:
            file.write("\n")
        assert [call for call in tree.build()[2] if "debootstrap" in call]
        assert len(tree.kept) == 1
        assert tree.kept != [kept]
        (kept,) = tree.kept
    assert "making the base" in said


def test_a_base_that_could_not_be_compiled_is_no_reason_to_build_here(tree: Tree) -> None:
    tree.stub("stubs/unshare", 'case "$*" in *compile.sh*) echo "no such function"; exit 1 ;; esac')
    for _ in range(2):
        code, said, calls = tree.build()
        assert code == 1
        assert "no such function" in said
        assert HERE not in calls
        assert [call for call in calls if "debootstrap" in call]


def test_a_folder_that_fails_there_fails(tree: Tree) -> None:
    tree.stub("stubs/unshare", 'case "$*" in *installer.freeze*) exit 4 ;; esac')
    code, _, calls = tree.build()
    assert (code, HERE in calls) == (4, False)


def test_the_builders_key_is_there_only_for_the_folder(tree: Tree) -> None:
    assert "MINGDAO_SIGNING_KEY" not in tree.build()[2][-1]
    shutil.rmtree(tree.root / "build")
    key, passphrase = (
        {"MINGDAO_SIGNING_KEY": "/keys/release.pem"},
        {"MINGDAO_SIGNING_PASSPHRASE": "two words"},
    )
    calls = tree.build(**key, **passphrase, SOURCE_DATE_EPOCH="400000000")[2]
    (called,) = (call for call in calls if "/keys/release.pem" in call)
    assert [call for call in calls if "MINGDAO_SIGNING_PASSPHRASE=two words" in call] == [called]
    assert called == calls[-1]
    assert "MINGDAO_SIGNING_KEY=/run/key" in called
    assert "SOURCE_DATE_EPOCH=400000000" in called
