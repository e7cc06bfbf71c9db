"""Which of the things to do about a clinic that does not open this window offers: what the one table of states says
(`core.services.keys.states`), without what has no road here, and never more than three.
"""

from typing import TYPE_CHECKING

from core.base.errors import ClinicError, Damaged
from core.base.paths import Home
from core.services.keys.previous import has_previous
from core.services.keys.states import KeyAction, KeyState, offered, state_meant

if TYPE_CHECKING:
    from core.services.keys.keys import Road

MOST = 3

BY_PERSON = (KeyAction.PASSPHRASE, KeyAction.RECOVERY)

_HERE = frozenset(
    {
        *(*BY_PERSON, KeyAction.RETRY, KeyAction.RESTORE, KeyAction.RESCUE),
        *(KeyAction.PREVIOUS_KEYS, KeyAction.SHOW_FOLDER),
    }
)
"""What is carried out here."""


def state_of(error: ClinicError) -> KeyState | None:
    """The state this tells of; None for what is not about the keys, such as a clinic that is open elsewhere."""
    return state_meant(error.code)


def steps_of(state: KeyState | None, home: Home, *, has_backup: bool = False) -> tuple[KeyAction, ...]:
    """What to offer, the first first, as the table of the states has it. Where there is room and nothing opens it, another try comes
    last: a file may have been put back.
    """
    if state is None:
        return KeyAction.RETRY, KeyAction.SHOW_FOLDER
    steps = tuple(step for step in offered(state, _ways(home), has_backup=has_backup) if step in _HERE)
    if KeyAction.PREVIOUS_KEYS in steps and not has_previous(home):
        steps = tuple(step for step in steps if step is not KeyAction.PREVIOUS_KEYS)
    if KeyAction.RETRY not in steps and not set(steps) & set(BY_PERSON):
        steps = (*steps, KeyAction.RETRY)
    return steps[:MOST]


def _ways(home: Home) -> "frozenset[Road] | None":
    from core.services.keys.keys import keys_at_hand

    try:
        return keys_at_hand(home).roads
    except (Damaged, OSError):
        return None
