"""A report says where, and nothing of whom."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMessageLogContext, QtMsgType

from core.base.birth import parse_birth
from core.base.clock import zone_named
from core.base.errors import UserError
from core.base.text import one_line
from desktop.trouble.crash_report import CrashReport, complainer, of_exception, of_qt
from desktop.trouble.excepthook import Hooks

CANARY = "王芳丙午"
"""A name no source file and no version holds."""


def broken(name: str) -> None:
    """Fails inside our own source with the name in its text and in its variables."""
    held = {"patient": name}
    try:
        zone_named(held["patient"])
    except UserError as error:
        raise ValueError(f"{name} {error.params}") from error


def caught(what: Callable[[], object]) -> BaseException:
    try:
        what()
    except BaseException as error:  # noqa: BLE001 - the failure is the material
        return error
    raise AssertionError("did not fail")


def test_the_canary_never_shows() -> None:
    error = caught(lambda: broken(CANARY))
    assert CANARY in str(error), "planted"
    report = of_exception("window", error)
    assert CANARY not in report.text
    assert CANARY not in repr(report)
    kinds = [cause.kind for cause in report.causes]
    assert kinds[:2] == ["ValueError", "core.base.errors.UserError"]
    places = report.causes[1].places
    assert [place.partition(":")[0] for place in places] == ["core/base/clock.py"]
    assert places[0].partition(":")[2].isdigit()


def test_other_peoples_files_are_not_named() -> None:
    report = of_exception("window", caught(lambda: broken(CANARY)))
    assert str(Path(__file__).parent) not in report.text
    assert Path(__file__).name not in report.text


@pytest.mark.parametrize("place", [f"/home/{CANARY}/x.py", f"{CANARY}.py", f"C:\\Users\\{CANARY}\\x.py"])
def test_a_path_elsewhere_may_hold_a_name(place: str) -> None:
    code = compile("def fail():\n    raise ValueError", place, "exec")
    here: dict[str, Callable[[], object]] = {}
    exec(code, here)
    report = of_exception("window", caught(here["fail"]))
    assert CANARY not in report.text
    assert report.causes[0].places == ()


def test_a_type_made_up_at_run_time_is_not_named() -> None:
    made_up = type(CANARY, (Exception,), {})
    here = type("<locals> x", (Exception,), {})
    assert [of_exception("window", kind()).causes[0].kind for kind in (made_up, here)] == ["?", "?"]


def test_groups_and_loops_of_causes_end() -> None:
    first, second = ValueError(CANARY), TypeError(CANARY)
    first.__cause__, second.__cause__ = second, first
    report = of_exception("window", ExceptionGroup(CANARY, [first, *(OSError(CANARY) for _ in range(20))]))
    assert len(report.causes) == 8
    assert CANARY not in report.text


def test_versions_are_told() -> None:
    text = of_exception("window", ValueError()).text
    assert f"Python {sys.version.split()[0]}" in text
    assert "PySide6-Essentials 6." in text


def test_the_same_fault_is_the_same_report() -> None:
    assert len({of_exception("window", caught(lambda: parse_birth(None, None))) for _ in range(3)}) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("QObject::startTimer: Timers cannot be started from another thread", "QObject::startTimer"),
        (f"QLayout: Attempting to add QLayout {CANARY}", "QLayout"),
        ("QWidget::repaint: Recursive repaint detected", "QWidget::repaint"),
        (f"{CANARY}: went wrong", "?"),
        (f"Qt{CANARY}", "?"),
        ("Wang Fang", "?"),
    ],
)
def test_of_qt_only_the_complainer_is_named(message: str, said: str) -> None:
    assert complainer(message) == said
    assert CANARY not in of_qt("QtCriticalMsg", message).text


@pytest.fixture
def reports() -> list[CrashReport]:
    return []


@pytest.fixture
def hooks(reports: list[CrashReport], monkeypatch: pytest.MonkeyPatch) -> Iterator[Hooks]:
    """Installed hooks; what pytest had put there comes back."""
    for owner, name in ((sys, "excepthook"), (threading, "excepthook"), (sys, "unraisablehook")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    hooks = Hooks(reports.append)
    hooks.install()
    yield hooks
    hooks.remove()


def test_every_way_out_is_one_report(
    hooks: Hooks, reports: list[CrashReport], capfd: pytest.CaptureFixture[str]
) -> None:
    error = caught(lambda: broken(CANARY))
    sys.excepthook(type(error), error, error.__traceback__)
    thread = threading.Thread(target=lambda: broken(CANARY))
    thread.start()
    thread.join()

    class Bad:
        def __del__(self) -> None:
            broken(CANARY)

    Bad()
    hooks.on_qt_message(QtMsgType.QtCriticalMsg, QMessageLogContext(), f"QFile::open: {CANARY}")
    assert [report.origin for report in reports] == ["window", "thread", "unraisable", "Qt"]
    assert all(CANARY not in report.text for report in reports)
    assert capfd.readouterr() == ("", "")


def test_a_wish_to_leave_is_no_fault(hooks: Hooks, reports: list[CrashReport]) -> None:
    for wish in (KeyboardInterrupt(), SystemExit(0)):
        sys.excepthook(type(wish), wish, None)
    assert reports == []


def test_a_warning_of_qt_is_named_and_chatter_is_not_heard(
    hooks: Hooks, reports: list[CrashReport], capfd: pytest.CaptureFixture[str]
) -> None:
    for severity in (QtMsgType.QtWarningMsg, QtMsgType.QtInfoMsg, QtMsgType.QtDebugMsg):
        hooks.on_qt_message(severity, QMessageLogContext(), f"QFile::open: {CANARY}")
    assert reports == []
    assert capfd.readouterr().err == "Qt: QFile::open\n"


def test_a_receiver_that_fails_is_named_and_no_more(capfd: pytest.CaptureFixture[str]) -> None:
    def receive(report: CrashReport) -> None:
        raise ValueError(CANARY)

    error = ValueError(CANARY)
    Hooks(receive).on_exception(ValueError, error, None)
    err = capfd.readouterr().err
    assert err.startswith("origin: report\nValueError\n")
    assert CANARY not in err


def test_hooks_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    hooks = Hooks(lambda report: None)
    hooks.install()
    hooks.install()
    assert sys.excepthook != before[0]
    hooks.remove()
    hooks.remove()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


def test_one_line_is_left_to_messages() -> None:
    """The report needs no cleaning of its own: it is made of our paths, types and versions only."""
    report = of_exception("window", caught(lambda: broken("a\u202eb\nc")))
    assert all(one_line(line) == line for line in report.text.splitlines())


_PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from core.base.birth import parse_birth
from desktop.trouble.excepthook import Hooks

app = QApplication([])
hooks = Hooks(lambda report: print(report.text))
hooks.install()

def slot():
    name = sys.argv[1]
    raise ValueError(name) from ValueError(name)

QTimer.singleShot(0, slot)
QTimer.singleShot(50, app.quit)
app.exec()
hooks.remove()
"""


def test_a_slot_that_raises_in_the_real_program_is_a_report() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, CANARY], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("origin: window\nValueError\nValueError\n")
    assert CANARY not in done.stdout
