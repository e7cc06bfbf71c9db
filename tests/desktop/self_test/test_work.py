"""A store that opens when it must not, a keyring that loses, a comparison or a paper that says something else: all are seen."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import Damaged, KeyTrouble
from core.kernel import open_clinic
from core.packhost import host
from core.services.demonstration import demonstration
from desktop.self_test import work as module
from desktop.self_test.finding import Absent, Faulty
from desktop.self_test.work import Work, keyring
from desktop.theme import fonts
from tests.fakes.vault import FailingVault, InMemoryVault


def test_a_clinic_works(work: Work) -> None:
    fonts.load()
    assert "encrypted" in work.store()
    assert work.packs().startswith("2 forms")
    assert work.journey() == "13 rows compared"
    assert work.paper().startswith("1 page")


@pytest.mark.parametrize("code", ["wrong_passphrase", "store_damaged", "store_empty"])
def test_a_store_that_opens_when_it_must_not_is_seen(
    work: Work, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = open_clinic

    @contextmanager
    def opened(*given: Any, **named: Any) -> Iterator[object]:
        try:
            with real(*given, **named) as clinic:
                yield clinic
        except (KeyTrouble, Damaged) as refusal:
            if refusal.code != code:
                raise
            yield None

    monkeypatch.setattr(module, "open_clinic", opened)
    with pytest.raises(Faulty, match=f"opened, in place of {code}"):
        work.store()


def test_a_refusal_for_another_reason_is_seen(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    real = open_clinic

    @contextmanager
    def opened(*given: Any, **named: Any) -> Iterator[object]:
        try:
            with real(*given, **named) as clinic:
                yield clinic
        except KeyTrouble as refusal:
            raise Damaged("store_missing") from refusal

    monkeypatch.setattr(module, "open_clinic", opened)
    with pytest.raises(Faulty, match="refused as store_missing, not as wrong_passphrase"):
        work.store()


def test_a_store_in_clear_is_seen(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PLAIN", b"")
    with pytest.raises(Faulty, match="not encrypted"):
        work.store()


def test_packs_without_a_form_or_its_words_are_seen(
    work: Work, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    work.store()
    monkeypatch.setattr(module, "FORM", "nonesuch")
    with pytest.raises(Faulty, match="the form nonesuch is not among 2"):
        work.packs()
    monkeypatch.undo()
    (mounted,) = host.mount().mounted
    monkeypatch.setattr(host, "mount_for", lambda *_: host.Packs((replace(mounted, axes=()),)))
    with pytest.raises(Faulty, match="vocabulary"):
        work.packs()


def test_a_row_that_is_otherwise_is_named(work: Work) -> None:
    work.store()
    with pytest.raises(Faulty, match="胃脘痛 消失, not 减轻; 耳鸣 None, not 加重"):
        work.journey({"胃脘痛": "减轻", "失眠": "减轻", "耳鸣": "加重"})


def test_people_who_are_not_found_are_missed(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    work.store()
    shown = demonstration()
    other = replace(shown.people[1], name="李四")
    monkeypatch.setattr(module, "demonstration", lambda: replace(shown, people=(shown.people[0], other)))
    with pytest.raises(Faulty, match="1 of 2 are found"):
        work.journey()


def test_a_word_that_is_not_in_the_file_is_named(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    fonts.load()
    work.store()
    work.journey()
    monkeypatch.setattr(module, "EXPECTED", {**module.EXPECTED, "耳鸣": "加重"})
    with pytest.raises(Faulty, match="not in the file: 耳鸣"):
        work.paper()


def test_a_keyring_that_keeps() -> None:
    vault = InMemoryVault()
    assert keyring(vault) == "memory: written, read, forgotten"
    assert vault.secrets == {}


@pytest.mark.parametrize(("code", "said"), [("keyring_unavailable", "absent"), ("keyring_locked", "locked")])
def test_no_keyring_is_absent_and_no_failure(code: str, said: str) -> None:
    with pytest.raises(Absent, match=said):
        keyring(FailingVault(code))


def test_a_keyring_that_does_not_keep_is_a_failure() -> None:
    with pytest.raises(Faulty, match="does not read back"):
        keyring(FailingVault("keyring_refused"))

    class Forgetful(InMemoryVault):
        def write(self, entry: str, secret: str) -> None:
            pass

    class Clinging(InMemoryVault):
        def forget(self, entry: str) -> None:
            pass

    with pytest.raises(Faulty, match="does not read back"):
        keyring(Forgetful())
    with pytest.raises(Faulty, match="still there"):
        keyring(Clinging())
