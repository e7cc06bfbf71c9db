"""`--self-test`: carries the checks out in a folder that is removed at the end, and reports: a line each, or one JSON document."""

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import asdict
from pathlib import Path

from core.base.messages import Messages
from desktop.self_test.finding import Finding, Verdict, carry_out
from desktop.self_test.watch import Watch
from desktop.start.words import language_here

Check = tuple[str, Callable[[], str]]

NAME_WIDTH = 12
OF_THE_PERSON = {
    "HOME": "home",
    "XDG_CACHE_HOME": "cache",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "TMPDIR": "tmp",
    "MINGDAO_HOME": "chosen",
}


def self_test(*, as_json: bool) -> int:
    """Run every check and print the report. Returns 0 when none failed, else 1."""
    sys.dont_write_bytecode = True  # a program from source would keep what it compiled beside its modules
    findings: list[Finding] = []
    language = language_here()
    with tempfile.TemporaryDirectory(prefix="mingdao-self-test-", ignore_cleanup_errors=True) as folder:
        withdraw(os.environ, Path(folder))
        watch = Watch(Path(folder))
        watch.begin()
        for name, check in checks(Path(folder), watch):
            findings.append(carry_out(name, check))
            if not as_json:
                write(line(findings[-1]))
        watch.end()
        # Outside the folder again, which goes now.
        tempfile.tempdir = None
    failed = [finding.name for finding in findings if finding.verdict is Verdict.FAILED]
    if as_json:
        document = {"ok": not failed, "checks": [asdict(finding) for finding in findings]}
        write(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        write(summary(len(findings), failed, language))
    return 1 if failed else 0


def withdraw(environ: MutableMapping[str, str], folder: Path) -> None:
    """Before Qt is loaded: no display, and a folder in place of everything of the person's but the way to the keyring."""
    environ["QT_QPA_PLATFORM"] = "offscreen"
    for name, place in OF_THE_PERSON.items():
        (folder / place).mkdir()
        environ[name] = str(folder / place)
    tempfile.tempdir = environ["TMPDIR"]


def every_check(folder: Path) -> Iterator[Check]:
    """The checks of `desktop.self_test.order`, which loads every part of the program."""
    from desktop.self_test import order

    return order.every_check(folder)


def checks(
    folder: Path, watch: Watch, every: Callable[[Path], Iterator[Check]] = every_check
) -> Iterator[Check]:
    """Every check. The modules come first: when one cannot be loaded, its checks cannot be told apart from it."""
    loaded: list[Iterator[Check]] = []

    def load() -> str:
        loaded.append(every(folder))
        return f"{len(sys.modules)} loaded"

    yield "modules", load
    for one in loaded:
        yield from one
    yield "written", watch.written_elsewhere
    yield "network", watch.reached_out


def line(finding: Finding) -> str:
    """A finding as a line of the report."""
    return f"{finding.verdict:<7} {finding.name:<{NAME_WIDTH}} {finding.detail}"


def summary(count: int, failed: list[str], language: str) -> str:
    """The last line. It must come out also where the messages are what is broken."""
    try:
        words = Messages(language)
        if failed:
            return words.text("self_test.failed", count=count, failed=", ".join(failed))
        return words.text("self_test.passed", count=count)
    except (OSError, ValueError, KeyError):
        return f"{count - len(failed)} passed, {len(failed)} failed"


def write(text: str) -> None:
    """Put it out at once: what comes next may end the process."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
