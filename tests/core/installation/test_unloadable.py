"""Where a program cannot even be loaded, the file that is why is named; what is a fault of ours stays one."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.release import ReleaseKey, program_at

ROOT = Path(__file__).resolve().parents[3]
STARTED = """
import runpy, sys
from pathlib import Path
import core.installation.start_check as module

folder, program, gone = sys.argv[1:]
module.program_folder = lambda: Path(folder)
sys.modules[gone] = None
sys.argv[1:] = []
runpy.run_path(program, run_name="__main__")
"""


@pytest.mark.parametrize(
    ("program", "gone"),
    [("mingdao", "core.cli.main"), ("mingdao-clinic", "desktop.__main__"), ("mingdao", "cryptography")],
)
@pytest.mark.parametrize("is_whole", [True, False])
def test_a_program_that_cannot_be_loaded(tmp_path: Path, program: str, gone: str, is_whole: bool) -> None:
    folder = program_at(tmp_path / "程序", ReleaseKey())
    if not is_whole:
        (folder / "_internal/base_library.zip").unlink()
    done = subprocess.run(
        [sys.executable, "-c", STARTED, folder, ROOT / "installer" / "programs" / f"{program}.py", gone],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert ("Error: " in done.stderr) is is_whole
    named = [line for line in done.stderr.splitlines() if "_internal/base_library.zip" in line]
    assert len(named) == (0 if is_whole else 2)  # in both languages
