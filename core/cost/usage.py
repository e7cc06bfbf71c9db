"""What one call used, in tokens, as its provider counted them. A call whose usage is not known has None in the place of this: unknown is never 0."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call. `hit` and `miss` are the parts of the prompt that the provider had in its cache and had not; None where it did
    not say. `reasoning` is part of `completion`.
    """

    prompt: int
    completion: int
    hit: int | None
    miss: int | None
    reasoning: int = 0

    def __post_init__(self) -> None:
        if min(self.prompt, self.completion, self.hit or 0, self.miss or 0, self.reasoning) < 0:
            raise ValueError("tokens are counted from 0")

    @property
    def billed_hit(self) -> int:
        """Tokens billed as read from the cache."""
        return self.hit or 0

    @property
    def billed_miss(self) -> int:
        """Tokens billed as read anew: those that were reported, and the rest of the prompt that nobody explains (spec/kernel.md §7.3)."""
        reported = 0 if self.hit is None else self.miss or 0
        return reported + max(0, self.prompt - self.billed_hit - reported)

    def __add__(self, other: "Usage") -> "Usage":
        """Both together, as a turn of several calls counts them. What one does not know the sum does not."""

        def both(one: int | None, another: int | None) -> int | None:
            return None if one is None or another is None else one + another

        return Usage(
            self.prompt + other.prompt,
            self.completion + other.completion,
            both(self.hit, other.hit),
            both(self.miss, other.miss),
            self.reasoning + other.reasoning,
        )
