"""The history of a registration: what each edit changed, by whom, and how it began."""

from collections.abc import Iterator

import pytest

from core.base.birth import Birth
from core.base.errors import UserError
from core.kernel import Kernel
from core.services.patients.patients import FieldChange, Given
from tests.fakes.clinic import OPERATOR, Clinic

WHOLE = "11010519491231002X"


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open() as opened:
        yield opened


def test_one_who_was_never_edited_has_only_a_beginning(kernel: Kernel, clinic: Clinic) -> None:
    kernel.patients.register(Given("陈敏", "女"))
    history = kernel.patients.history("p1")
    assert (history.registered_at, history.registered_by) == (clinic.clock.now(), OPERATOR)
    assert (history.override_reason, history.edits) == (None, ())


def test_each_edit_says_what_stood_before_and_after_the_newest_first(kernel: Kernel, clinic: Clinic) -> None:
    kernel.patients.register(Given("陈敏", "女", "35岁", "13800000000"))
    first = clinic.clock.advance(days=1)
    kernel.patients.edit("P001", Given(name="陈慧敏", phone=""))
    second = clinic.clock.advance(days=1)
    kernel.patients.edit("P001", Given(birth="1991-05", phone="13900000001"))
    newest, oldest = kernel.patients.history("P001").edits
    assert (newest.at, oldest.at, newest.by) == (second, first, OPERATOR)
    assert oldest.changes == (
        FieldChange("name", "陈敏", "陈慧敏"),
        FieldChange("phone", "13800000000", None),
    )
    assert newest.changes == (
        FieldChange("birth", Birth("1991", estimated=True), Birth("1991-05")),
        FieldChange("phone", None, "13900000001"),
    )


def test_an_id_card_is_never_shown_whole(kernel: Kernel) -> None:
    kernel.patients.register(Given("陈敏", "女", id_card=WHOLE))
    kernel.patients.edit("P001", Given(id_card=""))
    (edit,) = kernel.patients.history("P001").edits
    assert edit.changes == (FieldChange("id_card", "110105********002X", None),)


def test_the_reason_of_a_registration_beside_a_namesake_is_told(kernel: Kernel) -> None:
    kernel.patients.register(Given("陈敏", "女"))
    kernel.patients.register(Given("陈敏", "女"), "双方到场")
    assert kernel.patients.history("P002").override_reason == "双方到场"


def test_the_history_of_one_is_not_that_of_another(kernel: Kernel) -> None:
    for name in ("陈敏", "何静"):
        kernel.patients.register(Given(name, "女"))
    kernel.patients.edit("P001", Given(birth="1985"))
    assert kernel.patients.history("P002").edits == ()
    with pytest.raises(UserError, match="unknown_record_no"):
        kernel.patients.history("P009")
