"""What a model thought, kept out of what it says: `<think>…</think>` in its text, wherever the stream happens to be cut.

A closing tag that nothing opened ends a thought whose opening the server itself had written: what was text so far becomes thought.
"""

import re
from collections.abc import Iterator

from core.llm.request import Kind, Piece

_TAG = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_TAGS = ("<think>", "</think>", "<thinking>", "</thinking>")


MOST_TAKEN_BACK = 8
"""Times in one answer. Each tells the whole text again, and a server that does nothing else keeps everybody busy with it."""


class Thoughts:
    """Parts text from thought, piece by piece. No part of a tag is ever let through as text."""

    def __init__(self) -> None:
        self._held = ""
        self._text: list[str] = []
        self._run = 0
        """Where in the text begins what came since the last tag."""
        self._thought: list[str] = []
        self._taken_back = 0
        self.is_open = False
        """Within a thought: at the end of an answer, one that was never closed."""

    @property
    def text(self) -> str:
        return "".join(self._text)

    @property
    def reasoning(self) -> str:
        return "".join(self._thought)

    def took(self, text: str) -> Iterator[Piece]:
        """More of the model's text, as it is to be told."""
        whole, done = self._held + text, 0
        for tag in _TAG.finditer(whole):
            yield from self._passed(whole[done : tag.start()])
            done = tag.end()
            yield from self._turned(closing=bool(tag[1]))
        cut = len(whole) - _begun(whole[done:])
        self._held = whole[cut:]
        yield from self._passed(whole[done:cut])

    def ended(self) -> Iterator[Piece]:
        """What was held back for a tag and turned out to be none."""
        ready, self._held = self._held, ""
        yield from self._passed(ready)

    def thought(self, text: str) -> Iterator[Piece]:
        """What the server itself tells apart as thought."""
        if text:
            self._thought.append(text)
            yield Piece(Kind.REASONING, text)

    def replaced(self, text: str) -> Iterator[Piece]:
        """The server takes back all it said, and says this."""
        self._held, self._text, self._run, self.is_open = "", [], 0, False
        for _ in self.took(text):
            pass
        yield Piece(Kind.REPLACED, self.text)

    def _turned(self, *, closing: bool) -> Iterator[Piece]:
        is_late = closing and not self.is_open and self._run < len(self._text)
        if is_late and self._taken_back < MOST_TAKEN_BACK:
            self._taken_back += 1
            self._thought += self._text[self._run :]
            del self._text[self._run :]
            yield Piece(Kind.REPLACED, self.text)
        self._run = len(self._text)
        self.is_open = not closing

    def _passed(self, text: str) -> Iterator[Piece]:
        if self.is_open:
            yield from self.thought(text)
            return
        if self._thought and not self._text:
            # The blank lines between a thought and what is said are neither.
            text = text.lstrip()
        if text:
            self._text.append(text)
            yield Piece(Kind.TEXT, text)


def _begun(text: str) -> int:
    """How many signs at the end could be the beginning of a tag."""
    start = text.rfind("<", max(0, len(text) - len(_TAGS[-1])))
    rest = text[start:].lower() if start >= 0 else ""
    return len(rest) if rest and any(tag.startswith(rest) for tag in _TAGS) else 0
