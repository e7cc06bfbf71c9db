"""The builder's key: made once, kept outside every tree, and used by a build whose environment names it.

python -m installer.signing make-key FILE     a new key, readable by its owner only
python -m installer.signing sign FILE …       FILE.sig beside each
python -m installer.signing seal FOLDER       write the manifest of a program folder anew, and sign it where a key is named

MINGDAO_SIGNING_KEY names the key's file, MINGDAO_SIGNING_PASSPHRASE its passphrase; without that it is asked for. Without a key
everything is built all the same and says on its face that nobody signed it.
"""

import argparse
import getpass
import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.installation.contents import CONTENTS, KEY, SIGNATURE, Contents, listed
from core.installation.signature import PublicKey, signature_text

ROOT = Path(__file__).resolve().parents[1]
KEY_VARIABLE, PASSPHRASE_VARIABLE = "MINGDAO_SIGNING_KEY", "MINGDAO_SIGNING_PASSPHRASE"
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class BadKey(Exception):
    """Why a key cannot be used, in one line."""


class SigningKey:
    """A release key with its private half."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = PublicKey(private.public_key().public_bytes_raw())

    @property
    def public_pem(self) -> bytes:
        return self._private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def sign(self, content: bytes) -> bytes:
        """The file of a signature over a content."""
        return signature_text(self.public, self._private.sign(content))

    def sign_file(self, file: Path) -> Path:
        """Sign a file; the signature lies beside it."""
        beside = file.with_name(f"{file.name}.sig")
        beside.write_bytes(self.sign(file.read_bytes()))
        return beside


def builders_key() -> SigningKey | None:
    """The key that the environment names; None when it names none. Raises `BadKey`."""
    named = os.environ.get(KEY_VARIABLE, "").strip()
    return read_key(Path(named)) if named else None


def read_key(file: Path) -> SigningKey:
    """The key in a file. Raises `BadKey` for one that others may read, that lies in the tree, or that is no such key."""
    _refuse_in_tree(file)
    try:
        if os.name != "nt" and file.stat().st_mode & OTHERS:
            raise BadKey(f"{file} can be read by others; chmod 600 makes it yours")
        content = file.read_bytes()
    except OSError as error:
        raise BadKey(f"{file} cannot be read: {error.strerror}") from error
    try:
        private = load_pem_private_key(content, _passphrase(file) if b"ENCRYPTED" in content else None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadKey(f"{file} is no private key, or the passphrase is not its own") from error
    if not isinstance(private, Ed25519PrivateKey):
        raise BadKey(f"{file} is no Ed25519 key")
    return SigningKey(private)


def make_key(file: Path, passphrase: str = "") -> SigningKey:
    """A new key in a new file that only its owner reads. Raises `BadKey`, FileExistsError."""
    _refuse_in_tree(file)
    private = Ed25519PrivateKey.generate()
    kept = BestAvailableEncryption(passphrase.encode()) if passphrase else NoEncryption()
    content = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, kept)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR)
    with os.fdopen(handle, "wb") as opened:
        opened.write(content)
        os.fsync(handle)
    return SigningKey(private)


def seal(folder: Path, said: Contents, key: SigningKey | None) -> Contents:
    """Write a program folder's manifest, with `said` but for its files, and sign it. Without a key it believes none.

    Raises ValueError naming files that no manifest may hold.
    """
    for place in (SIGNATURE, KEY):
        (folder / place).unlink(missing_ok=True)
    if key:
        (folder / KEY).write_bytes(key.public_pem)
    contents = replace(said, files=listed(folder))
    content = contents.as_bytes()
    Contents.parse(content, folder)
    (folder / CONTENTS).write_bytes(content)
    if key:
        key.sign_file(folder / CONTENTS)
    return contents


def main() -> int:
    """What the builder asked for. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m installer.signing")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("make-key").add_argument("file", type=Path)
    commands.add_parser("sign").add_argument("files", type=Path, nargs="+")
    commands.add_parser("seal").add_argument("folder", type=Path)
    asked = parser.parse_args()
    try:
        match asked.command:
            case "make-key":
                key = make_key(asked.file, _new_passphrase())
                say(f"{asked.file}: a new key; its fingerprint is {key.public.fingerprint}")
                say(
                    "keep a copy on another medium: without it no later version can be signed for those who have this one"
                )
            case "sign":
                if (named := builders_key()) is None:
                    raise BadKey(f"{KEY_VARIABLE} names no key")
                for file in asked.files:
                    say(f"{named.sign_file(file)}")
            case _:
                named = builders_key()
                seal(asked.folder, Contents.read(asked.folder), named)
                say(f"{asked.folder}: {'signed' if named else 'an unsigned build'}")
    except (BadKey, ValueError, OSError) as error:
        say(str(error))
        return 1
    except ClinicError as error:
        say(" ".join(Messages("en").error(error)))
        return 1
    return 0


def say(words: str) -> None:
    """Tell on stderr how it goes."""
    print(f"signing: {words}", file=sys.stderr)


def _new_passphrase() -> str:
    if PASSPHRASE_VARIABLE in os.environ:
        return os.environ[PASSPHRASE_VARIABLE]
    if not sys.stdin.isatty():
        raise BadKey(f"a passphrase is needed: {PASSPHRASE_VARIABLE}, empty for none")
    while True:
        typed = getpass.getpass("passphrase of the new key (empty for none): ")
        if typed == getpass.getpass("once more: "):
            return typed


def _passphrase(file: Path) -> bytes:
    said = os.environ.get(PASSPHRASE_VARIABLE)
    if said is None and not sys.stdin.isatty():
        raise BadKey(f"the passphrase of {file} is needed: {PASSPHRASE_VARIABLE}")
    return (getpass.getpass(f"passphrase of {file}: ") if said is None else said).encode()


def _refuse_in_tree(file: Path) -> None:
    if file.absolute().resolve().is_relative_to(ROOT):
        raise BadKey(f"{file} lies in the tree, where it could be given away with it")


if __name__ == "__main__":
    sys.exit(main())
