"""The anchor in the keyring after an opening by passphrase: asked once the clinic is open; and an anchor that cannot be kept is told."""

import shutil
import threading
import time
from collections.abc import Iterator

import pytest

from core.base.errors import KeyTrouble
from core.events.model import AnchoringChanged, TrailBroken
from core.kernel import Kernel
from core.ledger.anchor import Anchors
from core.ledger.findings import Finding, Kind
from core.services.patients.patients import Given
from core.services.trail import anchoring
from core.store.unlocking import Credential
from tests.fakes.clinic import PASSPHRASE, Clinic
from tests.fakes.vault import FailingVault, InMemoryVault

WAIT_S = 10


def settled(kernel: Kernel) -> None:
    """Wait until the keyring has answered."""
    for thread in threading.enumerate():
        if thread.name == "audit-anchor-keyring":
            thread.join(WAIT_S)


def rolled_back(clinic: Clinic, people: int) -> None:
    """Some people are registered, then the whole folder, with its own anchor, is put back from a copy. The keyring keeps its own."""
    clinic.add("陈敏")
    copy = clinic.home.folder.parent / "copy"
    shutil.copytree(clinic.home.folder, copy)
    for number in range(people):
        clinic.add(f"王{number}")
    shutil.rmtree(clinic.home.folder)
    copy.replace(clinic.home.folder)


class SlowVault(InMemoryVault):
    """A keyring that does not answer until it is let."""

    def __init__(self, secrets: dict[str, str]) -> None:
        super().__init__(secrets)
        self.answers = threading.Event()

    def read(self, entry: str) -> str | None:
        self.answers.wait(WAIT_S)
        return super().read(entry)


@pytest.fixture
def slow(clinic: Clinic) -> Iterator[SlowVault]:
    made = SlowVault({})
    yield made
    made.answers.set()


def test_S76_a_whole_folder_put_back_is_found_by_passphrase_too(clinic: Clinic) -> None:
    rolled_back(clinic, people=3)
    heard: list[TrailBroken] = []
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.bus.subscribe(TrailBroken, heard.append)
        settled(kernel)
        (found,) = kernel.findings
        assert (found.kind, found.first, found.last) == (Kind.ROLLED_BACK, 2, 4)
        breaks = kernel.audit.rows(action="audit.break")
        assert [row.seq for row in breaks] == [5]
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        settled(kernel)
        assert kernel.findings == ()
        assert kernel.audit.verify().verdict.whole


def test_it_is_published_once_the_clinic_is_open(clinic: Clinic, slow: SlowVault) -> None:
    rolled_back(clinic, people=2)
    slow.secrets, clinic.vault = dict(clinic.vault.secrets), slow
    heard: list[TrailBroken] = []
    begun = time.monotonic()
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        assert time.monotonic() - begun < 5
        assert kernel.audit.findings == ()
        kernel.bus.subscribe(TrailBroken, heard.append)
        slow.answers.set()
        settled(kernel)
        assert heard == [TrailBroken(("rolled_back",))]
        assert [one.kind for one in kernel.findings] == [Kind.ROLLED_BACK]


@pytest.mark.parametrize("written", [1, 3, 8])
def test_rows_written_meanwhile_neither_hide_it_nor_break_the_chain(
    clinic: Clinic, slow: SlowVault, written: int
) -> None:
    rolled_back(clinic, people=3)
    slow.secrets, clinic.vault = dict(clinic.vault.secrets), slow
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        for number in range(written):
            kernel.patients.register(Given(f"何{number}", "女"))
        kernel.anchoring.anchor()  # what the keyring keeps is not written over before it was looked at
        slow.answers.set()
        settled(kernel)
        (found,) = kernel.findings
        assert (found.kind, found.first, found.last) == (Kind.ROLLED_BACK, 2, 4)
        assert kernel.audit.verify().verdict.whole
    with clinic.open() as kernel:
        assert kernel.findings == ()
        assert kernel.audit.verify().verdict.whole


def test_a_keyring_that_does_not_answer_holds_up_neither_opening_nor_closing(
    clinic: Clinic, slow: SlowVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anchoring, "PATIENCE_S", 0.05)
    clinic.add("陈敏")
    slow.secrets, clinic.vault = dict(clinic.vault.secrets), slow
    begun = time.monotonic()
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.patients.show("P001")
    assert time.monotonic() - begun < 5
    slow.answers.set()
    settled(kernel)
    assert kernel.findings == ()


def test_a_clinic_that_does_without_the_keyring_does_not_ask_it(clinic: Clinic) -> None:
    class Asked(FailingVault):
        def read(self, entry: str) -> str | None:
            pytest.fail("asked")

    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
        kernel.keys.keyring_off(Credential(PASSPHRASE))
    clinic.vault = Asked("keyring_locked")  # type: ignore[assignment]
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        settled(kernel)
        assert kernel.findings == ()


def test_the_keyring_keeps_the_head_after_an_opening_by_passphrase(clinic: Clinic) -> None:
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.patients.register(Given("陈敏", "女"))
    kept = [text for entry, text in clinic.vault.secrets.items() if "/audit/" in entry]
    ((head,),) = clinic.rows("SELECT max(seq) FROM audit")
    assert len(kept) == 1
    assert f'"seq":{head},' in kept[0]


def test_an_anchor_that_cannot_be_kept_is_told_after_three_times_and_when_it_can_again(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[AnchoringChanged] = []
    with clinic.open() as kernel:
        kernel.bus.subscribe(AnchoringChanged, heard.append)
        kernel.patients.register(Given("陈敏", "女"))
        with monkeypatch.context() as patch:

            def full(*_: object) -> None:
                raise OSError(28, "No space left on device")

            patch.setattr(Anchors, "write", full)
            for _ in range(anchoring.TOLD_AFTER + 2):
                kernel.anchoring._try_to_anchor()
        assert heard == [AnchoringChanged(anchoring.TOLD_AFTER)]
        kernel.anchoring._try_to_anchor()
        assert heard[1:] == [AnchoringChanged(0)]
        assert kernel.anchoring.failures == 0


def test_a_keyring_that_stops_taking_the_anchor_is_told_of_once(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[AnchoringChanged] = []
    with clinic.open() as kernel:
        kernel.bus.subscribe(AnchoringChanged, heard.append)

        def locked(*_: object) -> None:
            raise KeyTrouble("keyring_locked")

        monkeypatch.setattr(clinic.vault, "write", locked)
        for name in ("陈敏", "何静"):
            kernel.patients.register(Given(name, "女"))
            kernel.anchoring._try_to_anchor()
        assert heard == [AnchoringChanged(0, "keyring_locked")]
    assert Finding(Kind.ANCHOR_DAMAGED) not in kernel.findings


def test_the_command_line_says_what_the_keyring_knew(clinic: Clinic) -> None:
    rolled_back(clinic, people=3)
    file = clinic.home.folder.parent / "passphrase"
    file.write_text(PASSPHRASE, encoding="utf-8")
    done = clinic.run("patient", "find", "陈敏", "--passphrase-file", str(file), "--json")
    assert done.code == 0
    assert "2" in done.err
    assert "4" in done.err


def test_the_command_line_says_that_the_head_was_not_kept(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Anchors, "write", full)
    done = clinic.run("patient", "add", "--name", "陈敏", "--sex", "女", "--json")
    assert done.code == 0
    assert "没有存到" in done.err
