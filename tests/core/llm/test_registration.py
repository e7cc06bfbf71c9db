"""A registration is checked as a whole; for each refusal there is one just beside it that is taken."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from core.base.errors import ClinicError
from core.base.messages import LANGUAGES, Messages
from core.llm.catalog import catalog
from core.llm.model import Boundary, Wire
from core.llm.registration import Registration, checked

LOCAL = Registration(
    "qwen3:0.6b", "ours", "ollama", "http://127.0.0.1:11434/v1", Boundary.ON_DEVICE, 32768, 4096
)
LAN = replace(LOCAL, base_url="http://192.168.1.20:8000/v1", kind="vllm", boundary=Boundary.EXTERNAL)


def code(one: Registration, **changes: Any) -> str:
    refusals: list[ClinicError] = []
    with suppress_into(refusals):
        checked(replace(one, **changes), catalog())
    for refused in refusals:
        for language in LANGUAGES:
            assert all(Messages(language).error(refused))
    return refusals[0].code if refusals else "taken"


@contextmanager
def suppress_into(refusals: list[ClinicError]) -> Iterator[None]:
    try:
        yield
    except ClinicError as refused:
        refusals.append(refused)


def test_what_is_taken_is_spelled_in_one_way_and_read_back() -> None:
    fit = checked(replace(LOCAL, base_url="HTTP://127.0.0.1:11434/v1/ "), catalog())
    assert fit.registration.base_url == "http://127.0.0.1:11434/v1"
    assert Registration.of_plain(fit.registration.plain()) == fit.registration
    model = fit.model
    assert (model.boundary, model.wire, model.context, model.max_output) == (
        Boundary.ON_DEVICE,
        Wire.OPENAI,
        32768,
        4096,
    )
    assert (model.registered, model.takes_thinking, model.key_name) == (True, False, None)
    dify = checked(replace(LAN, kind="dify", base_url="https://dify.corp.cn/v1"), catalog()).model
    assert dify.wire is Wire.DIFY
    quiet = checked(replace(LOCAL, include_usage=False), catalog())
    assert Registration.of_plain(quiet.registration.plain()) == quiet.registration
    assert (model.include_usage, quiet.model.include_usage) == (True, False)


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, "taken"),
        ({"base_url": "http://localhost:11434/v1"}, "taken"),
        ({"base_url": "http://[::1]:11434/v1"}, "taken"),
        ({"base_url": "http://192.168.1.20:11434/v1"}, "model_not_on_device"),
        ({"base_url": "https://10.0.0.5/v1"}, "model_not_on_device"),
        ({"base_url": "https://ollama.corp.cn/v1"}, "model_not_on_device"),
        ({"base_url": "https://localhost.corp.cn/v1"}, "model_not_on_device"),
        ({"base_url": "https://model.localhost/v1"}, "model_not_on_device"),
        ({"kind": "oneapi"}, "model_not_on_device"),
        ({"kind": "dify"}, "model_not_on_device"),
        ({"kind": "oneapi", "boundary": Boundary.EXTERNAL}, "taken"),
        ({"name": "qwen3:cloud"}, "model_not_on_device"),
        ({"name": "qwen3:cloud", "boundary": Boundary.EXTERNAL}, "taken"),
    ],
)
def test_on_device_is_verified_and_not_believed(changes: dict[str, Any], wanted: str) -> None:
    assert code(LOCAL, **changes) == wanted


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, "taken"),
        ({"name": ""}, "model_name"),
        ({"name": "x" * 128}, "taken"),
        ({"name": "x" * 129}, "model_name"),
        ({"name": "a\nb"}, "model_name"),
        ({"name": "模型"}, "model_name"),
        ({"name": "deepseek-flash"}, "model_name_ships"),
        ({"name": "deepseek-v4-flash"}, "model_name_ships"),
        ({"provider": ""}, "model_provider"),
        ({"provider": "Ours"}, "model_provider"),
        ({"provider": "a/b"}, "model_provider"),
        ({"provider": "deepseek"}, "model_provider_ships"),
        ({"kind": "sglang"}, "model_kind"),
        ({"base_url": "http://vllm.corp.cn/v1"}, "base_url_not_https"),
        ({"base_url": "https://u:p@vllm.corp.cn/v1"}, "base_url"),
        ({"base_url": "https://vllm.corp.cn/v1?x"}, "base_url"),
        ({"context": 0}, "model_tokens"),
        ({"context": 1}, "taken"),
        ({"context": None, "max_output": None}, "taken"),
        ({"max_output": -1}, "model_tokens"),
        ({"max_output": 10_000_001}, "model_tokens"),
        ({"efforts": ("low", "max")}, "taken"),
        ({"efforts": ("max", "low")}, "model_efforts"),
        ({"efforts": ("low", "low")}, "model_efforts"),
        ({"efforts": ("huge",)}, "model_efforts"),
        ({"base_url": "https://192.168.1.20/v1", "certificate": "no PEM"}, "endpoint_certificate"),
        ({"certificate": "no PEM"}, "model_certificate_plain"),
    ],
)
def test_the_rest(changes: dict[str, Any], wanted: str) -> None:
    assert code(LAN, **changes) == wanted


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("VLLM_API_KEY", "taken"),
        ("OURS_API_KEY", "taken"),
        ("OURS_KEY", "taken"),
        ("A_KEY", "taken"),
        ("_KEY", "model_key_name"),
        ("OURS", "model_key_name"),
        ("ours_api_key", "model_key_name"),
        ("OURS_API_KEY\n", "model_key_name"),
        ("X" * 56 + "_API_KEY", "taken"),
        ("X" * 57 + "_API_KEY", "model_key_name"),
        *((f"OURS_{word}_KEY", "model_key_name") for word in ("SECRET", "TOKEN", "PASSWORD", "PASSWD")),
        *((f"OURS_{word}_KEY", "model_key_name") for word in ("CREDENTIAL", "PRIVATE")),
        ("DEEPSEEK_API_KEY", "model_key_of_another"),
        ("MINGDAO_API_KEY", "model_key_of_another"),
    ],
)
def test_a_variable_is_named_for_a_key_and_is_nobody_elses(name: str, wanted: str) -> None:
    assert code(LAN, key_name=name) == wanted


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {**LOCAL.plain(), "boundary": "lan"},
        {**LOCAL.plain(), "context": True},
        {**LOCAL.plain(), "context": "9"},
        {**LOCAL.plain(), "efforts": "low"},
    ],
)
def test_what_was_not_written_by_it_is_not_read(raw: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        Registration.of_plain(raw)
