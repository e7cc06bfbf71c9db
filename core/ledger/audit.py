"""The audit trail. A change and its row are one transaction: there is never one without the other.

A row names the person, the front-end, the action, the patient's number and the visit. Its detail holds names of fields and codes;
nothing a person typed enters it, so that the trail can outlive a deleted record. Every row is chained to the one before
(`core.base.chain`).
"""

import json
import platform
import secrets
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from core.base.chain import START, AuditKeys, row_bytes, sealer
from core.base.clock import to_stored
from core.base.ids import RecordNo
from core.base.ports import AuditRow, AuditRows
from core.base.rights import Role

OK = "ok"
REFUSED = "refused"


class Action(StrEnum):
    """Everything the trail can tell of."""

    PATIENT_ADD = "patient.add"
    PATIENT_EDIT = "patient.edit"
    PATIENT_SEARCH = "patient.search"
    RECORD_READ = "record.read"
    RECORD_PRINT = "record.print"
    """A sheet left for a printer or a file; the detail says which and where to."""
    DRAFT_SAVE = "draft.save"
    DRAFT_DISCARD = "draft.discard"
    INTAKE_SAVE = "intake.save"
    INTAKE_REFUSED = "intake.refused"
    VISIT_SIGN = "visit.sign"
    VISIT_AMEND = "visit.amend"
    VISIT_VOID = "visit.void"
    COMPARE_OVERRIDE = "compare.override"
    AUDIT_READ = "audit.read"
    AUDIT_VERIFY = "audit.verify"
    AUDIT_EXPORT = "audit.export"
    AUDIT_PAPER = "audit.paper"
    """A line on paper was held against the trail; `reason` is how they agree."""
    BACKUP_MAKE = "backup.make"
    BACKUP_VERIFY = "backup.verify"
    BACKUP_DRILL = "backup.drill"
    """A backup was put back into a folder of its own, opened, and its records counted."""
    BACKUP_THIN = "backup.thin"
    BACKUP_TIDY = "backup.tidy"
    BACKUP_RESTORE = "backup.restore"
    """At the first opening after it; the detail says which backup, and which rows it took back."""
    RECORDS_RESCUE = "records.rescue"
    """At the first opening after it: records of the damaged store were written out in clear. The detail says how many, and by whom."""
    BACKUP_THINNING = "backup.thinning"
    """Old backups may be removed again: an admin has seen that the restored records are the right ones."""
    AUDIT_BREAK = "audit.break"
    """At an opening, the trail was found not to be what it was; the detail says how."""
    KEYS_RECOVERY_NEW = "keys.recovery.new"
    KEYS_RECOVERY_CONFIRM = "keys.recovery.confirm"
    KEYS_PASSPHRASE = "keys.passphrase"  # noqa: S105 - a name
    KEYS_KEYRING_ON = "keys.keyring.on"
    KEYS_KEYRING_OFF = "keys.keyring.off"
    KEYS_KEYRING_ONLY = "keys.keyring.only"
    KEYS_ROTATE = "keys.rotate"
    KEYS_WRONG = "keys.wrong"
    """Wrong passphrases since the last such row, told at the next opening; the detail says how many."""
    OPERATOR_ADD = "operator.add"
    OPERATOR_ROLES = "operator.roles"
    OPERATOR_END = "operator.end"
    OPERATOR_REFUSED = "operator.refused"
    """Somebody whose key opens the store, but who does not work here."""
    ROLE_SWITCH = "role.switch"
    ACCESS_REFUSED = "access.refused"
    """Something the role may not; `reason` says which right it wanted."""
    SECOND_PERSON = "second.person"
    """Who said yes where the clinic wants two people; `reason` is the rule."""
    RULE_ON = "rule.on"
    RULE_OFF = "rule.off"
    """A rule of two people; `reason` says which."""
    SETTINGS_CHANGE = "settings.change"
    PACK_INSTALL = "pack.install"
    PACK_TRUST = "pack.trust"
    """From now on this pack's code may run; the detail says which, by its fingerprint."""
    PACK_UNTRUST = "pack.untrust"
    TOOL_CALL = "tool.call"
    """A tool was asked for; `reason` is why it did not run, if it did not. Of its arguments there is a digest."""
    TOOL_RESULT = "tool.result"
    CONSTRAINT_HIT = "constraint.hit"
    """A constraint of a pack fitted; the detail says which, and what was done."""
    QUARANTINE_READ = "quarantine.read"
    """Somebody read a text that a wording rule had kept from being shown."""
    COMPARE_KEEP = "compare.keep"
    """What was compared was kept: with the record where nothing was yet, else its digest here."""
    PACK_KEEP = "pack.keep"
    """A tool of a pack kept something of its own: values in its storage, files. The detail says which pack and how much."""
    NET_BEGIN = "net.begin"
    """Before a request leaves this machine. It is told how it ended in `net.request`; where that is missing, it was cut off."""
    NET_REQUEST = "net.request"
    """A request by a pack, also one that was refused: for what purpose, to which host, how many bytes each way. Never the path or the content."""
    MODEL_ADD = "model.add"
    MODEL_CHANGE = "model.change"
    MODEL_REMOVE = "model.remove"
    MODEL_KEY_SET = "model.key.set"
    """A key went into the system's keyring; the detail says for which provider and which host."""
    MODEL_KEY_REMOVE = "model.key.remove"
    MODEL_KEY_IMPORT = "model.key.import"
    """Keys of a key file went into the system's keyring; the detail says for which providers."""
    EGRESS_POLICY = "egress.policy"
    """Another policy of what may be given to models is in force; the detail says which, by its fingerprint."""
    PRICE_SET = "price.set"
    PRICE_REMOVE = "price.remove"
    """An admin set what a model costs, or what was set ends; the detail says for which model and from when."""
    MODEL_CALL = "model.call"
    """How a call of a model ended: for what purpose, which model, tokens and cost where they are known. Never a text."""
    PROGRAM_INSTALL = "program.install"
    """Another version of the program is started from now on; the detail says which, whose signature it bears, and which was before."""
    PROGRAM_BACK = "program.back"
    """The version from before is started again; the detail says which."""
    MODEL_EGRESS = "model.egress"
    """Whether a text might be given to a model: purpose, boundary, sizes, the policy's revision. Never the text, nor a digest of it."""
    MODEL_BUDGET = "model.budget"
    """A limit stopped a call of a model before it was made, or had a cheaper one asked; the reason says which limit."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, through which front-end (`cli`, `desktop`, `demo`), in which role."""

    operator: str
    source: str
    role: Role = Role.PHYSICIAN


