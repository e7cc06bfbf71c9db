"""The builder's key is kept to oneself, and what it signs the program believes; without one a build says that nobody signed it."""

import stat
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from core.base.errors import Damaged
from core.installation.contents import KEY, SIGNATURE, Contents, compare
from core.installation.inspection import inspect, is_unsigned, own_key
from core.installation.signature import Verdict, read_signature, verdict
from core.installation.sums import SUMS, believed_sums, read_sums
from installer import build, sbom, signing
from installer.release import Release
from installer.signing import BadKey, builders_key, make_key, read_key, seal
from tests.fakes.release import program_at

SAID = Contents("0.2.0", "linux", "x86_64", "2.28", "0013", {})


UNKNOWN = b"""-----BEGIN %s-----
MIGHAgEAMBMGByqGSM49AgEGCCqBHM9VAYItBG0wawIBAQQghXjOShL+95ojzDd/
64bGIbGR0C1sJSNpR0NfkkF9JI2hRANCAATrfy32QTD1HZ8qwaq7OhO9x9+pSqkp
RnSEdzjUKhuKWZN7JEbBsUEX/h4jZdj81UmFGs2PNhRL38QGbuDYfXQn
-----END %s-----
""" % ((b"PRIVATE KEY",) * 2)
"""A key on a curve that this library does not know (SM2), used nowhere."""


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(signing.KEY_VARIABLE, raising=False)
    monkeypatch.delenv(signing.PASSPHRASE_VARIABLE, raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "release.pem"


def refused(file: Path) -> str:
    with pytest.raises(BadKey) as caught:
        read_key(file)
    return str(caught.value)


def test_a_new_key_is_read_by_its_owner_only(file: Path) -> None:
    key = make_key(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_key(file).public == key.public
    with pytest.raises(FileExistsError):
        make_key(file)
    for mode in (0o640, 0o604, 0o660):
        file.chmod(mode)
        assert "read by others" in refused(file)


def test_a_key_in_the_tree_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(BadKey, match="in the tree"):
        make_key(signing.ROOT / "build" / "release.pem")
    monkeypatch.setattr(signing, "ROOT", tmp_path)
    with pytest.raises(BadKey, match="in the tree"):
        make_key(tmp_path / "keys" / ".." / "release.pem")
    assert "in the tree" in refused(tmp_path / "release.pem")
    assert not list(tmp_path.iterdir())


def test_a_key_is_opened_by_its_passphrase(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = make_key(file, "正确 horse")
    assert "passphrase" in refused(file)
    monkeypatch.setenv(signing.PASSPHRASE_VARIABLE, "wrong")
    assert "not its own" in refused(file)
    monkeypatch.setenv(signing.PASSPHRASE_VARIABLE, "正确 horse")
    monkeypatch.setenv(signing.KEY_VARIABLE, str(file))
    found = builders_key()
    assert found
    assert found.public == key.public


def test_what_is_no_key_is_refused(file: Path) -> None:
    assert "cannot be read" in refused(file)
    other = generate_private_key(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    for content, why in ((b"x", "no private key"), (other, "no Ed25519 key"), (UNKNOWN, "no private key")):
        file.write_bytes(content)
        file.chmod(0o600)
        assert why in refused(file)


def test_without_a_key_there_is_none() -> None:
    assert builders_key() is None


def test_a_folder_is_sealed_with_a_key(file: Path, tmp_path: Path) -> None:
    key, folder = make_key(file), program_at(tmp_path / "program")
    contents = seal(folder, SAID, key)
    assert contents.version == "0.2.0"
    assert KEY in contents.files
    assert own_key(folder) == key.public
    assert inspect(folder, key.public).verdict is Verdict.SIGNED
    assert not compare(folder, Contents.read(folder))
    # What was signed before is not left lying.
    seal(folder, SAID, None)
    assert is_unsigned(folder)
    assert not (folder / SIGNATURE).exists()
    assert inspect(folder, None).refusal is None


def test_a_folder_with_a_file_of_a_strange_name_is_not_sealed(tmp_path: Path) -> None:
    folder = program_at(tmp_path / "program")
    (folder / "a\\b").touch()
    with pytest.raises(ValueError, match="b"):
        seal(folder, SAID, None)


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["signing", *words])
    return signing.main()


def test_the_tool(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").write_bytes(b"a")
    assert run(monkeypatch, "make-key", str(file)) == 1  # nobody is there to be asked for a passphrase
    assert run(monkeypatch, "sign", str(tmp_path / "a")) == 1
    monkeypatch.setenv(signing.PASSPHRASE_VARIABLE, "")
    assert run(monkeypatch, "make-key", str(file)) == 0
    assert read_key(file).public.fingerprint in capsys.readouterr().err
    assert run(monkeypatch, "make-key", str(file)) == 1
    monkeypatch.setenv(signing.KEY_VARIABLE, str(file))
    assert run(monkeypatch, "sign", str(tmp_path / "a")) == 0
    assert verdict(b"a", read_signature(tmp_path / "a"), read_key(file).public) is Verdict.SIGNED
    folder = program_at(tmp_path / "program")
    (folder / "mingdao").write_bytes(b"another")
    assert run(monkeypatch, "seal", str(folder)) == 0
    assert inspect(folder, read_key(file).public).refusal is None
    monkeypatch.delenv(signing.KEY_VARIABLE)
    assert run(monkeypatch, "seal", str(folder)) == 0
    assert "an unsigned build" in capsys.readouterr().err
    assert run(monkeypatch, "seal", str(tmp_path)) == 1


def test_a_part_that_cannot_be_built_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = program_at(tmp_path / "program")
    seal(folder, SAID, None)
    release = Release(folder, "0.2.0", "2.28", tmp_path)

    def fails(_: Release) -> Path:
        raise FileNotFoundError(2, "no such tool", "makensis")

    monkeypatch.setattr(Release, "of", lambda **_: release)
    monkeypatch.setattr(build, "BUILDERS", {"run": fails})
    monkeypatch.setattr(sys, "argv", ["build", "--only", "run"])
    assert build.main() == 1
    assert "makensis" in capsys.readouterr().err
    monkeypatch.setattr(build, "BUILDERS", {"run": lambda _: folder / "mingdao"})
    assert build.main() == 1
    assert sbom.SBOM in capsys.readouterr().err
    (folder / "left.over").touch()
    assert build.main() == 1
    assert "left.over" in capsys.readouterr().err
    assert not (tmp_path / SUMS).exists()


def test_what_is_given_away_is_listed_and_signed(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = program_at(tmp_path / "program")
    (folder / sbom.SBOM).write_text("{}", encoding="utf-8")
    key = make_key(file)
    seal(folder, SAID, key)
    dist = tmp_path / "dist"
    dist.mkdir()
    release = Release(folder, "0.2.0", "2.28", dist)
    with pytest.raises(BadKey, match="not sealed with this key"):
        build.key_of(release)
    monkeypatch.setenv(signing.KEY_VARIABLE, str(file))
    found = build.key_of(release)
    assert found
    build.refuse_changed(release, found)
    (folder / "left.over").touch()
    with pytest.raises(Damaged, match="installation_altered"):
        build.refuse_changed(release, found)
    (folder / "left.over").unlink()
    bill = build.copy_bill(release)
    assert bill.name == "mingdao-clinic_0.2.0.cdx.json"
    build.write_sums(release, [bill], found)
    assert not believed_sums(dist, key.public).compare()
    build.write_sums(release, [bill])
    assert read_sums(dist, key.public).verdict is Verdict.UNSIGNED
    assert not (dist / f"{SUMS}.sig").exists()
