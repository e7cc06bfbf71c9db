"""The demo clinic behind a real bridge, with the compare page before it."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from pytestqt.qtbot import QtBot
from shiboken6 import delete

from core.base.messages import Messages
from core.services.patients.patients import Given
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.bridge.notices import Notices
from desktop.models.patient_context import PatientContext
from desktop.session.close_guard import CloseGuard
from desktop.session.guarded_sheet import GuardedSheet
from desktop.views.compare.page import ComparePage
from tests.fakes.clinic import Clinic

SETTINGS = 'clinic_name = "明道中医诊所"\n'
VISITS = (("first_visit", "2026-11-08T09:30+08:00"), ("return_visit", "2026-11-28T10:00+08:00"))


def demo_patient(clinic: Clinic, visits: int = len(VISITS), *, name: str = "王芳") -> PatientContext:
    """Register the patient of the demo with its visits."""
    with clinic.open() as kernel:
        given = Given(name=name, sex="女", birth="1985-03", phone="13800000000")
        record_no = kernel.patients.register(given).patient.record_no
        for file, at in VISITS[:visits]:
            text = (resources.files("resources") / "demo" / f"{file}.json").read_text(encoding="utf-8")
            kernel.intake.save(record_no, "menzhen", text, at)
        return PatientContext(kernel.patients.show(record_no), visits + 1)


@contextmanager
def opened(clinic: Clinic, qtbot: QtBot) -> Iterator[ClinicBridge]:
    """A bridge with the clinic open."""
    bridge = ClinicBridge()
    try:
        bridge.open(clinic.home, clinic.vault, None, clock=clinic.clock)
        qtbot.waitUntil(lambda: bridge.state is ClinicState.OPEN, timeout=10_000)
        yield bridge
    finally:
        bridge.shut_down()


def page_of(bridge: ClinicBridge, qtbot: QtBot, context: PatientContext | None) -> ComparePage:
    """The page turned to a patient, with everything loaded."""
    messages = Messages()
    notices = Notices()
    guard = CloseGuard(notices, messages)
    page = ComparePage(bridge, messages, guard=guard)
    qtbot.addWidget(page, before_close_func=_without_sheets)
    page.resize(1294, 656)
    page.show()
    page.turn_to(context)
    if context is not None:
        qtbot.waitUntil(lambda: page.model.comparison is not None, timeout=10_000)
    return page


def write_settings(clinic: Clinic) -> None:
    """Name the clinic."""
    Path(clinic.home.settings).write_text(SETTINGS, encoding="utf-8")


def _without_sheets(page: ComparePage) -> None:
    """As in the program, the guard outlives what it guards."""
    for sheet in page.findChildren(GuardedSheet):
        delete(sheet)
