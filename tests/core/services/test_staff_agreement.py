"""Operators who are not what the trail says are named: a role that was written into the store gives nobody a right unseen."""

import pytest

from tests.fakes.clinic import PASSPHRASE, Clinic
from tests.fakes.people import FIRST, PASSPHRASES, staffed

CHANGED = {
    "roles": ("UPDATE operators SET roles = 'physician admin auditor' WHERE name = '赵前台'", "赵前台"),
    "a name": ("UPDATE operators SET name = '周前台', name_key = '周前台' WHERE name = '赵前台'", "周前台"),
    "one who left": ("UPDATE operators SET ended_at = '2026-11-29' WHERE name = '孙审计'", "孙审计"),
    "one who is back": ("UPDATE operators SET ended_at = NULL WHERE name = '王大夫'", "王大夫"),
    "one more": (
        (
            "INSERT INTO operators (name, name_key, roles, active_from, created_by) "
            "SELECT '周前台', '周前台', roles, active_from, created_by FROM operators WHERE name = '赵前台'"
        ),
        "周前台",
    ),
    "one less": ("DELETE FROM operators WHERE name = '孙审计'", "#5"),
}


@pytest.fixture
def staff(clinic: Clinic) -> Clinic:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.operators.end(FIRST, "王大夫", last_physician=True)
    return clinic


def test_who_was_entered_changed_and_left_agrees(staff: Clinic) -> None:
    with staff.open(passphrase=PASSPHRASES["孙审计"]) as kernel:
        assert kernel.health.examine().operators == ()


@pytest.mark.parametrize("what", CHANGED)
def test_what_differs_is_named(staff: Clinic, what: str) -> None:
    change, named = CHANGED[what]
    staff.execute(change)
    with staff.open(passphrase=PASSPHRASE) as kernel:
        found = kernel.health.examine()
        assert found.file.is_sound
        assert found.operators == (named,)
        assert not found.is_sound
