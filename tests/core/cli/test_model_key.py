"""`mingdao key`: read from a pipe or typed unseen, refused on the line, never shown."""

import io
import json
from pathlib import Path

import pytest

from core.services.models import Boundary, Registration
from tests.fakes.clinic import Clinic
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.terminal import types
from tests.fakes.vault import FailingVault

KEY = "sk-4f1c9a7be2d84c55"


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DEEPSEEK_API_KEY", "MINGDAO_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def piped(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def of(clinic: Clinic, provider: str) -> dict[str, object]:
    (found,) = [one for one in clinic.json("key", "status")["keys"] if one["provider"] == provider]
    return dict(found)


def test_a_key_is_read_from_a_pipe_and_shown_by_its_ends(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    piped(monkeypatch, KEY + "\n")
    done = clinic.run("key", "set", "deepseek")
    assert (done.code, KEY in done.out + done.err) == (0, False)
    assert of(clinic, "deepseek") == {
        "provider": "deepseek",
        "endpoint": "https://api.deepseek.com:443",
        "source": "keyring",
        "variable": None,
        "mask": "sk-4f1…4c55",
        "shadowed": False,
        "trouble": None,
    }
    shown = clinic.run("key", "status").out
    assert "sk-4f1…4c55" in shown
    assert KEY not in shown
    assert clinic.json("key", "remove", "deepseek") == {"provider": "deepseek", "removed": True}
    assert clinic.json("key", "remove", "deepseek")["removed"] is False
    assert of(clinic, "deepseek")["trouble"] == "model_key_missing"


def test_at_a_terminal_it_is_typed_unseen(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = types(monkeypatch, KEY)
    assert clinic.json("key", "set", "deepseek")["key"]["mask"] == "sk-4f1…4c55"
    assert len(asked) == 1


def test_nothing_typed_keeps_nothing(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(clinic.vault.secrets)
    for text in ("", "\n", "  \n"):
        piped(monkeypatch, text)
        assert clinic.json("key", "set", "deepseek") == {"key": None}
    types(monkeypatch, "")
    assert clinic.run("key", "set", "deepseek").code == 0
    assert set(clinic.vault.secrets) == set(before)
    piped(monkeypatch, "")
    assert clinic.refused("key", "set", "nobody")["code"] == "provider_unknown"


def test_on_the_line_it_is_refused_and_not_repeated(clinic: Clinic) -> None:
    for more in ((), ("--json",), ("more", "--json")):
        done = clinic.run("key", "set", "deepseek", KEY, *more)
        assert done.code == 1
        assert KEY not in done.out + done.err
    assert clinic.refused("key", "set", "deepseek", KEY)["code"] == "model_key_on_the_line"
    assert not [entry for entry in clinic.vault.secrets if "/model/" in entry]


@pytest.mark.parametrize("group", ["key", "model", "policy", "net"])
def test_a_subcommand_there_is_not_ends_with_1(clinic: Clinic, group: str) -> None:
    done = clinic.run(group, "frobnicate", "--json")
    assert (done.code, done.error) == (1, "unknown_subcommand")
    assert clinic.run(group, "frobnicate").code == 1


def test_what_is_no_key_is_refused_without_showing_it(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    for typed in ("12345", "sk-4f1c 9a7be2d84c55"):
        piped(monkeypatch, typed + "\n")
        done = clinic.run("key", "set", "deepseek", "--json")
        assert (done.code, done.error) == (1, "model_key_unfit")
        assert typed not in done.out
    piped(monkeypatch, KEY + "\n")
    assert clinic.refused("key", "set", "nobody")["code"] == "provider_unknown"


def test_whether_one_is_needed_is_said(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        here = "http://127.0.0.1:9/v1"
        kernel.models.add(Registration("local", "mine", "llama.cpp", here, Boundary.ON_DEVICE))
    lines = clinic.run("key", "status").out.splitlines()
    assert "不需要密钥" in next(line for line in lines if "mine" in line)
    assert "缺密钥" in next(line for line in lines if "deepseek" in line)


def test_a_shadowed_key_is_said(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    piped(monkeypatch, KEY + "\n")
    clinic.json("key", "set", "deepseek")
    monkeypatch.setenv("MINGDAO_API_KEY", "sk-other-vendor-key")
    one = of(clinic, "deepseek")
    assert (one["source"], one["variable"], one["shadowed"]) == ("generic", "MINGDAO_API_KEY", True)
    assert "MINGDAO_API_KEY" in clinic.run("key", "status").out


def test_without_a_keyring_status_says_how_to_get_one(clinic: Clinic, tmp_path: Path) -> None:
    from tests.fakes.clinic import PASSPHRASE

    (tmp_path / "passphrase").write_text(PASSPHRASE, encoding="utf-8")
    bare = Clinic(clinic.home, FailingVault("keyring_unavailable"), clinic.recovery)  # type: ignore[arg-type]
    by = ("--passphrase-file", str(tmp_path / "passphrase"))
    assert bare.json("key", "status", *by)["keyring"] == "model_keyring_unavailable"
    done = bare.run("key", "status", *by)
    assert (done.code, "gnome-keyring" in done.out) == (0, True)


def test_a_key_file_is_moved_and_what_to_do_with_it_is_said(clinic: Clinic) -> None:
    file = clinic.home.folder / "credentials.json"
    assert clinic.refused("key", "import")["code"] == "origin_keys_absent"
    file.write_text(json.dumps({"deepseek": KEY}), encoding="utf-8")
    assert clinic.json("key", "status")["origin_file"] is True
    done = clinic.run("key", "import")
    assert (done.code, "--remove-file" in done.out, file.exists()) == (0, True, True)
    assert clinic.json("key", "import", "--remove-file")["removed"] is True
    assert not file.exists()
    file.write_bytes(b"{broken")
    assert clinic.refused("key", "import")["code"] == "origin_keys_damaged"
    assert file.read_bytes() == b"{broken"


def test_whoever_may_not_is_told_before_they_type(clinic: Clinic, tmp_path: Path) -> None:
    staffed(clinic)
    file = tmp_path / "passphrase"
    file.write_text(PASSPHRASES["赵前台"], encoding="utf-8")
    assert clinic.refused("key", "set", "deepseek", "--passphrase-file", str(file))["code"] == "not_allowed"
