"""Keyrings of a test's making. The system's own is never touched."""

from core.base.errors import KeyTrouble


class InMemoryVault:
    """A keyring that works. `secrets` may be read and changed."""

    backend = "memory"

    def __init__(self, secrets: dict[str, str] | None = None) -> None:
        self.secrets = dict(secrets or {})

    def read(self, entry: str) -> str | None:
        return self.secrets.get(entry)

    def write(self, entry: str, secret: str) -> None:
        self.secrets[entry] = secret

    def forget(self, entry: str) -> None:
        self.secrets.pop(entry, None)


class FailingVault:
    """A keyring that is there and gives nothing, for the reason a test names."""

    backend = "failing"

    def __init__(self, code: str) -> None:
        self.code = code

    def read(self, entry: str) -> str | None:
        raise KeyTrouble(self.code)

    def write(self, entry: str, secret: str) -> None:
        raise KeyTrouble(self.code)

    def forget(self, entry: str) -> None:
        raise KeyTrouble(self.code)
