"""How a question is carried to a server, for all kinds of them: attempts, one deadline over all, silence, a stop.

Tried again, twice at most, only before the first frame and only where the connection was not made or the server says it is busy: what was
answered once may be paid for. A stop ends whatever is waited for and keeps what had come.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from core.base.errors import ClinicError, Refused, UserError
from core.llm.failure import ModelFailed
from core.llm.limits import Limits
from core.llm.request import Finish, Reply
from core.llm.wire.frames import Frames
from core.llm.wire.gathered import Gathered
from core.llm.wire.line import Line
from core.llm.wire.refusals import refusal, word_of
from core.llm.wire.retry_after import retry_after
from core.net.client import Outgoing
from core.net.streamed import Streamed, streamed

OK = 200
NOT_CONNECTED, BROKEN = "net_not_connected", "net_failed"
UNSENT = frozenset({NOT_CONNECTED, "net_tls"})

Watch = asyncio.Timeout
Take = Callable[[Frames, Watch], Awaitable[None]]
"""Reads the frames of an answer that came with status 200."""


class Carrying:
    """One question to one server."""

    def __init__(self, line: Line, gathered: Gathered, model: str, most: int) -> None:
        self._line, self._limits, self._gathered = line, line.limits, gathered
        self._model, self._most = model, most

    @property
    def _host(self) -> str:
        return self._line.endpoint.base.host

    async def reply(self, request: Outgoing, take: Take, total_s: float | None = None) -> Reply:
        """The whole answer, or, after a stop, as much as came.

        Raises `ModelFailed` for an answer that cannot be used, with what there was of it; `Refused` for an address that may not be reached.
        """
        stop = self._line.stop or asyncio.Event()
        total = self._limits.total_s if total_s is None else total_s
        working = asyncio.ensure_future(self._attempts(request, take, total))
        stopping = asyncio.ensure_future(stop.wait())
        try:
            if not stop.is_set():
                await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                return self._gathered.reply(Finish.STOPPED)
            working.result()
        except (Refused, UserError):
            raise
        except ModelFailed as failure:
            failure.partial = self._gathered.reply()
            raise
        except ClinicError as error:
            raise ModelFailed(
                error.code, partial=self._gathered.reply(), again_after=None, **error.params
            ) from error
        else:
            return self._gathered.reply()
        finally:
            stopping.cancel()
            await _ended(working, self._limits)

    async def _attempts(self, request: Outgoing, take: Take, total_s: float) -> None:
        try:
            async with asyncio.timeout(total_s) as whole:
                # Once for all attempts: a second answer of the resolver counts for nothing.
                addresses = await self._line.endpoint.addresses(self._line.resolve)
                for wait in (*self._limits.waits_s, None):
                    try:
                        await self._line.leaving(request.size)
                        self._gathered.attempts += 1
                        await self._attempt(request, addresses, take)
                    except ClinicError as error:
                        pause = self._pause(error, wait)
                        if pause is None or _is_past(whole, pause):
                            raise
                    else:
                        return
                    await asyncio.sleep(pause)
        except TimeoutError as error:
            raise ModelFailed("model_too_long", host=self._host, seconds=round(total_s)) from error

    def _pause(self, error: ClinicError, wait: float | None) -> float | None:
        """Seconds until the next attempt; None where there is none."""
        if wait is None or self._gathered.is_begun:
            return None
        if error.code == NOT_CONNECTED:
            return wait
        asked = error.again_after if isinstance(error, ModelFailed) else None
        return None if asked is None else min(max(wait, asked), max(wait, self._limits.longest_wait_s))

    async def _attempt(self, request: Outgoing, addresses: Sequence[str], take: Take) -> None:
        certificate, was_sent = self._line.endpoint.certificate, self._gathered.sent
        self._gathered.sent = True
        self._gathered.bytes_out += request.size
        # Where all was said, it does not matter how the connection ends.
        try:
            async with asyncio.timeout(self._limits.first_s) as watch:
                try:
                    async with streamed(request, addresses, certificate) as answer:
                        if answer.status != OK:
                            raise await self._refused(answer)
                        frames = Frames(answer, self._host, self._limits, self._most)
                        try:
                            await take(frames, watch)
                        finally:
                            self._gathered.bytes_in += frames.bytes_in
                except ClinicError as error:
                    if error.code in UNSENT:
                        self._gathered.sent = was_sent
                        self._gathered.bytes_out -= request.size
                    if error.code != BROKEN or not self._gathered.is_ended:
                        raise
        except TimeoutError as error:
            if not self._gathered.is_ended:
                raise ModelFailed("model_silent", host=self._host) from error

    async def _refused(self, answer: Streamed) -> ModelFailed:
        """Read as far as it says which of its reasons it is."""
        raw: object = None
        with suppress(TimeoutError, ClinicError):
            async with asyncio.timeout(self._limits.error_s):
                frames = Frames(answer, self._host, self._limits, self._limits.most_error)
                async for frame in frames.read():
                    raw = frame.data
                    break
        failure = refusal(answer.status, self._host, self._model, word_of(raw))
        if failure.again_after is not None:
            failure.again_after = retry_after(answer.headers.get("retry-after", ""), self._line.now())
        return failure


def heard(watch: Watch, seconds: float) -> None:
    """Something came; the next has this long."""
    if not watch.expired():
        watch.reschedule(asyncio.get_running_loop().time() + seconds)


def _is_past(whole: Watch, pause: float) -> bool:
    until = whole.when()
    return until is not None and asyncio.get_running_loop().time() + pause >= until


async def _ended(working: "asyncio.Future[None]", limits: Limits) -> None:
    """Close what is open; what does not close in time is left to itself."""
    if not working.done():
        working.cancel()
        await asyncio.wait({working}, timeout=limits.stop_s)
    if working.done() and not working.cancelled():
        working.exception()
