"""What a file is that was brought, and what becomes of one that is not what it says."""

import errno
import io
import os
import shutil
import tarfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.installation.contents import Contents, compare
from core.installation.offer import Kind, lay_out, libc_floor_met, offer_of, own_copy
from core.installation.signature import Verdict
from core.installation.versions import Installation
from tests.fakes.brought import RUN, SCRIPT, deb_at, odd, run_at, seal_sums, setup_at
from tests.fakes.release import FILES, ReleaseKey, program_at


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "U 盘"
    folder.mkdir()
    return folder


def refused(file: Path, code: str, key: ReleaseKey | None = None) -> None:
    with pytest.raises(ClinicError) as refusal:
        offer_of(file, key.public if key else None)
    assert refusal.value.code == code


class TestWhatItIs:
    def test_a_run(self, stick: Path) -> None:
        key = ReleaseKey()
        offer = offer_of(run_at(stick, "0.2.0", key, "0099"), key.public)
        assert (offer.kind, offer.version, offer.store, offer.verdict) == (
            Kind.RUN,
            "0.2.0",
            "0099",
            Verdict.SIGNED,
        )
        assert (offer.platform, offer.architecture, offer.floor) == ("linux", "x86_64", "2.28")

    def test_a_deb(self, stick: Path) -> None:
        offer = offer_of(deb_at(stick), None)
        assert (offer.kind, offer.version, offer.verdict) == (Kind.DEB, "0.2.0", Verdict.UNSIGNED)

    def test_a_setup_is_known_by_its_listed_name(self, stick: Path) -> None:
        key = ReleaseKey()
        offer = offer_of(setup_at(stick, "0.2.0", key), key.public)
        assert (offer.kind, offer.version, offer.platform) == (Kind.SETUP, "0.2.0", "windows")
        assert (offer.store, offer.verdict) == ("", Verdict.SIGNED)

    def test_a_folder(self, stick: Path) -> None:
        key = ReleaseKey()
        offer = offer_of(program_at(stick / "程序", key, "0.3.0"), key.public)
        assert (offer.kind, offer.version, offer.verdict) == (Kind.FOLDER, "0.3.0", Verdict.SIGNED)

    def test_how_far_it_is_told(self, stick: Path) -> None:
        heard: list[tuple[int, int]] = []
        file = run_at(stick)
        offer_of(file, None, lambda done, total: heard.append((done, total)))
        assert heard[-1] == (file.stat().st_size, file.stat().st_size)


