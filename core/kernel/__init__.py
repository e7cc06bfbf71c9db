"""The composition root: sets a clinic up, opens it, hands out its services, closes it."""

from core.kernel.kernel import Kernel
from core.kernel.opening import open_clinic
from core.kernel.setting_up import SetUp, set_up, set_up_demonstration
from core.kernel.surroundings import clock_of, no_vault, system_vault
from core.kernel.without_opening import (
    backups_in,
    forms_of,
    rescue_clinic,
    restore_clinic,
    verify_backup,
)

__all__ = [
    "Kernel",
    "SetUp",
    "backups_in",
    "clock_of",
    "forms_of",
    "no_vault",
    "open_clinic",
    "rescue_clinic",
    "restore_clinic",
    "set_up",
    "set_up_demonstration",
    "system_vault",
    "verify_backup",
]
