"""Many patients and visits at once: rows as `core.store.patients.register` and `core.store.visits.add` write them.

Registering one by one would take an hour. Rows go in by the order of their keys, since a tree filled at random outgrows the cache.
Visits have answers but no findings: neither search nor a list reads any.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from core.base.clock import to_stored
from core.base.ids import record_no_of
from core.base.names import name_key
from core.forms.exact_json import dump_json
from core.packhost.form import Form
from core.store.patients import order_of
from core.store.schema import form_definitions, metadata, patient_keys, patients, visit_answers, visits
from core.store.search import keys_of
from tests.bench.people import SEED, Invented
from tests.bench.rival import Statement

BY = "bench"
FIRST_DAY = datetime(2021, 1, 1, 8, tzinfo=UTC)
DAYS = 1800
COMPLAINTS = (
    "夜间难以入睡两月余",
    "胃脘隐痛三周，食后加重",
    "咳嗽五天，痰白量少",
    "腰膝酸软半年",
    "头痛反复发作一年余",
)
LARGE_CACHE = Statement("PRAGMA cache_size = -262144")
"""KiB, negated as SQLite wants it. With the usual cache most of the time would go into putting pages out and back."""
USUAL_CACHE = Statement("PRAGMA cache_size = -2000")

Row: TypeAlias = tuple[object, ...]


def load_of(people: Sequence[Invented], visit_count: int, form: Form) -> list[Statement]:
    """What writes these people and so many visits, spread by chance, into an empty store."""
    ref = form.questionnaire.ref
    came = _visits(len(people), visit_count, ref)
    numbered = list(enumerate(people, start=1))
    response = dump_json(
        {"resourceType": "QuestionnaireResponse", "questionnaire": ref, "status": "completed"}
    )
    last = {visit[1]: visit for visit in came}
    tables: dict[str, list[Row]] = {
        patients.name: [_patient(number, person, last.get(number)) for number, person in numbered],
        patient_keys.name: sorted(
            (kind, key, number)
            for number, person in numbered
            for kind, key in keys_of(person.name, person.phone)
        ),
        form_definitions.name: [(ref, form.definition)],
        visits.name: came,
        visit_answers.name: [(visit[0], 1, response, visit[3], BY, "", "", "") for visit in came],
    }
    return [LARGE_CACHE, *_inserts(tables), USUAL_CACHE]


def _inserts(tables: dict[str, list[Row]]) -> Iterator[Statement]:
    for table, rows in tables.items():
        columns = [column.name for column in metadata.tables[table].columns]
        marks = ", ".join("?" for _ in columns)
        yield Statement(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows, many=True)


def _patient(number: int, person: Invented, last: Row | None) -> Row:
    birth = person.birth.text if person.birth else None
    at = to_stored(FIRST_DAY)
    return (
        *(number, record_no_of(number), person.name, name_key(person.name), person.sex),
        *(birth, 0, person.phone, None, None, at, BY, None, order_of(person.name)),
        *((last[2], last[3], last[5]) if last else (0, "", "")),
    )


def _visits(people: int, count: int, ref: str) -> list[Row]:
    chance = random.Random(SEED)
    moments = sorted((chance.random() * DAYS, chance.randint(1, people)) for _ in range(count))
    seen = dict.fromkeys(range(1, people + 1), 0)
    rows: list[Row] = []
    for row_id, (day, patient) in enumerate(moments, start=1):
        seen[patient] += 1
        at = to_stored(FIRST_DAY + timedelta(days=day))
        complaint = chance.choice(COMPLAINTS)
        rows.append((row_id, patient, seen[patient], at, ref, complaint, "{}", BY, at, BY, 1, 0))
    return rows
