"""The machine-readable form of what commands answer: plain values, Chinese data words, the same keys for ever."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, tzinfo

from core.base.clock import from_stored
from core.base.errors import ClinicError
from core.base.id_card import masked
from core.base.messages import Messages
from core.base.phone import tail4
from core.forms.questionnaire import Questionnaire
from core.forms.symptoms import as_plain
from core.packhost.api import Row
from core.services.health import Examined
from core.services.patients.patients import Candidate, Patient
from core.services.trail.audit import AuditRow, Finding, Head
from core.services.trail.words import action_words, finding_words, reason_words, role_words
from core.services.visits.amendments import change_as_plain
from core.services.visits.compare import Chosen, Compared, row_as_plain
from core.services.visits.records import Corrected, Record, Versions, visit_label
from core.services.visits.signing import Signed

MOST_NAMED = 20
"""Damaged pages, or records, that are named in a sentence."""


def patient(one: Patient) -> dict[str, object]:
    """A patient. The id card is masked; there is no way to print it whole."""
    details = one.details
    return {
        "record_no": one.record_no,
        "name": details.name,
        "sex": details.sex,
        "birth": details.birth.text if details.birth else None,
        "birth_estimated": bool(details.birth and details.birth.estimated),
        "phone": details.phone,
        "id_card": masked(details.id_card) if details.id_card else None,
        "visits": one.visits,
        "last_visit": one.last_visit.isoformat() if one.last_visit else None,
    }


def candidate(one: Candidate, words: Messages) -> dict[str, object]:
    """One row of a picker: enough to tell two people of one name apart, and no more of the phone than its end."""
    details = one.patient.details
    return {
        "record_no": one.patient.record_no,
        "name": details.name,
        "sex": details.sex,
        "birth": details.birth.text if details.birth else None,
        "phone_tail": tail4(details.phone) if details.phone else None,
        "last_visit": one.patient.last_visit.isoformat() if one.patient.last_visit else None,
        "chief_complaint": one.patient.chief_complaint,
        "why": words.text(f"why.{one.why}"),
        "why_code": str(one.why),
    }


def moment(at: datetime) -> str:
    """A moment in the clinic's zone, to the second, with its offset."""
    return at.isoformat(timespec="seconds")


def record(one: Record, words: Messages) -> dict[str, object]:
    """A saved visit. What was not answered is not there."""
    return {
        "visit": one.number,
        "label": visit_label(one.place, words),
        "visited_at": moment(one.visited_at),
        "form": one.form.slug,
        "form_ref": one.form.ref,
        "answers": one.answers,
        "symptoms": [as_plain(finding) for finding in one.findings],
        "carried": {link_id: source.visit for link_id, source in one.carried.items()},
        "patient": {"record_no": one.record_no, **_without_secrets(one.subject)},
        "saved_at": moment(one.saved_at),
        "saved_by": one.saved_by,
        "source": one.source,
        "version": one.version,
        "signed": _signed(one.signed),
        "amended": _corrected(one.amended),
        "void": void(one),
        "late": one.is_late,
    }


def version(one: Versions, number: int) -> dict[str, object]:
    """A version of a visit, and what it changed in the one before it."""
    found = one.versions[number - 1]
    return {
        "version": number,
        "at": moment(found.at),
        "by": found.by,
        "reason": found.reason or None,
        "note": found.note or None,
        "signed": _signed(found.signed),
        "changes": [change_as_plain(told) for told in one.changes(number)],
    }


def void(one: Record) -> dict[str, object] | None:
    """That a visit counts no more: by whom, when and why; null for one that stands."""
    return _corrected(one.void)


def _signed(one: Signed | None) -> dict[str, object] | None:
    return {"by": one.by, "at": moment(one.at), "version": one.version, "holds": one.holds} if one else None


def _corrected(one: Corrected | None) -> dict[str, object] | None:
    return (
        {"by": one.by, "at": moment(one.at), "reason": one.reason, "note": one.note or None} if one else None
    )


def compared(one: Compared) -> dict[str, object]:
    """A comparison. `override` stands beside the computed result, which never changes because of it."""
    return {
        "record_no": one.record_no,
        "from": one.base,
        "to": one.to,
        "visits": one.visits,
        "rule_version": one.rule_version or None,
        "differs_from_saved": one.differs,
        "rows": [{**row_as_plain(row), "override": _override(row, one)} for row in one.rows],
        "overrides_astray": [
            {"symptom": symptom, **_chosen(chosen)} for symptom, chosen in one.astray.items()
        ],
    }


