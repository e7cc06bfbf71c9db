"""A Debian with nothing in it, as a folder: minbase, without Python, and a way to run things there without any network.

It is made once, from the mirror that apt has here, and kept under `build`. It is the oldest there is, where the folder's glibc allows it,
and otherwise the release that runs here. Root is needed.
"""

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from core.installation.contents import Contents
from installer import freeze, parts

OLDEST, ITS_GLIBC = "bullseye", (2, 31)
KEPT = parts.ROOT / "build" / "installer-test"
FETCHERS = ("curl", "wget", "git", "pip", "npm")
"""What an installer could fetch something by. Each is a stub that fails and leaves a note."""
NOTE = "somebody-fetched"

INSIDE = """
set -eu
root=$1 log=$2
shift 2
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
while [ "$1" != -- ]; do
    mount $1 "$2" "$root/$3"
    shift 3
done
shift
[ "$log" = - ] || exec strace -f --seccomp-bpf -qq -e trace=connect,sendto,sendmsg -o "$log" chroot "$root" "$@"
exec chroot "$root" "$@"
"""
"""Has the mounts for itself alone, then runs what stands after `--` in the folder as if it were all there is."""


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


@dataclass
class BareSystem:
    """One of them, of its own. `calls` is where what was called over any socket is written down."""

    root: Path
    calls: list[Path] = field(default_factory=list)
    mounts: list[tuple[str, str, str]] = field(default_factory=list)
    """Options, what, and where below the root: for everything that is run from now on."""

    def command(
        self, *words: str, cwd: str = "/root", variables: Mapping[str, str] | None = None
    ) -> list[str]:
        """What runs a command there with no network, nothing of our environment, and every call written down."""
        log = self.root.parent / f"calls-{len(self.calls)}"
        self.calls.append(log)
        mounts = [word for mount in self.mounts for word in mount]
        environment = {"HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **(variables or {})}
        return [
            *("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child"),
            *("sh", "-c", INSIDE, "sh", str(self.root), str(log), *mounts, "--"),
            *("env", "-i", "-C", cwd, *(f"{name}={value}" for name, value in environment.items()), *words),
        ]

    def run(self, *words: str, cwd: str = "/root", **variables: str) -> Ended:
        """Run a command to its end."""
        done = subprocess.run(
            self.command(*words, cwd=cwd, variables=variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    def succeed(self, *words: str, cwd: str = "/root", **variables: str) -> str:
        """Run a command that must end well; what it said."""
        done = self.run(*words, cwd=cwd, **variables)
        assert done.code == 0, (words, done.code, done.out, done.err)
        return done.out

    def inside(self, place: str) -> Path:
        """Where an absolute place of that system lies here."""
        return self.root / place.lstrip("/")

    def give(self, file: Path, place: str = "/media") -> str:
        """Put a file there, as from a stick. Where it is then."""
        target = self.inside(place) / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
        return f"{place}/{file.name}"

    def connections(self) -> list[str]:
        """Every call since the beginning that was not to a socket of this machine's own files."""
        lines = [line for log in self.calls if log.exists() for line in log.read_text("utf-8").splitlines()]
        return [line for line in lines if "sa_family=" in line and "sa_family=AF_UNIX" not in line]


def base() -> Path:
    """The system as a tar; made where there is none yet."""
    release, mirror = apt_source()
    if tuple(map(int, Contents.read(freeze.FOLDER).floor.split("."))) <= ITS_GLIBC:
        release = OLDEST
    kept = KEPT / f"{release}-minbase.tar"
    if not kept.is_file():
        KEPT.mkdir(parents=True, exist_ok=True)
        root = KEPT / "made"
        shutil.rmtree(root, ignore_errors=True)
        _must("debootstrap", "--variant=minbase", release, str(root), mirror)
        part = kept.with_suffix(".part")
        _must("tar", "-C", str(root), "--one-file-system", "-cf", str(part), ".")
        part.rename(kept)
        shutil.rmtree(root)
    return kept


def apt_source() -> tuple[str, str]:
    """The release that runs here, and where apt has it from."""
    release = platform.freedesktop_os_release()["VERSION_CODENAME"]
    form = "$(CODENAME) $(SUITE) $(REPO_URI)"
    said = subprocess.run(
        ["apt-get", "indextargets", "--format", form, "Created-By: Packages"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return release, next(
        words[2] for line in said.splitlines() if (words := line.split()) and words[0] == release
    )


@contextmanager
def bare_system(folder: Path) -> Iterator[BareSystem]:
    """One that is gone afterwards."""
    root = folder / "root"
    root.mkdir(parents=True)
    _must("tar", "-C", str(root), "-xpf", str(base()))
    assert not [*root.glob("usr/bin/python3*"), *root.glob("usr/lib/x86_64-linux-gnu/libGL.so*")]
    for name in FETCHERS:
        stub = root / "usr" / "bin" / name
        stub.write_text(f"#!/bin/sh\necho {name} >>/{NOTE}\nexit 97\n", encoding="utf-8")
        stub.chmod(0o755)
    system = BareSystem(root)
    yield system
    assert not system.inside(f"/{NOTE}").exists()
    assert system.connections() == []
    shutil.rmtree(root)


def may_make() -> bool:
    """Whether this account may have such a system."""
    return os.geteuid() == 0 and all(map(shutil.which, ("debootstrap", "unshare", "strace")))


def _must(*command: str) -> Sequence[str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout.splitlines()
