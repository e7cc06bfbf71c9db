"""`python -m installer.windows [--fast]`: the setup for Windows alone, without the program's folder for Linux."""

import argparse
import sys
import time
from importlib.metadata import version

from installer import freeze
from installer.release import Release
from installer.windows import setup
from installer.windows.folder import FLOOR


def main() -> int:
    """Build it. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m installer.windows", description="Builds the setup for Windows."
    )
    parser.add_argument("--fast", action="store_true", help="pack quickly and loosely, for trying")
    began = time.monotonic()
    release = Release(setup.FOLDER, version("mingdao-clinic"), FLOOR, freeze.DIST, parser.parse_args().fast)
    file = setup.build(release)
    print(
        f"installer: {file.name}: {file.stat().st_size / 1e6:.1f} MB, {time.monotonic() - began:.0f} s",
        file=sys.stderr,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
