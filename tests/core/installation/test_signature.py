"""A signature counts for whoever believes the key it was made with, and for nobody else."""

import shutil
import subprocess
from base64 import b64decode
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.errors import Damaged
from core.base.messages import Messages
from core.installation.signature import PublicKey, Verdict, read_signature, verdict
from tests.fakes.release import ReleaseKey

OURS, THEIRS = ReleaseKey(), ReleaseKey()
CONTENT = "清单\n".encode()


def test_each_verdict() -> None:
    signature = OURS.sign(CONTENT)
    assert verdict(CONTENT, signature, OURS.public) is Verdict.SIGNED
    assert verdict(CONTENT, None, OURS.public) is Verdict.UNSIGNED
    assert verdict(CONTENT, None, None) is Verdict.UNSIGNED
    assert verdict(CONTENT, signature, THEIRS.public) is Verdict.FOREIGN
    assert verdict(CONTENT, signature, None) is Verdict.FOREIGN
    assert verdict(CONTENT + b" ", signature, OURS.public) is Verdict.BROKEN
    assert verdict(CONTENT + b" ", signature, THEIRS.public) is Verdict.BROKEN


def test_a_signature_of_theirs_under_our_name_is_broken() -> None:
    theirs, ours = THEIRS.sign(CONTENT).splitlines(), OURS.sign(CONTENT).splitlines()
    assert verdict(CONTENT, b"\n".join([theirs[0], ours[1], theirs[2], b""]), OURS.public) is Verdict.BROKEN


@settings(max_examples=200, deadline=None)
@given(place=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_any_bit_turned_in_a_signature_is_no_signature_of_ours(place: int, bit: int) -> None:
    turned = bytearray(OURS.sign(CONTENT))
    turned[place % len(turned)] ^= 1 << bit
    assert verdict(CONTENT, bytes(turned), OURS.public) is Verdict.BROKEN


def test_a_signature_is_written_in_one_way() -> None:
    """The last sign before the padding has bits that Base64 passes over."""
    text = OURS.sign(CONTENT)
    signs = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for padding in (b"==\n", b"=\nsignature"):
        place = text.index(padding) - 1
        other = signs[signs.index(text[place]) ^ 1]
        turned = text[:place] + bytes([other]) + text[place + 1 :]
        assert verdict(CONTENT, turned, OURS.public) is Verdict.BROKEN


@pytest.mark.parametrize("other", [b"", b"x", b"\xff" * 200, b"x" * 100_000])
def test_what_is_no_signature_is_broken(other: bytes) -> None:
    assert verdict(CONTENT, other, OURS.public) is Verdict.BROKEN
    assert verdict(CONTENT, OURS.sign(CONTENT) + other, OURS.public) is (
        Verdict.BROKEN if other else Verdict.SIGNED
    )


def test_the_file_of_a_key(tmp_path: Path) -> None:
    file = tmp_path / "release_key.pem"
    assert PublicKey.read(file) is None
    file.write_bytes(OURS.pem)
    assert PublicKey.read(file) == OURS.public
    assert OURS.public != THEIRS.public
    assert len(OURS.public.fingerprint.split()) == 16
    other = (
        generate_private_key(SECP256R1())
        .public_key()
        .public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    )
    for content in (b"", b"x", OURS.pem[:-40], other):
        file.write_bytes(content)
        with pytest.raises(Damaged) as caught:
            PublicKey.read(file)
        assert caught.value.code == "release_key_damaged"
        assert str(file) in Messages().error(caught.value)[0]
    with pytest.raises(Damaged):
        PublicKey.read(tmp_path)


def test_the_file_of_a_signature(tmp_path: Path) -> None:
    file = tmp_path / "a"
    assert read_signature(file) is None
    (tmp_path / "a.sig").write_bytes(b"x")
    assert read_signature(file) == b"x"
    (tmp_path / "a.sig").unlink()
    (tmp_path / "a.sig").mkdir()
    with pytest.raises(Damaged) as caught:
        read_signature(file)
    assert caught.value.code == "signature_unreadable"


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not here")
def test_a_signature_can_be_checked_without_this_program(tmp_path: Path) -> None:
    for name, content in (
        ("key.pem", OURS.pem),
        ("content", CONTENT),
        ("raw", b64decode(OURS.sign(CONTENT).split()[-1])),
    ):
        (tmp_path / name).write_bytes(content)
    command = [
        *("openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", "key.pem"),
        *("-sigfile", "raw", "-in", "content"),
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done
