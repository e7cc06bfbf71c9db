"""What a test of a model may do without a policy of the clinic: send the program's own few sentences, at an admin's press.

No policy is bypassed by it. Nothing of the clinic is in these sentences, nobody but this test has the purpose allowed, its size is bounded,
and each press is one test. A clinic whose policy names the purpose `model-test` has decided itself: then that entry holds, also where it
allows no boundary at all. A policy that is damaged lets nothing pass here either.
"""

from dataclasses import dataclass

from core.base.errors import Refused
from core.net.egress import Asked, Decision
from core.net.purposes import MODEL_TEST
from core.services.egress import Egress

MOST_BYTES = 2048
MOST_TOKENS = 2048


@dataclass(frozen=True)
class Allowance:
    """A policy for the one exit (`core.llm.gateway.Policy`), as long as a test takes. Each decision leaves its row."""

    egress: Egress

    def weighed(self, asked: Asked) -> Decision:
        """`core.llm.gateway.Policy.weighed`."""
        present = self.egress.in_force()
        policy = present.policy if present else None
        is_decided = policy is not None and MODEL_TEST in policy.purposes
        if is_decided or (present is not None and policy is None) or asked.purpose != MODEL_TEST:
            return self.egress.weighed(asked)
        revision, digest = (policy.revision, policy.digest) if policy else (0, "")
        is_small = asked.input_bytes <= MOST_BYTES and asked.output_tokens <= MOST_TOKENS
        refusal = None if is_small else Refused("egress_no_purpose", purpose=asked.purpose)
        return Decision(asked, revision, digest, refusal)

    def decide(self, asked: Asked) -> Decision:
        """`core.llm.gateway.Policy.decide`."""
        return self.told(self.weighed(asked))

    def told(self, decision: Decision) -> Decision:
        """`core.llm.gateway.Policy.told`."""
        return self.egress.told(decision)
