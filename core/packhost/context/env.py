"""`context.env`: the variables that `permissions.env` declares, as they are now."""

import os
from collections.abc import Sequence

from core.base.errors import Refused
from core.forms.problems import shown
from core.packhost.declared import problems_of


class DeclaredVariables:
    """The variables of one pack. Those of the program and the keys of others are refused whatever the manifest says."""

    def __init__(self, pack: str, declared: Sequence[str]) -> None:
        self._pack, self._declared = pack, frozenset(declared)

    def get(self, name: str) -> str | None:
        """None where it is not set. Raises `Refused` env_undeclared."""
        if name not in self._declared or any(problems_of({"env": [name]}, self._pack)):
            raise Refused("env_undeclared", pack=self._pack, name=shown(name))
        return os.environ.get(name)
