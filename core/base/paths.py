"""Where a clinic's data lives. `MINGDAO_HOME` chooses the folder; otherwise the operating system's place for user data."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True)
class Home:
    """The data folder of one clinic and the names of the files in it."""

    folder: Path

    @classmethod
    def chosen(cls) -> "Home":
        """The folder named by MINGDAO_HOME, or the default of this operating system."""
        named = os.environ.get("MINGDAO_HOME", "").strip()
        folder = Path(named) if named else platformdirs.user_data_path("mingdao-clinic", appauthor=False)
        return cls(folder.expanduser().absolute())

    @property
    def store(self) -> Path:
        """The encrypted patient store."""
        return self.folder / "clinic.db"

    @property
    def store_in_progress(self) -> Path:
        """The store while it is being set up. It is renamed to `store` as the last step."""
        return self.folder / "clinic.db.new"

    @property
    def envelope(self) -> Path:
        """The wrapped data key and the cipher parameters. No secret stands in it in clear."""
        return self.folder / "keys.json"

    @property
    def lock(self) -> Path:
        """Held by the one process that has the store open."""
        return self.folder / "clinic.lock"

    @property
    def settings(self) -> Path:
        return self.folder / "settings.toml"
