"""Tools: what packs can be asked to do, and the one road each call takes. A panel, the command line and an assistant all ask here.

Also what packs tell a model beforehand, and the way every text takes that a model or a template wrote: none is seen before its rules were
asked (`core.constraints.releasing`).
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from core.base.aside import aside
from core.base.ids import RecordNo, looks_like_record_no
from core.base.rights import Right
from core.constraints.event import Author
from core.constraints.releasing import Released, Rewrite, release
from core.packhost.tiers import Notice
from core.services.at_work.desk import Change, Desk
from core.services.red_lines.hits import tell_of
from core.services.red_lines.quarantine import put_aside
from core.services.red_lines.rewriting import Exit, rewriting
from core.services.red_lines.wording import Wording
from core.services.tools.pack_code import PackCode
from core.services.tools.told import ToldOfTools
from core.tools.call import Answer, Call, Caller, People
from core.tools.permissions import Decision, Permissions, mode_of, tool_of
from core.tools.road import NOBODY, Road
from core.tools.tool import Tool

__all__ = ["Answer", "Call", "Caller", "Decision", "People", "Released", "Tool", "Tools"]


class Tools:
    """The tools of an open clinic."""

    def __init__(self, desk: Desk, way_out: Callable[[], Exit]) -> None:
        """`way_out` is the exit to models, asked for when a text is to be rewritten."""
        self._desk, self._exit = desk, way_out
        self._code = PackCode(desk.packs, lambda: desk.clock.now().date())
        self._told = ToldOfTools(desk)
        self.wording = Wording(desk, lambda: self._code.brought().engine)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What has to be said of tools and constraints that could not be taken, and of rules about no tool. Loads the code of packs."""
        brought, settings = self._code.brought(), self._desk.settings()
        idle = (
            Notice("rule_idle", {"rule": rule})
            for rule in (*settings.tool_deny, *settings.tool_allow)
            if brought.registry.get(tool_of(rule)) is None
        )
        return (*brought.notices, *idle)

    @property
    def rules(self) -> str:
        """What packs tell a model beforehand, the same bytes each time; "" when there is nothing to tell. Loads the code of packs."""
        return self._code.brought().rules

    def every(self) -> tuple[Tool, ...]:
        """All tools, by name. Loads the code of packs."""
        return tuple(self._code.brought().registry)

    def call(
        self, name: str, given: str | Mapping[str, object], caller: Caller, people: People = NOBODY
    ) -> Coroutine[Any, Any, Answer]:
        """Make one call (`core.tools.road.Road.call`). What the tool reads or writes needs its own right besides.

        Raises `Refused` not_allowed; else nothing but what keeps the trail from being told: then nothing ran.
        """
        self._desk.require(Right.DEMOGRAPHICS)
        return self._called(name, given, caller, people)

    def released(
        self,
        text: str,
        author: Author,
        *,
        record_no: str = "",
        tool: str = "",
        session: str = "",
    ) -> Coroutine[Any, Any, Released]:
        """What may be seen of a whole text, which a model is asked to rewrite where a rule says so. What is kept back goes to the quarantine; each rule that fitted has its row.

        Raises `Refused` not_allowed; what keeps the trail from being told: then nothing is let out.
        """
        self._desk.require(Right.DEMOGRAPHICS)
        whose = looks_like_record_no(record_no)
        return self._released(text, author, rewriting(self._exit, whose, tool, session), whose, tool)

    def close(self) -> None:
        """End the processes of packs."""
        self._code.close()

    async def _called(
        self, name: str, given: str | Mapping[str, object], caller: Caller, people: People
    ) -> Answer:
        brought = await aside(self._code.brought)
        road = Road(brought.registry, self._permissions, brought.engine, self._told)
        return await road.call(name, given, caller, people)

    async def _released(
        self, text: str, author: Author, rewrite: Rewrite, whose: RecordNo | None, tool: str
    ) -> Released:
        done = await release((await aside(self._code.brought)).engine, text, author, rewrite)
        if done.events:

            def work(change: Change) -> None:
                kept = 0
                if done.withheld is not None:
                    source = self._desk.actor.source
                    kept = put_aside(
                        change, done.withheld, done.events, source=source, record_no=whose, tool=tool
                    )
                tell_of(change.trail, done.events, whose, quarantined=kept)

            await aside(self._desk.change, work)
        return done

    def _permissions(self) -> Permissions:
        settings = self._desk.settings()
        return Permissions(mode_of(settings.tool_mode), settings.tool_allow, settings.tool_deny, strict=True)
