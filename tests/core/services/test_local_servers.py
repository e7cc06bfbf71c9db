"""Servers on this machine: found where they listen, offered for registering, asked for nothing but their list."""

from dataclasses import replace

import pytest

from core.base.errors import ClinicError
from core.llm.catalog import Kind, catalog
from core.services.local_servers import LocalServers
from core.services.models import Boundary
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.model_answers import listing
from tests.fakes.model_server import Script, model_server

pytestmark = pytest.mark.loopback


def kind(name: str, url: str) -> Kind:
    return replace(catalog().kinds[name], base_url=f"{url}/v1")


def test_one_that_listens_is_offered_and_registered_by_one_press(clinic: Clinic) -> None:
    names = ("qwen3:8b", "gpt-oss:120b-cloud", "/srv/models/qwen-3-4b.gguf", "..", "名")
    with clinic.open() as kernel, model_server(listing(*names)) as server:
        desk = kernel.models._desk
        look = LocalServers(desk, kernel.models, (kind("ollama", server.url),)).look
        (found,) = look()
        assert (found.kind, found.base_url) == ("ollama", f"{server.url}/v1")
        offers = [(one.registration.name, one.registration.boundary) for one in found.offered]
        assert offers == [
            ("qwen3:8b", Boundary.ON_DEVICE),
            ("gpt-oss:120b-cloud", Boundary.EXTERNAL),
            ("qwen-3-4b.gguf", Boundary.ON_DEVICE),
        ]
        assert not any(one.is_registered for one in found.offered)
        kernel.models.add(found.offered[0].registration)
        assert [one.is_registered for one in look()[0].offered] == [True, False, False]
        assert [(one.method, one.path, one.body) for one in server.asked] == [("GET", "/v1/models", b"")] * 2
        query = "SELECT outcome FROM audit WHERE action = 'net.request'"
        assert rows(store_of(kernel), query) == [("ok",)] * 2


def test_what_is_no_such_server_is_not_found(clinic: Clinic) -> None:
    page = Script((b"<html>",), type="text/html")
    with model_server() as gone:
        nobody = gone.url
    with clinic.open() as kernel, model_server(page) as server:
        kinds = (kind("vllm", server.url), kind("llama.cpp", nobody))
        assert LocalServers(kernel.models._desk, kernel.models, kinds).look() == ()


def test_one_that_passes_on_is_not_looked_for(clinic: Clinic) -> None:
    with clinic.open() as kernel, model_server(listing("m")) as server:
        kinds = (kind("oneapi", server.url), replace(kind("openai", server.url), base_url=""))
        assert LocalServers(kernel.models._desk, kernel.models, kinds).look() == ()
        assert server.asked == []


@pytest.mark.expect_log("the end of a request could not be told")
def test_one_whose_row_cannot_be_written_is_still_found(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise ClinicError("disk_full")

    monkeypatch.setattr("core.services.model_exit.ToldOfModels.looked", full)
    with clinic.open() as kernel, model_server(listing("m")) as server:
        look = LocalServers(kernel.models._desk, kernel.models, (kind("vllm", server.url),)).look
        assert [one.kind for one in look()] == ["vllm"]
        (count,) = kernel.network.report().counts
    assert count.cut_off == 1


def test_where_no_row_can_be_written_nothing_leaves(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise ClinicError("disk_full")

    monkeypatch.setattr("core.services.model_exit.ToldOfModels.leaving", full)
    with clinic.open() as kernel, model_server(listing("m")) as server:
        assert LocalServers(kernel.models._desk, kernel.models, (kind("vllm", server.url),)).look() == ()
        assert server.asked == []
        assert kernel.network.report().counts == ()
