"""The clinic that a restore takes the place of, and who may have it replaced: people of today, told from its envelope and its operators.

A backup is opened by whoever could restore on its day. Over a clinic that is there that is not enough: somebody who left since would come
in again. So what is given must open the present envelope too, or be joined by what does. Only where there is no envelope that can be
read, or no store under it, is there nobody of today to ask. What is given as today's is tried as at an opening: counted and waited for.
"""

from dataclasses import dataclass, field

from sqlalchemy.exc import DBAPIError

from core.base.clock import Clock
from core.base.errors import ClinicError, Damaged, KeyTrouble, Refused, UserError
from core.base.paths import Home
from core.base.rights import Right, TwoPersonRule
from core.base.space import FULL
from core.services.at_work.desk import roles_with
from core.services.at_work.roster import may_in
from core.store.backup.contents import contents_of
from core.store.backup.untouched import untouched
from core.store.database import refuse_unfit_file
from core.store.envelope import Envelope, read_envelope
from core.store.keys import NoVault
from core.store.patients import numbers_given
from core.store.rules import rules_of
from core.store.unlocking import Credential, Road, unlock

WAITING = "too_many_tries"

NO_ROOM = frozenset({"backup_no_room", "disk_full"})


@dataclass(frozen=True, slots=True)
class NumbersGiven:
    """Up to which record number they were given out when the trail had so many rows."""

    head: int
    number: int

    def by(self, head: int) -> int:
        """Up to which they may have been by the time it had so many: each registration has its row."""
        return self.number + max(0, head - self.head)


@dataclass(frozen=True, slots=True)
class Present:
    """What is there: the data key its envelope gives, None when there is nobody of today; whose passphrase gave it, empty for the
    code; which record numbers the store under it has given out, None where it is not sound; which rules of two people are on in it; and
    whose passphrases open it who may not restore.
    """

    key: bytes | None = field(default=None, repr=False)
    operator: str = ""
    given: NumbersGiven | None = None
    rules: frozenset[TwoPersonRule] = frozenset()
    barred: frozenset[str] = frozenset()

    @property
    def is_sound(self) -> bool:
        return self.given is not None

    def refuse(self, operator: str) -> None:
        """Raises `Refused` restore_not_allowed for somebody who may not restore today."""
        if operator in self.barred:
            raise Refused("restore_not_allowed", operator=operator, roles=roles_with(Right.RESTORE))


def envelope_of(home: Home, store: str) -> Envelope | None:
    """The envelope that is there, None when it is missing or damaged. `store` is the clinic that is to be put back.

    Raises `UserError` backup_other_clinic; `Damaged` envelope_newer.
    """
    try:
        envelope = read_envelope(home.envelope)
    except Damaged as trouble:
        if trouble.code == "envelope_newer":
            raise
        return None
    if envelope.store != store:
        raise UserError("backup_other_clinic", folder=home.folder)
    return envelope


def present_clinic(
    home: Home, envelope: Envelope | None, by: Credential, today: Credential | None, clock: Clock
) -> Present:
    """What is there, by what somebody of today has: `today`, or `by`, which opens the backup, where it is still somebody's.

    Raises `KeyTrouble` backup_not_of_today where that does not open a clinic that looks whole, too_many_tries; `Refused`
    restore_not_allowed for somebody who may not restore today; `ClinicError` backup_no_room; OSError.
    """
    if envelope is None:
        return Present()
    try:
        key, operator = _key_of(envelope, by) if today is None else _counted(home, today)
    except KeyTrouble as trouble:
        if trouble.code == WAITING:
            raise
        if _looks_whole(home):
            raise KeyTrouble("backup_not_of_today", folder=home.folder) from trouble
        return Present()
    present = _looked_into(home, envelope, key, operator, clock)
    present.refuse(operator)
    return present


def second_of_today(home: Home, first: Present, second: Credential | None) -> None:
    """Two people by their passphrases: the code is nobody in person.

    Raises `Refused` backup_second_needed, backup_second_unknown, backup_second_same, restore_not_allowed; `KeyTrouble` too_many_tries;
    OSError.
    """
    if second is None or second.passphrase is None or not first.operator:
        raise Refused("backup_second_needed")
    try:
        _, other = _counted(home, Credential(second.passphrase))
    except KeyTrouble as trouble:
        if trouble.code == WAITING:
            raise
        raise Refused("backup_second_unknown") from trouble
    if other == first.operator:
        raise Refused("backup_second_same")
    first.refuse(other)


def _key_of(envelope: Envelope, by: Credential) -> tuple[bytes, str]:
    """Tried without being counted as a wrong passphrase: it need not be that of today."""
    if by.recovery is not None:
        return envelope.open_with_recovery(by.recovery), ""
    return envelope.open_with_passphrase(by.passphrase or "")


def _counted(home: Home, given: Credential) -> tuple[bytes, str]:
    """By what is said to be of today: a wrong one counts and costs its wait, as at an opening."""
    unlocked = unlock(home.envelope, NoVault(), given)
    return unlocked.key, "" if unlocked.road is Road.RECOVERY else unlocked.operator


def _looks_whole(home: Home) -> bool:
    """As far as can be told without its key."""
    try:
        refuse_unfit_file(home.store)
    except (Damaged, OSError):
        return False
    return True


def _looked_into(home: Home, envelope: Envelope, key: bytes, operator: str, clock: Clock) -> Present:
    """What the store says, nothing where it cannot be read. Without room to look nothing is taken for unreadable."""
    try:
        with untouched(home, key) as lane:
            given = NumbersGiven(lane.run(contents_of).head.seq, lane.run(numbers_given))
            rules = lane.run(rules_of)
            barred = {name for name in envelope.operators if not may_in(lane.run, clock, name, Right.RESTORE)}
    except ClinicError as trouble:
        if trouble.code in NO_ROOM:
            raise
    except OSError as error:
        if error.errno in FULL:
            raise
    except DBAPIError:
        pass
    else:
        return Present(key, operator, given, rules, frozenset(barred))
    return Present(key, operator)
