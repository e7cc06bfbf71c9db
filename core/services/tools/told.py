"""What the audit trail tells of tool calls: codes, numbers and a keyed digest of the arguments, never their text."""

import json

from core.base.ids import RecordNo, looks_like_record_no
from core.ledger.audit import OK, REFUSED, Action
from core.services.at_work.desk import Change, Desk
from core.services.red_lines.hits import tell_of
from core.tools.call import Answer, Call, Stopped
from core.tools.permissions import Decision


class ToldOfTools:
    """Rows of the trail for each call (`core.tools.call.Told`). Each is durable before the call goes on."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def call(self, call: Call, decision: Decision | None, stopped: Stopped | None) -> None:
        """One row for the call, and one for each constraint that fitted before it."""

        def work(change: Change) -> None:
            reason, outcome = _end(stopped)
            change.trail.record(
                Action.TOOL_CALL,
                _whose(call),
                tool=call.tool.name,
                reason=reason,
                outcome=outcome,
                after=json.dumps(call.arguments, ensure_ascii=False, sort_keys=True),
                call=call.id,
                asker=call.caller.source,
                permission=decision.reason if decision else "",
                step=stopped.step if stopped else "",
            )
            tell_of(change.trail, stopped.events if stopped else (), _whose(call), call=call.id)

        self._desk.change(work)

    def result(self, call: Call, answer: Answer) -> None:
        """One row for how it ended, one for each constraint since, and the answer of whoever was asked."""

        def work(change: Change) -> None:
            stopped, confirmed = answer.stopped, answer.confirmation
            reason, outcome = _end(stopped)
            change.trail.record(
                Action.TOOL_RESULT,
                _whose(call),
                tool=call.tool.name,
                reason=reason,
                outcome=outcome,
                call=call.id,
                ok=answer.ok,
                step=stopped.step if stopped else "",
                **(confirmed.as_plain() if confirmed else {}),  # type: ignore[arg-type] # as in `tell_of`
            )
            tell_of(change.trail, answer.events, _whose(call), call=call.id)

        self._desk.change(work)


def _whose(call: Call) -> RecordNo | None:
    return looks_like_record_no(call.record_no)


def _end(stopped: Stopped | None) -> tuple[str, str]:
    """The reason and the outcome of a row."""
    if stopped is None:
        return "", OK
    return (stopped.error.code if stopped.error else ""), REFUSED
