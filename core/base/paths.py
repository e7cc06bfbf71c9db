"""Where a clinic's data lives. `MINGDAO_HOME` chooses the folder; otherwise the operating system's place for user data."""

import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from core.base.errors import UserError

OWN_NAMES = (
    *("clinic.", "keys.json", "head.json", "settings.toml", "window.", "mingdao.log", "credentials"),
    *("backup", "restore", "replaced-", "damaged-", "before-", "rescued-", "packs", "pack-"),
)
"""How the names of all that this program keeps in a data folder begin: the files of `Home`, those from before, beside and put aside, and
the folders of restores (docs/architecture.md, "Files of a clinic").
"""


def is_own_name(name: str) -> bool:
    """Whether a name directly in a data folder is this program's own, or is taken for one on a disk that minds no case."""
    return unicodedata.normalize("NFKC", name).casefold().lstrip(".").startswith(OWN_NAMES)


@dataclass(frozen=True)
class Home:
    """The data folder of one clinic and the names of the files in it."""

    folder: Path

    @classmethod
    def chosen(cls) -> "Home":
        """The folder named by MINGDAO_HOME, or the default of this operating system. Raises `UserError` bad_home."""
        named = os.environ.get("MINGDAO_HOME", "").strip()
        return cls.at(
            Path(named) if named else platformdirs.user_data_path("mingdao-clinic", appauthor=False)
        )

    @classmethod
    def at(cls, folder: Path) -> "Home":
        """A folder as a person names it. Raises `UserError` bad_home when it leads nowhere."""
        try:
            return cls(folder.expanduser().absolute())
        except (RuntimeError, OSError) as error:
            raise UserError("bad_home", folder=str(folder)) from error

    @property
    def store(self) -> Path:
        """The encrypted patient store."""
        return self.folder / "clinic.db"

    @property
    def store_in_progress(self) -> Path:
        """The store while a clinic is being set up, until it takes its name."""
        return self.folder / "clinic.db.new"

    @property
    def envelope_in_progress(self) -> Path:
        """The envelope while a clinic is being set up; it takes its name last."""
        return self.folder / "keys.json.new"

    @property
    def envelope(self) -> Path:
        """The wrapped data key and the cipher parameters. No secret stands in it in clear."""
        return self.folder / "keys.json"

    @property
    def store_rotated(self) -> Path:
        """The store under a new data key, until it takes its name."""
        return self.folder / "clinic.db.rotated"

    @property
    def envelope_rotated(self) -> Path:
        """The envelope of that store, made last; while it is there beside `store_before` the swap is not finished."""
        return self.folder / "keys.json.rotated"

    @property
    def store_before(self) -> Path:
        """The store under the data key from before, until the new one was opened."""
        return self.folder / "clinic.db.before-rotation"

    @property
    def head(self) -> Path:
        """The head of the audit trail, kept outside the store."""
        return self.folder / "head.json"

    @property
    def reserve(self) -> Path:
        """Space held back for a full disk."""
        return self.folder / "clinic.reserve"

    @property
    def lock(self) -> Path:
        """Held by the one process that has the store open."""
        return self.folder / "clinic.lock"

    @property
    def backups(self) -> Path:
        """Where backups go when no other folder is chosen."""
        return self.folder / "backups"

    @property
    def log(self) -> Path:
        """What went wrong, without a word of a patient."""
        return self.folder / "mingdao.log"

    @property
    def window_lock(self) -> Path:
        """Held by the one window of this clinic, open or locked."""
        return self.folder / "window.lock"

    @property
    def settings(self) -> Path:
        return self.folder / "settings.toml"

    @property
    def packs(self) -> Path:
        """Packs that were installed for this clinic."""
        return self.folder / "packs"

    @property
    def pack_trust(self) -> Path:
        """Which packs an admin trusts, and their fingerprints."""
        return self.folder / "pack-trust.json"
