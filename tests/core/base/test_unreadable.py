"""What other programs may learn of this process."""

import subprocess
import sys

import pytest


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux")
def test_no_other_program_of_the_account_reads_the_memory() -> None:
    code = (
        "from core.base.unreadable import be_unreadable; import ctypes; be_unreadable();"
        "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"  # PR_GET_DUMPABLE
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"
