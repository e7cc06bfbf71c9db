"""`context.http`: a request to a host that the pack's manifest names and the clinic's `net_allow` lists, for a purpose, booked.

Before anything leaves there is a row in the audit trail, and afterwards one that says how it ended: the pack, the tool, the purpose, the
host, bytes and time, never a path, a query or a content. What is refused on the way is booked, too.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from weakref import WeakKeyDictionary

from core.base.allow_list import AllowList, is_loopback
from core.base.errors import ClinicError, Refused, UserError
from core.ledger.audit import OK, REFUSED, Action
from core.net.booking import Booking
from core.net.client import Outgoing, Resolve, outgoing, resolved, vetted
from core.net.exchange import Received, exchange
from core.net.purposes import is_purpose
from core.net.target import Target, read_url
from core.packhost.api import HttpAnswer
from core.packhost.context.calls import call_of
from core.packhost.context.desk import Change, Desk
from core.packhost.current_call import CurrentCall
from core.tools.tool import Unit, full_name

MOST_IN_A_CALL = 50
"""Requests, refused ones too."""

FAILED = "failed"


READING = frozenset({"GET", "HEAD"})
"""What a tool that says it only reads may ask of a host."""

Exchange = Callable[[Outgoing, Sequence[str]], Received]


class BookedRequests:
    """The requests of one pack."""

    def __init__(
        self,
        desk: Desk,
        pack: str,
        declared: Sequence[str],
        *,
        resolve: Resolve = resolved,
        send: Exchange = exchange,
    ) -> None:
        self._desk, self._pack, self._declared = desk, pack, tuple(declared)
        self._resolve, self._send = resolve, send
        self._turn = threading.Lock()
        self._asked: WeakKeyDictionary[Unit, int] = WeakKeyDictionary()

    def request(
        self,
        method: str,
        url: str,
        *,
        purpose: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> HttpAnswer:
        """Raises `Refused` tool_outside_call, tool_reads_only, http_many, http_undeclared, net_not_allowed, net_url, net_not_https, net_address, net_body_long;
        `UserError` http_purpose, net_method, net_headers, settings_invalid; `ClinicError` tool_over, net_unresolved, net_failed, net_packed, net_too_long,
        net_answer_long.
        """
        call = call_of(self._pack)
        self._count(call)
        booking, began = Booking(), time.monotonic()
        outcome, reason = FAILED, "internal"
        try:
            if call.unit.reads_only and method not in READING:
                raise Refused("tool_reads_only", tool=full_name(self._pack, call.tool))
            if not is_purpose(purpose):
                raise UserError("http_purpose", pack=self._pack)
            booking.purpose = purpose
            answer = self._answered(call, booking, read_url(url), (method, headers or {}, body or b""))
            outcome, reason = OK, ""
        except ClinicError as error:
            outcome, reason = (REFUSED if isinstance(error, Refused | UserError) else FAILED), error.code
            raise
        finally:
            ms = int((time.monotonic() - began) * 1000)
            self._book(call, Action.NET_REQUEST, booking.ended(ms), outcome=outcome, reason=reason)
        return HttpAnswer(answer.status, answer.headers, answer.body)

    def _answered(
        self,
        call: CurrentCall,
        booking: Booking,
        target: Target,
        asked: tuple[str, Mapping[str, str], bytes],
    ) -> Received:
        booking.host, booking.port = target.host, target.port
        if not any(_declares(entry, target) for entry in self._declared):
            raise Refused("http_undeclared", pack=self._pack, host=target.host)
        # Without the exemption of this machine: what listens here may pass on what it is told.
        settings = self._desk.settings()
        rules = AllowList(settings.net_allow, loopback=False)
        decision = rules.decide(target.host)
        booking.kind, booking.rule, booking.mode = decision.kind, decision.rule, settings.net_mode
        if not decision.allowed and (settings.net_mode == "block" or is_loopback(target.host)):
            raise Refused("net_not_allowed", pack=self._pack, host=target.host)
        method, headers, body = asked
        request = outgoing(method, target, headers, body)
        addresses = vetted(target, rules, self._resolve)
        call_of(self._pack)  # resolving may have outlasted the call
        booking.bytes_out = request.size
        self._book(call, Action.NET_BEGIN, booking.begun())
        booking.requests = 1
        received = self._send(request, addresses)
        booking.bytes_in = len(received.body)
        return received

    def _count(self, call: CurrentCall) -> None:
        with self._turn:
            asked = self._asked.get(call.unit, 0)
            if asked >= MOST_IN_A_CALL:
                raise Refused("http_many", pack=self._pack, limit=MOST_IN_A_CALL)
            self._asked[call.unit] = asked + 1

    def _book(
        self,
        call: CurrentCall,
        action: Action,
        booked: Mapping[str, object],
        *,
        outcome: str = OK,
        reason: str = "",
    ) -> None:
        def work(change: Change) -> None:
            change.trail.record(
                action,
                tool=full_name(self._pack, call.tool),
                outcome=outcome,
                reason=reason,
                pack=self._pack,
                **booked,  # type: ignore[arg-type]
            )

        self._desk.change(work)


def _declares(entry: str, target: Target) -> bool:
    """Whether an entry of `permissions.net` names this host and port; without a port it is the usual one of the scheme."""
    host, _, port = entry.partition(":")
    is_port = target.port == int(port) if port else target.is_usual
    return is_port and AllowList((host,), loopback=False).decide(target.host).allowed
