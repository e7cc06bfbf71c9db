"""The key file from before: put in the place of one that is missing or damaged, which is kept.

Each change of the envelope keeps the generation before it. What was taken away since opens nothing there either: a change that takes
something away is written twice.
"""

import secrets

from core.base.atomic import previous_of, sync_folder, write_atomically
from core.base.errors import Damaged, UserError
from core.base.paths import Home
from core.store.envelope import read_envelope
from core.store.envelope_turn import turn


def has_previous(home: Home) -> bool:
    """Whether there is one that can be read."""
    try:
        read_envelope(previous_of(home.envelope))
    except (Damaged, OSError):
        return False
    return True


def put_previous_back(home: Home) -> None:
    """Put it in place. What it is put in place of is kept beside it, under a name that nothing reads.

    Raises `UserError` keys_are_whole where nothing is wrong with the present one; `Damaged` envelope_missing, envelope_damaged of the
    one from before, envelope_newer of either; `Busy`; OSError.
    """
    # Here, as it loads the database library, and the first card of a window asks of this module only whether there is one.
    from core.store.store import sole_owner

    with sole_owner(home), turn(home.envelope):
        try:
            read_envelope(home.envelope)
        except Damaged as trouble:
            if trouble.code == "envelope_newer":
                raise
        else:
            raise UserError("keys_are_whole", file=home.envelope)
        previous = previous_of(home.envelope)
        read_envelope(previous)
        if home.envelope.exists():
            kept = home.envelope.with_name(f"{home.envelope.name}.damaged-{secrets.token_hex(4)}")
            home.envelope.replace(kept)
            sync_folder(home.folder)
        write_atomically(home.envelope, previous.read_bytes(), keeps_previous=False)
