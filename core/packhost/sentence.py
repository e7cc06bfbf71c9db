"""Follows a sentence from word to word and notes how each symptom in it is meant. What is in doubt is named and not noted.

A comma ends a clause and with it what was denied, doubted or dated; a full stop ends what was said of other times and people.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from core.forms.findings import Count, Status
from core.packhost.lexicon import Reading, Role, Word


@dataclass(slots=True)
class Mention:
    """One place where a symptom is named. `is_now` when the sentence had turned to the present by a word for it."""

    word: Word
    written: str
    quote: str
    status: Status
    is_now: bool
    since: str = ""
    grade: int | None = None
    count: Count | None = None
    is_sure: bool = True

    @property
    def readings(self) -> tuple[Reading, ...]:
        return self.word.told.readings

    @property
    def meant(self) -> tuple[str, ...]:
        """The terms the words may mean."""
        return tuple(term.term for _, term in self.readings)

    @property
    def units(self) -> frozenset[str]:
        """The units the vocabulary counts it in."""
        return frozenset(count.unit for _, term in self.readings for count in term.counts)


class _Denial(Enum):
    """How far a denial reaches. `LOST`: something unknown came between, so nothing behind it is sure."""

    NONE = auto()
    ALL = auto()
    NEXT = auto()
    LOST = auto()


@dataclass(slots=True)
class _Clause:
    """What was said so far between two commas. `group` are the symptoms named together last, and `touching` while nothing
    stands behind them that parts them from what is said of them."""

    quote: str
    denial: _Denial = _Denial.NONE
    is_doubted: bool = False
    time: str = ""
    is_other_time: bool = False
    has_begun: bool = False
    grade: int | None = None
    names_any: bool = False
    mentions: list[Mention] = field(default_factory=list)
    group: list[Mention] = field(default_factory=list)
    touching: bool = False
    is_joined: bool = False
    is_either: bool = False


_GONE = frozenset({Role.GONE, Role.GONE_AT_END})
_TURNS = frozenset({Role.TELLERS, Role.OTHERS, Role.ELSEWHERE, Role.DOUBTS, Role.NOW, Role.BREAKS})
_LIST_PARTS = frozenset({Role.TERM, Role.JOINS, Role.PASSING, Role.AND_SO_ON})
_TIMES = frozenset({Role.OTHER_TIMES, Role.AGO, Role.LATELY})
_PARTING = frozenset({Role.GAP, Role.NO_CUE})
"""Unknown words, which may turn what was said before them: 好了一些, 严重影响."""
_CONNECTING = frozenset({Role.JOINS, Role.LINKS, Role.ALTERNATIVES})


class Sentence:
    """Reads one sentence of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._is_elsewhere = False
        self._was_elsewhere = False
        self._others_end = -1
        self._is_now = False
        self._listed: list[Mention] | None = None
        self._clause = _Clause("")

    def read(self, words: Sequence[Word]) -> list[Mention]:
        """The symptoms it names, those that are sure."""
        found: list[Mention] = []
        before: list[Mention] = []
        for words_of_clause in split(words, Role.PAUSE):
            clause = self._clause = _Clause(self._written(words_of_clause[0].start, words_of_clause[-1].end))
            for place, word in enumerate(words_of_clause):
                if Role.TERM in word.roles:
                    self._name(word)
                elif not (clause.touching and self._say_of_group(words_of_clause, place)):
                    self._hear(word)
            if not clause.names_any and _tells_end(words_of_clause):
                _doubt(before)  # 发热三天，今日已退
            self._follow_list(words_of_clause)
            found += clause.mentions
            before = clause.mentions
        return [mention for mention in found if mention.is_sure]

    # ── Word by word ────────────────────────────────────────────────────────────────────────────

    def _hear(self, word: Word) -> None:
        clause, roles = self._clause, word.roles
        if not roles.isdisjoint(_TURNS):
            self._turn(word)
        if Role.PASSING in roles:
            return
        if clause.group and not roles.isdisjoint(_GONE) and Role.DENIES_ALL not in roles:
            _doubt(clause.group)  # 头痛服药后消失: gone, but something stands between
        clause.touching = False
        if not roles.isdisjoint(_TIMES):
            clause.time, clause.is_other_time = self._written(word.start, word.end), Role.LATELY not in roles
        if Role.BEGINS in roles:
            clause.has_begun = True
        self._deny(roles)
        clause.grade = word.told.grade if Role.GRADE_BEFORE in roles else None

    def _turn(self, word: Word) -> None:
        """To other people, other times, doubt, and back to now."""
        roles = word.roles
        if Role.TELLERS in roles and self._others_end == word.start:
            self._is_elsewhere = self._was_elsewhere
        if Role.OTHERS in roles:
            self._was_elsewhere, self._others_end = self._is_elsewhere, word.end
        if roles & {Role.OTHERS, Role.ELSEWHERE}:
            self._is_elsewhere = True
        if Role.DOUBTS in roles:
            self._clause.is_doubted = True
        if Role.NOW in roles:
            self._is_elsewhere, self._is_now = False, True
            self._clause.is_other_time = self._clause.is_doubted = False
        if Role.BREAKS in roles:
            self._clause.is_doubted = False

    def _deny(self, roles: frozenset[Role]) -> None:
        clause = self._clause
        if Role.DENIES_ALL in roles:
            # Within a list (头痛、无发热、咳嗽) nobody can tell how far it reaches.
            clause.denial = _Denial.NEXT if clause.is_joined else _Denial.ALL
        elif Role.DENIES_NEXT in roles:
            clause.denial = _Denial.NEXT
        elif Role.BREAKS in roles or Role.THERE in roles:
            clause.denial = _Denial.NONE
        elif clause.denial is not _Denial.NONE:
            clause.denial = _Denial.LOST
        clause.is_joined = False

    def _name(self, word: Word) -> None:
        clause = self._clause
        clause.names_any = True
        if not clause.touching:
            clause.group, clause.is_either = [], False
        clause.touching, clause.is_joined = True, False
        denied = clause.denial is not _Denial.NONE
        in_doubt = (
            self._is_elsewhere
            or clause.is_doubted
            or clause.denial is _Denial.LOST
            or (denied and word.told.denied)
            or (clause.is_other_time and not clause.has_begun)
        )
        if not in_doubt:
            status = Status.ABSENT if denied or word.told.denied else Status.PRESENT
            mention = Mention(word, self._written(word.start, word.end), clause.quote, status, self._is_now)
            if status is Status.PRESENT:
                mention.grade, mention.since = clause.grade, clause.time
                mention.is_sure = not clause.is_either
            clause.group.append(mention)
            clause.mentions.append(mention)
        clause.grade = None
        if clause.denial is _Denial.NEXT:
            clause.denial = _Denial.LOST

    # ── What is said behind symptoms ────────────────────────────────────────────────────────────

    def _say_of_group(self, words: Sequence[Word], place: int) -> bool:
        """Take a word as said of the symptoms right before it. False when it is about something else, or also about it."""
        clause, word = self._clause, words[place]
        roles = word.roles
        is_parted = place + 1 < len(words) and not words[place + 1].roles.isdisjoint(_PARTING)
        is_last = all(Role.PASSING in one.roles for one in words[place + 1 :])
        if Role.DURATION in roles:
            self._date(word)
        elif Role.COUNT in roles:
            _count(clause.group, word)
        elif Role.GRADE_AFTER in roles and not is_parted:
            _grade(clause.group, word)
        elif Role.GONE in roles or (Role.GONE_AT_END in roles and is_last):
            _end(clause.group, is_plain=not is_parted)
        elif roles & {Role.DOUBTS_BEFORE, Role.PAST_BEFORE}:
            _doubt(clause.group)
            return Role.DOUBTS not in roles
        elif roles & _CONNECTING:
            self._join(roles)
        else:
            return bool(roles & {Role.PASSING, Role.AND_SO_ON})
        return True

    def _date(self, word: Word) -> None:
        written = self._written(word.start, word.end)
        for mention in self._clause.group:
            # Where the unit also counts the symptom itself (痛经 3 天), the words may mean either.
            either = any(unit in written for unit in mention.units)
            if mention.status is Status.PRESENT and not mention.since and not either:
                mention.since = written

    def _join(self, roles: frozenset[Role]) -> None:
        clause = self._clause
        clause.is_joined = True
        if Role.ALTERNATIVES in roles:
            clause.is_either = True
            _doubt([mention for mention in clause.group if mention.status is Status.PRESENT])
        if Role.LINKS in roles and clause.denial is not _Denial.NONE:
            clause.denial = _Denial.LOST

    def _follow_list(self, words: Sequence[Word]) -> None:
        """无发热，咳嗽，胸闷等: behind a denied list, a list that ends with 等 may be denied too, so it is in doubt."""
        clause = self._clause
        if clause.denial is _Denial.ALL and clause.touching:
            self._listed = []
        elif self._listed is not None and all(word.roles & _LIST_PARTS for word in words):
            self._listed += clause.mentions
            if any(Role.AND_SO_ON in word.roles for word in words):
                _doubt(self._listed)
        else:
            self._listed = None

    def _written(self, start: int, end: int) -> str:
        return self._text[start:end].strip()


