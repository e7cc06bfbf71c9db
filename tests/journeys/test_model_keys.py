"""Keys of models in the keyring of a real desktop: gnome-keyring on a session bus of its own."""

from pathlib import Path

import pytest

from tests.journeys.test_keyring import INIT, Desktop, pytestmark

__all__ = ["pytestmark"]

KEY, OTHER = "sk-4f1c9a7be2d84c55", "sk-00aa11bb22cc33dd"
SET = f'echo {KEY} | "$MINGDAO" key set deepseek --json\n'
STATUS = '"$MINGDAO" key status --json\n'
STATUS_BY_PASSPHRASE = '"$MINGDAO" key status --json --passphrase-file "$PASSPHRASE"\n'


@pytest.fixture
def desktop(tmp_path: Path) -> Desktop:
    return Desktop(tmp_path)


def of(status: dict[str, object], provider: str) -> dict[str, object]:
    keys = status["keys"]
    assert isinstance(keys, list)
    (found,) = [one for one in keys if one["provider"] == provider]
    return dict(found)


def test_a_key_is_there_in_the_next_session_and_in_no_file_in_clear(desktop: Desktop) -> None:
    _, kept = desktop.session(INIT + SET)
    assert kept["key"]["mask"] == "sk-4f1…4c55"
    (status,) = desktop.session(STATUS)
    assert (of(status, "deepseek")["source"], status["keyring"]) == ("keyring", "ok")
    (desktop.folder / "clinic" / "credentials.json").write_text(f'{{"openai": "{OTHER}"}}', encoding="utf-8")
    moved, status = desktop.session('"$MINGDAO" key import --remove-file --json\n' + STATUS)
    assert (moved["taken"], moved["removed"], of(status, "openai")["mask"]) == (
        ["openai"],
        True,
        "sk-00a…33dd",
    )
    files = [file.read_bytes() for file in desktop.folder.rglob("*") if file.is_file()]
    assert len(files) > 5
    assert not [raw for raw in files if KEY.encode() in raw or OTHER.encode() in raw]
    removed, status = desktop.session('"$MINGDAO" key remove deepseek --json\n' + STATUS)
    assert (removed["removed"], of(status, "deepseek")["trouble"]) == (True, "model_key_missing")


def test_without_one_the_clinic_works_and_it_is_said(desktop: Desktop) -> None:
    desktop.session(INIT + SET)
    added, status = desktop.session(
        '"$MINGDAO" patient add --name 陈敏 --sex 女 --json --passphrase-file "$PASSPHRASE"\n'
        + STATUS_BY_PASSPHRASE,
        password=None,
    )
    assert added["patient"]["record_no"] == "P001"
    assert status["keyring"] in {"model_keyring_unavailable", "model_keyring_locked"}
    assert of(status, "deepseek")["trouble"] == status["keyring"]
