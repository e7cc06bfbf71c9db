"""Forms: which there are, what one asks, and whether a file is a form this program can use."""

from core.forms.completeness import missing
from core.forms.enabling import Enabling
from core.forms.exact_json import dump_json, load_json
from core.forms.filled import Filled, is_absent
from core.forms.findings import Count, Finding, Status, Trend
from core.forms.problems import Problem
from core.forms.questionnaire import Item, ItemType, Questionnaire, Role
from core.forms.symptoms import GRADES, as_plain, from_plain
from core.packhost.form import read_form
from core.packhost.host import Packs

__all__ = [
    "GRADES",
    "Count",
    "Enabling",
    "Filled",
    "Finding",
    "Forms",
    "Item",
    "ItemType",
    "Problem",
    "Questionnaire",
    "Role",
    "Status",
    "Trend",
    "as_plain",
    "dump_json",
    "from_plain",
    "is_absent",
    "load_json",
    "missing",
]


class Forms:
    """The forms of the mounted packs."""

    def __init__(self, packs: Packs) -> None:
        self._packs = packs

    def every(self) -> tuple[Questionnaire, ...]:
        """All forms, in the packs' order."""
        return tuple(form.questionnaire for form in self._packs.forms)

    def named(self, name: str) -> Questionnaire:
        """A form by name or url. Raises `UserError` unknown_form."""
        return self._packs.form(name).questionnaire

    def validate(self, text: str) -> Questionnaire:
        """Read a Questionnaire. Raises `UserError` form_not_json, or form_invalid with every problem."""
        return read_form(text).questionnaire
