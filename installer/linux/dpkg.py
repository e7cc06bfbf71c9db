"""What Debian's own record of this system knows of a file."""

import os
import subprocess
from collections.abc import Iterable, Iterator


def owners(places: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Which package each of these places, or patterns of places, belongs to: package, place. One that belongs to none is not told of."""
    done = subprocess.run(
        ["dpkg-query", "--search", *places],
        env={**os.environ, "LC_ALL": "C"},  # a diversion is told in the words of the session
        capture_output=True,
        text=True,
        check=False,
    )
    for line in done.stdout.splitlines():
        packages, _, place = line.partition(": ")
        if not packages.startswith("diversion by "):
            yield packages.split(",")[0].split(":")[0], place
