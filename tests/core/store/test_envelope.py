"""The key envelope: each wrap opens alone, nothing of the key stands in the file, and what is wrong is told apart."""

import base64
import json
import secrets
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.base.atomic import previous_of
from core.base.errors import ClinicError, Damaged, KeyTrouble, UserError
from core.store import envelope as module
from core.store.database import CIPHER
from core.store.envelope import (
    Argon2Parameters,
    Envelope,
    keyring_wrap,
    new_envelope,
    passphrase_wrap,
    read_envelope,
    write_envelope,
)

KEY = secrets.token_bytes(32)
PASSPHRASE = "café 马到成功"


def _made() -> tuple[Envelope, str]:
    envelope = new_envelope(KEY, CIPHER)
    envelope = envelope.with_wrap(passphrase_wrap(envelope, KEY, PASSPHRASE, "李"))
    wrap, secret = keyring_wrap(envelope, KEY, "王", "memory")
    return envelope.with_wrap(wrap), secret


ENVELOPE, SECRET = _made()
"""Made once: stretching a passphrase takes its time."""


def changed(change: Callable[[Any], None]) -> Envelope:
    """The envelope with something altered in its file."""
    raw = json.loads(ENVELOPE.model_dump_json())
    change(raw)
    return Envelope.model_validate_json(json.dumps(raw))


def test_the_passphrase_alone_opens() -> None:
    without = ENVELOPE.model_copy(update={"wraps": ENVELOPE.wraps[:1]})
    assert without.open_with_passphrase(PASSPHRASE) == (KEY, "李")


def test_the_keyring_alone_opens() -> None:
    without = ENVELOPE.model_copy(update={"wraps": ENVELOPE.wraps[1:]})
    assert without.open_with_keyring_key(SECRET) == (KEY, "王")


def test_another_passphrase_does_not_open() -> None:
    with pytest.raises(KeyTrouble, match="wrong_passphrase"):
        ENVELOPE.open_with_passphrase(PASSPHRASE + " ")


def test_the_same_passphrase_from_another_input_method_opens() -> None:
    decomposed = unicodedata.normalize("NFD", PASSPHRASE)
    assert decomposed != PASSPHRASE
    assert ENVELOPE.open_with_passphrase(decomposed)[0] == KEY


@pytest.mark.parametrize(
    "secret",
    ["00" * 32, "00", "", "not hex", SECRET[:-2], SECRET + "00"],
    ids=["another", "short", "empty", "not hex", "cut", "longer"],
)
def test_another_secret_does_not_open(secret: str) -> None:
    with pytest.raises(KeyTrouble, match="keyring_wrong"):
        ENVELOPE.open_with_keyring_key(secret)


@pytest.mark.parametrize("part", ["nonce", "sealed"])
@pytest.mark.parametrize(("place", "code"), [(0, "wrong_passphrase"), (1, "keyring_wrong")])
def test_an_altered_wrap_does_not_open(part: str, place: int, code: str) -> None:
    def alter(raw: Any) -> None:
        broken = bytearray(base64.b64decode(raw["wraps"][place][part]))
        broken[0] ^= 1
        raw["wraps"][place][part] = base64.b64encode(broken).decode()

    altered = changed(alter)
    with pytest.raises(KeyTrouble, match=code):
        altered.open_with_passphrase(PASSPHRASE) if place == 0 else altered.open_with_keyring_key(SECRET)


def test_a_wrap_moved_to_another_store_does_not_open() -> None:
    moved = changed(lambda raw: raw.update(store="another"))
    with pytest.raises(KeyTrouble, match="wrong_passphrase"):
        moved.open_with_passphrase(PASSPHRASE)
    with pytest.raises(KeyTrouble, match="keyring_wrong"):
        moved.open_with_keyring_key(SECRET)


def test_a_key_that_fails_its_check_is_not_used() -> None:
    other = changed(lambda raw: raw.update(key_check="00" * 8))
    with pytest.raises(KeyTrouble, match="wrong_key"):
        other.open_with_passphrase(PASSPHRASE)
    with pytest.raises(KeyTrouble, match="wrong_key"):
        other.open_with_keyring_key(SECRET)


@pytest.mark.parametrize("passphrase", ["", " ", "\n\t"])
def test_an_empty_passphrase_is_refused(passphrase: str) -> None:
    with pytest.raises(UserError, match="empty_passphrase"):
        passphrase_wrap(ENVELOPE, KEY, passphrase, "李")


