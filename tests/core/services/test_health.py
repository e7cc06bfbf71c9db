"""What a clinic's records rest on, and what is said when something is the matter: rows 43, 47, 50, 63; R10."""

import shutil
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from core.base.errors import ClinicError
from core.base.messages import LANGUAGES, Messages
from core.base.space import MIB, ROOM
from core.services import health as module
from core.services.health import Concern
from core.services.patients.patients import Given
from core.store import reserve
from tests.fakes.clinic import MENZHEN, Clinic, content, rows, store_of
from tests.fakes.clock import FixedClock

CHEN = Given(name="陈敏", sex="女", birth="1985")


def codes(concerns: Sequence[Concern]) -> list[str]:
    return [one.code for one in concerns]


def test_a_clinic_that_is_well_has_no_concern(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        assert clinic.home.reserve.exists(), "held back before anybody looks"
        assert kernel.health.look().concerns == ()


def test_S43_the_last_change_that_became_durable_is_known(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.patients.register(CHEN)
        at = kernel.health.look().written_at
        assert at is not None
        assert timedelta(0) <= kernel.clock.now() - at < timedelta(seconds=5)


def test_S43_a_change_that_failed_is_said_until_one_is_kept(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        clinic.home.store.rename(clinic.home.folder / "away")
        with pytest.raises(ClinicError):
            kernel.patients.register(CHEN)
        report = kernel.health.look()
        assert codes(report.concerns) == ["write_failed"]
        assert report.concerns[0].is_loud
        message, hint = report.concerns[0].words(Messages())
        assert "移走" in message
        assert hint
        (clinic.home.folder / "away").rename(clinic.home.store)
        kernel.patients.register(CHEN)
        assert kernel.health.look().concerns == ()


def test_S47_little_room_is_warned_of_and_none_is_said_loudly(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    with clinic.open() as kernel:
        monkeypatch.setattr(module, "free_space", lambda folder: ROOM - 1)
        (low,) = kernel.health.look().concerns
        assert (low.code, low.is_loud, low.params["free"]) == ("disk_low", False, 499)
        clinic.home.reserve.unlink()
        monkeypatch.setattr(module, "free_space", lambda folder: 3 * MIB)
        monkeypatch.setattr(reserve, "free_space", lambda folder: 0)
        (full,) = kernel.health.look().concerns
        assert (full.code, full.is_loud, full.params) == ("disk_full", True, {"free": 3, "needed": 500})


def test_S47_the_reserve_comes_back_with_the_room_and_without_a_new_start(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    with clinic.open() as kernel:
        clinic.home.reserve.unlink()
        with monkeypatch.context() as full:
            full.setattr(reserve, "free_space", lambda folder: 0)
            assert codes(kernel.health.look().concerns) == ["disk_full"]
        assert kernel.health.look().concerns == ()
        assert clinic.home.reserve.exists()


def test_S47_a_disk_without_room_for_the_log_is_opened_by_the_reserve(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    from core.store import store as stores

    with clinic.open():
        pass
    made: list[bool] = []
    whole = stores.Store.__init__

    def opened(self: stores.Store, *args: object) -> None:
        made.append(clinic.home.reserve.exists())
        if made == [True]:
            raise ClinicError("disk_full", file="", needed=1)
        whole(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(stores.Store, "__init__", opened)
    with clinic.open():
        assert made == [True, False]


def test_S50_a_synchronised_folder_is_warned_of_on_every_road(clinic: Clinic) -> None:
    synced = clinic.home.folder.parent / "坚果云" / "clinic"
    shutil.copytree(clinic.home.folder, synced)
    clinic.home = type(clinic.home)(synced)
    with clinic.open() as kernel:
        (concern,) = kernel.health.look().concerns
        assert (concern.code, concern.is_loud) == ("folder_synced", False)
    done = clinic.run("patient", "find", "陈敏", "--json")
    assert done.code == 0
    assert "坚果云" in done.err


def test_S41_a_network_folder_is_refused_and_nothing_is_written(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from core.base import places

    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        f"1 1 0:1 / / rw - ext4 /dev/a rw\n2 1 0:2 / {tmp_path.resolve()} rw - nfs4 nas:/x rw\n"
    )
    monkeypatch.setattr(places, "MOUNTS", mounts)
    before = sorted((path.name, path.stat().st_mtime_ns) for path in clinic.home.folder.iterdir())
    passphrase = tmp_path / "passphrase"
    passphrase.write_text("another passphrase", encoding="utf-8")
    for command in (
        ("patient", "find", "陈敏"),
        ("patient", "add", "--name", "陈敏", "--sex", "女"),
        ("--home", str(tmp_path / "new"), "init", "--passphrase-file", str(passphrase)),
    ):
        error = clinic.refused(*command)
        assert error["code"] == "folder_remote"
        assert "nfs4" in error["message"]
    assert not (tmp_path / "new").exists()
    assert sorted((path.name, path.stat().st_mtime_ns) for path in clinic.home.folder.iterdir()) == before


def registered(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.patients.register(CHEN)


def visited(clinic: Clinic, clock: FixedClock) -> None:
    with clinic.open(clock=clock) as kernel:
        kernel.intake.save("P001", "menzhen", content(MENZHEN))


def test_S63_a_clock_that_ran_ahead_and_came_back_is_said_and_orders_nothing_anew(clinic: Clinic) -> None:
    registered(clinic)
    now, ahead = FixedClock(), FixedClock()
    ahead.advance(days=3652)
    visited(clinic, now)
    visited(clinic, ahead)
    with clinic.open(clock=now) as kernel:
        report = kernel.health.look()
        assert codes(report.concerns) == ["clock_behind", "visits_ahead"]
        assert report.concerns[1].params["record_no"] == "P001"
        assert (report.concerns[1].params["count"], report.concerns[1].params["visit"]) == (1, 2)
        assert kernel.audit.verify().verdict.whole
    visited(clinic, now)
    with clinic.open(clock=now) as kernel:
        # By the time each has; the trail keeps them as they were done.
        assert [one.number for one in kernel.records.of_patient("P001")] == [1, 3, 2]
        saved = rows(store_of(kernel), "SELECT visit FROM audit WHERE action = 'intake.save' ORDER BY seq")
        assert saved == [(1,), (2,), (3,)]
        assert kernel.audit.verify().verdict.whole
        assert kernel.findings == ()
    with clinic.open(clock=ahead) as kernel:
        ahead.advance(minutes=1)
        assert kernel.health.look().concerns == ()


@pytest.mark.parametrize("days", [-3652, -40 * 365, -1, 1, 3652, 74 * 365])
def test_S63_any_clock_starts_and_saves(clinic: Clinic, days: int) -> None:
    registered(clinic)
    visited(clinic, FixedClock())
    clock = FixedClock()
    clock.advance(days=days)
    visited(clinic, clock)
    with clinic.open(clock=clock) as kernel:
        assert len(kernel.records.of_patient("P001")) == 2
        kernel.health.look()
        assert kernel.audit.verify().verdict.whole


@pytest.mark.parametrize("step", [-6.5, 6.5, -3600, -86400, 3600])
def test_S65_a_step_within_an_opening_is_no_trouble(clinic: Clinic, step: float) -> None:
    registered(clinic)
    clock = FixedClock()
    with clinic.open(clock=clock) as kernel:
        kernel.intake.save("P001", "menzhen", content(MENZHEN))
        kernel.health.look()
        clock.advance(seconds=step)
        kernel.intake.save("P001", "menzhen", content(MENZHEN))
        behind = step < -module.TOLERANCE.total_seconds()
        assert ("clock_behind" in codes(kernel.health.look().concerns)) == behind
        assert kernel.audit.verify().verdict.whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_concern_has_words(language: str) -> None:
    words = Messages(language)
    params = {
        "free": 1,
        "needed": 500,
        "service": "OneDrive",
        "now": "",
        "latest": "",
        "count": 1,
        "record_no": "P001",
        "visit": 1,
        "at": "",
    }
    error = ClinicError("disk_full", file="clinic.db", needed=500)
    for code in words._table["health"]:
        message, hint = Concern(code, params, error if code == "write_failed" else None).words(words)
        assert message
        assert hint


def test_what_is_found_names_no_patient(clinic: Clinic) -> None:
    registered(clinic)
    ahead = FixedClock()
    ahead.advance(days=30)
    visited(clinic, ahead)
    with clinic.open() as kernel:
        told = "".join("".join(one.words(Messages())) for one in kernel.health.look().concerns)
        assert "P001" in told
        assert "陈敏" not in told
        assert store_of(kernel) is not None
