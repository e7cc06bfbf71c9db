"""Starting the kernel loads nothing slow and nothing of a screen. Counted by modules: a time would depend on the machine."""

import json
import subprocess
import sys

SLOW = {
    *("PySide6", "shiboken6", "desktop"),
    *("alembic", "opencc", "pypinyin", "httpx", "typer", "rich"),
    *("secretstorage", "jeepney", "keyring.backends.SecretService"),
    *("fhir", "fhirpathpy", "hypothesis", "pytest", "sqlite3"),
}


def test_the_kernel_imports_nothing_slow() -> None:
    assert SLOW & loaded("core.kernel") == set()


def test_the_first_card_shows_without_the_database_library() -> None:
    assert {"sqlalchemy", "sqlcipher3"} & loaded("desktop.views.entry.page") == set()


def test_packs_are_mounted_without_the_database_library() -> None:
    assert {"sqlalchemy", "sqlcipher3", "jsonschema", "re2"} & loaded("core.packhost.host") == set()


def loaded(module: str) -> set[str]:
    """What importing a module in a new process loads."""
    program = f"import json, sys, {module}; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))
