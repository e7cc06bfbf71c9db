"""The one rewrite of a text that a wording rule held up: a call by the exit to models, for the pack whose rule it is."""

from collections.abc import Callable
from importlib import resources
from typing import Protocol

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.constraints.releasing import Rewrite, RewriteRequest
from core.cost.books import Cause
from core.llm.question import Answered, Question
from core.llm.request import Request


class Exit(Protocol):
    """The program's one exit."""

    async def ask(self, question: Question) -> Answered:
        """Raises as `core.llm.gateway.Gateway.ask`."""
        ...


def rewriting(way_out: Callable[[], Exit], about: RecordNo | None, tool: str, session: str) -> Rewrite:
    """Rewrites a text about somebody. What it raises, a refusal of the policy or a budget among it, ends in the notice."""

    async def rewritten(asked: RewriteRequest) -> str:
        request = Request(asked.text, _told(), asked.most_tokens, temperature=0.0)
        cause = Cause(asked.pack, tool, asked.purpose, session)
        answered = await way_out().ask(Question(request, cause, about=about))
        if answered.reply.truncated:
            raise ClinicError("model_broken_off", host=answered.model)
        return answered.reply.text

    return rewritten


def _told() -> str:
    """What the model is told: nothing of the rule, and none of its words."""
    return (resources.files("resources") / "prompts" / "rewrite.txt").read_text(encoding="utf-8").strip()
