"""Where somebody lives: by the words that announce it, by the ladder from province to room, and by a road or a village with a number.

The whole address goes, its city too: a village and a rare disease tell who is meant. Found in the plain form of a text.
"""

import re
from collections.abc import Iterator
from functools import cache

from core.base.names import HAN
from core.net.deid.personal import any_of, personal
from core.net.deid.span import Kind

Found = tuple[int, int, Kind, str]

_H = f"[{HAN}]"
_N = "[0-9A-Za-z一二三四五六七八九十百零〇东西南北甲乙丙丁#\\-]"
_PARTS = (
    r"省|市|自治区|自治州|地区|盟|旗|县|区|镇|乡|街道|村|屯|庄|寨|堡|路|街|道|巷|弄|胡同|里|号|院|栋|幢|座|楼|单元|层|室|组|队|社|小区|花园|家园|公寓|"
    r"大厦|广场|新村|苑|坊|园|湾|门|对面|旁|附近|隔壁|学校|小学|中学|医院|公司|厂"
)
_FEATURE = re.compile(_PARTS)
_LABELLED = re.compile(
    r"(?:\s{0,2}[:=(\"']{1,3}\s{0,3}|\s{1,3}|是|为|在)([^\s,，。;；\n\r!?|\"'<>\[\]{}][^,，。;；\n\r!?|\"'<>\[\]{}]{1,80})"
)
_LIVED = re.compile(rf"[:\s]{{0,3}}(?:在|于|的是)?({_H}[^,，。;；\n\r!?|\"'<>\[\]{{}}]{{2,80}})")
_NO_HOME = re.compile(r"院|宿|了|过|址|所|着|房|户|不|进|入|处|在医|下|满|[一二三四五六七八九十两几0-9]")
_LADDER = (
    rf"(?:{_H}{{1,7}}?(?:省|自治区|特别行政区))?\s?(?:{_H}{{1,8}}?(?:市|自治州|地区|盟))?\s?(?:{_H}{{1,10}}?(?:区|县|旗|市))?\s?"
    rf"(?:{_H}{{1,10}}?(?:街道|镇|乡|苏木))?\s?(?:{_H}{{1,12}}?(?:村|屯|庄|寨|社区|居委会))?"
)
_DETAIL = rf"(?:[{HAN}0-9A-Za-z\-]{{1,16}}?(?:大道|路|街|道|巷|弄|胡同|里|小区|花园|家园|公寓|大厦|新村|苑|坊|号院|号楼|号|栋|幢|座|单元|层|室|组|队)\s?){{0,8}}(?:{_N}{{1,8}}(?:号|室|栋|幢|楼|单元|组|队|户)?)?"
_STREET = re.compile(
    r"(?:大道|路|街|巷|弄|胡同|里)\s?(?:[0-9]{1,5}|[一二三四五六七八九十百零〇]{1,5})\s?(?:号|弄|巷|支|栋|幢|院)"
)
_VILLAGE = re.compile(r"(?:村|屯|庄|寨)\s?(?:[0-9一二三四五六七八九十]{1,3})\s?(?:组|队|社|号|户)")
_ESTATE = re.compile(
    r"(?:小区|花园|家园|公寓|新村|苑|大厦|社区)\s?[0-9一二三四五六七八九十A-Za-z]{1,4}\s?(?:号楼|栋|幢|座|单元|期|号)"
)
_REST = re.compile(
    rf"(?:[{HAN}]{{0,6}}?\s?[0-9A-Za-z一二三四五六七八九十\-]{{1,6}}\s?(?:号院|号楼|号|弄|栋|幢|座|楼|单元|层|室|组|队|户|院)?(?![0-9岁年月日天次个时分秒%℃.])){{0,8}}"
)
_LEFT = re.compile(rf"[{HAN}0-9]{{2,30}}$")
_NOT_OF_IT = re.compile(
    r".*(?:住在|住|家在|来自|位于|地址|送到|寄到|寄往|于|到|在|去|从|自|的|我|他|她|是|说|诉|患者)"
)


def addresses_in(text: str) -> Iterator[Found]:
    """Every address."""
    for found in _label().finditer(text):
        value = _LABELLED.match(text, found.end())
        if value and (_FEATURE.search(value[1]) or _begins_with_place(value[1])):
            yield value.start(1), value.start(1) + len(value[1].rstrip()), Kind.ADDRESS, "address_label"
    for found in _lives().finditer(text):
        value = _LIVED.match(text, found.end())
        if value is None or (found[0] == "住" and _NO_HOME.match(text, found.end())):
            continue
        piece = value[1].split("(")[0]
        piece = re.split(r"\s(?=[^0-9A-Za-z])", piece)[0] if " " in piece else piece
        if _FEATURE.search(piece) or _begins_with_place(piece):
            yield value.start(1), value.start(1) + len(piece.rstrip()), Kind.ADDRESS, "address_lives"
    yield from _from_province(text)
    yield from _by_number(text)


def _begins_with_place(piece: str) -> bool:
    return _province().match(piece) is not None


def _from_province(text: str) -> Iterator[Found]:
    """A province or a city of its own, and at least two more steps of the ladder."""
    for found in _province().finditer(text):
        steps = _ladder().match(text, found.start())
        if steps and len(re.findall(_PARTS, steps[0])) > 1:
            yield steps.start(), steps.start() + len(steps[0].rstrip()), Kind.ADDRESS, "address_ladder"


def _by_number(text: str) -> Iterator[Found]:
    """A road, a village or an estate with a number, whatever stands before it in one piece."""
    for pattern in (_STREET, _VILLAGE, _ESTATE):
        for found in pattern.finditer(text):
            before = _LEFT.search(text, max(0, found.start() - 30), found.start())
            if before is None:
                continue
            cut = _NOT_OF_IT.match(before[0])
            start = before.start() + (cut.end() if cut and cut.end() < len(before[0]) - 1 else 0)
            rest = _REST.match(text, found.end())
            end = rest.end() if rest else found.end()
            yield start, end, Kind.ADDRESS, "address_number"


@cache
def _label() -> re.Pattern[str]:
    return re.compile(any_of(personal()["cues"]["addresses"]["labels"]))


@cache
def _lives() -> re.Pattern[str]:
    return re.compile(any_of(personal()["cues"]["addresses"]["lives"]))


@cache
def _province() -> re.Pattern[str]:
    return re.compile(any_of(personal()["places"]["provinces"]))


@cache
def _ladder() -> re.Pattern[str]:
    return re.compile(_LADDER + _DETAIL)
