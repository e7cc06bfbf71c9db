"""Search: one box, through the service, over everyone in the clinic."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from core.base.names import name_key, readings
from core.services.patients.patients import Asked
from tests.bench.ground import Ground
from tests.bench.measure import Limit, Line, gathered, line, progress, timed
from tests.bench.people import SEED, Invented
from tests.bench.rival import NAME, raw_of, recorded, replay

LIMIT = Limit(20)
COMMON = 40
"""So many of the most frequent names count as common ones."""
NOBODY = ("龘靐齉", "第五不存", "qqxx", "zzzzzzzz", "Nobody", "99999999999", "P999999")

Kind: TypeAlias = Callable[[random.Random], str]


def bench(ground: Ground) -> Iterator[Line]:
    """Typed queries of every kind, in mixed order."""
    large = ground.large
    yield from large.lines
    queries = _queries(large.people, ground.sizes.queries_a_kind)
    took: list[tuple[str, float]] = []
    with progress(f"{len(queries)} searches"), large.clinic.open() as clinic:
        for kind, typed in queries:
            took.append((kind, timed(partial(clinic.patients.find, Asked(text=typed)))))
        heard = []
        for kind, typed in queries:
            with recorded() as statements:
                found = clinic.patients.find(Asked(text=typed))
            if bool(found.candidates) is (kind == "nobody"):
                raise AssertionError(f"{kind}: {typed!r} found {len(found.candidates)}")
            heard.append([one for one in statements if one.reads and "FROM audit" not in one.text])
    plain = large.plain.replay(heard)
    with large.clinic.engine().connect() as connection:
        sealed = [replay(raw_of(connection), statements) for statements in heard]
    if [one.rows for one in sealed] != [one.rows for one in plain]:
        raise AssertionError("the rival found other rows")
    rival = (NAME, gathered(one.ms for one in plain))
    yield line("search", gathered(ms for _, ms in took), rival=rival, limit=LIMIT, patients=len(large.people))
    yield line("search.sql", gathered(one.ms for one in sealed), rival=rival)
    for kind in dict.fromkeys(kind for kind, _ in queries):
        yield line(f"search.{kind}", gathered(ms for one, ms in took if one == kind))


def _queries(people: Sequence[Invented], each: int) -> list[tuple[str, str]]:
    chance = random.Random(SEED)
    queries = [(name, kind(chance)) for name, kind in _kinds(people).items() for _ in range(each)]
    chance.shuffle(queries)
    return queries


def _kinds(people: Sequence[Invented]) -> Mapping[str, Kind]:
    """What a person types, by kind; each is about someone who is there."""
    often = Counter(person.name for person in people)
    common = [name for name, _ in often.most_common(COMMON)]
    once = [name for name, times in often.items() if times == 1]
    reachable = [person.phone for person in people if person.phone]
    spelt = {length: [name for name in often if len(name) == length] for length in (2, 3)}

    def anyone(chance: random.Random) -> str:
        return chance.choice(people).name

    def syllables(chance: random.Random, length: int = 3) -> Sequence[str]:
        return readings(chance.choice(spelt[length]))[0]

    return {
        "surname": lambda chance: anyone(chance)[0],
        "two_characters": lambda chance: name_key(anyone(chance))[:2],
        "common_name": lambda chance: chance.choice(common),
        "rare_name": lambda chance: chance.choice(once),
        "pinyin": lambda chance: "".join(syllables(chance)),
        "pinyin_begun": lambda chance: "".join(syllables(chance))[: chance.randint(3, 6)],
        "initials_two": lambda chance: "".join(part[0] for part in syllables(chance, 2)),
        "initials_three": lambda chance: "".join(part[0] for part in syllables(chance)),
        "record_no": lambda chance: f"{chance.choice(('P', 'p', ''))}{chance.randint(1, len(people))}",
        "phone_tail": lambda chance: chance.choice(reachable)[-4:],
        "contained": lambda chance: chance.choice(spelt[3])[chance.choice((1, 2)) :],
        "nobody": lambda chance: chance.choice(NOBODY),
    }
