"""A clinic's work through the services, in a throw-away home: the store, the keyring, the packs, two visits, a printed page."""

import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from core.base.errors import Damaged, KeyTrouble
from core.base.messages import Messages
from core.base.paths import Home
from core.kernel import Kernel, no_vault, open_clinic, set_up
from core.services.demonstration import APART, FORM, demonstration
from core.services.keys.keyring_trial import Outcome, try_keyring
from core.services.patients.patients import Asked
from desktop.bridge.clinic import Vault
from desktop.models.comparison import load
from desktop.printing.compose import comparison_paper
from desktop.printing.pages import PaperSize
from desktop.printing.pdf import shown_signs, write_pdf
from desktop.self_test.finding import Absent, Faulty
from desktop.self_test.installed import keyring_modules

SOURCE = "self-test"
OPERATOR = "self-test"
PLAIN = b"SQLite format 3"

EXPECTED = {
    "口苦": "加重",
    "失眠": "减轻",
    "胃脘痛": "消失",
    "嗳气": "无变化",
    "便溏": "新出现",
    "心悸": "本次未记",
}
"""Rows of the demonstration's comparison: each state, and two markers."""

_MAP = re.compile(rb"begincmap(.*?)endcmap", re.DOTALL)
_RANGE = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]{4})> (?:<([0-9A-F]{4,})>|\[([^\]]*)\])")
_HEX = re.compile(rb"<([0-9A-Fa-f]+)>")


class Work:
    """One throw-away clinic in a folder that is there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._home = Home(folder / "clinic")
        self._passphrase = secrets.token_urlsafe(16)
        self._patient = ""

    def store(self) -> str:
        """Set up, encrypt, open again; refuse a wrong passphrase, another key, and a file of nothing. Raises `Faulty`."""
        set_up(self._home, self._passphrase, no_vault(), OPERATOR)
        with self._open() as clinic:
            clinic.patients.register(demonstration().people[0])
        content = self._home.store.read_bytes()
        if content.startswith(PLAIN):
            raise Faulty("the store is not encrypted")
        self._refused("wrong_passphrase", self._home, passphrase=f"{self._passphrase}.")
        other = Home(self._folder / "other")
        set_up(other, self._passphrase, no_vault(), OPERATOR)
        other.store.write_bytes(content)
        self._refused("store_damaged", other, passphrase=self._passphrase)
        other.store.write_bytes(b"")
        self._refused("store_empty", other, passphrase=self._passphrase)
        return "encrypted, opened; wrong passphrase, other key and empty file refused"

    def packs(self) -> str:
        """Forms, and words for symptoms. Raises `Faulty`."""
        with self._open() as clinic:
            forms = clinic.forms.every()
            if FORM not in {form.slug for form in forms}:
                raise Faulty(f"the form {FORM} is not among {len(forms)}")
            if not any(item for item in clinic.forms.named(FORM).walk()):
                raise Faulty(f"the form {FORM} asks nothing")
            words = clinic.intake.suggest("失眠")
            if not words:
                raise Faulty("失眠 is not in the vocabulary")
        return f"{len(forms)} forms, and words for symptoms"

    def journey(self, expected: Mapping[str, str] | None = None) -> str:
        """Register two of one name, find, save two visits, compare. Raises `Faulty` naming a row that is otherwise."""
        shown = demonstration()
        with self._open() as clinic:
            known = [one.record_no for one in clinic.patients.page().rows]
            missing = shown.people[len(known) :]
            known += [clinic.patients.register(person).patient.record_no for person in missing]
            found = clinic.patients.find(Asked(text=shown.people[0].name or ""))
            if len(found.candidates) != len(shown.people):
                raise Faulty(f"{len(found.candidates)} of {len(shown.people)} are found by their name")
            self._patient = min(known)
            now = clinic.clock.now()
            for content, at in zip(shown.visits, (now - APART, now), strict=True):
                clinic.intake.save(self._patient, FORM, content, _time(at))
            rows = {row.symptom: row.state or row.marker for row in clinic.compare.visits(self._patient).rows}
        wanted = EXPECTED if expected is None else expected
        wrong = [
            f"{name} {rows.get(name)}, not {state}"
            for name, state in wanted.items()
            if rows.get(name) != state
        ]
        if wrong:
            raise Faulty(f"the comparison says {'; '.join(wrong)}")
        return f"{len(rows)} rows compared"

    def paper(self) -> str:
        """Print the comparison and read it again. Raises `Faulty` naming what cannot be read there."""
        file = self._folder / "comparison.pdf"
        with self._open() as clinic:
            comparison = load(clinic, self._patient)
            record = clinic.records.of_patient(self._patient)[-1]
            name = clinic.settings.clinic_name
        written = write_pdf(comparison_paper(comparison, record, name, Messages()), PaperSize.A4, file)
        if written.missing:
            raise Faulty(f"{written.missing} signs have no shape")
        text = paper_text(file.read_bytes())
        wanted = (demonstration().people[0].name or "", *EXPECTED, *EXPECTED.values())
        missing = [word for word in wanted if word not in text]
        if missing:
            raise Faulty(f"not in the file: {' '.join(missing)}")
        return f"{written.pages} page, {written.signs} signs, read again"

    @contextmanager
    def _open(self) -> Iterator[Kernel]:
        with open_clinic(self._home, no_vault(), passphrase=self._passphrase, source=SOURCE) as clinic:
            yield clinic

    def _refused(self, code: str, home: Home, *, passphrase: str) -> None:
        try:
            with open_clinic(home, no_vault(), passphrase=passphrase, source=SOURCE):
                pass
        except (KeyTrouble, Damaged) as refusal:
            if refusal.code != code:
                raise Faulty(f"refused as {refusal.code}, not as {code}") from refusal
        else:
            raise Faulty(f"opened, in place of {code}")


def keyring(vault: Vault) -> str:
    """Write, read and forget a secret of this test's own. Raises `Absent` without a keyring, `Faulty` when it does not keep."""
    keyring_modules()
    match outcome := try_keyring(vault):
        case Outcome.WORKS:
            return f"{vault.backend}: written, read, forgotten"
        case Outcome.NOT_KEPT:
            raise Faulty("what was written does not read back")
        case Outcome.NOT_FORGOTTEN:
            raise Faulty("what was forgotten is still there")
        case _:
            raise Absent(f"the keyring is {outcome}")


def paper_text(content: bytes) -> str:
    """The characters of a PDF as Qt writes them, in the order they are drawn; each of its fonts in turn names all signs."""
    signs = list(shown_signs(content))
    return "\n".join(
        "".join(names.get(sign, "") for sign in signs) for names in map(_names, _MAP.findall(content))
    )


def _names(table: bytes) -> dict[int, str]:
    """What the signs of one font are called."""
    found: dict[int, str] = {}
    for first, last, start, each in _RANGE.findall(table):
        span = range(int(first, 16), int(last, 16) + 1)
        codes = (
            [int(code, 16) for code in _HEX.findall(each)]
            if each
            else [int(start, 16) + n for n in range(len(span))]
        )
        found.update((sign, chr(code)) for sign, code in zip(span, codes, strict=False) if code <= 0x10FFFF)  # noqa: PLR2004
    return found


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
