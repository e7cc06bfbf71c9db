"""What is a person's because a word before it says so, or because of how it looks: addresses of mail, plates, permits, record numbers,
births, great ages, secrets.

A text is looked at in its plain form (`core.net.deid.folded`). Numbers that a checksum vouches for are `core.net.deid.numbers`'.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache

from core.base.redaction import secrets_in
from core.net.deid.personal import any_of, personal
from core.net.deid.span import Kind

Found = tuple[int, int, Kind, str]

_DATE = (
    r"(?:(?:农历|阴历|公历|阳历|夏历)\s?)?(?:(?:1[89]|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?![0-9])"
    r"|[0-9]{2,4}\s?[年./\-]\s?[0-9]{1,2}(?:\s?[月./\-]\s?[0-9]{1,2}(?![0-9])\s?[日号]?|\s?月)?|(?:1[89]|20)[0-9]{2}(?![0-9])(?:\s?年)?"
    r"|(?:[〇○零一二三四五六七八九]{2,4}|[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥])年"
    r"(?:闰?[正腊冬一二三四五六七八九十]{1,3}月(?:[初廿卅一二三四五六七八九十]{1,3}[日号]?)?)?)"
)
_SAID = r"(?:号码|编号|号)?\s{0,3}(?:[:=(\"'#,\[]|是|为|就是){0,3}\s{0,3}"
_VALUES: Mapping[str, tuple[Kind, str]] = {
    "id_card": (Kind.ID_CARD, r"[0-9](?:[\s\-]{0,2}[0-9]){13,16}[\s\-]{0,2}[0-9xX](?![0-9A-Za-z])"),
    "permit": (
        Kind.PERMIT,
        r"[A-Za-z]{0,3}\s?[0-9](?:[ \-]?[0-9]){4,17}[A-Za-z]?(?:\([0-9A-Za-z]\))?(?![0-9A-Za-z])",
    ),
    "insurance": (Kind.INSURANCE, r"[A-Za-z]{0,3}[0-9](?:[ \-]?[0-9]){4,20}[Xx]?(?![0-9A-Za-z])"),
    "record": (Kind.RECORD_NO, r"[A-Za-z]{0,5}-?[0-9][0-9A-Za-z\-]{0,19}(?![0-9A-Za-z])"),
    "wechat": (Kind.WECHAT, r"[A-Za-z][A-Za-z0-9_\-]{5,19}(?![A-Za-z0-9_\-])|[0-9]{5,12}(?![0-9])"),
    "qq": (Kind.QQ, r"[1-9](?:[ \-]?[0-9]){4,11}(?![0-9])"),
    "birth": (Kind.BIRTH, _DATE),
    "secret": (Kind.SECRET, r"[!-~]{4,64}"),
}
_BORN = re.compile(r"出生|生人|日生|月生|年生|born")
_DATE_BEFORE = re.compile(rf"{_DATE}\s{{0,2}}$")
_EMAIL_USER = re.compile(r"[A-Za-z0-9._%+\-]{1,64}\s?$")
_EMAIL_HOST = re.compile(r"\s?[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63})+")
_OLD = re.compile(
    r"(?:9[0-9]|1[0-3][0-9])\s?(?:多|余|几)?\s?(?:周岁|岁|虚岁|years? old|y/?o\b)|九十[一二三四五六七八九多余几]?[周虚]?岁"
    r"|(?:一)?百(?:零?[一二三四五六七八九]|[一二]?十[一二三四五六七八九]?)?[周虚]?岁"
)
_AGED = re.compile(r"(?:年龄|age|Age)[\"']?\s{0,2}[:=是为]{0,2}\s{0,2}(9[0-9]|1[0-3][0-9])(?![0-9.岁])")
_NOBODYS_AGE = re.compile(r"\s?(?:以上|以下|以内|之内|之后|之前|或以上|及以上|至|-|~)")
_SECRET_SIGN = re.compile(
    r"[=:：]\s*[\"']?[^\s\"']{4}|-----|eyJ|sk-|app-|dataset-|gh[po]_|github|glpat|AKIA|xox|AIza|[?&]"
)
"""What no row of the table does without: the table is slow where there is nothing to find."""

_NO_AGE_BEHIND = re.compile(r"(?:[0-9.\-~至]|超过|大于|高于|小于|低于|不足|未满|年满|[>≥<≤])\s?$")
_KEYED = re.compile(r"[!-~：][ -~：\n\r\t]{7,}")


def marked_in(
    text: str, has_record: Callable[[int], bool], has_birth: Callable[[str], bool]
) -> Iterator[Found]:
    """Everything of the kinds above. The clinic's own record numbers count where it has them (`has_record`), and the day somebody who
    matters here was born (`has_birth`).
    """
    yield from _announced(text)
    yield from _emails(text)
    yield from _plates(text)
    yield from _births(text, has_birth)
    yield from _ages(text)
    yield from _records(text, has_record)
    yield from _secrets(text)


def _announced(text: str) -> Iterator[Found]:
    """A cue, then a value of its kind."""
    cues, kinds, values = _cues()
    for found in cues.finditer(text):
        start, end = found.span()
        if found[0].isascii() and start and text[start - 1].isascii() and text[start - 1].isalpha():
            continue
        for name in kinds[found[0]]:
            value = values[name].match(text, end)
            if value:
                yield *value.span(1), _VALUES[name][0], f"cue_{name}"
                break


def _emails(text: str) -> Iterator[Found]:
    at = text.find("@")
    while at >= 0:
        user, host = _EMAIL_USER.search(text, max(0, at - 66), at), _EMAIL_HOST.match(text, at + 1)
        if user and host:
            yield user.start(), host.end(), Kind.EMAIL, "email"
        at = text.find("@", at + 1)


def _plates(text: str) -> Iterator[Found]:
    for found in _plate().finditer(text):
        if (
            sum(sign.isdigit() for sign in found[0]) > 1 and not text[found.end() : found.end() + 1].isalnum()
        ) or _is_han(text, found.end()):
            yield *found.span(), Kind.PLATE, "plate"


def _births(text: str, has_birth: Callable[[str], bool]) -> Iterator[Found]:
    for found in _BORN.finditer(text):
        end = found.start() + (found[0] in {"日生", "月生", "年生"})
        date_before = _DATE_BEFORE.search(text, max(0, end - 24), end)
        if date_before:
            yield *date_before.span(), Kind.BIRTH, "born_behind"
    for pattern, order in _DAYS:
        for found in pattern.finditer(text):
            year, month, day = (_counted(found[place]) for place in order)
            try:
                written = date(year, month, day).isoformat()
            except ValueError:
                continue
            if has_birth(written):
                yield *found.span(), Kind.BIRTH, "known_birth"


_DAY = re.compile(
    r"((?:1[89]|20)[0-9]{2})\s?[年./\-]?\s?([01]?[0-9])\s?[月./\-]?\s?([0-3]?[0-9])(?![0-9])\s?[日号]?"
)


_LAST = r"([0-3]?[0-9])\s?[./\-]\s?([0-3]?[0-9])\s?[./\-]\s?((?:1[89]|20)[0-9]{2})(?![0-9])"
_WORDS = re.compile(
    r"((?:1[89]|20)[0-9]{2}|[一二〇○零][〇○零一二三四五六七八九]{3})\s?年\s?([0-9]{1,2}|[元一二三四五六七八九十]{1,2})\s?月\s?"
    r"([0-9]{1,2}|[一二三四五六七八九十廿卅]{1,3})\s?[日号]?"
)
_DAYS = (
    (_DAY, (1, 2, 3)),
    (_WORDS, (1, 2, 3)),
    (re.compile(_LAST), (3, 2, 1)),
    (re.compile(_LAST), (3, 1, 2)),
)
"""The ways a day is written, and where year, month and day stand in them."""

_ONES = {**{sign: value for value, sign in enumerate("零一二三四五六七八九")}, "〇": 0, "○": 0, "元": 1}
_TENS = {"十": 10, "廿": 20, "卅": 30}


def _counted(written: str) -> int:
    """A number in digits, in signs for digits (一九四九), or in words up to 39."""
    if written.isdecimal():
        return int(written)
    if len(written) > 3:  # noqa: PLR2004 - a year
        return int("".join(str(_ONES[sign]) for sign in written))
    total = 0
    for sign in written:
        total = (total or 1) * 10 if sign == "十" else total + (_TENS.get(sign) or _ONES[sign])
    return total


def _ages(text: str) -> Iterator[Found]:
    """Above 89 an age is so rare that it tells who is meant (45 CFR 164.514(b)(2)(i)(C) draws the same line)."""
    for found in _OLD.finditer(text):
        if not _NO_AGE_BEHIND.search(
            text, max(0, found.start() - 4), found.start()
        ) and not _NOBODYS_AGE.match(text, found.end()):
            yield *found.span(), Kind.AGE, "age_90"
    for found in _AGED.finditer(text):
        yield *found.span(1), Kind.AGE, "age_90"


def _records(text: str, has_record: Callable[[int], bool]) -> Iterator[Found]:
    for found in re.finditer(r"[Pp]\s?([0-9]{3,9})(?![0-9A-Za-z])", text):
        before = text[found.start() - 1 : found.start()] if found.start() else ""
        if not (before.isascii() and before.isalnum()) and has_record(int(found[1])):
            yield *found.span(), Kind.RECORD_NO, "known_record"


def _secrets(text: str) -> Iterator[Found]:
    """The table of `core.base.redaction`, in what is written in Latin letters."""
    for piece in _KEYED.finditer(text):
        if _SECRET_SIGN.search(piece[0]):
            for start, end, row in secrets_in(piece[0]):
                if end > start:
                    yield piece.start() + start, piece.start() + end, Kind.SECRET, f"secret_{row}"


def _is_han(text: str, at: int) -> bool:
    return at < len(text) and not text[at].isascii()


@cache
def _plate() -> re.Pattern[str]:
    first = personal()["places"]["plates"]
    return re.compile(
        rf"[{first}]\s?[A-HJ-NP-Za-hj-np-z]\s?[·.\-]?\s?[A-HJ-NP-Za-hj-np-z0-9]{{4,5}}[A-HJ-NP-Za-hj-np-z0-9挂学警港澳]?"
    )


@cache
def _cues() -> tuple[re.Pattern[str], dict[str, tuple[str, ...]], dict[str, re.Pattern[str]]]:
    """One pattern for every cue, the kinds each may announce, and how a value of a kind looks."""
    kinds: dict[str, tuple[str, ...]] = {}
    for name in _VALUES:
        for cue in personal()["cues"]["numbers"][name]:
            kinds[cue] = (*kinds.get(cue, ()), name)
    # A password is said to be one: 口令 alone may be followed by anything.
    said = {"secret": r"\s{0,2}(?:[:=]|是|为)\s{0,2}"}
    values = {name: re.compile(rf"{said.get(name, _SAID)}({value})") for name, (_, value) in _VALUES.items()}
    return re.compile(any_of(kinds)), kinds, values
