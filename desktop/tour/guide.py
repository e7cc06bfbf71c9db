"""Leads through the program: what a physician does at the desk, each as steps of a walk, each checked where it arrives.

The names are those a screen reader speaks, in Chinese.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.events.model import Event, PatientRegistered, VisitSaved, VisitSigned
from core.services.patients.patients import Asked, Given
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicState, Kernel
from desktop.shell.program import Program
from desktop.tour import eyes, hands
from desktop.tour.walk import Astray, Steps, Until

TREND_KEYS = {"消失": "C", "减轻": "J", "无变化": "W", "加重": "Z", "又起": "R"}
STATUS_KEYS = {"有": "Y", "无": "N", "未问": "U", "不详": "B"}
"""The keys of a symptom's row, as the shortcut sheet and the look say them."""

REGISTER, PICKER, PRINT = "登记新患者", "位患者同名", "打印："
"""Words in the names of the sheets."""

CODE, TO_CHECK, CHECK = "恢复码，共", "已写在纸上，去核对", "核对并建立诊所"

NEW_CLINIC, KEYRING, MODEL, READY = "新建诊所", "系统密钥环 ", "模型（可选） ", "准备好了 "

SIGN, ANOTHER = "签名定稿", "继续写下一份"


class Guide(QObject):
    """One program being led. It hears every event of the clinic and every fault."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program
        self.heard: list[Event] = []
        self.faults: list[str] = []
        program.clinic.happened.connect(self._on_happened)
        program.trouble.crashed.connect(self._on_crashed)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusWindowChanged.connect(self._on_front)

    # ── Waiting ─────────────────────────────────────────────────────────────────────────────────

    def until(self, what: str, look: Callable[[], object]) -> Until:
        """Wait for something, unless the program reports a fault of its own first."""

        def looked() -> object:
            if self.faults:
                raise Astray(f"The program reports a fault: {self.faults[0]}")
            return look()

        return Until(what, looked)

    def asked(self, what: str, work: Callable[[Kernel], object]) -> Until:
        """Wait for the answer of the clinic's services; it comes as a list of one, so that nothing counts as none."""
        answers: list[object] = []
        began: list[bool] = []

        def failed(error: ClinicError) -> None:
            answers.append(error)

        def look() -> list[object]:
            if not began:
                began.append(True)
                self.program.clinic.ask(self, work, answers.append, failed)
            if answers and isinstance(answers[0], ClinicError):
                raise Astray(f"The clinic refused {what}: {answers[0].code}")
            return answers

        return self.until(what, look)

    def told_of(self, kind: type[Event], since: int) -> Until:
        """Wait for an event of a kind among those after the first `since`."""

        def look() -> Event | None:
            return next((one for one in self.heard[since:] if isinstance(one, kind)), None)

        return self.until(f"{kind.__name__} is heard", look)

    def control(self, name: str) -> Until:
        """Wait until a control can be used."""
        return self.until(f"“{name}” can be used", lambda: eyes.named(name))

    def do(self, action: ActionId) -> Steps:
        """Press the keys of an action, once it can be done."""
        known = self.program.window.registry.action(action)
        yield self.until(f"{action.value} can be done", known.isEnabled)
        hands.do(action)

    # ── Coming and going ────────────────────────────────────────────────────────────────────────

    def set_up(self, clinic: str, operator: str, passphrase: str) -> Steps:
        """Fill in the first run, in the language that is spoken. Enter in the last field goes on to the recovery code."""
        yield self.control(NEW_CLINIC)
        yield from self._to_front(self.program.window)
        hands.to(NEW_CLINIC)
        hands.key(Qt.Key.Key_Return)
        for fields in (
            {"诊所名称": clinic, "医师姓名": operator},
            {"口令": passphrase, "再输入一次口令": passphrase},
        ):
            yield self.control(next(iter(fields)))
            for name, text in fields.items():
                hands.fill(name, text)
            if clinic in fields.values():
                hands.key(Qt.Key.Key_Return)

    def keep_code(self) -> Steps:
        """Type the recovery code of a new clinic back and leave out what may be left out; resumes with the clinic open."""
        yield from self.type_code_back()
        yield from self.leave_out()

    def type_code_back(self) -> Steps:
        """Read the recovery code off its card and type three groups of it back; resumes when the clinic is set up."""
        yield self.control(TO_CHECK)
        card = eyes.area(CODE)
        groups = re.findall(r"第 (\d) 组 ([0-9A-Z ]+)", card.accessibleDescription() if card else "")
        hands.to(TO_CHECK)
        hands.key(Qt.Key.Key_Return)
        yield self.control(CHECK)
        for number, signs in groups:
            if eyes.named(f"第 {number} 组"):
                hands.fill(f"第 {number} 组", signs.replace(" ", "").lower())
        hands.key(Qt.Key.Key_Return)
        yield self.until("the clinic is set up", partial(eyes.area, KEYRING))

    def leave_out(self) -> Steps:
        """Go on through what may be left out; resumes with the clinic open."""
        for card in (KEYRING, MODEL, READY):
            yield self.until(f"“{card}” is shown", partial(eyes.area, card))
            hands.key(Qt.Key.Key_Return)
        yield self.opened()

    def unlock(self, passphrase: str) -> Steps:
        """Open the clinic by its passphrase."""
        yield self.control("口令")
        hands.fill("口令", passphrase)
        hands.key(Qt.Key.Key_Return)
        yield self.opened()

    def opened(self) -> Until:
        """Wait until the clinic is open and its desk is shown."""
        return self.until(
            "the clinic is open",
            lambda: self.program.clinic.state is ClinicState.OPEN and self.program.window.desk,
        )

    def lock(self) -> Steps:
        """Lock the clinic."""
        hands.do(ActionId.LOCK)
        yield self.until("the clinic is locked", lambda: self.program.clinic.state is ClinicState.CLOSED)

    # ── People ──────────────────────────────────────────────────────────────────────────────────

    def begin_registering(self, given: Given) -> Steps:
        """Fill in the sheet of a new patient. Enter registers."""
        hands.do(ActionId.NEW_PATIENT)
        yield self.until("the sheet for a new patient is open", lambda: eyes.area(REGISTER))
        sheet = eyes.area(REGISTER)
        hands.press(f"性别 {given.sex}", sheet)
        for name, text in (("出生", given.birth), ("电话", given.phone), ("姓名", given.name)):
            if text:
                hands.fill(name, text, sheet)

    def register(self, given: Given) -> Steps:
        """Register somebody, from the sheet that is filled in; resumes when they are looked after."""
        before = len(self.heard)
        hands.key(Qt.Key.Key_Return)
        registered = yield self.told_of(PatientRegistered, before)
        yield self.turned_to(registered.record_no)

    def turned_to(self, record_no: RecordNo) -> Until:
        """Wait until the window is about somebody."""
        return self.until(
            f"the window is about {record_no}",
            lambda: self.program.window.windowTitle().startswith(f"{record_no} "),
        )

    def look_for(self, text: str) -> None:
        """Write into the find box of the intake and press Enter."""
        hands.do(ActionId.INTAKE)
        hands.do(ActionId.FIND)
        hands.write(text)
        hands.key(Qt.Key.Key_Return)

    def pick(self, text: str, record_no: RecordNo) -> Steps:
        """Choose one of the candidates by digit, after nobody was chosen for us."""
        yield self.until("the picker is open", lambda: eyes.area(PICKER))
        (found,) = yield self.asked("who it could be", lambda kernel: kernel.patients.find(Asked(text=text)))
        meant = {one.patient.record_no for one in found.candidates}
        picker, before = eyes.area(PICKER), self.program.window.windowTitle()
        rows = [
            next((number for number in meant if number in row.accessibleName()), None)
            for row in eyes.widgets(picker)
            if isinstance(row, QAbstractButton) and row.isCheckable()
        ]
        if set(rows) != meant or len(rows) != len(meant):
            raise Astray(f"The picker shows {rows}, the services find {sorted(meant)}")
        hands.keys(str(rows.index(record_no) + 1))
        if eyes.area(PICKER) is not picker or self.program.window.windowTitle() != before:
            raise Astray("Somebody was chosen before a person did")

    def choose(self, record_no: RecordNo) -> Steps:
        """Confirm the choice; resumes with their form shown."""
        hands.key(Qt.Key.Key_Return)
        yield self.turned_to(record_no)
        yield self.control("主诉")

    def returned(self, record_no: RecordNo) -> Steps:
        """Wait until the window is back where it was when it was locked: what comes later would take the place of what is begun."""
        yield self.turned_to(record_no)
        yield self._form_or_visit()

    def write_another(self) -> Steps:
        """Have an empty form before one: at once, or after the visit of the day that is shown."""
        yield self._form_or_visit()
        if eyes.named(ANOTHER):
            hands.press(ANOTHER)
        yield self.control("主诉")

    def _form_or_visit(self) -> Until:
        return self.until(
            "the form or a saved visit is shown", lambda: eyes.named("主诉") or eyes.named(ANOTHER)
        )

    # ── Writing ─────────────────────────────────────────────────────────────────────────────────

    def answer(self, labels: Mapping[str, str], answers: Mapping[str, object]) -> None:
        """Fill in the questions; `labels` are their words by linkId."""
        for link_id, value in answers.items():
            label = labels[link_id]
            if isinstance(value, Mapping):
                hands.press(f"{label} {value['code']}")
            else:
                hands.fill(label, str(value))

    def symptom(self, entry: Mapping[str, object], *, is_carried: bool) -> Steps:
        """Record a symptom: in its row from last time, or in a new one, added by its name."""
        term = str(entry["term"])
        if not is_carried:
            hands.fill("添加症状", term)
            hands.key(Qt.Key.Key_Return)
            yield self.until(f"the row of {term} has the focus", lambda: eyes.has_focus(term))
        hands.to(term)
        said = entry["trend"]
        hands.keys(TREND_KEYS[str(said)] if said else STATUS_KEYS[str(entry["status"])])
        if entry["grade"]:
            hands.keys(str(entry["grade"]))
        count = entry["count"]
        if isinstance(count, Mapping):
            hands.keys("#")
            hands.fill(f"{term} 数目", f"{count['value']}")
            if eyes.named(f"{term} 单位"):
                hands.fill(f"{term} 单位", str(count["unit"]))
        for name, part in (("起于", "since"), ("频次", "frequency"), ("患者原话", "words")):
            if entry[part]:
                hands.fill(f"{term} {name}", str(entry[part]))

    def symptoms(self, entries: Iterable[Mapping[str, object]], carried: Iterable[str] = ()) -> Steps:
        """Record all of them; `carried` are the terms that stand ready."""
        known = frozenset(carried)
        for entry in entries:
            yield from self.symptom(entry, is_carried=entry["term"] in known)

    def save(self) -> Steps:
        """Save the visit; resumes when it is in the store."""
        before = len(self.heard)
        yield from self.do(ActionId.SAVE)
        yield self.told_of(VisitSaved, before)

    def sign(self) -> Steps:
        """Sign the record that is shown, and say yes to the question."""
        before = len(self.heard)
        yield from self.do(ActionId.SIGN)
        yield self.control(SIGN)
        hands.press(SIGN)
        yield self.told_of(VisitSigned, before)

    # ── Paper ───────────────────────────────────────────────────────────────────────────────────

    def begin_printing(self) -> Steps:
        """Open the preview of what is on the page."""
        yield from self.do(ActionId.PRINT)
        yield self.until("the preview is open", lambda: eyes.area(PRINT))

    def write_pdf(self, file: Path) -> Steps:
        """Save the paper that is shown as a file."""
        hands.press("存为 PDF…", eyes.area(PRINT))
        dialog: QWidget = yield self.until("the dialog for the file is there", _file_dialog)
        yield from self._to_front(dialog)
        name = hands.to_field(dialog)
        name.selectAll()
        hands.write(str(file))
        hands.key(Qt.Key.Key_Return)
        yield self.until(f"{file.name} is written", file.is_file)
        yield from self._to_front(self.program.window)

    def leave(self) -> Steps:
        """Close the window as a person does."""
        hands.do(ActionId.QUIT)
        yield self.until("the window is closed", lambda: not self.program.window.isVisible())

    def _to_front(self, window: QWidget) -> Steps:
        """As a window manager would; where nobody looks there is none."""
        window.activateWindow()
        yield self.until(
            "the window is in front", lambda: QGuiApplication.focusWindow() is window.windowHandle()
        )

    def _on_happened(self, event: Event) -> None:
        self.heard.append(event)

    def _on_front(self, front: QWindow | None) -> None:
        """A part that is shown before it has its place flashes up as a window, and takes the keys of the person with it."""
        if front is None:
            return
        stray = [
            one
            for one in QApplication.topLevelWidgets()
            if one.windowHandle() is front
            and one is not self.program.window
            and one.windowType() is Qt.WindowType.Window
        ]
        self.faults += [
            f"{type(one).__name__} “{one.accessibleName()}” is a window of its own" for one in stray
        ]

    def _on_crashed(self, report: object) -> None:
        self.faults.append(str(getattr(report, "text", report)))


def _file_dialog() -> QWidget | None:
    return next((one for one in eyes.windows() if isinstance(one, QFileDialog)), None)
