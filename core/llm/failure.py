"""A model gave no answer that can be used."""

from core.base.errors import ClinicError
from core.cost.budgets import Settled
from core.llm.request import Reply


class ModelFailed(ClinicError):
    """`partial` is what had come until then, its usage with it: it may have to be paid, and is shown as a draft at most."""

    def __init__(
        self,
        code: str,
        *,
        partial: Reply | None = None,
        again_after: float | None = None,
        **params: object,
    ) -> None:
        super().__init__(code, details={}, **params)
        self.partial = partial
        self.settled: Settled | None = None
        """What it is booked with, once it is."""
        self.again_after = again_after
        """Seconds until it may be tried again; None where a second try changes nothing."""