def split(words: Sequence[Word], at: Role) -> Iterator[list[Word]]:
    """The words between those with a role, without empty parts."""
    part: list[Word] = []
    for word in words:
        if at not in word.roles:
            part.append(word)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _tells_end(words: Sequence[Word]) -> bool:
    """Whether a clause that names nothing says that something is gone."""
    last = next((word for word in reversed(words) if Role.PASSING not in word.roles), words[-1])
    return Role.GONE_AT_END in last.roles or any(Role.GONE in word.roles for word in words)


def _doubt(mentions: Sequence[Mention]) -> None:
    for mention in mentions:
        mention.is_sure = False


def _grade(group: Sequence[Mention], word: Word) -> None:
    if group and group[-1].status is Status.PRESENT and group[-1].grade is None:
        group[-1].grade = word.told.grade


def _end(group: Sequence[Mention], *, is_plain: bool) -> None:
    """The symptoms are gone. With a denial besides (无头痛消失) nobody can tell what is meant."""
    for mention in group:
        mention.is_sure = mention.is_sure and is_plain and mention.status is Status.PRESENT
        mention.status, mention.since, mention.grade, mention.count = Status.ABSENT, "", None, None


def _count(group: Sequence[Mention], word: Word) -> None:
    """A count is taken in a unit the vocabulary counts that symptom in, and from no range."""
    if not group or word.number is None or word.unit not in group[-1].units:
        return
    if group[-1].status is Status.PRESENT and len(group[-1].meant) == 1 and word.number:
        group[-1].count = Count(word.number, word.unit)
