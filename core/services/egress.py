"""The clinic's policy of what may be given to models: set by an admin as a whole, kept revision by revision, the same file for every machine.

There is none until an admin sets one, and nothing stands in for it: no default, no fallback from one boundary to the other, no choice that
is remembered.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from core.base.clock import from_stored, to_stored
from core.base.errors import Refused, UserError
from core.base.rights import Right
from core.events.model import EgressPolicyChanged
from core.ledger.audit import OK, REFUSED, Action
from core.net.boundary import Boundary
from core.net.egress import Asked, Decision, decide
from core.net.egress_policy import EgressPolicy, PurposeRule, policy, read_policy
from core.net.purposes import MODEL_TEST, shipped
from core.services.at_work.desk import Change, Desk
from core.store import egress_policies as store

__all__ = ["Asked", "Boundary", "Decision", "Egress", "EgressPolicy", "InForce", "Preview", "PurposeRule"]

FIRST_BYTES, FIRST_TOKENS = 65_536, 4_096


@dataclass(frozen=True, slots=True)
class InForce:
    """A revision, by whom and when it was set here. `policy` is None where what is kept is not what was set: then nothing may leave."""

    policy: EgressPolicy | None
    revision: int
    digest: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a policy would be, and what it would change. `unknown` are purposes the program does not know: those of packs, or mistyped."""

    policy: EgressPolicy
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def outside(self) -> tuple[str, ...]:
        """The purposes whose texts may leave this machine."""
        return tuple(
            name for name, rule in self.policy.purposes.items() if Boundary.EXTERNAL in rule.boundaries
        )


def purposes_to_decide() -> Mapping[str, bool]:
    """The purposes of the program a policy is asked for, each with whether its texts can be about a patient. A test of a model is
    decided by itself (`core.services.model_test`).
    """
    return {name: of_patients for name, of_patients in shipped().items() if name != MODEL_TEST}


class Egress:
    """Of the open clinic."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def in_force(self) -> InForce | None:
        """What holds now; None where nothing was ever set."""
        kept = self._desk.read(store.newest)
        return None if kept is None else self._of_kept(kept)

    def history(self) -> tuple[InForce, ...]:
        """Every revision, the newest first. Raises `Refused` not_allowed."""
        self._desk.require(Right.SETTINGS, Right.TRAIL)
        return tuple(map(self._of_kept, self._desk.read(store.every)))

    def preview(self, raw: bytes) -> Preview:
        """What a file would bring, without setting it. Raises `UserError` egress_policy_unfit; `Refused` not_allowed."""
        self._desk.require(Right.SETTINGS)
        return self._preview(read_policy(raw))

    def previewed(self, purposes: Mapping[str, PurposeRule]) -> Preview:
        """What `replace` would bring, without setting it. Raises as `preview`."""
        self._desk.require(Right.SETTINGS)
        kept = self._desk.read(store.newest)
        return self._preview(policy((kept.revision if kept else 0) + 1, purposes))

    def set_file(self, raw: bytes) -> Preview:
        """Put a policy in force. One that is in force already changes nothing.

        Raises `UserError` egress_policy_unfit; `Refused` not_allowed, egress_policy_older for a revision that is not above the present one.
        """
        self._desk.require(Right.SETTINGS)
        return self._set(read_policy(raw))

    def replace(self, purposes: Mapping[str, PurposeRule], *, seen: int | None = None) -> Preview:
        """Put these rules in force, as the next revision. `seen` is the revision whoever wants them looked at, 0 for none: what somebody
        set meanwhile is not written over. Raises as `set_file`; `Refused` egress_policy_changed.
        """
        self._desk.require(Right.SETTINGS)
        kept = self._desk.read(store.newest)
        present = kept.revision if kept else 0
        if seen is not None and seen != present:
            raise Refused("egress_policy_changed", revision=present)
        return self._set(policy((kept.revision if kept else 0) + 1, purposes))

    def exported(self) -> bytes:
        """The policy in force, as a file for other machines. Raises `Refused` not_allowed, egress_no_policy_yet, egress_policy_damaged."""
        self._desk.require(Right.SETTINGS, Right.TRAIL)
        found = self.in_force()
        if found is None:
            raise Refused("egress_no_policy_yet")
        if found.policy is None:
            raise Refused("egress_policy_damaged", revision=found.revision)
        return found.policy.canonical

    def first(self) -> bytes:
        """A policy to begin with, for an admin to read and set: every purpose of the program, on this machine alone. A test of a model
        is not among them: it needs none (`core.services.model_test`).
        """
        self._desk.require(Right.SETTINGS)
        rule = PurposeRule((Boundary.ON_DEVICE,), True, FIRST_BYTES, FIRST_TOKENS)
        kept = self._desk.read(store.newest)
        return policy((kept.revision if kept else 0) + 1, dict.fromkeys(purposes_to_decide(), rule)).canonical

    def weighed(self, asked: Asked) -> Decision:
        """What `decide` would say, without a trace. For the one exit alone."""
        found = self.in_force()
        return decide(found.policy if found else None, asked)

    def decide(self, asked: Asked) -> Decision:
        """Whether this may be given to that model, by the policy as it stands at this moment. It leaves its row, durable before anything
        is sent. For the one exit alone, in the role of what is under way.
        """
        return self.told(self.weighed(asked))

    def told(self, decision: Decision) -> Decision:
        """The same, once its row is durable."""

        def work(change: Change) -> None:
            change.trail.record(
                Action.MODEL_EGRESS,
                reason="" if decision.allowed else decision.code,
                outcome=OK if decision.allowed else REFUSED,
                **decision.evidence(),  # type: ignore[arg-type]
            )

        self._desk.change(work)
        return decision

    def _set(self, wanted: EgressPolicy) -> Preview:
        shown = self._preview(wanted)
        content, digest = wanted.canonical.decode(), wanted.digest

        def work(change: Change) -> None:
            kept = store.newest(change.connection)
            if kept is not None and wanted.revision <= kept.revision:
                raise Refused("egress_policy_older", revision=wanted.revision, present=kept.revision)
            one = store.Kept(wanted.revision, content, digest, to_stored(change.at), change.by)
            store.keep(change.connection, one)
            change.trail.record(
                Action.EGRESS_POLICY,
                revision=wanted.revision,
                policy=digest,
                before=kept.content if kept else "",
                after=content,
                purposes=sorted({*shown.added, *shown.changed, *shown.removed}),
                outside=list(shown.outside),
            )
            change.announce(EgressPolicyChanged(wanted.revision))

        present = self._desk.read(store.newest)
        if present is None or (present.revision, present.content) != (wanted.revision, content):
            self._desk.change(work)
        return shown

    def _preview(self, wanted: EgressPolicy) -> Preview:
        found = self.in_force()
        before = found.policy.purposes if found and found.policy else {}
        after = wanted.purposes
        return Preview(
            wanted,
            tuple(name for name in after if name not in before),
            tuple(name for name in after if name in before and before[name] != after[name]),
            tuple(name for name in before if name not in after),
            tuple(name for name in after if name not in shipped()),
        )

    def _of_kept(self, kept: store.Kept) -> InForce:
        found: EgressPolicy | None
        try:
            found = read_policy(kept.content.encode())
        except UserError:
            found = None
        if found is not None and (found.revision, found.canonical.decode(), found.digest) != (
            kept.revision,
            kept.content,
            kept.digest,
        ):
            found = None
        at = from_stored(kept.at, self._desk.clock.zone)
        return InForce(found, kept.revision, kept.digest, at, kept.by)
