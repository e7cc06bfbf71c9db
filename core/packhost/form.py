"""A form of a pack, as it was written."""

from dataclasses import dataclass

from core.base.errors import UserError
from core.forms.definition import read_questionnaire
from core.forms.exact_json import UnreadableJson, load_json
from core.forms.questionnaire import Questionnaire


@dataclass(frozen=True)
class Form:
    """A form and its definition as the pack wrote it, byte for byte."""

    questionnaire: Questionnaire
    definition: str


def read_form(text: str) -> Form:
    """Read a form's definition. Raises `UserError` form_not_json, form_invalid."""
    try:
        raw = load_json(text)
    except UnreadableJson as error:
        raise UserError("form_not_json", details={"problems": [error.problem.as_plain()]}) from error
    return Form(read_questionnaire(raw), text)
