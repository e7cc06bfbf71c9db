"""An answer as it arrives, with who somebody is put back."""

from collections.abc import Callable

from core.llm.request import Kind, Piece
from core.net.deid.placeholders import Placeholders, Restoring

Listen = Callable[[Piece], None]


class RestoredPieces:
    """Hears pieces of a model, and passes them on with what stood for somebody put back. A placeholder may be cut anywhere: what could be the
    beginning of one is held until the next piece, or the end.
    """

    def __init__(self, heard: Listen, placeholders: Placeholders | None) -> None:
        self._heard, self._placeholders = heard, placeholders
        self._of: dict[Kind, Restoring] = {}

    def __call__(self, piece: Piece) -> None:
        if self._placeholders is None:
            self._heard(piece)
            return
        kind = Kind.TEXT if piece.kind is Kind.REPLACED else piece.kind
        if piece.kind is Kind.REPLACED:
            self._of.pop(kind, None)
        text = self._of.setdefault(kind, self._placeholders.stream()).feed(piece.text)
        if text or piece.kind is Kind.REPLACED:
            self._heard(Piece(piece.kind, text))

    def ended(self) -> None:
        """No more pieces will come."""
        for kind, restoring in self._of.items():
            if held := restoring.end():
                self._heard(Piece(kind, held))
