"""The table of states: each has its sentence and one to three things to do, none begins with starting again."""

import pytest

from core.base.messages import LANGUAGES, Messages
from core.services.keys.keys import key_state
from core.services.keys.states import ACTIONS, KeyAction, KeyState, offered, state_meant
from core.store.unlocking import Road
from tests.core.services.keys.test_keyring_use import add_somebody
from tests.fakes.clinic import Clinic

ALL = frozenset(Road)


def test_every_state_has_one_to_three_actions() -> None:
    assert set(ACTIONS) == set(KeyState)
    for state, actions in ACTIONS.items():
        assert 1 <= len(actions) <= 3, state
        assert len(set(actions)) == len(actions), state


def test_a_new_clinic_is_offered_only_where_there_is_none() -> None:
    assert [state for state, actions in ACTIONS.items() if KeyAction.SET_UP in actions] == [
        KeyState.NOT_SET_UP
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_its_words(language: str) -> None:
    words = [Messages(language).text(f"keys.action.{action}") for action in KeyAction]
    assert len(set(words)) == len(KeyAction)


@pytest.mark.parametrize("state", list(KeyState))
def test_what_the_envelope_does_not_hold_is_not_offered(state: KeyState) -> None:
    assert offered(state, ALL) == offered(state) == ACTIONS[state]
    left = offered(state, ALL - {Road.PASSPHRASE})
    assert KeyAction.PASSPHRASE not in left
    assert left
    assert KeyAction.RECOVERY not in offered(state, ALL - {Road.RECOVERY})


@pytest.mark.parametrize(
    ("code", "state"),
    [
        ("each_own_passphrase", KeyState.SEVERAL),
        ("passphrase_needed", KeyState.PASSPHRASE),
        ("keyring_elsewhere", KeyState.MISSING),
        ("store_of_another_clinic", KeyState.STORE_DAMAGED),
        ("store_busy", None),
    ],
)
def test_a_refusal_names_its_state(code: str, state: KeyState | None) -> None:
    assert state_meant(code) is state


def test_several_operators_are_a_state(clinic: Clinic) -> None:
    add_somebody(clinic)
    assert key_state(clinic.home, clinic.vault) is KeyState.SEVERAL
