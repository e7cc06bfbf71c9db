"""One form for all ways to write the same words, so that a wording rule is not got round by how they are written.

Full width and compatibility shapes (NFKC), traditional and old shapes (`core.base.names`, character by character), unseen marks,
accents on a Chinese character, and the marks of emphasis that a rendering drops. In `dense` the blanks between Chinese characters go
too, line ends included: 好\\n转 is 好转. Each sign knows its place in the text as written.

Accepted: 精神好 转氨酶高 then reads 好转. A rule on wording rather stops once too often.
"""

import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from core.base.names import simplified
from core.base.text import UNSEEN
from core.forms.exact_json import whole_signs

_EMPHASIS = frozenset("*_~`")
_HAN = (
    ("\u3400", "\u9fff"),
    ("\U00020000", "\U0003ffff"),
)


@dataclass(frozen=True, slots=True)
class Folded:
    """A text in its folded forms. `plain` keeps blanks, `dense` has none between Chinese characters."""

    written: str
    """As it was, halves of characters replaced sign for sign."""
    plain: str
    places: tuple[int, ...]
    """Of each sign of `plain`, where it stands in `written`."""
    dense: str
    dense_places: tuple[int, ...]
    """Of each sign of `dense`, where it stands in `plain`."""

    def plain_span(self, start: int, end: int) -> tuple[int, int]:
        """The part of `plain` that stands for a part of `written`."""
        return bisect_left(self.places, start), bisect_left(self.places, end)

    def span_of_dense(self, start: int, end: int) -> tuple[int, int]:
        """The part of `plain` that a part of `dense` came from, blanks within it included."""
        if start == end:
            at = self.dense_places[start] if start < len(self.dense_places) else len(self.plain)
            return at, at
        return self.dense_places[start], self.dense_places[end - 1] + 1

    def written_span(self, start: int, end: int) -> tuple[int, int]:
        """The part of `written` that a part of `plain` came from."""
        if start == end:
            at = self.places[start] if start < len(self.places) else len(self.written)
            return at, at
        return self.places[start], self.places[end - 1] + 1


def fold(text: str) -> Folded:
    """The folded forms of a text."""
    written = whole_signs(text)
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(written):
        for folded in fold_sign(sign):
            if signs and unicodedata.category(folded) in {"Mn", "Me"}:
                _put_on(signs, folded, places, place)
            else:
                signs.append(folded)
                places.append(place)
    plain = "".join(signs)
    kept = _between_han(plain)
    return Folded(written, plain, tuple(places), "".join(plain[at] for at in kept), tuple(kept))


@lru_cache(maxsize=16_384)
def fold_sign(sign: str) -> str:
    """One sign by itself in its folded form: none, one or several signs."""
    if sign in _EMPHASIS:
        return ""
    return "".join(simplified(part) for part in unicodedata.normalize("NFKC", sign) if not UNSEEN.match(part))


def fold_word(word: str) -> str:
    """A word of a constraint in the form in which it is looked for."""
    return fold(word).plain


def is_han(sign: str) -> bool:
    """Whether a folded sign is a Chinese character."""
    return any(first <= sign <= last for first, last in _HAN)


def _put_on(signs: list[str], mark: str, places: list[int], place: int) -> None:
    """An accent: it joins the letter before it where there is such a letter, and is dropped on a Chinese character."""
    joined = unicodedata.normalize("NFC", signs[-1] + mark)
    if len(joined) == 1:
        signs[-1] = joined
    elif not is_han(signs[-1]):
        signs.append(mark)
        places.append(place)


def _between_han(plain: str) -> list[int]:
    """The places of all signs but the blanks between two Chinese characters."""
    kept: list[int] = []
    blanks: list[int] = []
    for at, sign in enumerate(plain):
        if sign.isspace():
            blanks.append(at)
            continue
        if blanks and not (kept and is_han(plain[kept[-1]]) and is_han(sign)):
            kept += blanks
        blanks.clear()
        kept.append(at)
    return kept + blanks
