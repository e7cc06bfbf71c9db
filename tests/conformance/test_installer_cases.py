"""Cases of the shared files about installers, what they load, and updates. Ours looks for none: an update is a file that somebody brings."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from core.base.errors import ClinicError
from core.base.messages import LANGUAGES, Messages
from core.base.redaction import secrets_in
from core.installation.versions import is_newer
from core.services.updates import Offer, Updates
from tests.fakes import program
from tests.fakes.brought import RUN, deb_at, run_at, seal_sums, setup_at
from tests.fakes.installed import HERE, LATER, Stick, stick_at
from tests.fakes.release import ReleaseKey

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("core", "desktop", "packs", "resources", "docs", "installer")
BY_LOOKS = {"jwt", "sk", "app", "dataset", "github", "gitlab", "amazon", "slack", "google"}
"""Rows of secrets that are known by how they look. A password in a source is known by nothing."""


PLANTED = "import pathlib; (pathlib.Path(__file__).parent / 'loaded').touch()\n"


def test_S70_nothing_is_loaded_from_the_current_folder(tmp_path: Path) -> None:
    for name in ("json", "typer", "core", "sqlcipher3", "sitecustomize", "usercustomize", "encodings"):
        (tmp_path / f"{name}.py").write_text(PLANTED, encoding="utf-8")
    for name in ("libcrypto.so.3", "libcrypto.so", "libsqlite3.so.0"):
        (tmp_path / name).write_bytes(b"planted")
    # With one module of it on the path it would be seen.
    control = [sys.executable, "-c", "import typer"]
    subprocess.run(control, cwd=tmp_path, env={"PATH": "/usr/bin:/bin"}, check=False, timeout=60)
    (tmp_path / "loaded").unlink()
    done = subprocess.run(
        [str(program.MINGDAO), "demo"],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(tmp_path / "home")},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert not (tmp_path / "loaded").exists()


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    return stick_at(tmp_path, ReleaseKey())


def asked(updates: Updates, file: Path) -> Offer | ClinicError:
    """What a file is, or why it is nothing."""
    try:
        return updates.check(file)
    except ClinicError as refusal:
        return refusal


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("0.1.10", "0.1.9", True), ("v0.1.5", "0.1.4", True), ("0.1.4", "0.1.4", False), ("", "0.1.4", False)],
)
def test_T93_later_or_not(one: str, other: str, *, expected: bool) -> None:
    assert is_newer(one, other) is expected


def an_empty_file(stick: Stick) -> Path:
    file = stick.folder / RUN.format(LATER)
    file.write_bytes(b"")
    seal_sums(stick.folder, stick.key)
    return file


@pytest.mark.parametrize(
    ("brought", "code"),
    [
        (lambda stick: run_at(stick.folder, LATER, stick.key), ""),
        (lambda stick: run_at(stick.folder, HERE, stick.key), "update_same"),
        (lambda stick: run_at(stick.folder, "0.0.1", stick.key), "update_older"),
        (lambda stick: stick.folder / RUN.format(LATER), "update_missing"),
        (an_empty_file, "update_unreadable"),
        (lambda stick: stick.folder, "update_not_ours"),
    ],
    ids=["newer", "same", "older", "not there", "empty", "a folder with nothing"],
)
def test_T94_whatever_is_brought_there_is_an_answer(
    stick: Stick, brought: Callable[[Stick], Path], code: str
) -> None:
    updates = Updates(program=stick.program)
    answer = asked(updates, brought(stick))
    if isinstance(answer, ClinicError):
        assert answer.code == code
        assert [
            words for language in LANGUAGES for words in Messages(language).error(answer) if not words
        ] == []
    else:
        assert (answer.version, code) == (LATER, "")
    assert updates.look().version == HERE


@pytest.mark.parametrize(
    ("platform", "fitting"),
    [("linux", {"run", "deb"}), ("windows", {"setup"}), ("darwin", set()), ("freebsd", set())],
)
def test_T95_each_machine_takes_its_own_file(stick: Stick, platform: str, fitting: set[str]) -> None:
    assert stick.program.contents
    machine = replace(stick.program, contents=replace(stick.program.contents, platform=platform))
    taken = set()
    for make in (run_at, deb_at, setup_at):
        answer = asked(Updates(program=machine), make(stick.folder, LATER, stick.key))
        if isinstance(answer, ClinicError):
            assert answer.code == "update_other_machine"
        else:
            taken.add(answer.kind.value)
    assert taken == fitting


def shipped() -> Iterator[Path]:
    for folder in SHIPPED:
        yield from (ROOT / folder).rglob("*.*")


def test_T102_no_key_is_shipped() -> None:
    found = []
    for file in shipped():
        if file.suffix in {".py", ".toml", ".json", ".md", ".sh", ".c", ".nsi", ".nsh", ".txt", ".yaml"}:
            text = file.read_text(encoding="utf-8")
            found += [(file.name, row) for *_, row in secrets_in(text) if row in BY_LOOKS]
            if "PRIVATE KEY-----" in text and file.name != "redaction.py":
                found.append((file.name, "pem"))
    assert found == []


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_T102_all_that_is_imported_is_in_the_package() -> None:
    """What Windows is given is read off its own lock; the frozen program imports every module in its self-test."""
    lock = (ROOT / "installer" / "windows" / "requirements.lock").read_text(encoding="utf-8")
    packed = {normal(name) for name in re.findall(r"^([A-Za-z0-9._-]+)==", lock, re.MULTILINE)}
    owners = packages_distributions()
    wanted = {
        name
        for folder in ("core", "desktop", "packs")
        for file in (ROOT / folder).rglob("*.py")
        for name in imported(file)
        if name not in sys.stdlib_module_names and not (ROOT / name).is_dir()
    }
    assert len(wanted) > 8
    assert {name for name in wanted if not packed & set(map(normal, owners.get(name, [])))} == set()
