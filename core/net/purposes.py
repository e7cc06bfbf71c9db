"""What a model may be asked for: `resources/purposes.json`, and whatever packs name beside it."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

from core.forms.exact_json import load_json

LABEL = re.compile(r"[a-z]{1,24}(-[a-z]{1,24}){0,5}", re.ASCII)
"""Lower-case words such as `patient-extract`. It stands in the audit trail, so it is no place for numbers and names."""

MODEL_TEST = "model-test"
"""An admin's own test of a model: a few sentences of the program, about nobody."""


def is_purpose(text: str) -> bool:
    return LABEL.fullmatch(text) is not None


@cache
def shipped() -> Mapping[str, bool]:
    """The purposes the program knows, each with whether its texts can be about a patient."""
    raw = load_json((resources.files("resources") / "purposes.json").read_text(encoding="utf-8"))
    if not isinstance(raw, dict) or not all(isinstance(value, bool) for value in raw.values()):
        raise ValueError("purposes.json")
    return dict(raw)


def can_be_of_patients(purpose: str) -> bool:
    """Whether texts for a purpose can be about a patient. Those of a purpose the program does not know can."""
    return shipped().get(purpose, True)
