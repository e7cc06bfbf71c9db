"""The call a port is asked in."""

from core.base.errors import ClinicError, Refused
from core.packhost.current_call import CurrentCall, current


def call_of(pack: str) -> CurrentCall:
    """The call under way, if it is one of this pack.

    Raises `Refused` tool_outside_call outside of one, `create_pack` and threads of the pack's own among that; `ClinicError` tool_over once it has
    ended.
    """
    call = current()
    if call is None or call.pack != pack:
        raise Refused("tool_outside_call")
    if call.unit.is_cancelled:
        raise ClinicError("tool_over", tool=call.tool)
    return call


def is_in_call(pack: str) -> bool:
    """Whether there is one that goes on."""
    call = current()
    return call is not None and call.pack == pack and not call.unit.is_cancelled
