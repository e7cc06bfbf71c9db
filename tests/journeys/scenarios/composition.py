"""Types by an input method wherever a person types, and presses what ends or picks while the composition is open.

The home's keyring is empty, so that the passphrase is typed too. Patients: 陈敏 P001, and two of the name 王芳.
"""

import time

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from core.kernel import Kernel
from core.services.patients.patients import Asked, Found
from desktop.bridge.clinic import ClinicState
from desktop.tour import eyes, hands
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.walk import Astray, Steps, Until
from tests.fakes.clinic import PASSPHRASE
from tests.journeys.scenarios.stage import open_form, play, tell

LETTERS, WORD = "zhongguo", "中国"
QUIET_S = 0.5
"""Three times as long as a box waits before it asks."""
ENDING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Asks:
    """Counts what is asked of the patients' search."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def listen(self, kernel: Kernel) -> None:
        find = kernel.patients.find

        def counted(asked: Asked) -> Found:
            self.texts.append(asked.text)
            return find(asked)

        kernel.patients.find = counted  # type: ignore[method-assign]


def quiet() -> Until:
    """Wait long enough for anything that would have been begun."""
    began = time.monotonic()
    return Until("nothing happens", lambda: time.monotonic() - began > QUIET_S)


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def text_of(widget: QWidget) -> str:
    if isinstance(widget, QPlainTextEdit):
        return widget.toPlainText()
    assert isinstance(widget, QLineEdit)
    return widget.text()


def nothing_from(keys: tuple[Qt.Key, ...]) -> Steps:
    """Open a composition, press these keys, and demand that the field is as it was, with the focus still in it."""
    field = focused()
    before = text_of(field)
    hands.compose(LETTERS)
    for key in keys:
        hands.key(key)
    yield quiet()
    if focused() is not field or text_of(field) != before:
        raise Astray(f"A key during a composition did something: “{before}” is “{text_of(field)}”")


def scenario(guide: Guide, clock: TourClock) -> Steps:
    clinic, asks = guide.program.clinic, Asks()
    yield from _passphrase(guide)
    yield guide.asked("listening", asks.listen)
    tell(place="passphrase", written=[])
    yield from _find_box(guide, asks)
    yield from open_form(guide, "陈敏", "P001")
    hands.to("现病史")
    yield from nothing_from(ENDING)
    hands.commit(WORD)
    tell(place="answer", written=[text_of(focused())])
    yield from _symptoms()
    if clinic.state is not ClinicState.OPEN or any(type(one).__name__ == "VisitSaved" for one in guide.heard):
        raise Astray("Something was saved")
    yield from guide.leave()


def _passphrase(guide: Guide) -> Steps:
    yield guide.control("口令")
    hands.to("口令")
    yield from nothing_from(ENDING)
    if guide.program.clinic.state is not ClinicState.CLOSED:
        raise Astray("A half-typed passphrase was tried")
    hands.commit(PASSPHRASE)
    hands.key(Qt.Key.Key_Return)
    yield guide.opened()


def _find_box(guide: Guide, asks: Asks) -> Steps:
    window = guide.program.window
    nobody = window.windowTitle()
    guide.look_for("王")
    yield guide.until("王 is asked for", lambda: asks.texts)
    yield guide.until("the picker or the list shows both", lambda: eyes.says("P002") and eyes.says("P003"))
    hands.key(Qt.Key.Key_Escape)
    guide.program.window.activateWindow()
    guide.look_for("")
    hands.key(Qt.Key.Key_Escape)
    hands.write("王芳")
    asked = len(asks.texts)
    yield from nothing_from((*ENDING, Qt.Key.Key_Down))
    if len(asks.texts) != asked:
        raise Astray(f"Asked during a composition: {asks.texts[asked:]}")
    hands.compose(LETTERS)
    hands.keys("1")
    yield quiet()
    if window.windowTitle() != nobody or len(asks.texts) > asked:
        raise Astray("A digit during a composition chose or asked")
    hands.commit(WORD)
    yield guide.until("what was committed is asked for", lambda: len(asks.texts) > asked)
    tell(place="find", written=[text_of(focused())], asked=asks.texts[asked:])
    hands.key(Qt.Key.Key_Escape)


def _symptoms() -> Steps:
    hands.fill("添加症状", "")
    yield from nothing_from(ENDING)
    if eyes.area(WORD):
        raise Astray("A composition became a symptom")
    hands.commit(WORD)
    hands.key(Qt.Key.Key_Return)
    yield Until("the symptom has its row", lambda: eyes.has_focus(WORD))
    hands.keys("Y")
    hands.to(f"{WORD} 患者原话")
    hands.compose(LETTERS)
    before = [one.accessibleName() for one in eyes.widgets() if _is_chosen(one)]
    yield from nothing_from(ENDING)
    after = [one.accessibleName() for one in eyes.widgets() if _is_chosen(one)]
    if before != after:
        raise Astray(f"Keys of a composition changed the row: {before} is {after}")
    hands.commit("夜里")
    tell(place="symptom", written=[text_of(focused())])


def _is_chosen(widget: QWidget) -> bool:
    checked = getattr(widget, "isChecked", None)
    return bool(checked and checked()) and widget.accessibleName().startswith(WORD)


if __name__ == "__main__":
    play(scenario)
