"""How the code of a pack is loaded: by path, under a private package name, whichever process it runs in.

Raises `Damaged` pack_broken when there is no such module; what the module itself raises goes through.
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

from core.base.errors import Damaged

PREFIX = "mingdao_pack_"


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
