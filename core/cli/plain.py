"""The machine-readable form of what commands answer: plain values, Chinese data words, the same keys for ever."""

import json
from collections.abc import Mapping, Sequence
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
from core.services.audit import AuditRow, Finding, Head
from core.services.compare import Compared, row_as_plain
from core.services.patients import Candidate, Patient
from core.services.records import Record, visit_label


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
    }


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
    }


def _override(row: Row, one: Compared) -> dict[str, object] | None:
    chosen = one.chosen.get(row.key) if row.rule else None
    if chosen is None:
        return None
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
    """A row of the audit trail. `words` says its action in the clinic's language; empty fields are left out but for the first."""
    kept = {
        name: value for name, value in asdict(one).items() if value not in {"", None} and name != "detail"
    }
    return {
        "record_no": None,
        "visit": None,
        **kept,
        "at": moment(from_stored(one.at, zone)),
        "words": words.text(f"audit.actions.{one.action}"),
        "detail": json.loads(one.detail),
    }


def audit_head(one: Head) -> dict[str, object]:
    return {"seq": one.seq, "mac": one.mac.hex(), "at": one.at}


def finding(one: Finding, zone: tzinfo, words: Messages) -> dict[str, object]:
    """What is wrong with the audit trail."""
    return {
        "kind": one.kind.value,
        "first": one.first or None,
        "last": one.last or None,
        "since": moment(from_stored(one.since, zone)) if one.since else None,
        "reported": moment(from_stored(one.reported, zone)) if one.reported else None,
        "message": words.text(f"audit.finding.{one.kind}", **_finding(one, zone, words)),
        "hint": words.text(f"audit.hint.{one.kind}"),
    }


def finding_text(one: Finding, zone: tzinfo, words: Messages) -> str:
    """What is wrong, and what to do."""
    message = words.text(f"audit.finding.{one.kind}", **_finding(one, zone, words))
    return f"{message}\n{words.text(f'audit.hint.{one.kind}')}"


def _finding(one: Finding, zone: tzinfo, words: Messages) -> dict[str, object]:
    since = f"{from_stored(one.since, zone):%Y-%m-%d %H:%M}" if one.since else words.text("audit.beginning")
    return {"first": one.first, "last": one.last, "since": since}


def form(one: Questionnaire) -> dict[str, object]:
    return {"name": one.slug, "title": one.title, "url": one.url, "version": one.version}


def error(failure: ClinicError, words: Messages) -> dict[str, object]:
    """A failure: its code, what happened, what to do next, and what it is about."""
    message, hint = words.error(failure)
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
