"""A clinic on a disk of 64 MiB that is filled up while visits are saved. Says as one JSON document what came of it.

python -m tests.reliability.small_disk HOME DISK   (the keyring's secrets on stdin; DISK is an empty folder on the small disk)
"""

import json
import shutil
import sys
from pathlib import Path

from core.base.errors import ClinicError
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.kernel import Kernel, open_clinic
from tests.fakes.clinic import Clinic
from tests.fakes.clock import FixedClock
from tests.fakes.vault import InMemoryVault
from tests.reliability.ground import save, state_of, typed

BLOCK = 2**20


def filled(disk: Path) -> None:
    """Take all the room there is."""
    for size in (BLOCK, 4096, 1):
        number = 0
        while True:
            try:
                (disk / f"filler-{size}-{number}").write_bytes(b"x" * size)
            except OSError:
                break
            number += 1
            if size == 1 and number > 64:
                break


def main() -> None:
    """Fill, see what is refused, let go, fill again with drafts, make room, go on."""
    template, disk = Path(sys.argv[1]), Path(sys.argv[2])
    home = Home(disk / "clinic")
    shutil.copytree(template, home.folder)
    vault = InMemoryVault(json.loads(sys.stdin.readline()))
    told: dict[str, object] = {"lost": 0, "corrupt": 0, "unopenable": 0}
    acknowledged: list[int] = []
    with open_clinic(home, vault, passphrase=None, source="reliability", clock=FixedClock()) as kernel:
        saved_until_full(kernel, acknowledged)
        filled(disk)
        codes = [refused_save(kernel, acknowledged) for _ in range(2)]
        told["said"] = codes[0] == "disk_full"
        kernel.intake.save_draft("P001", "menzhen", typed(99))
        told["draft_kept"] = kernel.intake.drafts("P001")[0].content == typed(99)
        kernel.intake.discard_draft("P001", "menzhen")
        told["deleted"] = not kernel.intake.drafts("P001")
        for file in disk.glob("filler-*"):
            file.unlink()
        concerns = [one.code for one in kernel.health.look().concerns]
        told["reserve_back"] = home.reserve.exists() and "disk_full" not in concerns
        acknowledged.append(save(kernel, 100))
        told["went_on"] = True
    state = state_of(Clinic(home, vault, RecoveryCode.new()))
    told |= {
        "saves": len(acknowledged),
        "unopenable": int(not state.is_open),
        "lost": len(set(acknowledged) - set(state.visits)) if state.is_open else 0,
        "corrupt": int(state.is_corrupt),
    }
    sys.stdout.write(json.dumps(told) + "\n")


def saved_until_full(kernel: Kernel, acknowledged: list[int]) -> None:
    """Some visits while there is room."""
    acknowledged += [save(kernel, turn) for turn in range(20)]


def refused_save(kernel: Kernel, acknowledged: list[int]) -> str:
    """The code of the refusal; empty when the visit was kept."""
    try:
        acknowledged.append(save(kernel, 50))
    except ClinicError as error:
        return error.code
    return ""


if __name__ == "__main__":
    main()
