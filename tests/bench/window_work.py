"""A sitting in a large clinic: letters typed, a long record opened, visits saved, the list scrolled."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from core.base.ids import parse_record_no
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicState
from desktop.shell.desk import Desk
from desktop.shell.program import Program
from desktop.views.intake.find import DELAY_MS
from desktop.views.intake.page import IntakePage
from desktop.views.patients.page import PatientsPage
from tests.bench.answers import answers
from tests.bench.window_told import Painted, tell, until

TYPED = ("wang", "zhangw", "lxm", "王芳", "张伟", "李秀", "138", "刘建")
SCROLLS = 200


class Work:
    """A sitting in the large clinic."""

    def __init__(self, app: QApplication, program: Program) -> None:
        self._app, self._program = app, program
        card = program.window.entry.unlock
        self._until(card.passphrase.isEnabled)
        card.passphrase.setText(os.environ["MINGDAO_BENCH_PASSPHRASE"])
        card.submit()
        self._until(lambda: program.clinic.state is ClinicState.OPEN)

    def do(self, long: str, short: str, repeats: str) -> None:
        """Everything, in the order in which it disturbs least."""
        tell("pause", ms=DELAY_MS)
        self._typed_in_patients()
        self._typed_in_find()
        self._scrolled()
        self._opened(long, short, int(repeats))
        self._saved(short, int(repeats))

    @property
    def _desk(self) -> Desk:
        desk = self._program.window.desk
        if desk is None:
            raise RuntimeError("no clinic is open")
        return desk

    def _typed_in_patients(self) -> None:
        page = self._go(ActionId.PATIENTS)
        if not isinstance(page, PatientsPage):
            raise TypeError(page)
        self._until(lambda: page.people.model.rowCount() > 0)
        self._typed("patients", page.people.find_box, page.people.table)

    def _typed_in_find(self) -> None:
        page = self._go(ActionId.INTAKE)
        if not isinstance(page, IntakePage):
            raise TypeError(page)
        lists = page.finder.findChildren(QAbstractItemView)
        self._typed("find", page.finder.box, *lists)

    def _typed(self, what: str, box: QWidget, *lists: QAbstractItemView) -> None:
        """From the last letter to the paint of its answer, less the pause; the letters before it come one after another."""
        paints = [Painted(one.viewport()) for one in lists]
        changes = [0]

        def changed(*_: object) -> None:
            changes[0] += 1

        for one in lists:
            model = one.model()
            model.modelReset.connect(changed)
            model.rowsInserted.connect(changed)
        took = []
        box.setFocus()
        for typed in TYPED:
            QTest.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            QTest.keyClick(box, Qt.Key.Key_Delete)
            self._rest()
            changes[0] = 0
            before = time.perf_counter()
            QTest.keyClicks(box, typed) if typed.isascii() else box.insert(typed)  # type: ignore[attr-defined]
            self._until(lambda: changes[0] > 0)
            painted = sum(one.times for one in paints)
            self._until(lambda seen=painted: sum(one.times for one in paints) > seen)  # type: ignore[misc]
            took.append((time.perf_counter() - before) * 1000 - DELAY_MS)
        tell(f"typed.{what}", each_ms=took)

    def _opened(self, long: str, short: str, repeats: int) -> None:
        """From asking for a long record to its list of visits painted."""
        page = self._go(ActionId.PATIENTS)
        if not isinstance(page, PatientsPage):
            raise TypeError(page)
        took = []
        for _ in range(repeats):
            self._turn_to(short, page)
            before = time.perf_counter()
            self._turn_to(long, page)
            took.append((time.perf_counter() - before) * 1000)
        tell("opened", each_ms=took)

    def _turn_to(self, number: str, page: PatientsPage) -> None:
        record_no = parse_record_no(number)
        self._desk.open_patient(record_no, ActionId.PATIENTS)
        detail = page.detail

        def shown() -> bool:
            return detail.patient is not None and detail.patient.record_no == record_no and not detail.is_busy

        self._until(shown)
        self._app.processEvents()

    def _saved(self, number: str, repeats: int) -> None:
        """From Ctrl+S to the words that it is saved."""
        self._desk.open_patient(parse_record_no(number), ActionId.INTAKE)
        page = self._go(ActionId.INTAKE)
        if not isinstance(page, IntakePage):
            raise TypeError(page)
        took = []
        for turn in range(max(repeats // 2, 2)):
            self._until(page.outline.save.isEnabled)
            page.form.fill(json.loads(answers(turn, 10)))
            page.form.changed.emit()
            self._rest()
            before, notices = time.perf_counter(), self._saved_so_far()
            QTest.keyClick(self._program.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
            self._until(lambda seen=notices: self._saved_so_far() > seen)  # type: ignore[misc]
            self._app.processEvents()
            took.append((time.perf_counter() - before) * 1000)
            self._rest()
            page.write_another()
        tell("saved", each_ms=took)

    def _saved_so_far(self) -> int:
        context = self._desk.context
        return context.patient.visits if context else 0

    def _scrolled(self) -> None:
        page = self._go(ActionId.PATIENTS)
        if not isinstance(page, PatientsPage):
            raise TypeError(page)
        bar = page.people.table.verticalScrollBar()
        self._rest()
        before = _resident_mb()
        for turn in range(SCROLLS):
            bar.setValue(bar.maximum() if turn % 4 == 0 else (turn * 7_919) % max(bar.maximum(), 1))
            self._app.processEvents()
            time.sleep(0.005)
        self._rest()
        tell("scrolled", n=SCROLLS, before_mb=before, after_mb=_resident_mb())

    def _go(self, screen: ActionId) -> QWidget:
        self._program.window.do(screen)
        self._until(self._desk.page.isVisible)
        self._rest()
        return self._desk.page

    def _rest(self) -> None:
        """Until everything that was begun has been heard of."""
        end = time.monotonic() + 0.4
        while time.monotonic() < end:
            self._app.processEvents()
            time.sleep(0.002)

    def _until(self, ready: Callable[[], bool]) -> None:
        until(self._app, ready)


def _resident_mb() -> float:
    for row in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if row.startswith("VmRSS:"):
            return round(int(row.split()[1]) / 1024, 1)
    raise RuntimeError("no VmRSS")
