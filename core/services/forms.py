"""Forms: which there are, what one asks, and whether a file is a form this program can use."""

from core.forms.questionnaire import Questionnaire
from core.packhost.host import Packs, read_form


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
