"""One line, one message; a value is plain or there is none."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.packhost.worker.protocol import (
    DEPTH,
    Garbled,
    Json,
    NotPlain,
    Request,
    Response,
    line_of,
    plain,
    read_line,
)

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.integers(0, 2**53))
def test_what_is_sent_is_what_is_read(value: Json, number: int) -> None:
    for message in (
        Request(number, "call", {"v": value}),
        Response(number, value),
        Response(number, error={"v": value}),
    ):
        line = line_of(message)
        assert line.count(b"\n") == 1
        assert read_line(line.removesuffix(b"\n")) == message


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_garbled(line: bytes) -> None:
    try:
        read_line(line)
    except Garbled:
        return
    assert json.loads(line)["jsonrpc"] == "2.0"


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        {1: 2},
        {"a": {1, 2}},
        b"x",
        object(),
        "\ud800",
        {"\udc00": 1},
        [[]] * 2 + [type("Int", (int,), {})(3)],
        [10**5000],
    ],
)
def test_what_has_no_form_is_refused(value: object) -> None:
    with pytest.raises(NotPlain):
        plain(value)


@pytest.mark.parametrize("outer", [lambda inner: [inner], lambda inner: (inner,), lambda inner: {"a": inner}])
def test_what_is_nested_without_end_is_refused(outer: Callable[[object], object]) -> None:
    value: object = 1
    for _ in range(DEPTH):
        value = outer(value)
    assert plain(value)
    with pytest.raises(NotPlain):
        plain(outer(value))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b"[" * 100_000,
        b'{"jsonrpc":"2.0","id":1,"result":NaN}',
        b'{"jsonrpc":"2.0","id":1,"result":1e999}',
        b'{"jsonrpc":"2.0","id":1,"result":"\\ud800"}',
        b'{"jsonrpc":"2.0","id":1,"result":1' + b"0" * 5000 + b"}",
        b'{"jsonrpc":"2.0","id":true,"result":1}',
        b'{"jsonrpc":"2.0","id":"1","result":1}',
        b'{"jsonrpc":"1.0","id":1,"result":1}',
        b'{"id":1,"result":1}',
        b'{"jsonrpc":"2.0","id":1,"result":1,"more":1}',
        b'{"jsonrpc":"2.0","id":1,"method":"call"}',
        b'{"jsonrpc":"2.0","id":1,"method":"call","params":[]}',
        b'{"jsonrpc":"2.0","id":1,"error":{"code":1}}',
    ],
)
def test_what_is_no_message_is_garbled(line: bytes) -> None:
    with pytest.raises(Garbled):
        read_line(line)
