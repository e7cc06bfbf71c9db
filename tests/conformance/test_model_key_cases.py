"""Keys of models by number: K49, K50, K52 of the shared kernel cases, T88–T92 of the clinic's, and P42–P46 of the register of pitfalls."""

import io
import json
from pathlib import Path

import pytest

from core.base.errors import ClinicError
from core.base.secret import masked
from core.events.model import ModelKeyShadowed
from core.kernel import Kernel
from core.llm.keys import FoundKey, Source, fit_key
from core.services.models import Boundary, Registration
from tests.fakes.clinic import Clinic

A, B, C = "sk-aaaaaaaaaaaa", "sk-bbbbbbbbbbbb", "sk-cccccccccccc"
LAN = Registration("qwen3", "ours", "vllm", "https://vllm.corp.cn/v1")


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DEEPSEEK_API_KEY", "MINGDAO_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def found(kernel: Kernel, model: str = "deepseek-flash") -> FoundKey:
    return kernel.model_keys.key_for(kernel.models.resolve(model))


def key(kernel: Kernel, model: str = "deepseek-flash") -> str | None:
    one = found(kernel, model).key
    return one.reveal() if one else None


def code(kernel: Kernel, model: str = "deepseek-flash") -> tuple[str, object]:
    with pytest.raises(ClinicError) as refused:
        found(kernel, model)
    return refused.value.code, refused.value.params.get("model")


def entries(clinic: Clinic) -> dict[str, str]:
    return {name: value for name, value in clinic.vault.secrets.items() if "/model/" in name}


