"""The Debian package: the program in /opt, links to it in /usr/bin, and what a desktop wants to know.

dpkg's own files lie in `versions/<version>`. The scripts in `debian` keep the version before as `previous` and make the
switch, in the layout of `core/installation/versions.py`.
"""

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

from core.base.program import NAME
from installer.linux import desktop, tree
from installer.linux.script import whole_script
from installer.linux.system import Left, left_to_system
from installer.release import Release

PREFIX = Path("opt") / NAME
SCRIPTS = ("preinst", "postinst", "prerm", "postrm")
SOURCES = Path(__file__).parent / "debian"

CONTROL = """\
Package: {name}
Version: {version}
Architecture: amd64
Maintainer: MingDao Clinic <{name}@localhost>
Installed-Size: {kilobytes}
Depends: {needed}
Suggests: {of_use}
Section: science
Priority: optional
Description: offline records of a TCM clinic
 A desktop program for clinics of traditional Chinese medicine: registering patients,
 intake, return visits and the comparison of visits, kept encrypted on this machine.
 .
 It brings its own Python, Qt and font, and needs no network. Records of patients are
 not part of the package: installing, updating, removing and purging leave them alone.
"""


def build(release: Release) -> Path:
    """Build it from a program folder; where it lies."""
    with tree.workshop() as work:
        _lay_out(release, work)
        _control(release, work)
        release.deb.unlink(missing_ok=True)
        pack = ["-Zgzip", "-z1"] if release.fast else ["-Zxz", "-z6", "--threads-max=2"]
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", *pack, "--build", str(work), str(release.deb)],
            env={"PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": str(release.epoch)},
            stdout=subprocess.DEVNULL,
            check=True,
        )
    return release.deb


def _lay_out(release: Release, work: Path) -> None:
    """Every file as it will be on the system."""
    tree.copied(release.folder, work / PREFIX / "versions" / release.version)
    usr = work / "usr"
    (usr / "bin").mkdir(parents=True)
    for program in (NAME, "mingdao"):
        (usr / "bin" / program).symlink_to(Path("/") / PREFIX / "current" / program)
    desktop.lay_out(release, usr / "share")
    doc = usr / "share" / "doc" / NAME
    doc.mkdir(parents=True)
    shutil.copyfile(SOURCES / "copyright", doc / "copyright")
    tree.settle(work, release.epoch)


def debian_version(version: str) -> str:
    """As dpkg orders versions: a pre-release stands before its release."""
    return re.sub(r"[.-]?([a-z])", r"~\1", version, count=1)


def _control(release: Release, work: Path) -> None:
    folder = work / "DEBIAN"
    files = [file for file in sorted(work.rglob("*")) if file.is_file() and not file.is_symlink()]
    size = tree.kilobytes(work)
    folder.mkdir()
    left: Left = left_to_system(release.folder, release.floor)
    control = CONTROL.format(
        name=NAME,
        version=debian_version(release.version),
        kilobytes=size,
        needed=", ".join(left.needed),
        of_use=", ".join(left.of_use),
    )
    (folder / "control").write_text(control, encoding="utf-8")
    sums = (f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(work)}\n" for file in files)  # noqa: S324 - dpkg's form
    (folder / "md5sums").write_text("".join(sums), encoding="utf-8")
    for name in SCRIPTS:
        words = whole_script(SOURCES / name)
        script = folder / name
        words = words.replace("@VERSION@", release.version)
        script.write_text(
            words.replace("@DEBIAN_VERSION@", debian_version(release.version)), encoding="utf-8"
        )
        script.chmod(0o755)
    tree.settle(folder, release.epoch)
