"""Why the operating system refused is said in the program's words, in each language, and nowhere in the system's own."""

import errno
from pathlib import Path

import pytest

from core.base.messages import LANGUAGES, Messages, Phrase
from core.base.space import trouble_of
from core.base.system_words import reason_of

ROOT = Path(__file__).resolve().parents[3]
MET = (
    "ENOENT",
    "EISDIR",
    "ENOTDIR",
    "EACCES",
    "EROFS",
    "EIO",
    "EBUSY",
    "ENAMETOOLONG",
    "ENODEV",
    "EPIPE",
    "ELOOP",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MET)
def test_each_refusal_has_words(name: str, language: str) -> None:
    refusal = OSError(getattr(errno, name), "as the system says it", "/clinic/keys.json")
    message, _ = Messages(language).error(trouble_of(refusal))
    assert "/clinic/keys.json" in message
    assert "as the system says it" not in message


def test_the_kinds_are_told_apart() -> None:
    said = {str(reason_of(OSError(getattr(errno, name), "")).key) for name in MET}
    assert len(said) == len(MET)


def test_what_has_no_words_is_named_for_looking_it_up() -> None:
    words = Messages("zh_CN")
    assert words.text(
        "errors.file_unreadable.message", file="a", reason=reason_of(OSError(errno.EPIPE, ""))
    ) == ("文件读不了：a（系统错误 EPIPE）")
    assert reason_of(OSError("made up")) == Phrase("system.unknown")


def test_a_refusal_that_names_no_file_is_told_where_it_was_met() -> None:
    assert trouble_of(OSError(errno.EIO, ""), Path("/stick/a.mdbk")).params["file"] == "/stick/a.mdbk"


def test_nothing_passes_the_systems_own_text_on() -> None:
    passing = {
        file.relative_to(ROOT).as_posix()
        for part in ("core", "desktop", "packs")
        for file in (ROOT / part).rglob("*.py")
        if ".strerror" in file.read_text(encoding="utf-8")
    }
    assert passing == set()