def test_K49_the_order_of_keys(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", A)
    monkeypatch.setenv("MINGDAO_API_KEY", B)
    with clinic.open() as kernel:
        kernel.model_keys.enter("deepseek", C)
        assert key(kernel) == A
        monkeypatch.delenv("DEEPSEEK_API_KEY")
        assert key(kernel) == B
        monkeypatch.delenv("MINGDAO_API_KEY")
        assert key(kernel) == C
        kernel.model_keys.remove("deepseek")
        assert code(kernel) == ("model_key_missing", "deepseek-flash")
        (clinic.home.folder / "credentials.json").write_text("{}", encoding="utf-8")
        assert code(kernel) == ("model_key_import", "deepseek-flash")


@pytest.mark.parametrize("line", [f'apiKey = "{A}"', f'api_key = "{A}"', f'deepseek_api_key = "{A}"'])
def test_K49_a_key_among_the_settings_is_refused_with_what_to_do(clinic: Clinic, line: str) -> None:
    clinic.home.settings.write_text(line, encoding="utf-8")
    done = clinic.run("patient", "find", "陈敏", "--json")
    assert (done.code, done.error) == (1, "settings_invalid")
    assert "mingdao key import" in done.out
    assert "mingdao key set" in done.out
    assert A not in done.out


def test_K50_P42_a_stray_variable_comes_first_with_one_warning(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINGDAO_API_KEY", B)
    with clinic.open() as kernel:
        heard: list[ModelKeyShadowed] = []
        kernel.bus.subscribe(ModelKeyShadowed, heard.append)
        kernel.model_keys.enter("deepseek", C)
        assert [key(kernel) for _ in range(3)] == [B, B, B]
        assert [(one.provider, one.variable) for one in heard] == [("deepseek", "MINGDAO_API_KEY")]


def test_K50_P46_a_server_on_this_machine_needs_no_key(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And gets none, so that there is no header: not the generic one either."""
    monkeypatch.setenv("MINGDAO_API_KEY", B)
    with clinic.open() as kernel:
        kernel.models.add(
            Registration("q", "ollama", "ollama", "http://127.0.0.1:11434/v1", Boundary.ON_DEVICE)
        )
        assert found(kernel, "q") == FoundKey(None, Source.NONE)


def test_K52_P45_the_key_file_is_read_for_moving_and_never_written(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = clinic.home.folder / "credentials.json"
    file.write_bytes("\ufeff".encode() + json.dumps({"deepseek": A}).encode())
    before = file.read_bytes()
    assert clinic.json("key", "import")["taken"] == ["deepseek"]
    monkeypatch.setattr("sys.stdin", io.StringIO(B + "\n"))
    clinic.json("key", "set", "deepseek")
    assert file.read_bytes() == before
    (entry,) = entries(clinic).values()
    assert B in entry
    for broken in (b"{", b"\xff", b"[]"):
        file.write_bytes(broken)
        done = clinic.run("key", "import", "--remove-file", "--json")
        assert (done.code, done.error, file.read_bytes()) == (1, "origin_keys_damaged", broken)
    monkeypatch.setattr("sys.stdin", io.StringIO(C + "\n"))
    clinic.json("key", "set", "deepseek")
    assert file.read_bytes() == b"[]"


def test_P43_an_address_of_ones_own_never_gets_another_providers_key(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", A)
    with clinic.open() as kernel:
        for one, refusal in (
            (Registration("x", "deepseek", "openai", "https://evil.cn/v1"), "model_provider_ships"),
            (Registration("deepseek-flash", "x", "openai", "https://evil.cn/v1"), "model_name_ships"),
            (
                Registration("x", "x", "openai", "https://evil.cn/v1", key_name="DEEPSEEK_API_KEY"),
                "model_key_of_another",
            ),
        ):
            with pytest.raises(ClinicError, match=refusal):
                kernel.models.add(one)
        kernel.models.add(Registration("x", "x", "openai", "https://evil.cn/v1"))
        assert code(kernel, "x") == ("model_key_missing", "x")
    clinic.home.settings.write_text('base_url = "https://evil.cn/v1"', encoding="utf-8")
    assert clinic.run("key", "status", "--json").error == "settings_invalid"


def test_P44_another_address_asks_for_the_key_again(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.models.add(LAN)
        kernel.model_keys.enter("ours", A)
        kernel.models.change(kernel.models.with_changes("qwen3", {"base_url": "https://vllm2.corp.cn/v1"}))
        assert code(kernel, "qwen3") == ("model_key_of_endpoint", "qwen3")
        kernel.model_keys.enter("ours", B)
        assert key(kernel, "qwen3") == B


def test_T88_a_mask_shows_the_ends_of_a_long_key_only() -> None:
    """The mask of spec/kernel.md §6.5 stands where the peer's is another: of a key of ten signs or fewer nothing is shown."""
    assert [masked(text) for text in ("", "k7d92mq1", "app-QWERTYUIOPASDFGH")] == [
        "",
        "******",
        "app-QW…DFGH",
    ]


def test_T89_saving_an_address_leaves_the_keys_as_they_are(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.models.add(LAN)
        kernel.model_keys.enter("ours", A)
        kernel.model_keys.enter("deepseek", B)
        before = entries(clinic)
        kernel.models.change(kernel.models.with_changes("qwen3", {"base_url": "https://vllm2.corp.cn/v1"}))
        assert entries(clinic) == before
        assert len(before) == 2


@pytest.mark.parametrize("text", ["sk-aaaa aaaa", "12345"])
def test_T90_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(ClinicError, match="model_key_unfit"):
        fit_key(text)


def test_T90_an_address_without_http_is_refused(clinic: Clinic) -> None:
    with clinic.open() as kernel, pytest.raises(ClinicError, match="base_url"):
        kernel.models.add(Registration("x", "x", "openai", "vllm.corp.cn/v1"))


def test_T91_keys_are_in_the_keyring_alone_and_read_back_as_masks(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.models.add(LAN)
        for provider, one in (("deepseek", A), ("ours", B)):
            kernel.model_keys.enter(provider, one)
        kernel.models.choose_default("qwen3")
        shown = repr(kernel.model_keys.status())
        assert all(one.mask in {"", "sk-aaa…aaaa", "sk-bbb…bbbb"} for one in kernel.model_keys.status())
    assert A not in shown
    for file in clinic.home.folder.rglob("*"):
        raw = file.read_bytes() if file.is_file() else b""
        assert A.encode() not in raw
        assert B.encode() not in raw
    assert clinic.home.settings.exists()


def test_T92_a_damaged_key_file_loses_no_key(clinic: Clinic, tmp_path: Path) -> None:
    """None is kept in a file here: what is damaged stays as it lies, and each key has an entry of its own."""
    file = clinic.home.folder / "credentials.json"
    file.write_bytes(b'{"deepseek": "sk-')
    with clinic.open() as kernel:
        kernel.model_keys.enter("openai", A)
        kernel.model_keys.enter("deepseek", B)
        assert (key(kernel), key(kernel, "gpt-5")) == (B, A)
    assert file.read_bytes() == b'{"deepseek": "sk-'
    name = next(name for name in entries(clinic) if name.endswith("/deepseek"))
    clinic.vault.secrets[name] = "damaged"
    with clinic.open() as kernel:
        assert code(kernel)[0] == "model_key_unreadable"
        assert key(kernel, "gpt-5") == A
        kernel.model_keys.enter("deepseek", B)
        assert key(kernel) == B
