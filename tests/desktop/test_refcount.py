"""PySide6 6.12.0 on CPython 3.11 loses a reference to None at each call without a result, and aborts after some thousands.

A short test run does not show it, so an upgrade of PySide6 must pass here (spec/feasibility.md §1). In a process of its
own, because the failure is an abort. From Python 3.12 on None is immortal: there the drift is 0 and surviving is all.
"""

import json
import subprocess
import sys

_CALLS = """
import json, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel

app = QApplication([])
drifts = {}
for name, call in {"setText": lambda: QLabel.setText(label, "x"), "stop": lambda: QTimer.stop(timer)}.items():
    label, timer = QLabel(), QTimer()
    before = sys.getrefcount(None)
    for _ in range(1000):
        call()
    drifts[name] = abs(sys.getrefcount(None) - before)
    for _ in range(19_000):
        call()
print(json.dumps(drifts))
"""


def test_calls_without_a_result_leave_none_as_it_was() -> None:
    done = subprocess.run([sys.executable, "-c", _CALLS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    drifts = json.loads(done.stdout)
    assert set(drifts) == {"setText", "stop"}
    assert max(drifts.values()) < 500, drifts
