"""A clinic for each test."""

from tests.fakes.clinic import clinic

__all__ = ["clinic"]
