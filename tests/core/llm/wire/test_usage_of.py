"""Tokens as servers tell them: what cannot be true is unknown, and unknown is never 0."""

import pytest

from core.cost.usage import Usage
from core.llm.wire.usage_of import usage_of

PLAIN = {"prompt_tokens": 10, "completion_tokens": 3}


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({}, Usage(10, 3, None, None)),
        ({"prompt_cache_hit_tokens": 4, "prompt_cache_miss_tokens": 6}, Usage(10, 3, 4, 6)),
        ({"prompt_tokens_details": {"cached_tokens": 4}}, Usage(10, 3, 4, None)),
        (
            {"prompt_cache_hit_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}},
            Usage(10, 3, 2, None),
        ),
        ({"completion_tokens_details": {"reasoning_tokens": 2}}, Usage(10, 3, None, None, 2)),
        ({"completion_tokens_details": {"reasoning_tokens": 9}}, Usage(10, 3, None, None, 3)),
        ({"prompt_cache_hit_tokens": 11}, Usage(10, 3, None, None)),
        ({"prompt_cache_hit_tokens": 6, "prompt_cache_miss_tokens": 6}, Usage(10, 3, None, None)),
        ({"prompt_cache_hit_tokens": -1}, Usage(10, 3, None, None)),
        ({"prompt_tokens": -5}, None),
        ({"prompt_tokens": True}, None),
        ({"prompt_tokens": "10"}, None),
        ({"prompt_tokens": None}, None),
        ({"completion_tokens": 10**30}, None),
    ],
)
def test_K54_usage(more: dict[str, object], found: Usage | None) -> None:
    assert usage_of({**PLAIN, **more}) == found


@pytest.mark.parametrize("raw", [None, [], "10", 10, {}])
def test_K54_what_is_no_usage_is_unknown(raw: object) -> None:
    assert usage_of(raw) is None
