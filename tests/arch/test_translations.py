"""What the window says: every word of its own can be translated, is, and the shipped file is made of what is in the tree.

`make translations` brings `resources/translations` up to the source; what is new there is then written by hand.
"""

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DESKTOP = ROOT / "desktop"
SOURCE = ROOT / "resources" / "translations" / "desktop_en.ts"
SHIPPED = SOURCE.with_suffix(".qm")
LUPDATE = Path(sys.executable).with_name("pyside6-lupdate")
LRELEASE = Path(sys.executable).with_name("pyside6-lrelease")

CALLS = {"tr", "translate", "QT_TRANSLATE_NOOP"}
CHINESE = re.compile(r"[\u3001-\u303f\u3400-\u9fff\uff01-\uff60]")
PLACEHOLDER = re.compile(r"\{\w*(?::[^}]*)?\}|%\d|%n")
DATA = frozenset(
    (
        *("有", "无", "未问", "不详", "否认", "未分级", "男", "女", "轻", "中", "重"),
        *(
            "加重",
            "减轻",
            "消失",
            "无变化",
            "新出现",
            "再次出现",
            "首次记录",
            "需核对",
            "不能比较",
            "本次未记",
        ),
        *("岁", "个月", "天", "约", "不满", "出生前"),
    )
)
"""Words a record is kept in: compared with, kept, and shown through `desktop.widgets.data_words`."""
SIGNS = frozenset(("明", "永…", "。"))
"""The mark of the program, a width to measure by, and the point that an input method types in a number."""

KEPT = frozenset(("English", "中文", "1985-03-02、1985，或 35岁"))
"""What is Chinese in English too: the name of the other language, and an age as it is typed."""

READERS = frozenset(("tour", "self_test"))

Message = tuple[str, str]


def messages(file: Path) -> dict[Message, ET.Element]:
    """The messages of a .ts by context and source."""
    return {
        (context.findtext("name", ""), message.findtext("source", "")): message
        for context in ET.parse(file).getroot().findall("context")
        for message in context.findall("message")
    }


def translated(message: ET.Element) -> list[str]:
    """The translation, or its forms."""
    translation = message.find("translation")
    assert translation is not None
    forms = translation.findall("numerusform")
    return [form.text or "" for form in forms] if forms else [translation.text or ""]


def sources() -> dict[str, ast.Module]:
    """The modules that say something; the two that read what is said look for it in Chinese."""
    return {
        file.relative_to(ROOT).as_posix(): ast.parse(file.read_text(encoding="utf-8"))
        for file in sorted(DESKTOP.rglob("*.py"))
        if file.relative_to(DESKTOP).parts[0] not in READERS
    }


def exempt(tree: ast.Module) -> set[ast.AST]:
    """Constants that may be Chinese: documentation, what is translated, and patterns of what people type."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(node.value)
        if isinstance(node, ast.Call) and called(node) in {*CALLS, "compile"}:
            found.update(part for argument in node.args for part in ast.walk(argument))
    return found


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def untranslated(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Chinese literals that no translation reaches."""
    allowed = exempt(tree)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and CHINESE.search(node.value)
            and node not in allowed
            and node.value not in DATA | SIGNS
        ):
            yield node.lineno, node.value


def unreachable(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Calls that lupdate reads otherwise than Qt looks them up: `tr` of another object, or words that are no plain literal."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or called(node) not in CALLS:
            continue
        if called(node) == "tr" and not (
            isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "self"
        ):
            yield node.lineno, "tr of another object"
        if any(isinstance(part, ast.JoinedStr) for argument in node.args for part in ast.walk(argument)):
            yield node.lineno, "an f-string"


def asked(tree: ast.Module) -> Iterator[str]:
    """The texts a translation is asked for."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(args=[ast.Constant(value=str(words)), *_]) if called(node) == "tr":
                yield words
            case ast.Call(args=[_, ast.Constant(value=str(words)), *_]) if called(node) == "translate":
                yield words
            case _:
                pass


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The .ts of the source as it is now, without a translation."""
    file = tmp_path_factory.mktemp("translations") / "fresh.ts"
    sources_ = [str(path) for path in sorted(DESKTOP.rglob("*.py"))]
    subprocess.run(
        [LUPDATE, "-silent", "-locations", "none", *sources_, "-ts", file],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return file


def test_every_text_of_the_source_is_there_and_no_other(fresh: Path) -> None:
    wanted, there = messages(fresh), messages(SOURCE)
    assert len(wanted) > 200
    assert sorted(wanted.keys() - there.keys()) == [], "make translations, then translate what is new"
    assert sorted(there.keys() - wanted.keys()) == [], "make translations"


def test_every_call_is_among_the_texts() -> None:
    known = {source for _, source in messages(SOURCE)}
    called_for = {words for tree in sources().values() for words in asked(tree)}
    assert sorted(called_for - known) == [], "lupdate does not see it: is it inside an f-string?"


def test_every_text_is_translated() -> None:
    states = {
        key: translation.get("type")
        for key, message in messages(SOURCE).items()
        if (translation := message.find("translation")) is not None and translation.get("type")
    }
    assert states == {}
    assert [key for key, message in messages(SOURCE).items() if not all(translated(message))] == []


def test_a_translation_is_english_with_the_same_placeholders() -> None:
    wrong = [
        (source, form)
        for (_, source), message in messages(SOURCE).items()
        for form in translated(message)
        if sorted(PLACEHOLDER.findall(source)) != sorted(PLACEHOLDER.findall(form))
        or (CHINESE.search(form) and source not in KEPT)
    ]
    assert wrong == []


def test_the_shipped_file_is_made_of_the_source(tmp_path: Path) -> None:
    made = tmp_path / "made.qm"
    subprocess.run([LRELEASE, "-silent", SOURCE, "-qm", made], check=True, capture_output=True)
    assert made.read_bytes() == SHIPPED.read_bytes(), "make translations"


def test_no_word_of_the_window_escapes_translation() -> None:
    found = {
        f"{place}:{line}: {words}" for place, tree in sources().items() for line, words in untranslated(tree)
    }
    assert found == set()


def test_every_translated_text_is_found_again_at_run_time() -> None:
    found = {f"{place}:{line}: {why}" for place, tree in sources().items() for line, why in unreachable(tree)}
    assert found == set()


@pytest.mark.parametrize(
    ("source", "escapes", "lost"),
    [
        ('label.setText("保存")', True, False),
        ('label.setText(f"{n} 位")', True, False),
        ('"""保存"""', False, False),
        ('self.tr("保存")', False, False),
        ('page.tr("保存")', False, True),
        ('self.tr(f"{n} 位")', False, True),
        ('status == "有"', False, False),
    ],
)
def test_the_search_sees(source: str, escapes: bool, lost: bool) -> None:
    tree = ast.parse(source)
    assert bool(list(untranslated(tree))) is escapes
    assert bool(list(unreachable(tree))) is lost
