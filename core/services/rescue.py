"""Rescue: what can be read of a damaged store is written out, record by record, with a list of what could not.

For a clinic that no longer opens and has no backup. The damaged file is only copied. What is written is not encrypted any more.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Row, func, select, text

from core.base.errors import ClinicError, Damaged, UserError
from core.base.ids import record_no_of
from core.base.paths import Home
from core.base.space import free_space, mib
from core.forms.answers import from_response
from core.forms.exact_json import UnreadableJson, dump_json, load_json
from core.forms.questionnaire import Questionnaire
from core.forms.symptoms import as_plain
from core.packhost.form import read_form
from core.store import schema
from core.store.backup.outside import refuse_among_ours
from core.store.wreck import UnreadableError, Wreck, copied

INDEX = "index.json"
_DERIVED = {
    "id",
    "name_key",
    "name_order",
    "patient_id",
    "visit_id",
    "visit_count",
    "last_visited_at",
    "last_complaint",
}


@dataclass(frozen=True, slots=True)
class Rescued:
    """What was written. A record counts when its registration or a visit, which names the patient too, could be read; `visits_missing`
    are record number and visit.

    `unknown_visits` are visits of which not even the patient can be read.
    """

    folder: Path
    records: int
    records_expected: int
    records_missing: tuple[str, ...]
    visits: int
    visits_expected: int
    visits_missing: tuple[tuple[str, int], ...]
    unknown_visits: int


@dataclass
class _Tally:
    records: int = 0
    missing: list[str] = field(default_factory=list)
    visits: int = 0
    visits_missing: list[tuple[str, int]] = field(default_factory=list)


def rescue(
    store: Path,
    key: bytes,
    out: Path,
    told: Callable[[int, int], None] = lambda *_: None,
    leave: Callable[[Path], None] = lambda _: None,
) -> Rescued:
    """Write everything readable into `out`, a new or empty folder: a file for each patient, and `index.json`.

    `told` hears how many records of how many were tried. `leave` gets a copy to look at, and to do with as it likes, before anything is
    read out; what it raises leaves nothing. Raises `UserError` out_inside, rescue_folder_taken; `Damaged` store_missing,
    store_empty, rescue_nothing when not even the first page can be read; `ClinicError` rescue_no_room; OSError.
    """
    if not store.exists():
        raise Damaged("store_missing", file=store)
    if not store.stat().st_size:
        raise Damaged("store_empty", file=store)
    refuse_among_ours(Home(store.parent), out)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UserError("rescue_folder_taken", folder=out)
    is_new = not out.exists()
    out.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        needed = 3 * store.stat().st_size
        if free_space(out) < needed:
            raise ClinicError("rescue_no_room", folder=out, needed=mib(needed))
        with TemporaryDirectory(prefix=".copy-", dir=out) as folder:
            leave(copied(store, Path(folder)))
    except BaseException:
        if is_new:
            out.rmdir()
        raise
    with TemporaryDirectory(prefix=".copy-", dir=out) as folder:
        wreck = Wreck(copied(store, Path(folder)), key)
        try:
            return _Rescue(wreck, out).carry_out(store, told)
        finally:
            wreck.close()


class _Rescue:
    def __init__(self, wreck: Wreck, out: Path) -> None:
        self._wreck, self._out = wreck, out
        self._tally = _Tally()
        self._forms: dict[str, Questionnaire | None] = {}
        self._scanned: dict[int, dict[int, int]] | None = None
        self._unknown = 0

    def carry_out(self, store: Path, told: Callable[[int, int], None]) -> Rescued:
        try:
            self._wreck.rows(text("SELECT count(*) FROM sqlite_schema"))
        except UnreadableError as error:
            raise Damaged("rescue_nothing", file=store) from error
        last = self._last_patient()
        for patient_id in range(1, last + 1):
            self._patient(patient_id)
            told(patient_id, last)
        tally = self._tally
        done = Rescued(
            folder=self._out,
            records=tally.records,
            records_expected=tally.records + len(tally.missing),
            records_missing=tuple(tally.missing),
            visits=tally.visits,
            visits_expected=tally.visits + len(tally.visits_missing) + self._unknown,
            visits_missing=tuple(tally.visits_missing),
            unknown_visits=self._unknown,
        )
        _write(self._out / INDEX, _index(done))
        if hasattr(os, "sync"):
            os.sync()
        return done

    def _last_patient(self) -> int:
        """The highest number ever given out, by whatever still says so."""
        known = [0]
        for query in (
            text("SELECT seq FROM sqlite_sequence WHERE name = 'patients'"),
            select(func.max(schema.patients.c.id)),
            text("SELECT max(CAST(substr(record_no, 2) AS INTEGER)) FROM patients"),
            select(func.max(schema.visits.c.patient_id)),
        ):
            found = self._rows(query)
            known += [int(row[0] or 0) for row in found or ()]
        return max(known)

    def _patient(self, patient_id: int) -> None:
        record_no = str(record_no_of(patient_id))
        found = self._rows(select(schema.patients).where(schema.patients.c.id == patient_id))
        if found is not None and not found and not self._is_listed(record_no):
            return  # a number that was given out and not used
        registered = found[0]._asdict() if found else None
        visits = list(self._visits(patient_id, record_no, registered))
        drafts = self._rows(select(schema.drafts).where(schema.drafts.c.patient_id == patient_id))
        if registered is None and not visits:
            self._tally.missing.append(record_no)
        else:
            self._tally.records += 1
        self._tally.visits += len(visits)
        if registered is None and not visits and not drafts:
            return
        content = {
            "record_no": record_no,
            "patient": None if registered is None else _plain(registered),
            "visits": visits,
            "drafts": [_plain(row._asdict()) for row in drafts or ()],
        }
        _write(self._out / f"{record_no}.json", content)

    def _visits(
        self, patient_id: int, record_no: str, registered: Mapping[str, object] | None
    ) -> Iterator[dict[str, object]]:
        for number, visit_id in sorted(self._numbers(patient_id, registered).items()):
            visit = self._visit(visit_id) if visit_id else None
            if visit is None:
                self._tally.visits_missing.append((record_no, number))
            else:
                yield visit

    def _numbers(self, patient_id: int, registered: Mapping[str, object] | None) -> dict[int, int]:
        """The visits of a patient: number and row, 0 for a row that cannot be found."""
        of = schema.visits.c.patient_id == patient_id
        found = self._rows(select(schema.visits.c.number, schema.visits.c.id).where(of))
        if found is not None:
            return {row.number: row.id for row in found}
        known = self._all_visits().get(patient_id, {})
        counted = int(str(registered["visit_count"])) if registered else 0
        return {number: known.get(number, 0) for number in {*range(1, counted + 1), *known}}

    def _all_visits(self) -> dict[int, dict[int, int]]:
        """Every visit by patient, row by row, for when the index that says so is damaged."""
        if self._scanned is None:
            self._scanned = {}
            table = schema.visits
            found = self._rows(select(func.max(table.c.id)))
            for visit_id in range(1, int(found[0][0] or 0) + 1 if found else 0):
                rows = self._rows(select(table.c.patient_id, table.c.number).where(table.c.id == visit_id))
                if rows is None:
                    self._unknown += 1
                for row in rows or ():
                    self._scanned.setdefault(row.patient_id, {})[row.number] = visit_id
        return self._scanned

    def _visit(self, visit_id: int) -> dict[str, object] | None:
        """One visit with all its versions; None when its row or its answers cannot be read."""
        row = self._rows(select(schema.visits).where(schema.visits.c.id == visit_id))
        versions = self._rows(
            select(schema.visit_answers)
            .where(schema.visit_answers.c.visit_id == visit_id)
            .order_by(schema.visit_answers.c.version)
        )
        if not row or not versions:
            return None
        visit = _plain(row[0]._asdict())
        visit["subject"] = _json(str(visit.get("subject", "")))
        visit |= self._answers(str(visit["form_ref"]), str(versions[-1].response))
        visit["versions"] = [{**_plain(one._asdict()), "response": _json(one.response)} for one in versions]
        for name, table in (
            ("signatures", schema.signatures),
            ("voids", schema.voids),
            ("overrides", schema.overrides),
        ):
            found = self._rows(select(table).where(table.c.visit_id == visit_id))
            visit[name] = None if found is None else [_plain(one._asdict()) for one in found]
        return visit

    def _answers(self, ref: str, response: str) -> dict[str, object]:
        """The newest answers as an answers file holds them; nothing when its form cannot be read any more."""
        form = self._form(ref)
        raw = _json(response)
        if form is None or not isinstance(raw, dict):
            return {}
        try:
            answers, findings = from_response(form, raw)
        except ClinicError:
            return {}
        return {"answers": answers, "symptoms": [as_plain(one) for one in findings]}

    def _form(self, ref: str) -> Questionnaire | None:
        if ref not in self._forms:
            kept = schema.form_definitions
            found = self._rows(select(kept.c.definition).where(kept.c.ref == ref))
            try:
                self._forms[ref] = read_form(found[0].definition).questionnaire if found else None
            except ClinicError:
                self._forms[ref] = None
        return self._forms[ref]

    def _is_listed(self, record_no: str) -> bool:
        """Whether an index knows of a record whose row is not there."""
        found = self._rows(
            select(schema.patients.c.record_no).where(schema.patients.c.record_no == record_no)
        )
        return found is None or bool(found)

    def _rows(self, query: Any) -> Sequence[Row[Any]] | None:
        try:
            return self._wreck.rows(query)
        except UnreadableError:
            return None


def _plain(row: Mapping[str, object]) -> dict[str, object]:
    return {str(name): value for name, value in row.items() if name not in _DERIVED}


def _json(raw: str) -> object:
    """A document as it was kept; the text itself when it is none."""
    try:
        return load_json(raw)
    except UnreadableJson:
        return raw


def _index(done: Rescued) -> dict[str, object]:
    return {
        "format": "mingdao-rescue/1",
        "records": {
            "expected": done.records_expected,
            "read": done.records,
            "missing": list(done.records_missing),
        },
        "visits": {
            "expected": done.visits_expected,
            "read": done.visits,
            "missing": [
                {"record_no": record_no, "visit": number} for record_no, number in done.visits_missing
            ],
            "unknown": done.unknown_visits,
        },
    }


def _write(path: Path, content: Mapping[str, object]) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(dump_json(content).encode("utf-8", "surrogatepass"))
