"""`Retry-After`: seconds, or a date of HTTP."""

import re
from datetime import datetime
from email.utils import parsedate_to_datetime

_LONGEST = 64
_SECONDS = re.compile(rf"[0-9]{{1,{_LONGEST}}}", re.ASCII)


def retry_after(value: str, now: datetime) -> float:
    """Seconds from now; 0 for what cannot be read or is past."""
    text = value.strip()
    if _SECONDS.fullmatch(text):
        return float(text)
    if len(text) > _LONGEST:
        return 0.0
    try:
        moment = parsedate_to_datetime(text)
        return max(0.0, (moment - now).total_seconds()) if moment.tzinfo else 0.0
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