@dataclass(frozen=True)
class Book:
    """What all rows of one opening of the clinic have in common, and the keys they are sealed with."""

    keys: AuditKeys
    program: str
    packs: str
    session: str = field(default_factory=lambda: secrets.token_hex(8))
    workstation: str = field(default_factory=platform.node)
    started: float = field(default_factory=time.monotonic)


class Trail:
    """Writes the rows of one transaction."""

    def __init__(self, rows: AuditRows, book: Book, actor: Actor, at: datetime) -> None:
        self._rows = rows
        self._book = book
        self._actor = actor
        self._at = at
        self._lost = 0
        self.written = 0

    def go_on_after(self, lost: int) -> None:
        """Rows up to this number are gone: theirs are not given out again, so that no two rows ever had the same."""
        self._lost = lost

    def record(
        self,
        action: Action,
        record_no: RecordNo | None = None,
        visit: int | None = None,
        *,
        tool: str = "",
        reason: str = "",
        outcome: str = OK,
        before: str = "",
        after: str = "",
        **detail: object,
    ) -> None:
        """Add a row. `detail` takes names of fields, codes and numbers only, never what was typed; of a text in `before` and
        `after` only the keyed digest is kept.
        """
        head = self._rows.head()
        book, keys = self._book, self._book.keys
        row = AuditRow(
            seq=max(head.seq, self._lost) + 1,
            at=to_stored(self._at),
            utc_offset=(self._at.utcoffset() or timedelta()) // timedelta(minutes=1),
            session=book.session,
            tick=int((time.monotonic() - book.started) * 1000),
            operator=self._actor.operator,
            role=self._actor.role,
            workstation=book.workstation,
            source=self._actor.source,
            tool=tool,
            action=action,
            record_no=record_no,
            visit=visit,
            reason=reason,
            outcome=outcome,
            program=book.program,
            packs=book.packs,
            digest_before=keys.digest(before) if before else "",
            digest_after=keys.digest(after) if after else "",
            brought_in="",
            detail=json.dumps(detail, ensure_ascii=False, sort_keys=True, separators=(",", ":")),
        )
        prev = head.mac if head.seq else START
        self._rows.append(row, prev, sealer(keys.rows)(row_bytes(row) + prev))
        self.written += 1
