"""A throw-away clinic for each test, and no widget left for a worker of the next one to collect."""

import gc
from collections.abc import Iterator

import pytest

from tests.fakes.clinic import clinic

__all__ = ["clinic"]


@pytest.fixture(autouse=True)
def collected(qapp: object) -> Iterator[None]:
    """Widgets in reference cycles must be let go of on the thread they live on."""
    gc.disable()
    gc.collect()
    yield
    gc.collect()
    gc.enable()
