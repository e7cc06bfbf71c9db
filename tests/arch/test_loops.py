"""R50: there is one event loop. Nothing in the window starts another, or lets events in while it works."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPLICATIONS = frozenset(("app", "application"))
"""What runs the one loop is called so; nothing else may be run."""
STATIC = frozenset(
    (
        *("getOpenFileName", "getOpenFileNames", "getSaveFileName", "getExistingDirectory", "getText"),
        *("getItem", "getInt", "getDouble", "getColor", "getFont"),
        *("question", "information", "warning", "critical", "about"),
    )
)
DIALOGS = frozenset(("QFileDialog", "QInputDialog", "QMessageBox", "QColorDialog", "QFontDialog"))
INSIDE = frozenset(("processEvents", "exec_", "waitForFinished"))


def loops(tree: ast.Module) -> Iterator[int]:
    """Where a loop is started inside the loop."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=name)):
                of = owner.id if isinstance(owner, ast.Name) else ""
                if (
                    name in INSIDE
                    or (name == "exec" and of not in APPLICATIONS)
                    or (name in STATIC and of in DIALOGS)
                ):
                    yield node.lineno
            case ast.Call(func=ast.Name(id="QEventLoop")):
                yield node.lineno
            case _:
                pass


def test_R50_no_loop_runs_inside_the_loop() -> None:
    found = {
        f"{file.relative_to(ROOT).as_posix()}:{line}"
        for file in (ROOT / "desktop").rglob("*.py")
        for line in loops(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert found == set()


@pytest.mark.parametrize(
    "source",
    [
        "dialog.exec()",
        "self.menu.exec(place)",
        "QFileDialog.getSaveFileName(self)",
        "QApplication.processEvents()",
        "QEventLoop()",
        "QMessageBox.question(self, '', '')",
    ],
)
def test_R50_the_search_sees(source: str) -> None:
    assert list(loops(ast.parse(source)))


def test_R50_the_one_loop_may_run() -> None:
    assert list(loops(ast.parse("app.exec()\nlogger.warning('')"))) == []
