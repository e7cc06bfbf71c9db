"""Reading a narrative for its symptoms is help while writing: it finds, keeps nothing and leaves no trace."""

from core.services.forms import Status
from tests.fakes.clinic import Clinic, store_of, trail


def test_a_narrative_is_read_and_nothing_is_kept(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        before = trail(store_of(kernel))
        offers = kernel.intake.recognise("偶有咳嗽，不发热，两胁不胀。")
        assert [(offer.term, offer.status) for offer in offers] == [
            ("咳嗽", Status.PRESENT),
            ("发热", Status.ABSENT),
            ("胁胀", Status.ABSENT),
        ]
        assert kernel.intake.recognise("") == ()
        assert trail(store_of(kernel)) == before
