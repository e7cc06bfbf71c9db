"""Tools of the system that kill whoever uses them at the call of a number: every step of an installation can be its last."""

from pathlib import Path

SCRIPT = """\
#!/bin/sh
echo x >>"$KILL_COUNT"
[ "$(wc -l <"$KILL_COUNT")" -ne "$KILL_AT" ] || kill -9 {whom}
tool=${{0##*/}}
PATH=${{PATH#*:}} exec "$tool" "$@"
"""
GROUP, EVERYBODY = 0, -1
"""Whom they kill: the group of processes, or all of a namespace."""


def killing_tools(folder: Path, names: tuple[str, ...], whom: int) -> None:
    """Put them in a folder, which has to be the first of PATH. KILL_AT is the number, KILL_COUNT the file to count in."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text(SCRIPT.format(whom=whom), encoding="utf-8")
        (folder / name).chmod(0o755)
