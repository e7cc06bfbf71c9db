"""The key envelope: each wrap opens alone, nothing of the key stands in the file, and what is wrong is told apart."""

import base64
import json
import secrets
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from core.base.atomic import previous_of
from core.base.errors import ClinicError, Damaged, KeyTrouble, Refused, UserError
from core.base.recovery_code import RecoveryCode
from core.store import wraps
from core.store.backup_seals import open_backup_key
from core.store.database import CIPHER
from core.store.envelope import Envelope, new_envelope, read_envelope, write_envelope
from core.store.failed_logins import FailedLogins
from core.store.wraps import Argon2Parameters, PassphraseWrap, keyring_wrap, passphrase_wrap, recovery_wrap

KEY = secrets.token_bytes(32)
PASSPHRASE = "café 马到成功"


def _made() -> tuple[Envelope, str]:
    envelope = new_envelope(KEY, CIPHER)
    envelope = envelope.with_wrap(passphrase_wrap(envelope.store, KEY, PASSPHRASE, "李"))
    wrap, secret = keyring_wrap(envelope.store, KEY, "王", "memory")
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


@pytest.mark.parametrize("part", ["data_key.box", "pair.private_key.nonce", "pair.private_key.sealed"])
@pytest.mark.parametrize(("place", "code"), [(0, "wrong_passphrase"), (1, "keyring_wrong")])
def test_an_altered_wrap_does_not_open(part: str, place: int, code: str) -> None:
    def alter(raw: Any) -> None:
        *outer, last = part.split(".")
        holder = raw["wraps"][place]
        for name in outer:
            holder = holder[name]
        broken = bytearray(base64.b64decode(holder[last]))
        broken[0] ^= 1
        holder[last] = base64.b64encode(broken).decode()

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
        passphrase_wrap(ENVELOPE.store, KEY, passphrase, "李")


