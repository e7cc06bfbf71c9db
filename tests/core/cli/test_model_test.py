"""`mingdao model test`: step by step for a person, as one document for a program; a model that cannot be used ends it with 1."""

import pytest

from tests.fakes.clinic import Clinic
from tests.fakes.model_answers import all_well, told
from tests.fakes.model_server import model_server

pytestmark = pytest.mark.loopback


def test_each_step_is_a_line_and_the_whole_is_a_document(clinic: Clinic) -> None:
    with model_server(*all_well()) as server:
        add = ("--kind", "llama.cpp", "--base-url", f"{server.url}/v1", "--boundary", "on_device")
        clinic.json("model", "add", "local", *add)
        done = clinic.run("model", "test", "local")
    assert done.code == 0
    lines = done.out.splitlines()
    assert len(lines) == 13
    assert lines[0] == "密钥：可用 不需要密钥，没有发送密钥。"
    assert lines[-1] == "这次测试调用 3 次，≈ ¥0.00000。"
    with model_server(*all_well()) as server:
        clinic.json("model", "change", "local", "--base-url", f"{server.url}/v1")
        found = clinic.json("model", "test", "local")
    assert (found["passed"], found["stopped"], found["calls"]) == (True, False, 3)
    assert [one["step"] for one in found["findings"]][:3] == ["key", "boundary", "reach"]
    assert {one["state"] for one in found["findings"]} == {"ok"}


def test_one_that_refuses_ends_it_and_says_what_to_do(clinic: Clinic) -> None:
    with model_server(told({}, 401)) as server:
        add = ("--kind", "vllm", "--base-url", f"{server.url}/v1", "--boundary", "on_device")
        clinic.json("model", "add", "local", *add)
        done = clinic.run("model", "test", "local", "--json")
    assert done.code == 1
    assert done.json["passed"] is False
    assert done.json["findings"][-1]["code"] == "model_key_refused"


def test_looking_for_servers_registers_none(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.services.local_servers.LocalServers.look", lambda _self: ())
    assert clinic.json("model", "find") == {"servers": []}
    assert "没有找到模型服务器" in clinic.run("model", "find").out
