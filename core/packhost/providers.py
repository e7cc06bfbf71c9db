"""The names of model providers that are the kernel's (`core.llm.catalog`), and the variable each has its key in. A pack may use one; it
brings none of these names, and reads none of these keys.
"""

from collections.abc import Mapping
from functools import cache

from core.llm.catalog import catalog


@cache
def key_of() -> Mapping[str, str]:
    """The variable of each provider and kind of server that has one. Source: spec/kernel.md §6.5."""
    known = catalog()
    named = {one.name: one.key_name for one in known.providers.values()}
    named |= {one.name: one.key_name for one in known.kinds.values() if one.key_name}
    return dict(sorted(named.items()))
