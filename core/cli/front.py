"""What every command needs of its surroundings: the clinic's folder, how it is unlocked, the language, and where output goes.

The options of the whole program (`--json`, `--passphrase-file`, `--recovery-file`, `--home`, `--portable`, `--as`, `--open-reason`) may stand anywhere
on the line. No secret is ever an argument: it comes from a file, or is asked for, unseen at a terminal and by the line from a pipe.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TypeVar

import typer

from core.base.errors import ClinicError, KeyTrouble, UserError
from core.base.log import keep_in
from core.base.messages import Messages
from core.base.passphrase import WILL_NOT_DO
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.base.rights import Reason, Role
from core.base.system_words import reason_of
from core.cli import plain
from core.cli.output import say
from core.cli.progress import Meter
from core.kernel import Kernel, clock_of, open_clinic
from core.services.keys.previous import has_previous
from core.services.keys.typed import credential_of
from core.settings.load import language_of, load_settings
from core.store.keys import KeyVault, NoVault, SystemVault
from core.store.unlocking import Credential

T = TypeVar("T")

SOURCE = "cli"
WITH_VALUE = ("--passphrase-file", "--recovery-file", "--home", "--portable", "--as", "--open-reason")
FLAGS = ("--json",)

STDIN = Path("-")
"""In place of a file with a secret: the next line of the standard input."""

TRIES = 3
"""How often a person at a terminal is asked for what does not do."""

OPTION_OF: Mapping[str, str] = {
    "cli.passphrase": "--passphrase-file, --recovery-file",
    "cli.new_passphrase": "--new-passphrase-file",
    "cli.first_passphrase": "--passphrase-file",
    "cli.recovery": "--recovery-file",
    "backup.ask": "--recovery-file, --passphrase-file",
}
"""The options that name a file with what is asked for, by the key of the question."""

WITHOUT_KEYS = {"envelope_missing", "envelope_damaged", "envelope_older"}
"""Codes that the key file from before may help with."""


@dataclass
class Front:
    """One run of the command line."""

    json: bool = False
    passphrase_file: Path | None = None
    recovery_file: Path | None = None
    home: Home = field(default_factory=Home.chosen)
    role: Role | None = None
    open_reason: Reason | None = None
    vault: KeyVault = field(default_factory=SystemVault)
    messages: Messages = field(default_factory=Messages)

    def settle(
        self,
        *,
        as_json: bool,
        passphrase_file: Path | None,
        recovery_file: Path | None,
        home: Path | None,
    ) -> None:
        """Take over the options of the whole program; the language is the clinic's."""
        self.json = as_json
        self.passphrase_file = passphrase_file
        self.recovery_file = recovery_file
        if home is not None:
            self.home = Home.at(home)
        self.speak()
        keep_in(self.home)

    def speak(self) -> None:
        """In the clinic's language from now on. Raises `UserError` settings_invalid, OSError."""
        self.messages = Messages(language_of(self.home.settings))
        load_settings(self.home.settings)

    @property
    def is_portable(self) -> bool:
        """Whether the clinic is to be opened without the system's keyring."""
        return isinstance(self.vault, NoVault)

    @property
    def today(self) -> date:
        """The clinic's calendar day."""
        return clock_of(load_settings(self.home.settings)).now().date()

    @contextmanager
    def clinic(self) -> Iterator[Kernel]:
        """The open clinic: by the recovery code or the passphrase that was named, else by the keyring, else by asking at a terminal."""
        with self.clinic_and_credential() as (kernel, _):
            yield kernel

    @contextmanager
    def clinic_and_credential(self) -> Iterator[tuple[Kernel, Credential]]:
        """The open clinic, and what opened it, for a command that changes the keys."""
        with ExitStack() as closing:
            credential = self.credential()
            try:
                kernel = self._opened(closing, credential)
            except KeyTrouble:
                if credential != Credential() or not sys.stdin.isatty():
                    raise
                credential = self.credential_asked()
                kernel = self._opened(closing, credential)
            # On stderr also beside a JSON document: that records are missing is never said to nobody.
            opening = kernel.findings
            for finding in opening:
                say(plain.finding_text(finding, kernel.clock.zone, self.messages), to_error=True)
            for notice in kernel.pack_notices:
                say(self.messages.text(notice.phrase.key, **notice.phrase.params), to_error=True)
            for concern in kernel.health.look().concerns:
                say("\n".join(concern.words(self.messages)), to_error=True)
            yield kernel, credential
        # What the keyring knew came while the clinic was open, and its last anchor after everything else.
        for finding in kernel.findings[len(opening) :]:
            say(plain.finding_text(finding, kernel.clock.zone, self.messages), to_error=True)
        if kernel.anchoring.failures:
            say(self.messages.text("audit.not_anchored"), to_error=True)

    def open_record(self, clinic: Kernel, record_no: str) -> None:
        """Before somebody's record is opened: the reason that was given on the line, if any."""
        if self.open_reason is not None and record_no.strip():
            clinic.records.open_with_reason(record_no, self.open_reason)

    def credential(self) -> Credential:
        """What was named on the line: a recovery code, or a passphrase, or nothing."""
        recovery = self.recovery()
        return Credential(None if recovery else self.passphrase(), recovery)

    def recovery(self) -> RecoveryCode | None:
        """The recovery code of the file that is named on the line. Raises `UserError` for one that cannot be right."""
        return RecoveryCode.parse(read_secret(self.recovery_file)) if self.recovery_file else None

    def asked(self, key: str, again: str = "") -> str:
        """A secret: typed unseen at a terminal, twice when there is `again`, else the next line of the standard input.

        Raises `KeyTrouble` secret_needed when there is no line.
        """
        if not sys.stdin.isatty():
            return next_line(self.messages.text(key), OPTION_OF.get(key, "--passphrase-file"))
        while True:
            typed = self._typed(key)
            if not again or typed == self._typed(again):
                return typed
            say(self.messages.text("cli.differ"), to_error=True)

    def credential_asked(self, key: str = "cli.passphrase") -> Credential:
        """What opens a clinic or a backup, as it is typed: a passphrase or the recovery code, whichever it is.

        Raises `UserError` for a code with a mistyped group; and as `asked`.
        """
        return credential_of(self.asked(key))

    def with_new_passphrase(self, key: str, file: Path | None, use: Callable[[str], T]) -> T:
        """Hand a new passphrase to `use`. At a terminal one that is refused is asked for again; raises what `use` raises, and as `asked`."""
        if file is not None:
            return use(read_secret(file))
        left = TRIES if sys.stdin.isatty() else 1
        while True:
            try:
                return use(self.asked(key, again="cli.passphrase_again"))
            except UserError as error:
                left -= 1
                if error.code not in WILL_NOT_DO or not left:
                    raise
                say("\n".join(self.messages.error(error)), to_error=True)

    def passphrase(self) -> str | None:
        """The passphrase of the file that is named on the line or by MINGDAO_PASSPHRASE_FILE, without its last line break."""
        file = self.passphrase_named
        return None if file is None else read_secret(file)

    @property
    def passphrase_named(self) -> Path | None:
        """The file of the passphrase, as the line or MINGDAO_PASSPHRASE_FILE names it."""
        named = self.passphrase_file or os.environ.get("MINGDAO_PASSPHRASE_FILE")
        return Path(named) if named else None

    def said(self, error: ClinicError) -> tuple[str, str]:
        """What happened, and what to do next here: the words of the code, and what lies in this clinic's folder or store for it."""
        message, hint = self.messages.error(error)
        if error.code in WITHOUT_KEYS and has_previous(self.home):
            hint = self.messages.text("cli.use_previous")
        for one in error.details.get("draft", ()):
            if isinstance(one, dict):
                hint += self.messages.text("draft.at_visit" if "visit" in one else "draft.at_form", **one)
        return message, hint

    def _typed(self, key: str) -> str:
        return str(typer.prompt(self.messages.text(key), hide_input=True, err=True))

    def _opened(self, closing: ExitStack, by: Credential) -> Kernel:
        meter = Meter(self.messages)
        try:
            return closing.enter_context(
                open_clinic(
                    self.home,
                    self.vault,
                    passphrase=by.passphrase,
                    recovery=by.recovery,
                    source=SOURCE,
                    project=Path.cwd(),
                    role=self.role,
                    told=lambda stage, done, total: meter.show(f"opening.{stage}", done, total),
                )
            )
        finally:
            meter.done()