def _override(row: Row, one: Compared) -> dict[str, object] | None:
    chosen = one.chosen.get(row.key) if row.rule else None
    return None if chosen is None else _chosen(chosen)


def _chosen(chosen: Chosen) -> dict[str, object]:
    return {
        "state": chosen.state,
        "marker": chosen.marker,
        "reason": chosen.reason,
        "by": chosen.by,
        "at": moment(chosen.at),
        "from": chosen.base,
        "outdated": chosen.outdated,
    }


def audit_row(one: AuditRow, zone: tzinfo, words: Messages) -> dict[str, object]:
    """A row of the audit trail. `words` says its action in the clinic's language, `role_words` the role, `reason_words` why the record
    of somebody whom others look after was opened; empty fields are left out but for the first.
    """
    kept = {
        name: value for name, value in asdict(one).items() if value not in {"", None} and name != "detail"
    }
    return {
        "record_no": None,
        "visit": None,
        **kept,
        "at": moment(from_stored(one.at, zone)),
        "words": action_words(one.action, words),
        **({"role_words": role_words(one.role, words)} if one.role else {}),
        **({"reason_words": reason_words(one, words)} if one.reason else {}),
        "detail": json.loads(one.detail),
    }


def audit_head(one: Head) -> dict[str, object]:
    return {"seq": one.seq, "mac": one.mac.hex(), "at": one.at}


def finding(one: Finding, zone: tzinfo, words: Messages) -> dict[str, object]:
    """What is wrong with the audit trail."""
    said = finding_words(one, zone, words)
    return {
        "kind": one.kind.value,
        "first": one.first or None,
        "last": one.last or None,
        "since": moment(from_stored(one.since, zone)) if one.since else None,
        "reported": moment(from_stored(one.reported, zone)) if one.reported else None,
        "message": said.message,
        "hint": said.hint,
    }


def finding_text(one: Finding, zone: tzinfo, words: Messages) -> str:
    """What is wrong, and what to do."""
    said = finding_words(one, zone, words)
    return f"{said.message}\n{said.hint}"


def examined(one: Examined) -> dict[str, object]:
    """How it stands with the store's file, and with what the records say."""
    return {
        "sound": one.is_sound,
        "pages": list(one.file.pages),
        "faults": one.file.faults,
        "records": list(one.records),
        "operators": list(one.operators),
    }


def examined_text(one: Examined, words: Messages) -> Iterator[str]:
    """What is wrong with the store, the first of each."""
    if not one.file.is_sound:
        pages = ", ".join(map(str, one.file.pages[:MOST_NAMED]))
        faults = one.file.faults
        yield words.text("audit.store.unsound", count=len(one.file.pages), pages=pages, faults=faults)
    if one.records:
        records = ", ".join(one.records[:MOST_NAMED])
        yield words.text("audit.store.disagreeing", count=len(one.records), records=records)
    if one.operators:
        yield words.text("audit.store.staff", names=words.text("list.between").join(one.operators))


def form(one: Questionnaire) -> dict[str, object]:
    return {"name": one.slug, "title": one.title, "url": one.url, "version": one.version}


def error(failure: ClinicError, words: Messages, said: tuple[str, str] | None = None) -> dict[str, object]:
    """A failure: its code, what happened, what to do next, and what it is about."""
    message, hint = said or words.error(failure)
    return {
        "error": {
            "code": failure.code,
            "message": message,
            "hint": hint,
            **{name: _details(entries, words) for name, entries in failure.details.items()},
        }
    }


def _details(entries: Sequence[object], words: Messages) -> list[object]:
    return [_detail(entry, words) for entry in entries]


def _detail(entry: object, words: Messages) -> object:
    if isinstance(entry, Candidate):
        return candidate(entry, words)
    if isinstance(entry, Mapping) and "code" in entry:
        return {**entry, "message": problem(entry, words)}
    return entry


def problem(entry: Mapping[str, object], words: Messages) -> str:
    """The sentence of one problem of a form or of answers."""
    params = entry.get("params")
    return words.text(f"problems.{entry['code']}", **(params if isinstance(params, Mapping) else {}))


def _without_secrets(subject: Mapping[str, object]) -> dict[str, object]:
    return {key: subject.get(key) for key in ("name", "sex", "birth", "birth_estimated")}
