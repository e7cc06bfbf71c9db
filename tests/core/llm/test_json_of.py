"""The JSON object in a model's text: whole, or none."""

import math

import pytest

from core.llm.json_of import json_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('x {"a":1} y', {"a": 1}),
        ('```json\n{"a":1}\n```', {"a": 1}),
        ('{"a":1} {"b":2}', None),
        ("[1]", None),
        ("{bad", None),
        ("{}", {}),
        ("", None),
        ("} {", None),
        ('[{"a":1}]', {"a": 1}),
        ('{"a":{"b":[1,null,true,"无"]}}', {"a": {"b": [1, None, True, "无"]}}),
        ('{"a":1}\n希望有帮助 {笑}', None),
        ('{"id":"1","id":"2"}', None),
        ('{"a":NaN}', None),
        ('{"a":Infinity}', None),
        ('{"a":1e999}', None),
        ('{"a":' + "9" * 5000 + "}", None),
        ('{"a":' + "[" * 20000 + "]" * 20000 + "}", None),
        ('{"a":"\\ud800"}', None),
    ],
)
def test_K45_the_first_brace_to_the_last(text: str, found: object) -> None:
    assert json_of(text) == found


def test_a_number_with_a_point_is_one_a_pack_can_use() -> None:
    assert json_of('{"a":[1.5]}') == {"a": [1.5]}
    found = json_of('{"a":1.5}')
    assert found is not None
    assert isinstance(found["a"], float)
    assert math.isfinite(found["a"])
