"""The texts of a value: all of them, at any depth, and the whole."""

from decimal import Decimal

import pytest

from core.constraints.subjects import texts_in


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        (None, []),
        ("好转", ["好转"]),
        (3, ["3", "3"]),
        (3.0, ["3.0", "3"]),
        (Decimal("1.50"), ['"1.50"', "1.50"]),
        (True, ["true", "true"]),
        ({"a": {"b": ["好", "转"]}}, ['{"a":{"b":["好","转"]}}', "好,转", "转", "好"]),
        (["rm", 1, None, "-rf"], ['["rm",1,null,"-rf"]', "rm,-rf", "-rf", "null", "1", "rm"]),
        (("a",), ['["a"]', "a", "a"]),
    ],
)
def test_every_text_and_the_whole(value: object, texts: list[str]) -> None:
    assert list(texts_in(value)) == texts


@pytest.mark.parametrize(
    "value", [{1, 2}, b"x", [object()], {"a": {"b": b"x"}}, float("nan"), [float("inf")]]
)
def test_what_has_no_json_raises(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        list(texts_in(value))
