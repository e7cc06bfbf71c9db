"""`mingdao update …` and `mingdao --version`: what is said, and what the store of another time is handed to."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.program import program_version
from core.installation.other_version import command_in, fresh
from core.store.schema import REVISION
from tests.fakes.brought import run_at
from tests.fakes.clinic import Clinic
from tests.fakes.installed import EARLIER, HERE, LATER, Stick, stick_at
from tests.fakes.release import ReleaseKey, program_at, seal

ROOT = Path(__file__).resolve().parents[3]
BETWEEN = "98.0.0"


def asked_program(stick: Stick) -> Path:
    """The command line of the version before writes beside the stick's files how it was asked, and ends with 7."""
    program = stick.place.folder(EARLIER) / "mingdao"
    asked = stick.folder / "asked"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{asked}"\nexit 7\n', encoding="utf-8")
    program.chmod(0o755)
    return asked


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stick:
    """An installed program, as which this process takes itself."""
    made = stick_at(tmp_path, ReleaseKey())
    monkeypatch.setattr("core.services.program.program_folder", lambda: made.place.folder(HERE))
    return made


class TestCheck:
    def test_says_what_would_change(self, stick: Stick, clinic: Clinic) -> None:
        file = run_at(stick.folder, LATER, stick.key, "0099")
        said = clinic.json("update", "check", str(file))
        assert said == {
            "file": str(file),
            "kind": "run",
            "version": LATER,
            "installed": HERE,
            "platform": "linux",
            "architecture": "x86_64",
            "floor": "2.28",
            "signature": "signed",
            "store": {"offered": "0099", "here": REVISION, "changes": True},
        }
        words = clinic.run("update", "check", str(file))
        assert words.code == 0
        for part in (LATER, HERE, "签名有效", f"第 {REVISION.lstrip('0')} 版 → 第 99 版", str(file)):
            assert part in words.out
        assert stick.lying == [HERE]

    def test_needs_no_clinic(self, stick: Stick, clinic: Clinic) -> None:
        clinic.home.envelope.unlink()
        assert clinic.json("update", "check", str(run_at(stick.folder, LATER, stick.key)))["version"] == LATER

    def test_refuses_with_a_code(self, stick: Stick, clinic: Clinic) -> None:
        assert clinic.refused("update", "check", str(stick.folder / "none.run"))["code"] == "update_missing"
        (stick.folder / "none.run").write_bytes(b"")
        assert clinic.refused("update", "check", str(stick.folder / "none.run"))["code"] == "update_not_ours"
        older = run_at(stick.folder, EARLIER, stick.key)
        assert clinic.refused("update", "check", str(older))["code"] == "update_older"


