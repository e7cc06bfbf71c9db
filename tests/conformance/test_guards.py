"""Pitfall 80: a guard that is turned round is found out. Each is flipped in a copy of the tree, and the test that holds it must fail there.

A sample over the engine, the road, and what finds and opens packs: one line a guard. What else holds it does not count here. Each test runs
in a process of its own, forked from one that has other people's libraries and nothing of ours: loading those is most of the work.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ARGUMENTS, PERMISSIONS, ROAD = (f"core/tools/test_{name}.py" for name in ("arguments", "permissions", "road"))
CASES, PACKS = "conformance/test_constraint_cases.py", "conformance/test_pack_cases.py"

GUARDS = [
    ("core/tools/arguments.py", "if faults or not isinstance(arguments, dict):", "if False:", f"{ARGUMENTS}::test_what_does_not_fit_is_refused_by_its_reason"),
    ("core/tools/registry.py", "if tool.name in self._tools:", "if False:", f"{ARGUMENTS}::test_a_name_is_given_once"),
    ("core/tools/permissions.py", "if denied is not None:", "if False:", f"{PERMISSIONS}::test_K71_P60_a_deny_rule_sees_each_part_of_a_chained_command"),
    ("core/tools/permissions.py", "bool(_PLAIN.fullmatch(value)) and", "", f"{PERMISSIONS}::test_K71_P61_an_allow_rule_allows_one_plain_command"),
    ("core/tools/road.py", "if theirs and open_ and theirs != open_:", "if False:", f"{ROAD}::test_what_is_stopped_before_does_not_run_and_is_told"),
    ("core/tools/road.py", "if self._decision.effect is Effect.DENY:", "if False:", f"{ROAD}::test_what_is_stopped_before_does_not_run_and_is_told"),
    ("core/tools/road.py", "if self._found.stops:", "if False:", f"{ROAD}::test_what_is_stopped_before_does_not_run_and_is_told"),
    ("core/tools/road.py", "if not found.stops:", "if True:", f"{ROAD}::test_a_rejected_result_leaves_nothing_behind"),
    ("core/tools/road.py", "if self._tool.read_only:", "if False:", f"{ROAD}::test_a_tool_that_says_it_reads_writes_nothing"),
    ("core/constraints/event.py", "return self.action.weight > Action.CONFIRM.weight", "return False", f"{CASES}::test_K29_another_action"),
    ("core/constraints/reach.py", "    if constraint.pack:", "    if False:", f"{CASES}::test_K40_reach"),
    ("core/constraints/reading.py", "return (None if self.problems else constraint), self.problems", "return constraint, []", f"{CASES}::test_K24_P10_refused_at_load"),
    ("core/constraints/confirming.py", "asking.result() is True", "True", "core/constraints/test_confirming.py::test_no_plain_yes"),
    ("core/constraints/releasing.py", "if second.verdict.action.weight >= Action.REWRITE.weight:", "if False:", f"{CASES}::test_K33_P21_one_rewrite"),
    ("core/packhost/manifest.py", "(None if problems else manifest), problems", "manifest, []", f"{PACKS}::test_K03_two_faults_are_both_told"),
    ("core/packhost/tiers.py", "if standing is None or not standing.is_trusted:", "if False:", f"{PACKS}::test_K10_P5_the_highest_trusted_one_counts"),
    ("core/packhost/tiers.py", "if one.tier is not Tier.BUILTIN and one.name in self._protected:", "if False:", "core/packhost/test_tiers.py::test_a_kept_name_is_nobody_elses"),
    ("core/packhost/declared.py", "    elif is_own_name(parts[0]):", "    elif False:", "core/packhost/test_declared.py::test_the_store_the_keys_and_the_backups"),
    ("core/packhost/verify.py", "None if _ships(folder) else protected_names(SHIPPED)", "None", "core/packhost/test_verify.py::test_the_name_of_what_ships_is_kept"),
    ("core/packhost/archives.py", "if not hmac.compare_digest(found, sha256.strip().lower()):", "if False:", "core/packhost/test_archives.py::test_another_file_than_was_meant_is_not_read"),
    ("core/packhost/sections.py", '_FENCE.sub("&lt;", _seen(content))', "_seen(content)", "core/packhost/test_sections.py::test_P75_a_section_cannot_leave_its_fence"),
    ("core/packhost/context/http.py", "if not any(_declares(entry, target) for entry in self._declared):", "if False:", "core/packhost/context/test_http.py::test_K69_P63_where_a_redirect_leads_is_asked_for_anew_and_refused"),
    ("core/packhost/context/env.py", "if name not in self._declared or", "if", "core/packhost/context/test_ports.py::test_variables_are_those_declared_and_no_key_of_another"),
]  # fmt: skip

LIBRARIES = (
    "alembic",
    "cryptography",
    "hypothesis",
    "jsonschema",
    "pydantic",
    "re2",
    "semantic_version",
    "sqlalchemy",
    "sqlcipher3",
    "typer",
)

FORKS = """
import gc, importlib, json, os, sys, tempfile, pytest
for name in sys.argv[1:]:
    importlib.import_module(name)
