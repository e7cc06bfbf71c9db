"""Every test here may ask for a throw-away clinic."""

from tests.fakes.clinic import clinic

__all__ = ["clinic"]
