"""A line to a model is held to what the model is registered as, and loads its library with the first request."""

import asyncio
import subprocess
import sys
from dataclasses import replace

import pytest

from core.base.errors import Refused
from core.base.secret import Secret
from core.llm.limits import EXTERNAL, ON_DEVICE
from core.llm.model import Boundary
from core.llm.request import Request
from core.llm.wire.ask import ask
from core.llm.wire.line import Line
from tests.core.llm.wire.lines import model


def test_its_boundary_and_limits_are_those_of_the_model() -> None:
    own = model("http://localhost:11434/v1")
    assert Line.to(own).limits is ON_DEVICE
    assert Line.to(own).endpoint.boundary is Boundary.ON_DEVICE
    assert (
        Line.to(replace(own, base_url="https://api.example.cn", boundary=Boundary.EXTERNAL)).limits
        is EXTERNAL
    )


def test_a_model_of_this_machine_never_leaves_it() -> None:
    own = model("http://localhost:11434/v1")
    for elsewhere in ("93.184.216.34", "192.168.1.5"):
        line = replace(Line.to(own), resolve=lambda *_, found=elsewhere: [found])
        with pytest.raises(Refused, match="endpoint_"):
            asyncio.run(ask(own, Request(user="问"), line))


def test_a_key_is_not_shown() -> None:
    assert "sk-1" not in repr(Line.to(model("http://localhost:11434"), Secret("sk-1")))


def test_the_library_is_loaded_with_the_first_request() -> None:
    program = "import sys, core.llm.wire.ask, core.llm.wire.listing; print({'httpx', 'httpcore', 'anyio'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
