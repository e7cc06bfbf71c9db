"""How the code of a pack is loaded: by path, under a private package name, whichever process it runs in.

Raises `Damaged` pack_broken when there is no such module; what the module itself raises goes through.
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

from core.base.errors import Damaged
from core.packhost.api import Context, Pack

API_VERSION = 1
"""The version of the contract that `core.packhost.api` is."""

PREFIX = "mingdao_pack_"


class WrongPack(Exception):
    """The code is no pack of this contract; the text says what of it: `apiVersion`, `create_pack`."""


def pack_of(folder: Path, pack: str, context: Context) -> Pack:
    """What the code of a pack returns. A module may say which contract it was made for, as `apiVersion`.

    Raises `WrongPack`; `Damaged` pack_broken; and whatever the code raises.
    """
    module = load_module(folder, pack, "pack")
    made_for = getattr(module, "apiVersion", API_VERSION)
    if type(made_for) is not int or made_for != API_VERSION:
        raise WrongPack("apiVersion")
    create = getattr(module, "create_pack", None)
    made = create(context) if callable(create) else None
    if not isinstance(made, Pack):
        raise WrongPack("create_pack")
    return made


def load_module(folder: Path, pack: str, name: str) -> ModuleType:
    """A module of a pack, by path, as `mingdao_pack_<pack>.<name>`. Raises `Damaged` pack_broken when there is none."""
    package = f"{PREFIX}{pack}"
    if package not in sys.modules:
        outer = ModuleType(package)
        outer.__path__ = [str(folder)]
        sys.modules[package] = outer
    try:
        return importlib.import_module(f"{package}.{name}")
    except ImportError as error:
        raise Damaged("pack_broken", pack=folder.name, reason=str(error)) from error
