"""How long a server asks to be left alone."""

from datetime import UTC, datetime

import pytest

from core.llm.wire.retry_after import retry_after

NOW = datetime(2026, 11, 2, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7),
        (" 7 ", 7),
        ("999999999", 999999999),
        ("99999999999", 99999999999),
        ("Mon, 02 Nov 2026 10:00:09 GMT", 9),
        ("Mon, 02 Nov 2026 09:00:00 GMT", 0),
        ("-3", 0),
        ("1.5", 0),
        ("soon", 0),
        ("", 0),
        ("9" * 5000, 0),
        ("Mon, 99 Nov 2026 99:99:99 GMT", 0),
        ("Mon, 02 Nov 2026 10:00:09", 0),
    ],
)
def test_seconds_or_a_date_and_nothing_else(value: str, seconds: float) -> None:
    assert retry_after(value, NOW) == seconds
