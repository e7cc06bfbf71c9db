"""What a crash cut off is finished, or was never begun. Whoever calls holds the folder."""

from core.base.atomic import sync_folder
from core.base.paths import Home


def finish_what_was_cut_off(home: Home) -> None:
    """A restore, a set-up and a rotation that a crash cut off are finished, or were never begun. The caller holds the folder."""
    from core.store import rotation
    from core.store.backup import swap
    from core.store.backup.work import sweep

    swap.finish(home)
    sweep(home)
    finish_set_up(home)
    rotation.finish(home)


def finish_set_up(home: Home) -> None:
    """Give the keys their name. Also when a crash came before it: nothing is replaced."""
    if home.store.exists() and home.envelope_in_progress.exists() and not home.envelope.exists():
        home.envelope_in_progress.replace(home.envelope)
        sync_folder(home.folder)
