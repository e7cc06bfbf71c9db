"""What stands for what: [患者1], [电话2]. One table for one conversation, kept in memory, neither written, sent nor shown.

The same value in the same spelling is the same placeholder; in another spelling the number stays and the spelling is counted, [患者1-2], so
that a model sees who is meant and what comes back is exactly what was taken out. What only looks like a placeholder is replaced too, so
nothing is put back that was not taken out.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, NoReturn, TypeVar

from core.net.deid.folded import name_form
from core.net.deid.numbers import digits_written
from core.net.deid.span import NAMES, Kind

T = TypeVar("T")

LONGEST = 40
"""Signs. An answer that comes in pieces is held back so far behind an opened bracket."""

_WORDS = "|".join(sorted((re.escape(kind) for kind in Kind), key=len, reverse=True))
LOOKS_LIKE = re.compile(
    rf"(?:\\(?=[^\]］】〕〗]{{1,40}}\\[\]］】〕〗]))?[\[［【〔〖]\s{{0,3}}(?P<word>{_WORDS})\s{{0,3}}(?P<number>[0-9０-９]{{1,6}})"
    rf"(?:\s{{0,2}}[-－–‐−]\s{{0,2}}(?P<spelling>[0-9０-９]{{1,6}}))?\s{{0,3}}\\?[\]］】〕〗]"
)
"""A placeholder, also as a model may write it down: with other brackets, blanks, full-width digits, or a backslash of Markdown
before both brackets: one before the first alone stood before the value."""

_QUOTED = re.compile(rf'(?P<before>"?){LOOKS_LIKE.pattern}(?P<behind>"?)')
"""With the quotation marks around it: a number of a document has none when it comes back."""

_OPENED = re.compile(
    r"\"?\\?[\[［【〔〖][^\]］】〕〗]{0,40}\\?$|[\\\"]$|\"?\\?[\[［【〔〖][^\]］】〕〗]{1,40}[\]］】〕〗]$"
)


class Placeholders:
    """The table of one conversation."""

    def __init__(self) -> None:
        self._of: dict[tuple[Kind | None, str], str] = {}
        self._numbers: dict[tuple[Kind | None, str], tuple[Kind, int]] = {}
        self._spellings: dict[tuple[Kind, int], int] = {}
        self._last: dict[Kind, int] = {}
        self._written: dict[str, Any] = {}
        self._turn = Lock()
        """Two questions of one conversation at the same time must not call two people the same."""

    def __repr__(self) -> str:
        return f"<Placeholders of {len(self._written)} values>"

    def __len__(self) -> int:
        return len(self._written)

    def __reduce__(self) -> NoReturn:
        raise TypeError("placeholders stay in this process")

    def copy(self) -> "Placeholders":
        """The same table, to be added to without changing this one."""
        other = Placeholders()
        with self._turn:
            for name, value in vars(self).items():
                if isinstance(value, dict):
                    setattr(other, name, dict(value))
        return other

    def of(self, kind: Kind, written: Any) -> str:
        """What stands for a value, as it was written: a text, or a number of a document."""
        text = written if isinstance(written, str) else f"\0{written}"
        # Somebody is one person, whether the name was known or only looked like one.
        group = None if kind in NAMES else kind
        with self._turn:
            return self._of_group(group, kind, text, written)

    def _of_group(self, group: Kind | None, kind: Kind, text: str, written: Any) -> str:
        known = self._of.get((group, text))
        if known is not None:
            return known
        same = group, _identity(kind, str(written))
        if same not in self._numbers:
            self._last[kind] = self._last.get(kind, 0) + 1
            self._numbers[same] = kind, self._last[kind]
        named, number = self._numbers[same]
        spelling = self._spellings[named, number] = self._spellings.get((named, number), 0) + 1
        placeholder = f"[{named}{number}]" if spelling == 1 else f"[{named}{number}-{spelling}]"
        self._of[group, text] = placeholder
        self._written[placeholder] = written
        return placeholder

    def restored(self, text: str) -> str:
        """A text with every placeholder replaced by what it stands for. One that stands for nothing stays."""
        return _QUOTED.sub(lambda found: self._back(found, as_json=False), text)

    def restored_json(self, text: str) -> str:
        """As `restored`, for a text that is JSON: what is put back is written as JSON writes it within quotation marks."""
        return _QUOTED.sub(lambda found: self._back(found, as_json=True), text)

    def restored_value(self, value: T) -> T:
        """As `restored`, in every text of a nested value; a placeholder that is all there is becomes what it was."""
        return self._value(value)  # type: ignore[no-any-return]

    def stream(self) -> "Restoring":
        """For an answer that comes in pieces."""
        return Restoring(self)

    def _value(self, value: Any) -> Any:
        match value:
            case str():
                whole = LOOKS_LIKE.fullmatch(value)
                return self._written.get(_normal(whole), value) if whole else self.restored(value)
            case Mapping():
                return {self._value(key): self._value(inner) for key, inner in value.items()}
            case list():
                return [self._value(inner) for inner in value]
            case tuple():
                return tuple(self._value(inner) for inner in value)
            case _:
                return value

    def _back(self, found: re.Match[str], *, as_json: bool) -> str:
        written = self._written.get(_normal(found))
        if written is None:
            return found[0]
        if not isinstance(written, str) and found["before"] and found["behind"]:
            return str(written)
        text = _as_json(str(written)) if as_json else str(written)
        return found["before"] + text + found["behind"]


class Restoring:
    """Puts values back in an answer as it arrives: a placeholder may be cut anywhere."""

    def __init__(self, placeholders: Placeholders) -> None:
        self._placeholders = placeholders
        self._held = ""

    def feed(self, piece: str) -> str:
        """What can be shown now."""
        text = self._held + piece
        opened = _OPENED.search(text)
        cut = opened.start() if opened else len(text)
        self._held = text[cut:]
        return self._placeholders.restored(text[:cut])

    def end(self) -> str:
        """What was held back."""
        held, self._held = self._held, ""
        return self._placeholders.restored(held)


def look_alikes(text: str) -> Iterator[tuple[int, int]]:
    """Where a text as written already has what would be taken for a placeholder."""
    return (found.span() for found in LOOKS_LIKE.finditer(text))


def _normal(found: re.Match[str]) -> str:
    number, spelling = int(found["number"]), found["spelling"]
    return f"[{found['word']}{number}]" if spelling is None else f"[{found['word']}{number}-{int(spelling)}]"


def _as_json(written: str) -> str:
    """A text as JSON writes it within quotation marks; one that was taken out of JSON, or out of an escape, is so already."""
    if "\\" in written:
        with suppress(ValueError):
            written = str(json.loads(f'"{written}"'))
    return json.dumps(written, ensure_ascii=False)[1:-1]


def _identity(kind: Kind, written: str) -> str:
    """What two spellings of one value share."""
    if kind in NAMES:
        return name_form(written) or written
    digits = digits_written(written) if kind in _NUMBERS else ""
    return digits or name_form(written) or written


_NUMBERS: Sequence[Kind] = (Kind.ID_CARD, Kind.PHONE, Kind.BANK_CARD)
