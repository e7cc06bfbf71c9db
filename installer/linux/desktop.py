"""What a desktop wants to know of the program: menu entry, icons, man pages, as a tree to be laid below a `share` folder."""

import gzip
from pathlib import Path

from core.base.program import NAME
from installer import icon
from installer.release import Release

SOURCES = Path(__file__).parent / "share"


def lay_out(release: Release, share: Path) -> None:
    """Make the tree. The entry starts the program by its name; whoever installs it elsewhere says where."""
    _write(share / "applications" / f"{NAME}.desktop", (SOURCES / f"{NAME}.desktop").read_bytes())
    hicolor = share / "icons" / "hicolor"
    _write(hicolor / "scalable" / "apps" / f"{NAME}.svg", icon.svg())
    for size in icon.SIZES:
        _write(hicolor / f"{size}x{size}" / "apps" / f"{NAME}.png", icon.png(size))
    for page in sorted(SOURCES.rglob("*.1")):
        words = page.read_text(encoding="utf-8").replace("@VERSION@", release.version)
        place = share / "man" / page.parent.relative_to(SOURCES) / "man1" / f"{page.name}.gz"
        _write(place, gzip.compress(words.encode(), mtime=0))


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
