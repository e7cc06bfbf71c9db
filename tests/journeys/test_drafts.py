"""What was typed is there again: after a kill −9 at any moment up to the last acknowledged word, after a quick leave all of it."""

import random
import signal
import time

import pytest

from tests.fakes.clinic import Clinic
from tests.journeys.program import begun, played

pytestmark = pytest.mark.slow

KILLS = 3
SAVED_AT = "12:00"
"""When the writing scenario's clock stands still."""


def test_a_kill_takes_no_acknowledged_word(clinic: Clinic) -> None:
    clinic.add("陈敏")
    chance, words = random.Random(20261129), ""
    for turn in range(1, KILLS + 1):
        with begun("draft_write", clinic) as told:
            last = told.next()["acknowledged"]
            if chance.random() < 0.5:
                last = told.next()["acknowledged"]
            time.sleep(chance.uniform(0, 1.6))
            told.process.send_signal(signal.SIGKILL)
            last = max([last, *(line["acknowledged"] for line in told.rest())])
        words = "".join(f"第{number}句。" for number in range(1, last + 1))
        (draft,) = clinic.json("intake", "draft", "show", "--record-no", "P001")["drafts"]
        assert words in draft["answers"]["xianbingshi"]
        if turn < KILLS:
            clinic.json("intake", "draft", "discard", "--record-no", "P001", "--form", "menzhen")
    (kept,) = played("draft_read", clinic)
    assert words in kept["story"]
    assert any(SAVED_AT in said for said in kept["said"]), kept["said"]


@pytest.mark.parametrize("way", ["quit", "lock", "turn"])
def test_a_quick_leave_takes_no_word(clinic: Clinic, way: str) -> None:
    clinic.add("陈敏")
    clinic.add("周平", "男")
    assert played("draft_leave", clinic, way) == []
    (draft,) = clinic.json("intake", "draft", "show", "--record-no", "P001")["drafts"]
    assert draft["answers"] == {"xianbingshi": f"最后一句，随即{way}。"}
    assert clinic.json("intake", "draft", "show", "--record-no", "P002")["drafts"] == []
