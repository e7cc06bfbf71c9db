"""One form for all ways to write the same words, so that a wording rule is not got round by how they are written.

Full width and compatibility shapes (NFKC), traditional and old shapes (`core.base.names`, character by character), unseen marks,
accents on a Chinese character, and the marks of emphasis that a rendering drops. In `dense` what stands between two Chinese characters
and is no word goes too: blanks, line ends included (好\\n转 is 好转), control characters, and signs within a word (好-转, 好●转). Each sign
knows its place in the text as written. `fold_rendered` is the same of what a rendering would show: 好&#36716;, 好<b>转</b>, 好\\u8f6c.

Accepted: 精神好 转氨酶高 then reads 好转. A rule on wording rather stops once too often. Left as they are: commas, stops, brackets and
strokes between cells (好，转 and 好 | 转), without which every list of findings would read as one word; and signs with blanks about them.
"""

import html
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
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
_WITHIN_WORDS = frozenset(
    "\u2020\u2021\u00a7\u00b6\u203b\ufe45\ufe46-\u2010\u2011\u2012\u2013\u2212+/\\#@&%^$\u00b7\u2022\u30fb\u2027\"'\u2018\u2019\u201c\u201d\u300c\u300d\u300e\u300f"
)
_WITHIN_WORDS_KINDS = frozenset({"So", "Sk", "Sc", "Pc"})
_NOTHING_SEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Mn", "Me"})
_EMPTY_BRAILLE = "\u2800"
_MARKUP = re.compile(
    r"<!--.{0,200}?-->|</?[A-Za-z][^<>]{0,200}>"
    r"|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
    r"|\\u[0-9A-Fa-f]{4}|\\[nrt]|\\(?=[!-/:-@\[-`{-~])"
    r"|!?\[(?=[^\[\]]{0,200}\]\([^()]{0,200}\))|\]\([^()]{0,200}\)",
    re.DOTALL,
)
"""What a rendering shows otherwise than it is written: tags, entities, escapes, links."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A text in its folded forms. `plain` keeps blanks, `dense` has none between Chinese characters."""

    written: str
    """As it was, halves of characters replaced sign for sign."""
    plain: str
    places: tuple[int, ...]
    """Of each sign of `plain`, where it stands in `written`."""
    ends: tuple[int, ...]
    """Of each sign of `plain`, where in `written` what it came from ends."""
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
        return self.places[start], self.ends[end - 1]


def fold(text: str) -> Folded:
    """The folded forms of a text."""
    written = whole_signs(text)
    return _folded(written, ((sign, place, place + 1) for place, sign in enumerate(written)))


def fold_rendered(text: str) -> Folded | None:
    """The folded forms of what a rendering would show; None where it shows what is written."""
    written = whole_signs(text)
    return _folded(written, _rendered(written)) if _MARKUP.search(written) else None


def _rendered(written: str) -> Iterator[tuple[str, int, int]]:
    """Each sign that is shown, with what it came from."""
    at = 0
    for match in _MARKUP.finditer(written):
        yield from ((written[place], place, place + 1) for place in range(at, match.start()))
        yield from ((sign, *match.span()) for sign in _shown(match[0]))
        at = match.end()
    yield from ((written[place], place, place + 1) for place in range(at, len(written)))


def _shown(markup: str) -> str:
    if markup.startswith("&"):
        return whole_signs(html.unescape(markup))
    escape, is_code, digits = markup.partition("u")
    if escape == "\\" and is_code:
        return whole_signs(chr(int(digits, 16)))
    return " " if markup in {"\\n", "\\r", "\\t"} else ""


def _folded(written: str, read: Iterable[tuple[str, int, int]]) -> Folded:
    signs: list[str] = []
    places: list[int] = []
    ends: list[int] = []
    for sign, place, end in read:
        for folded in fold_sign(sign):
            if not (signs and unicodedata.category(folded) in {"Mn", "Me"} and _put_on(signs, folded)):
                signs.append(folded)
                places.append(place)
                ends.append(end)
    plain = "".join(signs)
    kept = _between_han(plain)
    return Folded(written, plain, tuple(places), tuple(ends), "".join(plain[at] for at in kept), tuple(kept))


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


def _put_on(signs: list[str], mark: str) -> bool:
    """An accent: it joins the letter before it where there is such a letter, and is dropped on a Chinese character. False: it stands."""
    joined = unicodedata.normalize("NFC", signs[-1] + mark)
    if len(joined) == 1:
        signs[-1] = joined
        return True
    return is_han(signs[-1])


def _between_han(plain: str) -> list[int]:
    """The places of all signs but those between two Chinese characters that are no words."""
    kept: list[int] = []
    gap: list[int] = []
    for at, sign in enumerate(plain):
        if _is_blank(sign) or _is_within_words(sign):
            gap.append(at)
            continue
        if gap and not (kept and is_han(plain[kept[-1]]) and is_han(sign) and _is_nothing(plain, gap)):
            kept += gap
        gap.clear()
        kept.append(at)
    return kept + gap


def _is_nothing(plain: str, gap: list[int]) -> bool:
    """Blanks alone, or signs alone: a sign with blanks about it stands between two words, as in a list."""
    return len({_is_blank(plain[at]) for at in gap}) == 1


@lru_cache(maxsize=4096)
def _is_blank(sign: str) -> bool:
    return sign.isspace() or sign == _EMPTY_BRAILLE or unicodedata.category(sign) in _NOTHING_SEEN


@lru_cache(maxsize=4096)
def _is_within_words(sign: str) -> bool:
    return sign in _WITHIN_WORDS or unicodedata.category(sign) in _WITHIN_WORDS_KINDS
