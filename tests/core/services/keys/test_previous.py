"""The key file from before takes the place of one that is missing or damaged, and of no other."""

import pytest

from core.base.atomic import previous_of
from core.base.errors import Damaged, UserError
from core.services.keys.previous import has_previous, put_previous_back
from core.store.unlocking import Credential
from tests.fakes.clinic import PASSPHRASE, Clinic


@pytest.fixture
def two_generations(clinic: Clinic) -> Clinic:
    with clinic.open() as kernel:
        kernel.keys.change_passphrase(Credential(PASSPHRASE), "eine ganz andere 2026")
    assert has_previous(clinic.home)
    return clinic


@pytest.mark.parametrize("damage", ["missing", "damaged", "empty", "older"])
def test_it_opens_again_and_the_damaged_one_is_kept(two_generations: Clinic, damage: str) -> None:
    envelope = two_generations.home.envelope
    raw = envelope.read_bytes()
    bad = {
        "missing": None,
        "damaged": raw.replace(b"wraps", b"wrap?"),
        "empty": b"",
        "older": raw.replace(b'"format": 3', b'"format": 2'),
    }[damage]
    if bad is None:
        envelope.unlink()
    else:
        envelope.write_bytes(bad)
    with pytest.raises(Damaged), two_generations.open():
        pass
    put_previous_back(two_generations.home)
    with two_generations.open(passphrase="eine ganz andere 2026") as kernel:
        assert kernel.actor.operator
    kept = [one.read_bytes() for one in envelope.parent.glob("keys.json.damaged-*")]
    assert kept == ([] if bad is None else [bad])


def test_a_whole_one_is_left_alone(two_generations: Clinic) -> None:
    before = two_generations.home.envelope.read_bytes()
    with pytest.raises(UserError, match="keys_are_whole"):
        put_previous_back(two_generations.home)
    assert two_generations.home.envelope.read_bytes() == before


@pytest.mark.parametrize("code", ["envelope_missing", "envelope_damaged"])
def test_one_from_before_that_is_no_better_changes_nothing(two_generations: Clinic, code: str) -> None:
    envelope = two_generations.home.envelope
    envelope.write_bytes(b"{}")
    if code == "envelope_missing":
        previous_of(envelope).unlink()
    else:
        previous_of(envelope).write_bytes(b"{}")
    assert not has_previous(two_generations.home)
    with pytest.raises(Damaged, match=code):
        put_previous_back(two_generations.home)
    assert envelope.read_bytes() == b"{}"
    assert not list(envelope.parent.glob("keys.json.damaged-*"))


def test_one_that_is_too_old_itself_is_not_offered(two_generations: Clinic) -> None:
    previous = previous_of(two_generations.home.envelope)
    previous.write_bytes(previous.read_bytes().replace(b'"format": 3', b'"format": 2'))
    assert not has_previous(two_generations.home)
