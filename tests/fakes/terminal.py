"""Somebody at a terminal who types what they were told to."""

import io
from collections.abc import Iterator

import pytest
import typer


class Terminal(io.StringIO):
    """A standard input where somebody sits."""

    def isatty(self) -> bool:
        return True


def types(monkeypatch: pytest.MonkeyPatch, *answers: str | type[BaseException]) -> list[str]:
    """Answer each question in turn, or break it off; the questions as they are asked. More questions than answers fail."""
    asked: list[str] = []
    waiting: Iterator[str | type[BaseException]] = iter(answers)

    def prompt(text: str, **_: object) -> str:
        asked.append(text)
        answer = next(waiting, None)
        assert answer is not None, f"asked too often: {asked}"
        if not isinstance(answer, str):
            raise answer
        return answer

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr(typer, "prompt", prompt)
    return asked
