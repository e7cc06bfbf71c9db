"""What the writing area is made ready with: the form, what stands from last time, a draft that was left, a visit just saved."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.base.errors import UserError
from core.base.ids import RecordNo
from core.services.forms import Questionnaire, Role, load_json
from core.services.visits.intake import Carried, KeptDraft, LastAnswer
from core.services.visits.records import Record
from desktop.bridge.clinic import Kernel


@dataclass(frozen=True, slots=True)
class Loaded:
    """A form ready to be written on. `record` is a saved visit to show in its place: just saved, or saved earlier today."""

    forms: tuple[Questionnaire, ...]
    questionnaire: Questionnaire
    carried: tuple[Carried, ...]
    last: Mapping[str, LastAnswer]
    draft: KeptDraft | None
    content: Mapping[str, object]
    record: Record | None


def forms_of(kernel: Kernel) -> tuple[Questionnaire, ...]:
    """The forms of the packs. A record layout stands before a checklist: it is what a visit is usually written in."""
    return tuple(sorted(kernel.forms.every(), key=_is_checklist))


def load(
    record_no: RecordNo, form: str, kernel: Kernel, *, visit: int | None = None, writes: bool = False
) -> Loaded:
    """Ready a form by name, or, for "", the one of the newest draft or the first there is.

    The saved visit with the number `visit` is shown; without one, that of today, unless the person `writes` another.
    """
    forms = forms_of(kernel)
    known = {one.slug for one in forms}
    drafts = [draft for draft in kernel.intake.drafts(record_no) if draft.form in known]
    chosen = form or next((draft.form for draft in drafts), forms[0].slug)
    draft = next((draft for draft in drafts if draft.form == chosen), None)
    content = load_json(draft.content) if draft else {}
    if not isinstance(content, Mapping):
        draft, content = None, {}
    at = _usable(kernel, record_no, str(content.get("visited_at") or ""))
    return Loaded(
        forms,
        kernel.intake.form_for(chosen),
        kernel.intake.carried(record_no, at),
        kernel.intake.last_answers(record_no, chosen, at),
        draft,
        content,
        _record(kernel, record_no, visit, writes=writes or draft is not None),
    )


def _record(kernel: Kernel, record_no: RecordNo, visit: int | None, *, writes: bool) -> Record | None:
    if visit is not None:
        return kernel.records.of_patient(record_no, visit)[0]
    last = None if writes else kernel.records.context(record_no).last
    return last if last and last.visited_at.date() == kernel.clock.now().date() else None


def _usable(kernel: Kernel, record_no: RecordNo, at: str) -> str:
    """The time a draft names, or "" for one that the check will refuse."""
    try:
        kernel.intake.carried(record_no, at)
    except UserError:
        return ""
    return at


def _is_checklist(form: Questionnaire) -> bool:
    return not form.by_role(Role.PRESENT_ILLNESS)
