"""What the ledger asks of the clinic, put together on a worker."""

from dataclasses import dataclass, replace
from datetime import tzinfo

from core.base.clock import from_stored
from core.base.messages import Messages
from core.base.rights import Right
from core.services.patients.patients import Asked
from core.services.trail.audit import Condition, Verified
from core.services.trail.words import FindingWords, finding_words
from desktop.bridge.clinic import Control, Kernel
from desktop.views.ledger.filters import Person
from desktop.widgets.data_words import shown


@dataclass(frozen=True, slots=True)
class Standing:
    """What this role may do here, and how it stands with the trail."""

    operator: str
    may_all: bool
    may_own: bool
    may_export: bool
    may_find: bool
    operators: tuple[str, ...]
    condition: Condition
    zone: tzinfo


@dataclass(frozen=True, slots=True)
class Result:
    """A verification, with what it found in the clinic's zone."""

    verified: Verified
    findings: tuple[FindingWords, ...]
    noted: tuple[FindingWords, ...]


def look(kernel: Kernel) -> Standing:
    """What may be done here now, and how it stands."""
    may_all, may_own = kernel.could(Right.TRAIL), kernel.could(Right.OWN_TRAIL)
    operator = kernel.actor.operator
    return Standing(
        operator,
        may_all,
        may_own,
        kernel.could(Right.TRAIL_EXPORT),
        kernel.could(Right.DEMOGRAPHICS),
        kernel.audit.operators() if may_all else (operator,),
        kernel.audit.condition,
        kernel.clock.zone,
    )


def people(name: str, kernel: Kernel) -> tuple[Person, ...]:
    """Whom a name can mean."""
    found = kernel.patients.find(Asked(text=name))
    people = [found.patient] if found.patient else [one.patient for one in found.candidates]
    return tuple(
        Person(
            one.record_no,
            " ".join(
                part
                for part in (
                    one.record_no,
                    one.details.name,
                    shown(one.details.sex),
                    one.details.birth.text if one.details.birth else "",
                )
                if part
            ),
        )
        for one in people
    )


def verify(messages: Messages, kernel: Kernel, control: Control) -> Result:
    """Verify, and put what is found into words; what earlier openings noted comes last."""
    verified = kernel.audit.verify(control.progress)
    zone = kernel.clock.zone
    known = {(one.kind, one.first, one.last) for one in verified.findings}
    noted = [
        replace(
            said,
            message=messages.text(
                "audit.noted", at=f"{from_stored(one.reported, zone):%Y-%m-%d %H:%M}", finding=said.message
            ),
        )
        for one in verified.verdict.breaks
        if (one.kind, one.first, one.last) not in known
        for said in [finding_words(one, zone, messages)]
    ]
    return Result(
        verified, tuple(finding_words(one, zone, messages) for one in verified.findings), tuple(noted)
    )
