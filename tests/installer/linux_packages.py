"""The Linux packages where a clinic would use them: a Debian with nothing in it, no Python, no network, nothing to fetch by.

`make installer-test` builds the folder and runs this as root; it is no part of `make test`, because it takes minutes. Every call
over a socket is written down, and each system must have had none to anything but its own files.
"""

import hashlib
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from installer import parts
from installer.linux import deb
from installer.linux.system import Left
from tests.installer.bare_system import BareSystem, bare_system, may_make
from tests.installer.killing import EVERYBODY, killing_tools
from tests.installer.repacked import NEW, OLD, packages
from tests.installer.tiny_program import tiny

pytestmark = pytest.mark.skipif(not may_make(), reason="needs root, debootstrap, unshare and strace")

PICTURES = parts.ROOT / "build" / "installer-test" / "pictures"
DEB, RUN = "/opt/mingdao-clinic", "/root/.local/opt/mingdao-clinic"
HOME = "/root/诊所 数据"
PASSPHRASE = "正确 horse battery"
NEWEST = "0.3.0"
OLDER = 5
STEPS = ("cp", "dpkg-deb", "ln", "mv", "readlink", "rm", "tar")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    return packages(tmp_path_factory.mktemp("packages"), OLD, NEW)


@pytest.fixture
def system(tmp_path: Path) -> Iterator[BareSystem]:
    with bare_system(tmp_path) as one:
        yield one


def clinic(system: BareSystem, mingdao: str) -> None:
    """A clinic with a patient, made by the program that is installed."""
    system.inside("/root/口令").write_text(PASSPHRASE, encoding="utf-8")
    common = ("--json", "--home", HOME, "--passphrase-file", "/root/口令")
    system.succeed(mingdao, "init", *common)
    system.succeed(mingdao, "patient", "add", "--name", "陳静", "--sex", "女", *common)


def found(system: BareSystem, mingdao: str) -> list[str]:
    """Who is found in that clinic."""
    common = ("--json", "--home", HOME, "--passphrase-file", "/root/口令")
    said = json.loads(system.succeed(mingdao, "patient", "find", "chenjing", *common))
    return [str(one["name"]) for one in said["candidates"]]


def records(system: BareSystem) -> dict[str, str]:
    """Every file of the clinic, with its SHA-256."""
    folder = system.inside(HOME)
    return {
        entry.relative_to(folder).as_posix(): hashlib.sha256(entry.read_bytes()).hexdigest()
        for entry in folder.rglob("*")
        if entry.is_file()
    }


def passes_its_own_test(system: BareSystem, window: str) -> None:
    said = json.loads(system.succeed(window, "--self-test", "--json"))
    failed = [one for one in said["checks"] if one["verdict"] == "FAILED"]
    assert failed == []
    system.succeed(window, "--tour", "/root/演示")
    assert len(list(system.inside("/root/演示").glob("*.png"))) > 5


def started(system: BareSystem, prefix: str) -> str:
    """The version `current` leads to; it must be whole."""
    system.succeed(f"{prefix}/current/mingdao", "verify-install")
    return Path(system.succeed("readlink", f"{prefix}/current").strip()).name


