"""The Debian package with a program of a few files in it: what it says of itself, and that it is made of nothing that changes."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from installer import parts
from installer.linux import deb, system
from installer.linux.deb import debian_version
from installer.linux.dpkg import owners
from installer.linux.script import whole_script
from installer.linux.system import Left, Unpackaged, left_to_system
from tests.installer.run_machine import stubs
from tests.installer.tiny_program import FLOOR, tiny
from tests.installer.versions_in_order import COMES_BEFORE

pytestmark = pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="there is no dpkg-deb here")


def field(file: Path, name: str) -> str:
    return subprocess.run(
        ["dpkg-deb", "-f", file, name], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_it_says_what_it_is_and_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        deb, "left_to_system", lambda _folder, floor: Left((f"libc6 (>= {floor})",), ("libcups2",))
    )
    file = deb.build(tiny(tmp_path / "0.2.0rc1", "0.2.0rc1"))
    assert file.name == f"mingdao-clinic_0.2.0rc1_amd64_glibc{FLOOR}.deb"
    assert field(file, "Version") == "0.2.0~rc1"
    assert field(file, "Depends") == f"libc6 (>= {FLOOR})"
    assert field(file, "Suggests") == "libcups2"
    assert field(file, "Architecture") == "amd64"
    listed = subprocess.run(["dpkg-deb", "-c", file], capture_output=True, text=True, check=True).stdout
    assert " root/root " in listed.splitlines()[0]
    for name in (
        "./opt/mingdao-clinic/versions/0.2.0rc1/mingdao-clinic",
        "./usr/bin/mingdao -> /opt/mingdao-clinic/current/mingdao",
        "./usr/share/applications/mingdao-clinic.desktop",
        "./usr/share/man/zh_CN/man1/mingdao.1.gz",
        "./usr/share/doc/mingdao-clinic/copyright",
    ):
        assert f" {name}\n" in listed


def test_its_sums_are_those_of_its_files(tmp_path: Path) -> None:
    file = deb.build(tiny(tmp_path / "0.2.0", "0.2.0"))
    subprocess.run(["dpkg-deb", "-R", file, tmp_path / "out"], check=True)
    lines = (tmp_path / "out" / "DEBIAN" / "md5sums").read_text(encoding="utf-8").splitlines()
    said = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    here = {
        str(entry.relative_to(tmp_path / "out")): hashlib.md5(entry.read_bytes()).hexdigest()
        for entry in (tmp_path / "out").rglob("*")
        if entry.is_file() and not entry.is_symlink() and "DEBIAN" not in entry.parts
    }
    assert said == here


def test_two_builds_of_one_folder_are_one_file(tmp_path: Path) -> None:
    first = deb.build(tiny(tmp_path / "a" / "0.2.0", "0.2.0")).read_bytes()
    umask = os.umask(0o077)
    try:
        assert deb.build(tiny(tmp_path / "b" / "0.2.0", "0.2.0")).read_bytes() == first
    finally:
        os.umask(umask)


@pytest.mark.parametrize(
    ("version", "said"), [("0.2.0", "0.2.0"), ("0.2.0.dev1", "0.2.0~dev1"), ("1.0-rc1", "1.0~rc1")]
)
def test_a_version_is_written_so_that_dpkg_orders_it(version: str, said: str) -> None:
    assert debian_version(version) == said


def test_dpkg_orders_what_is_written_for_it_as_the_program_does() -> None:
    rule = whole_script(deb.SOURCES / "preinst")
    rule = rule[rule.index("ordered() {") : rule.index("refuse_older() {")]
    asked = "".join(
        f"dpkg --compare-versions {debian_version(one)} lt {debian_version(other)} && echo yes || echo no\n"
        f'[ "$(ordered {one})" = {debian_version(one)} ] || echo {one}\n'
        for one, other in COMES_BEFORE
    )
    said = subprocess.run(["sh"], input=rule + asked, capture_output=True, text=True, check=True).stdout
    assert dict(zip(COMES_BEFORE, said.split(), strict=True)) == {
        pair: "yes" if is_older else "no" for pair, is_older in COMES_BEFORE.items()
    }


def folder_with(tmp_path: Path, needed: dict[str, set[str]], monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in needed:
        (tmp_path / name).write_bytes(b"")
    monkeypatch.setattr(parts, "named", lambda file: needed[Path(file).name])
    return tmp_path


def test_what_is_left_to_the_system_is_read_off_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = {"liba.so": {"libc.so.6", "libb.so", "libcups.so.2"}, "libb.so": {"ld-linux-x86-64.so.2"}}
    folder = folder_with(tmp_path, needed, monkeypatch)
    owners = {"libc.so.6": "libc6", "ld-linux-x86-64.so.2": "libc6", "libcups.so.2": "libcups2"}
    monkeypatch.setattr(system, "_package", owners.__getitem__)
    assert left_to_system(folder, "2.28") == Left(("libc6 (>= 2.28)",), ("libcups2",))


def test_a_library_that_no_package_holds_ends_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_with(tmp_path, {"liba.so": {"libnobodys.so.9"}}, monkeypatch)
    with pytest.raises(Unpackaged, match=r"libnobodys\.so\.9"):
        left_to_system(folder, "2.28")


DIVERTED = """
[ "$LC_ALL" = C ] || exec echo 'Umleitung durch glx von: /usr/lib/x86_64-linux-gnu/libGL.so.1'
echo 'diversion by glx from: /usr/lib/x86_64-linux-gnu/libGL.so.1'
echo 'diversion by glx to: /usr/lib/mesa/libGL.so.1'
echo 'libgl1:amd64, libgl1:i386: /usr/lib/x86_64-linux-gnu/libGL.so.1'"""


def test_who_put_a_file_aside_does_not_own_it_in_whatever_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("PATH", stubs(tmp_path / "tools", **{"dpkg-query": DIVERTED}))
    assert list(owners(["*/libGL.so.1"])) == [("libgl1", "/usr/lib/x86_64-linux-gnu/libGL.so.1")]
