"""A text as it is looked at, with the way back to the text as written.

Two forms. The plain one forgives width, unseen marks, marks put on a letter, digits of other scripts and the escapes of JSON, also of one
text within another, of HTML and of addresses. The tight one also leaves out blanks, middle dots, hyphens and the marks of Markdown, and takes
every character in its simplified shape: the form in which names are one name (`core.base.names`).
"""

import html
import re
import unicodedata
from bisect import bisect_right

from core.base.names import GAPS, simplified
from core.base.text import UNSEEN

_X = r"[0-9a-fA-F]"
_LATER = r"%[89abAB][0-9a-fA-F]"
_ESCAPE = re.compile(
    rf"\\{{1,16}}u[dD][89abAB]{_X}{{2}}\\{{1,16}}u[dD][c-fC-F]{_X}{{2}}|\\{{1,16}}u{_X}{{4}}|\\{{1,16}}[nrt]"
    rf"|&(?:\#[0-9]{{2,7}}|\#[xX]{_X}{{2,6}}|nbsp);"
    rf"|%[c-dC-D]{_X}{_LATER}|%[eE]{_X}(?:{_LATER}){{2}}|%[fF][0-7](?:{_LATER}){{3}}|%2(?:0|[bB]|[dD])"
)
"""One sign as it is written where it could not stand itself."""

_WITHIN = frozenset("*_~`-‐‑‒–—−")
"""What parts a name without ending it: 王**小明**."""

MOST_REPLACED = 100
"""Kinds of signs that are replaced one after the other; more are put through a table."""


class _Signs(dict[int, str]):
    """What each sign is in one of the forms; made as signs are met."""

    def of(self, sign: str) -> str:
        raise NotImplementedError

    def __missing__(self, code: int) -> str:
        self[code] = self.of(chr(code))
        return self[code]


class _Plain(_Signs):
    def of(self, sign: str) -> str:
        if UNSEEN.match(sign) or unicodedata.category(sign)[0] == "M":
            return ""
        digit = unicodedata.decimal(sign, None)
        return unicodedata.normalize("NFKC", sign) if digit is None else str(digit)


class _Tight(_Signs):
    def of(self, sign: str) -> str:
        if UNSEEN.match(sign) or GAPS.match(sign) or sign in _WITHIN:
            return ""
        digit = unicodedata.decimal(sign, None)
        if digit is not None:
            return str(digit)
        if unicodedata.category(sign) == "Cs":
            # Half of a pair, from an escape that was cut: no character, and no library takes it.
            return sign
        spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", sign).casefold())
        kept = (mark for mark in spread if unicodedata.category(mark)[0] != "M" and not GAPS.match(mark))
        return "".join(simplified(mark) for mark in kept)


_PLAIN, _TIGHT = _Plain(), _Tight()


class Folded:
    """One form of a text. `text` is what is searched; `origin` says where something found stands as written."""

    def __init__(self, raw: str, signs: _Signs) -> None:
        met = {sign: signs[ord(sign)] for sign in set(raw)}
        odd = [sign for sign, folded in met.items() if len(folded) != 1]
        changed = {sign: folded for sign, folded in met.items() if len(folded) == 1 and sign != folded}
        escaped = _ESCAPE.search(raw) is not None
        self._at, self._raw, self._end = [0], [0], [-1]
        if not escaped:
            # Signs that stay one sign change first: no place moves, and a few replacements are faster than a table.
            raw = _changed(raw, changed, signs)
        if not odd and not escaped:
            self.text = raw
            return
        pieces = []
        done = at = 0
        for found in _odd(odd, escaped=escaped).finditer(raw):
            start, end = found.span()
            if done < start:
                pieces.append(_changed(raw[done:start], changed, signs) if escaped else raw[done:start])
                self._note(at, done, -1)
                at += start - done
            sign = _unescaped(found[0]) if end - start > 1 else found[0]
            piece = sign.translate(signs)
            pieces.append(piece)
            self._note(at, start, end)
            at += len(piece)
            done = end
        pieces.append(_changed(raw[done:], changed, signs) if escaped else raw[done:])
        self._note(at, done, -1)
        self.text = "".join(pieces)

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Where a piece of the folded text, which must not be empty, stands in the text as written."""
        first = bisect_right(self._at, start) - 1
        last = bisect_right(self._at, end - 1) - 1
        begins = self._raw[first] + (start - self._at[first] if self._end[first] < 0 else 0)
        ends = self._end[last] if self._end[last] >= 0 else self._raw[last] + end - self._at[last]
        return begins, ends

    def _note(self, at: int, raw: int, end: int) -> None:
        self._at.append(at)
        self._raw.append(raw)
        self._end.append(end)


def _changed(text: str, changed: dict[str, str], signs: _Signs) -> str:
    if len(changed) > MOST_REPLACED or not changed.keys().isdisjoint(changed.values()):
        return text.translate({ord(sign): signs[ord(sign)] for sign in changed})
    for sign, folded in changed.items():
        text = text.replace(sign, folded)
    return text


def plain(raw: str) -> Folded:
    """The form that rules are looked for in."""
    return Folded(raw, _PLAIN)


def tight(raw: str) -> Folded:
    """The form that names are looked for in."""
    return Folded(raw, _TIGHT)


def name_form(name: str) -> str:
    """The tight form of a name: two texts are one name when it is the same."""
    return name.translate(_TIGHT)


def _odd(signs: list[str], *, escaped: bool) -> re.Pattern[str]:
    ways = ["[" + "".join(map(re.escape, signs)) + "]"] if signs else []
    return re.compile("|".join([_ESCAPE.pattern, *ways] if escaped else ways))


def _unescaped(written: str) -> str:
    if written[0] == "&":
        return html.unescape(written)
    if written[0] == "%":
        return bytes.fromhex(written.replace("%", "")).decode("utf-8", "replace")
    if written[-2] == "\\":
        return " "
    codes = [int(code, 16) for code in re.split(r"\\+u", written)[1:]]
    if len(codes) == 1:
        return chr(codes[0])
    return chr(0x10000 + ((codes[0] - 0xD800) << 10) + codes[1] - 0xDC00)