class TestWhatItIsNot:
    @pytest.mark.parametrize(
        "name", ["update.run", "mingdao-clinic_0.2.0.run", "mingdao-clinic_.._linux-x86_64_glibc2.28.run"]
    )
    def test_another_name(self, stick: Path, name: str) -> None:
        file = run_at(stick)
        refused(file.rename(stick / name), "update_not_ours")

    def test_another_folder(self, stick: Path) -> None:
        refused(stick, "update_not_ours")

    @pytest.mark.parametrize(
        "name", [RUN.format("0.2.0"), "程序", "病历.zip", f"readme/{RUN.format('0.2.0')}"]
    )
    def test_what_is_not_there(self, stick: Path, name: str) -> None:
        (stick / "readme").write_bytes(b"")
        refused(stick / name, "update_missing")

    @pytest.mark.parametrize("name", [RUN.format("0.2.0"), "程序", "病历.zip"])
    def test_what_may_not_be_read(self, stick: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        run_at(stick)
        (stick / "程序").mkdir()
        (stick / "病历.zip").write_bytes(b"")

        def forbidden(place: object, *_: object) -> object:
            raise PermissionError(errno.EACCES, "denied", str(place))

        for call in ("open", "scandir"):
            monkeypatch.setattr(os, call, forbidden)
        with pytest.raises(ClinicError, match="update_unreadable") as refusal:
            offer_of(stick / name, None)
        assert "没有权限" in Messages().error(refusal.value)[0]

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
    def test_a_pipe(self, stick: Path) -> None:
        os.mkfifo(stick / RUN.format("0.2.0"))
        refused(stick / RUN.format("0.2.0"), "update_unreadable")

    def test_one_byte(self, stick: Path) -> None:
        file = run_at(stick)
        content = bytearray(file.read_bytes())
        content[-20] ^= 1
        file.write_bytes(content)
        refused(file, "update_altered")

    def test_cut_short(self, stick: Path) -> None:
        file = run_at(stick)
        file.write_bytes(file.read_bytes()[:-50])
        refused(file, "update_altered")

    def test_listed_but_not_packed(self, stick: Path) -> None:
        file = stick / RUN.format("0.2.0")
        for content in (SCRIPT, SCRIPT + b"\x1f\x8b\x08 none", b"!<arch>\n", b""):
            file.write_bytes(content)
            seal_sums(stick)
            refused(file, "update_unreadable")

    def test_packed_and_no_program(self, stick: Path) -> None:
        file = run_at(stick)
        content = file.read_bytes()
        file.write_bytes(content[: len(SCRIPT)] + content[len(SCRIPT) : len(content) // 3])
        seal_sums(stick)
        refused(file, "update_unreadable")

    def test_without_the_list(self, stick: Path) -> None:
        file = run_at(stick)
        (stick / "SHA256SUMS").unlink()
        refused(file, "sums_unreadable")

    def test_not_in_the_list(self, stick: Path) -> None:
        file = run_at(stick)
        other = Path(shutil.copy(file, stick / RUN.format("0.2.1")))
        refused(other, "update_not_listed")

    def test_not_signed_for_who_believes_a_key(self, stick: Path) -> None:
        refused(run_at(stick), "sums_unsigned", ReleaseKey())
        refused(program_at(stick / "程序"), "update_no_signature", ReleaseKey())

    def test_signed_by_somebody_else(self, stick: Path) -> None:
        refused(run_at(stick, "0.2.0", ReleaseKey()), "sums_foreign", ReleaseKey())
        refused(program_at(stick / "程序", ReleaseKey()), "update_foreign", ReleaseKey())

    def test_a_folder_that_was_altered(self, stick: Path) -> None:
        key = ReleaseKey()
        folder = program_at(stick / "程序", key)
        (folder / "mingdao").write_bytes(b"another")
        (folder / "extra.so").write_bytes(b"")
        with pytest.raises(ClinicError, match="update_files") as refusal:
            offer_of(folder, key.public)
        assert refusal.value.params["names"] == ("extra.so", "mingdao")


class TestLayingOut:
    def laid_out(self, file: Path, tmp_path: Path) -> Path:
        folder = tmp_path / "new"
        folder.mkdir()
        lay_out(offer_of(file, None), folder)
        return folder

    @pytest.mark.parametrize("make", [run_at, deb_at])
    def test_the_program_and_nothing_else(
        self, stick: Path, tmp_path: Path, make: Callable[[Path], Path]
    ) -> None:
        folder = self.laid_out(make(stick), tmp_path)
        assert not compare(folder, Contents.read(folder))
        assert not (folder / "share").exists()
        assert (folder / "_internal" / "libQt.so").is_symlink()

    def test_a_folder(self, stick: Path, tmp_path: Path) -> None:
        program = program_at(stick / "程序")
        (program / "mingdao").chmod(0o700)
        heard: list[tuple[int, int]] = []
        folder = tmp_path / "new"
        folder.mkdir()
        offer = offer_of(program, None)
        lay_out(offer, folder, lambda done, total: heard.append((done, total)))
        assert heard == sorted(heard)
        assert heard[-1][0] == heard[-1][1] > offer.size
        assert not compare(folder, Contents.read(folder))
        assert (folder / "mingdao").stat().st_mode & 0o777 == 0o755
        assert (folder / "_internal" / "libQt.so").is_symlink()

    @pytest.mark.parametrize(
        ("name", "kind", "leads_to"),
        [
            ("program/../../outside", tarfile.REGTYPE, ""),
            ("program/out", tarfile.SYMTYPE, "../outside"),
            ("program/out", tarfile.SYMTYPE, "/etc/passwd"),
            ("program/a/out", tarfile.SYMTYPE, "../../outside"),
            ("program/device", tarfile.CHRTYPE, ""),
            ("program/pipe", tarfile.FIFOTYPE, ""),
            ("program/hard", tarfile.LNKTYPE, "program/mingdao"),
        ],
    )
    def test_what_leads_out_of_it(
        self, stick: Path, tmp_path: Path, name: str, kind: bytes, leads_to: str
    ) -> None:
        file = run_at(stick, spoil=odd(name, kind, leads_to))
        before = sorted(tmp_path.iterdir())
        with pytest.raises(ClinicError, match="update_odd"):
            self.laid_out(file, tmp_path)
        assert sorted(one for one in tmp_path.iterdir() if one.name != "new") == before

    def test_a_file_through_a_link(self, stick: Path, tmp_path: Path) -> None:
        def spoil(tar: tarfile.TarFile) -> None:
            odd("program/way", tarfile.SYMTYPE, "_internal")(tar)
            odd("program/way/planted")(tar)

        with pytest.raises(ClinicError, match="update_odd"):
            self.laid_out(run_at(stick, spoil=spoil), tmp_path)

    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            ("program/mingdao", tarfile.REGTYPE),
            ("program/mingdao/x", tarfile.REGTYPE),
            ("program/x", tarfile.REGTYPE),
        ],
    )
    def test_what_its_manifest_does_not_list_or_lists_once(
        self, stick: Path, tmp_path: Path, name: str, kind: bytes
    ) -> None:
        with pytest.raises(ClinicError, match="update_odd"):
            self.laid_out(run_at(stick, spoil=odd(name, kind)), tmp_path)
        assert not (tmp_path / "new" / "x").exists()

    @pytest.mark.parametrize("hidden", [False, True])
    def test_a_little_that_unpacks_to_very_much(self, stick: Path, tmp_path: Path, hidden: bool) -> None:
        """Also where something before it says that it takes less than nothing."""

        def spoil(tar: tarfile.TarFile) -> None:
            if hidden:
                less = tarfile.TarInfo("share")
                less.type, less.size = tarfile.DIRTYPE, -(1 << 40)
                tar.addfile(less)
            entry = tarfile.TarInfo("share/zeros")
            entry.size = 50 << 20
            tar.addfile(entry, io.BytesIO(bytes(entry.size)))

        with pytest.raises(ClinicError, match="update_odd"):
            self.laid_out(run_at(stick, spoil=spoil), tmp_path)

    def test_more_entries_than_a_program_has(
        self, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("core.installation.offer.MOST_ENTRIES", 5)
        with pytest.raises(ClinicError, match="update_odd"):
            self.laid_out(run_at(stick), tmp_path)

    @pytest.mark.parametrize("much", ["name", "pax", "pax of all", "sparse", "names"])
    def test_a_head_that_has_very_much_read_at_once(self, stick: Path, much: str) -> None:
        """It is refused by its size, before what follows it is read."""

        def spoil(tar: tarfile.TarFile) -> None:
            head = tarfile.TarInfo("x")
            head.type, head.size = {
                "name": (tarfile.GNUTYPE_LONGNAME, 64 << 20),
                "pax": (tarfile.XHDTYPE, 64 << 20),
                "pax of all": (tarfile.XGLTYPE, 64 << 20),
                "sparse": (tarfile.GNUTYPE_SPARSE, 512),
                "names": (tarfile.GNUTYPE_LONGNAME, 512),
            }[much]
            for _ in range(2000 if much == "names" else 1):
                tar.fileobj.write(head.tobuf(tarfile.GNU_FORMAT))
                tar.fileobj.write(b"x" * head.size)
                tar.offset += tarfile.BLOCKSIZE + head.size

        file = run_at(stick, spoil=spoil)
        tracemalloc.start()
        try:
            refused(file, "update_odd")
            assert tracemalloc.get_traced_memory()[1] < 16 << 20
        finally:
            tracemalloc.stop()

    def test_long_names_are_taken(self, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(FILES, f"_internal/{'病历' * 40}/{'名' * 70}", b"long")
        folder = self.laid_out(run_at(stick), tmp_path)
        assert not compare(folder, Contents.read(folder))

    @pytest.mark.parametrize("call", ["open", "read"])
    @pytest.mark.parametrize("make", [run_at, lambda stick: program_at(stick / "程序")])
    def test_what_cannot_be_read_any_more_is_said_of_the_file(
        self,
        stick: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        make: Callable[[Path], Path],
        call: str,
    ) -> None:
        """Not of the folder it is laid out in, which may be written."""
        offer, opened = offer_of(make(stick), None), Path.open
        place = Installation(tmp_path / "prefix", "0.1.0")
        place.versions.mkdir(parents=True)

        class Pulled(io.BytesIO):
            def read(self, _size: int | None = -1) -> bytes:
                raise PermissionError(errno.EACCES, "pulled")

        def pulled(file: Path, *arguments: str, **options: str) -> object:
            if not file.is_relative_to(stick):
                return opened(file, *arguments, **options)  # type: ignore[call-overload]
            if call == "open":
                raise PermissionError(errno.EACCES, "denied", str(file))
            return Pulled()

        monkeypatch.setattr(Path, "open", pulled)
        with (
            pytest.raises(ClinicError, match="update_unreadable") as refusal,
            place.laid_beside("0.2.0", 1) as new,
        ):
            lay_out(offer, new)
        assert str(refusal.value.params["file"]).startswith(str(stick))

    def test_whoever_waits_may_stop(self, stick: Path, tmp_path: Path) -> None:
        folder = tmp_path / "new"
        folder.mkdir()
        offer = offer_of(run_at(stick), None)

        def stop(_done: int, _total: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            lay_out(offer, folder, stop)


def test_a_setup_that_is_still_held_is_no_failure(stick: Path, tmp_path: Path) -> None:
    """As on Windows by whatever looks for viruses: by then it has done what it was run for."""

    def held(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "another process has it")

    with (
        pytest.MonkeyPatch.context() as windows,
        own_copy(offer_of(setup_at(stick), None), None, tmp_path) as setup,
    ):
        windows.setattr("os.unlink", held)
    assert setup.is_file()


@pytest.mark.parametrize(
    ("here", "floor", "met"),
    [
        ("glibc 2.36", "2.36", True),
        ("glibc 2.36", "2.4", True),
        ("glibc 2.36", "2.37", False),
        ("glibc 2.9", "2.36", False),
        ("other 1.0", "2.36", True),
        ("", "2.36", True),
    ],
)
def test_the_floor_of_the_c_library(
    monkeypatch: pytest.MonkeyPatch, here: str, floor: str, met: bool
) -> None:
    monkeypatch.setattr(os, "confstr", lambda _: here or None, raising=False)
    assert libc_floor_met(floor) is met
