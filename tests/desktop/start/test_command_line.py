"""The command line of the window: what may stand there, and in which words the rest is refused."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.errors import UserError
from core.base.messages import Messages
from core.services.program import Program
from desktop.__main__ import main
from desktop.start.command_line import CommandLine, Task, read_command_line

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("", CommandLine()),
        ("--help", CommandLine(Task.HELP)),
        ("-h", CommandLine(Task.HELP)),
        ("--version", CommandLine(Task.VERSION)),
        ("--self-test", CommandLine(Task.SELF_TEST)),
        ("--self-test --json", CommandLine(Task.SELF_TEST, json=True)),
        ("--json --self-test", CommandLine(Task.SELF_TEST, json=True)),
        ("--home 诊所", CommandLine(home=Path("诊所"))),
        ("--home=诊所", CommandLine(home=Path("诊所"))),
        ("--portable=/media/disk", CommandLine(portable=Path("/media/disk"))),
        ("--tour out", CommandLine(Task.TOUR, folder=Path("out"))),
        ("-session 10dcf1_170 --home a", CommandLine(home=Path("a"))),
    ],
)
def test_reads(line: str, read: CommandLine) -> None:
    assert read_command_line(line.split()) == read


@pytest.mark.parametrize(
    ("line", "code", "named"),
    [
        ("--nonesuch", "unknown_option", "--nonesuch"),
        ("clinic.db", "unknown_option", "clinic.db"),
        ("--version=2", "unknown_option", "--version="),
        ("--home", "option_without_value", "--home"),
        ("--home=", "option_without_value", "--home"),
        ("--home --portable x", "option_without_value", "--home"),
        ("--home a --portable b", "options_conflict", "--portable"),
        ("--json", "options_conflict", "--json"),
        ("--version --self-test", "options_conflict", "--self-test"),
        ("--self-test --home a", "options_conflict", "--home"),
        ("--tour out --portable a", "options_conflict", "--portable"),
    ],
)
def test_refuses(line: str, code: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UserError) as refusal:
        read_command_line(line.split())
    assert refusal.value.code == code
    assert main(line.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert named in said.err
    assert Messages().error(refusal.value)[1] in said.err


def test_says_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{Program.here().line(Messages())}\n"
    assert Program.here().line(Messages()).startswith("mingdao-clinic 0.1.0（")


def test_it_speaks_the_language_of_the_clinic(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINGDAO_HOME", str(tmp_path))
    (tmp_path / "settings.toml").write_text('language = "en"\n', encoding="utf-8")
    words = Messages("en")
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{Program.here().line(words)}\n"
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == f"{words.text('options.help')}\n"
    assert main(["--nonesuch"]) == 2
    assert capsys.readouterr().err.startswith(
        words.error(UserError("unknown_option", option="--nonesuch"))[0]
    )
    monkeypatch.delenv("MINGDAO_HOME")
    with monkeypatch.context() as patch:
        patch.setattr("os.environ", dict(os.environ))
        assert main(["--version", "--home", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{Program.here().line(words)}\n"


def test_nobody_reads_what_it_says() -> None:
    here, there = os.pipe()
    os.close(here)
    done = subprocess.run(
        [sys.executable, "-m", "desktop", "--help"],
        stdout=there,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        check=False,
    )
    os.close(there)
    assert (done.returncode, done.stderr) == (1, b"")


def test_the_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    for option in ("--home", "--portable", "--self-test", "--json", "--tour", "--version", "--help"):
        assert option in said
        assert option in Messages("en").text("options.help")


def test_a_home_is_chosen() -> None:
    environ = {"MINGDAO_HOME": "/elsewhere"}
    CommandLine(home=Path("诊所")).settle(environ)
    assert environ == {"MINGDAO_HOME": "诊所"}
    CommandLine().settle(environ)
    assert environ == {"MINGDAO_HOME": "诊所"}


def test_a_portable_clinic_keeps_all_in_its_folder(tmp_path: Path) -> None:
    environ: dict[str, str] = {}
    CommandLine(portable=tmp_path).settle(environ)
    assert environ.keys() == {"MINGDAO_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"}
    assert all(Path(value).is_relative_to(tmp_path) for value in environ.values())


@pytest.mark.parametrize(("option", "vault"), [("--home", "SystemVault"), ("--portable", "NoVault")])
def test_a_portable_clinic_knows_no_keyring(option: str, vault: str, tmp_path: Path) -> None:
    program = (
        "import sys\nfrom desktop.__main__ import main\nfrom desktop.shell import program\n"
        "class Shown(Exception): pass\n"
        "def shown(app, home, vault, screens):\n"
        "    print(type(vault).__name__, home.folder)\n    raise Shown\n"
        "program.Program = shown\n"
        "try: main(sys.argv[1:])\nexcept Shown: pass\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, option, str(tmp_path)],
        cwd=ROOT,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == f"{vault} {tmp_path}\n", done.stderr


def test_without_a_console_nothing_is_said_and_the_code_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under Windows, when the window's program is started from the menu."""
    for line, code in ((["--version"], 0), (["--nonesuch"], 2)):
        monkeypatch.setattr(sys, "stdout", None)
        monkeypatch.setattr(sys, "stderr", None)
        assert main(line) == code
        sys.stdout.close()
        sys.stderr.close()
