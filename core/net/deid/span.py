"""A piece of a text that must not leave, and how pieces that overlap become one."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a piece is. The value is the word its placeholder says to a model."""

    PATIENT = "患者"
    RELATIVE = "亲属"
    STAFF = "医护"
    PERSON = "人名"
    ID_CARD = "身份证"
    PHONE = "电话"
    BANK_CARD = "银行卡"
    PERMIT = "证件"
    PLATE = "车牌"
    EMAIL = "邮箱"
    WECHAT = "微信"
    QQ = "QQ"
    RECORD_NO = "病历号"
    INSURANCE = "医保号"
    SECRET = "密钥"  # noqa: S105 - a word for a placeholder
    ADDRESS = "地址"
    BIRTH = "出生日期"
    AGE = "90岁以上"
    TEXT = "原文"
    """What only looks like a placeholder."""


NAMES = frozenset({Kind.PATIENT, Kind.RELATIVE, Kind.STAFF, Kind.PERSON})
"""The kinds whose value is a person's name."""


class Layer(StrEnum):
    """Which of the layers found it."""

    KNOWN = "known"
    RULE = "rule"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` to `end` of the text as written. `rule` says by which rule, as a code."""

    start: int
    end: int
    kind: Kind
    layer: Layer
    rule: str


_RANK = {Layer.KNOWN: 0, Layer.RULE: 1, Layer.NAME: 2}


def merged(spans: Iterable[Span]) -> list[Span]:
    """The pieces in order, none touching another's signs. What overlaps goes as one piece, called after the longest of them; of two as
    long the layer that is surer. So nothing that any rule found is left standing.
    """
    done: list[Span] = []
    widest: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, -one.end)):
        if done and span.start < done[-1].end:
            best = min(widest[-1], span, key=_order)
            widest[-1] = best
            last = done[-1]
            done[-1] = Span(last.start, max(last.end, span.end), best.kind, best.layer, best.rule)
        else:
            done.append(span)
            widest.append(span)
    return done


def _order(span: Span) -> tuple[int, int]:
    return span.start - span.end, _RANK[span.layer]
