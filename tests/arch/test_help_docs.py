"""docs/admin and docs/physician say what is so: commands with their options, keys, words of the window, files, in both languages alike."""

import importlib
import re
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import typer.main
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from core.base.messages import LANGUAGES, Messages
from core.base.paths import Home
from core.installation.contents import CONTENTS, KEY, SIGNATURE
from core.installation.licences import LICENCES
from core.installation.signature import PublicKey, signature_text
from core.installation.sums import SUMS, sums_text
from core.installation.versions import LEFT
from desktop.actions.catalog import CATALOG
from desktop.tour.guide import STATUS_KEYS, TREND_KEYS
from desktop.views.help.book import Book
from installer.sbom import SBOM
from installer.windows.folder import REMOVED_BY
from installer.windows.launchers import KINDS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
WORDS = ROOT / "resources" / "translations" / "desktop_en.ts"
BOOKS = [(book, language) for book in Book for language in LANGUAGES]
READMES = {"zh_CN": ROOT / "README.zh-CN.md", "en": ROOT / "README.md"}

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`([^`\n]+)`")
_CONTROL = re.compile(r"\*\*([^*\n]+)\*\*")
_PICTURE = re.compile(r"!\[[^\]]*\]\((pictures/[^)]+)\)")
_BETWEEN = " › "


def text_of(book: Book, language: str) -> str:
    return (DOCS / book.file(language)).read_text(encoding="utf-8")


def without_code(text: str) -> str:
    return _FENCE.sub("", text)


def shell(text: str) -> Iterator[list[str]]:
    """The lines of each block for a shell, without what is said of them."""
    for kind, block in _FENCE.findall(text):
        if kind == "sh":
            yield [line.split("   #")[0].strip() for line in block.splitlines() if line.strip()]


def calls(text: str) -> Iterator[list[str]]:
    """Every call of `mingdao` in a document: in blocks for a shell, and in the middle of a sentence."""
    lines = [line for block in shell(text) for line in block]
    for line in (*lines, *_CODE.findall(without_code(text))):
        words = line.split()
        if words and words[0] == "mingdao":
            yield words[1:]


def refusal(words: list[str]) -> str | None:
    """Why a call of `mingdao` would not be understood; None when it would be. Arguments may be anything."""
    command: Any = typer.main.get_command(importlib.import_module("core.cli.main").app)
    known, rest = list(command.params), list(words)
    given = 0
    while rest:
        word = rest.pop(0)
        if word.startswith("--"):
            name, has_value, _ = word.partition("=")
            found = [one for one in known if name in (*one.opts, *one.secondary_opts)]
            if not found and name != "--help":
                return f"{name} is no option"
            if found and not found[0].is_flag and not has_value and not rest:
                return f"{name} has no value"
            if found and not found[0].is_flag and not has_value:
                rest.pop(0)
        elif hasattr(command, "commands"):
            if word not in command.commands:
                return f"{word} is no command"
            command = command.commands[word]
            known += command.params
        else:
            given += 1
    wanted = [one for one in getattr(command, "params", []) if one.param_type_name == "argument"]
    least = sum(one.required for one in wanted)
    most = len(wanted) if all(one.nargs == 1 for one in wanted) else len(words)
    if given > most:
        return f"{given} arguments, {most} at the most"
    is_named_only = len(words) == sum(not word.startswith("--") for word in words) and given == 0
    return None if given >= least or is_named_only else f"{given} arguments, {least} at the least"


def rows(text: str, least: int = 2) -> list[list[str]]:
    """The cells of every row of every table, without heads."""
    found = []
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        found += [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]
    return [row for row in found if len(row) >= least]


def spoken(language: str) -> set[str]:
    """Every word of the window in a language."""
    found: set[str] = set()
    for message in ET.parse(WORDS).getroot().iter("message"):
        if language == LANGUAGES[0]:
            found.add(message.findtext("source", ""))
        else:
            found.add(message.findtext("translation", ""))
    path = ROOT / "resources" / "messages" / f"{language}.toml"
    return found | set(strings(tomllib.loads(path.read_text(encoding="utf-8"))))


def strings(table: Mapping[str, object]) -> Iterator[str]:
    for value in table.values():
        if isinstance(value, Mapping):
            yield from strings(value)
        elif isinstance(value, str):
            yield value


@pytest.mark.parametrize(("book", "language"), BOOKS)
def test_every_command_would_be_understood(book: Book, language: str) -> None:
    asked = list(calls(text_of(book, language)))
    assert len(asked) > 20 or book is Book.PHYSICIAN
    assert [(words, said) for words in asked if (said := refusal(words))] == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("backup nonesuch", "nonesuch is no command"),
        ("backup make --too x", "--too is no option"),
        ("backup make --to", "--to has no value"),
        ("policy set a b", "2 arguments, 1 at the most"),
        ("pack install --sha256 x", "0 arguments, 1 at the least"),
        ("--recovery-file x backup restore y", None),
        ("update install", None),
    ],
)
def test_a_call_that_is_none_would_be_seen(line: str, why: str | None) -> None:
    assert refusal(line.split()) == why


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_keys_is_the_catalogue(language: str) -> None:
    messages = Messages(language)
    table = dict(row[:2] for row in rows(text_of(Book.PHYSICIAN, language)))
    keys = {f"`{spec.shortcut}`": spec.text(messages) for spec in CATALOG if spec.shortcut}
    assert {key: words for key, words in table.items() if key in keys or "+" in key} == keys
    row = {f"`{key}`": words for words, key in (TREND_KEYS | STATUS_KEYS).items()}
    assert {key: table[key].split(" (")[0] for key in row} == row


@pytest.mark.parametrize(("book", "language"), BOOKS)
def test_what_is_named_of_the_window_is_there(book: Book, language: str) -> None:
    named = {
        part
        for name in _CONTROL.findall(without_code(text_of(book, language)))
        for part in name.split(_BETWEEN)
    }
    assert named
    assert named - spoken(language) == set()


@pytest.mark.parametrize(("book", "language"), BOOKS)
def test_every_picture_is_there_and_made_by_the_one_who_makes_them(book: Book, language: str) -> None:
    maker = (ROOT / "tests" / "desktop" / "tour" / "docs_pictures.py").read_text(encoding="utf-8")
    shown = set(_PICTURE.findall(text_of(book, language)))
    assert {place for place in shown if not (DOCS / place).is_file()} == set()
    assert {place for place in shown if f'_picture("{Path(place).stem}"' not in maker} == set()
    assert shown or book is Book.ADMIN


@pytest.mark.parametrize("book", Book)
def test_both_languages_show_the_same(book: Book) -> None:
    first, other = (text_of(book, language) for language in LANGUAGES)

    def shape(text: str) -> list[object]:
        heads = [len(marks) for marks in re.findall(r"^(#+) ", without_code(text), re.MULTILINE)]
        blocks = [
            (kind, re.sub(r"\s+#.*", "", block, flags=re.MULTILINE)) for kind, block in _FENCE.findall(text)
        ]
        plain = [(kind, re.sub(r"64\S+", "64", block)) for kind, block in blocks]
        return [heads, plain, _PICTURE.findall(text), len(rows(text))]

    assert shape(first) == shape(other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_of_a_clinic_is_told_of(language: str) -> None:
    text = text_of(Book.ADMIN, language)
    told = {name.split("…")[0].rstrip("/") for row in rows(text) for name in _CODE.findall(row[0])}
    home = Home(Path("clinic"))
    named = [name for name in vars(Home) if isinstance(vars(Home)[name], property)]
    names = {getattr(home, name).name for name in named}
    assert len(names) > 10
    assert names - told == set()
    assert {CONTENTS, SIGNATURE, KEY, SBOM, LICENCES, REMOVED_BY} <= told
    assert told >= KINDS.keys()
    assert any(name.startswith(LEFT) for name in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_exit_code_of_the_installers_is_told(language: str) -> None:
    stub = (ROOT / "installer" / "linux" / "stub.sh").read_text(encoding="utf-8")
    setup = (ROOT / "installer" / "windows" / "setup.nsi").read_text(encoding="utf-8")
    of_run = {"1", *re.findall(r"\b[A-Z]+=([1-9])\b", re.findall(r"^MISUSED=.*$", stub, re.MULTILINE)[0])}
    of_setup = {"1", *re.findall(r"(?:Refuse|RefuseFolder|SetErrorLevel) ([1-9])", setup)}
    told = [row for row in rows(text_of(Book.ADMIN, language), 4) if row[0].isdigit()]
    assert {row[0] for row in told} == of_setup
    assert {row[2] for row in told} - {""} == of_run


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_are_named_as_they_are_built(language: str) -> None:
    release = (ROOT / "installer" / "release.py").read_text(encoding="utf-8")
    endings = re.findall(r'_artefact\(f?"([^"]+)"\)', release)
    assert len(endings) == 3
    patterns = [re.escape(one).replace(r"\{self\.floor\}", r"[\d.*…]+") for one in endings]
    text = text_of(Book.ADMIN, language)
    for pattern in patterns:
        assert re.search(pattern, text), pattern
    for name in re.findall(r"mingdao-clinic_\S*\.(?:deb|run|exe)(?![\w.])", text):
        assert any(re.search(f"_(?:{one})$|\\*_setup\\.exe$", name) for one in patterns), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_of_the_installers_are_theirs(language: str) -> None:
    stub = (ROOT / "installer" / "linux" / "stub.sh").read_text(encoding="utf-8")
    setup = (ROOT / "installer" / "windows" / "setup.nsi").read_text(encoding="utf-8")
    lines = [line for block in shell(text_of(Book.ADMIN, language)) for line in block]
    of_run = {word for line in lines if re.search(r"\.run\b|/uninstall\b", line) for word in line.split()[2:]}
    asked = {word for word in of_run if word.startswith("--")}
    assert asked >= {"--check", "--system", "--update"}
    assert {word for word in asked if word not in stub} == set()
    silent = {
        word.split("=")[0]
        for kind, block in _FENCE.findall(text_of(Book.ADMIN, language))
        if kind == "bat"
        for word in block.split()
        if re.fullmatch(r"/[A-Z]+(=.*)?", word)
    }
    assert silent == {"/S", "/ALLUSERS", "/D"}
    assert {word for word in silent if word not in setup} == set()


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not here")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verification_by_hand_tells_true_from_false(language: str, tmp_path: Path) -> None:
    key, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    artefact = tmp_path / "mingdao-clinic_1_setup.exe"
    artefact.write_bytes(b"what was built")
    digest = subprocess.run(
        ["sha256sum", artefact], capture_output=True, text=True, check=True
    ).stdout.split()[0]
    sums = sums_text({artefact.name: digest, "of-another-system.run": "0" * 64})
    (tmp_path / SUMS).write_bytes(sums)
    public = PublicKey(key.public_key().public_bytes_raw())
    (tmp_path / f"{SUMS}.sig").write_bytes(signature_text(public, key.sign(sums)))
    pem = (Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "release_key.pem").write_bytes(key.public_key().public_bytes(*pem))
    of_sums, of_signature, of_key = [
        "\n".join(block)
        for block in shell(text_of(Book.ADMIN, language))
        if any(word in block[0] for word in ("sha256sum --check", "SHA256SUMS.sig", "openssl pkey "))
    ]

    def run(script: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", "-ec", script], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    assert run(of_sums).returncode == run(of_signature).returncode == 0
    assert run(of_key).stdout.split()[0] == public.fingerprint.replace(" ", "")
    artefact.write_bytes(b"something else")
    assert run(of_sums).returncode != 0
    (tmp_path / "release_key.pem").write_bytes(other.public_key().public_bytes(*pem))
    assert run(of_signature).returncode != 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readme_leads_to_both(language: str) -> None:
    readme = READMES[language].read_text(encoding="utf-8")
    assert {f"(docs/{book.file(language)})" for book in Book} <= set(re.findall(r"\(docs/[^)]+\)", readme))
