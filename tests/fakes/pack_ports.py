"""What a pack in a worker is answered by in a test: a store of its own in memory, a fixed clock, and refusals for the rest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from core.base.errors import Refused
from core.packhost.worker.protocol import Json

NOW = datetime(2026, 3, 1, 8, tzinfo=UTC)


@dataclass
class FakePorts:
    """Keeps what it was asked."""

    stored: dict[str, Json] = field(default_factory=dict)
    asked: list[tuple[str, Mapping[str, Json]]] = field(default_factory=list)

    def answer(self, port: str, params: Mapping[str, Json]) -> Json:
        self.asked.append((port, params))
        key = str(params.get("key"))
        match port:
            case "storage.put":
                self.stored[key] = params["value"]
                return None
            case "storage.get":
                return self.stored.get(key)
            case "storage.keys":
                return list(self.stored)
            case "clock.now":
                return NOW.isoformat()
            case "log.info" | "log.warning":
                return None
            case _:
                raise Refused("not_allowed", right=port)
