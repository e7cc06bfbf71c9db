"""What is being done to a clinic while it is killed, or while its disk runs full: one entry for each kind of work.

`WORK` holds what changes a clinic's files. A new kind is one function and one entry: it is called in a process of its own, begins
by saying `begun`, and says the number of every visit once the program has acknowledged it.

python -m tests.reliability.work KIND HOME [SAVES [SYNCHRONOUS]]   (the keyring's secrets, as JSON, on stdin; an endless kind ends
after so many visits)
"""

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from core.base.errors import ClinicError
from core.base.paths import Home
from core.base.space import trouble_of
from core.kernel import Kernel, open_clinic, restore_clinic
from core.store import database
from core.store.database import create, open_store
from core.store.store import Store
from core.store.unlocking import Credential
from tests.fakes.clinic import PASSPHRASE, Clinic
from tests.fakes.clock import FixedClock
from tests.fakes.vault import InMemoryVault
from tests.reliability.ground import save, typed

OLD_KEY = bytes(range(32))
SAYS_ON = "SAYS_ON"
"""The variable that holds the number of the descriptor a process of its own speaks on."""
ACKNOWLEDGED = "acknowledged "
"""Before the number of a visit, to be known in a record of every call too."""

Say = Callable[[str], None]


SYNCHRONOUS = {"OFF": 0, "NORMAL": 1, "FULL": 2}
"""As the engine reads the setting back."""


class _Enough(Exception):
    """So many visits as were wanted are saved."""


@dataclass(frozen=True)
class Work:
    """One kind. `is_endless` goes on until it is killed; the others end by themselves. `prepare` is what it needs to be there."""

    do: Callable[[Home, InMemoryVault, Say], None]
    is_endless: bool = False
    prepare: Callable[[Clinic], None] | None = None


def saving(home: Home, vault: InMemoryVault, say: Say) -> None:
    """Visits of P001, one after the other."""
    with open_clinic(home, vault, passphrase=None, source="reliability", clock=FixedClock()) as kernel:
        say("begun")
        turn = 0
        while True:
            say(f"{ACKNOWLEDGED}{save(kernel, turn)}")
            turn += 1


def one_save(home: Home, vault: InMemoryVault, say: Say) -> None:
    """A clinic opened, one visit, closed."""
    with open_clinic(home, vault, passphrase=None, source="reliability", clock=FixedClock()) as kernel:
        say("begun")
        kernel.intake.save_draft("P001", "menzhen", typed(0))
        say(f"{ACKNOWLEDGED}{kernel.intake.save('P001', 'menzhen', typed(0)).number}")


def settings(home: Home, vault: InMemoryVault, say: Say) -> None:
    """The clinic's name changed."""
    with open_clinic(home, vault, passphrase=None, source="reliability", clock=FixedClock()) as kernel:
        say("begun")
        kernel.preferences.change(kernel.preferences.read(), {"clinic_name": "另一个诊所"})
        say("changed")


def opening_and_closing(home: Home, vault: InMemoryVault, say: Say) -> None:
    """Opened and closed again and again: the log is folded in, the trail anchored."""
    turn = 0
    say("begun")
    while True:
        with open_clinic(home, vault, passphrase=None, source="reliability", clock=FixedClock()) as kernel:
            say(f"{ACKNOWLEDGED}{save(kernel, turn)}")
        turn += 1


def backing_up(home: Home, vault: InMemoryVault, say: Say) -> None:
    """A visit, a backup, and so on."""
    with _opened(home, vault) as kernel:
        say("begun")
        turn = 0
        while True:
            say(f"{ACKNOWLEDGED}{save(kernel, turn)}")
            kernel.backups.make(_backups(home))
            turn += 1


def one_backup(home: Home, vault: InMemoryVault, say: Say) -> None:
    """One backup."""
    with _opened(home, vault) as kernel:
        say("begun")
        kernel.backups.make(_backups(home))


def restoring(home: Home, _vault: InMemoryVault, say: Say) -> None:
    """The backup that was made of the clinic as it stands, put back again and again."""
    say("begun")
    while True:
        restore_clinic(home, _newest(home), Credential(PASSPHRASE))


def one_restore(home: Home, _vault: InMemoryVault, say: Say) -> None:
    """The backup put back once."""
    say("begun")
    restore_clinic(home, _newest(home), Credential(PASSPHRASE))


