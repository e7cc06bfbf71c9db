"""The split: what the world did is a notice with a next step, everything else is a crash, told once."""

import re
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from core.base.errors import Busy, ClinicError, KeyTrouble, UserError
from core.base.messages import LANGUAGES, Messages
from desktop.bridge.clinic import ClinicBridge
from desktop.bridge.notices import Verb
from desktop.trouble.crash_report import CrashReport, of_exception
from desktop.trouble.present import Trouble, sentences, words
from tests.fakes.notices import Recorder, recorder

__all__ = ["recorder"]

FOR_THE_COMMAND_LINE_ONLY = {
    "usage",
    "argument_unreadable",
    "text_and_name",
    "interrupted",
    "internal",
    "unknown_option",
    "options_conflict",
    "model_key_on_the_line",
    "unknown_subcommand",
    "cost_period",
    "cost_before_report",
    "licence_unknown",
    "not_installed",
}

WHERE_NO_WINDOW_OPENS = {
    *("contents_damaged", "contents_unreadable", "signature_unreadable", "release_key_damaged"),
    *("installation_altered", "installation_broken", "installation_unsigned"),
}
"""Told in place of the window: the command line is the one way back that is left."""


@pytest.fixture
def crashes() -> list[CrashReport]:
    return []


@pytest.fixture
def trouble(recorder: Recorder, crashes: list[CrashReport]) -> Trouble:
    trouble = Trouble(recorder.notices, Messages())
    trouble.crashed.connect(crashes.append)
    return trouble


def test_what_the_world_did_is_a_notice(
    trouble: Trouble, recorder: Recorder, crashes: list[CrashReport]
) -> None:
    notice = trouble.present(Busy("store_busy", folder="/clinic"), title="王芳 P001")
    assert notice is recorder.last
    assert (notice.verb, notice.title) == (Verb.ERROR, "王芳 P001")
    assert "/clinic" in notice.text
    assert notice.next_step
    assert crashes == []


def test_the_disk_is_the_world_too(trouble: Trouble, recorder: Recorder) -> None:
    trouble.present(OSError(30, "Read-only file system", "/clinic/window.json"))
    assert "只能读" in recorder.last.text
    assert "/clinic/window.json" in recorder.last.text
    assert "window.json" in recorder.last.text
    trouble.present(OSError(28, "No space left on device", "/clinic/window.json"))
    assert recorder.last.text == Messages().text("errors.disk_full.message", file="/clinic/window.json")
    assert "500 MB" in recorder.last.next_step


@pytest.mark.parametrize("error", [ValueError("王芳"), TimeoutError("ours"), KeyError("王芳")])
def test_everything_else_is_a_crash_told_once(
    qtbot: QtBot, trouble: Trouble, recorder: Recorder, error: Exception, capfd: pytest.CaptureFixture[str]
) -> None:
    crashes: list[CrashReport] = []
    trouble.crashed.connect(crashes.append)
    for _ in range(3):
        assert trouble.present(error) is None
    report = of_exception("work", error)
    qtbot.waitUntil(lambda: trouble.times(report) == 3)
    assert crashes == [report]
    assert recorder.raised == []
    err = capfd.readouterr().err
    assert err == report.text + "\n"
    assert "王芳" not in err


def test_a_crash_is_told_on_the_thread_of_the_window(
    qtbot: QtBot, trouble: Trouble, capfd: pytest.CaptureFixture[str]
) -> None:
    told_on: list[threading.Thread] = []
    trouble.crashed.connect(lambda report: told_on.append(threading.current_thread()))
    thread = threading.Thread(target=trouble.crash, args=(of_exception("thread", ValueError()),))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: told_on == [threading.main_thread()])


@pytest.fixture
def bridge(trouble: Trouble) -> Iterator[ClinicBridge]:
    bridge = ClinicBridge()
    bridge.unheard.connect(trouble.present)
    bridge.fault.connect(trouble.present)
    yield bridge
    bridge.shut_down()


def test_what_the_bridge_was_not_asked_about_is_told(
    qtbot: QtBot, trouble: Trouble, bridge: ClinicBridge, recorder: Recorder
) -> None:
    bridge.ask(trouble, lambda kernel: 1)
    qtbot.waitUntil(lambda: len(recorder.raised) == 1)
    assert recorder.last.text == Messages().text("errors.clinic_closed.message")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_hint_of_the_window_speaks_of_the_command_line(language: str) -> None:
    messages = Messages(language)
    table = messages._table
    assert set(table["desktop"]["hints"]) <= set(table["errors"]), "a hint for an error that does not exist"
    spoken = {}
    for code in set(table["errors"]) - FOR_THE_COMMAND_LINE_ONLY - WHERE_NO_WINDOW_OPENS:
        error = ClinicError(code)
        error.params = dict.fromkeys(re.findall(r"{(\w+)[:}]", "".join(table["errors"][code].values())), 2)
        spoken[code] = " ".join(words(error, messages))
    assert {
        code: said for code, said in spoken.items() if re.search(r"(?<!-)--\w|mingdao |MINGDAO_", said)
    } == {}


@pytest.mark.parametrize(("language", "between"), [("zh_CN", ""), ("en", " ")])
def test_two_sentences_in_one_run(language: str, between: str) -> None:
    error = KeyTrouble("wrong_passphrase")
    message, hint = words(error, Messages(language))
    assert sentences(error, Messages(language)) == f"{message}{between}{hint}"


@pytest.mark.parametrize(("language", "stop"), [("zh_CN", "。"), ("en", ". ")])
def test_what_ends_with_the_name_of_a_file_is_a_sentence_too(language: str, stop: str) -> None:
    error = UserError("update_not_ours", file="/media/usb/notes.run")
    message, hint = words(error, Messages(language))
    assert sentences(error, Messages(language)) == f"{message}{stop}{hint}"


def test_the_language_can_change(trouble: Trouble, recorder: Recorder) -> None:
    trouble.speak(Messages("en"))
    trouble.present(KeyTrouble("wrong_passphrase"))
    trouble.present(UserError("bad_sex", value="x"))
    assert [notice.next_step for notice in recorder.raised] == [
        Messages("en").text("desktop.hints.wrong_passphrase"),
        Messages("en").text("errors.bad_sex.hint"),
    ]
