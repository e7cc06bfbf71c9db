"""The recovery code: 160 random bits on paper that open the store when passphrase and keyring are lost.

Written as nine groups of four signs of Crockford's alphabet, the last a check group. The code is a Reed–Solomon word over
GF(2^10): each group is two symbols, the check group the two check symbols. Any one mistyped half of a group is found and its
group named; two never pass for right. Nothing is corrected: a code that was copied wrongly is to be looked at again.
"""

import re
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from core.base.errors import UserError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base32: no I, L, O, U."""

GROUPS, SIGNS = 9, 4
"""Groups of a code, and signs of a group."""

CODE_BYTES = 20
KEY_BYTES = 32
ASKED = 3
"""How many groups a person types back to show that the code was written down."""

_WRITTEN = re.compile(rf"[0-9A-Z]{{{SIGNS}}}")
"""A group as it is written, right or wrong."""

_READ_AS = str.maketrans("OIL", "011")
_SEPARATORS = re.compile(r"[\s\u002d\u00ad\u2010-\u2015\u2212\u30fc_.,·、，]+")
_FIELD, _POLYNOMIAL = 1 << 10, 0b100_0000_1001
_DATA_SYMBOLS, _SYMBOLS = 16, 18


@dataclass(frozen=True)
class RecoveryCode:
    """A code whose check group is right. It never shows itself in a representation."""

    secret: bytes = field(repr=False)

    @classmethod
    def new(cls) -> "RecoveryCode":
        return cls(secrets.token_bytes(CODE_BYTES))

    @classmethod
    def parse(cls, text: str) -> "RecoveryCode":
        """Read a code as a person types it: case, width, spaces and dashes do not matter, O is 0, I and L are 1.

        Raises `UserError` recovery_code_length, recovery_code_group naming the groups that cannot be right,
        recovery_code_mistyped. None of them repeats what was typed.
        """
        groups = _groups(text)
        unfit = [
            number
            for number, group in enumerate(groups, start=1)
            if len(group) != SIGNS or not set(group) <= set(ALPHABET)
        ]
        if unfit:
            raise UserError("recovery_code_group", groups=_named(unfit))
        value = 0
        for sign in "".join(groups):
            value = value << 5 | ALPHABET.index(sign)
        symbols = [value >> 10 * place & _FIELD - 1 for place in reversed(range(_SYMBOLS))]
        amount, weighed = _syndromes(symbols)
        if amount or weighed:
            place = next(
                (place for place in range(_SYMBOLS) if weighed == _times(amount, _power(place))), None
            )
            if place is None:
                raise UserError("recovery_code_mistyped")
            raise UserError("recovery_code_group", groups=_named([place // 2 + 1]))
        return cls((value >> 20).to_bytes(CODE_BYTES))

    @classmethod
    def within(cls, typed: str) -> "RecoveryCode | None":
        """The code that was typed where a passphrase could be too; None for what is none.

        Told by its form: it reads as a code, or stands in nine groups of four of which some are digits. Of such a one it raises as
        `parse` does, so that whoever mistyped a group hears which.
        """
        parts = [part for part in _SEPARATORS.split(unicodedata.normalize("NFKC", typed).upper()) if part]
        grouped = len(parts) == GROUPS and all(map(_WRITTEN.fullmatch, parts))
        try:
            return cls.parse(typed)
        except UserError:
            if grouped and any(sign.isdigit() for sign in "".join(parts)):
                raise
            return None

    @property
    def groups(self) -> tuple[str, ...]:
        """The nine groups, as they are printed."""
        number = int.from_bytes(self.secret)
        symbols = [number >> 10 * place & _FIELD - 1 for place in reversed(range(_DATA_SYMBOLS))]
        amount, weighed = _syndromes(symbols)
        # The two check symbols bring both sums to zero: c + d = amount, c·x^16 + d·x^17 = weighed.
        first, second = _power(_DATA_SYMBOLS), _power(_DATA_SYMBOLS + 1)
        last = _times(weighed ^ _times(amount, first), _inverse(first ^ second))
        signs = "".join(
            ALPHABET[symbol >> 5] + ALPHABET[symbol & 31] for symbol in (*symbols, amount ^ last, last)
        )
        return tuple(signs[place : place + SIGNS] for place in range(0, len(signs), SIGNS))

    @property
    def text(self) -> str:
        """The code as it is printed: XXXX-XXXX-…"""
        return "-".join(self.groups)

    def key(self, store: str, purpose: str) -> bytes:
        """The key-encrypting key of one store for one purpose."""
        info = f"{store}|recovery|{purpose}".encode()
        return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(self.secret)

    def misread(self, typed: Mapping[int, str]) -> tuple[int, ...]:
        """Which of the groups, by number from 1, were not typed back as they are."""
        return tuple(number for number, text in typed.items() if signs_of(text) != self.groups[number - 1])


def asked_groups() -> tuple[int, ...]:
    """Three numbers of groups at random, to be typed back."""
    return tuple(sorted(secrets.SystemRandom().sample(range(1, GROUPS + 1), ASKED)))


def signs_of(text: str) -> str:
    """The signs of a code, or of a part of one, as a person types it: without what stands between them, and each as it counts."""
    return _SEPARATORS.sub("", unicodedata.normalize("NFKC", text).upper()).translate(_READ_AS)


def _groups(text: str) -> list[str]:
    """The nine groups; by what stands between them when that gives nine, else by counting."""
    parts = [part for part in map(signs_of, _SEPARATORS.split(unicodedata.normalize("NFKC", text))) if part]
    if len(parts) == GROUPS:
        return parts
    signs = "".join(parts)
    if len(signs) != GROUPS * SIGNS:
        raise UserError("recovery_code_length", found=len(signs), wanted=GROUPS * SIGNS)
    return [signs[place : place + SIGNS] for place in range(0, len(signs), SIGNS)]


def _named(groups: list[int]) -> str:
    return ", ".join(map(str, groups))


def _syndromes(symbols: list[int]) -> tuple[int, int]:
    """The sum of the symbols, and the sum of each times x to the power of its place. Both are 0 for a right word."""
    amount = weighed = 0
    for place, symbol in enumerate(symbols):
        amount ^= symbol
        weighed ^= _times(symbol, _power(place))
    return amount, weighed


def _times(one: int, other: int) -> int:
    product = 0
    while other:
        if other & 1:
            product ^= one
        one <<= 1
        if one & _FIELD:
            one ^= _POLYNOMIAL
        other >>= 1
    return product


def _power(exponent: int) -> int:
    """x to a power; x generates the field."""
    result = 1
    for _ in range(exponent):
        result = _times(result, 2)
    return result


def _inverse(symbol: int) -> int:
    """By Fermat: the group of the field has 1023 members."""
    result, square, exponent = 1, symbol, _FIELD - 2
    while exponent:
        if exponent & 1:
            result = _times(result, square)
        square = _times(square, square)
        exponent >>= 1
    return result
