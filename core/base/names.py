"""When two names are one name, and how a name can be read aloud and typed.

Equality forgives writing (width, blanks, middle dots, traditional and old shapes), never sound: names that only sound alike
are candidates for a person to look at. The forms here are keys for comparing and finding; what was typed is kept elsewhere.

Accepted: characters are converted one by one, without OpenCC's phrases, so a key does not depend on the neighbours; outside
the surname every reading of the dictionary counts, archaic ones among them. pypinyin and OpenCC take a third of a second to
load and are loaded by the first Chinese name.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources

Reading = tuple[str, ...]
"""The syllables of one way to read a name: toneless, lower case, ü spelt v."""

MOST_READINGS = 24
"""A name has at most this many readings; the unlikeliest are left out."""

GAPS = re.compile(r"[\s.·•․‧∙⋅・᛫⸱\u00ad\u200b-\u200f\u2060\ufeff]+")
"""What may stand between the characters of a name and is no part of it."""

HAN = r"⺀-⿟々〇㐀-鿿\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters, for a class of a pattern."""

_ONE_HAN = re.compile(f"[{HAN}]")
_UNITS = re.compile(f"[{HAN}]|[^{HAN}]+")


def name_key(name: str) -> str:
    """The form two names share when they are one name: 陈 敏, 陳敏 and full-width blanks; Ａnna and ANNA; 靑 and 青.

    Blanks and middle dots (阿卜杜拉·买买提) do not count, unless there is nothing else. Rules: spec/domain.md B2 and
    `resources/people/variants.tsv`.
    """
    folded = _folded(name)
    bare = unicodedata.normalize("NFKC", GAPS.sub("", folded)) or "".join(folded.split())
    return "".join(simplified(mark) for mark in bare)


def readings(name: str) -> tuple[Reading, ...]:
    """Every way to read a name, likeliest first, at most `MOST_READINGS`; none for a blank name.

    A leading surname is read as `resources/people/surnames.tsv` says, then as the everyday character, so that 单 is found as
    shan and as dan. A part in another script is one syllable.
    """
    return _readings(_folded(name))


def is_homophone(one: str, other: str) -> bool:
    """Whether some reading of both is the same, syllable by syllable, without tones. 吕 (lv) is no homophone of 路 (lu)."""
    return not set(readings(one)).isdisjoint(readings(other))


def pinyin_key(text: str) -> str:
    """What was typed as pinyin, as bare letters: LÜ, lǚ, lu: and lyu are lv. lu stays lu.

    nyu is nv only where the n cannot end a syllable: linyu may be 林宇.
    """
    letters = unicodedata.normalize("NFD", _folded(text))
    letters = letters.replace("u\u0308", "v").replace("u:", "v")
    letters = re.sub(r"[^a-z]", "", letters)
    return re.sub(r"lyu|(?<![aeiouv])nyu", lambda found: f"{found[0][0]}v", letters)


def tolerant(text: str) -> str:
    """A key that forgives the usual confusions of pinyin: zh/z, ch/c, sh/s, ng/n, l/n, ü/v/u.

    Letter by letter, so the key of a beginning is a beginning of the key: apply it to stored syllables run together and to
    what has been typed so far, and compare prefixes.
    """
    folded = re.sub(r"([zcs])h", r"\1", pinyin_key(text)).replace("v", "u")
    # The y goes because lyu is typed as l, ly, lyu: each step must stay a beginning of lü.
    return re.sub(r"[ln]g*y?", "n", folded)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


@cache
def simplified(mark: str) -> str:
    """The standard simplified shape of one character, whatever its neighbours; any other sign as it is."""
    if not _ONE_HAN.match(mark):
        return mark
    return _variants().get(mark) or _converter()(mark)


@lru_cache(maxsize=4096)
def _readings(folded: str) -> tuple[Reading, ...]:
    units = [simplified(unit) for part in GAPS.split(folded) for unit in _UNITS.findall(part)]
    if not units:
        return ()
    length, surname = _surname(units)
    choices = [surname, *([(sound,) for sound in _sounds(unit)] for unit in units[length:])]
    return _likeliest(choices)


def _surname(units: Sequence[str]) -> tuple[int, Sequence[Reading]]:
    """How many leading units are the surname, and its readings. 单于飞 may still be Mr 单: both ways count."""
    single = _single_surname(units[0])
    for length in range(min(_longest_surname(), len(units)), 1, -1):
        compound = _surnames().get("".join(units[:length]))
        if compound:
            rest = [_sounds(unit)[0] for unit in units[1:length]]
            return length, _distinct((*compound, *((*first, *rest) for first in single)))
    return 1, single


def _single_surname(unit: str) -> Sequence[Reading]:
    everyday = [(sound,) for sound in _sounds(unit)]
    known = _surnames().get(unit)
    return _distinct((*known, everyday[0])) if known else everyday


def _likeliest(choices: Iterable[Sequence[Reading]]) -> tuple[Reading, ...]:
    """The combinations whose places in their lists sum up least. Cutting at every step loses none of them."""
    found: list[tuple[int, Reading]] = [(0, ())]
    for alternatives in choices:
        longer = [
            (rank + place, (*done, *sounds))
            for rank, done in found
            for place, sounds in enumerate(alternatives)
        ]
        found = sorted(longer, key=lambda entry: entry[0])[:MOST_READINGS]
    return tuple(reading for _, reading in found)


def _distinct(found: Iterable[Reading]) -> Sequence[Reading]:
    return tuple(dict.fromkeys(found))


@cache
def _sounds(unit: str) -> Sequence[str]:
    """The syllables a unit may be read as, the everyday one first."""
    if not _ONE_HAN.match(unit):
        return (pinyin_key(unit) or unit,)
    return tuple(dict.fromkeys(_dictionary()(unit)))


@cache
def _dictionary() -> Callable[[str], list[str]]:
    from pypinyin import Style, pinyin

    def sounds(mark: str) -> list[str]:
        return pinyin(mark, style=Style.NORMAL, heteronym=True, v_to_u=False)[0]

    return sounds


@cache
def _converter() -> Callable[[str], str]:
    from opencc import OpenCC

    return OpenCC("t2s").convert


@cache
def _surnames() -> dict[str, tuple[Reading, ...]]:
    return {
        surname: tuple(tuple(reading.split()) for reading in ways.split("|"))
        for surname, ways in _rows("surnames.tsv")
    }


def compound_surnames() -> frozenset[str]:
    """The surnames of more than one character."""
    return frozenset(surname for surname in _surnames() if len(surname) > 1)


@cache
def _longest_surname() -> int:
    return max(map(len, _surnames()))


@cache
def _variants() -> dict[str, str]:
    return dict(_rows("variants.tsv"))


def _rows(name: str) -> Iterator[tuple[str, str]]:
    table = resources.files("resources") / "people" / name
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            first, _, second = line.partition("\t")
            yield first, second
