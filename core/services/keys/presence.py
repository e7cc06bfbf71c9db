"""Whether a clinic lies in a folder: the one rule, told from the names of files and without what reads them."""

from core.base.paths import Home
from core.store.backup import swap


def is_set_up(home: Home) -> bool:
    """Also where only one half of it is left, and while a restore that was cut off keeps both away: nothing is set up over any of these."""
    return home.store.exists() or home.envelope.exists() or swap.is_pending(home)
