"""The shipped packs as tests need them."""

from types import ModuleType

from core.packhost.host import SHIPPED
from core.packhost.module import load_module


def tcm_module(name: str) -> ModuleType:
    """A module of the TCM pack, loaded the way the host loads it."""
    return load_module(SHIPPED / "tcm", "tcm", name)