class TestInstall:
    def test_says_what_to_do_next(self, stick: Stick, clinic: Clinic) -> None:
        done = clinic.run("update", "install", str(run_at(stick.folder, LATER, stick.key)))
        assert done.code == 0, done.err
        assert LATER in done.out
        assert "再打开" in done.out
        assert ".mdbk" in done.out
        assert stick.place.current == LATER
        listed = clinic.json("update", "list")
        assert listed["versions"][0] == {
            "version": LATER,
            "store": REVISION,
            "current": True,
            "previous": False,
            "running": False,
        }

    def test_one_that_was_cut_off_is_listed_with_what_to_do(self, stick: Stick, clinic: Clinic) -> None:
        (stick.place.versions / f".new-{LATER}").mkdir()
        left = stick.place.prefix / "left-0.0.1"
        left.mkdir()
        program_at(stick.place.folder(BETWEEN), stick.key, BETWEEN)
        said = clinic.run("update", "list").out
        assert [line.split()[-1] for line in said.splitlines() if line.strip().startswith(BETWEEN)] == [
            "没有完成"
        ]
        assert f"更新到 {LATER} 没有完成，程序没有变。请再安装一次" in said
        assert f"{left}（0 MB）" in said
        listed = clinic.json("update", "list")
        assert listed["unfinished"] == [BETWEEN, LATER]
        assert listed["left"] == [{"folder": str(left), "size": 0}]

    def test_without_a_clinic_there_is_no_backup(self, stick: Stick, clinic: Clinic, tmp_path: Path) -> None:
        file = run_at(stick.folder, LATER, stick.key)
        done = clinic.json("--home", str(tmp_path / "none"), "update", "install", str(file))
        assert (done["version"], done["backup"]) == (LATER, None)

    def test_going_back_is_promised_only_until_the_store_changes(self, stick: Stick, clinic: Clinic) -> None:
        done = clinic.run("update", "install", str(run_at(stick.folder, LATER, stick.key, "0099")))
        assert done.code == 0, done.err
        assert f"第 {REVISION.lstrip('0')} 版 → 第 99 版" in done.out
        assert "旧版本打不开它" in done.out

    def test_a_program_that_is_not_whole_opens_no_clinic(self, stick: Stick, clinic: Clinic) -> None:
        clinic.add("陈敏")
        before = clinic.home.store.read_bytes()
        (stick.place.folder(HERE) / "mingdao").write_bytes(b"another")
        file = run_at(stick.folder, LATER, stick.key)
        assert clinic.refused("update", "install", str(file))["code"] == "installation_altered"
        assert (clinic.home.store.read_bytes(), stick.lying) == (before, [HERE])

    def test_where_there_is_no_clinic_it_is_mended_so(
        self, stick: Stick, clinic: Clinic, tmp_path: Path
    ) -> None:
        (stick.place.folder(HERE) / "mingdao").write_bytes(b"another")
        file = run_at(stick.folder, LATER, stick.key)
        clinic.json("--home", str(tmp_path / "none"), "update", "install", str(file))
        assert stick.place.current == LATER


class TestBack:
    def test_to_the_one_before(self, stick: Stick, clinic: Clinic) -> None:
        stick.from_before()
        assert clinic.json("update", "back")["version"] == EARLIER
        assert stick.place.current == EARLIER

    def test_a_program_of_the_stores_time_is_asked_itself(self, stick: Stick, clinic: Clinic) -> None:
        """This one must not open the clinic: its tables would be brought up to date, and there would be no way back."""
        stick.from_before("0001")
        before = clinic.home.store.read_bytes()
        asked = asked_program(stick)
        assert clinic.refused("update", "back")["code"] == "update_files"  # not what was built: not asked
        seal(stick.place.folder(EARLIER), stick.key, EARLIER, "0001")
        home = str(clinic.home.folder)
        given = ("--as", "admin", "--open-reason", "consultation", "--passphrase-file", "口令", "--json")
        for option in ("--home", "--portable"):
            done = clinic.run("update", "back", option, home, *given)
            assert done.code == 7
            line = asked.read_text(encoding="utf-8").split("\n")[:-1]
            assert line[:5] == ["update", "back", EARLIER, option, home]
            assert sorted(line[5:]) == sorted(given)
        assert clinic.home.store.read_bytes() == before
        assert stick.place.current == HERE

    def test_where_this_one_is_not_whole_the_other_is_asked(self, stick: Stick, clinic: Clinic) -> None:
        stick.from_before()
        asked_program(stick)
        seal(stick.place.folder(EARLIER), stick.key, EARLIER, REVISION)
        clinic.add("陈敏")
        before = clinic.home.store.read_bytes()
        (stick.place.folder(HERE) / "mingdao").write_bytes(b"another")
        assert clinic.run("update", "back").code == 7
        assert clinic.home.store.read_bytes() == before

    def test_the_environment_of_another_program_is_as_before_ours(self) -> None:
        ours = {
            "A": "b",
            "_PYI_ARCHIVE_FILE": "x",
            "LD_LIBRARY_PATH": "/ours",
            "LD_LIBRARY_PATH_ORIG": "/theirs",
        }
        assert fresh(ours) == {"A": "b", "LD_LIBRARY_PATH": "/theirs"}
        assert fresh({"_MEIPASS2": "x", "LD_LIBRARY_PATH": "/ours"}) == {}
        assert fresh({"LD_LIBRARY_PATH": "/theirs"}) == {"LD_LIBRARY_PATH": "/theirs"}

    def test_how_another_program_is_started(self, tmp_path: Path) -> None:
        assert command_in(tmp_path) is None
        for name in ("python.exe", "mingdao.py"):
            (tmp_path / name).touch()
        interpreter, *options, program = command_in(tmp_path) or []
        assert (interpreter, program) == (str(tmp_path / "python.exe"), str(tmp_path / "mingdao.py"))
        launcher = (ROOT / "installer" / "windows" / "launcher.c").read_text(encoding="utf-8")
        assert f'PYTHON L"\\" {" ".join(options)} \\"")' in launcher


