"""A worker: one pack in a process of its own. Started by `launch.py`; it does what the program asks, one thing after the other.

What it imports is the standard library and a few modules of ours. First the doors are closed (`confine`), then the code of the pack is
loaded (`load`), so that none of it ever runs outside. What the pack raises is told by its kind and place, never by its text, which may
hold a patient's words.
"""

import hashlib
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from time import process_time
from typing import Any

from core.base.errors import Damaged
from core.packhost.api import Context, Pack, Result
from core.packhost.module import WrongPack, pack_of
from core.packhost.worker.confine import confine
from core.packhost.worker.context import context_of
from core.packhost.worker.describing import describe, tool_named
from core.packhost.worker.limits import Limits
from core.packhost.worker.pipe import Gone, Pipe
from core.packhost.worker.protocol import Json, Response, plain
from core.packhost.worker.view import view_of

PRELOADED = (hashlib.sha256(),)
"""What reads a file of the system when it is first used: afterwards it could not."""


class Child:
    """The state of a worker."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._folder = Path()
        self._context: Context | None = None
        self._pack = Pack()
        self._does: Mapping[str, Callable[[Mapping[str, Any]], object]] = {
            "confine": self._confine,
            "load": self._load,
            "describe": self._describe,
            "call": self._call,
        }

    def serve(self) -> None:
        """Until the program closes the pipe. Raises `Gone` then."""
        while True:
            request = self._pipe.next_request()
            try:
                self._pipe.send(Response(request.id, plain(self._does[request.method](request.params))))
            except Gone:
                raise
            except BaseException as error:  # noqa: BLE001 - a pack may raise what it likes, SystemExit too
                self._pipe.send(Response(request.id, error=self._told(error)))

    def _confine(self, params: Mapping[str, Any]) -> object:
        """Close the doors, and say how well."""
        self._folder = Path(params["folder"])
        limits = Limits(**params["limits"])
        self._pipe.longest = limits.line
        _shut_rooms()
        done = confine(view_of(self._folder, Path.cwd()), limits)
        return done.plain()

    def _load(self, params: Mapping[str, Any]) -> object:
        self._context = context_of(params["name"], params["version"], self._pipe.ask)
        self._pack = pack_of(self._folder, params["name"], self._context)
        return {}

    def _describe(self, _params: Mapping[str, Any]) -> object:
        return describe(self._pack)

    def _call(self, params: Mapping[str, Any]) -> object:
        tool = tool_named(self._pack, params["tool"])
        done = tool.run(params["arguments"], self._context)  # type: ignore[arg-type] # it was made by `load`
        result = done if isinstance(done, Result) else Result(str(done))
        told = {"output": result.output, "data": result.data, "ok": result.ok}
        return {"result": told, "spent": process_time()}

    def _told(self, error: BaseException) -> dict[str, Json]:
        asked = self._pipe.asked(error)
        if asked is not None:
            return {"asked": asked}
        if isinstance(error, Damaged) and error.__cause__ is not None:
            error = error.__cause__  # what loading a module of the pack ran into
        kind = str(error) if isinstance(error, WrongPack) else type(error).__name__
        return {"kind": kind, "place": self._place(error)}

    def _place(self, error: BaseException) -> str:
        """The last line of the pack that it came through."""
        frames = traceback.extract_tb(error.__traceback__)
        folder = str(self._folder)
        own = [frame for frame in frames if frame.filename.startswith(folder)]
        if isinstance(error, SyntaxError) and (error.filename or "").startswith(folder):
            return f"{Path(str(error.filename)).name}:{error.lineno}"
        return f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""


def _shut_rooms() -> None:
    """Nothing more of ours is imported: what a pack may have of it is there."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "core" and hasattr(module, "__path__"):
            module.__path__ = []
    if not getattr(sys, "frozen", False):  # there Python's own modules lie in the same place
        root = str(Path(__file__).parents[3])
        sys.path[:] = [place for place in sys.path if place != root]


def main() -> None:
    """The whole life of a worker."""
    pipe = Pipe(Limits().line)
    try:
        Child(pipe).serve()
    except Gone:
        sys.exit(0)
