"""The TCM pack: a table of contents. Forms, vocabulary, constraints and prompts are files named in pack.json; the rest is code."""

from core.packhost.api import Context, Pack

from .compare import VISIT_COMPARE
from .comparison import FourStates
from .followup import FOLLOWUP_BOARD
from .intake import INTAKE_COLLECT


def create_pack(_context: Context) -> Pack:
    return Pack(comparison=FourStates(), tools=(INTAKE_COLLECT, VISIT_COMPARE, FOLLOWUP_BOARD))