class TestFromATree:
    def test_list_says_that_there_is_none(self, clinic: Clinic) -> None:
        assert clinic.json("update", "list") == {
            "running": HERE,
            "prefix": None,
            "signature": None,
            "versions": [],
            "unfinished": [],
            "left": [],
        }
        assert clinic.refused("update", "back")["code"] == "update_not_installed"


class TestWhatProgramItIs:
    def test_version(self, stick: Stick, clinic: Clinic) -> None:
        line = f"mingdao {HERE}（linux x86_64，安装的程序，签名有效，每个文件都与构建时一致）\n"
        assert clinic.run("--version").out == line
        said = clinic.json("--version")
        assert (said["version"], said["signature"], said["installed"]) == (program_version(), "signed", True)
        assert said["whole"] is True

    def test_version_in_the_language_of_the_clinic_that_is_named(
        self, stick: Stick, clinic: Clinic, tmp_path: Path
    ) -> None:
        speaks = tmp_path / "another"
        speaks.mkdir()
        (speaks / "settings.toml").write_text('language = "en"\n', encoding="utf-8")
        assert "签名有效" in clinic.run("--version").out
        for option in ("--home", "--portable"):
            assert "signature valid" in clinic.run("--version", option, str(speaks)).out
        (speaks / "settings.toml").write_text('language = "en"\nodd = 1\n', encoding="utf-8")
        assert "signature valid" in clinic.run("--version", "--home", str(speaks)).out

    def test_version_says_what_is_altered_and_what_to_do(self, stick: Stick, clinic: Clinic) -> None:
        (stick.place.folder(HERE) / "mingdao").write_bytes(b"another")
        done = clinic.run("--version")
        assert done.code == 0
        assert "签名有效" not in done.out
        assert "不是构建时的那份程序" in done.out
        assert "重新安装" in done.out

    def test_a_portable_clinic_leaves_nothing_elsewhere(self, tmp_path: Path) -> None:
        house, stick = tmp_path / "house", tmp_path / "U 盘" / "诊所"
        for folder in (house, house / "tmp"):
            folder.mkdir()
        (tmp_path / "口令").write_text("马到成功 correct horse", encoding="utf-8")
        environ = {
            "HOME": str(house),
            "TMPDIR": str(house / "tmp"),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "MINGDAO_PASSPHRASE_FILE": str(tmp_path / "口令"),
        }

        def run(*arguments: str) -> str:
            line = [sys.executable, "-B", "-c", "from core.cli.main import run; run()", *arguments]
            done = subprocess.run(
                [*line, "--portable", str(stick)],
                cwd=ROOT,
                env=environ,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
            return done.stdout

        run("init", "--json")
        run("patient", "add", "--name", "陈敏", "--sex", "女")
        assert "陈敏" in run("patient", "find", "陈敏")
        assert (stick / "clinic.db").is_file()
        assert sorted(one.relative_to(house).as_posix() for one in house.rglob("*")) == ["tmp"]

    def test_a_home_and_a_portable_one_are_not_named_at_once(self, clinic: Clinic, tmp_path: Path) -> None:
        line = ("--home", str(tmp_path / "a"), "--portable", str(tmp_path / "b"), "update", "list")
        assert clinic.refused(*line)["code"] == "options_conflict"

    def test_a_portable_clinic_asks_no_keyring(self, clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO())
        assert clinic.json("patient", "find", "陈") is not None
        clinic.refused("--portable", str(clinic.home.folder), "patient", "find", "陈")
