"""Opening a clinic: by passphrase, whose stretching is meant to be slow, and by the key in the keyring."""

from collections.abc import Iterator
from contextlib import ExitStack

from core.kernel import open_clinic
from core.store.envelope import read_envelope
from tests.bench.ground import PASSPHRASE, Clinic, Ground
from tests.bench.measure import Limit, Line, gathered, line, progress, timed
from tests.fakes.vault import InMemoryVault

LIMIT = Limit(1500)


def bench(ground: Ground) -> Iterator[Line]:
    """From the call to the services, packs mounted; closing is not counted."""
    clinic = ground.clinic(InMemoryVault())
    envelope = read_envelope(clinic.home.envelope)
    stretch, by_passphrase, by_keyring = [], [], []
    with progress("opening"):
        for _ in range(ground.sizes.repeats):
            stretch.append(timed(lambda: envelope.open_with_passphrase(PASSPHRASE)))
            by_passphrase.append(_opening(clinic, PASSPHRASE))
            by_keyring.append(_opening(clinic, None))
    stretching, opened = gathered(stretch), gathered(by_passphrase)
    share = round(stretching.p50 / opened.p50, 2)
    yield line("open.passphrase", opened, limit=LIMIT, argon2_ms=stretching.p50, argon2_share=share)
    yield line("open.keyring", gathered(by_keyring))


def _opening(clinic: Clinic, passphrase: str | None) -> float:
    with ExitStack() as closing:
        opened = open_clinic(clinic.home, clinic.vault, passphrase=passphrase, source="bench")
        return timed(lambda: closing.enter_context(opened))
