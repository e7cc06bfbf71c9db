"""Opening a clinic: by passphrase, whose stretching is meant to be slow, and by the key in the keyring."""

from collections.abc import Iterator
from contextlib import ExitStack

from core.kernel import open_clinic
from core.store.envelope import read_envelope
from tests.bench.ground import PASSPHRASE, Clinic, Ground
from tests.bench.measure import Limit, Line, gathered, line, progress, timed

LIMIT = Limit(1500)


class MemoryVault:
    """A keyring that is a dictionary."""

    backend = "memory"

    def __init__(self) -> None:
        self._secrets: dict[str, str] = {}

    def read(self, entry: str) -> str | None:
        return self._secrets.get(entry)

    def write(self, entry: str, secret: str) -> None:
        self._secrets[entry] = secret

    def forget(self, entry: str) -> None:
        self._secrets.pop(entry, None)


def bench(ground: Ground) -> Iterator[Line]:
    """From the call to the services, packs mounted; closing is not counted."""
    clinic = ground.clinic(MemoryVault())
    envelope = read_envelope(clinic.home.envelope)
    again = range(ground.sizes.repeats)
    with progress("opening"):
        stretch = gathered(timed(lambda: envelope.open_with_passphrase(PASSPHRASE)) for _ in again)
        by_passphrase = gathered(_opening(clinic, PASSPHRASE) for _ in again)
        by_keyring = gathered(_opening(clinic, None) for _ in again)
    share = round(stretch.p50 / by_passphrase.p50, 2)
    yield line("open.passphrase", by_passphrase, limit=LIMIT, argon2_ms=stretch.p50, argon2_share=share)
    yield line("open.keyring", by_keyring)


def _opening(clinic: Clinic, passphrase: str | None) -> float:
    with ExitStack() as closing:
        opened = open_clinic(clinic.home, clinic.vault, passphrase=passphrase, source="bench")
        return timed(lambda: closing.enter_context(opened))
