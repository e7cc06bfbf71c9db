"""The frames of an answer: each a JSON object, whether it came as server-sent events or as one text, and whatever the server calls it.

Hostile until shown otherwise: bytes, lines and one JSON text have limits, UTF-8 and JSON are read strictly. What is no frame ends the answer.
"""

import codecs
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import NoReturn

from core.forms.exact_json import UnreadableJson, load_json
from core.llm.failure import ModelFailed
from core.llm.limits import Limits
from core.net.server_events import TYPE, server_events
from core.net.streamed import Streamed

_FIELDS = (b":", b"data", b"event", b"id", b"retry")
DONE = "[DONE]"


@dataclass(frozen=True, slots=True)
class Frame:
    """`name` is the event's, empty where it has none. The end that some servers announce has no data."""

    name: str
    data: dict[str, object] | None
    is_alone: bool = False
    """The whole answer is this frame."""


class Frames:
    """Reads one answer."""

    def __init__(self, answer: Streamed, host: str, limits: Limits, most: int) -> None:
        self._answer, self._host, self._limits, self._most = answer, host, limits, most
        self.bytes_in = 0

    async def read(self) -> AsyncGenerator[Frame, None]:
        """Raises `ModelFailed` model_blank for an empty answer, model_not_api, model_garbled, model_answer_long."""
        async with aclosing(self._pieces()) as pieces:
            start = await self._start(pieces)
            if start.startswith(b"{"):
                yield Frame("", self._object(await self._whole(start, pieces)), is_alone=True)
                return
            is_other = start[:1] in {b"<", b"["}
            declared = self._answer.headers.get("content-type", "").lower().startswith(TYPE)
            if is_other or not (declared or any(start.startswith(f) or f.startswith(start) for f in _FIELDS)):
                raise ModelFailed("model_not_api", host=self._host)
            async with aclosing(server_events(self._lines(start, pieces))) as events:
                async for event in events:
                    data = event.data.strip()
                    if data == DONE:
                        yield Frame(event.name, None)
                    elif data and (event.is_whole or self._is_object(data)):
                        yield Frame(event.name, self._object(data))

    async def _pieces(self) -> AsyncGenerator[bytes, None]:
        """The bytes, counted, known to be UTF-8, and without a mark of their order."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        is_first = True
        async for piece in self._answer.pieces:
            self.bytes_in += len(piece)
            if self.bytes_in > self._most:
                raise ModelFailed("model_answer_long", host=self._host, limit=self._most >> 20)
            try:
                whole = decoder.decode(piece)
            except UnicodeDecodeError as error:
                raise ModelFailed("model_garbled", host=self._host) from error
            if is_first and whole:
                whole, is_first = whole.removeprefix("\ufeff"), False
            if whole:
                yield whole.encode()

    async def _start(self, pieces: AsyncGenerator[bytes, None]) -> bytes:
        """The first bytes that are not blank: some servers send empty lines while they are busy."""
        async for piece in pieces:
            if start := piece.lstrip():
                return start
        raise ModelFailed("model_blank", host=self._host)

    async def _whole(self, start: bytes, pieces: AsyncGenerator[bytes, None]) -> str:
        body = bytearray(start)
        async for piece in pieces:
            body += piece
            if len(body) > self._limits.most_json:
                raise ModelFailed("model_answer_long", host=self._host, limit=self._limits.most_json >> 20)
        return body.decode()

    async def _lines(self, start: bytes, pieces: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """The same bytes, refused where a line has no end."""
        yield start
        line = _open_line(start, 0)
        async for piece in pieces:
            line = _open_line(piece, line)
            if line > self._limits.most_line:
                raise ModelFailed("model_answer_long", host=self._host, limit=self._limits.most_line >> 20)
            yield piece

    def _is_object(self, data: str) -> bool:
        """What an end of the stream left over counts only when nothing of it is missing."""
        try:
            return isinstance(load_json(data), dict)
        except UnreadableJson:
            return False

    def _object(self, text: str) -> dict[str, object]:
        try:
            found = load_json(text)
        except UnreadableJson as error:
            self._garbled(error)
        if not isinstance(found, dict):
            self._garbled(None)
        return found

    def _garbled(self, error: Exception | None) -> NoReturn:
        raise ModelFailed("model_garbled", host=self._host) from error


def _open_line(piece: bytes, before: int) -> int:
    """How long the line is that a piece leaves open."""
    end = max(piece.rfind(b"\n"), piece.rfind(b"\r"))
    return before + len(piece) if end < 0 else len(piece) - end - 1
