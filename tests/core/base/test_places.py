"""Where a clinic's data may not lie: rows 41, 42 and 50. What mounts look like was taken from real machines."""

from pathlib import Path, PurePosixPath

import pytest

from core.base import places
from core.base.errors import UserError
from core.base.places import Mount, is_remote, is_unc, mount_of, refuse_remote, synced_by

MOUNTS = """\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
30 27 0:27 / /dev/shm rw,nosuid - tmpfs tmpfs rw,size=24731708k
41 27 0:44 / /srv/records rw,relatime shared:1 - nfs4 nas:/records rw,vers=4.2,hard
42 27 0:45 / /home/li/共享 rw,relatime shared:2 - cifs //server/share rw,vers=3.1.1
43 27 0:46 / /media/with\\040blank rw - fuse.sshfs li@host: rw,user_id=1000
44 27 8:17 / /media/stick rw,nosuid - vfat /dev/sdb1 rw
45 27 8:18 / /media/ntfs rw,nosuid - fuseblk /dev/sdb2 rw,user_id=0
46 27 0:50 / /mnt/c rw,noatime - 9p drvfs rw,dirsync,aname=drvfs;path=C:\\\\;trans=fd
47 41 8:19 / /srv/records/local rw - xfs /dev/sdc1 rw
48 27 0:51 / /over rw - ext4 /dev/sdd1 rw
49 48 0:52 / /over rw - nfs nas:/over rw
"""


def folder(path: str) -> PurePosixPath:
    return PurePosixPath(path)


@pytest.mark.parametrize(
    ("path", "kind", "remote"),
    [
        ("/srv/records/clinic", "nfs4", True),
        ("/home/li/共享/诊所", "cifs", True),
        ("/media/with blank/clinic", "fuse.sshfs", True),
        ("/media/ntfs/clinic", "fuseblk", True),
        ("/mnt/c/clinic", "9p", True),
        ("/over/clinic", "nfs", True),
        ("/home/li/clinic", "ext4", False),
        ("/srv/recordsonly", "ext4", False),
        ("/srv/records/local/clinic", "xfs", False),
        ("/dev/shm/clinic", "tmpfs", False),
        ("/media/stick/clinic", "vfat", False),
    ],
)
def test_S41_the_mount_a_folder_lies_on_decides(path: str, kind: str, remote: bool) -> None:
    mount = mount_of(MOUNTS, folder(path))
    assert mount is not None
    assert (mount.kind, is_remote(mount)) == (kind, remote)


@pytest.mark.parametrize(
    "kind",
    [
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "fuse.sshfs",
        "fuse",
        "fuse.rclone",
        "9p",
        "virtiofs",
        "davfs",
        "ceph",
    ],
)
def test_S42_a_network_is_known_by_the_kind(kind: str) -> None:
    assert is_remote(Mount("/data", kind))


@pytest.mark.parametrize(
    "kind",
    [
        "ext4",
        "xfs",
        "btrfs",
        "zfs",
        "f2fs",
        "tmpfs",
        "overlay",
        "vfat",
        "exfat",
        "ntfs3",
        "ntfs",
        "apfs",
        "bcachefs",
    ],
)
def test_S42_a_disk_of_this_machine_is_fine(kind: str) -> None:
    assert not is_remote(Mount("/data", kind))


def test_S42_a_machine_that_stands_on_one_as_a_whole_has_no_other_disk() -> None:
    assert not is_remote(Mount("/", "9p"))
    assert not is_remote(Mount("/", "fuse.fuse-overlayfs"))
    assert is_remote(Mount("/", "nfs4"))
    assert is_remote(Mount("/", "fuse.sshfs"))


def test_S42_lines_that_cannot_be_read_are_passed_over() -> None:
    assert mount_of("", folder("/x")) is None
    assert mount_of("nonsense\n1 2 3 - x\n\n", folder("/x")) is None


@pytest.mark.parametrize(
    ("path", "unc"),
    [
        (r"\\server\share\clinic", True),
        ("//server/share/clinic", True),
        (r"\\?\UNC\server\share", True),
        (r"\\?\C:\clinic", False),
        (r"C:\clinic", False),
    ],
)
def test_S41_a_windows_path_to_another_machine_is_known(path: str, unc: bool) -> None:
    assert is_unc(path) == unc


def test_S41_the_folders_of_this_machine_are_fine(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "still" / "to" / "be" / "made", Path.home(), Path("/tmp")):
        refuse_remote(place)


def test_S41_a_link_into_the_network_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = tmp_path / "nas"
    (there / "clinic").mkdir(parents=True)
    (tmp_path / "here").symlink_to(there)
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        f"27 1 254:0 / / rw - ext4 /dev/vda rw\n41 27 0:44 / {there.resolve()} rw - nfs4 nas:/x rw\n"
    )
    monkeypatch.setattr(places, "MOUNTS", mounts)
    refuse_remote(tmp_path)
    for place in (there / "clinic", tmp_path / "here" / "clinic", tmp_path / "here" / "new"):
        with pytest.raises(UserError, match="folder_remote") as refusal:
            refuse_remote(place)
        assert refusal.value.params["kind"] == "nfs4"


def test_S41_where_the_system_tells_nothing_nobody_is_kept_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "MOUNTS", tmp_path / "absent")
    refuse_remote(tmp_path)


@pytest.mark.parametrize(
    ("path", "service"),
    [
        ("OneDrive/诊所", "OneDrive"),
        ("OneDrive - 某某医院/clinic", "OneDrive"),
        ("坚果云/clinic", "坚果云"),
        ("我的坚果云/clinic", "坚果云"),
        ("Nutstore Files/clinic", "坚果云"),
        ("百度同步盘/clinic", "百度"),
        ("BaiduSyncdisk/clinic", "百度"),
        ("Library/Mobile Documents/com~apple~CloudDocs/clinic", "iCloud"),
        ("iCloudDrive/clinic", "iCloud"),
        ("Dropbox/clinic", "Dropbox"),
        ("微云同步助手/clinic", "微云"),
        ("阿里云盘/clinic", "阿里云盘"),
        ("WPS云盘/clinic", "WPS"),
        ("WPSDrive/123/clinic", "WPS"),
    ],
)
def test_S50_a_folder_that_is_synchronised_is_known(tmp_path: Path, path: str, service: str) -> None:
    real = tmp_path / path
    real.mkdir(parents=True)
    assert service in (synced_by(real, {}) or "")
    (tmp_path / "plain").symlink_to(real)
    assert service in (synced_by(tmp_path / "plain", {}) or ""), "a link leads there too"


def test_S50_also_by_what_lies_in_it_and_by_what_windows_says(tmp_path: Path) -> None:
    (tmp_path / "one" / "clinic").mkdir(parents=True)
    (tmp_path / "one" / ".dropbox.cache").mkdir()
    (tmp_path / "two" / "clinic").mkdir(parents=True)
    assert synced_by(tmp_path / "one" / "clinic", {}) == "Dropbox"
    assert synced_by(tmp_path / "two" / "clinic", {"OneDriveCommercial": str(tmp_path / "two")}) == "OneDrive"
    assert synced_by(tmp_path / "two" / "clinic", {"OneDriveCommercial": str(tmp_path / "tw")}) is None


def test_S50_an_ordinary_folder_is_none(tmp_path: Path) -> None:
    assert synced_by(tmp_path / "诊所", {}) is None
    assert synced_by(tmp_path / "Dropbox-old" / "clinic", {}) is None