def test_the_package_from_install_to_purge(system: BareSystem, built: dict[tuple[str, str], Path]) -> None:
    old, new = (system.give(built["deb", version]) for version in (OLD, NEW))
    before = {entry for entry in system.root.rglob("*") if "/var/" not in f"/{entry}"}
    system.succeed("dpkg", "-i", old)
    assert "install ok installed" in system.succeed("dpkg", "-s", "mingdao-clinic")
    assert system.succeed("mingdao-clinic", "--version").startswith(f"mingdao-clinic {OLD}")
    assert system.succeed("dpkg", "--verify", "mingdao-clinic") == ""
    assert started(system, DEB) == OLD
    passes_its_own_test(system, "mingdao-clinic")
    clinic(system, "mingdao")

    kept = records(system)
    system.succeed("dpkg", "-i", new)
    assert records(system) == kept
    assert started(system, DEB) == NEW
    assert system.inside(f"{DEB}/previous").readlink() == Path(f"versions/{OLD}")
    assert found(system, "mingdao") == ["陳静"]

    kept = records(system)
    refused = system.run("dpkg", "-i", old)
    assert refused.code != 0
    assert OLD in refused.err
    assert NEW in refused.err
    assert started(system, DEB) == NEW
    assert "install ok installed" in system.succeed("dpkg", "-s", "mingdao-clinic")

    system.succeed("mingdao", "update", "back", "--home", "/root/none")
    assert started(system, DEB) == OLD
    assert system.inside(f"{DEB}/previous").readlink() == Path(f"versions/{NEW}")
    assert found(system, "mingdao") == ["陳静"]
    kept = records(system)
    system.succeed("dpkg", "-i", new)
    assert started(system, DEB) == NEW
    assert system.inside(f"{DEB}/previous").readlink() == Path(f"versions/{OLD}")

    # Nobody is told to have a clinic there; who has one keeps it.
    strays = {system.inside(f"{DEB}/versions/{version}/data/clinic.db") for version in (OLD, NEW)}
    for stray in strays:
        stray.parent.mkdir()
        stray.write_bytes(b"a patient")
    system.succeed("dpkg", "-r", "mingdao-clinic")
    stayed = [file for file in system.inside(DEB).rglob("*") if not file.is_dir()]
    assert [file.read_bytes() for file in stayed] == [b"a patient"] * 2
    shutil.rmtree(system.inside(DEB))
    assert system.run("sh", "-c", "command -v mingdao mingdao-clinic").code != 0
    assert records(system) == kept
    system.succeed("dpkg", "-i", new)
    system.succeed("dpkg", "-P", "mingdao-clinic")
    assert records(system) == kept
    after = {entry for entry in system.root.rglob("*") if "/var/" not in f"/{entry}"}
    left = {str(entry.relative_to(system.root)) for entry in after - before}
    assert {name for name in left if not name.startswith(("root/", "opt", "tmp/"))} == set()


def test_the_self_extracting_file_from_install_to_removal(
    system: BareSystem, built: dict[tuple[str, str], Path]
) -> None:
    old, new = (system.give(built["run", version], "/media/优盘 1") for version in (OLD, NEW))
    window, mingdao = "/root/.local/bin/mingdao-clinic", "/root/.local/bin/mingdao"
    began = time.monotonic()
    assert RUN in system.succeed("sh", old)
    sys.stderr.write(f"installed in {time.monotonic() - began:.1f} s\n")
    assert started(system, RUN) == OLD
    passes_its_own_test(system, window)
    clinic(system, mingdao)

    kept = records(system)
    assert f"已从 {OLD} 更新到 {NEW}" in system.succeed("sh", new, LANG="zh_CN.UTF-8")
    assert records(system) == kept
    assert started(system, RUN) == NEW
    assert found(system, mingdao) == ["陳静"]

    kept = records(system)
    refused = system.run("sh", old)
    assert refused.code == OLDER
    assert OLD in refused.err
    assert NEW in refused.err
    assert started(system, RUN) == NEW
    system.succeed(mingdao, "update", "back", "--home", "/root/none")
    assert started(system, RUN) == OLD
    system.succeed("sh", new, "--update")
    assert started(system, RUN) == NEW

    system.succeed(f"{RUN}/uninstall")
    assert not system.inside(RUN).exists()
    assert not system.inside(mingdao).is_symlink()
    assert records(system) == kept


