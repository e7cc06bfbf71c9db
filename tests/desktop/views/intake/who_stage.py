"""A page with nothing but the question who it is, over a real clinic."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from core.base.messages import Messages
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.bridge.notices import Notices
from desktop.models.patient_context import PatientContext
from desktop.theme.scheme import Scheme
from desktop.theme.style import apply
from desktop.trouble.present import Trouble
from desktop.views.intake.find import FindPanel
from desktop.views.intake.who import Who
from tests.fakes.clinic import Clinic

WAIT_MS = 20_000
NAMESAKES = (
    ("王秀英", "1962-11-08", "13200004471"),
    ("王秀英", "1984-06-21", "13100000826"),
    ("王秀英", "1946-12-30", "13100003390"),
    ("王秀瑛", "1962-10-08", "13100005512"),
)


class Stage(QWidget):
    """The find panel at the left, an empty form beside it. `chosen` and `new` keep what was decided."""

    def __init__(self, clinic: ClinicBridge) -> None:
        super().__init__()
        self.clinic = clinic
        self.chosen: list[str] = []
        self.new: list[str] = []
        form = QWidget()
        messages = Messages()
        notices = Notices(self)
        self.who = Who(self, clinic, messages, Trouble(notices, messages, self), form)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.panel)
        row.addWidget(form, 1)
        self.who.chosen.connect(self._on_chosen)
        self.who.new_patient.connect(self.new.append)

    @property
    def panel(self) -> FindPanel:
        return self.who.finder

    @property
    def names(self) -> list[str]:
        """What the lines say first."""
        return [line.words for line in self.panel.list.lines.all]

    def _on_chosen(self, context: PatientContext) -> None:
        self.chosen.append(context.record_no)
        self.who.turn_to(context)


@contextmanager
def staged(qtbot: QtBot, clinic: Clinic) -> Iterator[Stage]:
    """The stage, shown and with the day listed; gone after the test."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    if not app.styleSheet():
        apply(app, Scheme.LIGHT)
    bridge = ClinicBridge()
    bridge.open(clinic.home, clinic.vault, None, clock=clinic.clock)
    qtbot.waitUntil(lambda: bridge.state is ClinicState.OPEN, timeout=WAIT_MS)
    stage = Stage(bridge)
    try:
        stage.resize(1294, 684)
        stage.show()
        stage.activateWindow()
        qtbot.waitExposed(stage).__enter__()
        stage.who.refresh()
        qtbot.waitUntil(lambda: bool(stage.names), timeout=WAIT_MS)
        stage.panel.box.setFocus()
        yield stage
    finally:
        bridge.shut_down()
        stage.close()
        stage.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def namesakes(clinic: Clinic) -> None:
    """Three of one name, and one who sounds the same."""
    for name, birth, phone in NAMESAKES:
        clinic.run(
            *("patient", "add", "--name", name, "--sex", "女", "--birth", birth, "--phone", phone),
            *("--override-reason", "另一人"),
        )


def enter(stage: Stage, text: str) -> None:
    """Put a text into the box and press Enter."""
    stage.panel.box.setText(text)
    QTest.keyClick(stage.panel.box, Qt.Key.Key_Return)


def find(qtbot: QtBot, stage: Stage, text: str) -> None:
    """Put a text into the box and wait for who fits."""
    stage.panel.box.setText(text)
    qtbot.waitUntil(lambda: stage.panel.found is not None, timeout=WAIT_MS)