def test_the_same_passphrase_never_makes_the_same_wrap(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = {"memory_kib": 19 * 1024, "passes": 1, "lanes": 1}
    monkeypatch.setattr(wraps, "Argon2Parameters", lambda salt: Argon2Parameters(salt=salt, **cheap))
    one, other = (passphrase_wrap(ENVELOPE.store, KEY, PASSPHRASE, "李") for _ in range(2))
    assert one.argon2id.salt != other.argon2id.salt
    assert one.data_key != other.data_key
    assert one.pair.public_key != other.pair.public_key


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
    raw.update(format=4)


def _newer_and_of_another_shape(raw: Any) -> None:
    raw.clear()
    raw.update(format=7, wrapped_keys=[])


def _with_an_unknown_field(raw: Any) -> None:
    raw["more"] = 1


def _without_a_field(raw: Any) -> None:
    del raw["key_check"]


def _not_base64(raw: Any) -> None:
    raw["wraps"][0]["data_key"]["box"] = "*" * 44


def _cheap(raw: Any) -> None:
    raw["wraps"][0]["argon2id"]["memory_kib"] = 8


def _boundless(raw: Any) -> None:
    raw["wraps"][0]["argon2id"]["memory_kib"] = 2**40


def _one_byte_of_a_seal(raw: Any) -> None:
    sealed = raw["wraps"][0]["data_key"]["box"]
    raw["wraps"][0]["data_key"]["box"] = ("B" if sealed[0] == "A" else "A") + sealed[1:]


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


# ── The recovery code, several operators, and what must be left ─────────────────────────────────

CODE = RecoveryCode.new()
WITH_CODE = ENVELOPE.with_wrap(recovery_wrap(ENVELOPE.store, KEY, CODE))
ALONE = WITH_CODE.with_wrap(keyring_wrap(ENVELOPE.store, KEY, "李", "memory")[0])
"""One person by either road, and the code."""


def test_the_recovery_code_alone_opens() -> None:
    assert WITH_CODE.model_copy(update={"wraps": WITH_CODE.wraps[2:]}).open_with_recovery(CODE) == KEY


def test_another_code_does_not_open() -> None:
    with pytest.raises(KeyTrouble, match="recovery_wrong"):
        WITH_CODE.open_with_recovery(RecoveryCode.new())
    with pytest.raises(KeyTrouble, match="recovery_absent"):
        ENVELOPE.open_with_recovery(CODE)


def test_a_new_code_takes_the_place_of_the_old() -> None:
    other = RecoveryCode.new()
    renewed = WITH_CODE.with_wrap(recovery_wrap(WITH_CODE.store, KEY, other))
    assert renewed.open_with_recovery(other) == KEY
    with pytest.raises(KeyTrouble, match="recovery_wrong"):
        renewed.open_with_recovery(CODE)


def test_the_holder_opens_the_half_that_belongs_to_the_public_key() -> None:
    wrap = WITH_CODE.recovery_wrap
    assert wrap is not None
    private = wrap.private_key(CODE.key(WITH_CODE.store, wrap.id), WITH_CODE.store)
    made = X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
    assert made == wrap.public_key(KEY, WITH_CODE.store)


BACKUP_KEY = bytes(range(32))


def with_foreign_key(envelope: Envelope, place: int) -> Envelope:
    """The envelope with a public key in it that somebody put there."""
    wrap = envelope.wraps[place]
    foreign = base64.b64encode(X25519PrivateKey.generate().public_key().public_bytes_raw()).decode()
    altered = wrap.model_copy(update={"pair": wrap.pair.model_copy(update={"public_key": foreign})})
    others = (one for one in envelope.wraps if one is not wrap)
    return envelope.model_copy(update={"wraps": (altered, *others)})


@pytest.mark.parametrize("place", [0, 2], ids=["passphrase", "recovery"])
def test_another_public_key_is_used_for_nothing(place: int) -> None:
    swapped = with_foreign_key(WITH_CODE, place)
    with pytest.raises(Damaged, match="wrap_altered"):
        swapped.holding(bytes(32), KEY)
    seals = swapped.seals(KEY)
    assert seals.altered == (swapped.wraps[0].id,)
    assert swapped.wraps[0].id not in {one.wrap for one in seals.recipients}
    with pytest.raises(Damaged, match="wrap_altered"):
        seals.seal(BACKUP_KEY, ["李"])


def test_another_data_key_opens_by_all_the_same_ways_without_any_of_them() -> None:
    new = secrets.token_bytes(32)
    rotated = WITH_CODE.holding(new, KEY)
    assert rotated.open_with_passphrase(PASSPHRASE) == (new, "李")
    assert rotated.open_with_keyring_key(SECRET) == (new, "王")
    assert rotated.open_with_recovery(CODE) == new
    assert rotated.holding(KEY, new).open_with_recovery(CODE) == KEY
    with pytest.raises(Damaged, match="wrap_altered"):
        rotated.holding(KEY, KEY)


def test_S27_S59_a_backup_opens_by_the_code_or_the_passphrase_and_by_nothing_else() -> None:
    seals = WITH_CODE.seals(KEY)
    sealed = seals.seal(BACKUP_KEY, ["李"])
    assert {(one.recipient.kind, one.recipient.operator) for one in sealed} == {
        ("passphrase", "李"),
        ("recovery", ""),
    }
    carried = [type(one).model_validate_json(one.model_dump_json()) for one in sealed]
    assert open_backup_key(WITH_CODE.store, carried, CODE) == BACKUP_KEY
    assert open_backup_key(WITH_CODE.store, carried, PASSPHRASE) == BACKUP_KEY
    with pytest.raises(KeyTrouble, match="recovery_wrong"):
        open_backup_key(WITH_CODE.store, carried, RecoveryCode.new())
    with pytest.raises(KeyTrouble, match="wrong_passphrase"):
        open_backup_key(WITH_CODE.store, carried, PASSPHRASE + "x")
    with pytest.raises(KeyTrouble, match="recovery_wrong"):
        open_backup_key("another", carried, CODE)
    assert [one.recipient.kind for one in seals.seal(BACKUP_KEY, [])] == ["recovery"]


def test_a_backup_nobody_could_open_elsewhere_is_not_sealed() -> None:
    with pytest.raises(KeyTrouble, match="recovery_absent"):
        ENVELOPE.seals(KEY).seal(BACKUP_KEY, ["李"])


def test_S51_a_passphrase_is_stretched_twice_before_it_is_called_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, flips = Argon2Parameters.stretch, [1]

    def once_flipped(cost: Argon2Parameters, passphrase: str) -> bytes:
        key = bytearray(real(cost, passphrase))
        key[7] ^= flips.pop() if flips else 0
        return bytes(key)

    monkeypatch.setattr(Argon2Parameters, "stretch", once_flipped)
    assert ENVELOPE.open_with_passphrase(PASSPHRASE) == (KEY, "李")
    assert flips == []


def test_a_wrap_under_another_name_does_not_open() -> None:
    wrap = WITH_CODE.recovery_wrap
    assert wrap is not None
    moved = WITH_CODE.with_wrap(wrap.model_copy(update={"id": "ab" * 8}))
    with pytest.raises(KeyTrouble, match="recovery_wrong"):
        moved.open_with_recovery(CODE)


def test_two_wraps_that_cannot_be_told_apart_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    write_envelope(path, ENVELOPE.model_copy(update={"wraps": (ENVELOPE.wraps[0], ENVELOPE.wraps[0])}))
    with pytest.raises(Damaged, match="envelope_damaged"):
        read_envelope(path)


def confirmed(envelope: Envelope) -> Envelope:
    wrap = envelope.recovery_wrap
    assert wrap is not None
    return envelope.with_wrap(wrap.model_copy(update={"confirmed": True}))


def test_two_ways_in_are_always_left() -> None:
    two = WITH_CODE.with_wrap(passphrase_wrap(WITH_CODE.store, KEY, "another one", "王"))
    assert two.without_passphrase_of("王").operators == ("李",)
    with pytest.raises(Refused, match="last_passphrase"):
        WITH_CODE.without_passphrase_of("李")
    with pytest.raises(UserError, match="unknown_operator"):
        WITH_CODE.without_passphrase_of("王")
    with pytest.raises(Refused, match="too_few_keys"):
        WITH_CODE.without_keyring()  # nobody has shown to hold the code
    assert confirmed(WITH_CODE).without_keyring().keyring_wrap is None
    with pytest.raises(Refused, match="too_few_keys"):
        ALONE.keyring_only()
    assert confirmed(ALONE).keyring_only().operators == ()
    with pytest.raises(Refused, match="several_operators"):
        confirmed(WITH_CODE).keyring_only()  # the keyring belongs to another's account
    with pytest.raises(Refused, match="several_operators"):
        confirmed(two).keyring_only()


def test_what_no_longer_opens_stands_in_neither_generation(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    write_envelope(path, WITH_CODE)
    write_envelope(
        path, WITH_CODE.with_wrap(recovery_wrap(WITH_CODE.store, KEY, RecoveryCode.new())), revokes=True
    )
    for file in (path, previous_of(path)):
        with pytest.raises(KeyTrouble, match="recovery_wrong"):
            read_envelope(file).open_with_recovery(CODE)


def test_a_count_of_failures_makes_no_generation(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    write_envelope(path, ENVELOPE)
    write_envelope(path, WITH_CODE)
    kept = previous_of(path).read_bytes()
    counted = WITH_CODE.model_copy(update={"failures": FailedLogins(count=1)})
    write_envelope(path, counted, counts=True)
    assert previous_of(path).read_bytes() == kept
    assert read_envelope(path) == counted


@pytest.mark.parametrize("wrong", ["王", ""])
def test_a_wrap_that_says_it_is_somebody_elses_lets_nobody_in(wrong: str) -> None:
    mine = ENVELOPE.wraps[0]
    another = ENVELOPE.model_copy(update={"wraps": (mine.model_copy(update={"operator": wrong}),)})
    with pytest.raises(Damaged, match="wrap_altered"):
        another.open_with_passphrase(PASSPHRASE)


def test_two_operators_whose_names_were_exchanged_are_not_each_other() -> None:
    other = "天地玄黄 correct horse"
    two = WITH_CODE.with_wrap(passphrase_wrap(WITH_CODE.store, KEY, other, "前台"))
    names = {"李": "前台", "前台": "李"}
    swapped = two.model_copy(
        update={
            "wraps": tuple(
                wrap.model_copy(update={"operator": names[wrap.operator]})
                if isinstance(wrap, PassphraseWrap)
                else wrap
                for wrap in two.wraps
            )
        }
    )
    for passphrase in (PASSPHRASE, other):
        with pytest.raises(Damaged, match="wrap_altered"):
            swapped.open_with_passphrase(passphrase)
    assert swapped.open_with_recovery(CODE) == KEY
    # By the code each gets a passphrase of their own again.
    mended = swapped.with_wrap(passphrase_wrap(two.store, KEY, PASSPHRASE, "李"))
    mended = mended.with_wrap(passphrase_wrap(two.store, KEY, other, "前台"))
    assert mended.open_with_passphrase(other)[1] == "前台"
    assert mended.seals(KEY).altered == ()


def test_the_name_in_the_keyrings_wrap_is_vouched_for_too() -> None:
    wrap = ENVELOPE.keyring_wrap
    assert wrap is not None
    with pytest.raises(Damaged, match="wrap_altered"):
        ENVELOPE.with_wrap(wrap.model_copy(update={"operator": "李"})).open_with_keyring_key(SECRET)


@pytest.mark.parametrize("found", [1, 2])
def test_a_file_from_before_the_first_release_is_told_from_a_damaged_one(tmp_path: Path, found: int) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({"format": found}), encoding="utf-8")
    with pytest.raises(Damaged, match="envelope_older"):
        read_envelope(path)
