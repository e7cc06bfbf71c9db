"""Every row of the shared list of streams, played by a real server, and what its `expect` asks: one rule each, written down here."""

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.llm.failure import ModelFailed
from core.llm.json_of import json_of
from core.llm.model import Wire
from core.llm.request import Conversation, Reply, Request
from tests.core.llm.wire.lines import asked, model
from tests.fakes.model_server import ModelServer, Script, model_server
from tests.fakes.own_tls import own_tls

REPEAT = re.compile(rb"@@REPEAT:(.):(\d+)@@")
CUT = 1.0
"""Seconds that limits and pauses are cut to: a row's pause is far beyond them, here as there."""

Outcome = Reply | ModelFailed


def is_failed(code: str) -> Callable[[Outcome, ModelServer], bool]:
    return lambda got, _: isinstance(got, ModelFailed) and got.code == code


def answered(text: str) -> Callable[[Outcome, ModelServer], bool]:
    return lambda got, _: isinstance(got, Reply) and (got.text, got.truncated) == (text, False)


def is_incomplete(got: Outcome) -> bool:
    """Never taken for an answer: a failure that carries a draft, or a reply that says it is cut short."""
    partial = got.partial if isinstance(got, ModelFailed) else got
    return partial is not None and partial.truncated


def text_of(got: Outcome) -> str:
    return got.text if isinstance(got, Reply) else ""


RULES: dict[str, Callable[[Outcome, ModelServer], bool]] = {
    "text=患者头痛;usage recorded": lambda got, _: (
        isinstance(got, Reply)
        and got.text == "患者头痛"
        and not got.truncated
        and got.usage is not None
        and (got.usage.prompt, got.usage.completion, got.usage.hit) == (10, 3, 4)
    ),
    "comments ignored (DeepSeek under load)": answered("好"),
    "error incomplete; nothing written; partial shown as draft only": lambda got, _: (
        isinstance(got, ModelFailed)
        and is_incomplete(got)
        and got.partial is not None
        and got.partial.text == "患者"
    ),
    "finish_reason missing => incomplete, not success": lambda got, _: (
        is_incomplete(got) and text_of(got) == "患者头痛"
    ),
    "truncated; JSON not repaired silently": lambda got, _: (
        is_incomplete(got) and json_of(text_of(got)) is None
    ),
    "shown as refused": is_failed("model_filtered"),
    "same as LF": answered("a"),
    "BOM ignored": answered("a"),
    "Dify error event => failure, not empty success": is_failed("model_balance"),
    "ping ignored": answered("你好"),
    "redirect to other host refused; Authorization never forwarded": lambda got, server: (
        is_failed("model_redirected")(got, server) and len(server.asked) == 1
    ),
    "failure empty body": is_failed("model_blank"),
    "as empty": is_failed("model_blank"),
    "reasoning never stored as record text": lambda got, _: (
        isinstance(got, ModelFailed)
        and got.partial is not None
        and (got.partial.text, got.partial.reasoning) == ("", "思考…")
    ),
    "first-{..last-} slice is invalid => data null, not wrong data": lambda got, _: (
        bool(text_of(got)) and json_of(text_of(got)) is None
    ),
    "duplicate key refused": lambda got, _: bool(text_of(got)) and json_of(text_of(got)) is None,
    "bounded; no ValueError crash (int digits limit)": lambda got, _: (
        bool(text_of(got)) and json_of(text_of(got)) is None
    ),
    "RecursionError caught": lambda got, _: text_of(got) == "[" * 20000 and json_of(text_of(got)) is None,
    "usage estimated and flagged, never recorded as 0 yuan silently": lambda got, _: (
        isinstance(got, Reply) and got.text == "好" and got.usage is None
    ),
    "flagged": lambda got, _: isinstance(got, Reply) and got.text == "好" and got.usage is None,
    "tolerated": answered("好"),
    "replacement or failure, never crash": is_failed("model_garbled"),
    "first-byte timeout honoured; UI stays live; cancel < 1 s": is_failed("model_silent"),
    "idle timeout honoured": lambda got, _: (
        isinstance(got, ModelFailed)
        and got.code == "model_silent"
        and got.partial is not None
        and got.partial.text == "患"
    ),
    "no retry; key not echoed": lambda got, server: (
        is_failed("model_key_refused")(got, server)
        and len(server.asked) == 1
        and "sk-row" not in repr(vars(got))
    ),
    "no retry; plain-Chinese advice": lambda got, server: (
        is_failed("model_balance")(got, server) and len(server.asked) == 1
    ),
    # Ours is 30 s, cut here as every limit is.
    "capped at 60 s": lambda got, server: (
        is_failed("model_rate")(got, server)
        and len(server.asked) == 3
        and all(b.at - a.at < CUT for a, b in zip(server.asked, server.asked[1:], strict=False))
    ),
    # Ours: three attempts in all; the pauses are fixed.
    "retry with jitter, max 3; usage not double-counted": lambda got, server: (
        is_failed("model_server")(got, server) and len(server.asked) == 3
    ),
    "refused unless the admin pinned that certificate": lambda got, server: (
        is_failed("net_tls")(got, server) and not server.asked
    ),
}


def script_of(row: dict[str, Any]) -> Script:
    chunks = [REPEAT.sub(lambda m: m[1] * int(m[2]), base64.b64decode(one)) for one in row["chunks_b64"]]
    pauses = [*row["delay_s"], *[0] * len(chunks)]
    pieces: list[bytes | float] = []
    for pause, chunk in zip(pauses, chunks, strict=False):
        pieces += [min(pause, 4 * CUT), chunk]
    return Script(
        pieces,
        row["status"],
        row["headers"],
        row["content_type"],
        close="abort" if row["close"] == "abort" else "clean",
    )


def is_of_dify(row: dict[str, Any]) -> bool:
    """Events that only such a server sends."""
    sent = b"".join(map(base64.b64decode, row["chunks_b64"]))
    return b"event: " in sent or b'"event"' in sent


@pytest.mark.loopback
def test_S74_every_row_ends_as_its_expectation_says(shared: Path) -> None:
    lines = (shared / "data/security/sse_cases.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert {row["expect"] for row in rows} == set(RULES)
    wrong = {}
    for row in rows:
        got, server = played(row)
        if not RULES[row["expect"]](got, server):
            wrong[row["name"]] = (row["expect"], got, vars(got) if isinstance(got, ModelFailed) else "")
    assert wrong == {}


def played(row: dict[str, Any]) -> tuple[Outcome, ModelServer]:
    dify = is_of_dify(row)
    request = Request(user="问", conversation=Conversation("0" * 16) if dify else None)
    tls = own_tls().context if row["close"] == "tls" else None
    with model_server(script_of(row), tls=tls) as server:
        of = model(server.url, Wire.DIFY if dify else Wire.OPENAI)
        try:
            return asked(server.url, request, of=of, key="sk-row", first_s=CUT, idle_s=CUT), server
        except ModelFailed as error:
            return error, server
