"""Whatever fits a form goes in and comes out equal, and the outline misses what the kernel misses."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QWidget

from core.forms.completeness import missing
from core.forms.filled import without_blanks
from core.forms.findings import Finding
from core.forms.symptoms import as_plain
from desktop.views.intake.form import FormView
from tests.fakes.forms import filled, hostile_form

FORM = hostile_form()


@st.composite
def contents(draw: st.DrawFn) -> tuple[dict[str, object], tuple[Finding, ...]]:
    answers, findings = draw(filled(FORM))
    once = {finding.key: finding for finding in findings if finding.key}
    return answers, tuple(once.values())


@pytest.mark.qt_log_ignore("OpenType support missing", extend=True)  # random letters of any script
def test_random_answers_come_back_equal(window: QWidget) -> None:
    view = FormView(parent=window)
    view.show_form(FORM)

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(contents())
    def check(content: tuple[dict[str, object], tuple[Finding, ...]]) -> None:
        answers, findings = content
        symptoms = [as_plain(finding) for finding in findings]
        view.fill({"answers": answers, "symptoms": symptoms})
        told = view.content()
        assert told["symptoms"] == symptoms
        assert without_blanks(told["answers"]) == without_blanks(answers)
        assert view.outline().missing == missing(FORM, answers, findings)

    check()
