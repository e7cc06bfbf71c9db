"""Listing, anchoring and exporting the trail."""

import hashlib
import json
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from core.base.errors import UserError
from core.kernel import Kernel, open_clinic
from core.ledger.anchor import Anchors
from core.ledger.paper_line import Agreement
from core.services.patients.patients import Given
from core.services.trail import anchoring
from core.services.trail.audit import EVERYTHING, Asked
from tests.fakes.clinic import PASSPHRASE, Clinic
from tests.fakes.vault import FailingVault


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open() as opened:
        for name in ("陈敏", "何静", "王芳"):
            opened.patients.register(Given(name, "女"))
            clinic.clock.advance(days=1)
        yield opened


def test_rows_come_newest_first_as_far_as_they_fit(kernel: Kernel) -> None:
    def seqs(**wanted: str) -> list[int]:
        return [row.seq for row in kernel.audit.rows(action="patient.add", **wanted)]  # type: ignore[arg-type]

    assert seqs() == [3, 2, 1]
    assert seqs(record_no="p2") == [2]
    assert seqs(since="2026-11-30") == [3, 2]
    assert seqs(until="2026-11-30") == [2, 1]
    assert seqs(since="2026-11-30T12:00", until="2026-11-30T12:00:00") == [2]
    assert seqs(operator="别人") == []
    assert len(kernel.audit.rows(limit=2)) == 2


def test_looking_into_the_trail_is_told_in_it(kernel: Kernel) -> None:
    assert [row.action for row in kernel.audit.rows(limit=2)] == ["audit.read", "patient.add"]
    kernel.audit.verify()
    assert kernel.audit.rows(limit=2)[1].action == "audit.verify"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"action": "x"}, "unknown_action"),
        ({"since": "x"}, "bad_time"),
        ({"record_no": "x"}, "bad_record_no"),
    ],
)
def test_what_cannot_be_read_is_refused(kernel: Kernel, wanted: dict[str, str], code: str) -> None:
    with pytest.raises(UserError, match=code):
        kernel.audit.rows(**wanted)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="bad_limit"):
        kernel.audit.rows(limit=0)


def exported(kernel: Kernel, file: Path, asked: Asked = EVERYTHING) -> list[dict[str, object]]:
    kernel.audit.export(file, asked)
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_an_export_holds_every_row_its_own_and_the_head(kernel: Kernel, tmp_path: Path) -> None:
    file = tmp_path / "trail.jsonl"
    first, *lines, last = exported(kernel, file)
    assert [dict(zip(first["fields"], one["row"], strict=True))["action"] for one in lines] == [  # type: ignore[call-overload]
        *("patient.add",) * 3,
        "audit.export",
    ]
    assert all(one["prev"] == before["mac"] for before, one in pairwise(lines))
    assert last["head"]["mac"] == lines[-1]["mac"]  # type: ignore[index]
    whole = file.read_bytes()
    assert last["sha256"] == hashlib.sha256(whole[: whole.rstrip(b"\n").rindex(b"\n") + 1]).hexdigest()
    assert "HMAC-SHA256" in str(first["how"])
    assert file.stat().st_mode & 0o777 == 0o600


def test_an_export_of_one_patient_holds_that_patient_alone(kernel: Kernel, tmp_path: Path) -> None:
    _, *lines, last = exported(kernel, tmp_path / "p2.jsonl", Asked("P002"))
    assert [one["row"][11] for one in lines] == ["P002", "P002"]  # type: ignore[index]
    assert last["rows"] == 2


def test_an_export_writes_over_nothing(kernel: Kernel, tmp_path: Path) -> None:
    file = tmp_path / "there"
    file.write_text("kept")
    with pytest.raises(UserError, match="file_exists"):
        kernel.audit.export(file)
    assert file.read_text() == "kept"
    assert kernel.audit.rows(action="audit.export") == []


def test_an_export_that_fails_leaves_no_file(
    kernel: Kernel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Anchors, "sealed", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        kernel.audit.export(tmp_path / "half")
    assert not (tmp_path / "half").exists()


def anchored(clinic: Clinic) -> int:
    return int(json.loads(clinic.home.head.read_text())["seq"]) if clinic.home.head.exists() else 0


def test_the_head_is_kept_outside_at_the_close(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        assert anchored(clinic) == 0
    assert anchored(clinic) == 1
    assert clinic.home.head.stat().st_mode & 0o777 == 0o600
    (entry,) = (secret for name, secret in clinic.vault.secrets.items() if "/audit/" in name)
    assert entry == clinic.home.head.read_text()
    assert entry.isascii()
    assert len(entry) < 1024


def test_the_head_is_kept_outside_after_an_export(clinic: Clinic, tmp_path: Path) -> None:
    with clinic.open() as kernel:
        kernel.audit.export(tmp_path / "x")
        assert anchored(clinic) == 1


def test_the_head_is_kept_outside_while_the_clinic_is_open(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = threading.Event()
    write = Anchors.write

    def heard(self: Anchors, head: object) -> None:
        write(self, head)  # type: ignore[arg-type]
        written.set()

    monkeypatch.setattr(anchoring, "EVERY_S", 0.01)
    monkeypatch.setattr(Anchors, "write", heard)
    with clinic.open() as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        assert written.wait(10)
        assert anchored(clinic) == 1


def test_a_head_that_cannot_be_kept_undoes_nothing(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Anchors, "write", full)
        assert clinic.add("陈敏") == "P001"
    with clinic.open() as kernel:
        assert kernel.findings == ()
        assert kernel.patients.show("P001").details.name == "陈敏"


def test_a_keyring_that_gives_nothing_is_done_without(clinic: Clinic) -> None:
    clinic.add("陈敏")
    for code in ("keyring_locked", "keyring_unavailable"):
        vault = FailingVault(code)
        with open_clinic(clinic.home, vault, passphrase=PASSPHRASE, source="test") as kernel:
            assert kernel.findings == ()
            kernel.patients.show("P001")
    assert anchored(clinic) == 3


def test_a_row_of_a_change_that_fails_leaves_no_gap(kernel: Kernel) -> None:
    with pytest.raises(UserError):
        kernel.patients.edit("P001", Given())
    kernel.patients.register(Given("赵云", "男"))
    assert kernel.audit.rows(action="patient.add")[0].seq == 4
    assert kernel.audit.verify().verdict.whole


def test_nobody_is_told_that_nobody_looked_at_a_patient_who_is_not_there(
    clinic: Clinic, tmp_path: Path
) -> None:
    with clinic.open() as kernel:
        for ask in (
            lambda: kernel.audit.rows("P999"),
            lambda: kernel.audit.page(Asked(record_no="P999")),
            lambda: kernel.audit.export(tmp_path / "trail.jsonl", Asked(record_no="P999")),
        ):
            with pytest.raises(UserError, match="unknown_record_no"):
                ask()
        assert not (tmp_path / "trail.jsonl").exists()
        assert not kernel.audit.rows(action="audit.export")


def test_the_line_an_export_says_to_copy_holds_against_the_trail(clinic: Clinic, tmp_path: Path) -> None:
    with clinic.open() as kernel:
        done = kernel.audit.export(tmp_path / "trail.jsonl")
        assert kernel.audit.against_paper(done.paper_line).agreement is Agreement.HOLDS