def read_secret(path: Path) -> str:
    """The secret in a file, or on the next line of the standard input for `-`, without its last line break.

    Raises `UserError` secret_file_empty: nothing is not a wrong passphrase, and not tried as one; and as `read_text`.
    """
    if path == STDIN:
        secret = next_line("-", "--passphrase-file, --recovery-file")
    else:
        secret = read_text(path).removesuffix("\n").removesuffix("\r")
    if not secret.strip():
        raise UserError("secret_file_empty", file=path)
    return secret


def next_line(what: str, option: str) -> str:
    """Raises `KeyTrouble` secret_needed, naming what is missing and the option that can give it."""
    line = sys.stdin.readline()
    if not line.strip():
        raise KeyTrouble("secret_needed", what=what, option=option)
    return line.removesuffix("\n").removesuffix("\r")


MOST_READ = 16 << 20
"""Bytes of a file named on the line. A device has no end."""


def read_text(path: Path) -> str:
    """A text file in UTF-8. Raises `UserError` file_unreadable, file_long, file_not_utf8."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_READ + 1)
        if len(raw) > MOST_READ:
            raise UserError("file_long", file=path, limit=MOST_READ >> 20)
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise UserError("file_unreadable", file=path, reason=reason_of(error)) from error
    except UnicodeDecodeError as error:
        raise UserError("file_not_utf8", file=path) from error


def hoisted(arguments: Sequence[str]) -> list[str]:
    """The arguments with the options of the whole program brought to the front; what follows `--` is left alone."""
    front: list[str] = []
    rest: list[str] = []
    waiting = list(arguments)
    while waiting:
        argument = waiting.pop(0)
        if argument == "--":
            rest += [argument, *waiting]
            break
        if argument in FLAGS or argument.split("=", 1)[0] in WITH_VALUE:
            front.append(argument)
            if argument in WITH_VALUE and waiting:
                front.append(waiting.pop(0))
        else:
            rest.append(argument)
    return front + rest
