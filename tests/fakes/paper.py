"""PDF files as another program reads them."""

import re
import shutil
import subprocess
import unicodedata
from pathlib import Path

from desktop.self_test.work import paper_text


def words_of(file: Path) -> str:
    """The text of a file without blanks: as `pdftotext` reads it, or as we do where that is not installed."""
    if shutil.which("pdftotext"):
        done = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, check=True)
        text = done.stdout.decode()
    else:
        text = paper_text(file.read_bytes())
    return plain(text)


def plain(text: str) -> str:
    """A text as `words_of` gives it."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def pages_of(file: Path) -> int:
    """How many pages it has."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", file.read_bytes()))
