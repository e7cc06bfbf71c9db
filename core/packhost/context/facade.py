"""What a pack holds in its hands: the methods of a port and nothing else.

The object behind has the store, the settings, the keys of the audit trail within reach; no attribute of the facade leads to it, and neither
the facade nor its class can be changed. A worker is behind a pipe, where this is a boundary. In a pack that ships it is not one: Python
shows a function's cells, its globals and every object there is (`gc`) to whoever asks. That holds off mistakes, not an author with intent,
which is why only packs that ship run in the program.
"""

import inspect
from collections.abc import Callable
from typing import Any, NoReturn


class _Shut(type):
    """A class that stays as it is."""

    def __setattr__(cls, name: str, value: object) -> NoReturn:
        raise AttributeError(name)

    def __delattr__(cls, name: str) -> NoReturn:
        raise AttributeError(name)


def facade(protocol: type[Any], real: object) -> Any:
    """An object with the methods of a port's protocol, each carried out by the real one."""
    methods = {
        name: _passed_on(name, function, real)
        for name, function in inspect.getmembers(protocol, inspect.isfunction)
        if not name.startswith("_")
    }
    return _Shut(protocol.__name__, (), {"__slots__": (), "__doc__": protocol.__doc__, **methods})()


def _passed_on(name: str, function: Callable[..., object], real: object) -> Callable[..., object]:
    signature = inspect.signature(function)

    def method(*given: object, **named: object) -> object:
        bound = signature.bind(*given, **named)
        _, *rest = bound.args
        return getattr(real, name)(*rest, **bound.kwargs)

    method.__name__, method.__qualname__, method.__doc__ = name, name, function.__doc__
    method.__signature__ = signature  # type: ignore[attr-defined]
    return method
