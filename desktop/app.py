"""Where the window is put together. Until it is built, this says so and names the program that does the work."""

import sys

from core.base.messages import Messages


def start() -> int:
    """Run the window until it is closed; the result is the exit code."""
    sys.stderr.write(Messages().text("desktop.not_built") + "\n")
    return 1
