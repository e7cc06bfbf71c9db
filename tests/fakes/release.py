"""Release keys, and small program folders as a build leaves them."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from core.installation.contents import CONTENTS, KEY, SIGNATURE, Contents, listed
from core.installation.signature import PublicKey, signature_text
from core.store.schema import REVISION

FILES = {
    "mingdao": b"program",
    "_internal/base_library.zip": b"\x00" * 300,
    "_internal/packs/tcm/pack.json": b"{}",
    "_internal/resources/help/帮助.md": "帮助".encode(),
}


class ReleaseKey:
    """A key as a builder has it."""

    def __init__(self) -> None:
        self._private = Ed25519PrivateKey.generate()
        self.pem = self._private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        self.public = PublicKey(self._private.public_key().public_bytes_raw())

    def sign(self, content: bytes) -> bytes:
        """The file of a signature."""
        return signature_text(self.public, self._private.sign(content))


def program_at(
    folder: Path, key: ReleaseKey | None = None, version: str = "0.1.0", store: str = REVISION
) -> Path:
    """A program's folder of a few files, signed with a key."""
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder / "_internal" / "libQt.so").unlink(missing_ok=True)
    (folder / "_internal" / "libQt.so").symlink_to("base_library.zip")
    if key:
        (folder / KEY).write_bytes(key.pem)
    seal(folder, key, version, store)
    return folder


def seal(folder: Path, key: ReleaseKey | None = None, version: str = "0.1.0", store: str = REVISION) -> None:
    """Write the manifest of what lies in a folder, and sign it."""
    content = Contents(version, "linux", "x86_64", "2.28", store, listed(folder)).as_bytes()
    (folder / CONTENTS).write_bytes(content)
    (folder / SIGNATURE).unlink(missing_ok=True)
    if key:
        (folder / SIGNATURE).write_bytes(key.sign(content))
