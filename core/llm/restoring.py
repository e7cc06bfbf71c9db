"""An answer as it arrives, with who somebody is put back."""

from collections.abc import Callable

from core.llm.request import Kind, Piece
from core.net.deid.placeholders import Placeholders, Restoring

Listen = Callable[[Piece], None]


def told_restored(heard: Listen, placeholders: Placeholders | None) -> Listen:
    """Hears pieces of a model, and passes them on with what stood for somebody put back."""
    if placeholders is None:
        return heard
    return _Listening(heard, placeholders)


class _Listening:
    """A placeholder may be cut anywhere: what could be the beginning of one is held until the next piece."""

    def __init__(self, heard: Listen, placeholders: Placeholders) -> None:
        self._heard, self._placeholders = heard, placeholders
        self._of: dict[Kind, Restoring] = {}

    def __call__(self, piece: Piece) -> None:
        kind = Kind.TEXT if piece.kind is Kind.REPLACED else piece.kind
        if piece.kind is Kind.REPLACED:
            self._of.pop(kind, None)
        text = self._of.setdefault(kind, self._placeholders.stream()).feed(piece.text)
        if text or piece.kind is Kind.REPLACED:
            self._heard(Piece(piece.kind, text))
