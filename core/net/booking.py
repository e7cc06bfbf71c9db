"""What the audit trail is told of a request: the same for packs and for models, so that one report covers both."""

from dataclasses import dataclass


@dataclass
class Booking:
    """What is known of a request so far. There is no place in it for a path, a query or a content."""

    purpose: str = ""
    """A label, such as `drug-lookup`."""
    host: str = ""
    port: int = 0
    kind: str = ""
    """Why the host was allowed or not: of `core.base.allow_list.Kind`, or `model` for the server of a registered model."""
    rule: str = ""
    """The admin's rule that fitted."""
    mode: str = ""
    """What the clinic does with hosts nobody listed: the setting `net_mode`."""
    bytes_out: int = 0
    bytes_in: int = 0
    requests: int = 0
    """How many there were, each with the row of its beginning: attempts, and telling a server that nobody waits any more."""

    def begun(self) -> dict[str, object]:
        """For the row before anything leaves."""
        return {
            "purpose": self.purpose,
            "host": self.host,
            "port": self.port,
            "kind": self.kind,
            "rule": self.rule,
            "mode": self.mode,
            "bytes_out": self.bytes_out,
        }

    def ended(self, ms: int) -> dict[str, object]:
        """For the row that says how it ended."""
        return {**self.begun(), "requests": self.requests, "bytes_in": self.bytes_in, "ms": ms}
