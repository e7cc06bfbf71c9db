"""Another data key in an open clinic: every way in stays, the trail stays one chain, and work goes on."""

import json
import threading
from pathlib import Path

import pytest

from core.base.errors import Busy, ClinicError, Damaged, KeyTrouble, Refused
from core.base.rights import Role
from core.events.model import KeysChanged
from core.services.patients.patients import Asked, Given
from core.services.rotation import Step
from core.store import rotation
from core.store.backup_seals import open_backup_key
from core.store.envelope import BY_RECOVERY, read_envelope, write_envelope
from core.store.unlocking import Credential
from tests.core.services.keys.test_keyring_use import add_somebody, opens
from tests.core.store.test_envelope import with_foreign_key
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic, store_of, trail

BY = Credential(PASSPHRASE)


def names(clinic: Clinic) -> set[str]:
    return {file.name for file in clinic.home.folder.iterdir()}


def test_every_way_in_opens_the_new_store_and_the_trail_is_whole(clinic: Clinic) -> None:
    old = clinic.key
    heard: list[KeysChanged] = []
    secrets = dict(clinic.vault.secrets)
    with clinic.open() as kernel:
        kernel.bus.subscribe(KeysChanged, heard.append)
        kernel.patients.register(Given("陈敏", "女"))
        steps: list[Step] = []
        kernel.rotation.rotate(BY, lambda step, *_: steps.append(step))
        assert list(dict.fromkeys(steps)) == list(Step)
        assert heard == [KeysChanged()]
        kernel.patients.register(Given("何静", "女"))
        assert kernel.audit.verify().verdict.whole
        assert ("keys.rotate", None, None, {"by": "passphrase"}) in trail(store_of(kernel))
    assert clinic.key != old
    assert secrets.items() <= clinic.vault.secrets.items()
    assert opens(clinic) == "keyring"
    assert opens(clinic, BY) == "passphrase"
    with clinic.open(recovery=clinic.recovery) as kernel:
        assert kernel.findings == ()
        assert kernel.actor.operator == BY_RECOVERY
        assert kernel.holdings.look().patients == 2
        assert kernel.audit.verify().verdict.whole
    assert not names(clinic) & {"clinic.db.rotated", "clinic.db.before-rotation", "keys.json.rotated"}


