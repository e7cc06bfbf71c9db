"""A script of sh as it is given away: what several of ours share is written once, and put where a line `# @include NAME.sh` asks for it."""

import re
from pathlib import Path

_PLACE = re.compile(r"^# @include (\w+\.sh)\n", re.MULTILINE)


def whole_script(file: Path) -> str:
    """A script with everything it asks for."""
    shared = Path(__file__).parent
    words = file.read_text(encoding="utf-8")
    return _PLACE.sub(lambda asked: (shared / asked[1]).read_text(encoding="utf-8"), words)
