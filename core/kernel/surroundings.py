"""What of the machine a clinic is opened with: its keyring and its clock."""

from core.base.clock import Clock, SystemClock, zone_named
from core.settings.model import Settings
from core.store.keys import KeyVault


def system_vault() -> KeyVault:
    """The keyring of this account. It is first reached for when a key is read or written."""
    from core.store.keys import SystemVault

    return SystemVault()


def no_vault() -> KeyVault:
    """The keyring of a throw-away clinic: none."""
    from core.store.keys import NoVault

    return NoVault()


def clock_of(settings: Settings) -> Clock:
    """The machine's clock in the clinic's zone."""
    return SystemClock(zone_named(settings.zone))
