"""How much a worker may take. Both sides keep to it: what the operating system cannot measure, the program does."""

from dataclasses import asdict, dataclass
from typing import Any

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds."""

    memory: int = 512 * MIB
    """Of address space. Enforced by the system; macOS and Windows do not."""
    cpu: int = 300
    """Of one process, over all its calls: ends one that nobody waits for any more."""
    open_files: int = 64
    file: int = 16 * MIB
    """Of one file in its folder for temporary files."""
    folder: int = 64 * MIB
    """Of all those files. Looked at by the program while a call is under way."""
    line: int = 4 * MIB
    """Of one line of the protocol, either way."""
    talk: int = 64 * MIB
    """Of everything the worker sends during one call."""
    asks: int = 10_000
    """How often it may ask the program for something during one call."""
    chatter: int = 1 * MIB
    """Of what the pack prints during one call."""
    start: float = 10.0
    """From starting the process to the pack being loaded."""

    def plain(self) -> dict[str, Any]:
        return asdict(self)
