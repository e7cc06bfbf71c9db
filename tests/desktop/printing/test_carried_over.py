"""An answer that was taken over prints as such, with the day it comes from."""

from core.base.messages import Messages
from core.forms.exact_json import dump_json
from desktop.printing.compose import record_paper
from tests.fakes.clinic import MENZHEN, Clinic, content


def test_the_mark_is_printed(clinic: Clinic) -> None:
    clinic.add("陈敏", birth="1985")
    past = {**MENZHEN, "jiwangshi": "高血压五年", "guominshi": "青霉素"}
    with clinic.open() as kernel:
        kernel.intake.save("P001", "menzhen", content(past), "2026-03-06T09:00")
        again = dump_json({"answers": past, "symptoms": [], "carried": {"jiwangshi": 1}})
        kernel.intake.save("P001", "menzhen", again, "2026-03-17T09:00")
        record = kernel.records.of_patient("P001", 2)[0]
    paper = record_paper(record, "", Messages())
    texts = [cell.text for block in paper.blocks for cell in block.cells]
    assert "高血压五年（沿用 2026-03-06）" in texts
    assert "青霉素" in texts
    assert "沿用 2026-03-06" in clinic.run("visits", "--record-no", "P001", "--visit", "2").out
