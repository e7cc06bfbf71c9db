"""Makes the context of a pack: one for its `create_pack` and every call, whatever process its code is in."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Never

from core.base.errors import Refused
from core.base.paths import Home
from core.packhost.api import Clock, Context, Env, Files, Http, Llm, Log, Records, Storage
from core.packhost.context.clock import ClinicClock
from core.packhost.context.desk import Desk
from core.packhost.context.env import DeclaredVariables
from core.packhost.context.facade import facade
from core.packhost.manifest import Manifest

if TYPE_CHECKING:
    from core.packhost.context.llm import Exit

Contexts = Callable[[Manifest], Context]
"""Makes the context of a pack by its manifest."""


def context_in_clinic(
    manifest: Manifest,
    desk: Desk,
    home: Home,
    records: Records,
    *,
    way_out: "Callable[[], Exit]",
    usual: Callable[[], str] = lambda: "",
) -> Context:
    """The context of a pack in an open clinic. `way_out` is the exit to models, `usual` the one this pack asks."""
    # Imported here: the store's library takes its time, and packs are mounted before a clinic is opened.
    from core.packhost.context.fs import DeclaredFiles
    from core.packhost.context.http import BookedRequests
    from core.packhost.context.keeping import Keeping
    from core.packhost.context.llm import AskedModel
    from core.packhost.context.log import PackLog
    from core.packhost.context.storage import Storage as StoredValues

    pack, asked = manifest.name, manifest.permissions
    keeping = Keeping(desk, pack)
    return Context(
        name=pack,
        version=manifest.version,
        llm=facade(Llm, AskedModel(pack, way_out, usual)),
        storage=facade(Storage, StoredValues(desk, pack, keeping)),
        fs=facade(Files, DeclaredFiles(home, pack, asked.fs, keeping)),
        http=facade(Http, BookedRequests(desk, pack, asked.net)),
        env=facade(Env, DeclaredVariables(pack, asked.env)),
        records=facade(Records, records),
        log=facade(Log, PackLog(pack)),
        clock=facade(Clock, ClinicClock(desk.clock)),
    )


def context_without_clinic(manifest: Manifest) -> Context:
    """The context of a pack whose code is only looked at, or computes: every port refuses with `pack_only_verified`."""
    ports: Any = {
        member: facade(protocol, _Nothing(member))
        for member, protocol in (
            *(("llm", Llm), ("storage", Storage), ("fs", Files), ("http", Http), ("env", Env)),
            *(("records", Records), ("log", Log), ("clock", Clock)),
        )
    }
    return Context(name=manifest.name, version=manifest.version, **ports)


class _Nothing:
    """A member of which nothing is to be had."""

    def __init__(self, member: str) -> None:
        self._member = member

    def __getattr__(self, name: str) -> Never:
        raise Refused("pack_only_verified", port=f"{self._member}.{name}")
