"""Names nobody told us, known by what stands beside them: a label, a form of address, a kinship, 我叫, a sex or an age behind.

A name is a surname and one or two characters more, or whatever follows a label for names. What the packs know by name (herbs, formulas,
points, books) and everyday words that begin like a surname are none, except behind such a label. Found in the plain form of a text.
Accepted: a full name with no cue at all, of somebody the clinic does not know, stays.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from core.base.names import HAN
from core.base.text import is_missing
from core.net.deid.folded import name_form
from core.net.deid.known import Terms
from core.net.deid.personal import (
    addressed_surnames,
    all_surnames,
    any_of,
    compounds,
    everyday,
    personal,
    sure_surnames,
)
from core.net.deid.span import Kind

Found = tuple[int, int, Kind, str]

_H = f"[{HAN}]"
_DOTS = "[·•‧・∙⋅]"
_END = rf"(?=[^{HAN}·•‧・]|$)"
_SEX = r"(?=[男女](?:性|童|婴|士)?(?:[,，。;；\s\d]|$))"
_GOES_ON = "诉来因说于今昨在的与和及已现有自主代陪前曾患为去到打住是也又还将家复初就述称感觉后签出做买送带照护帮让叫请吃喝得死身没无不很都才刚正每总则亦仍未可能会要想怕认给对跟同性"
_DOTTED = rf"{_H}{{1,12}}(?:\s?{_DOTS}\s?{_H}{{1,12}}){{1,3}}"
_SPACED = rf"{_H}{{1,2}}(?:[ \u3000]{{1,3}}(?![男女]){_H}){{1,3}}(?!{_H})"
_LATIN = r"[A-Z][A-Za-z'’\-]{1,20}(?:[ .]{1,2}[A-Z][A-Za-z'’\-]{0,20}){0,3}(?![A-Za-z])"
_LABELLED = re.compile(
    rf"\s{{0,3}}[:=|]?[\s\"'(\[*_]{{0,4}}[:=]?[\s\"'(]{{0,3}}(?P<name>{_DOTTED}|{_SPACED}|{_H}{{1,8}}?(?:{_SEX}|{_END})|{_LATIN})"
)
_ANY_NAME = re.compile(
    rf"[\s:是\"']{{0,3}}(?P<name>{_DOTTED}|{_H}{{2,4}}?(?={_SEX}|[^{HAN}]|$|[今昨因的是]))"
)
_SURNAMED = re.compile(
    rf"姓(?P<surname>{_H}{{1,2}}?)(?:,|\s|、)*(?:单?名|叫)(?:字|一个|做|作)?[\s\"]{{0,2}}(?P<given>{_H}{{1,3}}?)(?=[^{HAN}]|$|[今昨因的是电家住女男])"
)
_SURNAME_ONLY = re.compile(
    rf"(?:我|免贵|患者|病人|他|她|鄙人|本人)姓(?P<surname>{_H}{{1,2}}?)(?=[^{HAN}]|$|[,，今因的是叫])"
)
_BESIDE = re.compile(
    r"\s{0,2}[,，、/(|]?\s{0,2}(?:[男女](?![儿孩])|[0-9]{1,3}\s?(?:岁|个月|天)|[一二三四五六七八九十]{1,4}岁|1[3-9][0-9][\s\-]?[0-9]{4}|\+86|身份证|电话|手机|联系)"
)
_SAYS = re.compile(r"\s{0,2}[,，]\s{0,2}(?:[主自代]?诉|[男女]|[0-9]{1,3}岁|述|称|因)")
_OTHERS = re.compile(rf"\s{{0,2}}(?:[,，、/和及与]|\s)\s{{0,2}}(?P<name>{_H}{{2,4}}?){_END}")
_OPEN = re.compile(r"[,，。;；:：、\s(\[\"'!?！？>|日天午晨晚者人由为请]$|^$")
_LONGEST = 4
_LEAST_DOTTED = 3
"""Characters of the last part. 淡白·淡红 is a list."""

_MARK = re.compile(r"\s{0,3}[\"']?\s{0,2}[:=|]")
_DOTTED_AT, _SPACED_AT = re.compile(_DOTTED), re.compile(_SPACED)
_LINK = re.compile(r"(?:名叫|叫做|叫|名|是)?[:\s(]{0,2}")
_HAN_ONLY = re.compile(f"{_H}+")
_COLON = re.compile(r"\s{0,3}[:=]")
_NO_NAMES = frozenset(
    (*"男女无是否", "性别", "年龄", "出生", "出生日期", "电话", "手机", "住址", "地址", "职业", "民族")
)
_DOT = re.compile("[·•‧・]")
_BEFORE_DOT = re.compile(rf"{_H}{{2,12}}$")
_AFTER_DOT = re.compile(rf"(?:[·•‧・]{_H}{{2,12}}){{1,3}}")


class Persons:
    """Made once: knows which words are nobody."""

    def __init__(self, no_persons: Iterable[str] = ()) -> None:
        self.terms = Terms(no_persons)
        """What a domain knows by name."""
        self.words = Terms(everyday())
        """What anybody says."""

    def names_in(self, text: str) -> Iterator[Found]:
        """Every name by its cue."""
        for rule in (
            *(self._labelled, self._role_labelled, self._patients, self._called, self._surnamed),
            *(
                self._dotted,
                self._loosely_labelled,
                self._addressed,
                self._old,
                self._kin,
                self._acting,
                self._beside,
            ),
        ):
            yield from rule(text)

    def is_word(self, text: str, start: int, end: int, *, strictly: bool = False) -> bool:
        """Whether a piece of a text is, or begins with, a word that is nobody; strictly, an everyday word may still be somebody."""
        piece = name_form(text[start : end + _LONGEST])
        length = len(name_form(text[start:end]))
        term = self.terms.begins(piece, 0)
        if term >= min(length, 2):
            return True
        return not strictly and self.words.begins(piece, 0) >= min(length, 2)

    def given(self, name: str) -> str | None:
        """The given name, where it can stand for somebody by itself: two characters that are no word."""
        form = name_form(name)
        rest = form[2:] if form[:2] in compounds() else form[1:]
        stands = _shape(form, any_surname=True) and len(rest) == 2  # noqa: PLR2004
        return rest if stands and rest not in self.words and rest not in self.terms else None

    def _labelled(self, text: str) -> Iterator[Found]:
        for found in _labels().finditer(text):
            if _within_latin(text, *found.span()):
                continue
            value = _LABELLED.match(text, found.end())
            marked = _MARK.match(text, found.end())
            if value and marked:
                if not is_missing(value["name"]) and value["name"] not in _NO_NAMES:
                    yield *value.span("name"), Kind.PERSON, "name_label"
                continue
            at = (
                found.end()
                + len(text[found.end() : found.end() + 3])
                - len(text[found.end() : found.end() + 3].lstrip())
            )
            spaced = _SPACED_AT.match(text, at)
            end = (
                spaced.end()
                if spaced and at > found.end()
                else self._name_at(text, at, goes_on=True, any_surname=True)
            )
            if end is not None and not found[0].isascii():
                yield at, end, Kind.PERSON, "name_label"

    def _loosely_labelled(self, text: str) -> Iterator[Found]:
        """name is said of things too: what follows has to look like somebody."""
        for found in _loose_labels().finditer(text):
            if _within_latin(text, *found.span()) or not _MARK.match(text, found.end()):
                continue
            value = _LABELLED.match(text, found.end())
            if value is None:
                continue
            start, end = value.span("name")
            if value["name"].isascii():
                if re.fullmatch(r"[A-Z][a-z]+(?:[ .]{1,2}[A-Z][a-z]*)+", value["name"]):
                    yield start, end, Kind.PERSON, "name_loose"
            elif "·" in value["name"] or (
                _shape(value["name"].replace(" ", "")) and not self.is_word(text, start, end, strictly=True)
            ):
                yield start, end, Kind.PERSON, "name_loose"

    def _dotted(self, text: str) -> Iterator[Found]:
        """阿依古丽·买买提: nothing but a name is written so, unless the parts are words."""
        done = 0
        for dot in _DOT.finditer(text):
            left = _BEFORE_DOT.search(text, max(done, dot.start() - 12), dot.start())
            right = _AFTER_DOT.match(text, dot.start()) if left else None
            if left is None or right is None:
                continue
            start, end = left.start(), right.end()
            done = end
            cut = _patient_words().search(text, start, dot.start())
            beside = (text[start - 1 : start] if start else "") + text[end : end + 1]
            start = cut.end() if cut else start
            acts = _acts().search(text, start, end)
            end = acts.start() if acts and acts.start() > start else end
            parts = re.split(rf"\s?{_DOTS}\s?", text[start:end])
            listed = any(mark in "《》·•" for mark in beside) or len(parts[-1]) < _LEAST_DOTTED
            if (
                len(parts) > 1
                and not listed
                and not any(self.terms.begins(name_form(part), 0) > 1 for part in parts)
            ):
                yield start, end, Kind.PERSON, "name_dotted"

    def _role_labelled(self, text: str) -> Iterator[Found]:
        for found in _roles().finditer(text):
            value = _LABELLED.match(text, found.end()) if _COLON.match(text, found.end()) else None
            if value is None:
                continue
            start, end = value.span("name")
            if not self._may_be(text, start, end) or (
                len(value["name"].replace(" ", "")) > _LONGEST and "·" not in value["name"]
            ):
                short = self._name_at(text, start, goes_on=True)
                if short is None:
                    continue
                end = short
            yield start, end, Kind.PERSON, "name_role"
            while (another := _OTHERS.match(text, end)) and self._may_be(text, *another.span("name")):
                start, end = another.span("name")
                yield start, end, Kind.PERSON, "name_role"

    def _patients(self, text: str) -> Iterator[Found]:
        """患者王芳，诉头痛. 高兴 is somebody when what follows is told of somebody."""
        for found in _patient_words().finditer(text):
            at = found.end() + (text[found.end() : found.end() + 1] in {" ", ":"})
            dotted = _DOTTED_AT.match(text, at)
            if dotted:
                yield *dotted.span(), Kind.PERSON, "name_patient"
                continue
            end = self._name_at(text, at, goes_on=True, strictly=False)
            if end is None:
                end = self._name_at(text, at, goes_on=False, strictly=True)
                if end is None or not _SAYS.match(text, end):
                    continue
            yield at, end, Kind.PERSON, "name_patient"

    def _called(self, text: str) -> Iterator[Found]:
        for found in _called_words().finditer(text):
            value = _ANY_NAME.match(text, found.end())
            if value and not self.is_word(text, *value.span("name")):
                yield *value.span("name"), Kind.PERSON, "name_called"
        for found in _is_words().finditer(text):
            end = self._name_at(text, found.end(), goes_on=True)
            if end is not None:
                yield found.end(), end, Kind.PERSON, "name_is"

    def _surnamed(self, text: str) -> Iterator[Found]:
        if "姓" not in text:
            return
        for found in _SURNAMED.finditer(text):
            if _is_surname(found["surname"]):
                yield *found.span("surname"), Kind.PERSON, "name_surname"
                yield *found.span("given"), Kind.PERSON, "name_given"
        for found in _SURNAME_ONLY.finditer(text):
            if _is_surname(found["surname"]):
                yield *found.span("surname"), Kind.PERSON, "name_surname"

    def _addressed(self, text: str) -> Iterator[Found]:
        """王阿姨, 李建国医生: the form of address goes with a bare surname, for it is the name then."""
        for found in _honorifics().finditer(text):
            end = found.start()
            for length in (4, 3, 2):
                start = end - length
                if start >= 0 and _shape(text[start:end]) and not self.is_word(text, start, end):
                    yield start, end, Kind.PERSON, "name_honorific"
                    break
                # 请权秋焱医生会诊: of a surname that is a word too, where nothing of the clause stands before it.
                opened = start >= 0 and length > 2 and _OPEN.search(text[max(0, start - 1) : start])  # noqa: PLR2004
                if (
                    opened
                    and _shape(text[start:end], any_surname=True)
                    and not self.is_word(text, start, end)
                ):
                    yield start, end, Kind.PERSON, "name_honorific"
                    break
            else:
                for length in (2, 1):
                    start = end - length
                    surname = text[start:end] if start >= 0 else ""
                    before = text[max(0, start - 1) : start]
                    if (
                        surname in (compounds() if length > 1 else addressed_surnames())
                        and before + surname not in self.words
                    ):
                        yield start, found.end(), Kind.PERSON, "name_honorific"
                        break

    def _old(self, text: str) -> Iterator[Found]:
        """老王, 小李."""
        excluded = personal()["cues"]["not_after_old"]
        for found in re.finditer(f"[老小][{''.join(sure_surnames())}]", text):
            surname = found[0][1]
            before, after = (
                text[found.start() - 1 : found.start()] if found.start() else "",
                text[found.end() : found.end() + 1],
            )
            if surname in excluded or (
                before and re.match(_H, before) and before not in "的和与是叫找给请问"
            ):
                continue
            tail = text[found.start() + 1 : found.end() + _LONGEST]
            if (
                not self.is_word(text, found.start(), found.end())
                and not self.terms.begins(tail, 0)
                and not self.words.begins(tail, 0)
            ):
                if (
                    after
                    and re.match(_H, after)
                    and after not in _GOES_ON + "头腹胃咳腰胸发夜失心两双右左口大小今近这反你我他她们"
                ):
                    continue
                yield *found.span(), Kind.PERSON, "name_old"

    def _kin(self, text: str) -> Iterator[Found]:
        for found in _kin_words().finditer(text):
            linked = _LINK.match(text, found.end())
            at = linked.end() if linked else found.end()
            end = self._name_at(text, at, goes_on=True)
            if end is not None:
                yield at, end, Kind.PERSON, "name_kin"

    def _acting(self, text: str) -> Iterator[Found]:
        """李建国来诊, when it begins a clause."""
        for found in _acts().finditer(text):
            end = found.start()
            for length in (4, 3, 2):
                start = end - length
                if (
                    start < 0
                    or not _shape(text[start:end])
                    or not _OPEN.search(text[max(0, start - 1) : start])
                ):
                    continue
                if not self.is_word(text, start, end):
                    yield start, end, Kind.PERSON, "name_acts"
                    break

    def _beside(self, text: str) -> Iterator[Found]:
        """王小明，男，45岁 at the beginning of a clause."""
        # A text begins as a clause does.
        at_start = _clause_names().match("\n" + text[:40])
        if (
            at_start
            and _BESIDE.match(text, at_start.end() - 1)
            and not self.is_word(text, 0, at_start.end() - 1)
        ):
            yield 0, at_start.end() - 1, Kind.PERSON, "name_beside"
        for found in _clause_names().finditer(text):
            start, end = found.span("name")
            if _BESIDE.match(text, end) and not self.is_word(text, start, end):
                yield start, end, Kind.PERSON, "name_beside"

    def _may_be(self, text: str, start: int, end: int) -> bool:
        piece = re.sub(r"\s", "", text[start:end])
        if re.search(_DOTS, piece):
            return True
        return _shape(piece, any_surname=True) and not self.is_word(text, start, end)

    def _name_at(
        self, text: str, at: int, *, goes_on: bool, strictly: bool = False, any_surname: bool = False
    ) -> int | None:
        """Where the name that begins here ends: the longest that something may follow. None when there is none."""
        if text[at : at + 1] not in all_surnames() and text[at : at + 2] not in compounds():
            return None
        for length in (4, 3, 2):
            end = at + length
            if end > len(text) or not _shape(text[at:end], any_surname=any_surname or strictly):
                continue
            after = text[end : end + 1]
            ends = not after or not re.match(_H, after) or after in "男女" or (goes_on and after in _GOES_ON)
            if ends:
                return None if self.is_word(text, at, end, strictly=strictly) else end
        return None


def _is_surname(text: str) -> bool:
    return text in (compounds() if len(text) > 1 else all_surnames())


def _shape(text: str, *, any_surname: bool = False) -> bool:
    """Whether a piece is a surname, one that is hardly another word unless any will do, and one or two characters more."""
    surnames = all_surnames() if any_surname else sure_surnames()
    single = text[:1] in surnames and len(text) in {2, 3}
    double = text[:2] in compounds() and 2 < len(text) <= _LONGEST  # noqa: PLR2004 - a compound surname
    return (single or double) and _HAN_ONLY.fullmatch(text) is not None


def _within_latin(text: str, start: int, end: int) -> bool:
    """Whether a cue in Latin letters is only a part of a word."""
    if not text[start].isascii():
        return False
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return any(sign.isascii() and sign.isalpha() for sign in (before, after))


@cache
def _labels() -> re.Pattern[str]:
    # Flat, so that the matcher can skip to a first sign of any of them.
    return re.compile("姓\\s{1,4}名|名\\s{1,4}字|" + any_of(personal()["cues"]["name_labels"])[3:-1])


@cache
def _loose_labels() -> re.Pattern[str]:
    return re.compile(any_of(personal()["cues"]["loose_labels"]))


@cache
def _roles() -> re.Pattern[str]:
    return re.compile(any_of(personal()["cues"]["role_labels"]))


@cache
def _patient_words() -> re.Pattern[str]:
    return re.compile(any_of(personal()["cues"]["patients"]))


@cache
def _called_words() -> re.Pattern[str]:
    return re.compile(any_of(personal()["cues"]["called"]))


@cache
def _is_words() -> re.Pattern[str]:
    return re.compile(any_of(personal()["cues"]["is"]))


@cache
def _honorifics() -> re.Pattern[str]:
    return re.compile(any_of(personal()["cues"]["honorifics"]))


@cache
def _kin_words() -> re.Pattern[str]:
    return re.compile(any_of(personal()["cues"]["kin"]))


@cache
def _acts() -> re.Pattern[str]:
    return re.compile(any_of(personal()["cues"]["acts"]))


@cache
def _clause_names() -> re.Pattern[str]:
    sure, two = "".join(sorted(all_surnames())), any_of(compounds())
    return re.compile(
        rf"[\n。;；,，、:：\s(|](?P<name>(?:{two}{_H}{{1,2}}|[{sure}]{_H}{{1,2}}))(?=[^{HAN}]|男|女|$)"
    )
