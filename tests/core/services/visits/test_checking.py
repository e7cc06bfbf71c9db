"""Looking before saving: all that is wrong at once, by the rules of saving, with nothing written."""

from collections.abc import Iterator

import pytest

from core.base.errors import Refused, UserError
from core.kernel import Kernel
from core.services.visits.intake import Gap
from core.store import visits
from tests.fakes.clinic import MENZHEN, Clinic, chen_min, content, prepared, rows, store_of, symptom, trail

FILLED = content(MENZHEN, [symptom("口干", grade=2)])
HALF = content({"zhushu": "头晕"})
NOW = ""


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with P001 registered."""
    prepared(clinic, chen_min)
    with clinic.open() as opened:
        yield opened


def refusals(kernel: Kernel, typed: str, at: str = NOW) -> list[str]:
    return [refusal.code for refusal in kernel.intake.check("menzhen", typed, "P001", at).refusals]


def test_the_form_is_the_one_of_the_pack(kernel: Kernel) -> None:
    assert kernel.intake.form_for("MENZHEN") == kernel.forms.named("menzhen")
    with pytest.raises(UserError, match="unknown_form"):
        kernel.intake.form_for("nothing")


def test_what_may_be_saved_has_nothing_against_it(kernel: Kernel) -> None:
    checked = kernel.intake.check("menzhen", FILLED, "P001")
    assert (checked.gaps, checked.problems, checked.refusals) == ((), (), ())
    assert dict(checked.answers) == MENZHEN
    assert [finding.term for finding in checked.findings] == ["口干"]
    checked.refuse()


def test_every_gap_is_named_in_the_order_of_the_form(kernel: Kernel) -> None:
    checked = kernel.intake.check("menzhen", content({}), "P001")
    assert checked.gaps == (Gap("zhushu", "主诉"), Gap("xianbingshi", "现病史"))
    assert checked.problems == ()


def test_gaps_and_problems_of_every_kind_come_together(kernel: Kernel) -> None:
    typed = content(
        {"zhushu": "头晕", "nothing": "x"}, [symptom("口干", grade=9), symptom("多梦"), symptom("多梦")]
    )
    checked = kernel.intake.check("menzhen", typed, "P001", "2027-01-01")
    assert [gap.link_id for gap in checked.gaps] == ["xianbingshi"]
    assert [(problem.where, problem.code) for problem in checked.problems] == [
        ("symptoms[1].grade", "symptom_grade"),
        ("symptoms[3].term", "symptom_twice"),
        ("nothing", "unknown_item"),
    ]
    assert [refusal.code for refusal in checked.refusals] == [
        "symptoms_invalid",
        "answers_invalid",
        "missing_required",
        "visit_in_future",
    ]
    assert [finding.term for finding in checked.findings] == ["多梦"]


def test_a_text_that_is_no_answers_file_is_a_problem_and_leaves_every_gap(kernel: Kernel) -> None:
    checked = kernel.intake.check("menzhen", "{", "P001")
    assert [refusal.code for refusal in checked.refusals] == ["answers_unreadable", "missing_required"]
    assert [problem.code for problem in checked.problems] == ["json_syntax"]
    assert len(checked.gaps) == 2


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("{", NOW),
        (HALF, NOW),
        (content({**MENZHEN, "nothing": "x"}), NOW),
        (content({"nothing": "x"}), NOW),
        (content({"nothing": "x"}, [symptom("口干", grade=9)]), "yesterday"),
        (FILLED, "2026-11-29T12:00:01"),
        (FILLED, "yesterday"),
        (FILLED, "1984-01-01"),
    ],
)
def test_saving_refuses_by_the_first_that_was_told(kernel: Kernel, typed: str, at: str) -> None:
    told = kernel.intake.check("menzhen", typed, "P001", at).refusals
    with pytest.raises(UserError) as refusal:
        kernel.intake.save("P001", "menzhen", typed, at)
    details = {name: told for name, told in refusal.value.details.items() if name != "draft"}
    assert (refusal.value.code, refusal.value.params, details) == (
        told[0].code,
        told[0].params,
        told[0].details,
    )


def test_a_form_changed_under_its_version_is_told(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    ref = kernel.forms.named("menzhen").ref
    changed = kernel.intake._desk.packs.form("menzhen").definition.replace("主诉", "所苦")
    monkeypatch.setattr(visits, "definitions", lambda *_: {ref: changed})
    assert refusals(kernel, FILLED) == ["form_changed"]


def test_looking_writes_nothing(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "menzhen", HALF)
    before = trail(store_of(kernel))
    for typed in (FILLED, content({})):
        kernel.intake.check("menzhen", typed, "P001")
    for record_no, refused in (("", Refused), ("x", UserError), ("P009", UserError)):
        with pytest.raises(refused):
            kernel.intake.check("menzhen", FILLED, record_no)
    assert trail(store_of(kernel)) == before
    assert [one.content for one in kernel.intake.drafts("P001")] == [HALF]
    assert rows(store_of(kernel), "SELECT 1 FROM visits") == []
