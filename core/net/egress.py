"""Whether a text may be given to a model: decided by the clinic's policy, before anything is sent, and told without a word of it. Pure.

A model on this machine needs the policy's word too: nothing leaves then, but what a model is told is used, kept and answered, and a clinic
that has set nothing has allowed nothing (seed 002, 5; spec/security.md §2.7: no entry, refused). A decision is about one boundary; none is
made for another in its place, and none is remembered.
"""

from dataclasses import dataclass

from core.base.errors import Refused
from core.base.messages import Words
from core.net.boundary import Boundary
from core.net.egress_policy import EgressPolicy
from core.net.purposes import is_purpose

EVIDENCE = "mingdao/model-egress-evidence@v1"
ALLOWED = "allowed"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is about to be given to a model. `input_bytes` is the size of all its messages as UTF-8 after de-identification."""

    purpose: str
    boundary: Boundary
    """That of the registered model, never of the caller."""
    provider: str
    model: str
    input_bytes: int
    output_tokens: int
    deidentified: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """`refusal` is None where it may go ahead."""

    asked: Asked
    revision: int
    """Of the policy; 0 where there is none."""
    digest: str
    refusal: Refused | None = None

    @property
    def allowed(self) -> bool:
        return self.refusal is None

    @property
    def code(self) -> str:
        return ALLOWED if self.refusal is None else self.refusal.code

    def evidence(self) -> dict[str, object]:
        """For the audit trail: nothing of the text, of a patient, of a path, nor a digest of any of these."""
        return {
            "schema": EVIDENCE,
            "purpose": self.asked.purpose if is_purpose(self.asked.purpose) else "",
            "boundary": self.asked.boundary.value,
            "provider": self.asked.provider,
            "model": self.asked.model,
            "input_bytes": self.asked.input_bytes,
            "output_tokens": self.asked.output_tokens,
            "deidentified": self.asked.deidentified,
            "revision": self.revision,
            "policy": self.digest,
            "decision": self.code,
        }

    def require(self) -> None:
        """Raises the refusal, if it is one."""
        if self.refusal is not None:
            raise self.refusal


def decide(policy: EgressPolicy | None, asked: Asked) -> Decision:
    """Refused with egress_no_policy, egress_no_purpose, egress_boundary, egress_output_long, egress_identified, egress_input_long: the
    first of these that holds.
    """
    if policy is None:
        return Decision(asked, 0, "", Refused("egress_no_policy", purpose=asked.purpose))
    return Decision(asked, policy.revision, policy.digest, _refusal(policy, asked))


def _refusal(policy: EgressPolicy, asked: Asked) -> Refused | None:
    purpose = asked.purpose
    rule = policy.purposes.get(purpose)
    if rule is None:
        return Refused("egress_no_purpose", purpose=purpose)
    if asked.boundary not in rule.boundaries:
        return Refused(
            "egress_boundary",
            purpose=purpose,
            model=asked.model,
            boundary=Words(f"models.boundary.{asked.boundary}"),
        )
    if not 1 <= asked.output_tokens <= rule.max_output_tokens:
        return Refused(
            "egress_output_long", purpose=purpose, tokens=asked.output_tokens, limit=rule.max_output_tokens
        )
    if asked.boundary is Boundary.EXTERNAL and rule.deidentification and not asked.deidentified:
        return Refused("egress_identified", purpose=purpose, model=asked.model)
    if not 0 <= asked.input_bytes <= rule.max_input_bytes:
        return Refused(
            "egress_input_long", purpose=purpose, size=asked.input_bytes, limit=rule.max_input_bytes
        )
    return None
