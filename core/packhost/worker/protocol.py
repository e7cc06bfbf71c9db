"""What goes over the pipes between the program and a worker: JSON-RPC 2.0, one object a line, either side asking.

A value is plain JSON and nothing else: objects with text as keys, lists, text, whole and finite numbers, true, false, null;
no half character, no nesting without end. Both sides check what they send and what they are sent. No batches.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

VERSION = "2.0"
DEPTH = 64
LONGEST_NUMBER = 14_000
"""Bits of a whole number. Python neither writes nor reads the digits of a much longer one."""

FAILED = -32000
"""The one code of an error; what it is stands in its `data`."""


class NotPlain(ValueError):
    """A value that has no form on the pipe. The message names the kind of it, never the value."""


class Garbled(ValueError):
    """A line that is no message."""


@dataclass(frozen=True, slots=True)
class Request:
    """One side asks the other. `id` is the asking side's."""

    id: int
    method: str
    params: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Response:
    """What came of a request: a value, or why there is none."""

    id: int
    result: Json = None
    error: Mapping[str, Json] | None = None


def plain(value: object, depth: int = 0) -> Json:
    """The value, copied, with tuples as lists and mappings as objects. Raises `NotPlain`."""
    if depth > DEPTH:
        raise NotPlain("nested too deep")
    match value:
        case None | bool():
            return value
        case int() if type(value) is int and value.bit_length() <= LONGEST_NUMBER:
            return value
        case float() if type(value) is float and math.isfinite(value):
            return value
        case str():
            return _text(value)
        case list() | tuple():
            return [plain(entry, depth + 1) for entry in value]
        case Mapping():
            return {_key(key): plain(entry, depth + 1) for key, entry in value.items()}
        case _:
            raise NotPlain(type(value).__name__)


def line_of(message: Request | Response) -> bytes:
    """A message as it is written. Raises `NotPlain`."""
    body: dict[str, object] = {"jsonrpc": VERSION, "id": message.id}
    if isinstance(message, Request):
        body |= {"method": message.method, "params": message.params}
    elif message.error is None:
        body["result"] = message.result
    else:
        body["error"] = {"code": FAILED, "message": "failed", "data": message.error}
    text = json.dumps(plain(body), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode() + b"\n"


def read_line(line: bytes) -> Request | Response:
    """A message as it was written. Raises `Garbled`."""
    try:
        body: Any = plain(json.loads(line.decode()))
    except (ValueError, RecursionError) as error:
        raise Garbled(type(error).__name__) from error
    if not isinstance(body, dict) or body.pop("jsonrpc", None) != VERSION or type(body.get("id")) is not int:
        raise Garbled("no message")
    match body:
        case {"id": number, "method": str(method), "params": dict(params), **rest} if not rest:
            return Request(number, method, params)
        case {"id": number, "result": result, **rest} if not rest:
            return Response(number, result)
        case {"id": number, "error": {"data": dict(why)}, **rest} if not rest:
            return Response(number, error=why)
        case _:
            raise Garbled("no message")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise NotPlain(f"{type(key).__name__} as a key")
    return _text(key)


def _text(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotPlain("half a character") from error
    return str(text)
