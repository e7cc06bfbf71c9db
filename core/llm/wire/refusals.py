"""What a server means that refuses: one code for each thing a person can do about it.

Of its own words nothing is shown, as they may repeat the key or the text. Source: spec/domain.md E1, E2.
"""

from core.llm.failure import ModelFailed

_MEANS = {
    "provider_quota_exceeded": 402,
    "insufficient_quota": 402,
    "invalid_api_key": 401,
    "rate_limit_exceeded": 429,
}
"""Codes that some servers give in a body, and the status that says the same."""
_NOT_READY = frozenset({"provider_not_initialize", "model_currently_not_support", "app_unavailable"})

AGAIN = frozenset({"model_rate", "model_server"})
"""What may be different a moment later."""


def refusal(status: int, host: str, model: str, word: object = None) -> ModelFailed:
    """For an HTTP status that is no answer; `word` is the code in its body."""
    failure = _failure(status, word, host, model)
    failure.again_after = 0.0 if failure.code in AGAIN and _is_busy(status) else None
    return failure


def _is_busy(status: int) -> bool:
    """Whatever the body says besides."""
    return status in {408, 429} or status >= 500  # noqa: PLR2004 - took too long, too many, a server's own faults


def told_error(raw: object, host: str, model: str) -> ModelFailed:
    """For an error told inside an answer whose status said that all was well. It is not asked again."""
    fields = raw if isinstance(raw, dict) else {}
    words = [fields.get(name) for name in ("code", "status", "type")]
    status = next((w for w in words if isinstance(w, int) and 400 <= w <= 599), 0)  # noqa: PLR2004 - the range of errors
    word = next((w for w in words if isinstance(w, str) and (w in _MEANS or w in _NOT_READY)), None)
    return _failure(status, word, host, model)


def word_of(raw: object) -> object:
    """The code in the body of a refusal, wherever the kinds of servers put it."""
    fields = raw if isinstance(raw, dict) else {}
    inner = fields.get("error")
    return inner.get("code") if isinstance(inner, dict) else fields.get("code")


def _failure(status: int, word: object, host: str, model: str) -> ModelFailed:
    said = word if isinstance(word, str) else ""
    match _MEANS.get(said, status):
        case _ if said in _NOT_READY:
            code = "model_provider_not_ready"
        case 401:
            code = "model_key_refused"
        case 402:
            code = "model_balance"
        case 403:
            code = "model_forbidden"
        case 404:
            code = "model_not_found"
        case 422:
            code = "model_parameters"
        case 429:
            code = "model_rate"
        case 0:
            code = "model_error"
        case meant if meant == 408 or meant >= 500:  # noqa: PLR2004 - a request that took too long, and a server's own faults
            code = "model_server"
        case meant:
            code = "model_redirected" if 300 <= meant < 400 else "model_request_refused"  # noqa: PLR2004 - the range of redirects
    return ModelFailed(code, host=host, status=status, model=model)
