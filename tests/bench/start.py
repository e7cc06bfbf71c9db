"""Starting: fresh interpreters, from nothing to the kernel, to a listed form, to the first Chinese name read."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.ground import Ground
from tests.bench.measure import Limit, Line, Times, gathered, line, progress, timed

LIMIT = Limit(300, of="p50_ms")
FIRST_NAME = "from core.base.names import name_key, readings; name_key('王芳'); readings('王芳')"


def bench(ground: Ground) -> Iterator[Line]:
    """Whole processes; the rival is an interpreter that does nothing."""
    surroundings = {**os.environ, "MINGDAO_HOME": str(ground.folder / "nobody")}

    def runs(*command: str) -> Times:
        return gathered(timed(lambda: _run(command, surroundings)) for _ in range(ground.sizes.starts))

    with progress("starting processes"):
        python = sys.executable
        _run((python, "-c", "import core.kernel"), surroundings)
        nothing = ("python -c pass", runs(python, "-c", "pass"))
        yield line("start.kernel", runs(python, "-c", "import core.kernel"), rival=nothing, limit=LIMIT)
        program = str(Path(python).with_name("mingdao"))
        yield line("start.forms_list", runs(program, "forms", "list"), rival=nothing)
        yield line("start.first_name", runs(python, "-c", FIRST_NAME), rival=nothing)


def _run(command: Sequence[str], surroundings: dict[str, str]) -> None:
    subprocess.run(command, env=surroundings, capture_output=True, check=True)