def rotating(home: Home, vault: InMemoryVault, say: Say) -> None:
    """A visit, another data key, and so on."""
    with _opened(home, vault) as kernel:
        say("begun")
        turn = 0
        while True:
            say(f"{ACKNOWLEDGED}{save(kernel, turn)}")
            kernel.rotation.rotate(Credential(PASSPHRASE))
            turn += 1


def one_rotation(home: Home, vault: InMemoryVault, say: Say) -> None:
    """Another data key, once."""
    with _opened(home, vault) as kernel:
        say("begun")
        kernel.rotation.rotate(Credential(PASSPHRASE))


def back_up(clinic: Clinic) -> None:
    """A backup of the clinic as it stands."""
    with clinic.open(clock=FixedClock()) as kernel:
        kernel.backups.make(_backups(clinic.home))


def make_room(clinic: Clinic) -> None:
    """The folder backups go to."""
    _backups(clinic.home)


def _opened(home: Home, vault: InMemoryVault) -> AbstractContextManager[Kernel]:
    return open_clinic(home, vault, passphrase=None, source="reliability", clock=FixedClock())


def _backups(home: Home) -> Path:
    """Beside the clinic, so that it is copied with nothing and goes with the place."""
    folder = home.folder.parent / "backups"
    folder.mkdir(exist_ok=True)
    return folder


def _newest(home: Home) -> Path:
    return max(path for path in _backups(home).iterdir() if path.is_file())


def anchored(home: Home, vault: InMemoryVault, say: Say) -> None:
    """A few visits, the head of the trail kept outside; then nothing more, until it is killed."""
    with open_clinic(home, vault, passphrase=None, source="reliability", clock=FixedClock()) as kernel:
        for turn in range(4):
            save(kernel, turn)
        kernel.anchoring.anchor()
        say("begun")
        time.sleep(60)


def migrating(home: Home, _vault: InMemoryVault, say: Say) -> None:
    """A store of the first release is brought up to date."""
    say("begun")
    Store(home.store, OLD_KEY).close()
    say("migrated")


WORK: dict[str, Work] = {
    "save": Work(saving, is_endless=True),
    "open": Work(opening_and_closing, is_endless=True),
    "backup": Work(backing_up, is_endless=True, prepare=make_room),
    "restore": Work(restoring, is_endless=True, prepare=back_up),
    "rotate": Work(rotating, is_endless=True),
    "one_backup": Work(one_backup, prepare=make_room),
    "one_restore": Work(one_restore, prepare=back_up),
    "one_rotation": Work(one_rotation),
    "anchored": Work(anchored, is_endless=True),
    "migrate": Work(migrating),
    "one_save": Work(one_save),
    "settings": Work(settings),
}


def old_store(path: Path) -> None:
    """A store at revision 0001 with a patient and an audit row, under `OLD_KEY`."""
    from alembic import command
    from alembic.config import Config

    from tests.core.store.test_upgrade import fill

    create(path, OLD_KEY)
    engine = open_store(path, OLD_KEY)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(resources.files("core.store") / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        fill(connection)
    engine.dispose()


def done(kind: str, home: Home, secrets: dict[str, str], pipe: int, saves: int = 0) -> None:
    """Do one kind of work, saying how it ends: `done`, or `refused` and the code of what the world did."""
    said = 0

    def say(what: str) -> None:
        nonlocal said
        # Not by write(): that is what a full disk is made of here.
        os.writev(pipe, [f"{what}\n".encode()])
        if what.startswith(ACKNOWLEDGED):
            said += 1
            if said == saves:
                raise _Enough

    try:
        with suppress(_Enough):
            WORK[kind].do(home, InMemoryVault(secrets), say)
    except ClinicError as error:
        say(f"refused {error.code}")
    except OSError as error:
        say(f"refused {trouble_of(error).code}")
    else:
        say("done")


def main() -> None:
    """One kind of work in this process, perhaps with a store that syncs less than the program's."""
    kind, home, *more = sys.argv[1:]
    if more[1:]:
        weaker = tuple(
            replace(one, value=more[1], reads_back=SYNCHRONOUS[more[1]]) if one.name == "synchronous" else one
            for one in database.SETTINGS
        )
        vars(database)["SETTINGS"] = weaker
    done(
        kind,
        Home(Path(home)),
        json.loads(sys.stdin.readline()),
        int(os.environ[SAYS_ON]),
        int(more[0]) if more else 0,
    )


if __name__ == "__main__":
    main()
