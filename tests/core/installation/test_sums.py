"""What is given away: nothing is taken that the list does not name, and no list that the believed key did not sign."""

import shutil
import subprocess
from pathlib import Path

import pytest

from core.base.errors import ClinicError, Damaged
from core.base.messages import Messages
from core.installation.contents import Difference, sha256_of
from core.installation.sums import SUMS, believed_sums, read_sums, sums_text
from tests.fakes.release import ReleaseKey

OURS, THEIRS = ReleaseKey(), ReleaseKey()
NAMES = ("mingdao-clinic_0.1.0_amd64_glibc2.28.deb", "mingdao-clinic_0.1.0_linux-x86_64_glibc2.28.run")


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    for name in NAMES:
        (tmp_path / name).write_bytes(name.encode() * 100)
    sign(tmp_path, OURS)
    return tmp_path


def sign(folder: Path, key: ReleaseKey | None) -> None:
    content = sums_text({name: sha256_of(folder / name) for name in NAMES})
    (folder / SUMS).write_bytes(content)
    (folder / f"{SUMS}.sig").unlink(missing_ok=True)
    if key:
        (folder / f"{SUMS}.sig").write_bytes(key.sign(content))


def refused(folder: Path, key: ReleaseKey | None = OURS) -> str:
    with pytest.raises(ClinicError) as caught:
        believed_sums(folder, key.public if key else None)
    assert all(Messages().error(caught.value))
    return caught.value.code


def test_the_files_are_those_of_the_list(dist: Path) -> None:
    heard: list[tuple[int, int]] = []
    assert not believed_sums(dist, OURS.public).compare(told=lambda done, total: heard.append((done, total)))
    assert heard[-1][0] == heard[-1][1] > 0
    done = subprocess.run(["sha256sum", "-c", SUMS], cwd=dist, capture_output=True, check=False)
    assert done.returncode == 0


def test_each_file_is_named_that_is_not(dist: Path) -> None:
    (dist / NAMES[0]).write_bytes(b"x")
    (dist / NAMES[1]).unlink()
    (dist / "other.run").touch()
    assert believed_sums(dist, OURS.public).compare() == Difference(missing=(NAMES[1],), altered=(NAMES[0],))
    assert believed_sums(dist, OURS.public).compare(NAMES[0]) == Difference(altered=(NAMES[0],))
    assert believed_sums(dist, OURS.public).compare("other.run") == Difference(foreign=("other.run",))


def test_a_list_that_somebody_else_signed_is_refused(dist: Path) -> None:
    sign(dist, THEIRS)
    assert refused(dist) == "sums_foreign"
    assert not believed_sums(dist, None).compare()  # who believes no key knows nobody's
    assert not believed_sums(dist, THEIRS.public).compare()


def test_a_list_that_nobody_signed_is_taken_by_whoever_believes_no_key(dist: Path) -> None:
    sign(dist, None)
    assert refused(dist) == "sums_unsigned"
    assert not believed_sums(dist, None).compare()


def test_a_list_that_was_changed_is_refused(dist: Path) -> None:
    (dist / NAMES[0]).write_bytes(b"x")
    digest = sha256_of(dist / NAMES[0])
    (dist / SUMS).write_bytes(sums_text({NAMES[0]: digest}))
    assert refused(dist) == "sums_broken"


@pytest.mark.parametrize(
    "content",
    [b"", b"x", b"0" * 64 + b"  ../x\n", b"0" * 64 + b"  a/b\n", b"0" * 64 + b" *x\n", b"0" * 64 + b"  x"],
)
def test_what_is_no_list_is_refused(dist: Path, content: bytes) -> None:
    (dist / SUMS).write_bytes(content)
    (dist / f"{SUMS}.sig").write_bytes(OURS.sign(content))
    assert refused(dist) == "sums_damaged"


def test_no_list_is_refused(dist: Path) -> None:
    shutil.move(dist / SUMS, dist / "other")
    with pytest.raises(Damaged) as caught:
        read_sums(dist, None)
    assert caught.value.code == "sums_unreadable"
