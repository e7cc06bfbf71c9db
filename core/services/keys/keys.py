"""The keys of a clinic: who can open it, a new recovery code, another passphrase, the keyring.

Each change asks again for what opens the store, and for the operator at work (`Keys.asked_again`): an unlocked window that was left
alone changes no key, and no data key is kept in memory for it. A change re-wraps the data key and never touches the records; the audit
row of a change and the new envelope go together. The key itself is replaced by `core.services.rotation`.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from core.base.errors import ClinicError, KeyTrouble, Refused, UserError
from core.base.passphrase import refuse_weak
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.base.rights import Right
from core.base.system_words import reason_of
from core.events.model import KeysChanged
from core.ledger.audit import REFUSED, Action
from core.services.at_work.desk import Change, Desk
from core.services.keys.at_hand import KeyringUse, KeysAtHand, Way, at_hand, key_state, keys_at_hand
from core.services.keys.states import ACTIONS, KeyAction, KeyState, offered, state_meant
from core.store.backup_seals import BackupSeals
from core.store.envelope import Envelope, read_envelope, write_envelope
from core.store.envelope_generations import Generations
from core.store.envelope_turn import turn
from core.store.failed_logins import FailedLogins
from core.store.keys import KeyVault
from core.store.unlocking import (
    Credential,
    Road,
    Unlocked,
    count_failures,
    one_more_failure,
    unlock,
    with_keyring,
)
from core.store.wraps import passphrase_wrap, recovery_wrap

__all__ = [
    "ACTIONS",
    "BackupSeals",
    "Credential",
    "KeyAction",
    "KeyState",
    "KeyringUse",
    "Keys",
    "KeysAtHand",
    "Road",
    "Way",
    "key_state",
    "keys_at_hand",
    "offered",
    "state_meant",
]

T = TypeVar("T")


class Keys:
    """The keys of the open clinic.

    `backup_seals` says whom backups are sealed to; it is made anew with every change, so ask for it each time.
    """

    def __init__(self, desk: Desk, home: Home, vault: KeyVault, backup_seals: BackupSeals) -> None:
        self._desk, self._home, self._vault = desk, home, vault
        self.backup_seals = backup_seals

    def at_hand(self) -> KeysAtHand:
        """The ways into the store. Raises `Damaged`, OSError."""
        return at_hand(read_envelope(self._home.envelope))

    def new_recovery_code(self, by: Credential) -> RecoveryCode:
        """A new recovery code, unconfirmed. The old one opens nothing any more, nor backups made from now on.

        Whoever finds the window open must not walk away with a way in of their own: while there is a passphrase, it or the old code
        is asked for. Raises as `asked_again` does.
        """
        self._desk.require(Right.KEYS)

        def change(unlocked: Unlocked) -> tuple[Envelope, RecoveryCode]:
            code = RecoveryCode.new()
            wrap = recovery_wrap(unlocked.envelope.store, unlocked.key, code)
            return unlocked.envelope.with_wrap(wrap), code

        return self.changed(by, Action.KEYS_RECOVERY_NEW, change, revokes=True, keyring_will_do=True)

    def confirm_recovery_code(self, code: RecoveryCode) -> None:
        """The code was written down: whoever has it here has it. Raises `KeyTrouble` recovery_absent, recovery_wrong."""
        self._desk.in_present_role()

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            wrap = unlocked.envelope.recovery_wrap
            if wrap is None:
                raise KeyTrouble("recovery_absent")
            return unlocked.envelope.with_wrap(wrap.model_copy(update={"confirmed": True})), None

        self.changed(Credential(recovery=code), Action.KEYS_RECOVERY_CONFIRM, change)

    def change_passphrase(self, by: Credential, passphrase: str, operator: str = "") -> str:
        """Another passphrase for the operator whose passphrase is given, whoever is at work; or, by the recovery code, for a named one;
        whose it is. The row says whose.

        By the code it is whoever works here by the operators of the store, whatever the envelope says. Raises `UserError` empty_passphrase,
        passphrase_taken, passphrase_same, unknown_operator; `Refused` only_own_passphrase; `KeyTrouble` passphrase_needed when only the keyring is there, and as `unlock` does.
        """
        self._desk.in_present_role()
        whose: list[str] = []

        def change(unlocked: Unlocked) -> tuple[Envelope, str]:
            envelope = unlocked.envelope
            known = tuple(one.name for one in self._desk.roster.active)
            name = operator or (unlocked.operator if by.road is Road.PASSPHRASE else _only(known))
            if name not in known:
                raise UserError("unknown_operator", operator=name)
            if by.road is Road.PASSPHRASE and name != unlocked.operator:
                raise Refused("only_own_passphrase", operator=name)
            refuse_weak(passphrase, (name, self._desk.settings().clinic_name))
            self.refuse_taken(envelope, passphrase, name)
            whose.append(name)
            return envelope.with_wrap(passphrase_wrap(envelope.store, unlocked.key, passphrase, name)), name

        def told(_: Change) -> dict[str, object]:
            one = self._desk.roster.named(whose[0])
            return {"operator": one.id} if one else {}

        return self.changed(by, Action.KEYS_PASSPHRASE, change, also=told, revokes=True, anybody=True)

    def keyring_on(self, by: Credential) -> None:
        """The keyring of this account opens the clinic from now on, as the one operator there is.

        Raises `Refused` several_operators; `KeyTrouble` keyring_unavailable, keyring_locked, keyring_refused; and as `asked_again`.
        """
        self._desk.require(Right.KEYS)

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            return self._with_keyring(unlocked), None

        self.changed(by, Action.KEYS_KEYRING_ON, change)

    def keyring_off(self, by: Credential) -> None:
        """The keyring opens nothing any more, and keeps no key.

        The last anchor of the trail stays in it (`core.ledger.anchor`), no secret and nothing of a patient: whoever turns the keyring off
        must not thereby take away what tells of a folder that was put back. Raises `KeyTrouble` keyring_off; `Refused` too_few_keys; and
        as `asked_again`.
        """
        self._desk.require(Right.KEYS)
        entries: list[str] = []

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            wrap = unlocked.envelope.keyring_wrap
            entries.extend([wrap.entry] if wrap else [])
            return unlocked.envelope.without_keyring(), None

        self.changed(by, Action.KEYS_KEYRING_OFF, change, revokes=True)
        for entry in entries:
            # A keyring that cannot be asked keeps a key that opens nothing.
            with suppress(KeyTrouble):
                self._vault.forget(entry)

    def keyring_only(self, by: Credential) -> None:
        """Take the passphrase away: whoever is logged in to this account of the system opens the clinic; else the recovery code does.

        Raises `Refused` recovery_unconfirmed; and as `keyring_on`.
        """
        self._desk.require(Right.KEYS)

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            code = unlocked.envelope.recovery_wrap
            if code is None or not code.confirmed:
                raise Refused("recovery_unconfirmed")
            return self._with_keyring(unlocked).keyring_only(), None

        self.changed(by, Action.KEYS_KEYRING_ONLY, change, revokes=True)

    def _with_keyring(self, unlocked: Unlocked) -> Envelope:
        envelope = unlocked.envelope
        if len(envelope.people) > 1:
            raise Refused("several_operators")
        operator = next(iter(envelope.people), unlocked.operator)
        changed, outcome = with_keyring(envelope, unlocked.key, operator, self._vault)
        if outcome != "ok":
            raise KeyTrouble(outcome)
        return changed

    def note_wrong_passphrases(self) -> None:
        """One row for the wrong passphrases there were since the last. Part of the opening: whoever opens has just shown who they are."""
        self._desk.in_present_role()
        count = read_envelope(self._home.envelope).failures.untold
        if not count:
            return
        self._desk.change(lambda made: made.trail.record(Action.KEYS_WRONG, outcome=REFUSED, count=count))
        # Where it cannot be written the next opening tells of them once more.
        with suppress(OSError):
            count_failures(self._home.envelope, FailedLogins.told)

    def refuse_taken(self, envelope: Envelope, passphrase: str, whose: str) -> None:
        """A passphrase says who is at work, so no two operators may have the same. Raises `UserError` passphrase_same for one's own,
        passphrase_taken.

        Another's counts as a wrong one: whoever is told so has found out somebody's passphrase.
        """
        try:
            _, operator = envelope.open_with_passphrase(passphrase)
        except KeyTrouble:
            return
        if operator == whose:
            raise UserError("passphrase_same")
        one_more_failure(self._home.envelope)
        raise UserError("passphrase_taken")

    def asked_again(
        self, by: Credential, *, keyring_will_do: bool = False, anybody: bool = False
    ) -> Unlocked:
        """Whether it is still the operator at work: their own passphrase, or the code, which is the clinic's.

        With `keyring_will_do` the keyring does where nobody has a passphrase, as there is nothing else to ask for; with `anybody` each
        passphrase does. Raises `KeyTrouble` passphrase_needed for the keyring, which asks nobody; `Refused` other_operator; and as
        `unlock` does.
        """
        unlocked = unlock(self._home.envelope, self._vault, by)
        if unlocked.road is Road.KEYRING and (unlocked.envelope.operators or not keyring_will_do):
            raise KeyTrouble("passphrase_needed")
        at_work = self._desk.actor.operator
        if unlocked.road is Road.PASSPHRASE and unlocked.operator != at_work and not anybody:
            raise Refused("other_operator", operator=at_work)
        return unlocked

    def changed(
        self,
        by: Credential,
        action: Action,
        change: Callable[[Unlocked], tuple[Envelope, T]],
        *,
        also: Callable[[Change], Mapping[str, object]] = lambda _: {},
        revokes: bool = False,
        keyring_will_do: bool = False,
        anybody: bool = False,
    ) -> T:
        """Change the envelope, for whoever is `asked_again`. What `also` changes in the store goes with it; it gives the detail of the
        row. For services: each begins with its own right. Whatever fails, the envelope is as it was; `ClinicError` keys_left_changed
        where it could not be put back. Raises as `asked_again` does.
        """
        with turn(self._home.envelope):
            unlocked = self.asked_again(by, keyring_will_do=keyring_will_do, anybody=anybody)
            # Nothing is carried on that lets nobody in and keeps backups from being sealed.
            unlocked = replace(unlocked, envelope=unlocked.envelope.without_altered(unlocked.key))
            before = Generations.of(self._home.envelope)
            changed, result = change(unlocked)
            seals = changed.seals(unlocked.key)

            def work(made: Change) -> T:
                made.trail.record(action, by=by.road, **also(made))  # type: ignore[arg-type]
                made.announce(KeysChanged())
                # Last in the transaction: an envelope that cannot be written takes the row with it.
                write_envelope(self._home.envelope, changed, revokes=revokes)
                return result

            try:
                self._desk.change(work)
            except ExceptionGroup:
                # What its hearers raise: it is durable by then.
                self.backup_seals = seals
                raise
            except Exception as error:
                # Whoever was interrupted while waiting leaves a change that is carried out or not, and both open.
                self._put_back(before, error)
                self._forget_new(unlocked.envelope, changed)
                raise
            self.backup_seals = seals
        return result

    def _put_back(self, before: Generations, error: Exception) -> None:
        """The envelope from before. Where that fails too, what its present one needs to open is left alone."""
        try:
            before.put_back()
        except OSError as failure:
            raise ClinicError("keys_left_changed", file=before.path, reason=reason_of(failure)) from error

    def _forget_new(self, before: Envelope, changed: Envelope) -> None:
        """A key in the keyring that no envelope knows of is not left behind."""
        made, kept = changed.keyring_wrap, before.keyring_wrap
        if made is not None and (kept is None or made.entry != kept.entry):
            with suppress(KeyTrouble):
                self._vault.forget(made.entry)


def _only(operators: tuple[str, ...]) -> str:
    """The one operator there is; with more, one has to be named."""
    if len(operators) != 1:
        raise UserError("operator_required", operators=", ".join(operators))
    return operators[0]
