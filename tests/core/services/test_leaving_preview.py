"""What would leave of a text: the same as the exit makes of it, and nothing comes of looking."""

import pytest

from core.base.errors import ClinicError
from core.net.deid.placeholders import Placeholders
from core.services.identities import deidentifier
from core.services.leaving_preview import LONGEST, Kind, Layer
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.people import PASSPHRASES, staffed

TEXT = "陈敏，电话 13800138000，病历号 P001，头晕三天。陈敏说夜里重。"


def test_it_is_what_the_exit_would_send_piece_by_piece(clinic: Clinic) -> None:
    clinic.add("陈敏", birth="1985")
    with clinic.open() as kernel:
        shown = kernel.leaving_preview.of_text(TEXT)
        sent = deidentifier(kernel.models._desk).strip(TEXT, Placeholders()).value
    assert shown.leaves == sent
    assert "".join(one.written for one in shown.pieces) == TEXT
    assert "陈敏" not in shown.leaves
    assert [(one.written, one.kind, one.layer) for one in shown.taken] == [
        ("陈敏", Kind.PERSON, Layer.KNOWN),
        ("13800138000", Kind.PHONE, Layer.RULE),
        ("P001", Kind.RECORD_NO, Layer.KNOWN),
        ("陈敏", Kind.PERSON, Layer.KNOWN),
    ]
    assert shown.bytes == len(sent.encode())


def test_looking_leaves_no_trace(clinic: Clinic) -> None:
    clinic.add("陈敏")
    with clinic.open() as kernel:
        before = rows(store_of(kernel), "SELECT count(*) FROM audit")
        assert kernel.leaving_preview.of_text(TEXT) == kernel.leaving_preview.of_text(TEXT)
        assert rows(store_of(kernel), "SELECT count(*) FROM audit") == before


def test_a_text_that_is_too_long_is_looked_at_as_far_and_says_so(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        assert kernel.leaving_preview.of_text("头" * LONGEST).is_cut is False
        assert kernel.leaving_preview.of_text("头" * (LONGEST + 1)).is_cut is True


def test_a_record_is_taken_as_reading_it_is(clinic: Clinic) -> None:
    number = clinic.add("陈敏", birth="1985")
    clinic.save(number)
    with clinic.open() as kernel:
        assert "主诉：头晕一月" in kernel.leaving_preview.text_of(number)
        query = "SELECT count(*) FROM audit WHERE action = 'record.read'"
        assert rows(store_of(kernel), query) == [(1,)]


def test_it_is_not_for_everybody(clinic: Clinic) -> None:
    staffed(clinic)
    for name in ("赵前台", "孙审计"):
        with (
            clinic.open(passphrase=PASSPHRASES[name]) as kernel,
            pytest.raises(ClinicError, match="not_allowed"),
        ):
            kernel.leaving_preview.of_text(TEXT)
