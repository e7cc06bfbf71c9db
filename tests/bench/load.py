"""Loads many patients and visits at once: rows as `core.store.patients.register` and `core.store.visits.add` write them.

Registering one by one would take an hour. Rows go in by the order of their keys, since a tree filled at random outgrows the cache.
Visits have answers but no findings: neither search nor a list reads any.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from sqlalchemy import Connection, Table

from core.base.clock import to_stored
from core.base.ids import record_no_of
from core.base.names import name_key
from core.forms.exact_json import dump_json
from core.packhost.host import Form
from core.store.schema import form_definitions, patient_keys, patients, visit_answers, visits
from core.store.search import keys_of
from tests.bench.people import SEED, Invented

BY = "bench"
FIRST_DAY = datetime(2021, 1, 1, 8, tzinfo=UTC)
DAYS = 1800
CACHE = -256 * 1024
"""KiB, negated as SQLite wants it. While loading only: with the usual 2 MiB most of the time goes into pages put out and back."""
COMPLAINTS = (
    "夜间难以入睡两月余",
    "胃脘隐痛三周，食后加重",
    "咳嗽五天，痰白量少",
    "腰膝酸软半年",
    "头痛反复发作一年余",
)

Rows: TypeAlias = Sequence[tuple[object, ...]]


@dataclass(frozen=True)
class Load:
    """Rows of every table that is filled, in the order of its columns."""

    tables: Mapping[Table, Rows]

    def write(self, connection: Connection) -> None:
        (usual,) = connection.exec_driver_sql("PRAGMA cache_size").one()
        connection.exec_driver_sql(f"PRAGMA cache_size = {CACHE}")
        for table, rows in self.tables.items():
            columns = ", ".join(column.name for column in table.columns)
            marks = ", ".join("?" for _ in table.columns)
            connection.exec_driver_sql(f"INSERT INTO {table.name} ({columns}) VALUES ({marks})", list(rows))
        connection.exec_driver_sql(f"PRAGMA cache_size = {usual}")


def load_of(people: Sequence[Invented], visit_count: int, form: Form) -> Load:
    """Everything that is to be written for these people and so many visits, spread by chance."""
    ref = form.questionnaire.ref
    came = _visits(len(people), visit_count, ref)
    response = dump_json(
        {"resourceType": "QuestionnaireResponse", "questionnaire": ref, "status": "completed"}
    )
    return Load(
        {
            patients: [_patient(number, person) for number, person in enumerate(people, start=1)],
            patient_keys: sorted(
                (kind, key, number)
                for number, person in enumerate(people, start=1)
                for kind, key in keys_of(person.name, person.phone)
            ),
            form_definitions: [(ref, form.definition)],
            visits: came,
            visit_answers: [(visit[0], 1, response, visit[3], BY) for visit in came],
        }
    )


def _patient(number: int, person: Invented) -> tuple[object, ...]:
    birth = person.birth.text if person.birth else None
    at = to_stored(FIRST_DAY)
    return (
        *(number, record_no_of(number), person.name, name_key(person.name), person.sex),
        *(birth, 0, person.phone, None, None, at, BY, None),
    )


def _visits(people: int, count: int, ref: str) -> list[tuple[object, ...]]:
    chance = random.Random(SEED)
    moments = sorted((chance.random() * DAYS, chance.randint(1, people)) for _ in range(count))
    seen = dict.fromkeys(range(1, people + 1), 0)
    rows: list[tuple[object, ...]] = []
    for row_id, (day, patient) in enumerate(moments, start=1):
        seen[patient] += 1
        at = to_stored(FIRST_DAY + timedelta(days=day))
        complaint = chance.choice(COMPLAINTS)
        rows.append((row_id, patient, seen[patient], at, ref, complaint, "{}", BY, at, BY))
    return rows
