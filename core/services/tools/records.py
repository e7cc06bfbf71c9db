"""The records as a pack reaches them in a call (`core.packhost.api.Records`): of the patient the call names, and of nobody else.

Each question goes to the service that a window would ask, so rights, reasons for foreign records and rows of the trail are theirs. What is
to be written is handed to the call and carried out at its end. One object for a pack; the call under way says for whom.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from core.base.errors import ClinicError, Refused
from core.base.ids import parse_record_no
from core.base.messages import Messages
from core.base.paths import Home
from core.llm.gateway import Gateway
from core.packhost.api import (
    Checked,
    ComparedVisits,
    Context,
    FollowUp,
    FormItem,
    FormOutline,
    Row,
    Unfit,
    VisitRecord,
)
from core.packhost.context.make import context_in_clinic
from core.packhost.current_call import CurrentCall, current
from core.packhost.manifest import Manifest
from core.services.at_work.desk import Desk
from core.services.models import Models
from core.services.patients.patients import Patients, Sort
from core.services.red_lines.wording import author_of, noticed_words
from core.services.visits.compare import Chosen, Compare, Compared
from core.services.visits.intake import Intake
from core.services.visits.records import minute, visit_label

Words = Callable[[], Messages]


class Services(Protocol):
    """The services that carry out what a pack asks for: those of the open clinic."""

    patients: Patients
    intake: Intake
    compare: Compare
    models: Models
    gateway: Gateway


def context_of(manifest: Manifest, desk: Desk, home: Home, services: Services) -> Context:
    """What a pack may ask of an open clinic."""
    records = ToolRecords(services.patients, services.intake, services.compare, desk.words)
    return context_in_clinic(
        *(manifest, desk, home, records),
        way_out=lambda: services.gateway,
        usual=lambda: _usual(manifest, services),
    )


def _usual(manifest: Manifest, services: Services) -> str:
    """The model a pack asks that names none: one of the provider its manifest names, or "" for the clinic's."""
    provider = manifest.contributes.provider
    return services.models.of_provider(provider).name if provider else ""


class ToolRecords:
    """Implements the port."""

    def __init__(self, patients: Patients, intake: Intake, compare: Compare, words: Words) -> None:
        self._patients, self._intake, self._compare, self._words = patients, intake, compare, words

    def form(self, name: str) -> FormOutline:
        """Raises `UserError` unknown_form; `Refused` tool_outside_call."""
        _under_way()
        form = self._intake.form_for(name)
        items = (
            FormItem(one.link_id, one.label, one.required)
            for one in form.items
            if one.is_question or one.is_group
        )
        return FormOutline(form.slug, form.title, tuple(items))

    def check(
        self,
        record_no: str,
        form: str,
        answers: Mapping[str, object],
        symptoms: Sequence[Mapping[str, object]] = (),
    ) -> Checked:
        """Raises `Refused` tool_outside_call, tool_not_their_patient, and as `Intake.check`."""
        call = _for(record_no)
        checked = self._intake.check(form, _content(answers, symptoms), call.record_no, by_person=False)
        return Checked(
            tuple(FormItem(gap.link_id, gap.label, required=True) for gap in checked.gaps),
            tuple(Unfit(problem.where, problem.code) for problem in checked.problems),
        )

    def save_visit(
        self,
        record_no: str,
        form: str,
        answers: Mapping[str, object],
        symptoms: Sequence[Mapping[str, object]] = (),
        *,
        at: str = "",
    ) -> None:
        """Raises `Refused` as `check`, and tool_reads_only, tool_writes_once; `ClinicError` tool_over."""
        call = _for(record_no)
        content, author = _content(answers, symptoms), author_of(call.unit.source)

        def write() -> str:
            saved = self._intake.save_from_tool(call.record_no, form, content, at, author)
            words = self._words()
            said = words.text(
                "intake.saved",
                record_no=saved.record_no,
                label=visit_label(saved.place, words),
                visited_at=minute(saved.visited_at),
            )
            return "\n".join(filter(None, (said, noticed_words(saved.touched, words))))

        call.unit.stage(write)

    def visits(self, record_no: str) -> tuple[VisitRecord, ...]:
        """Raises `Refused` as `check`; `UserError` unknown_record_no."""
        return self._compare.as_read(_for(record_no).record_no)

    def compare(self, record_no: str, base: int | None = None, to: int | None = None) -> ComparedVisits:
        """Raises `Refused` as `check`, and as `Compare.visits`."""
        found = self._compare.visits(_for(record_no).record_no, base, to)
        return ComparedVisits(
            *(found.visits, found.base, found.base_day, found.to, found.to_day),
            rows=tuple(_decided(row, found) for row in found.rows),
            decided=tuple(row.symptom for row in found.rows if row.key in found.chosen),
        )

    def keep_comparison(self, record_no: str, base: int | None = None, to: int | None = None) -> None:
        """Raises as `save_visit`."""
        call = _for(record_no)

        def write() -> str:
            kept = self._compare.keep(call.record_no, base, to)
            return self._words().text("compare.kept", record_no=kept.record_no, visit=kept.to, base=kept.base)

        call.unit.stage(write)

    def follow_ups(self) -> tuple[FollowUp, ...]:
        """Raises `Refused` tool_outside_call."""
        _under_way()
        found: list[FollowUp] = []
        page = self._patients.page(sort=Sort.RECORD_NO)
        while True:
            found += [FollowUp(one.record_no, one.last_visit, one.visits) for one in page.rows]
            if page.next is None:
                return tuple(found)
            page = self._patients.page(page.next, sort=Sort.RECORD_NO)


def _under_way() -> CurrentCall:
    call = current()
    if call is None:
        raise Refused("tool_outside_call")
    if call.unit.is_cancelled:
        raise ClinicError("tool_over", tool=call.tool)
    return call


def _for(record_no: str) -> CurrentCall:
    """The call under way, if it is about this patient."""
    call = _under_way()
    if not call.record_no or parse_record_no(record_no) != call.record_no:
        raise Refused("tool_not_their_patient", tool=call.tool, pack=call.pack)
    return call


def _content(answers: Mapping[str, object], symptoms: Sequence[Mapping[str, object]]) -> str:
    """The text of an answers file. A number has the digits it was given with."""
    return json.dumps({"answers": dict(answers), "symptoms": list(symptoms)}, ensure_ascii=False)


def _decided(row: Row, found: Compared) -> Row:
    """The row as a physician decided it, where one did."""
    chosen: Chosen | None = found.chosen.get(row.key) if row.rule else None
    return replace(row, state=chosen.state, marker=chosen.marker) if chosen else row
