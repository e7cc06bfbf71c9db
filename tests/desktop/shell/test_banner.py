"""The banner says at which visit the patient is."""

from datetime import timedelta

import pytest
from pytestqt.qtbot import QtBot

from desktop.models.patient_context import context_of
from desktop.shell.banner import Banner
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]


@pytest.mark.parametrize(
    ("days_ago", "visit", "since"),
    [
        ((), "初诊", ""),
        ((0,), "初诊", "今天已记"),
        ((9,), "第2诊", "距上次 9 天"),
        ((9, 0), "第2诊", "今天已记"),
    ],
)
def test_who_was_seen_today_is_at_that_visit_still(
    qtbot: QtBot, clinic: Clinic, days_ago: tuple[int, ...], visit: str, since: str
) -> None:
    clinic.add("王芳", "女", "1985-03")
    banner = Banner()
    qtbot.addWidget(banner)
    with clinic.open() as kernel:
        now = kernel.clock.now()
        for days in days_ago:
            at = (now - timedelta(days=days)).isoformat()
            kernel.intake.save(
                "P001", "menzhen", '{"answers": {"zhushu": "头晕", "xianbingshi": "三天"}}', at
            )
        banner.turn_to(context_of(kernel.patients.show("P001").record_no, kernel), now.date())
    assert (banner.visit.text(), banner.since.text()) == (visit, since)