def test_for_everybody_and_in_a_chinese_place_with_blanks(
    system: BareSystem, built: dict[tuple[str, str], Path]
) -> None:
    file = system.give(built["run", OLD])
    system.succeed("sh", file, "--system")
    assert system.succeed("/usr/local/bin/mingdao-clinic", "--version").startswith(f"mingdao-clinic {OLD}")
    system.succeed("/opt/mingdao-clinic-run/uninstall")
    assert not system.inside("/opt/mingdao-clinic-run").exists()
    for place in ("bin", "share"):
        assert not [*system.inside(f"/usr/local/{place}").rglob("*mingdao*")]
    prefix = "/srv/诊所 程序/明道 诊所"
    system.succeed("sh", file, "--prefix", prefix)
    assert started(system, prefix) == OLD
    passes_its_own_test(system, f"{prefix}/current/mingdao-clinic")
    system.succeed("sh", file, "--prefix", prefix, "--uninstall")
    assert not system.inside("/srv/诊所 程序").exists()
    assert system.inside("/srv").is_dir()


@contextmanager
def keyring(socket: Path, folder: Path) -> Iterator[None]:
    """A session bus at a socket, with an unlocked keyring on it."""
    address = f"unix:path={socket}"
    places = {"XDG_RUNTIME_DIR": folder / "runtime", "XDG_DATA_HOME": folder / "data"}
    for place in places.values():
        place.mkdir(mode=0o700, parents=True)
    environment = {"PATH": "/usr/bin:/bin", **{name: str(place) for name, place in places.items()}}
    bus = ["dbus-daemon", "--session", "--nofork", "--address", address, "--print-address=1"]
    with subprocess.Popen(bus, env=environment, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout
        daemon.stdout.readline()
        kept = ["gnome-keyring-daemon", "--unlock", "--components=secrets", "--foreground"]
        with subprocess.Popen(
            kept,
            env=environment | {"DBUS_SESSION_BUS_ADDRESS": address},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as ring:
            assert ring.stdin
            ring.stdin.write(b"login")
            ring.stdin.close()
            time.sleep(2)
            try:
                yield
            finally:
                ring.terminate()
                daemon.terminate()


def test_reaches_the_keyring_of_a_session(
    system: BareSystem, built: dict[tuple[str, str], Path], tmp_path: Path
) -> None:
    system.succeed("dpkg", "-i", system.give(built["deb", OLD]))
    with keyring(system.inside("/run/bus"), tmp_path / "session"):
        said = json.loads(
            system.succeed(
                "mingdao-clinic", "--self-test", "--json", DBUS_SESSION_BUS_ADDRESS="unix:path=/run/bus"
            )
        )
    (told,) = (one for one in said["checks"] if one["name"] == "keyring")
    assert (told["verdict"], told["detail"]) == ("ok", "SecretService: written, read, forgotten")


def test_a_disk_that_is_full_or_cannot_be_written_leaves_the_old_program(
    system: BareSystem, built: dict[tuple[str, str], Path], tmp_path: Path
) -> None:
    """The real file runs out of room while it unpacks; that it would is hidden from it."""
    old, new = (system.give(built["run", version]) for version in (OLD, NEW))
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=330m", "tmpfs", disk], check=True)
    try:
        system.inside("/srv/disk").mkdir()
        system.mounts.append(("--bind", str(disk), "/srv/disk"))
        system.succeed("sh", old, "--prefix", "/srv/disk/程序")
        said = system.run("sh", new, "--prefix", "/srv/disk/程序")
        assert said.code == 1
        assert "too little room" in said.err
        hidden = system.inside("/root/tools")
        hidden.mkdir()
        (hidden / "df").write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
        (hidden / "df").chmod(0o755)
        said = system.run("sh", new, "--prefix", "/srv/disk/程序", PATH="/root/tools:/usr/bin:/bin")
        assert said.code == 1
        assert "Unpacking failed" in said.err
        assert started(system, "/srv/disk/程序") == OLD
        assert sorted(one.name for one in (disk / "程序" / "versions").iterdir()) == [OLD]
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        said = system.run("sh", new, "--prefix", "/srv/disk/程序")
        assert said.code == 1
        assert "cannot be written" in said.err
        assert started(system, "/srv/disk/程序") == OLD
    finally:
        subprocess.run(["umount", disk], check=True)


def test_killed_at_random_the_self_extracting_file_leaves_a_whole_program(
    system: BareSystem, built: dict[tuple[str, str], Path]
) -> None:
    old, new = (system.give(built["run", version]) for version in (OLD, NEW))
    chance = random.Random(7)
    system.succeed("sh", old)
    began = time.monotonic()
    system.succeed("sh", new)
    whole = time.monotonic() - began
    ends = set()
    for _ in range(6):
        shutil.rmtree(system.inside(RUN))
        system.succeed("sh", old)
        killed_after(system.command("sh", new), chance.uniform(0, whole * 1.1))
        ends.add(started(system, RUN))
        system.succeed("sh", new)
        assert started(system, RUN) == NEW
    assert OLD in ends  # it was killed while it worked


def test_killed_at_any_step_dpkg_leaves_a_whole_program(system: BareSystem, tmp_path: Path) -> None:
    """A program of a few files: the steps are the calls of tools by dpkg and by the scripts of the package."""
    old, new = (system.give(deb.build(tiny(tmp_path / version, version))) for version in (OLD, NEW))
    killing_tools(system.inside("/root/tools"), STEPS, EVERYBODY)
    path = "/root/tools:/usr/sbin:/usr/bin:/sbin:/bin"
    count = system.inside("/root/count")
    step, ends = 0, []
    while True:
        step += 1
        system.run("dpkg", "-P", "mingdao-clinic")
        system.succeed("dpkg", "-i", old)
        count.unlink(missing_ok=True)
        said = system.run("dpkg", "-i", new, PATH=path, KILL_AT=str(step), KILL_COUNT="/root/count")
        ends.append(started(system, DEB).removeprefix(".kept-"))
        if said.code == 0:
            break
        system.run("dpkg", "--configure", "-a")
        assert started(system, DEB)
        system.succeed("dpkg", "-i", new)
        assert started(system, DEB) == NEW
        assert system.inside(f"{DEB}/previous").readlink() == Path(f"versions/{OLD}")
        assert sorted(one.name for one in system.inside(f"{DEB}/versions").iterdir()) == [OLD, NEW]
    assert step > 12
    assert ends == sorted(ends)
    assert ends[0] == OLD
    assert ends.count(NEW) > 1


def test_dpkg_refuses_an_older_version_also_than_one_that_it_did_not_install(
    system: BareSystem, tmp_path: Path
) -> None:
    """Nor one that is newer than what was gone back to, but older than what dpkg knows of."""
    first, old, new = (
        system.give(deb.build(tiny(tmp_path / version, version))) for version in ("0.0.9", OLD, NEW)
    )
    place = system.inside(DEB)

    def lead_to(version: str) -> None:
        (place / "current").unlink()
        (place / "current").symlink_to(f"versions/{version}")

    def refused() -> None:
        said = system.run("dpkg", "-i", old)
        assert said.code != 0
        assert f"{NEW} is installed; {OLD} is older" in said.err

    system.succeed("dpkg", "-i", first)
    system.succeed("dpkg", "-i", new)
    refused()
    assert started(system, DEB) == NEW
    lead_to("0.0.9")
    refused()
    assert started(system, DEB) == "0.0.9"
    system.succeed("dpkg", "-P", "mingdao-clinic")
    system.succeed("dpkg", "-i", first)
    (place / "versions" / "0.0.9").rename(place / "versions" / NEW)
    lead_to(NEW)
    refused()
    assert started(system, DEB) == NEW


@pytest.mark.parametrize("elsewhere", [False, True], ids=["opt", "opt-a-link"])
def test_dpkg_takes_no_file_from_under_a_program_that_is_open(
    system: BareSystem, tmp_path: Path, elsewhere: bool
) -> None:
    """It does not remove it, and is installed as it was. Updates beside it go on: two, until nothing leads to it any more."""
    files = (system.give(deb.build(tiny(tmp_path / one, one))) for one in (OLD, NEW, NEWEST))
    if elsewhere:
        system.inside("/opt").rename(system.inside("/srv/disk"))
        system.inside("/opt").symlink_to("/srv/disk")
    script = """dpkg -i "$1" >&2 || exit 9
        cp /bin/sleep /opt/mingdao-clinic/current/mingdao-open
        /opt/mingdao-clinic/current/mingdao-open 60 &
        dpkg -r mingdao-clinic >&2 && exit 8
        dpkg -s mingdao-clinic | grep Status
        dpkg --audit
        mingdao verify-install && mingdao --version || exit 7
        dpkg -i "$2" >&2 || exit 6
        dpkg -P mingdao-clinic >&2 && exit 5
        mingdao verify-install && mingdao --version || exit 4
        dpkg -i "$3" >&2 || exit 3
        dpkg -i "$3" >&2 || exit 3
        ls /opt/mingdao-clinic/versions
        $OPEN/mingdao verify-install || exit 2
        kill $!
        wait $! || true
        rm $OPEN/mingdao-open
        dpkg -i "$3" >&2 || exit 3
        ls /opt/mingdao-clinic/versions
        dpkg -P mingdao-clinic >&2 || exit 3
        dpkg -s mingdao-clinic && exit 2
        echo $!"""
    said = system.run("sh", "-c", script, "sh", *files, OPEN=f"{DEB}/versions/{OLD}")
    assert said.code == 0, said.err
    status, *rest, process = said.out.splitlines()
    assert status == "Status: deinstall ok installed"  # what was asked for, and what is
    assert rest == [OLD, NEW, OLD, NEW, NEWEST, NEW, NEWEST]
    assert said.err.count(f"the program is open: mingdao-open ({process})") == 2
    assert not system.inside("/usr/bin/mingdao").is_symlink()
    assert not system.inside(DEB).exists()


def test_dpkg_names_the_c_library_that_is_needed_and_the_one_that_is_there(
    system: BareSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = system.give(deb.build(tiny(tmp_path / OLD, OLD)))
    monkeypatch.setattr(deb, "left_to_system", lambda *_: Left(("libc6 (>= 99.0)",), ()))
    new = system.give(deb.build(tiny(tmp_path / NEW, NEW)))
    here = system.succeed("dpkg-query", "-W", "-f", "${Version}", "libc6")
    system.succeed("dpkg", "-i", old)
    refused = system.run("dpkg", "-i", new)
    assert refused.code != 0
    assert "depends on libc6 (>= 99.0)" in refused.err
    assert f"libc6:amd64 on system is {here}" in refused.err
    assert started(system, DEB).removeprefix(".kept-") == OLD


def test_a_package_that_cannot_be_unpacked_leaves_the_old_program(system: BareSystem, tmp_path: Path) -> None:
    old, new = (system.give(deb.build(tiny(tmp_path / version, version))) for version in (OLD, NEW))
    system.mounts.append(("-t tmpfs -o size=100k", "tmpfs", "/opt"))
    script = """dpkg -i "$1" || exit 9
        head -c 1M /dev/zero >/opt/filler 2>/dev/null
        dpkg -i "$2" && exit 8
        /opt/mingdao-clinic/current/mingdao verify-install && /opt/mingdao-clinic/current/mingdao --version
        mount -o remount,ro /opt
        dpkg -i "$2" && exit 7
        /opt/mingdao-clinic/current/mingdao verify-install && /opt/mingdao-clinic/current/mingdao --version"""
    said = system.succeed("sh", "-c", script, "sh", old, new)
    assert said.splitlines().count(OLD) == 2


def killed_after(command: list[str], seconds: float) -> None:
    """Run a command and kill it, with everything it started; all of them are gone afterwards."""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        assert process.stdout
        process.stdout.read()
