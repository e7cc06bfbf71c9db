"""The TCM pack: a table of contents. Forms and vocabulary are data named in pack.json; the code is the comparison."""

from core.packhost.api import Pack, PackContext

from .comparison import FourStates


def create_pack(_context: PackContext) -> Pack:
    return Pack(comparison=FourStates())
