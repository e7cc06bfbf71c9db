"""`context.llm`: there is no exit to a model yet, and it says so."""

from typing import Never

from core.base.errors import Refused


class NoModel:
    """Refuses every question."""

    def __init__(self, pack: str) -> None:
        self._pack = pack

    def ask(self, *_: object, **__: object) -> Never:
        """Raises `Refused` llm_not_yet."""
        raise Refused("llm_not_yet", pack=self._pack)
