"""A network of its own for one command, in which everything leads to a cable that ends nowhere, and what goes into it is counted.

`python -m tests.fakes.counted_network COUNTS COMMAND …` within `unshare -rn`: an attempt to reach something is seen, not merely without
success. It adds a line to COUNTS and ends as the command does. Not seen: a resolver that is asked through a local socket (nscd).
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

OUT, END = "out0", "out1"
SETUP = (
    "link set lo up",
    f"link add {OUT} type veth peer name {END}",
    # So that the system itself has nothing to say on it.
    *(f"link set {name} multicast off arp off addrgenmode none" for name in (OUT, END)),
    f"addr add 10.77.0.2/24 dev {OUT}",
    f"-6 addr add fd77::2/64 dev {OUT} nodad",
    *(f"link set {name} up" for name in (OUT, END)),
    f"route add default dev {OUT}",
    f"-6 route add default dev {OUT}",
)
UNSHARE = ("unshare", "-rn")


@cache
def why_not() -> str:
    """What this machine lacks for it; empty where it lacks nothing."""
    for tool in ("unshare", "ip"):
        if not shutil.which(tool):
            return f"there is no `{tool}` here"
    script = " && ".join(f"ip {line}" for line in SETUP)
    tried = subprocess.run([*UNSHARE, "sh", "-c", script], capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else f"no network of one's own is allowed here: {tried.stderr.strip()}"


def within(counts: Path) -> Sequence[str]:
    """What a command is started by."""
    return (*UNSHARE, sys.executable, "-m", "tests.fakes.counted_network", str(counts))


def counted(counts: Path) -> list[dict[str, int]]:
    """For each command, the packets that left and those that only went round within this machine."""
    lines = counts.read_text(encoding="ascii").splitlines()
    return [dict(zip(("left", "round"), map(int, line.split()), strict=True)) for line in lines]


def _sent() -> dict[str, int]:
    lines = Path("/proc/net/dev").read_text(encoding="ascii").splitlines()[2:]
    return {name.strip(): int(rest.split()[9]) for name, _, rest in (line.partition(":") for line in lines)}


def main(counts: str, *command: str) -> int:
    for line in SETUP:
        subprocess.run(["ip", *line.split()], check=True)
    done = subprocess.run(command, check=False)
    sent = _sent()
    with Path(counts).open("a", encoding="ascii") as file:
        file.write(f"{sent[OUT]} {sent['lo']}\n")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