def test_rows_from_before_and_after_equal_texts_have_equal_digests(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.patients.find(Asked(text="陈敏"))
        kernel.rotation.rotate(BY)
        kernel.patients.find(Asked(text="陈敏"))
    ((one,), (other,)) = clinic.rows(
        "SELECT digest_after || detail FROM audit WHERE action = 'patient.search' ORDER BY seq"
    )
    assert one == other


def test_what_was_sealed_after_it_is_unsealed_at_the_next_opening(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        before = kernel.sealing.seal("头晕", OPERATOR)
        kernel.rotation.rotate(BY)
        after = kernel.sealing.seal("晨起为甚", OPERATOR)
    with clinic.open() as kernel:
        assert kernel.sealing.unseal(before, OPERATOR) == "头晕"
        assert kernel.sealing.unseal(after, OPERATOR) == "晨起为甚"


def test_nobody_else_needs_to_be_there(clinic: Clinic) -> None:
    add_somebody(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.rotation.rotate(BY)
    assert opens(clinic, Credential("山高月小 水落石出 再游")) == "operator_unknown"
    assert read_envelope(clinic.home.envelope).open_with_passphrase("山高月小 水落石出 再游")[1] == "王护士"


def test_backups_are_sealed_to_the_same_people_afterwards(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.rotation.rotate(BY)
        seals = kernel.keys.backup_seals
        sealed = seals.seal(bytes(32), [OPERATOR])
        assert open_backup_key(seals.store, sealed, clinic.recovery) == bytes(32)
        assert open_backup_key(seals.store, sealed, PASSPHRASE) == bytes(32)
        code = kernel.keys.new_recovery_code(BY)
        renewed = kernel.keys.backup_seals.seal(bytes(32), [OPERATOR])
        assert open_backup_key(seals.store, renewed, code) == bytes(32)
        with pytest.raises(KeyTrouble, match="recovery_wrong"):
            open_backup_key(seals.store, renewed, clinic.recovery)


def test_the_keyring_alone_does_not_rotate(clinic: Clinic) -> None:
    with clinic.open() as kernel, pytest.raises(KeyTrouble, match="passphrase_needed"):
        kernel.rotation.rotate(Credential())


def test_only_who_may_change_keys_rotates(clinic: Clinic) -> None:
    before = clinic.key
    with clinic.open() as kernel:
        kernel.switch_role(Role.PHYSICIAN)
        for change in (
            lambda: kernel.rotation.rotate(BY),
            lambda: kernel.keys.keyring_off(BY),
            lambda: kernel.keys.keyring_on(BY),
            lambda: kernel.keys.keyring_only(BY),
            lambda: kernel.keys.new_recovery_code(BY),
        ):
            with pytest.raises(Refused, match="not_allowed"):
                change()
    assert clinic.key == before


def test_given_up_it_leaves_everything_and_the_clinic_goes_on(clinic: Clinic) -> None:
    class GivenUp(Exception):
        pass

    def told(step: Step, *_: int) -> None:
        if step is Step.CHECK:
            raise GivenUp

    before = clinic.key
    with clinic.open() as kernel:
        with pytest.raises(GivenUp):
            kernel.rotation.rotate(BY, told)
        kernel.patients.register(Given("陈敏", "女"))
        assert kernel.audit.verify().verdict.whole
    assert clinic.key == before
    assert clinic.rows("SELECT count(*) FROM audit WHERE action = 'keys.rotate'") == [(0,)]


def test_while_a_backup_reads_the_store_it_is_not_swapped(clinic: Clinic) -> None:
    before = clinic.key
    with clinic.open() as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        with store_of(kernel).aside(), pytest.raises(Busy, match="store_busy"):
            kernel.rotation.rotate(BY)
        kernel.patients.register(Given("何静", "女"))
        kernel.rotation.rotate(BY)
    assert clinic.key != before


def test_what_is_asked_meanwhile_waits_and_is_answered(clinic: Clinic) -> None:
    asked, answers = threading.Event(), []
    with clinic.open() as kernel:
        kernel.patients.register(Given("陈敏", "女"))

        def ask() -> None:
            asked.set()
            answers.append(kernel.patients.show("P001").details.name)
            answers.append(kernel.patients.register(Given("何静", "女")).patient.record_no)

        worker = threading.Thread(target=ask)

        def told(step: Step, *_: int) -> None:
            if step is Step.CHECK and not asked.is_set():
                worker.start()
                asked.wait(10)

        kernel.rotation.rotate(BY, told)
        worker.join(10)
        assert answers == ["陈敏", "P002"]
        assert kernel.audit.verify().verdict.whole


def test_an_altered_public_key_gets_no_data_key(clinic: Clinic) -> None:
    envelope = read_envelope(clinic.home.envelope)
    write_envelope(clinic.home.envelope, with_foreign_key(envelope, 1))
    before = clinic.key
    with clinic.open() as kernel:
        assert kernel.keys.backup_seals.altered
        with pytest.raises(Damaged, match="wrap_altered"):
            kernel.rotation.rotate(BY)
    assert clinic.key == before


def test_a_crash_after_the_swap_is_finished_by_whoever_opens_next(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch, clinic.open() as kernel:
        patch.setattr(rotation, "forget_old", lambda _: None)
        kernel.rotation.rotate(BY)
    assert "clinic.db.before-rotation" in names(clinic)
    assert opens(clinic) == "keyring"
    assert "clinic.db.before-rotation" not in names(clinic)


def test_a_crash_in_the_swap_is_finished_by_whoever_opens_next(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store has given up its name and nothing stands under it: the open clinic says so, the next opening finishes."""

    def dies(_: object) -> None:
        raise OSError(5, "Input/output error")

    clinic.add("陈敏")
    before = clinic.key
    with clinic.open() as kernel, monkeypatch.context() as patch:
        patch.setattr(rotation, "finish", dies)
        patch.setattr(rotation, "_undo", lambda _: None)
        with pytest.raises(Damaged, match="store_missing"):
            kernel.rotation.rotate(BY)
        with pytest.raises(ClinicError, match="clinic_closed"):
            kernel.patients.show("P001")
    with clinic.open() as kernel:
        assert kernel.patients.show("P001").details.name == "陈敏"
        assert kernel.audit.verify().verdict.whole
    assert clinic.key != before
    assert names(clinic).isdisjoint({"clinic.db.rotated", "clinic.db.before-rotation"})


def test_there_is_a_verified_backup_of_the_moment_before(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        kernel.rotation.rotate(BY)
        (made,) = kernel.backups.listed()
        assert made.verified
        assert (made.rows or {})["patients"] == 1
        (row,) = kernel.audit.rows(action="backup.make")
        assert json.loads(row.detail)["occasion"] == "before_change"


def test_where_the_chosen_folder_is_gone_it_lies_beside_the_clinic(clinic: Clinic, tmp_path: Path) -> None:
    with clinic.open() as kernel:
        chosen = {"backup_folder": str(tmp_path / "pulled out")}
        kernel.preferences.change(kernel.preferences.read(), chosen)
        kernel.rotation.rotate(BY)
        assert [one.file.parent for one in kernel.backups.listed(clinic.home.folder / "backups")] == [
            clinic.home.folder / "backups"
        ]


def test_without_a_backup_no_key_is_replaced(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> None:
        raise Damaged("backup_unequal", file=clinic.home.store)

    before = clinic.key
    with clinic.open() as kernel:
        monkeypatch.setattr("core.services.backup.backups.make_backup", damaged)
        with pytest.raises(Damaged, match="backup_unequal"):
            kernel.rotation.rotate(BY)
    assert clinic.key == before
