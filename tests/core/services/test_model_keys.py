"""Keys of models: in the keyring alone, each for its provider and address, and shown to nobody."""

import base64
import json
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.base.errors import ClinicError, KeyTrouble
from core.events.model import ModelKeysChanged, ModelKeyShadowed
from core.kernel import Kernel
from core.services.model_keys import ModelKeys, Source
from core.services.models import Registration
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.vault import FailingVault

KEY, OTHER = "sk-4f1c9a7be2d84c55", "sk-00aa11bb22cc33dd"
LAN = Registration("qwen3", "ours", "vllm", "https://vllm.corp.cn/v1")


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DEEPSEEK_API_KEY", "MINGDAO_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def key(kernel: Kernel, model: str = "") -> str | None:
    found = kernel.model_keys.key_for(kernel.models.resolve(model)).key
    return found.reveal() if found else None


def code(kernel: Kernel, model: str = "") -> str:
    with pytest.raises(ClinicError) as refused:
        key(kernel, model)
    return refused.value.code


def model_entries(clinic: Clinic) -> dict[str, str]:
    return {name: value for name, value in clinic.vault.secrets.items() if "/model/" in name}


def test_a_key_is_kept_in_an_entry_of_this_clinic_and_the_provider(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        heard: list[str] = []
        kernel.bus.subscribe(ModelKeysChanged, lambda event: heard.append(event.provider))
        kept = kernel.model_keys.enter("deepseek", f"  {KEY}\n")
        assert kept is not None
        assert (kept.source, kept.mask, kept.origin) == (
            Source.KEYRING,
            "sk-4f1…4c55",
            "https://api.deepseek.com:443",
        )
        assert (key(kernel), key(kernel, "deepseek-v4-pro")) == (KEY, KEY)
        assert code(kernel, "gpt-5") == "model_key_missing"
        ((entry, value),) = model_entries(clinic).items()
        assert entry.endswith("/model/deepseek")
        assert len(entry.split("/")[0]) > 8
        assert json.loads(value)["origin"] == "https://api.deepseek.com:443"
        assert kernel.model_keys.remove("deepseek")
        assert not kernel.model_keys.remove("deepseek")
        assert code(kernel) == "model_key_missing"
        assert heard == ["deepseek", "deepseek"]
        told = rows(store_of(kernel), "SELECT action, detail FROM audit WHERE action LIKE 'model.key.%'")
    assert [action for action, _ in told] == ["model.key.set", "model.key.remove"]
    assert json.loads(str(told[0][1])) == {"host": "api.deepseek.com", "provider": "deepseek"}


def test_nothing_typed_keeps_nothing(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.model_keys.enter("deepseek", KEY)
        before = model_entries(clinic)
        assert kernel.model_keys.enter("deepseek", " \n") is None
        with pytest.raises(ClinicError, match="model_key_unfit"):
            kernel.model_keys.enter("deepseek", "12345")
        with pytest.raises(ClinicError, match="provider_unknown"):
            kernel.model_keys.enter("nobody", KEY)
        assert model_entries(clinic) == before


def test_another_address_asks_for_the_key_again(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.models.add(LAN)
        kernel.model_keys.enter("ours", KEY)
        assert key(kernel, "qwen3") == KEY
        before = model_entries(clinic)
        for url in ("https://vllm.corp.cn:8443/v1", "https://other.corp.cn/v1"):
            kernel.models.change(kernel.models.with_changes("qwen3", {"base_url": url}))
            assert code(kernel, "qwen3") == "model_key_of_endpoint"
            (status,) = [one for one in kernel.model_keys.status() if one.provider == "ours"]
            assert (status.trouble, status.mask) == ("model_key_of_endpoint", "")
        assert model_entries(clinic) == before
        kernel.models.change(kernel.models.with_changes("qwen3", {"base_url": "https://vllm.corp.cn/v2"}))
        assert key(kernel, "qwen3") == KEY


def test_one_provider_with_two_addresses_has_no_key_to_enter(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.models.add(LAN)
        kernel.models.add(Registration("glm", "ours", "vllm", "https://glm.corp.cn/v1"))
        with pytest.raises(ClinicError, match="provider_addresses"):
            kernel.model_keys.enter("ours", KEY)
        assert model_entries(clinic) == {}


def test_a_key_comes_from_no_other_providers_name(clinic: Clinic) -> None:
    """A server that is registered cannot take the name, the address' variable or the generic one of a provider that ships."""
    with clinic.open() as kernel:
        kernel.model_keys.enter("deepseek", KEY)
        kernel.models.add(LAN)
        assert code(kernel, "qwen3") == "model_key_missing"


def test_a_shadowed_key_is_told_of_once_in_an_opening(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        with clinic.open() as kernel:
            heard: list[ModelKeyShadowed] = []
            kernel.bus.subscribe(ModelKeyShadowed, heard.append)
            kernel.model_keys.enter("deepseek", KEY)
            assert key(kernel) == KEY
            monkeypatch.setenv("MINGDAO_API_KEY", OTHER)
            assert (key(kernel), key(kernel), len(heard)) == (OTHER, OTHER, 1)
            monkeypatch.setenv("MINGDAO_API_KEY", KEY)
            assert (key(kernel), len(heard)) == (KEY, 1)
            monkeypatch.delenv("MINGDAO_API_KEY")


def test_calls_at_the_same_time_are_not_told_each_of_a_shadowed_key(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(set[str]):
        def __contains__(self, one: object) -> bool:
            found = super().__contains__(one)
            time.sleep(0.02)
            return found

    with clinic.open() as kernel:
        heard: list[ModelKeyShadowed] = []
        kernel.bus.subscribe(ModelKeyShadowed, heard.append)
        kernel.model_keys.enter("deepseek", KEY)
        monkeypatch.setenv("MINGDAO_API_KEY", OTHER)
        monkeypatch.setattr(kernel.model_keys, "_told", Slow())
        with ThreadPoolExecutor(8) as threads:
            assert set(threads.map(lambda _: key(kernel), range(8))) == {OTHER}
    assert len(heard) == 1


@pytest.mark.parametrize(
    ("why", "code_said"),
    [
        ("keyring_unavailable", "model_keyring_unavailable"),
        ("keyring_locked", "model_keyring_locked"),
        ("keyring_refused", "model_keyring_unavailable"),
    ],
)
def test_without_a_keyring_the_rest_works_and_no_key_goes_elsewhere(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch, why: str, code_said: str
) -> None:
    with clinic.open() as kernel:
        keys = ModelKeys(kernel._desk, kernel.models, FailingVault(why), clinic.home, {})
        assert keys.keyring() == code_said
        with pytest.raises(KeyTrouble, match=code_said):
            keys.enter("deepseek", KEY)
        assert {one.trouble for one in keys.status()} == {code_said}
        (clinic.home.folder / "credentials.json").write_text(json.dumps({"deepseek": KEY}), encoding="utf-8")
        with pytest.raises(KeyTrouble, match=code_said):
            keys.import_file(remove=True)
        assert keys.has_file()
    files = [
        file.read_bytes()
        for file in clinic.home.folder.rglob("*")
        if file.name != "credentials.json" and file.is_file()
    ]
    assert not [raw for raw in files if KEY.encode() in raw]


def file_of(clinic: Clinic, content: str | bytes) -> Path:
    file = clinic.home.folder / "credentials.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def test_a_key_file_is_moved_and_stays_until_it_is_removed(clinic: Clinic) -> None:
    content = json.dumps({"deepseek": KEY, "openai": OTHER, "moonshot": ""})
    file = file_of(clinic, "\ufeff" + content)
    before = file.read_bytes()
    with clinic.open() as kernel:
        assert code(kernel) == "model_key_import"
        done = kernel.model_keys.import_file()
        assert (done.taken, done.kept, done.left, done.removed) == (("deepseek", "openai"), (), (), False)
        assert (key(kernel), key(kernel, "gpt-5"), file.read_bytes()) == (KEY, OTHER, before)
        done = kernel.model_keys.import_file(remove=True)
        assert (done.taken, done.removed, file.exists()) == (("deepseek", "openai"), True, False)
        with pytest.raises(ClinicError, match="origin_keys_absent"):
            kernel.model_keys.import_file()


def test_a_key_that_is_there_stays_and_what_is_not_known_is_left(clinic: Clinic) -> None:
    file = file_of(
        clinic,
        json.dumps({"deepseek": KEY, "nobody": KEY, "custom:qwen3": OTHER, "custom:x": KEY, "openai": "12"}),
    )
    with clinic.open() as kernel:
        kernel.models.add(LAN)
        kernel.model_keys.enter("deepseek", OTHER)
        done = kernel.model_keys.import_file(remove=True)
        assert (done.taken, done.kept) == (("ours",), ("deepseek",))
        assert set(done.left) == {"nobody", "custom:x", "openai"}
        assert (done.removed, file.exists()) == (False, True)
        assert (key(kernel), key(kernel, "qwen3")) == (OTHER, OTHER)


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff\xff", b'{"a":"sk-aaaa1111","a":"x"}'])
def test_a_damaged_key_file_is_refused_and_left_as_it_is(clinic: Clinic, content: bytes) -> None:
    file = file_of(clinic, content)
    with clinic.open() as kernel:
        kernel.model_keys.enter("openai", OTHER)
        before = model_entries(clinic)
        with pytest.raises(ClinicError, match="origin_keys_damaged"):
            kernel.model_keys.import_file(remove=True)
        kernel.model_keys.enter("deepseek", KEY)
        assert file.read_bytes() == content
        assert before.items() <= model_entries(clinic).items()


def test_no_key_stands_in_any_file_row_or_line(
    clinic: Clinic, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("MINGDAO_API_KEY", OTHER)
    with clinic.open() as kernel:
        kernel.models.add(LAN)
        for provider in ("deepseek", "ours"):
            kernel.model_keys.enter(provider, KEY)
        shown = repr((kernel.model_keys.status(), kernel.model_keys.key_for(kernel.models.resolve("qwen3"))))
        kernel.model_keys.remove("ours")
        for table in ("audit", "registrations", "egress_policies", "clinic"):
            shown += repr(rows(store_of(kernel), f"SELECT * FROM {table}"))
    shown += caplog.text
    for secret in (KEY, OTHER):
        assert secret not in shown
        for form in (secret.encode(), base64.b64encode(secret.encode()), secret.encode().hex().encode()):
            for file in clinic.home.folder.rglob("*"):
                assert not file.is_file() or form not in file.read_bytes(), file


def test_only_an_admin_has_to_do_with_keys(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        for ask in (
            kernel.model_keys.status,
            lambda: kernel.model_keys.enter("deepseek", KEY),
            lambda: kernel.model_keys.remove("deepseek"),
            kernel.model_keys.import_file,
        ):
            with pytest.raises(ClinicError, match="not_allowed"):
                ask()
        assert code(kernel) == "model_key_missing"
