"""`mingdao-clinic`, and `python -m desktop`."""

import sys

from desktop.app import start


def main() -> int:
    """Start the program; the result is the exit code."""
    return start()


if __name__ == "__main__":
    sys.exit(main())
