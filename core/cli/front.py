"""What every command needs of its surroundings: the clinic's folder, how it is unlocked, the language, and where output goes.

The options of the whole program (`--json`, `--passphrase-file`, `--recovery-file`, `--home`, `--as`, `--open-reason`) may stand anywhere
on the line. No secret is ever an argument: it comes from a file, or is asked for, unseen at a terminal and by the line from a pipe.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import typer

from core.base.errors import KeyTrouble, UserError
from core.base.log import keep_in
from core.base.messages import Messages
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.base.rights import Reason, Role
from core.cli import plain
from core.cli.output import say
from core.kernel import Kernel, clock_of, open_clinic
from core.settings.load import load_settings
from core.store.keys import KeyVault, SystemVault
from core.store.unlocking import Credential

SOURCE = "cli"
WITH_VALUE = ("--passphrase-file", "--recovery-file", "--home", "--as", "--open-reason")
FLAGS = ("--json",)


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
        self.messages = Messages(load_settings(self.home.settings).language)
        keep_in(self.home)

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
                kernel = closing.enter_context(self._opened(credential))
            except KeyTrouble:
                if credential != Credential() or not sys.stdin.isatty():
                    raise
                credential = Credential(self.asked("cli.passphrase"))
                kernel = closing.enter_context(self._opened(credential))
            # On stderr also beside a JSON document: that records are missing is never said to nobody.
            opening = kernel.findings
            for finding in opening:
                say(plain.finding_text(finding, kernel.clock.zone, self.messages), to_error=True)
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
        return RecoveryCode.parse(read_text(self.recovery_file)) if self.recovery_file else None

    def asked(self, key: str, again: str = "") -> str:
        """A secret: typed unseen at a terminal, twice when there is `again`, else the next line of the standard input.

        Raises `KeyTrouble` secret_needed when there is no line.
        """
        if sys.stdin.isatty():
            confirmation = self.messages.text(again) if again else False
            prompt = self.messages.text(key)
            return str(typer.prompt(prompt, hide_input=True, confirmation_prompt=confirmation, err=True))
        line = sys.stdin.readline()
        if not line:
            raise KeyTrouble("secret_needed")
        return line.removesuffix("\n").removesuffix("\r")

    def passphrase(self) -> str | None:
        """The passphrase of the file that is named on the line or by MINGDAO_PASSPHRASE_FILE, without its last line break."""
        named = self.passphrase_file or os.environ.get("MINGDAO_PASSPHRASE_FILE")
        if not named:
            return None
        return read_text(Path(named)).removesuffix("\n").removesuffix("\r")

    def new_passphrase(self) -> str:
        """The passphrase of a clinic to be set up. Raises `KeyTrouble` passphrase_needed when nobody can be asked."""
        given = self.passphrase()
        if given is not None:
            return given
        if not sys.stdin.isatty():
            raise KeyTrouble("passphrase_needed")
        return self.asked("cli.new_passphrase", again="cli.passphrase_again")

    def _opened(self, by: Credential) -> AbstractContextManager[Kernel]:
        return open_clinic(
            self.home,
            self.vault,
            passphrase=by.passphrase,
            recovery=by.recovery,
            source=SOURCE,
            role=self.role,
        )


def read_text(path: Path) -> str:
    """A text file in UTF-8. Raises `UserError` file_unreadable, file_not_utf8."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UserError("file_unreadable", file=path, reason=error.strerror or "") from error
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
