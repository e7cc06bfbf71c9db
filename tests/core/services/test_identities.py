"""The clinic's people for de-identification: all of them, as they are and as they were, up to date at each call."""

from collections.abc import Iterator

import pytest
from sqlalchemy import update

from core.base.errors import Refused
from core.base.ids import RecordNo
from core.kernel import Kernel
from core.net.deid.placeholders import Placeholders
from core.services.identities import ClinicIdentities, deidentifier
from core.services.patients.patients import Given
from core.store.schema import patients
from tests.fakes.clinic import OPERATOR, Clinic

P001, P002 = RecordNo("P001"), RecordNo("P002")


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """P001 is 陈敏慧, P002 is 何静."""
    with clinic.open() as opened:
        opened.patients.register(
            Given("陈敏慧", "女", birth="1980-03-15", phone="139 1234 5678", id_card="110105198003150012")
        )
        opened.patients.register(Given("何静", "女"))
        yield opened


def left(kernel: Kernel, text: str, about: RecordNo | None = None) -> str:
    return deidentifier(kernel._desk).strip(text, Placeholders(), about).value


def test_the_open_patient_the_others_and_those_who_work_here(kernel: Kernel) -> None:
    assert left(kernel, f"陳 敏慧问何静，{OPERATOR}说可以", P001) == "[患者1]问[人名1]，[医护1]说可以"
    assert left(kernel, "敏慧1980年3月15日生，幺三九幺二三四五六七八，P002", P001) == (
        "[患者1][出生日期1]生，[电话1]，[病历号1]"
    )


def test_who_was_registered_meanwhile_is_known(kernel: Kernel) -> None:
    clinic = deidentifier(kernel._desk)
    assert clinic.strip("跟欧阳若兰说", Placeholders()).value == "跟欧阳若兰说"
    kernel.patients.register(Given("欧阳若兰", "女"))
    assert clinic.strip("跟欧阳若兰说", Placeholders()).value == "跟[人名1]说"


def test_a_former_name_is_still_known(kernel: Kernel) -> None:
    clinic = deidentifier(kernel._desk)
    clinic.strip("头痛", Placeholders())
    kernel.patients.edit(P002, Given("何静怡", phone="13800001111"))
    assert (
        clinic.strip("何静改叫何静怡，13800001111", Placeholders(), P002).value
        == "[患者1]改叫[患者2]，[电话1]"
    )


def test_another_file_in_its_place_is_read_anew(kernel: Kernel) -> None:
    known = ClinicIdentities(kernel._desk)
    before = known.everybody()
    assert known.everybody() is before
    kernel._desk.store.write(
        lambda connection: connection.execute(
            update(patients)
            .where(patients.c.record_no == P002)
            .values(created_at="2020-01-01T00:00:00.000000+00:00", name="杜若溪")
        )
    )
    assert known.everybody() is not before
    assert left(kernel, "杜若溪昨日来电") == "[人名1]昨日来电"


def test_a_patient_who_is_not_there_stops_everything(kernel: Kernel) -> None:
    with pytest.raises(Refused, match="deid_unavailable"):
        left(kernel, "头痛", RecordNo("P009"))


def test_a_closed_clinic_stops_everything(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        closed = deidentifier(kernel._desk)
    with pytest.raises(Refused, match="deid_unavailable"):
        closed.strip("头痛", Placeholders())