gc.freeze()
for line in sys.stdin:
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            os.dup2(said.fileno(), 1), os.dup2(1, 2)
            code = pytest.main(json.loads(line))
            sys.stdout.flush()
            os._exit(code)
        _, status = os.waitpid(child, 0)
        said.seek(0)
        print(json.dumps([os.waitstatus_to_exitcode(status), said.read().decode()]), flush=True)
"""
"""Runs the tests that each line names, one line after the other; says how that ended and what was printed."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system"),
]


@dataclass(frozen=True)
class Tree:
    """The kernel, the packs and their tests, to be altered, and what runs them."""

    folder: Path
    forks: "subprocess.Popen[str]"

    def tried(self, *tests: str, first: bool = True) -> tuple[int, str]:
        """How the tests of these files end, and what they say; until one fails, if `first`."""
        assert self.forks.stdin
        assert self.forks.stdout
        options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *(["-x"] if first else [])]
        self.forks.stdin.write(json.dumps([*options, *(f"tests/{test}" for test in tests)]) + "\n")
        self.forks.stdin.flush()
        code, said = json.loads(self.forks.stdout.readline())
        return int(code), str(said)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tree]:
    copy = tmp_path_factory.mktemp("tree")
    away = shutil.ignore_patterns("__pycache__", "desktop", "journeys", "bench", "reliability")
    for part in ("core", "packs", "resources", "tests"):
        shutil.copytree(ROOT / part, copy / part, ignore=away)
    shutil.copy(ROOT / "pyproject.toml", copy)
    # Bytecode that is held against the source by its hash: what is altered, and restored within the same second, is read as it stands.
    compile_all = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash"]
    subprocess.run([*compile_all, "core", "packs"], cwd=copy, check=True, timeout=300)
    surroundings = {
        **os.environ,
        "PYTHONPATH": str(copy),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / ".hypothesis"),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    command = [sys.executable, "-c", FORKS, *LIBRARIES]
    with subprocess.Popen(
        command, cwd=copy, env=surroundings, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as forks:
        yield Tree(copy, forks)
        assert forks.stdin
        forks.stdin.close()
    shutil.rmtree(copy)


@pytest.mark.parametrize(
    ("file", "guard", "flipped", "test"),
    GUARDS,
    ids=[f"{file.rpartition('/')[2]}: {guard.strip()}" for file, guard, *_ in GUARDS],
)
def test_P80_a_flipped_guard_fails_a_test(tree: Tree, file: str, guard: str, flipped: str, test: str) -> None:
    whole = (ROOT / file).read_text(encoding="utf-8")
    assert whole.count(guard) == 1, "the guard is written otherwise now: put it here as it stands"
    (tree.folder / file).write_text(whole.replace(guard, flipped), encoding="utf-8")
    try:
        code, said = tree.tried(test)
    finally:
        (tree.folder / file).write_text(whole, encoding="utf-8")
    assert (code, "failed" in said) == (pytest.ExitCode.TESTS_FAILED, True), said[-2000:]


def test_P80_without_a_flip_the_copy_passes(tree: Tree) -> None:
    """Else every one of them would be found out by a copy that does not work."""
    code, said = tree.tried(*sorted({test for *_, test in GUARDS}), first=False)
    assert code == pytest.ExitCode.OK, said[-2000:]
