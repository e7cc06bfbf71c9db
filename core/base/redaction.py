"""Secrets in a text are made unreadable: keys, tokens, passwords, logins in addresses. What is no secret stays as it is.

One table; each row has a text that only it catches (`tests/core/base/test_redaction.py`), so that none is dead. It knows secrets by how
they look or by the name before them: a password in a sentence is not found. People are the business of de-identification, not of this.
Source: spec/kernel.md §11.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_WORD = r"(?:api[_-]?keys?|keys?|apikey|token|secret|password|passwd|pwd|pass|credentials?|auth|authorization|cookie|session)"
"""A part of a name that says what follows is a secret."""
_NAME = rf"(?:[A-Za-z0-9]{{1,40}}[_-]){{0,6}}{_WORD}(?:[_-][A-Za-z0-9]{{1,40}}){{0,6}}"


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of secret. `mask` takes its place; `\\1` in it is what stays."""

    name: str
    pattern: re.Pattern[str]
    mask: str


def _row(name: str, pattern: str, mask: str, flags: int = 0) -> Row:
    return Row(name, re.compile(pattern, flags | re.ASCII), mask)


ROWS = (
    _row(
        "pem",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
        "***",
        re.DOTALL,
    ),
    _row(
        "authorization",
        r"(\bauthorization\b[\"']?\s*[:=]\s*[\"']?(?:bearer|basic)\s+)[^\s\"',;]+",
        r"\1***",
        re.IGNORECASE,
    ),
    _row("login", r"(\b[a-z][a-z0-9+.-]{0,20}://)[^\s/:@]+:[^\s/@]+@", r"\1***@", re.IGNORECASE),
    _row("query", r"([?&](?:key|token|secret|api_key|access_token)=)[^&\s#\"']+", r"\1***", re.IGNORECASE),
    _row("jwt", r"\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*", "eyJ***"),
    _row("sk", r"\bsk-[A-Za-z0-9_-]{6,}", "sk-***"),
    _row("app", r"\bapp-[A-Za-z0-9]{20,}", "app-***"),
    _row("dataset", r"\bdataset-[A-Za-z0-9]{20,}", "dataset-***"),
    _row("github", r"\b(ghp_|gho_|github_pat_)[A-Za-z0-9_]{6,}", r"\1***"),
    _row("gitlab", r"\bglpat-[A-Za-z0-9_-]{6,}", "glpat-***"),
    _row("amazon", r"\bAKIA[A-Z0-9]{12,}", "AKIA***"),
    _row("slack", r"\b(xox[baprs]-)[A-Za-z0-9-]{6,}", r"\1***"),
    _row("google", r"\bAIza[A-Za-z0-9_-]{20,}", "AIza***"),
    _row(
        "quoted", rf"([\"']{_NAME}[\"']\s*:\s*)([\"'])(?!\*\*\*)[^\"']{{5,}}\2", r"\1\2***\2", re.IGNORECASE
    ),
    _row(
        "named",
        rf"(?<![A-Za-z0-9])({_NAME}\s*[=：:](?!:)\s*)(?!\*\*\*|bearer\s|basic\s)[^\s\"',;&]{{5,}}",
        r"\1***",
        re.IGNORECASE,
    ),
)
"""In this order: what is known by its looks keeps its beginning, what is known by its name alone goes whole."""


def redacted(text: str) -> str:
    """The text without its secrets."""
    for row in ROWS:
        text = row.pattern.sub(row.mask, text)
    return text


def secrets_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the secrets stand, each with the name of its row: exactly what `redacted` would mask."""
    for row in ROWS:
        before, _, after = row.mask.partition("***")
        for found in row.pattern.finditer(text):
            start = found.start() + len(found.expand(before))
            yield start, found.end() - len(found.expand(after)), row.name