def test_the_same_passphrase_never_makes_the_same_wrap(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = {"memory_kib": 19 * 1024, "passes": 1, "lanes": 1}
    monkeypatch.setattr(module, "Argon2Parameters", lambda salt: Argon2Parameters(salt=salt, **cheap))
    one, other = (passphrase_wrap(ENVELOPE, KEY, PASSPHRASE, "李") for _ in range(2))
    assert one.argon2id.salt != other.argon2id.salt
    assert (one.nonce, one.sealed) != (other.nonce, other.sealed)


def test_guessing_costs_more_than_the_floor() -> None:
    cost = Argon2Parameters(salt="A" * 24)
    assert cost.memory_kib >= 19 * 1024
    assert cost.passes >= 2


def test_the_file_carries_what_opens_the_store_but_the_key(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    write_envelope(path, ENVELOPE)
    raw = path.read_bytes()
    assert json.loads(raw)["cipher"] == CIPHER
    for form in (KEY, KEY.hex().encode(), base64.b64encode(KEY), SECRET.encode(), PASSPHRASE.encode()):
        assert form not in raw
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_envelope(path) == ENVELOPE


def test_the_generation_before_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    write_envelope(path, ENVELOPE)
    first = path.read_bytes()
    write_envelope(path, ENVELOPE.model_copy(update={"wraps": ENVELOPE.wraps[:1]}))
    assert previous_of(path).read_bytes() == first
    assert sorted(file.name for file in tmp_path.iterdir()) == ["keys.json", "keys.json.previous"]


def test_a_write_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "keys.json"
    write_envelope(path, ENVELOPE)
    first = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_envelope(path, ENVELOPE)
    assert [file.name for file in tmp_path.iterdir()] == ["keys.json"]
    assert path.read_bytes() == first


def _newer(raw: Any) -> None:
    raw.update(format=2)


def _newer_and_of_another_shape(raw: Any) -> None:
    raw.clear()
    raw.update(format=7, wrapped_keys=[])


def _with_an_unknown_field(raw: Any) -> None:
    raw["more"] = 1


def _without_a_field(raw: Any) -> None:
    del raw["key_check"]


def _not_base64(raw: Any) -> None:
    raw["wraps"][0]["sealed"] = "*" * 44


def _cheap(raw: Any) -> None:
    raw["wraps"][0]["argon2id"]["memory_kib"] = 8


def _boundless(raw: Any) -> None:
    raw["wraps"][0]["argon2id"]["memory_kib"] = 2**40


def _one_byte_of_a_seal(raw: Any) -> None:
    sealed = raw["wraps"][0]["sealed"]
    raw["wraps"][0]["sealed"] = ("B" if sealed[0] == "A" else "A") + sealed[1:]


def _without_a_wrap(raw: Any) -> None:
    raw["wraps"] = []


def _unknown_wrap(raw: Any) -> None:
    raw["wraps"][0]["kind"] = "post-it"


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (_newer, "envelope_newer"),
        (_newer_and_of_another_shape, "envelope_newer"),
        (_with_an_unknown_field, "envelope_damaged"),
        (_without_a_field, "envelope_damaged"),
        (_not_base64, "envelope_damaged"),
        (_cheap, "envelope_damaged"),
        (_boundless, "envelope_damaged"),
        (_unknown_wrap, "envelope_damaged"),
        (_one_byte_of_a_seal, "envelope_damaged"),
        (_without_a_wrap, "envelope_damaged"),
    ],
)
def test_an_envelope_of_another_shape_is_told_apart(
    tmp_path: Path, harm: Callable[[Any], None], code: str
) -> None:
    raw = json.loads(ENVELOPE.model_dump_json())
    harm(raw)
    path = tmp_path / "keys.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(Damaged) as refusal:
        read_envelope(path)
    assert refusal.value.code == code


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"[]", b"null", b'{"format": "x"}'])
def test_a_file_that_is_no_envelope_is_damaged(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "keys.json"
    path.write_bytes(raw)
    with pytest.raises(Damaged, match="envelope_damaged"):
        read_envelope(path)


def test_no_envelope_is_missing(tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="envelope_missing"):
        read_envelope(tmp_path / "keys.json")


def test_a_folder_in_its_place_is_a_failure_of_the_world(tmp_path: Path) -> None:
    with pytest.raises((ClinicError, OSError)):
        read_envelope(tmp_path)
