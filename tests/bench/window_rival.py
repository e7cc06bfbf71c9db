"""The rival of a first paint: an empty window. Prints how long it took from the start of the process, as a JSON line."""

import json
import os
from time import monotonic_ns

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget


class Empty(QWidget):
    """It ends the program once it is painted."""

    def paintEvent(self, event: QPaintEvent) -> None:
        took = (monotonic_ns() - int(os.environ["MINGDAO_BENCH_STARTED"])) / 1e6
        print(json.dumps({"what": "first_paint", "ms": took}), flush=True)
        QApplication.quit()


if __name__ == "__main__":
    app = QApplication([])
    window = Empty()
    window.resize(1366, 768)
    window.show()
    app.exec()
