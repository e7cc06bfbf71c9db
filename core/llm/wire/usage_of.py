"""The tokens a server says were used. What cannot be true is unknown. Source: spec/domain.md E1."""

from core.cost.usage import Usage
from core.llm.wire.count_of import count_of

MOST = 10_000_000
"""Tokens of one call. No model reads or writes more; a number beyond it says nothing of what a call cost."""


def usage_of(raw: object) -> Usage | None:
    """None for what is missing, negative or no number: it is then unknown what a call costs."""
    if not isinstance(raw, dict):
        return None
    prompt, completion = _tokens(raw.get("prompt_tokens")), _tokens(raw.get("completion_tokens"))
    if prompt is None or completion is None:
        return None
    details = raw.get("prompt_tokens_details")
    hit, miss = raw.get("prompt_cache_hit_tokens"), raw.get("prompt_cache_miss_tokens")
    if hit is None and isinstance(details, dict):
        hit = details.get("cached_tokens")
    hit, miss = _tokens(hit), _tokens(miss)
    if (hit or 0) + (miss or 0) > prompt:
        # More than there was: the whole prompt counts as read anew, which is the dearer.
        hit = miss = None
    of_answer = raw.get("completion_tokens_details")
    reasoning = _tokens(of_answer.get("reasoning_tokens")) if isinstance(of_answer, dict) else None
    return Usage(prompt, completion, hit, miss, min(reasoning or 0, completion))


def _tokens(value: object) -> int | None:
    return count_of(value, most=MOST)
