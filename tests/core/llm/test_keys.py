"""From where the key of a model comes, and to whom it goes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from core.base.errors import ClinicError, KeyTrouble, UserError
from core.base.secret import Secret
from core.llm.catalog import catalog
from core.llm.keys import FoundKey, KeptKey, Source, fit_key, key_of
from core.llm.model import Boundary, Model, Wire

DEEPSEEK = next(one for one in catalog().models if one.provider == "deepseek")
ORIGIN = "https://api.deepseek.com:443"
A, B, C = "sk-aaaaaaaa", "sk-bbbbbbbb", "sk-cccccccc"
LOCAL = Model("q", "ours", "http://127.0.0.1:8000/v1", Wire.OPENAI, Boundary.ON_DEVICE, registered=True)


def found(
    model: Model = DEEPSEEK, environment: Mapping[str, str] | None = None, kept: KeptKey | None = None
) -> FoundKey:
    return key_of(model, environment or {}, {model.provider: kept}.get)


def code(*arguments: Any) -> str:
    with pytest.raises(ClinicError) as refused:
        found(*arguments)
    assert all("sk-" not in str(value) for value in refused.value.params.values())
    return refused.value.code


def kept(key: str = C, origin: str = ORIGIN) -> KeptKey:
    return KeptKey(Secret(key), origin)


def revealed(one: FoundKey) -> str:
    assert one.key is not None
    return one.key.reveal()


def test_a_blank_variable_is_none() -> None:
    one = found(DEEPSEEK, {"DEEPSEEK_API_KEY": " ", "MINGDAO_API_KEY": "\t"}, kept())
    assert (revealed(one), one.source) == (C, Source.KEYRING)


def test_what_cannot_be_a_key_is_refused_by_the_name_of_its_variable() -> None:
    for value in ("sk-", "sk-aaa aaa", "sk-密钥密钥密钥", "x" * 513):
        assert code(DEEPSEEK, {"DEEPSEEK_API_KEY": value}) == "model_key_unfit_variable"


def test_a_key_in_the_keyring_goes_to_the_address_it_was_entered_for_alone() -> None:
    assert revealed(found(DEEPSEEK, {}, kept())) == C
    for other in ("https://api.deepseek.com:8443", "http://api.deepseek.com:443", "https://evil.cn:443"):
        assert code(DEEPSEEK, {}, kept(origin=other)) == "model_key_of_endpoint"


def test_the_path_of_an_address_makes_no_difference() -> None:
    moved = replace(DEEPSEEK, base_url="https://api.deepseek.com/beta")
    assert revealed(found(moved, {}, kept())) == C


def test_a_local_server_gets_no_key_that_was_entered_for_another() -> None:
    assert found(LOCAL, {}, kept()) == FoundKey(None, Source.NONE)
    assert found(LOCAL).key is None
    one = found(LOCAL, {}, kept(origin="http://127.0.0.1:8000"))
    assert revealed(one) == C


@pytest.mark.parametrize(
    ("base_url", "optional"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://localhost/v1", True),
        ("http://192.168.1.20/v1", True),
        ("https://10.0.0.5/v1", True),
        ("https://vllm.corp.cn/v1", False),
        ("https://8.8.8.8/v1", False),
    ],
)
def test_a_key_is_needed_where_the_server_is_not_the_clinics_own(base_url: str, optional: bool) -> None:
    model = replace(LOCAL, base_url=base_url, boundary=Boundary.EXTERNAL)
    if optional:
        assert found(model) == FoundKey(None, Source.NONE)
    else:
        assert code(model) == "model_key_missing"


def test_a_registered_model_has_its_own_variable_and_never_the_generic_one() -> None:
    everything = {"MINGDAO_API_KEY": A, "DEEPSEEK_API_KEY": A, "OURS_API_KEY": B}
    assert found(LOCAL, everything) == FoundKey(None, Source.NONE)
    one = found(replace(LOCAL, key_name="OURS_API_KEY"), everything)
    assert (revealed(one), one.source, one.variable) == (B, Source.VARIABLE, "OURS_API_KEY")


def test_only_another_key_is_shadowed() -> None:
    for key, shadowed in ((B, True), (C, False)):
        assert found(DEEPSEEK, {"MINGDAO_API_KEY": key}, kept()).shadowed is shadowed
    assert not found(DEEPSEEK, {"MINGDAO_API_KEY": B}).shadowed
    assert not found(DEEPSEEK, {"DEEPSEEK_API_KEY": B}, kept()).shadowed


def test_without_a_keyring_a_variable_and_a_local_server_still_do() -> None:
    def locked(_provider: str) -> KeptKey | None:
        raise KeyTrouble("model_keyring_locked")

    assert key_of(LOCAL, {}, locked).source is Source.NONE
    one = key_of(DEEPSEEK, {"MINGDAO_API_KEY": B}, locked)
    assert (revealed(one), one.shadowed) == (B, False)
    with pytest.raises(KeyTrouble, match="model_keyring_locked"):
        key_of(DEEPSEEK, {}, locked)


def test_an_entry_is_read_back_and_nothing_else_is() -> None:
    one = kept('sk-"\\quoted', ORIGIN)
    assert KeptKey.read(one.written()) == one
    assert one.written().isascii()
    for entry in (
        "",
        C,
        "{}",
        "[1]",
        '{"v":2,"origin":"x","key":"sk-aaaaaa"}',
        '{"v":1,"origin":1,"key":"sk-aaaaaa"}',
        '{"v":1,"origin":"x","key":"a b"}',
    ):
        with pytest.raises(KeyTrouble, match="model_key_unreadable") as refused:
            KeptKey.read(entry)
        assert refused.value.__suppress_context__


def test_no_key_stands_in_what_is_shown_of_it() -> None:
    for one in (kept(), found(DEEPSEEK, {"DEEPSEEK_API_KEY": A}), fit_key(A)):
        assert "aaaa" not in repr(one)
        assert "cccc" not in repr(one)


@pytest.mark.parametrize("text", ["", "12345", "sk-aa aa", "sk-aa\naa", "密钥密钥密钥密钥", "x" * 513])
def test_what_is_no_key(text: str) -> None:
    with pytest.raises(UserError, match="model_key_unfit") as refused:
        fit_key(text)
    assert text not in refused.value.params.values() or not text
